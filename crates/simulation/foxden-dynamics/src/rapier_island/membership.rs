//! Which bodies are in the rapier island: in exact worlds those of islands with too many
//! rows, in fast ones all.

use super::{Link, RapierIsland};
use crate::math::Vector;
use crate::{BodyId, Dynamics, Fault, Method};

/// The rows that a joint makes: six of them at most hold, springs and motors included.
const ROWS_OF_JOINT: usize = 6;

/// The rows of a contact: its normal and two directions of friction.
const ROWS_OF_CONTACT: usize = 3;

impl Dynamics {
    /// Steps with everything in the rapier island.
    pub(crate) fn step_all_in_rapier(&mut self, step: f64) {
        let mut rapier = self.current_rapier_island();
        for (id, body) in self.bodies.iter() {
            rapier.take(id, body);
        }
        self.joints_of_contact.clear();
        self.rest_what_is_left_out(&rapier);
        self.step_rapier_island(rapier, step);
        self.island_sizes.clear();
    }

    /// Bodies with numbers beyond what rapier can compute with stay where they are.
    fn rest_what_is_left_out(&mut self, rapier: &RapierIsland) {
        for place in 0..self.bodies.places() {
            let Some(body) = self.bodies.at_mut(place).filter(|_| !rapier.holds(place)) else {
                continue;
            };
            if body.linear != Vector::ZERO || body.angular != Vector::ZERO || !body.asleep {
                body.linear = Vector::ZERO;
                body.angular = Vector::ZERO;
                body.shown = (Vector::ZERO, Vector::ZERO);
                body.asleep = true;
                self.faults.push(Fault::not_finite(BodyId::new(place)));
            }
            (body.force, body.torque) = (Vector::ZERO, Vector::ZERO);
        }
    }

    /// Puts the bodies of large islands into the rapier island.
    pub(crate) fn move_large_islands_to_rapier(&mut self) {
        if self.settings.method == Method::ExactOnly || !self.pair_limit.suits_rapier() {
            self.rapier = None;
            return;
        }
        let most = self.settings.rapier_rows;
        let own = self.joints_of_contact.len() * ROWS_OF_CONTACT;
        if self.rapier.is_none() && own + self.joints.places() * ROWS_OF_JOINT <= most {
            return;
        }
        let rows = self.rows_of_islands();
        let is_held = |place: usize| {
            self.rapier
                .as_ref()
                .is_some_and(|rapier| rapier.holds(place))
        };
        let mut is_for_rapier: Vec<bool> = rows.iter().map(|&rows| rows > most).collect();
        for (id, _) in self.bodies.iter() {
            if let (Some(island), true) = (self.islands.at(id.index()), is_held(id.index())) {
                is_for_rapier[island] = true;
            }
        }
        if !is_for_rapier.contains(&true) {
            return;
        }
        let mut rapier = self.current_rapier_island();
        for (id, body) in self.bodies.iter() {
            if self
                .islands
                .at(id.index())
                .is_some_and(|island| is_for_rapier[island])
            {
                rapier.take(id, body);
            }
        }
        self.joints_of_contact.retain(|contact| {
            let pair = contact.pair;
            !(rapier.holds(pair.first) && pair.second.is_none_or(|second| rapier.holds(second)))
        });
        self.rapier = Some(rapier);
    }

    /// Gives bodies back whose islands have become small: at half the border, so
    /// that they do not come and go.
    pub(crate) fn take_small_islands_back(&mut self) {
        let Some(mut rapier) = self.rapier.take() else {
            return;
        };
        rapier.find_links(self);
        self.rapier = Some(rapier);
        let rows = self.rows_of_islands();
        let Some(mut rapier) = self.rapier.take() else {
            return;
        };
        let few = self.settings.rapier_rows / 2;
        let leaving: Vec<BodyId> = self
            .bodies
            .iter()
            .map(|(id, _)| id)
            .filter(|id| rapier.holds(id.index()))
            .filter(|id| {
                self.islands
                    .at(id.index())
                    .is_some_and(|island| rows[island] <= few)
            })
            .collect();
        for id in leaving {
            rapier.drop_body(id, self);
        }
        self.rapier = (!rapier.is_empty()).then_some(rapier);
    }

    /// Steps the rapier island, if there is one.
    pub(crate) fn step_large_islands(&mut self, step: f64) {
        if let Some(rapier) = self.rapier.take() {
            self.step_rapier_island(rapier, step);
        }
    }

    fn step_rapier_island(&mut self, mut rapier: Box<RapierIsland>, step: f64) {
        if !rapier.is_broken {
            rapier.take_shapes(self);
            rapier.take_joints(self);
        }
        let mut faults = std::mem::take(&mut self.faults);
        rapier.step(self, step, &mut faults);
        self.faults = faults;
        let bodies = self.bodies.iter().filter(|(_, body)| !body.asleep);
        let places = bodies.map(|(id, _)| id.index());
        self.exactness
            .add_in_rapier(places.filter(|&place| rapier.holds(place)));
        self.rapier = Some(rapier);
    }

    /// The rapier island, or a new one if there is none for what holds now.
    fn current_rapier_island(&mut self) -> Box<RapierIsland> {
        match self.rapier.take() {
            Some(rapier) if rapier.is_current(self) => rapier,
            _ => Box::new(RapierIsland::new(self)),
        }
    }

    /// How many rows each island has, counted as if all contacts were ours.
    fn rows_of_islands(&self) -> Vec<usize> {
        let mut rows = vec![0; self.islands.count];
        let mut add = |place: usize, count: usize| {
            if let Some(island) = self.islands.at(place) {
                rows[island] += count;
            }
        };
        for (_, joint) in self.joints.iter() {
            add(joint.end().index(), ROWS_OF_JOINT);
        }
        for contact in &self.joints_of_contact {
            add(contact.pair.first, ROWS_OF_CONTACT);
        }
        for link in self.rapier_links() {
            add(link.bodies.0, link.rows);
        }
        rows
    }

    /// What touched in the rapier island.
    pub(crate) fn rapier_links(&self) -> &[Link] {
        self.rapier.as_ref().map_or(&[], |rapier| rapier.links())
    }

    /// Whether rapier has a body.
    pub(crate) fn is_in_rapier(&self, place: usize) -> bool {
        self.rapier
            .as_ref()
            .is_some_and(|rapier| rapier.holds(place))
    }
}

impl RapierIsland {
    /// Lists what touches.
    fn find_links(&mut self, dynamics: &Dynamics) {
        self.links.clear();
        for pair in self.narrow.contact_pairs() {
            let Some(contacts) = pair.rigid() else {
                continue;
            };
            let points: usize = contacts
                .solver_manifolds()
                .iter()
                .map(|manifold| manifold.data.solver_contacts.len())
                .sum();
            if points == 0 {
                continue;
            }
            let body = |handle| {
                let place = self.collider_set.get(handle)?.user_data;
                let shape = dynamics.shapes.at(usize::try_from(place).ok()?)?;
                shape.body().map(BodyId::index)
            };
            let bodies = match (body(pair.collider1), body(pair.collider2)) {
                (Some(one), two) => (one, two),
                (None, Some(two)) => (two, None),
                (None, None) => continue,
            };
            self.links.push(Link {
                bodies,
                rows: points * ROWS_OF_CONTACT,
            });
        }
    }
}
