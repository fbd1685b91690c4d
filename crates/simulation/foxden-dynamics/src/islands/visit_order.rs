//! The walk through the islands: the order in which bodies, joints and contacts
//! are visited.
//!
//! As in the genuine engine an island begins with its newest body that was awake. Of each body
//! the newest contacts are visited first, then the newest joints; the bodies at
//! their other ends wait on a stack. The order decides which of two shapes comes
//! first where they touch, and ties in the solver.

use crate::Dynamics;
use std::ops::Range;

/// What links bodies to each other or to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Constraint {
    /// By its place in the list of contacts.
    Contact(usize),
    /// By its place.
    Joint(usize),
}

/// A constraint as one of its bodies has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    body: usize,
    /// When it is visited among those of the body.
    turn: usize,
    constraint: Constraint,
    other: Option<usize>,
}

/// An island's parts of the lists of the visit order.
#[derive(Clone, Debug)]
pub(crate) struct VisitedIsland {
    pub bodies: Range<usize>,
    pub constraints: Range<usize>,
}

/// The order of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisitOrder {
    /// Awake bodies by place, island by island.
    pub(crate) bodies: Vec<usize>,
    /// What acts on them, island by island.
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) islands: Vec<VisitedIsland>,
    links: Vec<Link>,
    stack: Vec<usize>,
    /// Whether a body was visited or waits.
    is_taken: Vec<bool>,
    has_contact: Vec<bool>,
    has_joint: Vec<bool>,
    /// Which of the moved bodies each is, from 1; 0 for those that rest.
    ranks: Vec<u64>,
    /// Whether only the joints decided it, and these are as they were: all bodies were
    /// awake, and nothing touched.
    is_decided_by_joints: bool,
}

impl VisitOrder {
    /// Bodies or joints were added or removed.
    pub(crate) const fn forget(&mut self) {
        self.is_decided_by_joints = false;
    }

    fn clear(&mut self, (bodies, contacts, joints): (usize, usize, usize)) {
        self.bodies.clear();
        self.constraints.clear();
        self.islands.clear();
        for (list, size) in [
            (&mut self.is_taken, bodies),
            (&mut self.has_contact, contacts),
            (&mut self.has_joint, joints),
        ] {
            list.clear();
            list.resize(size, false);
        }
    }

    fn take_constraint(&mut self, constraint: Constraint) {
        let is_listed = match constraint {
            Constraint::Contact(at) => &mut self.has_contact[at],
            Constraint::Joint(place) => &mut self.has_joint[place],
        };
        if !std::mem::replace(is_listed, true) {
            self.constraints.push(constraint);
        }
    }
}

impl Dynamics {
    /// Whether the islands and their order are those of the last step.
    pub(crate) fn has_same_islands(&self) -> bool {
        self.visit_order.is_decided_by_joints && self.are_islands_of_joints()
    }

    /// Whether all bodies are awake, and only joints link them.
    fn are_islands_of_joints(&self) -> bool {
        self.joints_of_contact.is_empty()
            && self.rapier.is_none()
            && self.bodies.iter().all(|(_, body)| !body.asleep)
    }

    /// Walks through the islands that were found.
    pub(crate) fn order_islands(&mut self) {
        // a woken body may begin an island in the next step
        let is_decided_by_joints =
            self.are_islands_of_joints() && !self.islands.is_woken.contains(&true);
        let mut order = std::mem::take(&mut self.visit_order);
        order.is_decided_by_joints = is_decided_by_joints;
        let places = self.bodies.places();
        order.clear((places, self.joints_of_contact.len(), self.joints.places()));
        self.find_links(&mut order.links);
        for start in (0..places).rev() {
            let begins = self.islands.at(start).is_some() && !self.islands.is_woken[start];
            if !begins || order.is_taken[start] {
                continue;
            }
            let (bodies, constraints) = (order.bodies.len(), order.constraints.len());
            order.stack.push(start);
            order.is_taken[start] = true;
            while let Some(body) = order.stack.pop() {
                order.bodies.push(body);
                let mut at = order.links.partition_point(|link| link.body < body);
                while let Some(&link) = order.links.get(at).filter(|link| link.body == body) {
                    order.take_constraint(link.constraint);
                    if let Some(other) = link.other
                        && !order.is_taken[other]
                        && self.islands.at(other).is_some()
                    {
                        order.is_taken[other] = true;
                        order.stack.push(other);
                    }
                    at += 1;
                }
            }
            order.islands.push(VisitedIsland {
                bodies: bodies..order.bodies.len(),
                constraints: constraints..order.constraints.len(),
            });
        }
        self.visit_order = order;
    }

    /// What each body is linked by: the newest contacts first, then the newest joints.
    fn find_links(&self, links: &mut Vec<Link>) {
        links.clear();
        let contacts = self.joints_of_contact.len();
        for (at, contact) in self.joints_of_contact.iter().enumerate() {
            let (first, second) = (contact.pair.first, contact.pair.second);
            let link = |body: usize, other: Option<usize>| Link {
                body,
                turn: contacts - at,
                constraint: Constraint::Contact(at),
                other,
            };
            links.push(link(first, second));
            links.extend(second.map(|second| link(second, Some(first))));
        }
        for (id, body) in self.bodies.iter() {
            for (at, joint_id) in body.joints.iter().rev().enumerate() {
                let Some(joint) = self.joints.get(*joint_id) else {
                    continue;
                };
                let other = match joint.parent() {
                    Some(parent) if parent == id => Some(joint.end()),
                    other => other,
                };
                links.push(Link {
                    body: id.index(),
                    turn: contacts + 1 + at,
                    constraint: Constraint::Joint(joint_id.index()),
                    other: other.map(|other| other.index()),
                });
            }
        }
        links.sort_unstable();
    }

    /// Puts the shapes of bodies that moved before all others, the last first.
    pub(crate) fn put_moved_first(&mut self) {
        let VisitOrder { bodies, ranks, .. } = &mut self.visit_order;
        ranks.clear();
        ranks.resize(self.bodies.places(), 0);
        for (rank, &body) in (1..).zip(bodies.iter()) {
            ranks[body] = rank;
        }
        let before = self.made_shapes;
        for shape in self.shapes.values_mut() {
            let rank = shape.body().map_or(0, |body| ranks[body.index()]);
            if rank > 0 {
                shape.contact_order = before + rank;
            }
        }
        self.made_shapes += self.visit_order.bodies.len() as u64;
    }
}
