//! `foxden run`

use super::Outcome;
use super::energy_report::EnergyFormat;
use super::page_arguments::PageArguments;
use super::raconteur_arguments::RaconteurArguments;
use super::recording::RecordingArguments;
use super::run_length::{RunLength, run_length, whole_number};
use super::simulation::{Plan, SimulationArguments, simulate};
use crate::exit_code::ExitCode;
use crate::terminal::warn;
use clap::{Args, ValueEnum};
use foxden_runtime::logs::Log;
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::Until;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden run worlds/my_world.wbt --duration 10s
  foxden run worlds/my_world.wbt --steps 1000 --log run.csv
  foxden run worlds/my_world.wbt --duration 1min --log run.mcap --physics fast
  foxden run worlds/my_world.wbt --mode realtime
  foxden run worlds/my_world.wbt --duration 1h --energy
  foxden run worlds/my_world.wbt --mode realtime --view
  foxden run worlds/my_world.wbt --mode realtime --raconteur
  foxden run worlds/my_world.wbt --duration 30s --record run.html
  foxden run worlds/my_world.wbt --duration 30s --record run.mcap; foxden replay run.mcap --verify
  foxden run worlds/my_world.wbt --until-controllers-end --controller-timeout 30s
  foxden run worlds/my_world.wbt --keys up@1s-3s,left@3s,shift+w@5s

Controllers are programs in the folder 'controllers' of the project. Foxden starts them.
Each line that they print has the robot's name in front, except with --quiet and one robot.
A robot whose controller is \"<extern>\" waits for a program that you start yourself: see
'foxden controller --help'. On this machine, programs of the same user may connect. Over TCP
a program also needs the secret of the run. Foxden prints it as part of the robot's address,
the value of WEBOTS_CONTROLLER_URL. FOXDEN_CONTROLLER_SECRET chooses another secret.

A controller may drive its robot. A supervisor may also change the world, save and open worlds
(.wbt) of the project and of --project folders, and start every program in 'controllers'.
Ctrl-C ends the run; the log is complete up to that step.

Exit codes: the status of a supervisor that quits; otherwise 0 the world ran, 1 the world could
not be run, 2 wrong usage. A controller that is missing or fails does not change the exit code;
with --strict a missing one does. With --strict-physics the exit code is 1 if physics fails.")]
pub(crate) struct RunArguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: PathBuf,
    /// How fast simulated time passes; fast if not given, realtime with --keyboard or --raconteur
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Ends after this simulated time, such as 500ms, 10s, 5min or 1h, or after a number of steps, such as 400steps; all worlds of the run together
    #[arg(long, value_name = "TIME|Nsteps", value_parser = run_length, allow_hyphen_values = true, conflicts_with = "steps")]
    duration: Option<RunLength>,
    /// Ends after this number of steps; all worlds of the run together
    #[arg(long, value_name = "N", value_parser = whole_number, allow_hyphen_values = true)]
    steps: Option<u64>,
    /// Writes a row for each step: a CSV file with times, positions and energies of the robots, or an MCAP file that also has rotations and sensor values; if another world is opened, its log is FILE.2.csv
    #[arg(long, value_name = "FILE.csv|FILE.mcap", value_parser = log_file)]
    log: Option<PathBuf>,
    /// Prints at the end where energy came from and where it went: rounded for people, or with =json as JSON with all digits
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    energy: Option<EnergyFormat>,
    #[command(flatten)]
    recording: RecordingArguments,
    /// Shows the run in the browser; at any free port if none is given
    #[arg(long, help_heading = "Page", value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    view: Option<u16>,
    /// The port for extern controllers; if it is taken, one of the next ten; 0 for any free one [default: 1234]
    #[arg(long, help_heading = "Controllers", value_name = "PORT")]
    port: Option<u16>,
    #[command(flatten)]
    page: PageArguments,
    #[command(flatten)]
    raconteur: RaconteurArguments,
    #[command(flatten)]
    simulation: SimulationArguments,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum Mode {
    /// As fast as possible
    Fast,
    /// One simulated second in one second
    Realtime,
}

pub(crate) fn log_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Log::has_form(&path) {
        true => Ok(path),
        false => Err("the name of a log must end with .csv or .mcap".to_owned()),
    }
}

pub(crate) fn run(arguments: &RunArguments) -> ExitCode {
    let simulation = &arguments.simulation;
    let is_real_time = match arguments.mode {
        Some(mode) => mode == Mode::Realtime,
        // people and clients of services live in real time
        None => simulation.is_live() || arguments.raconteur.is_wanted(),
    };
    let plan = Plan {
        world: Some(&arguments.world),
        simulation,
        pace: match is_real_time {
            true => Pace::REAL_TIME,
            false => Pace::FASTEST,
        },
        until: match (arguments.steps, arguments.duration) {
            (Some(steps), _) => Until::Steps(steps),
            (None, Some(length)) => length.into(),
            (None, None) => Until::Stopped,
        },
        log: arguments.log.as_deref(),
        energy: arguments.energy,
        port: arguments.port,
        view: arguments.view.map(|port| arguments.page.at_port(port)),
        record: arguments.recording.plan(),
        raconteur: &arguments.raconteur,
        remembers: false,
    };
    match simulate(&plan) {
        Ok(code) => code,
        Err(reason) => {
            warn(&reason);
            Outcome::Errors.into()
        }
    }
}
