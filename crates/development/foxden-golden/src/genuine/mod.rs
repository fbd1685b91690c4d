//! Runs recorded worlds with the recorders themselves: programs linked with
//! the genuine controller library, driven by the command `foxden run`.

mod recorders;
mod scratch;
mod written;

use crate::case::Case;
use crate::language::run_language_with;
use crate::outcome::CaseOutcome;
use crate::project::Project;
use crate::recorders::log;
use crate::simulate;
use crate::vision;
use recorders::Recorders;
pub(crate) use scratch::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The longest that a world may take. Recorded worlds take a moment; this only
/// keeps one that hangs from stopping the others.
const PATIENCE: Duration = Duration::from_secs(300);

/// The programs that worlds are run with.
#[derive(Debug)]
pub struct Genuine {
    /// An installation with the genuine controller library.
    home: PathBuf,
    /// The command `foxden`.
    foxden: PathBuf,
    recorders: Recorders,
    is_bitwise: bool,
}

impl Genuine {
    /// Takes the library in `home` and the command `foxden`. Recorders are
    /// compiled when a group first needs them.
    ///
    /// # Errors
    /// When one of the two is missing or no temporary folder can be made.
    pub fn new(home: &Path, foxden: &Path) -> std::io::Result<Self> {
        for file in [foxden, &home.join("lib/controller/libController.so")] {
            if !file.is_file() {
                let reason = format!("there is no {}", file.display());
                return Err(std::io::Error::new(std::io::ErrorKind::NotFound, reason));
            }
        }
        Ok(Self {
            home: home.to_owned(),
            foxden: std::path::absolute(foxden)?,
            recorders: Recorders::new()?,
            is_bitwise: false,
        })
    }

    /// Numbers must be equal to the last bit from now on: what is compared was
    /// recorded by Foxden itself.
    pub fn compare_bits(&mut self) {
        self.is_bitwise = true;
    }

    /// Compiles the recorders of a group, its own or those of all groups.
    pub(crate) fn prepare(&mut self, group: &Path) -> std::io::Result<()> {
        self.recorders.compile(group, &self.home)
    }

    /// Runs a world and compares what its recorders wrote.
    pub(crate) fn run_case(
        &self,
        group: &str,
        project: &Project,
        scratch: &Scratch,
        case: &Case,
    ) -> CaseOutcome {
        let outcome = match group {
            "language" => run_language_with(project, case, |location, library| {
                match self.record(scratch, case) {
                    Ok(()) => written::compare_dumps(case, scratch, location, library),
                    Err(reason) => CaseOutcome::Failed(reason),
                }
            }),
            "vision" => self.run_vision(project, scratch, case),
            _ => self.run_tables(project, scratch, case),
        };
        match (outcome, scratch.said()) {
            (CaseOutcome::Failed(difference), Some(said)) => {
                CaseOutcome::Failed(format!("{difference} ({said})"))
            }
            (outcome, _) => outcome,
        }
    }

    fn run_vision(&self, project: &Project, scratch: &Scratch, case: &Case) -> CaseOutcome {
        if let Err(reason) = self.record(scratch, case) {
            return CaseOutcome::Failed(reason);
        }
        let Some(text) = scratch.written(&format!("{}.txt", case.name)) else {
            return CaseOutcome::Failed(format!("{}.txt was not written", case.name));
        };
        vision::compare_text(project, case, &text, |name| {
            vision::read_saved(&scratch.path_of(name)?)
        })
    }

    fn run_tables(&self, project: &Project, scratch: &Scratch, case: &Case) -> CaseOutcome {
        let tables = written::recorded_tables(case);
        if tables.is_empty() {
            return CaseOutcome::Skipped(format!("{}.csv was not recorded", case.name));
        }
        if let Err(reason) = self.record(scratch, case) {
            return CaseOutcome::Failed(reason);
        }
        let mut context =
            match simulate::comparison_context(project, case, written::duration(&tables)) {
                Ok(context) => context,
                Err(reason) => return CaseOutcome::Failed(reason),
            };
        context.motion.is_bitwise = self.is_bitwise;
        match written::compare_tables(&tables, scratch, &context) {
            Some(difference) => context.limits.judge(difference),
            None => CaseOutcome::Passed(context.motion.rule()),
        }
    }

    /// Runs a world to its end; the recorders have written then. It must end
    /// with the status that was recorded, if one was.
    fn record(&self, scratch: &Scratch, case: &Case) -> Result<(), String> {
        let text = |error: std::io::Error| error.to_string();
        let console = scratch.begin(case, &self.recorders).map_err(text)?;
        let child = Command::new(&self.foxden)
            .args(["run", "--quiet", "--until-controllers-end", "--offline"])
            .arg(scratch.world(&case.name))
            .env("WEBOTS_HOME", &self.home)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(console)
            .spawn()
            .map_err(|error| format!("foxden cannot be started: {error}"))?;
        let Some(status) = wait(child).map_err(text)? else {
            return Err(format!("still running after {} s", PATIENCE.as_secs()));
        };
        let recorded = case.recorded(".log").and_then(|log| log::exit_code(&log));
        match (status.code(), recorded) {
            (Some(code), Some(expected)) if code != expected => Err(format!(
                "ended with status {code} where {expected} was recorded"
            )),
            (Some(_), _) => Ok(()),
            (None, _) => Err(format!("foxden ended with {status}")),
        }
    }
}

/// Waits for a program to end; ends it itself when that takes too long.
fn wait(mut child: Child) -> std::io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}
