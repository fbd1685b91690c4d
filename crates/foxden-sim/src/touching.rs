//! Where solids touch each other.

use crate::world::World;
use foxden_scene::NodeId;

/// A point where two solids touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Where, in the world.
    pub point: [f64; 3],
    /// The solid that was asked about, or the one below it that touches.
    pub own: NodeId,
    /// The other solid.
    pub other: NodeId,
}

impl World {
    /// Where a solid touches others; with those below it if wanted.
    pub fn contact_points(&self, node: NodeId, with_descendants: bool) -> Vec<Touch> {
        let bodies = &self.state.bodies;
        let is_meant = |solid: NodeId| {
            solid == node
                || with_descendants && self.scene.ancestors(solid).any(|above| above == node)
        };
        let solid_of = |shape| -> Option<NodeId> {
            let at = bodies.collider(shape)?;
            let solid = self.model.colliders[at].solid;
            Some(self.model.solids[solid.at()].node)
        };
        let mut found = Vec::new();
        for contact in bodies.dynamics.contacts() {
            let [first, second] = contact.shapes.map(solid_of);
            let (Some(first), Some(second)) = (first, second) else {
                continue;
            };
            let (own, other) = match (is_meant(first), is_meant(second)) {
                (true, _) => (first, second),
                (false, true) => (second, first),
                (false, false) => continue,
            };
            found.push(Touch {
                point: contact.point.position.to_array(),
                own,
                other,
            });
        }
        found
    }
}
