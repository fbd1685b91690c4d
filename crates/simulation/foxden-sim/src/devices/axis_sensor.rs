//! What sensors of three axes have in common: a lookup table for all, and axes
//! that can be switched off.

use crate::controller::Reading;
use crate::devices::lookup::{LookupTable, rounded};
use crate::math::Vector;
use crate::model::SolidIndex;
use crate::model::compile::read;
use crate::state::random::Random;
use crate::world::World;
use foxden_scene::{NodeId, Scene};

/// The fields of a sensor of three axes.
#[derive(Clone, Debug)]
pub(crate) struct AxisSensor {
    table: LookupTable,
    axes: [bool; 3],
    resolution: f64,
}

impl AxisSensor {
    pub(crate) fn read(scene: &Scene, node: NodeId) -> Self {
        Self {
            table: LookupTable::new(&read::vectors(scene, node, "lookupTable")),
            axes: axes(scene, node),
            resolution: read::number(scene, node, "resolution"),
        }
    }

    /// What the sensor returns for what it measures.
    pub(crate) fn reading(&self, measured: Vector, random: &mut Random) -> Reading {
        let mut values = [f64::NAN; 3];
        for (axis, value) in values.iter_mut().enumerate() {
            if self.axes[axis] {
                let read = self.table.read(measured[axis], random);
                *value = rounded(read, self.resolution);
            }
        }
        Reading::Vector(values)
    }
}

/// Which of the three axes are on.
pub(crate) fn axes(scene: &Scene, node: NodeId) -> [bool; 3] {
    ["xAxis", "yAxis", "zAxis"].map(|name| read::flag(scene, node, name))
}

impl World {
    /// How a point moves with the body of the solid right above a sensor, even where the
    /// sensor has a body of its own.
    pub(crate) fn velocity_with_holder(&self, solid: SolidIndex, point: Vector) -> Option<Vector> {
        let above = self.model.solids[solid].parent?;
        let bodies = &self.state.bodies;
        let body = bodies.dynamics.body(bodies.of_solid[above]?)?;
        let arm = point - body.centre();
        Some(body.linear_velocity() + body.angular_velocity().cross(arm))
    }

    /// How the body of a sensor turns: its own body, or that of the solid right above.
    pub(crate) fn turning(&self, solid: SolidIndex) -> Option<Vector> {
        let bodies = &self.state.bodies;
        let above = self.model.solids[solid].parent;
        let id = bodies
            .own_body(&self.model, solid)
            .or_else(|| bodies.of_solid[above?])?;
        Some(bodies.dynamics.body(id)?.angular_velocity())
    }
}
