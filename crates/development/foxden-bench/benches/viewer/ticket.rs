//! What a replay ticket costs: time of a run, and bytes of an idle robot.

use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of};
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_runtime::running_world::RunningWorld;
use foxden_runtime::ticket::recorder::{CheckRhythm, TicketRecorder};
use foxden_runtime::ticket::{INPUTS_TOPIC, WORLD_TOPIC};
use foxden_scene::{Library, load_text};
use foxden_sim::controller::{Command, Reading, Request, Tag};
use foxden_sim::{RobotIndex, World};
use foxden_view::recording::{Recorder, SharedRecorder};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LIGHT_FOLLOWING: &str = include_str!("../../../../../worlds/light_following.wbt");

/// The length of a step of that world.
const STEP: u32 = 16;

const EYES: usize = 8;

/// How much each eye drives the left and the right wheel, as in the example
/// `light_follower`.
const LEFT: [f64; EYES] = [0.2, 0.6, 0.9, 0.5, 0.0, 0.0, 0.0, 0.2];
const RIGHT: [f64; EYES] = [0.2, 0.0, 0.0, 0.0, 0.5, 0.9, 0.6, 0.2];

fn world(text: &str) -> RunningWorld {
    let location = Location::file("/bench/worlds/light.wbt");
    let storage = MemoryStorage::new();
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load_text(&location, text.as_bytes(), &mut library).scene;
    RunningWorld::new(World::new(scene, library))
}

fn file() -> PathBuf {
    std::env::temp_dir().join(format!("foxden-bench-ticket-{}.mcap", std::process::id()))
}

fn record(world: &mut RunningWorld, path: &Path) -> SharedRecorder {
    let recorder = SharedRecorder::new(Recorder::create(path).unwrap());
    recorder.with(|recorder| recorder.write(WORLD_TOPIC, 0.0, b"{}"));
    let output = recorder.clone();
    let sink = Box::new(move |world: &World, block: &[u8]| {
        output.with(|recorder| {
            recorder.write(INPUTS_TOPIC, world.time(), block);
            recorder.flush();
        });
    });
    let recorded = TicketRecorder::new(world, CheckRhythm::default(), sink);
    world.record(Box::new(recorded));
    recorder
}

/// The controller of the example, without its process: its request after each answer.
fn drive(world: &mut RunningWorld, robot: RobotIndex, steps: u64) {
    let device = |world: &RunningWorld, name: &str| world.device(robot, name).unwrap();
    let eyes: [Tag; EYES] = std::array::from_fn(|at| device(world, &format!("ls{at}")));
    let wheels = ["left wheel motor", "right wheel motor"].map(|name| device(world, name));
    let mut commands: Vec<Command> = eyes.map(|eye| Command::Enable(eye, STEP as i16)).into();
    commands.extend(wheels.map(|wheel| Command::MotorPosition(wheel, f64::INFINITY)));
    for _ in 0..steps {
        let duration = STEP;
        world.submit(robot, Request { duration, commands });
        world.step();
        let answer = world.answer(robot).unwrap_or_default();
        let (mut left, mut right) = (0.0, 0.0);
        for (tag, reading) in answer.readings {
            let eye = eyes.iter().position(|eye| *eye == tag);
            if let (Some(eye), Reading::Number(value)) = (eye, reading) {
                left += LEFT[eye] * (4095.0 - value);
                right += RIGHT[eye] * (4095.0 - value);
            }
        }
        let most = f64::max(left, right);
        let scale = if most > 0.0 { 6.2 / most } else { 0.0 };
        let speeds = [left * scale, right * scale];
        let pairs = wheels.into_iter().zip(speeds);
        commands = pairs
            .map(|(wheel, speed)| Command::MotorVelocity(wheel, speed))
            .collect();
    }
}

/// Seconds of work for a drive, and the bytes of its recording.
fn time(steps: u64, is_recorded: bool) -> (f64, u64) {
    let mut world = world(LIGHT_FOLLOWING);
    let (robot, _) = world.robots().next().unwrap();
    let path = file();
    let recorder = is_recorded.then(|| record(&mut world, &path));
    let watch = Stopwatch::start();
    drive(&mut world, robot, steps);
    world.finish_recorders();
    let Some(recorder) = recorder else {
        return (watch.seconds(), 0);
    };
    recorder.finish().unwrap();
    let seconds = watch.seconds();
    let bytes = std::fs::metadata(&path).unwrap().len();
    std::fs::remove_file(&path).unwrap();
    (seconds, bytes)
}

/// Bytes of the ticket of robots whose controllers only step.
fn idle_bytes(robots: usize, minutes: u64) -> f64 {
    let place = LIGHT_FOLLOWING.find("DEF CUB E-puck").unwrap();
    let mut text = LIGHT_FOLLOWING[..place].to_owned();
    for at in 0..robots {
        let (x, y) = (0.12 * (at % 5) as f64 - 0.6, 0.12 * (at / 5) as f64 - 0.6);
        text +=
            &format!("E-puck {{ translation {x} {y} 0 name \"r{at}\" controller \"<none>\" }}\n");
    }
    let mut world = world(&text);
    let path = file();
    let recorder = record(&mut world, &path);
    let robots: Vec<RobotIndex> = world.robots().map(|(robot, _)| robot).collect();
    for _ in 0..minutes * 60_000 / u64::from(STEP) {
        for robot in &robots {
            let request = Request {
                duration: STEP,
                commands: Vec::new(),
            };
            world.submit(*robot, request);
        }
        world.step();
    }
    world.finish_recorders();
    recorder.finish().unwrap();
    let bytes = std::fs::metadata(&path).unwrap().len();
    std::fs::remove_file(&path).unwrap();
    bytes as f64
}

pub fn measure(rows: &mut Vec<MeasuredRatio>) {
    let steps = 20_000;
    let mut bytes = 0;
    let (mut plain, mut recorded) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..5 {
        plain = plain.min(best_of(1, || time(steps, false).0));
        let (seconds, size) = time(steps, true);
        recorded = recorded.min(seconds);
        bytes = size;
    }
    rows.push(MeasuredRatio {
        what: "light following with a ticket".to_owned(),
        ours: format!("{:.0} steps/s", steps as f64 / recorded),
        theirs: format!("without {:.0} steps/s", steps as f64 / plain),
        ratio: recorded / plain,
        goal: Goal::AtMost(1.05),
    });
    let minutes = (steps * u64::from(STEP)) as f64 / 60_000.0;
    rows.push(MeasuredRatio {
        what: "ticket of a robot that drives, bytes a minute".to_owned(),
        ours: format!("{:.0} bytes", bytes as f64 / minutes),
        theirs: "for the record".to_owned(),
        ratio: bytes as f64 / minutes,
        goal: Goal::None,
    });
    for robots in [1, 20] {
        // the world itself, its whole state and the first contacts of the robots
        let start = idle_bytes(robots, 0);
        let (first, all) = (idle_bytes(robots, 10), idle_bytes(robots, 60));
        let each = |bytes: f64, minutes: f64| bytes / robots as f64 / minutes;
        let later = each(all - first, 50.0);
        rows.push(MeasuredRatio {
            what: format!(
                "ticket of {robots} idle robots, bytes for each and minute of the first ten"
            ),
            ours: format!("{:.0} bytes", each(first - start, 10.0)),
            theirs: "goal 200 bytes".to_owned(),
            ratio: each(first - start, 10.0) / 200.0,
            goal: Goal::AtMost(1.0),
        });
        rows.push(MeasuredRatio {
            what: format!("ticket of {robots} idle robots, bytes for each and later minute"),
            ours: format!("{later:.0} bytes"),
            theirs: "goal 200 bytes".to_owned(),
            ratio: later / 200.0,
            goal: Goal::AtMost(1.0),
        });
    }
}
