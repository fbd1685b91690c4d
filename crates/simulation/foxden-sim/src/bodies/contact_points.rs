//! Where solids touch each other.

use crate::bodies::assembly::top;
use crate::model::RowIndex;
use crate::model::SolidIndex;
use crate::world::World;
use foxden_scene::NodeId;
use serde::{Deserialize, Serialize};

/// A point where two solids touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolidContact {
    /// Where, in the world.
    pub point: [f64; 3],
    /// The solid that was asked about, or the one below it that touches.
    pub own: NodeId,
    /// The other solid.
    pub other: NodeId,
}

impl World {
    /// Where a solid touches others after the last step.
    pub(crate) fn touching_now(&self, node: NodeId, with_descendants: bool) -> Vec<SolidContact> {
        let bodies = &self.state.bodies;
        let Some(asked) = self.model.solid_of(node) else {
            return Vec::new();
        };
        let is_meant = |solid: SolidIndex| {
            if with_descendants {
                top(&self.model, solid.at()) == asked.at()
            } else {
                solid == asked
            }
        };
        let solid_of = |shape| -> Option<SolidIndex> {
            let at = bodies.collider(shape)?;
            Some(self.model.colliders[at].solid)
        };
        let node_of = |solid: SolidIndex| self.model.solids[solid].node;
        let mut found = Vec::new();
        // What only a sensor feels is no contact point.
        let contacts = bodies.dynamics.contacts().iter();
        for contact in contacts.filter(|contact| contact.is_told) {
            let [Some(first), Some(second)] = contact.shapes.map(solid_of) else {
                continue;
            };
            let (own, other) = match (is_meant(first), is_meant(second)) {
                (true, _) => (first, second),
                (false, true) => (second, first),
                (false, false) => continue,
            };
            found.push(SolidContact {
                point: contact.point.position.to_array(),
                own: node_of(own),
                other: node_of(other),
            });
        }
        found
    }
}
