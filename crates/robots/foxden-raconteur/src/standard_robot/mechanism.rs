//! The axes of a robot in the world: which of them are arms, wheels and fingers.

use super::axis::{Axis, AxisKind};
use super::kinematics::{FoundAxis, Kinematics};
use crate::names;
use foxden_catalogue::NodeType;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::controller::{Command, Tag};
use foxden_sim::math::{Pose, Quaternion, Vector};
use foxden_sim::viewer_data::JointStatus;
use foxden_sim::{RobotIndex, motor_group};
use std::collections::{BTreeMap, HashSet};

/// A motor that no field limits reaches its greatest speed in this time, in seconds.
const USUAL_RAMP: f64 = 1.0;

/// The least speed and acceleration that clients get.
const LEAST: f64 = 1e-6;

/// One axis after the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    /// Numbers of its axes.
    pub(super) joints: Vec<usize>,
    pub(super) kinematics: Kinematics,
    /// Names of the base and of the solid behind each axis.
    pub(super) links: Vec<String>,
}

/// What a robot can move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mechanism {
    pub(super) axes: Vec<Axis>,
    pub(super) chains: Vec<Chain>,
}

/// Axes that open and close a gripper.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fingers {
    /// The solid that holds them.
    pub(crate) holder: NodeId,
    pub(crate) fingers: Vec<Finger>,
}

/// An axis of a gripper.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finger {
    pub(crate) tag: Tag,
    pub(crate) open: f64,
    pub(crate) closed: f64,
    pub(crate) velocity: f64,
    pub(crate) multiplier: f64,
}

impl Finger {
    /// What takes it to a position.
    pub(crate) fn commands(&self, position: f64) -> [Command; 2] {
        // motors multiply their command
        let scale = if self.multiplier == 0.0 {
            1.0
        } else {
            self.multiplier
        };
        [
            Command::MotorPosition(self.tag, position / scale),
            Command::MotorVelocity(self.tag, self.velocity / scale.abs()),
        ]
    }
}

/// A motor with the joint that it drives.
#[derive(Clone, Debug)]
struct Found {
    axis: Axis,
    status: JointStatus,
    /// The solid behind the joint.
    end: NodeId,
    /// Whether it does what another motor does.
    is_follower: bool,
    /// Whether the joint has one axis.
    is_single: bool,
    /// Whether positions are limited.
    is_limited: bool,
    /// The joint with a motor before it.
    before: Option<usize>,
    /// How many joints with motors are directly behind it.
    behind: usize,
}

/// The parts of a robot that move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MovingParts {
    pub(super) mechanism: Mechanism,
    /// Its grippers.
    pub(crate) grippers: Vec<Fingers>,
}

impl MovingParts {
    /// Looks at a robot.
    pub(crate) fn read(world: &RunningWorld, robot: RobotIndex) -> Self {
        let found = motors(world, robot);
        let chains = chains(&found);
        let (grippers, in_grippers) = grippers(world, robot, &found, &chains);
        let in_chains: HashSet<usize> = chains.iter().flatten().copied().collect();
        let others = (0..found.len()).filter(|at| {
            !in_chains.contains(at) && !in_grippers.contains(at) && !found[*at].is_follower
        });
        let order: Vec<usize> = chains.iter().flatten().copied().chain(others).collect();
        let mut axes: Vec<Axis> = order.iter().map(|at| found[*at].axis.clone()).collect();
        for (axis, at) in axes.iter_mut().zip(&order) {
            if found[*at].is_wheel() && !in_chains.contains(at) {
                axis.kind = AxisKind::Wheel;
            }
        }
        let mut first = 0;
        let chains = chains.iter().filter_map(|chain| {
            let joints = first..first + chain.len();
            first = joints.end;
            let members: Vec<&Found> = chain.iter().map(|at| &found[*at]).collect();
            describe_chain(world, robot, &members, joints.collect())
        });
        let chains = chains.collect();
        Self {
            mechanism: Mechanism { axes, chains },
            grippers,
        }
    }

    /// Whether there is something for a robot of the standard type.
    pub(crate) fn has_axes(&self) -> bool {
        !self.mechanism.axes.is_empty()
    }
}

impl Mechanism {
    /// `RobotTypeCode`.
    pub(super) fn robot_type(&self) -> i32 {
        let wheels = self.axes.iter().filter(|axis| axis.kind == AxisKind::Wheel);
        match (self.chains.len(), wheels.count(), self.axes.len()) {
            (1, 0, _) => 1,
            (2, 0, _) => 2,
            (0, 2, 2) => 3,
            _ => 7,
        }
    }
}

impl Found {
    /// Whether it is a hinge that turns forever with nothing behind it.
    fn is_wheel(&self) -> bool {
        self.axis.kind == AxisKind::Revolute
            && !self.is_limited
            && self.before.is_none()
            && self.behind == 0
    }
}

/// The pose of a node in the world.
pub(crate) fn pose_of(world: &RunningWorld, node: NodeId) -> Option<Pose> {
    let seen = world.viewed_node_pose(node)?;
    let [w, x, y, z] = seen.rotation;
    let turn = Quaternion {
        w,
        v: Vector::new(x, y, z),
    };
    Some(Pose {
        rotation: turn.matrix(),
        translation: seen.position.into(),
    })
}

/// The motors of a robot that drive joints.
fn motors(world: &RunningWorld, robot: RobotIndex) -> Vec<Found> {
    let mut groups = HashSet::new();
    let mut found: Vec<Found> = Vec::new();
    for (name, (tag, kind, _)) in names::devices(world, robot) {
        if !matches!(kind, NodeType::RotationalMotor | NodeType::LinearMotor) {
            continue;
        }
        let Some((status, end)) = world.driven_joint(robot, tag) else {
            continue;
        };
        if let Some(mut one) = describe_motor(world, robot, &name, tag, status, end) {
            let group = motor_group(&name);
            one.is_follower = group.is_some_and(|group| !groups.insert(group.to_owned()));
            found.push(one);
        }
    }
    let scene = world.scene();
    let at_joint: BTreeMap<NodeId, usize> = found
        .iter()
        .enumerate()
        .map(|(at, one)| (one.status.node, at))
        .collect();
    for at in 0..found.len() {
        let mut above = scene.ancestors(found[at].status.node);
        let before = above.find_map(|node| at_joint.get(&node).copied());
        found[at].before = before;
        if let Some(before) = before {
            found[before].behind += 1;
        }
    }
    found
}

fn describe_motor(
    world: &RunningWorld,
    robot: RobotIndex,
    name: &str,
    tag: Tag,
    status: JointStatus,
    end: NodeId,
) -> Option<Found> {
    let motor = world.motor_status(robot, tag)?;
    let spec = world.motor(robot, tag)?.spec;
    let limits = match (motor.min_position < motor.max_position, status.stops) {
        (true, Some([low, high])) => {
            Some([motor.min_position.max(low), motor.max_position.min(high)])
        }
        (true, None) => Some([motor.min_position, motor.max_position]),
        (false, stops) => stops,
    };
    let [lower, upper] = limits.unwrap_or([-Axis::FAR, Axis::FAR]);
    let velocity = motor.max_velocity.max(LEAST);
    let acceleration = spec.acceleration.unwrap_or(velocity / USUAL_RAMP);
    let joint = world.scene().get(status.node)?.base_type();
    Some(Found {
        axis: Axis {
            name: name.to_owned(),
            tag,
            kind: match status.kind {
                "slider" => AxisKind::Prismatic,
                _ => AxisKind::Revolute,
            },
            lower,
            upper: upper.max(lower),
            velocity,
            acceleration: acceleration.max(LEAST),
            effort: motor.max_force,
            multiplier: spec.multiplier,
        },
        status,
        end,
        is_follower: false,
        is_single: matches!(joint, NodeType::HingeJoint | NodeType::SliderJoint),
        is_limited: limits.is_some(),
        before: None,
        behind: 0,
    })
}

/// Joints one after the other, from the base on: each has one joint behind it, except the last.
fn chains(found: &[Found]) -> Vec<Vec<usize>> {
    let mut chains = Vec::new();
    for (root, one) in found.iter().enumerate() {
        if one.before.is_some() {
            continue;
        }
        let mut chain = vec![root];
        while let Some(last) = chain.last().copied() {
            let next = found
                .iter()
                .position(|next| next.before == Some(last))
                .filter(|_| found[last].behind == 1);
            match next {
                Some(next) => chain.push(next),
                None => break,
            }
        }
        // one limited axis alone is an arm only if it is all there is
        let is_arm = chain.len() > 1 || found.len() == 1 && !one.is_wheel();
        if is_arm && chain.iter().all(|at| found[*at].is_single) {
            chains.push(chain);
        }
    }
    chains
}

fn describe_chain(
    world: &RunningWorld,
    robot: RobotIndex,
    members: &[&Found],
    joints: Vec<usize>,
) -> Option<Chain> {
    let base_node = world.robot(robot)?.node();
    let base = pose_of(world, base_node)?;
    let last = members.last()?;
    let flange = pose_of(world, last.end)?;
    let found: Vec<FoundAxis> = members
        .iter()
        .map(|one| FoundAxis {
            kind: one.axis.kind,
            anchor: one.status.anchor.into(),
            direction: one.status.axis.into(),
            position: one.status.position,
        })
        .collect();
    let ends = members.iter().map(|one| one.end);
    let links = std::iter::once(base_node).chain(ends);
    Some(Chain {
        joints,
        kinematics: Kinematics::new(&base, &found, &flange),
        links: links.map(|node| link_name(world, node)).collect(),
    })
}

/// The name of a solid.
fn link_name(world: &RunningWorld, node: NodeId) -> String {
    let scene = world.scene();
    let name = scene.value_of(node, "name");
    match name.as_deref().and_then(|name| name.as_str()) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => scene.path(node),
    }
}

/// Groups of two or more limited joints side by side: behind an arm, or, if they slide, at the
/// base. The numbers of all their joints come second.
fn grippers(
    world: &RunningWorld,
    robot: RobotIndex,
    found: &[Found],
    chains: &[Vec<usize>],
) -> (Vec<Fingers>, HashSet<usize>) {
    let mut groups: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (at, one) in found.iter().enumerate() {
        if one.behind == 0 && one.is_limited && one.is_single {
            groups.entry(one.before).or_default().push(at);
        }
    }
    let ends: HashSet<usize> = chains
        .iter()
        .filter_map(|chain| chain.last().copied())
        .collect();
    let mut all = HashSet::new();
    let mut grippers = Vec::new();
    for (before, members) in groups {
        // fingers that turn are distinguished from other axes by the arm that carries them
        let is_prismatic = |at: &usize| found[*at].axis.kind == AxisKind::Prismatic;
        let is_on_arm = before.is_some_and(|before| ends.contains(&before));
        let is_gripper = is_on_arm || members.iter().all(is_prismatic);
        if !is_gripper || members.len() < 2 {
            continue;
        }
        let holder = match before {
            Some(before) => Some(found[before].end),
            None => world.robot(robot).map(|robot| robot.node()),
        };
        let Some(holder) = holder else { continue };
        let places: Vec<Vector> = members
            .iter()
            .map(|at| finger_place(world, &found[*at]))
            .collect();
        let count = places.len() as f64;
        let middle = places.iter().fold(Vector::ZERO, |sum, one| sum + *one) * (1.0 / count);
        let fingers = members
            .iter()
            .zip(&places)
            .filter(|(at, _)| !found[**at].is_follower)
            .map(|(at, place)| finger(&found[*at], *place, middle))
            .collect();
        all.extend(members.iter().copied());
        grippers.push(Fingers { holder, fingers });
    }
    (grippers, all)
}

/// Where a finger is: its centre of mass, or its frame.
fn finger_place(world: &RunningWorld, one: &Found) -> Vector {
    let masses = world.mass_statuses();
    let mass = masses.iter().find(|mass| mass.node == one.end);
    let frame = pose_of(world, one.end).map(|pose| pose.translation);
    match mass {
        Some(mass) => mass.centre.into(),
        None => frame.unwrap_or(one.status.anchor.into()),
    }
}

/// A finger closes in the direction that brings it to the middle of all.
fn finger(one: &Found, place: Vector, middle: Vector) -> Finger {
    let direction: Vector = one.status.axis.into();
    let motion = match one.axis.kind {
        AxisKind::Prismatic => direction,
        _ => direction.cross(place - one.status.anchor.into()),
    };
    let closes_upwards = motion.dot(middle - place) >= 0.0;
    let (closed, open) = match closes_upwards {
        true => (one.axis.upper, one.axis.lower),
        false => (one.axis.lower, one.axis.upper),
    };
    Finger {
        tag: one.axis.tag,
        open,
        closed,
        velocity: one.axis.velocity,
        multiplier: one.axis.multiplier,
    }
}
