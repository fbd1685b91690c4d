//! Logs: what happened in a run, as a file.
//!
//! A [`RunLog`] is a participant that writes one row after each step, as comma-separated
//! values or as MCAP.

mod mcap;

pub use self::mcap::McapLog;
use crate::participant::Participant;
use crate::run::Run;
use foxden_lang::diagnostic::printable;
use foxden_sim::World;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Writes a log while a world runs. A log that cannot be written ends the run.
pub struct RunLog {
    log: Log,
    failure: Option<io::Error>,
}

impl RunLog {
    /// Opens a log, in the form that the name of the file asks for.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, world: &World) -> io::Result<Self> {
        let log = Log::create(path, world)?;
        Ok(Self { log, failure: None })
    }

    /// Completes the file.
    ///
    /// # Errors
    /// When the file could not be written, now or before.
    pub fn finish(self) -> io::Result<()> {
        match self.failure {
            Some(error) => Err(error),
            None => self.log.finish(),
        }
    }
}

impl Participant for RunLog {
    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        match self.log.row(&run.world) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// A log, in the form that the name of its file asks for.
pub enum Log {
    /// A table.
    Csv(CsvLog<WholeRows>),
    /// Messages on channels.
    Mcap(Box<McapLog>),
}

impl Log {
    /// Whether a name asks for a form that there is.
    pub fn has_form(path: &Path) -> bool {
        extension(path).is_some_and(|extension| extension == "csv" || extension == "mcap")
    }

    /// Opens a log: MCAP if the file is called so, else a table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, world: &World) -> io::Result<Self> {
        let file = File::create(path)?;
        Ok(match extension(path).as_deref() {
            Some("mcap") => Self::Mcap(Box::new(McapLog::new(file, world)?)),
            _ => Self::Csv(CsvLog::new(WholeRows::new(file), world)?),
        })
    }

    /// Adds what is now.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn row(&mut self, world: &World) -> io::Result<()> {
        match self {
            Self::Csv(log) => log.row(world),
            Self::Mcap(log) => log.row(world),
        }
    }

    /// Makes the file complete.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Csv(log) => log.finish(),
            Self::Mcap(log) => log.finish(),
        }
    }
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Writes one row a step as comma-separated values: the time, and for each
/// robot its position and the energy in its battery.
pub struct CsvLog<W> {
    output: W,
}

impl<W: Write> CsvLog<W> {
    /// A log whose first line names the columns.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(mut output: W, world: &World) -> io::Result<Self> {
        write!(output, "time")?;
        for (_, robot) in world.robots() {
            let name = quoted(&robot.name);
            for column in ["x", "y", "z", "energy"] {
                write!(output, ",{}", name.replace("{}", column))?;
            }
        }
        writeln!(output)?;
        let mut log = Self { output };
        log.row(world)?;
        Ok(log)
    }

    /// Adds the row of now.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn row(&mut self, world: &World) -> io::Result<()> {
        write!(self.output, "{}", world.time())?;
        for (index, _) in world.robots() {
            match world.robot_pose(index).map(|(position, _)| position) {
                Some([x, y, z]) => write!(self.output, ",{x},{y},{z}")?,
                None => write!(self.output, ",,,")?,
            }
            match world.robot_energy(index) {
                Some(energy) => write!(self.output, ",{energy}")?,
                None => write!(self.output, ",")?,
            }
        }
        writeln!(self.output)
    }

    /// Makes sure that everything is written.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// How much is gathered before it is written.
const GATHERED: usize = 8 << 10;

/// A file of lines that ends with a whole line, also when the disk is full.
#[derive(Debug)]
pub struct WholeRows {
    file: File,
    gathered: Vec<u8>,
    /// How much of the file is whole lines.
    written: u64,
}

impl WholeRows {
    /// An empty file.
    pub fn new(file: File) -> Self {
        Self {
            file,
            gathered: Vec::new(),
            written: 0,
        }
    }

    /// Writes what was gathered; after an error the file ends with its last whole line.
    fn write_gathered(&mut self) -> io::Result<()> {
        let mut done = 0;
        while done < self.gathered.len() {
            let error = match self.file.write(&self.gathered[done..]) {
                Ok(0) => io::ErrorKind::WriteZero.into(),
                Ok(count) => {
                    done += count;
                    continue;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => error,
            };
            let line = self.gathered[..done]
                .iter()
                .rposition(|byte| *byte == b'\n');
            self.written += line.map_or(0, |end| end as u64 + 1);
            // devices cannot be cut, and need not be
            let _ = self.file.set_len(self.written);
            self.gathered.clear();
            return Err(error);
        }
        self.written += done as u64;
        self.gathered.clear();
        Ok(())
    }
}

impl Write for WholeRows {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        // only where a line ends, so that what is written are whole ones
        if self.gathered.len() >= GATHERED && self.gathered.ends_with(b"\n") {
            self.write_gathered()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_gathered()
    }
}

/// A column name for a robot, with `{}` where the quantity goes. What could
/// control a terminal is shown instead.
fn quoted(name: &str) -> String {
    let name = printable(name);
    match name.contains([',', '"', '\n']) {
        true => format!("\"{} {{}}\"", name.replace('"', "\"\"")),
        false => format!("{name} {{}}"),
    }
}
