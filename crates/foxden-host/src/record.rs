//! What happened in a run, as a table.

use foxden_sim::World;
use std::io::{self, Write};

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
        write!(self.output, "{}", world.clock() / 1000.0)?;
        for (index, robot) in world.robots() {
            match world.position(robot.node()) {
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

/// A column name for a robot, with `{}` where the quantity goes.
fn quoted(name: &str) -> String {
    match name.contains([',', '"', '\n']) {
        true => format!("\"{} {{}}\"", name.replace('"', "\"\"")),
        false => format!("{name} {{}}"),
    }
}
