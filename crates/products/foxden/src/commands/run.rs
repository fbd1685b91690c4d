//! `foxden run`

use super::controllers::{ControllerArguments, Run};
use super::energy_report::{EnergyFormat, energy_report};
use super::input::InputArguments;
use super::world::open_world;
use super::{AssetArguments, Outcome};
use crate::interrupt::Interruptible;
use crate::terminal::{is_colored, write, write_bytes};
use clap::{Args, ValueEnum};
use foxden_controllers::listener::ControllerListener;
use foxden_controllers::orphaned_processes;
use foxden_controllers::scheduler::{Controllers, SimulationEnd};
use foxden_controllers::user_input::InputSource;
use foxden_lang::diagnostic::render_human;
use foxden_runtime::logs::{Log, RunLog};
use foxden_runtime::pace::{Pace, Speed};
use foxden_runtime::participant::Participant;
use foxden_runtime::run::Run as RunState;
use foxden_runtime::run_loop::{RunLoop, Summary, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_sim::dynamics::Method;
use foxden_sim::report::Event;
use foxden_sim::{Exactness, World};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden run worlds/my_world.wbt --duration 10s
  foxden run worlds/my_world.wbt --steps 1000 --log run.csv
  foxden run worlds/my_world.wbt --duration 1min --log run.mcap --physics fast
  foxden run worlds/my_world.wbt --mode realtime
  foxden run worlds/my_world.wbt --duration 1h --energy
  foxden run worlds/my_world.wbt --until-controllers-end --controller-timeout 30s
  foxden run worlds/my_world.wbt --keys up@1s-3s,left@3s,shift+w@5s

Robots are driven by their controllers, found in the folder 'controllers' of the project.
What they print has the robot's name in front, except with --quiet and a single robot.
A robot whose controller is \"<extern>\" waits for one that is started elsewhere; see 'foxden controller'.
On this machine the same user may connect. Over TCP a controller must know the secret of the run, which is printed
with the robot's address (WEBOTS_CONTROLLER_URL) and can be chosen with FOXDEN_CONTROLLER_SECRET.
A connected controller drives its robot. A supervisor may also change, save (.wbt) and open worlds of the project and
of --project folders, import nodes, and restart and end controllers of the project: it can start every program in 'controllers'.
Ctrl-C ends the run cleanly; the log is complete up to then.
Exit codes: that of a supervisor that quits, else 0 the world ran, 1 nothing could run or, with --strict, its files have errors or, with --strict-physics, physics went wrong, 2 wrong usage.")]
pub(crate) struct RunArguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: PathBuf,
    /// How fast simulated time passes: fast, or with --keyboard in real time
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Ends after this simulated time, such as 500ms, 10s, 5min or 1h
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "steps")]
    duration: Option<Duration>,
    /// Ends after this number of steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Random numbers start from here instead of from the world's own seed
    #[arg(long, value_name = "N")]
    seed: Option<i32>,
    /// How bodies are moved
    #[arg(long, value_enum, default_value_t = PhysicsMethod::Exact)]
    physics: PhysicsMethod,
    /// The number of threads for the work of a step, by default one for each core; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Writes what the robots do in every step: a table of times, positions and energies, or an MCAP file that has rotations and sensor values too
    #[arg(long, value_name = "FILE.csv|FILE.mcap", value_parser = log_file)]
    log: Option<PathBuf>,
    /// Prints at the end where energy came from and where it went: rounded for people, or with =json as JSON with all digits
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    energy: Option<EnergyFormat>,
    /// Does not run a world whose files have errors
    #[arg(long)]
    strict: bool,
    /// Ends with exit code 1 when no valid forces are found for a body or it leaves all bounds
    #[arg(long)]
    strict_physics: bool,
    /// Prints nothing but what controllers print and what goes wrong
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    controllers: ControllerArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    assets: AssetArguments,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum Mode {
    /// As fast as it goes
    Fast,
    /// One simulated second in one second
    Realtime,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum PhysicsMethod {
    /// As Webots does it; heaps by rapier
    Exact,
    /// As Webots does it, heaps too, however long that takes
    ExactOnly,
    /// Everything by rapier: near, not equal
    Fast,
}

/// Reads a time with its unit; a bare number is in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number_end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let number: f64 = text[..number_end]
        .parse()
        .map_err(|_| "give a number with a unit, such as 10s".to_owned())?;
    let unit = match &text[number_end..] {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("'{other}' is no unit; there are ms, s, min and h")),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|error| error.to_string())
}

/// Threads for each processor that make sense at most: more only take memory.
const MOST_FOR_A_PROCESSOR: usize = 4;

/// How many threads share the work.
fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let most = processors.saturating_mul(MOST_FOR_A_PROCESSOR);
    let wanted = wanted.map_or(processors, NonZeroUsize::get);
    if wanted > most {
        let text = format!(
            "foxden: --threads {wanted} is more than {MOST_FOR_A_PROCESSOR} for each of the {processors} processors; \
             {most} are used\n"
        );
        write(&mut std::io::stderr(), &text);
    }
    wanted.min(most)
}

fn log_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Log::has_form(&path) {
        true => Ok(path),
        false => Err("a log is a .csv or .mcap file".to_owned()),
    }
}

pub(crate) fn run(arguments: &RunArguments) -> ExitCode {
    match simulate(arguments) {
        Ok(code) => code,
        Err(reason) => {
            write(&mut std::io::stderr(), &format!("foxden: {reason}\n"));
            Outcome::Errors.into()
        }
    }
}

/// Runs the world, and those that supervisors open after it.
fn simulate(arguments: &RunArguments) -> Result<ExitCode, String> {
    let stop = StopFlag::default();
    let opening = Interruptible::new(&stop)?;
    orphaned_processes::adopt();
    let (input, terminal) = arguments.input.source(&stop)?;
    // a terminal that was changed must be changed back, so the end is waited for
    if terminal.is_some() {
        opening.end();
    }
    let opening = terminal.is_none().then_some(&opening);
    let mut file = arguments.world.clone();
    let mut listener = None;
    loop {
        match simulate_world(arguments, &file, &input, &stop, opening, &mut listener)? {
            None => return Ok(Outcome::Good.into()),
            // exit statuses have eight bits
            Some(SimulationEnd::Quit(status)) => return Ok(ExitCode::from((status & 0xff) as u8)),
            Some(SimulationEnd::Load(other)) => file = other.unwrap_or(file),
        }
        if let Some(listener) = &listener {
            listener.set_loading(true);
        }
    }
}

fn simulate_world(
    arguments: &RunArguments,
    file: &Path,
    input: &InputSource,
    stop: &StopFlag,
    opening: Option<&Interruptible>,
    listener: &mut Option<ControllerListener>,
) -> Result<Option<SimulationEnd>, String> {
    if let Some(opening) = opening {
        opening.begin();
    }
    let world = open_world(file, &arguments.assets, arguments.seed)?;
    let has_errors = world.diagnostics().has_errors();
    let mut world = world.into_simulation();
    if let Some(opening) = opening {
        opening.end();
    }
    if arguments.strict && has_errors {
        return Err("the world has errors, so it was not run (--strict)".to_owned());
    }
    world.set_physics(match arguments.physics {
        PhysicsMethod::Exact => Method::Exact,
        PhysicsMethod::ExactOnly => Method::ExactOnly,
        PhysicsMethod::Fast => Method::Fast,
    });
    // a machine that has none to spare steps the world on this one
    world.set_threads(threads(arguments.threads));
    let fail = |path: &Path, error| format!("{}: {error}", path.display());
    let mut log = match &arguments.log {
        Some(path) => Some(RunLog::create(path, &world).map_err(|error| fail(path, error))?),
        None => None,
    };
    let until = match (arguments.steps, arguments.duration) {
        (Some(steps), _) => Until::Steps(steps),
        (None, Some(duration)) => Until::Elapsed(duration),
        (None, None) => Until::Stopped,
    };
    let is_real_time = match arguments.mode {
        Some(mode) => mode == Mode::Realtime,
        // nobody types as fast as a simulation can go
        None => arguments.input.is_live(),
    };
    let pace = match is_real_time {
        true => Pace::REAL_TIME,
        false => Pace::FASTEST,
    };
    let bar = progress_bar(&world, until);
    let run = Run {
        world: file,
        projects: arguments.assets.projects(),
        is_quiet: arguments.quiet,
        input,
        stop,
        bar: &bar,
    };
    let mut controllers = arguments.controllers.start(&run, &world, listener)?;
    let missing = controllers.as_ref().map_or(0, Controllers::missing);
    if arguments.strict && missing > 0 {
        return Err("controllers are missing, so the world was not run (--strict)".to_owned());
    }
    let until = match &controllers {
        // a world without controllers is over at once
        None if arguments.controllers.until_controllers_end => Until::Steps(0),
        _ => until,
    };
    let mut console = RunConsole {
        bar: &bar,
        is_strict: arguments.strict_physics,
        fault: None,
    };
    let mut run_loop = RunLoop::new(RunningWorld::new(world), pace, stop);
    let mut participants: Vec<&mut dyn Participant> = Vec::new();
    if let Some(controllers) = &mut controllers {
        participants.push(controllers);
    }
    participants.push(&mut console);
    if let Some(log) = &mut log {
        participants.push(log);
    }
    let summary = run_loop.run(until, &mut participants);
    let world = run_loop.into_world();
    let fault = console.fault;
    let ending = controllers.and_then(|controllers| {
        let ending = controllers.ending().cloned();
        *listener = Some(controllers.end());
        orphaned_processes::end();
        ending
    });
    bar.finish_and_clear();
    let finished = log.map_or(Ok(()), RunLog::finish);
    if !arguments.quiet {
        print_summary(&summary, &world.exactness());
    }
    if let Some(format) = arguments.energy {
        write(&mut std::io::stdout(), &energy_report(&world, format));
    }
    finished.map_err(|error| format!("the log could not be written: {error}"))?;
    match fault {
        Some(fault) => Err(format!("physics went wrong: {fault} (--strict-physics)")),
        None => Ok(ending),
    }
}

/// Shows progress and what the world reports.
struct RunConsole<'a> {
    bar: &'a ProgressBar,
    /// Whether the run ends when physics goes wrong, and what did.
    is_strict: bool,
    fault: Option<String>,
}

impl Participant for RunConsole<'_> {
    fn after_step(&mut self, run: &mut RunState) -> ControlFlow<()> {
        let steps = run.steps();
        let is_slow = matches!(run.pace().speed, Speed::Factor(_));
        if steps.is_multiple_of(256) || is_slow {
            show_progress(self.bar, &run.world, steps);
        }
        let fault = say(&mut run.world, self.bar).filter(|_| self.is_strict);
        match fault {
            Some(_) => {
                self.fault = fault;
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    }
}

/// A bar on a terminal, nothing elsewhere.
fn progress_bar(world: &World, until: Until) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let step = world.settings().seconds();
    let bar = match until {
        Until::Steps(steps) => ProgressBar::new(steps),
        Until::Elapsed(time) => ProgressBar::new((time.as_secs_f64() / step).ceil() as u64),
        Until::Stopped => ProgressBar::no_length(),
    };
    let template = match until {
        Until::Stopped => "{msg}, {per_sec} {spinner}",
        Until::Steps(_) | Until::Elapsed(_) => "{msg}, {eta} left {wide_bar}",
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}

/// Tells how much time has been simulated and how fast that goes.
fn show_progress(bar: &ProgressBar, world: &World, steps: u64) {
    if bar.is_hidden() {
        return;
    }
    let simulated = world.time();
    let factor = simulated / bar.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
    bar.set_message(format!(
        "{simulated:.1} s simulated, {factor:.1} times real time"
    ));
    bar.set_position(steps);
}

/// How many nodes are named whose files cannot be read; a world can have hundreds.
const MOST_UNREAD: usize = 3;

/// What the world has to say, a line each. Returns the first fault of physics.
fn say(world: &mut RunningWorld, bar: &ProgressBar) -> Option<String> {
    let mut fault = None;
    for finding in world.take_findings() {
        let text = render_human(&finding, is_colored(&std::io::stderr()));
        bar.suspend(|| write_bytes(&mut std::io::stderr(), text.as_bytes()));
    }
    let mut unread: BTreeMap<Event, usize> = BTreeMap::new();
    for report in world.take_reports() {
        let what = report.event;
        if matches!(what, Event::NoMesh | Event::NoPicture) {
            let count = unread.entry(what).or_default();
            *count += 1;
            if *count > MOST_UNREAD {
                continue;
            }
        }
        let line = if what.is_physics_fault() {
            format!("{}: {what} (step {})", report.node, report.step)
        } else {
            format!("{}: {what}", report.node)
        };
        bar.suspend(|| write(&mut std::io::stderr(), &format!("{line}\n")));
        if what.is_physics_fault() {
            fault.get_or_insert(line);
        }
    }
    for (what, count) in unread {
        if let Some(more) = count.checked_sub(MOST_UNREAD).filter(|more| *more > 0) {
            let line = format!("{more} more nodes: {what}\n");
            bar.suspend(|| write(&mut std::io::stderr(), &line));
        }
    }
    fault
}

fn print_summary(summary: &Summary, exactness: &Exactness) {
    let memory = peak_memory()
        .map(|megabytes| format!(", {megabytes} MB at most"))
        .unwrap_or_default();
    let text = format!(
        "{} steps, {:.3} s simulated in {:.3} s ({:.1} times real time){memory}, state {:016x}\n{exactness}\n",
        summary.steps,
        summary.simulated.as_secs_f64(),
        summary.took.as_secs_f64(),
        summary.speed(),
        summary.state_hash,
    );
    write(&mut std::io::stdout(), &text);
}

/// The most memory that this process had, in megabytes.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes.div_ceil(1024))
}

#[cfg(test)]
mod tests {
    use super::duration;
    use std::time::Duration;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
        for wrong in ["", "s", "10 parsecs", "-1s", "1e9"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
