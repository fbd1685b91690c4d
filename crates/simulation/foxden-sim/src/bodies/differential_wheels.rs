//! Robots without physics that roll on two wheels.

use crate::bodies::gives_way;
use crate::bodies::joints::{Joint, JointKind};
use crate::devices::table::MotorIndex;
use crate::math::{AxisAngle, Vector, sin_cos};
use crate::model::compile::read;
use crate::model::{Model, RobotIndex, RowIndex};
use crate::spatial::transforms::LocalPose;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// How far measures of the two wheels may differ.
const ALIKE: f64 = 1e-5;

/// The two wheels of a robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferentialWheels {
    left: MotorIndex,
    right: MotorIndex,
    radius: f64,
    /// From one wheel to the other.
    axle: f64,
}

/// A joint with a motor and a round end point.
struct DrivenWheel {
    motor: MotorIndex,
    radius: f64,
    axis: Vector,
    place: Vector,
}

/// The wheels of a robot without physics, if it has two that are alike.
pub(crate) fn find(scene: &Scene, model: &Model, robot: NodeId) -> Option<DifferentialWheels> {
    let own = model.solid_of(robot)?;
    if model.solids[own].physics.is_some() {
        return None;
    }
    let mut wheels = Vec::new();
    for joint in &model.joints {
        if joint.parent == Some(own)
            && let Some(wheel) = wheel(scene, model, joint)
        {
            wheels.push(wheel);
        }
    }
    let [one, two] = <[DrivenWheel; 2]>::try_from(wheels).ok()?;
    let is_alike = |a: f64, b: f64| (a - b).abs() < ALIKE;
    let (far, near) = (one.place.dot(one.axis), two.place.dot(two.axis));
    let fits = is_alike(one.radius, two.radius)
        && is_alike(far.abs(), near.abs())
        && is_alike(one.axis.dot(two.axis).abs(), 1.0);
    let (left, right) = if one.place.y > two.place.y {
        (one.motor, two.motor)
    } else {
        (two.motor, one.motor)
    };
    fits.then_some(DifferentialWheels {
        left,
        right,
        radius: one.radius,
        axle: far.abs() + near.abs(),
    })
}

fn wheel(scene: &Scene, model: &Model, joint: &Joint) -> Option<DrivenWheel> {
    let end = &model.solids[joint.end];
    if joint.kind != JointKind::Hinge || end.physics.is_some() {
        return None;
    }
    let axis = &joint.axes[0];
    let shape = read::child(scene, end.node, "boundingObject")?;
    Some(DrivenWheel {
        motor: axis.motor?,
        radius: cylinder_radius(scene, shape)?,
        axis: axis.direction,
        place: joint.zero.translation,
    })
}

fn cylinder_radius(scene: &Scene, node: NodeId) -> Option<f64> {
    match read::kind(scene, node) {
        NodeType::Cylinder => Some(read::number(scene, node, "radius")),
        NodeType::Shape => cylinder_radius(scene, read::child(scene, node, "geometry")?),
        NodeType::Pose | NodeType::Group => scene
            .nodes_of(node, "children")
            .iter()
            .find_map(|child| cylinder_radius(scene, *child)),
        _ => None,
    }
}

impl World {
    /// Moves a robot as its two wheels turn.
    pub(crate) fn roll(&mut self, robot: RobotIndex) {
        let model = &*self.model;
        let row = &model.robots[robot];
        let Some(drive) = row.wheels else { return };
        let speed = |motor: MotorIndex| self.state.devices.motors[motor].speed;
        let (left, right) = (speed(drive.left), speed(drive.right));
        if left == 0.0 && right == 0.0 {
            return;
        }
        let seconds = model.settings.seconds();
        let half = (right - left) * seconds * drive.radius / (2.0 * drive.axle);
        let before = self.state.local_poses[row.place];
        let angle = before.rotation.angle + half;
        let way = 0.5 * (left + right) * drive.radius * seconds;
        let (sine, cosine) = sin_cos(angle);
        let translation = before.translation + Vector::new(way * cosine, way * sine, 0.0);
        let rotation = AxisAngle {
            axis: if half == 0.0 {
                before.rotation.axis
            } else {
                Vector::Z
            },
            angle: before.rotation.angle + 2.0 * half,
        };
        self.state.put(row.place, translation, rotation);
        if let Some(solid) = model.solid_of(row.node) {
            self.attach_later(solid);
        }
    }

    /// Moves rolling robots out of what they ran into, after bodies have moved:
    /// for each shape that one touches along the floor by the depth there. Two
    /// such robots share the way.
    pub(crate) fn give_way(&mut self) {
        let model = &*self.model;
        if model.robots.iter().all(|robot| robot.wheels.is_none()) {
            return;
        }
        let mut ways = vec![Vector::ZERO; model.robots.len()];
        let bodies = &self.state.bodies;
        for contact in bodies.dynamics.contacts() {
            let rolling = contact.shapes.map(|shape| {
                let collider = &model.colliders[bodies.collider(shape)?];
                collider.robot.filter(|_| gives_way(model, collider))
            });
            let along = Vector::new(contact.point.normal.x, contact.point.normal.y, 0.0);
            let way = along * (along.length() * contact.point.depth);
            match rolling {
                [Some(one), Some(two)] => {
                    ways[one.at()] += way * 0.5;
                    ways[two.at()] += way * -0.5;
                }
                [Some(one), None] => ways[one.at()] += way,
                [None, Some(two)] => ways[two.at()] += -way,
                [None, None] => {}
            }
        }
        for (row, way) in model.robots.iter().zip(ways) {
            if way != Vector::ZERO {
                let LocalPose {
                    translation,
                    rotation,
                } = self.state.local_poses[row.place];
                self.state.put(row.place, translation + way, rotation);
                self.state.is_stirred = true;
            }
        }
    }
}
