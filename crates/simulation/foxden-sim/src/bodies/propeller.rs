//! Propellers: thrust and torque on the body of the solid that holds them.

use crate::devices::table::MotorIndex;
use crate::math::{AxisAngle, Vector};
use crate::model::compile::read;
use crate::model::{Model, PoseIndex, PropellerIndex, SolidIndex};
use crate::state::State;
use crate::world::World;
use foxden_scene::{NodeId, Scene, Value};

/// A Propeller with a motor.
#[derive(Clone, Debug, PartialEq)]
pub struct Propeller {
    pub(crate) node: NodeId,
    pub(crate) solid: SolidIndex,
    pub(crate) place: PoseIndex,
    pub(crate) motor: MotorIndex,
    /// Of length 1, in the frame of the solid.
    axis: Vector,
    centre: Vector,
    thrust: [f64; 2],
    torque: [f64; 2],
    /// What is shown up to the threshold, and above it.
    helices: [Option<NodeId>; 2],
    threshold: f64,
}

impl Propeller {
    pub(crate) fn read(
        scene: &Scene,
        node: NodeId,
        solid: SolidIndex,
        place: PoseIndex,
        motor: MotorIndex,
    ) -> Self {
        let pair = |name: &str| match scene.value_of(node, name).as_deref() {
            Some(Value::Vec2(value)) => *value,
            _ => [0.0; 2],
        };
        Self {
            node,
            solid,
            place,
            motor,
            axis: read::vector(scene, node, "shaftAxis").normalized(),
            centre: read::vector(scene, node, "centerOfThrust"),
            thrust: pair("thrustConstants"),
            torque: pair("torqueConstants"),
            helices: ["slowHelix", "fastHelix"].map(|name| read::child(scene, node, name)),
            threshold: read::number(scene, node, "fastHelixThreshold"),
        }
    }
}

impl World {
    /// A propeller turns as its motor does without physics, and pushes its body.
    pub(crate) fn propel(&mut self, propeller: PropellerIndex) {
        let model = &*self.model;
        let row = &model.propellers[propeller];
        let seconds = model.settings.seconds();
        let state = &mut self.state.devices.motors[row.motor];
        state.feedback = 0.0;
        state.turned = state.kinematic.kinematic_step(state.turned, seconds);
        let speed = state.kinematic.current_velocity();
        if speed == 0.0 {
            return;
        }
        let Some(id) = self.state.bodies.of_solid[row.solid] else {
            return;
        };
        let Some(body) = self.state.bodies.dynamics.body(id) else {
            return;
        };
        let pose = self.state.pose_now(model, row.place);
        let axis = pose.rotation * row.axis;
        let centre = pose.apply(row.centre);
        let arm = centre - body.centre();
        // the genuine simulator takes the axis as it was written, however the body is turned
        let along = row
            .axis
            .dot(body.linear_velocity() + body.angular_velocity().cross(arm));
        let strength =
            |[own, passing]: [f64; 2]| own * speed * speed.abs() - passing * speed.abs() * along;
        let most = self.state.devices.motors[row.motor]
            .kinematic
            .spec
            .max_force;
        let thrust = strength(row.thrust);
        let torque = strength(row.torque).clamp(-most, most);
        self.state.devices.motors[row.motor].feedback = thrust.abs() + torque.abs();
        let dynamics = &mut self.state.bodies.dynamics;
        dynamics.add_force_at(id, axis * thrust, centre);
        dynamics.add_torque(id, axis * -torque);
        turn_helix(model, &mut self.state, row, speed);
    }
}

/// The helix for a speed turns with the motor.
fn turn_helix(model: &Model, state: &mut State, row: &Propeller, speed: f64) {
    let shown = row.helices[usize::from(speed.abs() > row.threshold)];
    let Some(place) = shown.and_then(|helix| model.place_of(helix)) else {
        return;
    };
    let start = &model.pose_nodes[place];
    let turn = AxisAngle {
        axis: row.axis,
        angle: state.devices.motors[row.motor].turned,
    }
    .quaternion();
    let whole = (turn * start.rotation.quaternion()).normalized_if_needed();
    let mut rotation = whole.axis_angle_by_cosine();
    if rotation.angle == 0.0 {
        rotation.axis = row.axis;
    }
    let translation = turn.rotate(start.translation - row.centre) + row.centre;
    state.put(place, translation, rotation);
}
