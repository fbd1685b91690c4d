//! Starting and ending controllers.

use crate::console::ControllerOutput;
use crate::controller_search::Program;
use crate::oversubscription;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a controller may take to end after the last message, and again after
/// a signal. What it has not written by then is lost, and on a
/// busy machine writing takes time: the genuine program's second is too short.
const PATIENCE: [(Duration, Signal); 2] = [
    (Duration::from_secs(3), Signal::TERM),
    (Duration::from_secs(1), Signal::KILL),
];

/// Where a line of a controller came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputStream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// A controller that was started. It is ended when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a program with variables of its own; the console reads what it
    /// prints. If there are more controllers than processors, the program does not
    /// interrupt others when it is woken.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        program: &Program,
        variables: &[(&str, &str)],
        robot: &str,
        console: &ControllerOutput,
        is_oversubscribed: bool,
    ) -> io::Result<Self> {
        let mut command = program.command();
        command
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // its own group, so that Ctrl-C reaches Foxden alone and what it starts can be ended with it
            .process_group(0);
        let mut child = match is_oversubscribed {
            true => oversubscription::spawn(&mut command)?,
            false => command.spawn()?,
        };
        let robot: Arc<str> = robot.into();
        if let Some(output) = child.stdout.take() {
            console.read_pipe(child.id(), &robot, OutputStream::Output, output.into());
        }
        if let Some(errors) = child.stderr.take() {
            console.read_pipe(child.id(), &robot, OutputStream::Error, errors.into());
        }
        Ok(Self {
            child,
            status: None,
        })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_ended() {
            // what it left running must not outlive it; its number is ours until it is collected
            self.signal(Signal::KILL);
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status
    }

    fn has_ended(&self) -> bool {
        let Some(id) = self.group() else {
            return false;
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(id), options), Ok(Some(_)))
    }

    fn group(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group() {
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended().is_none() {
            self.signal(Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

/// Waits a while for programs to end by themselves, then ends them, all at
/// once. When this returns, their last lines have been read.
pub fn end_all(mut processes: Vec<Process>, console: &ControllerOutput) {
    let is_running = |processes: &mut Vec<Process>| {
        processes
            .iter_mut()
            .any(|process| process.ended().is_none())
    };
    for (time, signal) in PATIENCE {
        let deadline = Instant::now() + time;
        while is_running(&mut processes) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        for process in processes.iter_mut() {
            if process.ended().is_none() {
                process.signal(signal);
            }
        }
    }
    for process in &mut processes {
        process.status = process.child.wait().ok();
        console.finish(process.id());
    }
}

/// How a program ended, as a sentence goes on after its name.
pub fn exit_text(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(0), _) => "ended".to_owned(),
        (Some(code), _) => format!("ended with status {code}"),
        (None, Some(signal)) => format!("was killed by signal {signal}{}", signal_name(signal)),
        (None, None) => format!("ended: {status}"),
    }
}

fn signal_name(signal: i32) -> &'static str {
    match Signal::from_named_raw(signal) {
        Some(Signal::SEGV) => " (segmentation fault)",
        Some(Signal::ABORT) => " (abort)",
        Some(Signal::KILL) => " (kill)",
        Some(Signal::TERM) => " (terminate)",
        Some(Signal::FPE) => " (arithmetic)",
        Some(Signal::INT) => " (interrupt)",
        Some(Signal::BUS) => " (bus error)",
        Some(Signal::ILL) => " (illegal instruction)",
        _ => "",
    }
}

impl Program {
    /// The command with its arguments, folder and variables.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.command);
        command
            .args(&self.arguments)
            .current_dir(&self.folder)
            .envs(self.variables.iter().map(|(key, value)| (key, value)));
        command
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::console::{LinePrinter, Printer};
    use std::path::PathBuf;
    use std::sync::Mutex;

    type Lines = Arc<Mutex<Vec<(OutputStream, String)>>>;

    fn console() -> (ControllerOutput, Lines) {
        let lines: Lines = Arc::default();
        let heard = lines.clone();
        let printer: LinePrinter = Arc::new(move |_, stream, line| {
            heard.lock().unwrap().push((stream, line.to_owned()));
        });
        (
            ControllerOutput::start(Printer::Lines(printer)).unwrap(),
            lines,
        )
    }

    fn shell(script: &str, console: &ControllerOutput) -> Process {
        start(script, console, false)
    }

    fn start(script: &str, console: &ControllerOutput, is_oversubscribed: bool) -> Process {
        let program = Program {
            command: PathBuf::from("/bin/sh"),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            folder: std::env::temp_dir(),
            home: std::env::temp_dir(),
            variables: vec![("A".to_owned(), "1".to_owned())],
            remark: None,
        };
        Process::start(&program, &[("B", "2")], "fox", console, is_oversubscribed).unwrap()
    }

    /// Longer than anybody is delayed on a machine that stands still for a while.
    const PATIENCE: Duration = Duration::from_secs(600);

    fn wait_for(lines: &Lines, count: usize) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        while lines.lock().unwrap().len() < count && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let lines = lines.lock().unwrap();
        lines.iter().map(|(_, line)| line.clone()).collect()
    }

    fn is_running(id: u32) -> bool {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    }

    fn wait_until_gone(id: u32) {
        let deadline = Instant::now() + PATIENCE;
        while is_running(id) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(!is_running(id), "{id} runs still");
    }

    #[test]
    fn lines_are_read_with_their_stream() {
        let (console, lines) = console();
        let process = shell("echo $A$B; echo oops >&2; exit 3", &console);
        wait_for(&lines, 2);
        end_all(vec![process], &console);
        let lines = lines.lock().unwrap();
        for line in [(OutputStream::Output, "12"), (OutputStream::Error, "oops")] {
            assert!(lines.contains(&(line.0, line.1.to_owned())), "{lines:?}");
        }
        assert_eq!(lines.len(), 2);
    }

    /// How the system schedules a process, and its niceness.
    #[cfg(target_os = "linux")]
    fn scheduling(process: &Process) -> (i32, i32) {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap();
        // counted from the name of the program, which may hold spaces
        let fields: Vec<&str> = text.rsplit_once(") ").unwrap().1.split(' ').collect();
        (fields[38].parse().unwrap(), fields[16].parse().unwrap())
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn with_many_controllers_woken_programs_wait() {
        const BATCH: i32 = 3;
        let (console, _) = console();
        let [one, of_many] = [false, true]
            .map(|is_oversubscribed| start("exec sleep 1000", &console, is_oversubscribed));
        let (usual, niceness) = scheduling(&one);
        assert_ne!(usual, BATCH);
        assert_eq!(scheduling(&of_many), (BATCH, niceness));
    }

    #[test]
    fn the_way_a_program_ended_is_reported() {
        let (console, _) = console();
        let ended = |script: &str| {
            let mut process = shell(script, &console);
            loop {
                if let Some(status) = process.ended() {
                    return exit_text(status);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        };
        assert_eq!(ended("exit 0"), "ended");
        assert_eq!(ended("exit 3"), "ended with status 3");
        assert_eq!(ended("kill -9 $$"), "was killed by signal 9 (kill)");
    }

    #[test]
    fn programs_that_do_not_end_are_ended_together_with_what_they_started() {
        let (console, lines) = console();
        // deaf to the first signal, and their own programs too
        let script = "trap '' TERM; sleep 1000 & echo $!; while :; do wait; done";
        let processes: Vec<_> = (0..4).map(|_| shell(script, &console)).collect();
        let own: Vec<u32> = processes.iter().map(Process::id).collect();
        let started = wait_for(&lines, 4);
        end_all(processes, &console);
        for id in own {
            assert!(!is_running(id));
        }
        for id in started {
            wait_until_gone(id.parse().unwrap());
        }
    }

    #[test]
    fn what_a_program_leaves_running_goes_with_it() {
        let (console, lines) = console();
        let mut process = shell("sleep 1000 & echo $!", &console);
        let left = wait_for(&lines, 1)[0].parse().unwrap();
        while process.ended().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        wait_until_gone(left);
    }

    #[test]
    fn a_program_goes_with_its_handle() {
        let (console, _) = console();
        let process = shell("exec sleep 1000", &console);
        let id = process.id();
        drop(process);
        assert!(!PathBuf::from(format!("/proc/{id}")).exists());
    }
}
