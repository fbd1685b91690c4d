//! `foxden replay`

use super::page_arguments::PageArguments;
use super::recorded_world::{ReplayedWorld, open_recorded};
use super::run::{duration, log_file};
use super::run_console::print_summary;
use super::simulation::threads;
use super::{AssetArguments, Outcome};
use crate::interrupt::Interruptible;
use crate::terminal::write;
use clap::Args;
use foxden_runtime::logs::RunLog;
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run_loop::{RunLoop, Summary, Until};
use foxden_runtime::stop_flag::StopFlag;
use foxden_runtime::ticket::event_stream::{EventStream, TicketEvent};
use foxden_runtime::ticket::file::{FileEnd, RecordedWorld, TicketFile};
use foxden_runtime::ticket::replay::{Replay, ReplayEnd, Replayer};
use foxden_view::hub::Hub;
use foxden_view::viewer::{Viewer, WorldAbout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden run worlds/my_world.wbt --duration 30s --record run.mcap
  foxden replay run.mcap --verify
  foxden replay run.mcap --verify --until 12.5s --threads 1
  foxden replay run.mcap --view
  foxden replay run.mcap --export run.csv
  foxden replay run.mcap --inputs

The recording has the world with all its files and everything that controllers, supervisors and people did.
No controller is started, and no file is needed (unless the run was recorded with --thin).
A recording that is cut off is replayed up to its end.
Exit codes: 0 the run was replayed (with --verify: and all recorded states are equal), 1 a state differs or the recording is damaged, 2 wrong usage or a file without a ticket.")]
pub(crate) struct ReplayArguments {
    /// A recording of 'foxden run --record FILE.mcap'
    #[arg(value_name = "FILE.mcap")]
    file: PathBuf,
    /// Stops at the first recorded state that the replay does not have, and names the first value that differs
    #[arg(long)]
    verify: bool,
    /// Ends after this simulated time, such as 12.5s, or after a number of steps, such as 400steps
    #[arg(long, value_name = "TIME|Nsteps", value_parser = replay_until)]
    until: Option<ReplayUntil>,
    /// Shows the replay in the browser, at this port or at any that is free
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    view: Option<u16>,
    /// Writes what the robots do in every step, as 'foxden run --log' does
    #[arg(long, value_name = "FILE.csv|FILE.mcap", value_parser = log_file)]
    export: Option<PathBuf>,
    /// Prints the recorded inputs, a line each, and replays nothing
    #[arg(long, conflicts_with_all = ["verify", "view", "export"])]
    inputs: bool,
    /// The number of threads for the work of a step, by default one for each core; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Prints nothing but what goes wrong
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    page: PageArguments,
    #[command(flatten)]
    assets: AssetArguments,
}

/// How far a replay goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ReplayUntil {
    Time(Duration),
    Steps(u64),
}

fn replay_until(text: &str) -> Result<ReplayUntil, String> {
    let steps = text.strip_suffix("steps").or(text.strip_suffix("step"));
    match steps {
        Some(number) => number
            .trim()
            .parse()
            .map(ReplayUntil::Steps)
            .map_err(|_| "give a number of steps, such as 400steps".to_owned()),
        None => duration(text).map(ReplayUntil::Time),
    }
}

impl ReplayUntil {
    /// How many steps of a world that is.
    fn steps(self, step_milliseconds: f64) -> u64 {
        match self {
            Self::Steps(steps) => steps,
            Self::Time(time) => {
                let steps = time.as_secs_f64() * 1000.0 / step_milliseconds.max(f64::MIN_POSITIVE);
                // a time that is a number of steps but for its rounding
                (steps - 1e-6).ceil().max(0.0) as u64
            }
        }
    }

    /// What is left after a world.
    fn after(self, summary: &Summary) -> Self {
        match self {
            Self::Steps(steps) => Self::Steps(steps.saturating_sub(summary.steps)),
            Self::Time(time) => Self::Time(time.saturating_sub(summary.simulated)),
        }
    }
}

pub(crate) fn run(arguments: &ReplayArguments) -> ExitCode {
    match replay(arguments) {
        Ok(outcome) => outcome.into(),
        Err(reason) => {
            let text = format!("foxden: {}: {reason}\n", arguments.file.display());
            write(&mut std::io::stderr(), &text);
            Outcome::Unusable.into()
        }
    }
}

fn say(text: &str) {
    write(&mut std::io::stdout(), &format!("{text}\n"));
}

fn warn(text: &str) {
    write(&mut std::io::stderr(), &format!("foxden: {text}\n"));
}

fn replay(arguments: &ReplayArguments) -> Result<Outcome, String> {
    let ticket = TicketFile::read(&arguments.file).map_err(|error| error.to_string())?;
    if arguments.inputs {
        return print_inputs(&ticket);
    }
    let stop = StopFlag::default();
    let opening = Interruptible::new(&stop)?;
    let server = match arguments.view {
        Some(port) => {
            let (server, lines) = arguments.page.at_port(port).start()?;
            write(&mut std::io::stdout(), &lines);
            Some(server)
        }
        None => None,
    };
    let hub = server.as_ref().map(|server| server.hub());
    let threads = threads(arguments.threads);
    let mut until = arguments.until;
    let count = ticket.worlds.len();
    let mut outcome = Outcome::Good;
    for (at, recorded) in ticket.worlds.iter().enumerate() {
        opening.begin();
        let opened = open_recorded(&ticket, recorded, &arguments.assets, threads);
        opening.end();
        let opened = opened?;
        if let Some(warning) = opened.record.warning().filter(|_| at == 0) {
            warn(&warning);
        }
        if !arguments.quiet {
            let number = match count {
                1 => String::new(),
                _ => format!(" (world {} of {count})", at + 1),
            };
            say(&format!(
                "replaying {}{number}",
                opened.record.file.display()
            ));
        }
        let part = ReplayPart {
            arguments,
            hub,
            stop: &stop,
            until,
            export: arguments.export.as_deref().map(|path| numbered(path, at)),
            is_last: at + 1 == count,
        };
        let (summary, found) = part.run(opened, recorded)?;
        outcome = outcome.max(found);
        until = until.map(|until| until.after(&summary));
        let is_over = match until {
            Some(ReplayUntil::Steps(0)) | Some(ReplayUntil::Time(Duration::ZERO)) => true,
            _ => stop.is_set() || found != Outcome::Good,
        };
        if is_over {
            return Ok(outcome);
        }
    }
    match &ticket.end {
        FileEnd::Complete => {}
        FileEnd::CutOff => warn("the recording is cut off; it was replayed up to its end"),
        FileEnd::Damaged(reason) => {
            warn(&format!(
                "the recording is damaged ({reason}); it was replayed up to there"
            ));
            outcome = outcome.max(Outcome::Errors);
        }
    }
    Ok(outcome)
}

/// The name of the export for a world: the second one is `run.2.csv`.
fn numbered(path: &Path, at: usize) -> PathBuf {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    match at {
        0 => path.to_owned(),
        _ => path.with_extension(format!("{}.{extension}", at + 1)),
    }
}

/// The replay of one world.
struct ReplayPart<'a> {
    arguments: &'a ReplayArguments,
    hub: Option<&'a Arc<Hub>>,
    stop: &'a StopFlag,
    until: Option<ReplayUntil>,
    export: Option<PathBuf>,
    is_last: bool,
}

impl ReplayPart<'_> {
    fn run(
        &self,
        opened: ReplayedWorld,
        recorded: &Arc<RecordedWorld>,
    ) -> Result<(Summary, Outcome), String> {
        let ReplayedWorld {
            record,
            world,
            assets,
        } = opened;
        let until = self.until.map(|until| until.steps(record.basic_time_step));
        let mut replayer = Replayer::new(Replay::new(recorded), self.arguments.verify, until);
        let mut log = match &self.export {
            Some(path) => Some(
                RunLog::create(path, &world)
                    .map_err(|error| format!("{}: {error}", path.display()))?,
            ),
            None => None,
        };
        let pace = match self.hub {
            Some(_) => Pace::REAL_TIME,
            None => Pace::FASTEST,
        };
        let mut run_loop = RunLoop::new(world, pace, self.stop);
        let mut viewer = self.hub.map(|hub| {
            let about = WorldAbout {
                file: record.file.clone(),
                is_bundled: true,
                ..WorldAbout::default()
            };
            hub.connect(run_loop.handle());
            Viewer::new(Arc::clone(hub), about).for_replay()
        });
        let mut participants: Vec<&mut dyn Participant> = Vec::new();
        if let Some(viewer) = &mut viewer {
            participants.push(viewer);
        }
        participants.push(&mut replayer);
        if let Some(log) = &mut log {
            participants.push(log);
        }
        let summary = run_loop.run(Until::Stopped, &mut participants);
        let outcome = self.report(&replayer, &summary);
        let exported = log.map_or(Ok(()), RunLog::finish);
        exported.map_err(|error| format!("the export could not be written: {error}"))?;
        for changed in assets.changed() {
            warn(&format!(
                "a file changed while the run was recorded: {changed}"
            ));
        }
        if outcome != Outcome::Good {
            for miss in assets.misses() {
                warn(&format!("the recorded run did not ask for {miss}"));
            }
        }
        if let Some(viewer) = &mut viewer {
            // what was reached stays visible until the program is ended
            if self.is_last && viewer.take_wish().is_none() {
                say("the replay is at its end; Ctrl-C ends the program");
                run_loop.set_pace(pace.paused(true));
                run_loop.run(Until::Stopped, &mut [viewer]);
            }
            viewer.finish();
        }
        if !self.arguments.quiet {
            print_summary(&summary, &run_loop.into_world().exactness());
        }
        Ok((summary, outcome))
    }

    fn report(&self, replayer: &Replayer, summary: &Summary) -> Outcome {
        let checks = replayer.checks();
        match (replayer.end(), replayer.divergence()) {
            (Some(ReplayEnd::Damaged(error)), _) => {
                warn(&format!("after step {}: {error}", summary.steps));
                Outcome::Errors
            }
            (_, Some(divergence)) => {
                warn(&divergence.to_string());
                match self.arguments.verify {
                    true => Outcome::Errors,
                    false => Outcome::Good,
                }
            }
            _ => {
                if !self.arguments.quiet {
                    say(&format!("{checks} recorded states, all equal"));
                }
                Outcome::Good
            }
        }
    }
}

/// Prints the inputs with the steps before them.
fn print_inputs(ticket: &TicketFile) -> Result<Outcome, String> {
    for recorded in &ticket.worlds {
        let record = super::world_record::WorldRecord::read(&recorded.opened)?;
        say(&format!("# {}", record.file.display()));
        let mut events = EventStream::new(Arc::clone(recorded));
        let mut steps = 0_u64;
        loop {
            match events.next_event() {
                Ok(Some(TicketEvent::Operation(operation))) => say(&format!("{steps} {operation}")),
                Ok(Some(TicketEvent::Step)) => steps += 1,
                Ok(Some(TicketEvent::Check(_))) => {}
                Ok(None) => break,
                Err(error) => {
                    warn(&format!("after step {steps}: {error}"));
                    return Ok(Outcome::Errors);
                }
            }
        }
    }
    Ok(Outcome::Good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_ends_after_a_time_or_steps() {
        assert_eq!(replay_until("400steps"), Ok(ReplayUntil::Steps(400)));
        assert_eq!(replay_until("1 step"), Ok(ReplayUntil::Steps(1)));
        let time = replay_until("1.5s");
        assert_eq!(time, Ok(ReplayUntil::Time(Duration::from_millis(1500))));
        assert!(replay_until("steps").is_err());
        let steps = |text: &str, step| replay_until(text).map(|until| until.steps(step));
        assert_eq!(steps("1s", 32.0), Ok(32));
        assert_eq!(steps("0.96s", 32.0), Ok(30));
        assert_eq!(steps("7steps", 32.0), Ok(7));
    }

    #[test]
    fn exports_of_several_worlds_have_numbers() {
        let path = Path::new("a/run.csv");
        assert_eq!(numbered(path, 0), path);
        assert_eq!(numbered(path, 1), Path::new("a/run.2.csv"));
    }
}
