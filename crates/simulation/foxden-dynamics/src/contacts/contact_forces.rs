//! The forces of contacts in the last step, for people who look into a world.
//! They are kept only while somebody wants to see them, and are no part of the
//! state: they follow from a step.

use super::ContactJoint;
use crate::constraint_rows::Row;
use crate::math::Vector;
use crate::{BodyId, Dynamics};
use std::ops::Range;

/// What a contact did in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// Where it acted.
    pub position: Vector,
    /// Towards the first body.
    pub normal: Vector,
    /// How deep the bodies were in each other.
    pub depth: f64,
    /// The first body.
    pub first: BodyId,
    /// The second body; `None` for an obstacle.
    pub second: Option<BodyId>,
    /// The force along the normal that pushes the first body, in newtons.
    pub pressure: f64,
    /// The force of friction on the first body, in newtons.
    pub friction: Vector,
    /// The directions in which friction acts, as far as there is any.
    pub directions: [Option<Vector>; 2],
}

/// The rows of contacts in a step, and what their forces were.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactForces {
    pub is_kept: bool,
    /// The contacts with their rows: of the normal, and those that follow it.
    planned: Vec<(ContactJoint, usize, Range<usize>)>,
    /// How many of them have a force.
    done: usize,
    pub found: Vec<ContactForce>,
}

impl Dynamics {
    /// Keeps the forces of contacts from the next step on, or not any more. Nothing
    /// else depends on it.
    pub fn keep_contact_forces(&mut self, is_kept: bool) {
        let contact_forces = &mut self.work.get_or_insert_default().contact_forces;
        contact_forces.is_kept = is_kept;
        if !is_kept {
            contact_forces.begin();
        }
    }

    /// The forces of contacts in the last step, if they are kept. Bodies that rapier
    /// moves have none.
    pub fn contact_forces(&self) -> &[ContactForce] {
        self.work
            .as_ref()
            .map_or(&[], |work| &work.contact_forces.found)
    }
}

impl ContactForces {
    /// A step begins.
    pub fn begin(&mut self) {
        self.planned.clear();
        self.done = 0;
        self.found.clear();
    }

    /// Notes the rows of a contact.
    pub fn plan(&mut self, contact: &ContactJoint, normal: usize, linked: Range<usize>) {
        if self.is_kept {
            self.planned.push((*contact, normal, linked));
        }
    }

    /// Keeps the forces of the next island: `pressure` and `follow` give the forces
    /// of rows.
    pub fn keep(
        &mut self,
        rows: Range<usize>,
        linked: &[Row],
        pressure: impl Fn(usize) -> f64,
        follow: impl Fn(usize) -> f64,
    ) {
        // islands are planned and moved in the same order
        while let Some((contact, normal, range)) = self.planned.get(self.done)
            && rows.contains(normal)
        {
            self.done += 1;
            let mut force = ContactForce {
                position: contact.position,
                normal: contact.normal,
                depth: contact.depth,
                first: BodyId::new(contact.pair.first),
                second: contact.pair.second.map(BodyId::new),
                pressure: pressure(*normal),
                friction: Vector::ZERO,
                directions: [None; 2],
            };
            // rolling friction turns and does not push
            let along = range
                .clone()
                .filter(|at| linked[*at].first.linear != Vector::ZERO);
            for (slot, at) in along.enumerate() {
                let direction = linked[at].first.linear;
                force.friction += direction * follow(at);
                if let Some(place) = force.directions.get_mut(slot) {
                    *place = Some(direction);
                }
            }
            self.found.push(force);
        }
    }
}
