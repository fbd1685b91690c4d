//! Falling boxes: Foxden with fast physics against rapier itself, what exact
//! islands cost, and MuJoCo if it is installed.

use crate::worlds::{boxes, fallen, world};
use crate::{mujoco, yardsticks};
use foxden_bench::{Goal, Row, Stopwatch};
use foxden_sim::dynamics::Method;
use rapier3d_f64::prelude::*;

const BOXES: usize = 1000;
const STEPS: usize = 300;
const RUNS: usize = 3;
/// Fewer steps than it takes a body at rest to fall asleep.
const AWAKE_STEPS: usize = 25;
/// It is slow where much touches.
const MUJOCO_STEPS: usize = 50;

pub fn measure(rows: &mut Vec<Row>) {
    let pile = boxes(BOXES, 0.12, 0.1);
    // by turns, so that a slow moment of the machine meets both
    let (mut fast, mut own) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        fast = fast.min(ours(&pile, Method::Fast, STEPS).0);
        own = own.min(raw(&pile));
    }
    rows.push(Row {
        what: "1000 falling boxes: fast physics / rapier itself".into(),
        ours: format!("{:.0} steps/s", 1.0 / fast),
        theirs: format!("{:.0} steps/s", 1.0 / own),
        ratio: fast / own,
        goal: Goal::AtMost(1.15),
    });
    let (exact, _) = ours(&pile, Method::Exact, STEPS);
    rows.push(Row {
        what: "the same: exact physics, islands above the border in heaps / rapier itself".into(),
        ours: format!("{:.0} steps/s", 1.0 / exact),
        theirs: format!("{:.0} steps/s", 1.0 / own),
        ratio: exact / own,
        goal: Goal::None,
    });
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

fn yardstick(rows: &mut Vec<Row>, what: &str, places: &[[f64; 3]], genuine: f64) {
    let (time, hash) = ours(places, Method::Exact, AWAKE_STEPS);
    println!("{what}: state {hash:016x}");
    let speed = 1.0 / time;
    rows.push(yardsticks::row(
        &format!("{what}: ours / Webots R2023b"),
        format!("{speed:.0} steps/s"),
        &format!("{genuine} steps/s"),
        speed / genuine,
    ));
}

/// Seconds a step, and the state at the end.
fn ours(places: &[[f64; 3]], method: Method, steps: usize) -> (f64, u64) {
    let mut world = world(&fallen(places));
    world.set_physics(method);
    world.step();
    let start = Stopwatch::start();
    for _ in 0..steps {
        world.step();
    }
    (start.seconds() / steps as f64, world.state_hash())
}

fn raw(places: &[[f64; 3]]) -> f64 {
    let mut bodies = RigidBodySet::new();
    let mut colliders = ColliderSet::new();
    let surface = |builder: ColliderBuilder| builder.friction(1.0).restitution(0.5).build();
    let floor = SharedShape::halfspace(Vector::Z);
    colliders.insert(surface(ColliderBuilder::new(floor)));
    for [x, y, z] in places {
        let body = RigidBodyBuilder::dynamic().translation(Vector::new(*x, *y, *z));
        let body = bodies.insert(body);
        let shape = surface(ColliderBuilder::cuboid(0.05, 0.05, 0.05).density(1000.0));
        colliders.insert_with_parent(shape, body, &mut bodies);
    }
    let parameters = IntegrationParameters {
        dt: 0.032,
        ..IntegrationParameters::default()
    };
    let (mut islands, mut broad, mut narrow) = (
        IslandManager::new(),
        BroadPhaseBvh::new(),
        NarrowPhase::new(),
    );
    let (mut joints, mut multibodies) = (ImpulseJointSet::new(), MultibodyJointSet::new());
    let (mut soft, mut continuous) = (SoftBodySet::new(), CCDSolver::new());
    let mut pipeline = PhysicsPipeline::new();
    let mut step = || {
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
    };
    step();
    let start = Stopwatch::start();
    for _ in 0..STEPS {
        step();
    }
    start.seconds() / STEPS as f64
}
