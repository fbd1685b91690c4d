//! Runs worlds: what `foxden run` and `foxden view` have in common.

use super::controller_bridge::{Animations, ControllerBridge};
use super::controllers::{ControllerRunArguments, Run};
use super::energy_report::{EnergyFormat, energy_report};
use super::numbered_file::numbered;
use super::page_arguments::ViewPlan;
use super::picture_source::{Vision, VisionArguments};
use super::raconteur_arguments::RaconteurArguments;
use super::recording::{Recording, RecordingPlan};
use super::run_console::{RunConsole, print_summary, progress_bar};
use super::run_length::count;
use super::start_page::{self, UserFolders};
use super::terminal_keys::InputArguments;
use super::world::open_world_with;
use super::{AssetArguments, Outcome};
use crate::AssetOptions;
use crate::exit_code::ExitCode;
use crate::interrupt::Interruptible;
use crate::same_file::is_same_file;
use crate::terminal::{warn, write, write_addresses};
use clap::{Args, ValueEnum};
use foxden_assets::asset_journal::AssetJournal;
use foxden_controllers::controls::ControllerControls;
use foxden_controllers::listener::ControllerListener;
use foxden_controllers::orphaned_processes;
use foxden_controllers::recordings::AnimationRecorder;
use foxden_controllers::scheduler::Controllers;
use foxden_controllers::simulation_requests::SimulationEnd;
use foxden_controllers::user_input::InputSource;
use foxden_controllers::view_requests::ViewRequests;
use foxden_controllers::window_messages::WindowMessages;
use foxden_lang::diagnostic::Code;
use foxden_raconteur::server::RaconteurServer;
use foxden_runtime::logs::RunLog;
use foxden_runtime::pace::Pace;
use foxden_runtime::participant::Participant;
use foxden_runtime::run_loop::{RunLoop, Until};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::stop_flag::StopFlag;
use foxden_sim::World;
use foxden_sim::dynamics::Method;
use foxden_view::hub::Hub;
use foxden_view::viewer::{ProgramRequest, Refusal, Viewer, WorldAbout};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How worlds are run.
#[derive(Args)]
#[command(next_help_heading = "Simulation")]
pub(crate) struct SimulationArguments {
    /// The seed of all random numbers, instead of WorldInfo.randomSeed
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<i32>,
    /// How the motion of bodies is computed
    #[arg(long, value_enum, default_value_t = Physics::Exact)]
    physics: Physics,
    #[command(flatten)]
    vision: VisionArguments,
    /// The number of threads, one for each processor if not given; results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
    /// Does not run a world whose files have errors or whose controllers are missing, and ends
    /// with exit code 1; without this the run continues and ends with 0
    #[arg(long)]
    strict: bool,
    /// Ends with exit code 1 if physics fails: no valid forces are found for a body, it turns too
    /// fast for the time step, or it leaves all bounds
    #[arg(long)]
    strict_physics: bool,
    /// Prints only what controllers print, and problems
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    controllers: ControllerRunArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    assets: AssetArguments,
}

impl SimulationArguments {
    /// The seed that was given.
    pub(crate) fn seed(&self) -> Option<i32> {
        self.seed
    }

    /// How bodies are moved.
    pub(crate) fn physics(&self) -> Physics {
        self.physics
    }

    /// The geometry of pictures.
    pub(crate) fn vision(&self) -> Vision {
        self.vision.choice()
    }

    /// Whether keys are read from the terminal.
    pub(crate) fn is_live(&self) -> bool {
        self.input.is_live()
    }
}

/// What is run and how.
pub(crate) struct Plan<'a> {
    /// The world; without one, a page chooses it.
    pub(crate) world: Option<&'a Path>,
    pub(crate) simulation: &'a SimulationArguments,
    pub(crate) pace: Pace,
    pub(crate) until: Until,
    pub(crate) log: Option<&'a Path>,
    pub(crate) energy: Option<EnergyFormat>,
    /// The port for extern controllers.
    pub(crate) port: Option<u16>,
    pub(crate) view: Option<ViewPlan>,
    /// The recording.
    pub(crate) record: Option<RecordingPlan<'a>>,
    /// The services.
    pub(crate) raconteur: &'a RaconteurArguments,
    /// Whether worlds are remembered for the start page.
    pub(crate) remembers: bool,
}

/// What is run next.
enum Subject {
    /// The list of worlds, with the reason why the last world is not shown.
    StartPage(Option<String>),
    /// A world.
    World(PathBuf),
}

/// A world that was opened.
struct Opened {
    world: World,
    has_errors: bool,
    /// Parts that Slots did not take.
    refusals: Vec<Refusal>,
    about: WorldAbout,
    pace: Pace,
    /// What it was opened from, if that is recorded.
    journal: Option<AssetJournal>,
}

/// How far a run is that opens one world after the other.
struct Course {
    /// When the run ends by itself.
    until: Until,
    /// How many worlds were run before.
    worlds: usize,
}

/// What the worlds of a run share.
struct Shared<'a> {
    input: &'a InputSource,
    stop: &'a StopFlag,
    opening: &'a Interruptible,
    /// What viewers and recordings share with the worlds.
    hub: &'a Arc<Hub>,
    /// Whether there are viewers or a recording of what they would see from the start.
    is_shown: bool,
    recording: Option<&'a Recording<'a>>,
    folders: &'a UserFolders,
    /// The node that offers worlds.
    raconteur: Option<&'a Arc<RaconteurServer>>,
}

#[derive(Clone, Copy, Debug, ValueEnum, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Physics {
    /// As in Webots; heaps of more than 500 constraint rows by the engine rapier
    Exact,
    /// As in Webots, also heaps of up to 8,000 constraint rows, which can be slow
    ExactOnly,
    /// All bodies by the engine rapier: similar to Webots, not equal
    Fast,
}

impl Physics {
    pub(crate) fn method(self) -> Method {
        match self {
            Self::Exact => Method::Exact,
            Self::ExactOnly => Method::ExactOnly,
            Self::Fast => Method::Fast,
        }
    }
}

/// Threads for each processor that make sense at most: more only take memory.
const MOST_FOR_A_PROCESSOR: usize = 4;

/// How many threads share the work.
pub(crate) fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let most = processors.saturating_mul(MOST_FOR_A_PROCESSOR);
    let wanted = wanted.map_or(processors, NonZeroUsize::get);
    if wanted > most {
        warn(&format!(
            "--threads {wanted} is more than {MOST_FOR_A_PROCESSOR} for each of the {processors} processors; \
             {most} are used"
        ));
    }
    wanted.min(most)
}

/// An error if a log would replace the recording.
fn check_log(log: &Path, plan: &Plan<'_>) -> Result<(), String> {
    match &plan.record {
        Some(record) if is_same_file(log, record.file()) => Err(format!(
            "--log and --record both name {}; give each a file of its own",
            log.display()
        )),
        _ => Ok(()),
    }
}

/// Runs the world, and those that supervisors open after it.
pub(crate) fn simulate(plan: &Plan<'_>) -> Result<ExitCode, String> {
    if let Some(log) = plan.log {
        check_log(log, plan)?;
    }
    let stop = StopFlag::default();
    let opening = Interruptible::new(&stop)?;
    // dropped last: a run that fails leaves no programs either
    let _orphans = orphaned_processes::adopt();
    let (input, _terminal) = plan.simulation.input.source(&stop)?;
    let subject = match plan.world {
        Some(file) => Subject::World(file.to_owned()),
        None => Subject::StartPage(None),
    };
    let server = match &plan.view {
        Some(view) => {
            let (server, lines) = view.start()?;
            write_addresses(&lines);
            Some(server)
        }
        None => None,
    };
    let raconteur = plan.raconteur.start()?;
    let hub = match &server {
        Some(server) => server.hub().clone(),
        // a recording, also one of a supervisor, is what viewers would see
        None => Arc::default(),
    };
    let recording = match &plan.record {
        Some(record) => Some(record.start()?),
        None => None,
    };
    let shared = Shared {
        input: &input,
        stop: &stop,
        opening: &opening,
        hub: &hub,
        is_shown: server.is_some()
            || recording.as_ref().is_some_and(Recording::has_viewer)
            || raconteur.is_some(),
        recording: recording.as_ref(),
        folders: &UserFolders::from_environment(&plan.simulation.assets),
        raconteur: raconteur.as_ref(),
    };
    let result = simulate_worlds(plan, subject, &shared, server.is_some());
    if let Some(recording) = &recording {
        let recorded = recording.finish();
        let file = plan.record.as_ref().map(|record| record.file.display());
        recorded.map_err(|error| {
            let file = file.map(|file| file.to_string()).unwrap_or_default();
            format!(
                "the recording {file} could not be written: {error}; a .mcap file can be replayed up to where it ends"
            )
        })?;
    }
    result
}

/// Runs one world after the other.
fn simulate_worlds(
    plan: &Plan<'_>,
    first: Subject,
    shared: &Shared<'_>,
    has_server: bool,
) -> Result<ExitCode, String> {
    let mut subject = first;
    let mut listener = None;
    let mut course = Course {
        until: plan.until,
        worlds: 0,
    };
    // the world of the command line must open; one that a page chose need not
    let mut can_fail = plan.world.is_none();
    loop {
        match simulate_world(plan, &subject, shared, &mut listener, &mut course) {
            Ok(None) => return Ok(Outcome::Good.into()),
            // exit statuses have eight bits
            Ok(Some(SimulationEnd::Quit(status))) => {
                return Ok(ExitCode::from((status & 0xff) as u8));
            }
            Ok(Some(SimulationEnd::Load(None))) => {}
            Ok(Some(SimulationEnd::Load(Some(other)))) => subject = Subject::World(other),
            Err(reason) if can_fail && matches!(subject, Subject::World(_)) => {
                warn(&reason);
                subject = Subject::StartPage(Some(reason));
            }
            Err(reason) => return Err(reason),
        }
        can_fail |= has_server;
        if let Some(listener) = &listener {
            listener.set_loading(true);
        }
    }
}

fn simulate_world(
    plan: &Plan<'_>,
    subject: &Subject,
    shared: &Shared<'_>,
    listener: &mut Option<ControllerListener>,
    course: &mut Course,
) -> Result<Option<SimulationEnd>, String> {
    let arguments = plan.simulation;
    let Shared {
        input,
        stop,
        opening,
        hub,
        is_shown,
        recording,
        ..
    } = *shared;
    let shown = is_shown.then_some(hub);
    let animations: Arc<dyn AnimationRecorder> = Arc::new(Animations(hub.clone()));
    opening.begin();
    let opened = open_subject(plan, subject, shared);
    opening.end();
    let Opened {
        mut world,
        has_errors,
        refusals,
        about,
        pace,
        journal,
    } = opened?;
    let file = about.file.clone();
    if arguments.strict && has_errors {
        return Err("the files of the world have errors, so it was not run (--strict); the messages above name them".to_owned());
    }
    world.set_physics(arguments.physics.method());
    world.set_vision_rules(arguments.vision.rules());
    // a machine that has none to spare steps the world on this one
    let threads = threads(arguments.threads);
    world.set_threads(threads);
    let fail = |path: &Path, error| format!("{}: {error}", path.display());
    // a world that is opened later does not cost the rows of those before
    let log_file = plan.log.map(|path| numbered(path, course.worlds));
    let mut log = match &log_file {
        Some(path) => {
            check_log(path, plan)?;
            Some(RunLog::create(path, &world).map_err(|error| fail(path, error))?)
        }
        None => None,
    };
    let bar = progress_bar(&world, course.until, arguments.quiet);
    let controls = ControllerControls::default();
    let windows = WindowMessages::default();
    let view_requests = ViewRequests::default();
    let run = Run {
        world: &file,
        projects: arguments.assets.projects(),
        is_quiet: arguments.quiet,
        port: plan.port,
        hub: shown,
        animations: Some(&animations),
        input,
        controls: &controls,
        windows: &windows,
        view_requests: &view_requests,
        stop,
        bar: &bar,
        // clients of services may drive robots that wait for extern controllers
        waits_for_extern: !plan.raconteur.is_wanted(),
    };
    let mut controllers = arguments.controllers.start(&run, &world, listener)?;
    let missing = controllers.as_ref().map_or(0, Controllers::missing);
    if arguments.strict && missing > 0 {
        return Err("controllers are missing, so the world was not run (--strict); the messages above name them".to_owned());
    }
    let until = match &controllers {
        // a world without controllers is over at once
        None if arguments.controllers.until_controllers_end => Until::Steps(0),
        _ => course.until,
    };
    let mut console = RunConsole {
        bar: &bar,
        is_strict: arguments.strict_physics,
        fault: None,
        hub: shown,
        recording,
    };
    let mut world = RunningWorld::new(world);
    if let (Some(recording), Some(journal)) = (recording, journal) {
        recording.begin_ticket(&mut world, journal, &file, arguments, threads)?;
    }
    let mut run_loop = RunLoop::new(world, pace, stop);
    let mut participants: Vec<&mut dyn Participant> = Vec::new();
    let bridge = || ControllerBridge {
        controls: controls.clone(),
        input: input.clone(),
        windows: windows.clone(),
        view_requests: view_requests.clone(),
    };
    let is_start_page = matches!(subject, Subject::StartPage(_));
    let mut services = match shared.raconteur {
        Some(server) if !is_start_page => {
            let access = Box::new(bridge());
            Some(
                plan.raconteur
                    .offer(server, &mut run_loop, &file, access, hub)?,
            )
        }
        _ => None,
    };
    let mut viewer = {
        let access = bridge();
        let viewer = Viewer::new(hub.clone(), about)
            .with_controllers(Box::new(access))
            .with_refusals(refusals);
        let recorder = match recording {
            Some(recording) if !is_start_page => recording.for_viewer()?,
            _ => None,
        };
        let viewer = match recorder {
            Some(recorder) => viewer.with_recorder(recorder),
            None => viewer,
        };
        hub.connect(run_loop.handle());
        viewer
    };
    participants.push(&mut viewer);
    if let Some(services) = &mut services {
        participants.push(services);
    }
    if let Some(controllers) = &mut controllers {
        participants.push(controllers);
    }
    participants.push(&mut console);
    if let Some(log) = &mut log {
        participants.push(log);
    }
    let summary = run_loop.run(until, &mut participants);
    let mut world = run_loop.into_world();
    world.finish_recorders();
    let fault = console.fault;
    viewer.finish();
    let request = match services {
        Some(services) if services.wants_reload() => Some(ProgramRequest::Reload),
        _ => viewer.take_program_request(),
    };
    let ending = controllers.and_then(|controllers| {
        let ending = controllers.ending().cloned();
        *listener = Some(controllers.end());
        orphaned_processes::end();
        ending
    });
    bar.finish_and_clear();
    let finished = log.map_or(Ok(()), RunLog::finish);
    if !arguments.quiet && !is_start_page {
        print_summary(&summary, &world.exactness());
    }
    if let Some(format) = plan.energy {
        write(&mut std::io::stdout(), &energy_report(&world, format));
    }
    finished.map_err(|error| {
        let file = log_file.unwrap_or_default();
        format!("the log {} could not be written: {error}", file.display())
    })?;
    if let Some(fault) = fault {
        return Err(format!("physics went wrong: {fault} (--strict-physics)"));
    }
    let ending = match request {
        Some(ProgramRequest::Reload) => Some(SimulationEnd::Load(None)),
        Some(ProgramRequest::Open(file)) => Some(SimulationEnd::Load(Some(file))),
        Some(ProgramRequest::Quit) => Some(SimulationEnd::Quit(0)),
        None => ending,
    };
    course.worlds += usize::from(!is_start_page);
    Ok(match (ending, course.until.after(&summary)) {
        // nothing is left for another world
        (Some(SimulationEnd::Load(_)), None) => None,
        (ending, left) => {
            course.until = left.unwrap_or(course.until);
            ending
        }
    })
}

/// Opens what is run next.
fn open_subject(plan: &Plan<'_>, subject: &Subject, shared: &Shared<'_>) -> Result<Opened, String> {
    let arguments = plan.simulation;
    let file = match subject {
        Subject::StartPage(trouble) => {
            let worlds = shared.folders.worlds(&arguments.assets, trouble.clone());
            let empty = crate::OpenOptions::new().open_text(start_page::EMPTY, "start.wbt");
            return Ok(Opened {
                world: empty.map_err(|error| error.to_string())?.into_simulation(),
                has_errors: false,
                refusals: Vec::new(),
                about: WorldAbout {
                    worlds: Some(Arc::new(worlds)),
                    ..WorldAbout::default()
                },
                pace: plan.pace.paused(true),
                journal: None,
            });
        }
        Subject::World(file) => file,
    };
    let journal = shared.recording.and_then(Recording::journal);
    let assets = AssetOptions {
        journal: journal.clone(),
        ..arguments.assets.options()
    };
    let world = open_world_with(file, assets, arguments.seed)?;
    if plan.remembers {
        shared.folders.remember(file);
    }
    let findings = world.diagnostics().iter();
    let refused = findings.filter(|finding| finding.code == Code::Slot);
    let refusals = refused.filter_map(|finding| {
        let hint = finding.hint.as_deref().map(|hint| format!("; {hint}"));
        Some(Refusal {
            slot: finding.node.clone()?,
            reason: format!("{}{}", finding.message, hint.unwrap_or_default()),
        })
    });
    Ok(Opened {
        refusals: refusals.collect(),
        has_errors: world.diagnostics().has_errors(),
        world: world.into_simulation(),
        about: WorldAbout {
            file: file.clone(),
            is_bundled: shared.folders.is_bundled(file),
            projects: arguments.assets.project_folders(file),
            worlds: None,
        },
        pace: plan.pace,
        journal,
    })
}
