//! Falling boxes: Foxden with fast physics against rapier itself, what exact
//! islands cost, and MuJoCo if it is installed.

use crate::worlds::{boxes, fallen, world};
use crate::{mujoco, yardsticks};
use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of};
use foxden_sim::World;
use foxden_sim::dynamics::Method;
use rapier3d_f64::prelude::*;
use std::time::Instant;

pub const BOXES: usize = 1000;
const STEPS: usize = 300;
const RUNS: usize = 3;
/// The size of a box.
const UNIT: f64 = 0.1;
/// Fewer steps than a resting body needs to fall asleep.
const AWAKE_STEPS: usize = 25;
/// How often those are timed; the best counts.
const AWAKE_RUNS: usize = 20;
/// What Webots was measured on has two cores.
const THREADS: usize = 2;
/// It is slow where much touches.
const MUJOCO_STEPS: usize = 50;

pub fn measure(rows: &mut Vec<MeasuredRatio>) {
    let pile = boxes(BOXES, 0.12, 0.1);
    // Alternating, so that other load on the machine affects all.
    let [mut fast, mut same, mut plain] = [f64::INFINITY; 3];
    for _ in 0..RUNS {
        fast = fast.min(ours(&pile, Method::Fast, STEPS).0);
        same = same.min(raw(&pile, PileSettings::TheSame));
        plain = plain.min(raw(&pile, PileSettings::Nothing));
    }
    let mut compare = |what: &str, own: f64, raw: f64, goal: Goal| {
        rows.push(MeasuredRatio {
            what: format!("1000 falling boxes: {what}"),
            ours: format!("{:.0} steps/s", 1.0 / own),
            theirs: format!("{:.0} steps/s", 1.0 / raw),
            ratio: own / raw,
            goal,
        });
    };
    compare(
        "fast physics / rapier itself with the same settings",
        fast,
        same,
        Goal::AtMost(1.15),
    );
    compare(
        "fast physics / rapier itself with its own settings",
        fast,
        plain,
        Goal::None,
    );
    let (exact, _) = ours(&pile, Method::Exact, STEPS);
    compare(
        "exact physics, islands above the border in heaps / the same rapier",
        exact,
        same,
        Goal::None,
    );
    let apart: Vec<[f64; 3]> = (0..BOXES)
        .map(|at| [(at % 32) as f64 * 0.5, (at / 32) as f64 * 0.5, 0.05])
        .collect();
    yardstick(rows, "1000 separate boxes on a floor", &apart, 35.0);
    let cube = boxes(64, 0.0999, 0.05);
    yardstick(rows, "a compact cube of 64 boxes", &cube, 4.0);
    mujoco::report(
        "1000 falling boxes",
        "boxes",
        &format!(r#"{{"places": {pile:?}, "steps": {MUJOCO_STEPS}}}"#),
    );
}

fn yardstick(rows: &mut Vec<MeasuredRatio>, what: &str, places: &[[f64; 3]], genuine: f64) {
    let (work, hash) = ours(places, Method::Exact, AWAKE_STEPS);
    println!(
        "{what}: state {hash:016x}, {:.2} ms of work on one thread",
        1e3 * work
    );
    let time = best_of(AWAKE_RUNS, || {
        let mut world = begun(places, Method::Exact);
        world.set_threads(THREADS);
        let start = Instant::now();
        for _ in 0..AWAKE_STEPS {
            world.step();
        }
        let time = start.elapsed().as_secs_f64() / AWAKE_STEPS as f64;
        assert_eq!(world.state_hash(), hash, "threads change nothing");
        time
    });
    let speed = 1.0 / time;
    rows.push(yardsticks::row(
        &format!("{what}: ours on two threads / Webots R2023b"),
        format!("{speed:.0} steps/s"),
        &format!("{genuine} steps/s"),
        speed / genuine,
    ));
}

/// Seconds of work a step, and the state at the end.
fn ours(places: &[[f64; 3]], method: Method, steps: usize) -> (f64, u64) {
    let mut world = begun(places, method);
    let start = Stopwatch::start();
    for _ in 0..steps {
        world.step();
    }
    (start.seconds() / steps as f64, world.state_hash())
}

/// A world of boxes after its first step.
pub fn begun(places: &[[f64; 3]], method: Method) -> World {
    let mut world = world(&fallen(places));
    world.set_physics(method);
    world.step();
    world
}

/// The settings of rapier.
#[derive(Clone, Copy, PartialEq)]
pub enum PileSettings {
    /// As Foxden does it: when bodies sleep as the world has it, lengths in the
    /// unit of a box, one iteration with eight sweeps and no division of the step.
    TheSame,
    /// Nothing: bodies sleep at forty times the speed, and steps are divided.
    Nothing,
}

/// Seconds of work of a step of rapier itself.
fn raw(places: &[[f64; 3]], settings: PileSettings) -> f64 {
    let mut step = pile(places, settings);
    step();
    let start = Stopwatch::start();
    for _ in 0..STEPS {
        step();
    }
    start.seconds() / STEPS as f64
}

/// Boxes in rapier itself, and how they step.
pub fn pile(places: &[[f64; 3]], settings: PileSettings) -> impl FnMut() {
    let is_same = settings == PileSettings::TheSame;
    let mut bodies = RigidBodySet::new();
    let mut colliders = ColliderSet::new();
    let surface = |builder: ColliderBuilder| builder.friction(1.0).restitution(0.5).build();
    let floor = SharedShape::halfspace(Vector::Z);
    colliders.insert(surface(ColliderBuilder::new(floor)));
    for [x, y, z] in places {
        let mut body = RigidBodyBuilder::dynamic()
            .translation(Vector::new(*x, *y, *z))
            .build();
        if is_same {
            let activation = body.activation_mut();
            activation.normalized_linear_threshold = 0.01 / UNIT;
            activation.angular_threshold = 0.01;
            activation.time_until_sleep = 1.0;
        }
        let body = bodies.insert(body);
        let shape = surface(ColliderBuilder::cuboid(0.05, 0.05, 0.05).density(1000.0));
        colliders.insert_with_parent(shape, body, &mut bodies);
    }
    let mut parameters = IntegrationParameters {
        dt: 0.032,
        ..IntegrationParameters::default()
    };
    if is_same {
        parameters.length_unit = UNIT;
        parameters.num_solver_iterations = 1;
        parameters.num_internal_pgs_iterations = 8;
        parameters.num_internal_stabilization_iterations = 0;
        parameters.max_ccd_substeps = 0;
    }
    let (mut islands, mut broad, mut narrow) = (
        IslandManager::new(),
        BroadPhaseBvh::new(),
        NarrowPhase::new(),
    );
    let (mut joints, mut multibodies) = (ImpulseJointSet::new(), MultibodyJointSet::new());
    let (mut soft, mut continuous) = (SoftBodySet::new(), CCDSolver::new());
    let mut pipeline = PhysicsPipeline::new();
    move || {
        pipeline.step(
            Vector::new(0.0, 0.0, -9.81),
            &parameters,
            &mut islands,
            &mut broad,
            &mut narrow,
            &mut bodies,
            &mut colliders,
            &mut joints,
            &mut multibodies,
            &mut soft,
            &mut continuous,
            &(),
            &(),
        );
    }
}
