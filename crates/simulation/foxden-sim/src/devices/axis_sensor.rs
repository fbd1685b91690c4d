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
    /// How a point of a sensor's body moves, and how the body turns: its own body,
    /// or that of the solid right above.
    pub(crate) fn body_velocity(
        &self,
        solid: SolidIndex,
        point: Vector,
    ) -> Option<(Vector, Vector)> {
        let bodies = &self.state.bodies;
        let above = self.model.solids[solid].parent;
        let id = bodies
            .own_body(&self.model, solid)
            .or_else(|| bodies.of_solid[above?])?;
        let body = bodies.dynamics.body(id)?;
        let (linear, angular) = (body.linear_velocity(), body.angular_velocity());
        let arm = point - body.centre();
        Some((linear + angular.cross(arm), angular))
    }
}
