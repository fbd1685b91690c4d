//! Random drives of robots in the style of public ones: none leaves the floor
//! unless it is meant to, and nothing becomes faster than it can. A sample runs
//! with the tests; `cargo xtask drives` runs all.
#![allow(clippy::unwrap_used)]

mod robots;
#[path = "../support/mod.rs"]
mod support;

use foxden_sim::World;
use foxden_sim::controller::{Command, Request};
use foxden_sim::report::ReportKind;
use robots::{DifferentialWheels, Robot, robots};

/// The time steps, in milliseconds.
const STEPS: [i32; 3] = [8, 16, 32];

/// A small generator of numbers between 0 and 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What was reached at most.
#[derive(Clone, Copy, Debug, Default)]
struct Extremes {
    rise: f64,
    speed: f64,
    turning: f64,
    /// How many drives had a spin that was stopped and reported.
    stopped: usize,
}

impl Extremes {
    fn with(self, other: Self) -> Self {
        Self {
            rise: self.rise.max(other.rise),
            speed: self.speed.max(other.speed),
            turning: self.turning.max(other.turning),
            stopped: self.stopped + other.stopped,
        }
    }
}

/// Drives a robot at random for some steps.
fn drive(robot: &Robot, step: i32, seed: u64, steps: usize) -> Result<Extremes, String> {
    let text = format!(
        "WorldInfo {{ basicTimeStep {step} }}\nViewpoint {{}}\n{}",
        robot.world
    );
    let mut world = support::world(&text);
    let index = support::robot(&world, "r");
    let watched: Vec<_> = (0..)
        .map_while(|at| world.scene().find_def(&format!("W{at}")))
        .collect();
    let starts: Vec<f64> = watched
        .iter()
        .map(|&node| world.position(node).unwrap()[2])
        .collect();
    let mut numbers = Numbers(seed);
    let mut extremes = Extremes::default();
    let mut until_change = 0;
    for at in 0..steps {
        let mut commands = Vec::new();
        if until_change == 0 {
            // a command holds for a tenth of a second to some seconds
            until_change = (3.0 + 60.0 * numbers.next()) as usize;
            for &(name, drive) in &robot.motors {
                let motor = world.device(index, name).unwrap();
                let mut between = |low: f64, high: f64| low + (high - low) * numbers.next();
                match drive {
                    DifferentialWheels::Speed(low, high) => commands.extend([
                        Command::MotorPosition(motor, f64::INFINITY),
                        Command::MotorVelocity(motor, between(low, high)),
                    ]),
                    DifferentialWheels::Position(low, high) => {
                        commands.push(Command::MotorPosition(motor, between(low, high)));
                    }
                }
            }
        }
        until_change -= 1;
        let duration = step as u32;
        let request = Request { duration, commands };
        support::wait(&mut world, index, request);
        extremes = extremes.with(measure(&world, &watched, &starts));
        let is_within = extremes.rise <= robot.highest
            && extremes.speed <= robot.fastest.0
            && extremes.turning <= robot.fastest.1;
        if !is_within {
            let what = format!("step {at}: {extremes:?}");
            return Err(failure(robot, step, seed, &what));
        }
    }
    let events: Vec<ReportKind> = world
        .take_reports()
        .into_iter()
        .map(|report| report.kind)
        .collect();
    // a spin out of nothing is stopped and reported; the bounds hold all the same
    extremes.stopped = usize::from(events.contains(&ReportKind::SpinsTooFast));
    let is_fault =
        |event: &ReportKind| event.is_physics_fault() && *event != ReportKind::SpinsTooFast;
    match events.into_iter().find(is_fault) {
        None => Ok(extremes),
        Some(fault) => Err(failure(robot, step, seed, &format!("{fault:?}"))),
    }
}

/// What failed, and the command that makes the drive again.
fn failure(robot: &Robot, step: i32, seed: u64, what: &str) -> String {
    let name = &robot.name;
    format!("{name}, {step} ms, seed {seed}, {what}\nagain: cargo xtask drives 1 {name} {seed}")
}

fn measure(world: &World, watched: &[foxden_scene::NodeId], starts: &[f64]) -> Extremes {
    let mut extremes = Extremes::default();
    for (&node, start) in watched.iter().zip(starts) {
        let length = |[x, y, z]: [f64; 3]| (x * x + y * y + z * z).sqrt();
        let [a, b, c, d, e, f] = world.velocity(node).unwrap();
        let found = Extremes {
            rise: world.position(node).unwrap()[2] - start,
            speed: length([a, b, c]),
            turning: length([d, e, f]),
            stopped: 0,
        };
        // what is no number must not pass
        let is_number = found.rise.is_finite() && found.speed.is_finite();
        let lost = Extremes {
            rise: f64::INFINITY,
            ..found
        };
        extremes = extremes.with(if is_number { found } else { lost });
    }
    extremes
}

#[test]
fn a_few_drives_stay_on_the_floor() {
    for robot in robots() {
        for step in STEPS {
            if let Err(what) = drive(&robot, step, 7, 250) {
                panic!("{what}");
            }
        }
    }
}

/// A hundred drives of 3,000 steps of each robot at each time step, for
/// `cargo xtask drives`. `FOXDEN_DRIVES` takes another number of drives,
/// `FOXDEN_DRIVEN_ROBOT` one robot, and `FOXDEN_DRIVE_SEED` another first seed.
#[test]
#[ignore = "takes minutes; run by cargo xtask drives"]
fn all_drives_stay_on_the_floor() {
    let drives = std::env::var("FOXDEN_DRIVES").ok();
    let drives: u64 = drives.and_then(|text| text.parse().ok()).unwrap_or(100);
    let first_seed = std::env::var("FOXDEN_DRIVE_SEED").ok();
    let first_seed: u64 = first_seed.and_then(|text| text.parse().ok()).unwrap_or(0);
    let only = std::env::var("FOXDEN_DRIVEN_ROBOT").ok();
    let is_chosen = |robot: &Robot| only.as_ref().is_none_or(|only| robot.name == only);
    let robots: Vec<Robot> = robots().into_iter().filter(is_chosen).collect();
    assert!(!robots.is_empty(), "there is no robot {only:?}");
    let mut failures = Vec::new();
    println!(
        "| robot | ms | drives | failed | spins stopped | rise, m | speed, m/s | turning, rad/s |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for robot in robots {
        for step in STEPS {
            let outcomes: Vec<_> = std::thread::scope(|scope| {
                let halves = [0, 1].map(|first| {
                    let robot = &robot;
                    scope.spawn(move || {
                        (first..drives)
                            .step_by(2)
                            .map(|number| drive(robot, step, first_seed + number, 3000))
                            .collect::<Vec<_>>()
                    })
                });
                let halves = halves.map(|half| half.join().unwrap());
                halves.into_iter().flatten().collect()
            });
            let good = outcomes.iter().flatten();
            let most = good.fold(Extremes::default(), |most, found| most.with(*found));
            let failed = outcomes.into_iter().filter_map(Result::err);
            let before = failures.len();
            failures.extend(failed);
            println!(
                "| {} | {step} | {drives} | {} | {} | {:.4} | {:.2} | {:.1} |",
                robot.name,
                failures.len() - before,
                most.stopped,
                most.rise,
                most.speed,
                most.turning,
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
