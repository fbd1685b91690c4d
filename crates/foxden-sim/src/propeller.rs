//! Propellers: thrust and torque on the body of the solid that holds them.

use crate::compile::read;
use crate::dynamics::Effort;
use crate::math::Vector;
use crate::model::{MotorIndex, PlaceIndex, PropellerIndex, SolidIndex};
use crate::world::World;
use foxden_scene::{NodeId, Scene, Value};

/// A Propeller with a motor.
#[derive(Clone, Debug, PartialEq)]
pub struct Propeller {
    pub(crate) node: NodeId,
    pub(crate) solid: SolidIndex,
    pub(crate) place: PlaceIndex,
    pub(crate) motor: MotorIndex,
    /// Of length 1, in the frame of the solid.
    axis: Vector,
    centre: Vector,
    thrust: [f64; 2],
    torque: [f64; 2],
}

impl Propeller {
    pub(crate) fn read(
        scene: &Scene,
        node: NodeId,
        solid: SolidIndex,
        place: PlaceIndex,
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
        }
    }
}

impl World {
    /// A propeller turns and pushes its body; without a body it only turns.
    pub(crate) fn propel(&mut self, propeller: PropellerIndex) {
        let model = self.model.clone();
        let row = &model.propellers[propeller.at()];
        let seconds = model.settings.seconds();
        let state = &mut self.state.motors[row.motor.at()];
        let speed = match state.kinematic.effort(state.turned, seconds, 0.0) {
            Effort::Speed { speed, .. } => speed,
            Effort::Force(_) => return,
        };
        state.turned += speed * seconds;
        let Some(id) = self.state.bodies.of_solid[row.solid.at()] else {
            return;
        };
        let Some(body) = self.state.bodies.dynamics.body(id) else {
            return;
        };
        let pose = self.state.pose_now(&model, row.place);
        let axis = pose.rotation * row.axis;
        let centre = pose.apply(row.centre);
        let arm = centre - body.centre();
        let along = axis.dot(body.linear_velocity() + body.angular_velocity().cross(arm));
        let strength =
            |[own, passing]: [f64; 2]| own * speed.abs() * speed - passing * speed.abs() * along;
        let (thrust, torque) = (strength(row.thrust), strength(row.torque));
        self.state.motors[row.motor.at()].feedback = thrust.abs() + torque.abs();
        if thrust == 0.0 && torque == 0.0 {
            return;
        }
        let dynamics = &mut self.state.bodies.dynamics;
        dynamics.add_force_at(id, axis * thrust, centre);
        dynamics.add_torque(id, axis * -torque);
    }
}
