//! Which bodies are in the heap: in exact worlds those of islands with too many
//! rows, in fast ones all.

use super::{Heap, Link};
use crate::dynamics::{BodyId, Dynamics, Fault, Method};
use crate::math::Vector;

/// The rows that a joint makes: six of them at most hold, springs and motors included.
const ROWS_OF_JOINT: usize = 6;

/// The rows of a contact: its normal and two directions of friction.
const ROWS_OF_CONTACT: usize = 3;

impl Dynamics {
    /// Steps with everything in the heap.
    pub(in crate::dynamics) fn step_heap_of_all(&mut self, step: f64) {
        let mut heap = self.current_heap();
        for (id, body) in self.bodies.iter() {
            heap.take(id, body);
        }
        self.joints_of_contact.clear();
        self.rest_what_is_left_out(&heap);
        self.step_heap(heap, step);
        self.island_sizes.clear();
    }

    /// Bodies with numbers beyond what rapier can compute with stay where they are.
    fn rest_what_is_left_out(&mut self, heap: &Heap) {
        for place in 0..self.bodies.places() {
            let Some(body) = self.bodies.at_mut(place).filter(|_| !heap.holds(place)) else {
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

    /// Puts the bodies of large islands into the heap.
    pub(in crate::dynamics) fn fill_heap(&mut self) {
        // rapier's time grows with the cube of a crowd
        if self.settings.method == Method::ExactOnly || self.crowd.is_one() {
            self.heap = None;
            return;
        }
        let most = self.settings.heap_rows;
        let own = self.joints_of_contact.len() * ROWS_OF_CONTACT;
        if self.heap.is_none() && own + self.joints.places() * ROWS_OF_JOINT <= most {
            return;
        }
        let rows = self.rows_of_islands();
        let is_held = |place: usize| self.heap.as_ref().is_some_and(|heap| heap.holds(place));
        let mut is_heap: Vec<bool> = rows.iter().map(|&rows| rows > most).collect();
        for (id, _) in self.bodies.iter() {
            if let (Some(island), true) = (self.islands.at(id.index()), is_held(id.index())) {
                is_heap[island] = true;
            }
        }
        if !is_heap.contains(&true) {
            return;
        }
        let mut heap = self.current_heap();
        for (id, body) in self.bodies.iter() {
            if self
                .islands
                .at(id.index())
                .is_some_and(|island| is_heap[island])
            {
                heap.take(id, body);
            }
        }
        self.joints_of_contact.retain(|contact| {
            let pair = contact.pair;
            !(heap.holds(pair.first) && pair.second.is_none_or(|second| heap.holds(second)))
        });
        self.heap = Some(heap);
    }

    /// Gives bodies back whose islands have become small: at half the border, so
    /// that they do not come and go.
    pub(in crate::dynamics) fn thin_heap(&mut self) {
        let Some(mut heap) = self.heap.take() else {
            return;
        };
        heap.find_links(self);
        self.heap = Some(heap);
        let rows = self.rows_of_islands();
        let Some(mut heap) = self.heap.take() else {
            return;
        };
        let few = self.settings.heap_rows / 2;
        let leaving: Vec<BodyId> = self
            .bodies
            .iter()
            .map(|(id, _)| id)
            .filter(|id| heap.holds(id.index()))
            .filter(|id| {
                self.islands
                    .at(id.index())
                    .is_some_and(|island| rows[island] <= few)
            })
            .collect();
        for id in leaving {
            heap.drop_body(id, self);
        }
        self.heap = (!heap.is_empty()).then_some(heap);
    }

    /// Steps the heap, if there is one.
    pub(in crate::dynamics) fn step_some_heap(&mut self, step: f64) {
        if let Some(heap) = self.heap.take() {
            self.step_heap(heap, step);
        }
    }

    fn step_heap(&mut self, mut heap: Box<Heap>, step: f64) {
        if !heap.is_broken {
            heap.take_shapes(self);
            heap.take_joints(self);
        }
        let mut faults = std::mem::take(&mut self.faults);
        heap.step(self, step, &mut faults);
        self.faults = faults;
        let bodies = self.bodies.iter().filter(|(_, body)| !body.asleep);
        let places = bodies.map(|(id, _)| id.index());
        self.exactness
            .add_in_heap(places.filter(|&place| heap.holds(place)));
        self.heap = Some(heap);
    }

    /// The heap, or a new one if there is none for what holds now.
    fn current_heap(&mut self) -> Box<Heap> {
        match self.heap.take() {
            Some(heap) if heap.is_current(self) => heap,
            _ => Box::new(Heap::new(self)),
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
        for link in self.heap_links() {
            add(link.bodies.0, link.rows);
        }
        rows
    }

    /// What touched in the heap.
    pub(in crate::dynamics) fn heap_links(&self) -> &[Link] {
        self.heap.as_ref().map_or(&[], |heap| heap.links())
    }

    /// Whether rapier has a body.
    pub(in crate::dynamics) fn is_in_heap(&self, place: usize) -> bool {
        self.heap.as_ref().is_some_and(|heap| heap.holds(place))
    }
}

impl Heap {
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
