//! `foxden replay`

use super::numbered_file::numbered;
use super::page_arguments::PageArguments;
use super::recorded_world::{ReplayedWorld, open_recorded, read_ticket};
use super::run::log_file;
use super::run_console::print_summary;
use super::run_length::{RunLength, count, run_length};
use super::simulation::threads;
use super::{AssetArguments, Outcome};
use crate::exit_code::ExitCode;
use crate::interrupt::Interruptible;
use crate::progress::Progress;
use crate::same_file::is_same_file;
use crate::terminal::{warn, write, write_addresses};
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
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden run worlds/my_world.wbt --duration 30s --record run.mcap
  foxden replay run.mcap --verify
  foxden replay run.mcap --verify --until 12.5s --threads 1
  foxden replay run.mcap --view
  foxden replay run.mcap --export run.csv
  foxden replay run.mcap --inputs

The recording contains the world with all its files and every input of controllers, supervisors
and people. No controller is started, and no other file is needed, unless the run was recorded
with --thin. A recording that is cut off is replayed up to its end.
Exit codes: 0 the run was replayed (with --verify: and all recorded states are equal), 1 a state
differs or the recording is damaged, 2 wrong usage or a file without a ticket.")]
pub(crate) struct ReplayArguments {
    /// A recording that 'foxden run --record FILE.mcap' made
    #[arg(value_name = "FILE.mcap")]
    file: PathBuf,
    /// Stops at the first recorded state that is not equal, and names the first value that differs; without it, the replay continues
    #[arg(long)]
    verify: bool,
    /// Ends after this simulated time, such as 12.5s, or after a number of steps, such as 400steps
    #[arg(long, value_name = "TIME|Nsteps", value_parser = run_length, allow_hyphen_values = true)]
    until: Option<RunLength>,
    /// Shows the replay in the browser; at any free port if none is given
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    view: Option<u16>,
    /// Writes what the robots do in every step, as 'foxden run --log' does
    #[arg(long, value_name = "FILE.csv|FILE.mcap", value_parser = log_file)]
    export: Option<PathBuf>,
    /// Prints the recorded inputs, one on each line, and replays nothing
    #[arg(long, conflicts_with_all = ["verify", "view", "export"])]
    inputs: bool,
    /// The number of threads, one for each processor if not given; results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
    /// Prints only problems
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    page: PageArguments,
    #[command(flatten)]
    assets: AssetArguments,
}

pub(crate) fn run(arguments: &ReplayArguments) -> ExitCode {
    match replay(arguments) {
        Ok(outcome) => outcome.into(),
        Err(reason) => {
            let text = format!("{}: {reason}", arguments.file.display());
            warn(&text);
            Outcome::Unusable.into()
        }
    }
}

fn say(text: &str) {
    write(&mut std::io::stdout(), &format!("{text}\n"));
}

fn replay(arguments: &ReplayArguments) -> Result<Outcome, String> {
    let progress = Progress::of(format!("reading {}", arguments.file.display()));
    let ticket = read_ticket(&arguments.file)?;
    drop(progress);
    if arguments.inputs {
        return print_inputs(&ticket);
    }
    if let Some(export) = &arguments.export {
        let mut exports = (0..ticket.worlds.len()).map(|at| numbered(export, at));
        if let Some(export) = exports.find(|export| is_same_file(export, &arguments.file)) {
            return Err(format!(
                "the export to {} would replace the recording; choose another name",
                export.display()
            ));
        }
    }
    let stop = StopFlag::default();
    let opening = Interruptible::new(&stop)?;
    let server = match arguments.view {
        Some(port) => {
            let (server, lines) = arguments.page.at_port(port).start()?;
            write_addresses(&lines);
            Some(server)
        }
        None => None,
    };
    let hub = server.as_ref().map(|server| server.hub());
    let threads = threads(arguments.threads);
    let mut until = arguments.until;
    let count = ticket.worlds.len();
    let mut outcome = Outcome::Good;
    let mut last = String::new();
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
        last = format!(
            "step {} ({:.3} s)",
            summary.steps,
            summary.simulated.as_secs_f64()
        );
        until = until.map(|until| until.after(&summary));
        let is_over = until.is_some_and(RunLength::is_over);
        if is_over || stop.is_set() || found != Outcome::Good {
            return Ok(outcome);
        }
    }
    let file = arguments.file.display();
    match &ticket.end {
        FileEnd::Complete => {}
        FileEnd::CutOff => warn(&format!(
            "{file}: the recording is cut off; it was replayed up to its last complete part, {last}"
        )),
        FileEnd::Damaged(reason) => {
            warn(&format!(
                "{file}: the recording is damaged after {last} ({reason}); it was replayed up to there"
            ));
            outcome = outcome.max(Outcome::Errors);
        }
    }
    Ok(outcome)
}

/// The replay of one world.
struct ReplayPart<'a> {
    arguments: &'a ReplayArguments,
    hub: Option<&'a Arc<Hub>>,
    stop: &'a StopFlag,
    until: Option<RunLength>,
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
            // what a page saves goes beside the recording, whatever folder that names
            let name = record.file.file_name().unwrap_or(OsStr::new("world.wbt"));
            let about = WorldAbout {
                file: self.arguments.file.with_file_name(name),
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
            if self.is_last && viewer.take_program_request().is_none() {
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
                    say(&match checks {
                        1 => "1 recorded state, equal".to_owned(),
                        _ => format!("{checks} recorded states, all equal"),
                    });
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
