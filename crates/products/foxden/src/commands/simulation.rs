//! Runs worlds: what `foxden run` and `foxden view` have in common.

use super::controller_bridge::ControllerBridge;
use super::controllers::{ControllerArguments, Run};
use super::energy_report::{EnergyFormat, energy_report};
use super::input::InputArguments;
use super::report_lines::report_lines;
use super::world::open_world;
use super::{AssetArguments, Outcome};
use crate::interrupt::Interruptible;
use crate::terminal::{is_colored, write, write_bytes};
use clap::{Args, ValueEnum};
use foxden_controllers::controls::ControllerControls;
use foxden_controllers::listener::ControllerListener;
use foxden_controllers::orphaned_processes;
use foxden_controllers::scheduler::{Controllers, SimulationEnd};
use foxden_controllers::user_input::InputSource;
use foxden_lang::diagnostic::render_human;
use foxden_runtime::logs::RunLog;
use foxden_runtime::pace::{Pace, Speed};
use foxden_runtime::participant::Participant;
use foxden_runtime::run::Run as RunState;
use foxden_runtime::run_loop::{RunLoop, Summary, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_sim::dynamics::Method;
use foxden_sim::{Exactness, World};
use foxden_view::hub::Hub;
use foxden_view::recording::Recorder;
use foxden_view::server::{Options as ViewOptions, ViewServer};
use foxden_view::viewer::{Viewer, Wish, WorldAbout};
use foxden_web::ports::Reach;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// How worlds are run.
#[derive(Args)]
pub(crate) struct SimulationArguments {
    /// Random numbers start from here instead of from the world's own seed
    #[arg(long, value_name = "N")]
    seed: Option<i32>,
    /// How bodies are moved
    #[arg(long, value_enum, default_value_t = Physics::Exact)]
    physics: Physics,
    /// The number of threads for the work of a step, by default one for each core; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
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

impl SimulationArguments {
    /// Whether somebody will type.
    pub(crate) fn is_live(&self) -> bool {
        self.input.is_live()
    }
}

/// What is run and how.
pub(crate) struct Plan<'a> {
    pub(crate) world: &'a Path,
    pub(crate) simulation: &'a SimulationArguments,
    pub(crate) pace: Pace,
    pub(crate) until: Until,
    pub(crate) log: Option<&'a Path>,
    pub(crate) energy: Option<EnergyFormat>,
    /// The port for extern controllers.
    pub(crate) port: Option<u16>,
    pub(crate) view: Option<ViewPlan>,
    /// The file of the recording.
    pub(crate) record: Option<&'a Path>,
}

/// Reads the name of a recording.
pub(crate) fn recording_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Recorder::has_form(&path) {
        true => Ok(path),
        false => Err("a recording is a .mcap or .html file".to_owned()),
    }
}

/// Where a run is shown.
pub(crate) struct ViewPlan {
    options: ViewOptions,
}

impl ViewPlan {
    /// To programs on this machine.
    pub(crate) fn at_port(port: u16) -> Self {
        Self {
            options: ViewOptions {
                port,
                reach: Reach::Loopback,
                hosts: Vec::new(),
            },
        }
    }

    fn start(&self) -> Result<ViewServer, String> {
        ViewServer::start(&self.options)
            .map_err(|error| format!("port {} cannot be opened: {error}", self.options.port))
    }
}

/// What the worlds of a run share.
struct Shared<'a> {
    input: &'a InputSource,
    stop: &'a StopFlag,
    opening: Option<&'a Interruptible>,
    /// What viewers share with the worlds.
    hub: Option<&'a Arc<Hub>>,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum Physics {
    /// As Webots does it; heaps by rapier
    Exact,
    /// As Webots does it, heaps too, however long that takes
    ExactOnly,
    /// Everything by rapier: near, not equal
    Fast,
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

/// Runs the world, and those that supervisors open after it.
pub(crate) fn simulate(plan: &Plan<'_>) -> Result<ExitCode, String> {
    let stop = StopFlag::default();
    let opening = Interruptible::new(&stop)?;
    orphaned_processes::adopt();
    let (input, terminal) = plan.simulation.input.source(&stop)?;
    // a terminal that was changed must be changed back, so the end is waited for
    if terminal.is_some() {
        opening.end();
    }
    let opening = terminal.is_none().then_some(&opening);
    let mut file = plan.world.to_owned();
    let mut listener = None;
    let server = match &plan.view {
        Some(view) => Some(view.start()?),
        None => None,
    };
    if let Some(server) = &server {
        let line = format!("page  {}\n", server.address());
        write(&mut std::io::stdout(), &line);
    }
    let hub = match &server {
        Some(server) => Some(server.hub().clone()),
        // a recording is what viewers would see
        None => plan.record.map(|_| Arc::default()),
    };
    let mut recorder = match plan.record {
        Some(path) => {
            Some(Recorder::create(path).map_err(|error| format!("{}: {error}", path.display()))?)
        }
        None => None,
    };
    let shared = Shared {
        input: &input,
        stop: &stop,
        opening,
        hub: hub.as_ref(),
    };
    loop {
        match simulate_world(plan, &file, &shared, &mut listener, recorder.take())? {
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
    plan: &Plan<'_>,
    file: &Path,
    shared: &Shared<'_>,
    listener: &mut Option<ControllerListener>,
    recorder: Option<Recorder>,
) -> Result<Option<SimulationEnd>, String> {
    let arguments = plan.simulation;
    let Shared {
        input,
        stop,
        opening,
        hub,
    } = *shared;
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
        Physics::Exact => Method::Exact,
        Physics::ExactOnly => Method::ExactOnly,
        Physics::Fast => Method::Fast,
    });
    // a machine that has none to spare steps the world on this one
    world.set_threads(threads(arguments.threads));
    let fail = |path: &Path, error| format!("{}: {error}", path.display());
    let mut log = match plan.log {
        Some(path) => Some(RunLog::create(path, &world).map_err(|error| fail(path, error))?),
        None => None,
    };
    let bar = progress_bar(&world, plan.until);
    let controls = ControllerControls::default();
    let run = Run {
        world: file,
        projects: arguments.assets.projects(),
        is_quiet: arguments.quiet,
        port: plan.port,
        hub,
        input,
        controls: &controls,
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
        _ => plan.until,
    };
    let mut console = RunConsole {
        bar: &bar,
        is_strict: arguments.strict_physics,
        fault: None,
        hub,
    };
    let mut run_loop = RunLoop::new(RunningWorld::new(world), plan.pace, stop);
    let mut participants: Vec<&mut dyn Participant> = Vec::new();
    let mut viewer = hub.map(|hub| {
        let about = WorldAbout {
            file: file.to_owned(),
            worlds: Vec::new(),
        };
        let access = ControllerBridge {
            controls: controls.clone(),
            input: input.clone(),
        };
        let viewer = Viewer::new(hub.clone(), about).with_controllers(Box::new(access));
        let viewer = match recorder {
            Some(recorder) => viewer.with_recorder(recorder),
            None => viewer,
        };
        hub.connect(run_loop.handle());
        viewer
    });
    if let Some(viewer) = &mut viewer {
        participants.push(viewer);
    }
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
    let (recorded, wish) = match viewer {
        Some(mut viewer) => {
            viewer.finish();
            (viewer.finish_recording(), viewer.take_wish())
        }
        None => (Ok(()), None),
    };
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
    if let Some(format) = plan.energy {
        write(&mut std::io::stdout(), &energy_report(&world, format));
    }
    finished.map_err(|error| format!("the log could not be written: {error}"))?;
    recorded.map_err(|error| format!("the recording could not be written: {error}"))?;
    match fault {
        Some(fault) => Err(format!("physics went wrong: {fault} (--strict-physics)")),
        None => Ok(match wish {
            Some(Wish::Reload) => Some(SimulationEnd::Load(None)),
            Some(Wish::Open(file)) => Some(SimulationEnd::Load(Some(file))),
            Some(Wish::Quit) => Some(SimulationEnd::Quit(0)),
            None => ending,
        }),
    }
}

/// Shows progress and what the world reports.
struct RunConsole<'a> {
    bar: &'a ProgressBar,
    /// Whether the run ends when physics goes wrong, and what did.
    is_strict: bool,
    fault: Option<String>,
    /// Viewers that see the same.
    hub: Option<&'a Arc<Hub>>,
}

impl Participant for RunConsole<'_> {
    fn after_step(&mut self, run: &mut RunState) -> ControlFlow<()> {
        let steps = run.steps();
        let is_slow = matches!(run.pace().speed, Speed::Factor(_));
        if steps.is_multiple_of(256) || is_slow {
            show_progress(self.bar, &run.world, steps);
        }
        let fault = say(&mut run.world, self.bar, self.hub).filter(|_| self.is_strict);
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

/// What the world has to say, a line each. Returns the first fault of physics.
fn say(world: &mut RunningWorld, bar: &ProgressBar, hub: Option<&Arc<Hub>>) -> Option<String> {
    let mut fault = None;
    for finding in world.take_findings() {
        let text = render_human(&finding, is_colored(&std::io::stderr()));
        bar.suspend(|| write_bytes(&mut std::io::stderr(), text.as_bytes()));
    }
    for (line, is_fault) in report_lines(world.take_reports()) {
        bar.suspend(|| write(&mut std::io::stderr(), &format!("{line}\n")));
        if let Some(hub) = hub {
            hub.print(None, "foxden", &line);
        }
        if is_fault {
            fault.get_or_insert(line);
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
