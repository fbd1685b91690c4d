//! Which shapes may touch: those whose bounds overlap.

use crate::BodyId;
use crate::geometry::Bounds;
use crate::shapes::Shape;
use crate::slots::Slots;
use std::cmp::Reverse;

/// How many pairs are kept: where thousands of shapes overlap in one place, the memory
/// does not suffice for all of them.
const MOST_PAIRS: usize = 2_000_000;

/// With more pairs than that, a shape may touch this number of the shapes made before it
/// and after it, and of the obstacles and planes that were made first.
const NEAR: usize = 16;

/// A sweep along x over the bounds of all shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct BroadPhase {
    /// Shapes that may touch, in the order of the genuine engine.
    pub pairs: Vec<Candidates>,
    bounded: Vec<(Bounds, Candidate)>,
    planes: Vec<Candidate>,
    active: Vec<(Bounds, Candidate)>,
    /// Whether there were too many pairs, so that some are missing.
    pub is_crowded: bool,
    /// How many bodies of one group overlap, which do not touch each other.
    pub hidden: usize,
}

/// Two shapes that may touch, in the order in which pairs are looked at: the
/// genuine engine keeps a list with what moved last in front, and compares each
/// entry with those behind it. An entry may be a list itself; of two such lists
/// the shorter one is gone through in the outer loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidates {
    /// Where their entries stand, from the front.
    entries: (Reverse<u64>, Reverse<u64>),
    /// Where they come in their entries, outer loop first.
    turns: [(u32, u32); 2],
    /// Where they are kept, the one nearer to the front first.
    pub places: (usize, usize),
}

/// A shape, as far as the sweep must know it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: usize,
    contact_order: u64,
    turn: [(u32, u32); 2],
    /// What moves it.
    body: Option<BodyId>,
    group: Option<u32>,
    is_watched: bool,
}

impl Candidate {
    fn of(place: usize, shape: &Shape) -> Self {
        Self {
            place,
            contact_order: shape.contact_order,
            turn: shape.turn(),
            body: shape.body(),
            group: shape.spec.group,
            is_watched: shape.spec.is_watched,
        }
    }

    fn moves(&self) -> bool {
        self.body.is_some()
    }

    /// Whether it can touch another, and a sensor needs to know if it does.
    fn matters_with(&self, other: &Self) -> bool {
        let is_part_of_same = (self.moves() && self.body == other.body)
            || (self.group.is_some() && self.group == other.group);
        !is_part_of_same && (self.moves() || other.moves() || self.is_watched || other.is_watched)
    }

    /// Whether it would touch another if it were not part of the same group.
    fn is_hidden_from(&self, other: &Self) -> bool {
        self.moves() && other.moves() && self.body != other.body && self.group == other.group
    }

    fn with(&self, other: &Self) -> Candidates {
        let (first, second) = if self.contact_order > other.contact_order {
            (self, other)
        } else {
            (other, self)
        };
        let loops = |((one, ones), (two, twos)): ((u32, u32), (u32, u32))| {
            if ones < twos { (one, two) } else { (two, one) }
        };
        Candidates {
            entries: (Reverse(first.contact_order), Reverse(second.contact_order)),
            turns: [0, 1].map(|at| loops((first.turn[at], second.turn[at]))),
            places: (first.place, second.place),
        }
    }
}

impl BroadPhase {
    pub fn find(&mut self, shapes: &Slots<Shape>) {
        self.pairs.clear();
        self.hidden = 0;
        self.bounded.clear();
        self.planes.clear();
        self.active.clear();
        for (id, shape) in shapes.iter() {
            let candidate = Candidate::of(id.index(), shape);
            match shape.bounds {
                Some(bounds) if bounds.low.x.is_finite() => self.bounded.push((bounds, candidate)),
                Some(_) => {}
                // A plane cannot belong to a body: it touches nothing then.
                None if candidate.moves() => {}
                None => self.planes.push(candidate),
            }
        }
        self.is_crowded = !self.sweep();
        if self.is_crowded {
            self.look_near();
        }
        self.pairs.sort_unstable();
    }

    /// Finds all pairs; false if there are too many.
    fn sweep(&mut self) -> bool {
        for plane in &self.planes {
            for (_, other) in &self.bounded {
                if plane.matters_with(other) {
                    self.pairs.push(plane.with(other));
                }
            }
            if self.pairs.len() > MOST_PAIRS {
                return false;
            }
        }
        self.bounded
            .sort_unstable_by(|(a, _), (b, _)| a.low.x.total_cmp(&b.low.x));
        for (bounds, shape) in &self.bounded {
            self.active
                .retain(|(other, _)| other.high.x >= bounds.low.x);
            for (other, candidate) in &self.active {
                if shape.matters_with(candidate) {
                    if other.overlaps(bounds) {
                        self.pairs.push(shape.with(candidate));
                    }
                } else if shape.is_hidden_from(candidate) && other.overlaps(bounds) {
                    self.hidden += 1;
                }
            }
            if self.pairs.len() > MOST_PAIRS {
                return false;
            }
            self.active.push((*bounds, *shape));
        }
        true
    }

    /// Finds pairs of shapes that were made one after the other, and of shapes with the
    /// first obstacles, which are likely to be the floor and the walls.
    fn look_near(&mut self) {
        self.pairs.clear();
        self.bounded
            .sort_unstable_by_key(|(_, candidate)| candidate.place);
        for (at, (bounds, shape)) in self.bounded.iter().enumerate() {
            for (other, candidate) in self.bounded[at + 1..].iter().take(NEAR) {
                if shape.matters_with(candidate) && other.overlaps(bounds) {
                    self.pairs.push(shape.with(candidate));
                }
            }
        }
        let shapes = || self.bounded.iter().enumerate();
        let obstacles = shapes().filter(|(_, (_, candidate))| !candidate.moves());
        for (at, (bounds, obstacle)) in obstacles.take(NEAR) {
            let others = shapes().filter(|(other, _)| at.abs_diff(*other) > NEAR);
            for (_, (other, candidate)) in others.filter(|(_, (_, other))| other.moves()) {
                if obstacle.matters_with(candidate) && other.overlaps(bounds) {
                    self.pairs.push(obstacle.with(candidate));
                }
            }
        }
        for plane in self.planes.iter().take(NEAR) {
            for (_, other) in &self.bounded {
                if plane.matters_with(other) {
                    self.pairs.push(plane.with(other));
                }
            }
        }
    }
}
