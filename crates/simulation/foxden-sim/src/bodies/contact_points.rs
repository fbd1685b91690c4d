//! Where solids touch each other.

use crate::bodies::assembly::top;
use crate::math::Vector;
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

/// A place where two solids touched before a reset. The genuine program forgets such places only
/// when the next step begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptContact {
    solids: [NodeId; 2],
    point: Vector,
}

impl World {
    /// Where a solid touches others after the last step.
    pub(crate) fn touching_now(&self, node: NodeId, with_descendants: bool) -> Vec<SolidContact> {
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
        let mut found = Vec::new();
        let kept = self.state.kept_contacts.iter().copied();
        for contact in kept.chain(self.contacts_of_solids()) {
            let [Some(first), Some(second)] = contact.solids.map(|node| self.model.solid_of(node))
            else {
                continue;
            };
            let [one, two] = contact.solids;
            let (own, other) = match (is_meant(first), is_meant(second)) {
                (true, _) => (one, two),
                (false, true) => (two, one),
                (false, false) => continue,
            };
            found.push(SolidContact {
                point: contact.point.to_array(),
                own,
                other,
            });
        }
        found
    }

    /// The contacts that supervisors can read. What only a sensor feels is no contact point.
    fn contacts_of_solids(&self) -> impl Iterator<Item = KeptContact> + '_ {
        let bodies = &self.state.bodies;
        let node_of = |shape| -> Option<NodeId> {
            let solid = self.model.colliders[bodies.collider(shape)?].solid;
            Some(self.model.solids[solid].node)
        };
        let contacts = bodies.dynamics.contacts().iter();
        contacts
            .filter(|contact| contact.is_told)
            .filter_map(move |contact| {
                let [Some(first), Some(second)] = contact.shapes.map(node_of) else {
                    return None;
                };
                Some(KeptContact {
                    solids: [first, second],
                    point: contact.point.position,
                })
            })
    }

    /// The simulation is reset: supervisors read what touched until the next step begins.
    pub(crate) fn keep_contacts(&mut self) {
        let kept = self.contacts_of_solids().collect();
        self.state.kept_contacts = kept;
    }
}
