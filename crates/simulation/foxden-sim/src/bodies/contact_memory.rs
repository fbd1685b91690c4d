//! What the genuine program remembers of the contact points of a solid that a supervisor asked
//! about. Contact points are looked for once; only solids whose points themselves were asked for
//! look again after the next step. A support polygon of more than three points stays. So the
//! static balance of a solid mostly uses the contact points of the first question (from the
//! sources of Webots).

use crate::bodies::contact_points::SolidContact;
use crate::bodies::support_polygon::{contains, convex_hull};
use crate::controller::ContactQuestion;
use crate::math::Vector;
use crate::world::World;
use foxden_scene::NodeId;
use serde::{Deserialize, Serialize};

/// The memory of one solid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ContactMemory {
    /// Its own contact points, and those of all solids of which it is the topmost one.
    found: Option<[Vec<SolidContact>; 2]>,
    /// Whether they are forgotten when the next step begins.
    is_brief: bool,
    /// A support polygon that stays.
    polygon: Option<Vec<[f64; 2]>>,
    /// The first corner of the last polygon that had any.
    first_corner: [f64; 2],
}

impl World {
    /// A supervisor asks about contact points.
    pub(crate) fn ask_about_contacts(&mut self, node: NodeId, question: ContactQuestion) {
        if self.model.solid_of(node).is_none() {
            return;
        }
        let mut memory = self.state.contact_memory.remove(&node).unwrap_or_default();
        let is_needed = match question {
            ContactQuestion::Points => {
                memory.is_brief = true;
                true
            }
            ContactQuestion::Balance => memory.polygon.is_none(),
        };
        if is_needed && memory.found.is_none() {
            memory.found = Some([false, true].map(|all| self.touching_now(node, all)));
        }
        if question == ContactQuestion::Balance
            && memory.polygon.is_none()
            && let Some([_, all]) = &memory.found
        {
            let points = self.projected(all);
            let corners = if points.len() > 3 {
                memory.polygon.insert(convex_hull(&points))
            } else {
                &points
            };
            memory.first_corner = corners.first().copied().unwrap_or(memory.first_corner);
        }
        self.state.contact_memory.insert(node, memory);
    }

    /// A step begins.
    pub(crate) fn forget_brief_contacts(&mut self) {
        self.state.kept_contacts.clear();
        for memory in self.state.contact_memory.values_mut() {
            if std::mem::take(&mut memory.is_brief) {
                memory.found = None;
            }
        }
    }

    /// A solid goes back to a state: its contact points are looked for again.
    pub(crate) fn forget_contacts_of(&mut self, node: NodeId) {
        if let Some(memory) = self.state.contact_memory.get_mut(&node) {
            *memory = ContactMemory {
                first_corner: memory.first_corner,
                ..ContactMemory::default()
            };
        }
    }

    /// Where a solid touches others. With those below it only a topmost solid
    /// has an answer: the points of all solids that it is the topmost one of.
    pub fn contact_points(&self, node: NodeId, with_descendants: bool) -> Vec<SolidContact> {
        let memory = self.state.contact_memory.get(&node);
        match memory.and_then(|memory| memory.found.as_ref()) {
            Some(found) => found[usize::from(with_descendants)].clone(),
            None => self.touching_now(node, with_descendants),
        }
    }

    /// Whether the centre of mass of a solid lies above what it stands on.
    pub fn is_balanced(&self, node: NodeId) -> Option<bool> {
        let centre: Vector = self.center_of_mass(node)?.into();
        let memory = self.state.contact_memory.get(&node);
        let first_corner = memory.map_or([0.0; 2], |memory| memory.first_corner);
        let polygon = match memory.and_then(|memory| memory.polygon.clone()) {
            Some(polygon) => polygon,
            None => {
                let points = self.projected(&self.contact_points(node, true));
                match points.len() {
                    0..=3 => points,
                    _ => convex_hull(&points),
                }
            }
        };
        Some(contains(&polygon, self.on_ground(centre), first_corner))
    }

    /// Contact points as seen from above.
    fn projected(&self, contacts: &[SolidContact]) -> Vec<[f64; 2]> {
        let points = contacts.iter().map(|touch| touch.point.into());
        points.map(|point| self.on_ground(point)).collect()
    }

    /// A point as seen from above: how far it is to the north and to the east.
    fn on_ground(&self, point: Vector) -> [f64; 2] {
        let settings = &self.model.settings;
        let east = settings.north.cross(settings.up);
        [point.dot(settings.north), point.dot(east)]
    }
}
