//! Islands: awake bodies that joints and contacts link, solved together.

pub(crate) mod bilateral_system;
mod couplings;
pub(crate) mod row_order;
pub(crate) mod solution_check;
pub(crate) mod solver;
pub(crate) mod visit_order;

use super::Dynamics;

/// Bodies that move independently of all others in one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    /// For each place the island's number, or none.
    pub of_body: Vec<Option<u32>>,
    pub count: usize,
    /// Which bodies slept until another one of their island woke them in this step.
    pub is_woken: Vec<bool>,
    parents: Vec<u32>,
    is_awake: Vec<bool>,
}

impl Islands {
    /// The island of a body.
    pub fn at(&self, place: usize) -> Option<usize> {
        let island = self.of_body.get(place).copied().flatten()?;
        Some(island as usize)
    }

    fn root(&mut self, mut place: u32) -> u32 {
        while self.parents[place as usize] != place {
            let above = self.parents[place as usize];
            self.parents[place as usize] = self.parents[above as usize];
            place = above;
        }
        place
    }

    fn link(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a as u32), self.root(b as u32));
        let (low, high) = (a.min(b), a.max(b));
        self.parents[high as usize] = low;
    }
}

impl Dynamics {
    /// Finds the islands; one awake body wakes all of its own.
    pub(super) fn find_islands(&mut self) {
        self.visit_order.forget();
        let places = self.bodies.places();
        let mut islands = std::mem::take(&mut self.islands);
        islands.parents.clear();
        islands.parents.extend(0..places as u32);
        islands.is_awake.clear();
        islands.is_awake.resize(places, false);
        islands.of_body.clear();
        islands.of_body.resize(places, None);
        islands.is_woken.clear();
        islands.is_woken.resize(places, false);
        for (_, joint) in self.joints.iter() {
            if let Some(parent) = joint.parent() {
                islands.link(parent.index(), joint.end().index());
            }
        }
        for contact in &self.joints_of_contact {
            if let Some(second) = contact.pair.second {
                islands.link(contact.pair.first, second);
            }
        }
        for link in self.rapier_links() {
            if let (first, Some(second)) = link.bodies {
                islands.link(first, second);
            }
        }
        for (id, body) in self.bodies.iter() {
            if !body.asleep {
                let root = islands.root(id.index() as u32);
                islands.is_awake[root as usize] = true;
            }
        }
        islands.count = 0;
        for place in 0..places {
            let root = islands.root(place as u32) as usize;
            let Some(body) = self.bodies.at_mut(place) else {
                continue;
            };
            if !islands.is_awake[root] {
                continue;
            }
            islands.is_woken[place] = body.asleep;
            body.asleep = false;
            // A root has the lowest place, so it has been numbered already.
            islands.of_body[place] = if root == place {
                islands.count += 1;
                Some(islands.count as u32 - 1)
            } else {
                islands.of_body[root]
            };
        }
        self.islands = islands;
    }
}
