//! Starting and ending controllers.

use super::find::Program;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a controller may take to end when it is asked to.
const PATIENCE: Duration = Duration::from_secs(1);

/// The longest line that is passed on whole.
const MAX_LINE_BYTES: usize = 64 << 10;

/// Where a line of a controller came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// Hears the lines of a controller, without their ends.
pub type Listener = Arc<dyn Fn(Stream, &str) + Send + Sync>;

/// A controller that was started. It is ended when this goes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    readers: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts a program with variables of its own; `listener` hears what it prints.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        program: &Program,
        variables: &[(&str, &str)],
        listener: &Listener,
    ) -> io::Result<Self> {
        let mut command = Command::new(&program.command);
        command
            .args(&program.arguments)
            .current_dir(&program.folder)
            .envs(program.variables.iter().map(|(key, value)| (key, value)))
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // its own group, so that Ctrl-C reaches Foxden alone and what it starts can be ended with it
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let mut readers = Vec::new();
        if let Some(output) = child.stdout.take() {
            readers.push(pass_on(output, Stream::Output, listener.clone()));
        }
        if let Some(errors) = child.stderr.take() {
            readers.push(pass_on(errors, Stream::Error, listener.clone()));
        }
        Ok(Self { child, readers })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has.
    ///
    /// # Errors
    /// When the system cannot tell.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// Waits a while for it to end by itself, then ends it. Its last lines
    /// have been heard when this returns.
    pub fn end(mut self) -> Option<ExitStatus> {
        self.finish()
    }

    /// Ends it with everything that it started.
    fn kill(&mut self) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
    }

    fn finish(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + PATIENCE;
        let mut status = self.child.try_wait().ok().flatten();
        while status.is_none() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
            status = self.child.try_wait().ok().flatten();
        }
        if status.is_none() {
            self.kill();
            status = self.child.wait().ok();
        }
        for reader in self.readers.drain(..) {
            // a grandchild may hold the pipe open for ever; what was printed until now has been passed on
            if reader.is_finished() || status.is_some_and(|status| status.success()) {
                let _ = reader.join();
            }
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads lines and passes them on; a line without end is cut.
fn pass_on(stream: impl Read + Send + 'static, kind: Stream, listener: Listener) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut limited = (&mut reader).take(MAX_LINE_BYTES as u64);
            match limited.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&line);
            listener(kind, text.trim_end_matches(['\n', '\r']));
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::sync::Mutex;

    type Lines = Arc<Mutex<Vec<(Stream, String)>>>;

    fn shell(script: &str) -> (Process, Lines) {
        let program = Program {
            command: PathBuf::from("/bin/sh"),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            folder: std::env::temp_dir(),
            variables: vec![("A".to_owned(), "1".to_owned())],
        };
        let lines: Lines = Arc::default();
        let heard = lines.clone();
        let listener: Listener =
            Arc::new(move |stream, line| heard.lock().unwrap().push((stream, line.to_owned())));
        (
            Process::start(&program, &[("B", "2")], &listener).unwrap(),
            lines,
        )
    }

    #[test]
    fn lines_are_heard_with_their_stream() {
        let (process, lines) = shell("echo $A$B; echo oops >&2; exit 3");
        assert_eq!(process.end().unwrap().code(), Some(3));
        // the readers of a program that failed are not waited for
        let deadline = Instant::now() + Duration::from_secs(10);
        while lines.lock().unwrap().len() < 2 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let lines = lines.lock().unwrap();
        assert!(
            lines.contains(&(Stream::Output, "12".to_owned())),
            "{lines:?}"
        );
        assert!(
            lines.contains(&(Stream::Error, "oops".to_owned())),
            "{lines:?}"
        );
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let (process, lines) = shell("sleep 1000 & echo $!; wait");
        let deadline = Instant::now() + Duration::from_secs(10);
        while lines.lock().unwrap().is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let started: u32 = lines.lock().unwrap()[0].1.parse().unwrap();
        let status = process.end().unwrap();
        assert!(!status.success());
        let is_running = || {
            let state =
                std::fs::read_to_string(format!("/proc/{started}/stat")).unwrap_or_default();
            !state.is_empty() && !state.contains(") Z ")
        };
        while is_running() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(!is_running(), "what it started goes with it");
    }

    #[test]
    fn a_program_goes_with_its_handle() {
        let (process, _) = shell("exec sleep 1000");
        let id = process.id();
        drop(process);
        assert!(!PathBuf::from(format!("/proc/{id}")).exists());
    }
}
