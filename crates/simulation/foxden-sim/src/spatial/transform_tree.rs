//! How places lie in their table: those below a place follow it at once, so
//! that what moves with it is a range, of places and of colliders.

use crate::model::{Collider, PoseIndex, PoseNode, RowIndex};
use std::ops::Range;

/// The tree of the places as lists of numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct TransformTree {
    parents: Vec<Option<PoseIndex>>,
    /// Where the places below a place end.
    ends: Vec<u32>,
    /// How many colliders come before each place, and how many there are.
    colliders: Vec<u32>,
}

impl TransformTree {
    /// Places are sorted parents before children, colliders in the order of their places.
    pub(crate) fn new(places: &[PoseNode], colliders: &[Collider]) -> Self {
        let mut ends: Vec<u32> = (1..=places.len() as u32).collect();
        for (at, place) in places.iter().enumerate().rev() {
            if let Some(parent) = place.parent {
                ends[parent.at()] = ends[parent.at()].max(ends[at]);
            }
        }
        let before = |at: usize| colliders.partition_point(|collider| collider.place.at() < at);
        Self {
            parents: places.iter().map(|place| place.parent).collect(),
            ends,
            colliders: (0..=places.len()).map(|at| before(at) as u32).collect(),
        }
    }

    /// The parent of a place.
    pub(crate) fn parent(&self, place: usize) -> Option<usize> {
        self.parents[place].map(PoseIndex::at)
    }

    /// A place and all below it.
    pub(crate) fn branch(&self, place: usize) -> Range<usize> {
        place..self.ends[place] as usize
    }

    /// The colliders of a range of places.
    pub(crate) fn colliders(&self, places: &Range<usize>) -> Range<usize> {
        self.colliders[places.start] as usize..self.colliders[places.end] as usize
    }
}
