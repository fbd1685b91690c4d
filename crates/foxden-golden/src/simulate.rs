//! Runs a recorded world with its recorders in process.

use crate::bands;
use crate::case::Case;
use crate::project::Project;
use crate::recorders::probe::Probe;
use crate::recorders::rec::Rec;
use crate::runner::Outcome;
use crate::table::{Motion, first_difference};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Value, load};
use foxden_sim::dynamics::Method;
use foxden_sim::{RobotIndex, World};

/// More steps than any recording has.
const MAXIMUM_STEPS: usize = 100_000;

/// A recorder of either kind.
enum Recorder {
    Probe(Box<Probe>),
    Rec(Box<Rec>),
}

impl Recorder {
    fn robot(&self) -> RobotIndex {
        match self {
            Self::Probe(probe) => probe.robot(),
            Self::Rec(rec) => rec.robot(),
        }
    }
}

/// Runs a world whose robots are driven by recorders with one row per step.
pub(crate) fn run_recorders(project: &Project, case: &Case, physics: Method) -> Outcome {
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
    };
    let mut world = World::new(scene, library);
    world.set_physics(physics);
    if physics == Method::Fast && is_beyond_fast(&world) {
        return Outcome::Skipped;
    }
    let robots: Vec<(RobotIndex, String)> = world
        .robots()
        .map(|(index, robot)| (index, robot.controller.clone()))
        .collect();
    let mut recorders = Vec::new();
    for (robot, controller) in robots {
        match controller.as_str() {
            "probe" => recorders.push(Recorder::Probe(Box::new(Probe::new(&world, robot)))),
            "rec" => recorders.push(Recorder::Rec(Box::new(Rec::new(&world, robot)))),
            "sup" => return Outcome::Skipped,
            _ => {}
        }
    }
    if recorders.is_empty() {
        return Outcome::Skipped;
    }
    let motion = run(&mut world, &mut recorders);
    let is_beyond = recorders
        .iter()
        .any(|recorder| matches!(recorder, Recorder::Rec(rec) if rec.is_beyond));
    if is_beyond {
        return Outcome::Skipped;
    }
    for recorder in &recorders {
        let (header, mut rows) = match recorder {
            Recorder::Probe(probe) => (&probe.header, &probe.rows[..]),
            Recorder::Rec(rec) => (&rec.header, &rec.rows[..]),
        };
        let suffix = recorded_suffix(&world, recorder.robot(), &case.name);
        let Some(recorded) = case.recorded(&suffix) else {
            return Outcome::Skipped;
        };
        // one recorder ends the simulation for the others
        if recorders.len() > 1 {
            rows = &rows[..rows.len().min(recorded.lines().count().saturating_sub(1))];
        }
        let difference = match physics {
            Method::Exact => first_difference(&recorded, header, rows, motion),
            Method::Fast => bands::first_outside(&recorded, header, rows, motion),
        };
        if let Some(difference) = difference {
            return Outcome::Failed(difference);
        }
    }
    Outcome::Passed
}

/// What follows the world's name in the file that a recorder wrote.
fn recorded_suffix(world: &World, robot: RobotIndex, name: &str) -> String {
    let out = world.robot(robot).and_then(|robot| {
        let argument = robot
            .arguments
            .iter()
            .find_map(|argument| argument.strip_prefix("out="))?;
        let file = argument.rsplit('/').next()?;
        file.strip_prefix(name).map(str::to_owned)
    });
    out.unwrap_or_else(|| ".csv".to_owned())
}

/// Steps until the recorders have finished.
fn run(world: &mut World, recorders: &mut [Recorder]) -> Motion {
    let mut motion = Motion {
        has_bodies: world.has_bodies(),
        has_contacts: world.has_contacts(),
        has_joints: world.has_joints(),
        sinking: sinking(world),
        is_round: !world.scene().ids().any(|node| is_of(world, node, &EDGED)),
        has_odd_friction: has_odd_friction(world),
        has_own_stops: has_own_stops(world),
    };
    let mut running = recorders.len();
    for recorder in recorders.iter_mut() {
        let robot = recorder.robot();
        let request = match recorder {
            Recorder::Probe(probe) => probe.advance(world, None),
            Recorder::Rec(rec) => rec.advance(world, None),
        };
        match request {
            Some(request) => world.submit(robot, request),
            None => running -= 1,
        }
    }
    for _ in 0..MAXIMUM_STEPS {
        if running == 0 {
            break;
        }
        world.step();
        motion.has_contacts |= world.has_contacts();
        for recorder in recorders.iter_mut() {
            let robot = recorder.robot();
            let Some(answer) = world.answer(robot) else {
                continue;
            };
            let request = match recorder {
                Recorder::Probe(probe) => probe.advance(world, Some(answer)),
                Recorder::Rec(rec) => rec.advance(world, Some(answer)),
            };
            match request {
                Some(request) => world.submit(robot, request),
                None => running -= 1,
            }
        }
    }
    motion
}

/// How deep the weight of all bodies is in ground of the usual softness.
fn sinking(world: &World) -> f64 {
    let settings = world.settings();
    let weight = world.mass_of_bodies() * settings.gravity.length();
    let (erp, cfm) = (0.2, 0.001);
    weight * cfm * settings.seconds() / erp
}

/// Shapes that are not balls.
const EDGED: [NodeType; 5] = [
    NodeType::Box,
    NodeType::Cylinder,
    NodeType::Capsule,
    NodeType::IndexedFaceSet,
    NodeType::Mesh,
];

fn is_of(world: &World, node: NodeId, types: &[NodeType]) -> bool {
    let found = world.scene().get(node).map(|node| node.base_type());
    found.is_some_and(|found| types.contains(&found))
}

fn has_odd_friction(world: &World) -> bool {
    let scene = world.scene();
    let numbers = |node, name: &str| numbers(world, node, name);
    scene
        .ids()
        .filter(|node| is_of(world, *node, &[NodeType::ContactProperties]))
        .any(|node| {
            numbers(node, "coulombFriction").len() > 1
                || numbers(node, "forceDependentSlip")
                    .iter()
                    .any(|slip| *slip != 0.0)
                || numbers(node, "rollingFriction")
                    .iter()
                    .any(|rolling| *rolling != 0.0)
        })
}

fn numbers(world: &World, node: NodeId, name: &str) -> Vec<f64> {
    let scene = world.scene();
    let value = scene
        .base_field(node, name)
        .and_then(|field| scene.value(field));
    match value.as_deref() {
        Some(Value::FloatList(list)) => list.clone(),
        Some(Value::Vec3(vector)) => vector.to_vec(),
        Some(Value::Float(number)) => vec![*number],
        _ => Vec::new(),
    }
}

/// Whether a world has what fast physics does in another way: joints of several
/// axes, and suspensions, whose axis turns with the end point where the solid
/// above has no body.
fn is_beyond_fast(world: &World) -> bool {
    let is_set =
        |node: NodeId, name: &str| numbers(world, node, name).iter().any(|value| *value != 0.0);
    world.scene().ids().any(|node| {
        is_of(world, node, &[NodeType::BallJoint, NodeType::Hinge2Joint])
            || is_set(node, "suspensionSpringConstant")
            || is_set(node, "suspensionDampingConstant")
    })
}

/// Whether stops correct another share of an overrun than the world's.
fn has_own_stops(world: &World) -> bool {
    let own = |node: NodeId, name: &str| {
        numbers(world, node, name)
            .iter()
            .any(|value| *value != -1.0)
    };
    let mut nodes = world.scene().ids();
    nodes.any(|node| own(node, "stopERP") || own(node, "stopCFM"))
}
