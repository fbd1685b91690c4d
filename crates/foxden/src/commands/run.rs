//! `foxden run`

use super::world::{Opened, open_world};
use super::{AssetArguments, Outcome};
use crate::terminal::write;
use clap::{Args, ValueEnum};
use foxden_host::controllers::find::Places;
use foxden_host::controllers::process::Stream;
use foxden_host::controllers::scheduler::{Controllers, Ending, Options};
use foxden_host::record::Log;
use foxden_host::run_loop::{self, Pace, StopFlag, Summary, Until};
use foxden_sim::World;
use foxden_sim::dynamics::Method;
use foxden_sim::report::Event;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden run worlds/my_world.wbt --duration 10s
  foxden run worlds/my_world.wbt --steps 1000 --log run.csv
  foxden run worlds/my_world.wbt --duration 1min --log run.mcap --physics fast
  foxden run worlds/my_world.wbt --mode realtime
  foxden run worlds/my_world.wbt --duration 1h --energy

Robots are driven by their controllers, found in the folder 'controllers' of the project.
Ctrl-C ends the run cleanly; the log is complete up to then.
Exit codes: that of a supervisor that quits, else 0 the world ran, 1 nothing could run or, with --strict, its files have errors, 2 wrong usage.")]
pub(crate) struct Arguments {
    /// The world
    #[arg(value_name = "WORLD")]
    world: PathBuf,
    /// How fast simulated time passes
    #[arg(long, value_enum, default_value_t = Mode::Fast)]
    mode: Mode,
    /// Ends after so much simulated time, such as 500ms, 10s, 5min or 1h
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "steps")]
    duration: Option<Duration>,
    /// Ends after so many steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Random numbers start from here instead of from the world's own seed
    #[arg(long, value_name = "N")]
    seed: Option<i32>,
    /// How bodies are moved
    #[arg(long, value_enum, default_value_t = Physics::Exact)]
    physics: Physics,
    /// Writes what the robots do in every step: a table of times, positions and energies, or an MCAP file that has rotations and sensor values too
    #[arg(long, value_name = "FILE.csv|FILE.mcap", value_parser = log_file)]
    log: Option<PathBuf>,
    /// Prints at the end where energy came from and where it went
    #[arg(long)]
    energy: bool,
    /// Does not run a world whose files have errors
    #[arg(long)]
    strict: bool,
    /// The folder with the controller libraries; WEBOTS_HOME/lib/controller if not given
    #[arg(long, value_name = "DIR")]
    controller_library: Option<PathBuf>,
    /// Lets robots stand still instead of starting their controllers
    #[arg(long)]
    no_controllers: bool,
    /// Ends when all controllers have ended
    #[arg(long, conflicts_with = "no_controllers")]
    until_controllers_end: bool,
    /// Prints nothing but what controllers print and what goes wrong
    #[arg(long)]
    quiet: bool,
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
enum Physics {
    /// As Webots does it; heaps by rapier
    Exact,
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

fn log_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Log::has_form(&path) {
        true => Ok(path),
        false => Err("a log is a .csv or .mcap file".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match simulate(arguments) {
        Ok(code) => code,
        Err(reason) => {
            write(&mut std::io::stderr(), &format!("foxden: {reason}\n"));
            Outcome::Errors.into()
        }
    }
}

/// Runs the world, and those that supervisors open after it.
fn simulate(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = StopFlag::default();
    let on_interrupt = stop.clone();
    ctrlc::set_handler(move || on_interrupt.stop()).map_err(|error| error.to_string())?;
    let mut file = arguments.world.clone();
    loop {
        match simulate_world(arguments, &file, &stop)? {
            None => return Ok(Outcome::Good.into()),
            // exit statuses have eight bits
            Some(Ending::Quit(status)) => return Ok(ExitCode::from((status & 0xff) as u8)),
            Some(Ending::Load(other)) => file = other.unwrap_or(file),
        }
    }
}

fn simulate_world(
    arguments: &Arguments,
    file: &Path,
    stop: &StopFlag,
) -> Result<Option<Ending>, String> {
    let Opened {
        mut world,
        diagnostics,
    } = open_world(file, &arguments.assets, arguments.seed)?;
    if arguments.strict && diagnostics.has_errors() {
        return Err("the world has errors, so it was not run (--strict)".to_owned());
    }
    world.set_physics(match arguments.physics {
        Physics::Exact => Method::Exact,
        Physics::Fast => Method::Fast,
    });
    let fail = |path: &Path, error| format!("{}: {error}", path.display());
    let mut log = match &arguments.log {
        Some(path) => Some(Log::create(path, &world).map_err(|error| fail(path, error))?),
        None => None,
    };
    let until = match (arguments.steps, arguments.duration) {
        (Some(steps), _) => Until::Steps(steps),
        (None, Some(duration)) => Until::Elapsed(duration),
        (None, None) => Until::Stopped,
    };
    let pace = if arguments.mode == Mode::Fast {
        Pace::Fast
    } else {
        Pace::RealTime
    };
    let bar = progress_bar(&world, until);
    let controllers = start_controllers(arguments, file, &world, stop, &bar)?;
    let controllers = std::cell::RefCell::new(controllers);
    let mut failure = None;
    let before = |world: &mut World| match controllers.borrow_mut().as_mut() {
        Some(controllers) => {
            let goes_on = controllers.before_step(world)
                && !(arguments.until_controllers_end && controllers.have_ended());
            match goes_on {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        }
        None => ControlFlow::Continue(()),
    };
    let summary = run_loop::run(&mut world, pace, until, stop, before, |world, steps| {
        if let Some(controllers) = controllers.borrow_mut().as_mut() {
            controllers.after_step(world);
        }
        if steps.is_multiple_of(256) || pace == Pace::RealTime {
            show_progress(&bar, world, steps);
        }
        say(world, &bar);
        match log.as_mut().map(|log| log.row(world)) {
            Some(Err(error)) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    });
    let mut ending = None;
    if let Some(controllers) = controllers.into_inner() {
        ending = controllers.ending().cloned();
        controllers.end();
    }
    bar.finish_and_clear();
    let finished = match (failure, log) {
        (Some(error), _) => Err(error),
        (None, Some(log)) => log.finish(),
        (None, None) => Ok(()),
    };
    if !arguments.quiet {
        print_summary(&summary);
    }
    if arguments.energy {
        write(&mut std::io::stdout(), &energy_text(&world));
    }
    finished.map_err(|error| format!("the log could not be written: {error}"))?;
    Ok(ending)
}

/// Starts the controllers of a world, if its robots have any.
fn start_controllers(
    arguments: &Arguments,
    file: &Path,
    world: &World,
    stop: &StopFlag,
    bar: &ProgressBar,
) -> Result<Option<Controllers>, String> {
    let driven = world
        .robots()
        .filter(|(_, robot)| {
            !matches!(
                robot.controller.as_str(),
                "" | "<none>" | "<generic>" | "void"
            )
        })
        .count();
    if driven == 0 || arguments.no_controllers {
        return Ok(None);
    }
    let world_file = std::path::absolute(file).map_err(|error| error.to_string())?;
    let project = world_file.parent().and_then(Path::parent);
    let library = arguments.controller_library.clone().or_else(|| {
        let home = std::env::var_os("WEBOTS_HOME")?;
        Some(Path::new(&home).join("lib/controller"))
    });
    let is_raw = arguments.quiet && driven == 1;
    let own_bar = bar.clone();
    let notice_bar = bar.clone();
    let options = Options {
        places: Places {
            projects: project.map(Path::to_owned).into_iter().collect(),
            libraries: library,
            python: None,
        },
        temporary: std::env::var_os("WEBOTS_TMPDIR").map_or_else(|| "/tmp".into(), PathBuf::from),
        user: user_name(),
        is_real_time: arguments.mode == Mode::Realtime,
        printer: Arc::new(move |robot, stream, line| {
            let text = match is_raw {
                true => format!("{line}\n"),
                false => format!("[{robot}] {line}\n"),
            };
            own_bar.suspend(|| match stream {
                Stream::Output => write(&mut std::io::stdout(), &text),
                Stream::Error => write(&mut std::io::stderr(), &text),
            });
        }),
        notice: Arc::new(move |text| {
            notice_bar.suspend(|| write(&mut std::io::stderr(), &format!("foxden: {text}\n")));
        }),
        stop: stop.clone(),
        world_file,
    };
    Controllers::start(world, options)
        .map(Some)
        .map_err(|error| format!("controllers cannot be served: {error}"))
}

/// The user's name as the controller library finds it.
fn user_name() -> String {
    ["USER", "USERNAME"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "default".to_owned())
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
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}

/// Tells how much time has been simulated and how fast that goes.
fn show_progress(bar: &ProgressBar, world: &World, steps: u64) {
    if bar.is_hidden() {
        return;
    }
    let simulated = world.clock() / 1000.0;
    let factor = simulated / bar.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
    bar.set_message(format!("{simulated:.1} s simulated, {factor:.1} times real time"));
    bar.set_position(steps);
}

/// What the world has to say, a line each.
fn say(world: &mut World, bar: &ProgressBar) {
    for report in world.take_reports() {
        let what = match report.event {
            Event::BatteryEmpty => "the battery is empty",
            Event::NothingToColor => "its first child has no colour that could show the energy",
            Event::NotFinite => "it left all bounds and was put to rest",
            Event::NotSimulated => "this device is not simulated yet",
            Event::NeedsPhysics => "this device measures nothing without Physics",
        };
        bar.suspend(|| {
            write(
                &mut std::io::stderr(),
                &format!("{}: {what}\n", report.node),
            )
        });
    }
}

fn print_summary(summary: &Summary) {
    let memory = peak_memory()
        .map(|megabytes| format!(", {megabytes} MB at most"))
        .unwrap_or_default();
    let text = format!(
        "{} steps, {:.3} s simulated in {:.3} s ({:.1} times real time){memory}, state {:016x}\n",
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

fn energy_text(world: &World) -> String {
    let mut text = String::from("energy in joules\n");
    for (index, robot) in world.robots() {
        let (Some(ledger), Some(now)) = (world.robot_ledger(index), world.robot_energy(index))
        else {
            continue;
        };
        text.push_str(&format!(
            "  robot {}: {} at the start, {} received, {} used by the computer, {} by motors, {} written from outside; {now} left\n",
            robot.name, ledger.start, ledger.received, ledger.computer, ledger.motors, ledger.written,
        ));
    }
    for (number, charger) in world.chargers().enumerate() {
        let (Some(ledger), Some(now)) =
            (world.charger_ledger(charger), world.charger_energy(charger))
        else {
            continue;
        };
        text.push_str(&format!(
            "  charger {}: {} at the start, {} drawn, {} given, {} lost, {} written from outside; {now} left\n",
            number + 1, ledger.start, ledger.drawn, ledger.given, ledger.lost, ledger.written,
        ));
    }
    text
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
