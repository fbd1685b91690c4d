//! The walk through the islands: the order in which bodies, joints and contacts
//! are visited.
//!
//! As in the genuine engine an island begins with its newest body. Of each body
//! the newest contacts are visited first, then the newest joints; the bodies at
//! their other ends wait on a stack. The order decides which of two shapes comes
//! first where they touch, and ties in the solver.

use super::Dynamics;
use std::ops::Range;

/// What links bodies to each other or to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Constraint {
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

/// An island's parts of the lists of the walk.
#[derive(Clone, Debug)]
pub(super) struct Visited {
    pub bodies: Range<usize>,
    pub constraints: Range<usize>,
}

/// The order of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    /// Awake bodies by place, island by island.
    pub(super) bodies: Vec<usize>,
    /// What acts on them, island by island.
    pub(super) constraints: Vec<Constraint>,
    pub(super) islands: Vec<Visited>,
    links: Vec<Link>,
    stack: Vec<usize>,
    /// Whether a body was visited or waits.
    is_taken: Vec<bool>,
    has_contact: Vec<bool>,
    has_joint: Vec<bool>,
    /// Which of the moved bodies each is, from 1; 0 for those that rest.
    ranks: Vec<u64>,
}

impl Walk {
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
    /// Walks through the islands that were found.
    pub(super) fn walk_islands(&mut self) {
        let mut walk = std::mem::take(&mut self.walk);
        let places = self.bodies.places();
        walk.clear((places, self.joints_of_contact.len(), self.joints.places()));
        self.find_links(&mut walk.links);
        for start in (0..places).rev() {
            if self.islands.at(start).is_none() || walk.is_taken[start] {
                continue;
            }
            let (bodies, constraints) = (walk.bodies.len(), walk.constraints.len());
            walk.stack.push(start);
            walk.is_taken[start] = true;
            while let Some(body) = walk.stack.pop() {
                walk.bodies.push(body);
                let mut at = walk.links.partition_point(|link| link.body < body);
                while let Some(&link) = walk.links.get(at).filter(|link| link.body == body) {
                    walk.take_constraint(link.constraint);
                    if let Some(other) = link.other
                        && !walk.is_taken[other]
                        && self.islands.at(other).is_some()
                    {
                        walk.is_taken[other] = true;
                        walk.stack.push(other);
                    }
                    at += 1;
                }
            }
            walk.islands.push(Visited {
                bodies: bodies..walk.bodies.len(),
                constraints: constraints..walk.constraints.len(),
            });
        }
        self.walk = walk;
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
    pub(super) fn put_moved_first(&mut self) {
        let Walk { bodies, ranks, .. } = &mut self.walk;
        ranks.clear();
        ranks.resize(self.bodies.places(), 0);
        for (rank, &body) in (1..).zip(bodies.iter()) {
            ranks[body] = rank;
        }
        let before = self.made_shapes;
        for shape in self.shapes.values_mut() {
            let rank = shape.body().map_or(0, |body| ranks[body.index()]);
            if rank > 0 {
                shape.precedence = before + rank;
            }
        }
        self.made_shapes += self.walk.bodies.len() as u64;
    }
}
