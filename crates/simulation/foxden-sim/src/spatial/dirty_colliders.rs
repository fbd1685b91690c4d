//! Colliders that moved and whose users are not up to date yet.

use serde::{Deserialize, Serialize};

/// Colliders that have moved since the list was last read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum DirtyColliders {
    /// These, some of them more than once.
    Some(Vec<u32>),
    /// Perhaps all.
    All,
}

impl Default for DirtyColliders {
    fn default() -> Self {
        Self::Some(Vec::new())
    }
}

impl DirtyColliders {
    /// Adds colliders; of all there are `count`.
    pub(crate) fn add(&mut self, moved: &[u32], count: usize) {
        if let Self::Some(list) = self {
            if list.len() + moved.len() <= 2 * count {
                list.extend_from_slice(moved);
            } else {
                *self = Self::All;
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Some(list) if list.is_empty())
    }

    /// Does something for each of them; then there are none. Of all there are `count`.
    pub(crate) fn take_each(&mut self, count: usize, mut each: impl FnMut(usize)) {
        match self {
            Self::Some(list) => list.drain(..).for_each(|at| each(at as usize)),
            Self::All => {
                (0..count).for_each(each);
                *self = Self::default();
            }
        }
    }
}
