//! `foxden run`

use super::Outcome;
use super::energy_report::EnergyFormat;
use super::page_arguments::PageArguments;
use super::raconteur_arguments::RaconteurArguments;
use super::recording::RecordingArguments;
use super::simulation::{Plan, SimulationArguments, simulate};
use crate::terminal::write;
use clap::{Args, ValueEnum};
use foxden_runtime::logs::Log;
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::Until;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

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
    /// How fast simulated time passes: fast, or with --keyboard or --raconteur in real time
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Ends after this simulated time, such as 500ms, 10s, 5min or 1h
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "steps")]
    duration: Option<Duration>,
    /// Ends after this number of steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Writes what the robots do in every step: a table of times, positions and energies, or an MCAP file that has rotations and sensor values too
    #[arg(long, value_name = "FILE.csv|FILE.mcap", value_parser = log_file)]
    log: Option<PathBuf>,
    /// Prints at the end where energy came from and where it went: rounded for people, or with =json as JSON with all digits
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    energy: Option<EnergyFormat>,
    #[command(flatten)]
    recording: RecordingArguments,
    /// Shows the run in the browser, at this port or at any that is free
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    view: Option<u16>,
    /// The port for extern controllers, or the next free one of the ten after it; 0 for any
    #[arg(long, value_name = "PORT")]
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
    /// As fast as it goes
    Fast,
    /// One simulated second in one second
    Realtime,
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

pub(crate) fn log_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Log::has_form(&path) {
        true => Ok(path),
        false => Err("a log is a .csv or .mcap file".to_owned()),
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
            (None, Some(duration)) => Until::Elapsed(duration),
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
            write(&mut std::io::stderr(), &format!("foxden: {reason}\n"));
            Outcome::Errors.into()
        }
    }
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
