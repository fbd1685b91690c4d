//! Falling boxes: Foxden with fast physics against rapier itself, what exact
//! islands cost, and MuJoCo if it is installed.

use crate::worlds::{boxes, fallen, world};
use foxden_bench::{Goal, Row, Stopwatch};
use foxden_sim::dynamics::Method;
use rapier3d_f64::prelude::*;
use std::process::Command;

const BOXES: usize = 1000;
const STEPS: usize = 300;

pub fn measure(rows: &mut Vec<Row>) {
    let pile = boxes(BOXES, 0.12, 0.1);
    let fast = ours(&pile, Method::Fast, STEPS);
    let raw = raw(&pile);
    rows.push(Row {
        what: "1000 falling boxes: fast physics / rapier itself".into(),
        ours: format!("{:.0} steps/s", 1.0 / fast),
        theirs: format!("{:.0} steps/s", 1.0 / raw),
        ratio: fast / raw,
        goal: Goal::AtMost(1.15),
    });
    let exact = ours(&pile, Method::Exact, 100);
    println!(
        "1000 falling boxes with exact physics, islands above the border in heaps: {:.0} steps/s",
        1.0 / exact
    );
    let apart: Vec<[f64; 3]> = (0..BOXES)
        .map(|at| [(at % 32) as f64 * 0.5, (at / 32) as f64 * 0.5, 0.05])
        .collect();
    let alone = ours(&apart, Method::Exact, 100);
    yardstick(rows, "1000 separate boxes on a floor", 1.0 / alone, 35.0);
    let cube = ours(&boxes(64, 0.0999, 0.05), Method::Exact, 100);
    yardstick(rows, "a compact cube of 64 boxes", 1.0 / cube, 4.0);
    border();
    match mujoco(&pile) {
        Some(speed) => println!("1000 falling boxes in MuJoCo: {speed} steps/s"),
        None => println!("MuJoCo is not installed (Python package mujoco): not compared"),
    }
}

fn yardstick(rows: &mut Vec<Row>, what: &str, ours: f64, genuine: f64) {
    rows.push(Row {
        what: format!("{what}: ours / Webots R2023b"),
        ours: format!("{ours:.0} steps/s"),
        theirs: format!("{genuine} steps/s"),
        ratio: ours / genuine,
        goal: Goal::AtLeast(10.0),
    });
}

/// Seconds a step.
fn ours(places: &[[f64; 3]], method: Method, steps: usize) -> f64 {
    let mut world = world(&fallen(places));
    world.set_physics(method);
    world.step();
    let start = Stopwatch::start();
    for _ in 0..steps {
        world.step();
    }
    start.seconds() / steps as f64
}

/// Where the direct solver becomes dearer than rapier: towers of boxes, solved
/// either way whatever their rows.
fn border() {
    use foxden_sim::dynamics::*;
    use foxden_sim::math::{AxisAngle, Pose as Place, Vector as Point};
    println!("rows of an island: direct, rapier, in µs a step");
    for side in [1, 2, 3, 4, 5, 6, 8] {
        let time = |rows: usize| {
            let mut dynamics = Dynamics::new(Settings {
                heap_rows: rows,
                ..Settings::default()
            });
            dynamics.settings.sleep.time = 0.0;
            dynamics.add_shape(ShapeSpec::new(
                Geometry::Plane,
                Attachment::World(Place::IDENTITY),
            ));
            for [x, y, z] in boxes(side * 4, 0.0999, 0.05).into_iter().take(side * 4) {
                let geometry = Geometry::Box {
                    size: Point::new(0.1, 0.1, 0.1),
                };
                let pose = Place::new(Point::new(x, y, z), AxisAngle::IDENTITY);
                let body = dynamics.add_body(&BodySpec::new(MassProperties::of(&geometry), pose));
                dynamics.add_shape(ShapeSpec::new(
                    geometry,
                    Attachment::Body(body, Place::IDENTITY),
                ));
            }
            dynamics.collide();
            dynamics.step(0.016);
            let size = dynamics
                .island_sizes()
                .iter()
                .map(|island| island.rows)
                .max();
            let start = Stopwatch::start();
            let steps = 20;
            for _ in 0..steps {
                dynamics.step(0.016);
            }
            (start.seconds() * 1e6 / f64::from(steps), size.unwrap_or(0))
        };
        let (direct, rows) = time(usize::MAX);
        let (heap, _) = time(0);
        println!("  {rows:5} rows: {direct:9.0} {heap:9.0}");
    }
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

/// Steps a second in MuJoCo, where its Python package is installed.
fn mujoco(places: &[[f64; 3]]) -> Option<String> {
    let list: Vec<String> = places
        .iter()
        .map(|[x, y, z]| format!("({x},{y},{z})"))
        .collect();
    let script = format!(
        "import mujoco,time\n\
         b=''.join('<body pos=\"%f %f %f\"><freejoint/><geom type=\"box\" size=\".05 .05 .05\" density=\"1000\"/></body>'%p for p in [{}])\n\
         m=mujoco.MjModel.from_xml_string('<mujoco><option timestep=\"0.032\"/><size memory=\"1G\"/><worldbody><geom type=\"plane\" size=\"0 0 1\"/>'+b+'</worldbody></mujoco>')\n\
         d=mujoco.MjData(m)\nt=time.time()\n\
         for _ in range(50): mujoco.mj_step(m,d)\n\
         print('%.0f'%(50/(time.time()-t)))\n",
        list.join(",")
    );
    let python = std::env::var("FOXDEN_VENV").map_or_else(
        |_| "python3".to_owned(),
        |venv| format!("{venv}/bin/python"),
    );
    let output = Command::new(python).args(["-c", &script]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
