//! Physical laws that a run must obey.

use crate::check::Verdict;
use crate::runs::MOST_STEPS;
use crate::stage::StagedWorld;
use foxden_catalogue::NodeType;
use foxden_golden::GoldenReplay;
use foxden_scene::{NodeId, Scene, Value};
use foxden_sim::World;

/// The energy that solver and integration may add: this share of what has been
/// in motion.
const ENERGY_SHARE: f64 = 0.05;

/// And this height of all bodies: bodies that touch are pushed apart.
const ENERGY_HEIGHT: f64 = 0.02;

/// A body that turns further in a step, in radians, is beyond what the explicit
/// gyroscopic torque of the genuine engine can follow: long bodies gain energy in
/// free flight, there as here.
const MOST_TURN: f64 = 0.35;

/// How far a body may be from where it rested, in metres, and how fast it may
/// be after [`REST_TIME`] milliseconds.
///
/// Contacts are soft: the top of four boxes sinks by a centimetre at 32 ms.
///
/// Where boxes touch exactly, the genuine solver gives up, as recordings of such
/// heaps show: bodies fall freely in the first steps, at 32 ms even through each
/// other, and are then pushed apart. If the first step is a free fall, they only
/// have to come to rest. At rest the solver may give up in a single step, too: a
/// body may be faster by what it gains in a step of free fall.
const REST_DISTANCE: f64 = 0.02;
const REST_TIME: f64 = 1000.0;
const REST_SPEED: f64 = 0.05;

/// How much faster along a floor something may get: contacts tremble.
const FRICTION_SPEED: f64 = 1e-3;

/// How far what drives or walks may rise above its start, in its own sizes.
const RISE: f64 = 1.0;

/// Steps a world to its end and looks at it after each step.
fn watch(
    sample: &StagedWorld,
    mut each: impl FnMut(usize, &World) -> Option<String>,
) -> Result<Verdict, String> {
    let mut replay = sample.play()?;
    for step in 1..=MOST_STEPS {
        if !replay.step() {
            break;
        }
        if let Some(found) = each(step, replay.world()) {
            return Ok(Verdict::Fails(format!("step {step}: {found}")));
        }
    }
    Ok(Verdict::Holds)
}

/// The greater one of two numbers; none if one of them is none.
pub(crate) fn greater(one: f64, other: f64) -> f64 {
    match one.is_nan() || other.is_nan() {
        true => f64::NAN,
        false => one.max(other),
    }
}

/// Whether a number is above a limit, or no number.
fn is_above(value: f64, limit: f64) -> bool {
    value.is_nan() || value > limit
}

/// A number of a node's field.
pub(crate) fn number(scene: &Scene, node: NodeId, name: &str) -> f64 {
    match scene.value_of(node, name).as_deref() {
        Some(Value::Float(value)) => *value,
        _ => 0.0,
    }
}

/// The most power that all motors can give, in watts.
fn motor_power(scene: &Scene) -> f64 {
    let power = |node: NodeId| {
        let most = match scene.get(node).map(|node| node.base_type()) {
            Some(NodeType::RotationalMotor) => number(scene, node, "maxTorque"),
            Some(NodeType::LinearMotor) => number(scene, node, "maxForce"),
            _ => return 0.0,
        };
        most * number(scene, node, "maxVelocity")
    };
    scene.ids().map(power).sum()
}

pub(crate) fn energy(sample: &StagedWorld) -> Result<Verdict, String> {
    let start = sample.play()?;
    let before = start.world().mechanics();
    let power = motor_power(start.world().scene());
    let gravity = start.world().settings().gravity.length();
    let mut lowest = before.potential;
    let mut is_beyond = false;
    watch(sample, |_, world| {
        let now = world.mechanics();
        let seconds = world.time();
        lowest = lowest.min(now.potential);
        is_beyond |= now.turning * world.settings().seconds() > MOST_TURN;
        let slack = ENERGY_SHARE * (before.kinetic + before.potential - lowest)
            + ENERGY_HEIGHT * now.mass * gravity
            + 1e-6;
        let most = before.energy() + power * seconds + slack;
        let found = now.energy();
        // a number that is not one is no energy either
        let is_wrong = is_above(found, most) || !now.fastest.is_finite();
        (is_wrong && !is_beyond).then(|| format!("{found:.6} J where at most {most:.6} J can be"))
    })
}

pub(crate) fn momentum(sample: &StagedWorld) -> Result<Verdict, String> {
    let start = sample.play()?;
    let before = start.world().mechanics();
    let mut last = before;
    watch(sample, |_, world| {
        let now = world.mechanics();
        let settings = world.settings();
        let gained = settings.gravity * (now.mass * settings.seconds());
        let error = (now.momentum - last.momentum - gained).length();
        let size = now.momentum.length() + now.mass;
        last = now;
        if world.has_contacts() {
            return Some("something touches in free flight".to_owned());
        }
        is_above(error, 1e-9 * size).then(|| format!("momentum appears: {error:e} N s"))
    })
}

pub(crate) fn friction(sample: &StagedWorld) -> Result<Verdict, String> {
    let start = sample.play()?;
    let mut fastest = horizontal(start.world());
    watch(sample, |_, world| {
        let now = horizontal(world);
        let grown = fastest
            .iter()
            .zip(&now)
            .position(|(was, now)| is_above(*now, was + FRICTION_SPEED));
        let found = grown.map(|at| format!("faster along the floor: {} m/s", now[at]));
        for (fastest, now) in fastest.iter_mut().zip(now) {
            *fastest = fastest.min(now);
        }
        found
    })
}

/// The speeds of all bodies along the floor.
fn horizontal(world: &World) -> Vec<f64> {
    let velocity = |node: NodeId| world.velocity(node).unwrap_or_default();
    let speeds = bodies(world).into_iter().map(|node| {
        let [x, y, ..] = velocity(node);
        x.hypot(y)
    });
    speeds.collect()
}

/// The Solids with a body of their own, in the order of the tree.
pub(crate) fn bodies(world: &World) -> Vec<NodeId> {
    let scene = world.scene();
    let nodes = scene.descendants(scene.root()).into_iter();
    nodes
        .filter(|node| world.is_solid(*node) && world.has_body(*node))
        .collect()
}

/// Where all bodies are.
pub(crate) fn places(world: &World) -> Vec<[f64; 3]> {
    let place = |node: NodeId| world.position(node).unwrap_or([f64::NAN; 3]);
    bodies(world).into_iter().map(place).collect()
}

pub(crate) fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    let squares = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    squares.sum::<f64>().sqrt()
}

pub(crate) fn rest(sample: &StagedWorld) -> Result<Verdict, String> {
    let start = sample.play()?;
    let before = places(start.world());
    let mut falls = false;
    watch(sample, |step, world| {
        let moved = before.iter().zip(places(world));
        let farthest = moved
            .map(|(was, now)| distance(*was, now))
            .fold(0.0, greater);
        let fastest = world.mechanics().fastest;
        let settings = world.settings();
        let fall = settings.gravity.length() * settings.seconds();
        falls |= step == 1 && fastest > 0.9 * fall;
        if !falls && is_above(farthest, REST_DISTANCE) {
            return Some(format!("a body at rest has moved by {farthest:.4} m"));
        }
        let is_late = world.clock() > REST_TIME;
        (is_late && is_above(fastest, REST_SPEED + fall))
            .then(|| format!("it still moves at {fastest:.4} m/s"))
    })
}

pub(crate) fn ground(sample: &StagedWorld) -> Result<Verdict, String> {
    let start = sample.play()?;
    let before = places(start.world());
    let size = extent(&before);
    watch(sample, |_, world| {
        let most =
            |places: &[[f64; 3]]| places.iter().map(|place| place[2]).fold(f64::MIN, greater);
        let (limit, now) = (most(&before) + RISE * size, most(&places(world)));
        is_above(now, limit)
            .then(|| format!("{now:.4} m above the floor where {limit:.4} m is much"))
    })
}

/// How far apart the bodies are at most.
fn extent(places: &[[f64; 3]]) -> f64 {
    let pairs = places
        .iter()
        .flat_map(|one| places.iter().map(move |other| (*one, *other)));
    pairs
        .map(|(one, other)| distance(one, other))
        .fold(0.0, greater)
}

/// The places of all bodies at the end, and the longest way of one.
pub(crate) fn end_of(replay: &mut GoldenReplay) -> (Vec<[f64; 3]>, f64) {
    let mut before = places(replay.world());
    let mut ways = vec![0.0; before.len()];
    for _ in 0..2 * MOST_STEPS {
        if !replay.step() {
            break;
        }
        let now = places(replay.world());
        for (way, (was, now)) in ways.iter_mut().zip(before.iter().zip(&now)) {
            *way += distance(*was, *now);
        }
        before = now;
    }
    (before, ways.into_iter().fold(0.0, greater))
}

/// Half the time step comes near.
pub(crate) fn half_step(sample: &StagedWorld) -> Result<Verdict, String> {
    let (mut scene, _) = sample.open()?;
    let top = scene.top_level();
    let info = scene.nodes_in(top).first().copied();
    let field = info.and_then(|info| scene.field(info, "basicTimeStep"));
    let (Some(info), Some(field)) = (info, field) else {
        return Err("there is no WorldInfo".to_owned());
    };
    let whole = number(&scene, info, "basicTimeStep");
    let set = scene.set(field, Value::Float(whole / 2.0));
    set.map_err(|error| error.to_string())?;
    let halved = sample.with_scene(&scene);
    let mut replay = sample.play()?;
    let seconds = |replay: &GoldenReplay| replay.world().time();
    let (one, way) = end_of(&mut replay);
    let lasted = seconds(&replay);
    let mut replay = halved.play()?;
    let (other, _) = end_of(&mut replay);
    // the integration errs by half a step of the velocity that gravity gives
    let gravity = replay.world().settings().gravity.length();
    let allowed = 0.25 * way + gravity * lasted * whole / 1000.0 + 0.02;
    let apart = one.iter().zip(&other);
    let apart = apart
        .map(|(one, other)| distance(*one, *other))
        .fold(0.0, greater);
    let is_near = apart <= allowed && one.len() == other.len();
    Ok(Verdict::of((!is_near).then(|| {
        format!("half the step ends {apart:.4} m away where {allowed:.4} m is much")
    })))
}
