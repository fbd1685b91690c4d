//! Joints: their axes, and where their end points are for a position.

use crate::devices::table::MotorIndex;
use crate::math::{AxisAngle, Quaternion, Vector};
use crate::model::compile::read;
use crate::model::{PoseIndex, SolidIndex};
use crate::spatial::transforms::LocalPose;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use std::f64::consts::TAU;

/// The fields with the parameters of the axes of a joint.
pub(crate) const PARAMETERS: [&str; 3] =
    ["jointParameters", "jointParameters2", "jointParameters3"];

/// The fields with the devices of the axes of a joint.
pub(crate) const DEVICES: [&str; 3] = ["device", "device2", "device3"];

/// What a joint lets its end point do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Turn about an axis.
    Hinge,
    /// Turn about two axes.
    Hinge2,
    /// Turn in every way.
    Ball,
    /// Move along an axis.
    Slider,
}

/// One axis of a joint, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct JointAxis {
    /// The node with the parameters, if there is one.
    pub(crate) parameters: Option<NodeId>,
    pub(crate) direction: Vector,
    /// The position in the file.
    pub(crate) position: f64,
    pub(crate) min_stop: f64,
    pub(crate) max_stop: f64,
    pub(crate) spring: f64,
    pub(crate) damping: f64,
    pub(crate) static_friction: f64,
    pub(crate) stop_erp: f64,
    pub(crate) stop_cfm: f64,
    pub(crate) motor: Option<MotorIndex>,
}

impl JointAxis {
    /// A position that is asked for, brought to within the stops. Two stops of 0 are none; a
    /// lower stop above the upper one comes first.
    pub(crate) fn within_stops(&self, position: f64) -> f64 {
        if self.min_stop == 0.0 && self.max_stop == 0.0 {
            position
        } else if position < self.min_stop {
            self.min_stop
        } else if position > self.max_stop {
            self.max_stop
        } else {
            position
        }
    }
}

/// A joint that has an end point.
#[derive(Clone, Debug)]
pub struct Joint {
    pub(crate) node: NodeId,
    pub(crate) kind: JointKind,
    /// The solid that holds the joint.
    pub(crate) parent: Option<SolidIndex>,
    pub(crate) end: SolidIndex,
    pub(crate) end_place: PoseIndex,
    /// In the frame of the end point's parent.
    pub(crate) anchor: Vector,
    /// One, two or three.
    pub(crate) axes: Vec<JointAxis>,
    /// The pose of the end point at position 0, by the file.
    pub(crate) zero: LocalPose,
    /// Spring, damper and axis of a suspension.
    pub(crate) suspension: (f64, f64, Vector),
    /// Whether the end point is a body of its own.
    pub(crate) is_dynamic: bool,
    /// Whether there is a body at or below the end point.
    pub(crate) carries_bodies: bool,
}

impl JointKind {
    pub(crate) fn of(node_type: NodeType) -> Option<Self> {
        Some(match node_type {
            NodeType::HingeJoint => Self::Hinge,
            NodeType::Hinge2Joint => Self::Hinge2,
            NodeType::BallJoint => Self::Ball,
            NodeType::SliderJoint => Self::Slider,
            _ => return None,
        })
    }
}

impl JointAxis {
    pub(crate) fn read(scene: &Scene, joint: NodeId, field: &str, default: Vector) -> Self {
        let parameters = read::child(scene, joint, field);
        let number = |name: &str, otherwise: f64| {
            parameters
                .filter(|node| scene.base_field(*node, name).is_some())
                .map_or(otherwise, |node| read::number(scene, node, name))
        };
        let direction = parameters
            .filter(|node| scene.base_field(*node, "axis").is_some())
            .map_or(default, |node| read::vector(scene, node, "axis"));
        Self {
            parameters,
            direction: if direction == Vector::ZERO {
                default
            } else {
                direction.normalized()
            },
            position: number("position", 0.0),
            min_stop: number("minStop", 0.0),
            max_stop: number("maxStop", 0.0),
            spring: number("springConstant", 0.0),
            damping: number("dampingConstant", 0.0),
            static_friction: number("staticFriction", 0.0),
            stop_erp: number("stopERP", -1.0),
            stop_cfm: number("stopCFM", -1.0),
            motor: None,
        }
    }
}

impl Joint {
    pub(crate) fn read(
        scene: &Scene,
        node: NodeId,
        kind: JointKind,
        parent: Option<SolidIndex>,
        end: SolidIndex,
        end_place: PoseIndex,
        pose: LocalPose,
    ) -> Self {
        let first = |default| JointAxis::read(scene, node, PARAMETERS[0], default);
        let second = |default| JointAxis::read(scene, node, PARAMETERS[1], default);
        let third = |default| JointAxis::read(scene, node, PARAMETERS[2], default);
        let axes = match kind {
            JointKind::Slider => vec![first(Vector::Z)],
            JointKind::Hinge => vec![first(Vector::X)],
            JointKind::Hinge2 => vec![first(Vector::X), second(Vector::Z)],
            JointKind::Ball => vec![first(Vector::X), second(Vector::Y), third(Vector::Z)],
        };
        let parameters = axes[0].parameters;
        let anchor = parameters.map_or(Vector::ZERO, |node| read::vector(scene, node, "anchor"));
        let suspension = parameters
            .filter(|node| scene.base_field(*node, "suspensionAxis").is_some())
            .map_or((0.0, 0.0, Vector::X), |node| {
                (
                    read::number(scene, node, "suspensionSpringConstant"),
                    read::number(scene, node, "suspensionDampingConstant"),
                    read::vector(scene, node, "suspensionAxis").normalized(),
                )
            });
        let mut joint = Self {
            node,
            kind,
            parent,
            end,
            end_place,
            anchor,
            axes,
            zero: pose,
            suspension,
            is_dynamic: false,
            carries_bodies: false,
        };
        joint.zero = joint.zero_of(&joint.initial_positions(), &pose);
        joint
    }

    /// Whether positions move the end point as in another joint.
    pub(crate) fn turns_like(&self, other: &Self) -> bool {
        let axes = |joint: &Self| -> Vec<Vector> {
            joint.axes.iter().map(|axis| axis.direction).collect()
        };
        self.anchor == other.anchor && axes(self) == axes(other)
    }

    /// The positions in the file; axes that the joint does not have are 0.
    pub(crate) fn initial_positions(&self) -> [f64; 3] {
        std::array::from_fn(|at| self.axes.get(at).map_or(0.0, |axis| axis.position))
    }

    fn turn(&self, positions: &[f64; 3]) -> Quaternion {
        if self.kind == JointKind::Slider {
            return Quaternion::IDENTITY;
        }
        self.turning_axes()
            .into_iter()
            .zip(positions)
            .take(self.axes.len())
            .map(|(axis, angle)| {
                AxisAngle {
                    axis,
                    angle: *angle,
                }
                .quaternion()
            })
            .fold(Quaternion::IDENTITY, |product, turn| product * turn)
    }

    /// The axes about which the positions turn. A ball takes its first axis
    /// from the second parameters and its last from the third.
    fn turning_axes(&self) -> [Vector; 3] {
        let axis = |at: usize| {
            self.axes
                .get(at)
                .map_or(Vector::ZERO, |axis| axis.direction)
        };
        match self.kind {
            JointKind::Ball => [axis(1), axis(2).cross(axis(1)).normalized(), axis(2)],
            _ => [axis(0), axis(1), axis(2)],
        }
    }

    fn shift(&self, positions: &[f64; 3]) -> Vector {
        match self.kind {
            JointKind::Slider => self.axes[0].direction * positions[0],
            _ => Vector::ZERO,
        }
    }

    /// The pose of the end point for positions, where it is `zero` at position 0.
    pub(crate) fn pose(&self, zero: &LocalPose, positions: &[f64; 3]) -> LocalPose {
        if self.kind == JointKind::Slider {
            return LocalPose {
                translation: zero.translation + self.shift(positions),
                ..*zero
            };
        }
        self.turned(self.turn(positions), zero)
    }

    /// Where the end point is at position 0 if positions put it at a pose.
    pub(crate) fn zero_of(&self, positions: &[f64; 3], pose: &LocalPose) -> LocalPose {
        if self.kind == JointKind::Slider {
            return LocalPose {
                translation: pose.translation - self.shift(positions),
                ..*pose
            };
        }
        let count = self.axes.len();
        if positions[..count].iter().all(|angle| is_whole_turn(*angle)) {
            // a rotation by nothing keeps the axis that it was written with
            return *pose;
        }
        self.turned(self.turn(positions).conjugate(), pose)
    }

    /// A pose turned about the anchor.
    fn turned(&self, turn: Quaternion, pose: &LocalPose) -> LocalPose {
        let whole = (turn * pose.rotation.quaternion()).normalized_if_needed();
        let mut rotation = whole.axis_angle_by_cosine();
        if rotation.angle == 0.0 && self.kind == JointKind::Hinge {
            rotation.axis = self.axes[0].direction;
        }
        LocalPose {
            translation: turn.rotate(pose.translation - self.anchor) + self.anchor,
            rotation,
        }
    }
}

/// Whether an angle is a number of whole turns, as near as the genuine simulator looks.
fn is_whole_turn(angle: f64) -> bool {
    (angle / TAU).fract().abs() < 1e-10
}
