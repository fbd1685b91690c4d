//! A limit for the pairs of bodies that touch in one place.
//!
//! Where hundreds of bodies overlap, nearly each pair of them touches. Neither
//! time nor memory suffices for that many contacts, and the genuine engine stops
//! as well. While the limit applies, a body touches only those that were made shortly before
//! or after it, so that the bodies come apart; the number of contacts then grows
//! with the number of bodies and not with its square.

use serde::{Deserialize, Serialize};

/// Up to this number of pairs for each body, or [`FEW`] in total, there is no limit.
const PAIRS: usize = 64;

/// See [`PAIRS`].
const FEW: usize = 10_000;

/// With how many of the bodies made after it a body touches while the limit applies.
const NEIGHBOURS: usize = 4;

/// Which bodies touch each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PairLimit {
    /// All that overlap.
    #[default]
    Unlimited,
    /// Those whose numbers, out of this many, are near each other.
    Neighbours(usize),
}

impl PairLimit {
    /// The limit for a number of overlapping pairs of bodies.
    pub fn new(pairs: usize, places: usize) -> Self {
        if pairs > FEW && pairs > PAIRS * places {
            Self::Neighbours(places)
        } else {
            Self::Unlimited
        }
    }

    /// How many pairs of shapes touch at most in a step.
    pub fn most_touches(places: usize) -> usize {
        FEW.max(PAIRS * places)
    }

    pub fn is_active(self) -> bool {
        self != Self::Unlimited
    }

    /// Whether the bodies at two places may touch.
    pub fn admits(self, one: usize, two: usize) -> bool {
        match self {
            Self::Unlimited => true,
            Self::Neighbours(places) => {
                let distance = one.abs_diff(two);
                distance <= NEIGHBOURS || places.saturating_sub(distance) <= NEIGHBOURS
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_many_pairs_are_limited() {
        assert!(!PairLimit::new(5_000, 10).is_active());
        assert!(!PairLimit::new(60_000, 1_000).is_active());
        let pair_limit = PairLimit::new(300_000, 800);
        assert!(pair_limit.is_active());
        let touched = (0..800).filter(|&other| other != 5 && pair_limit.admits(5, other));
        assert_eq!(touched.count(), 2 * NEIGHBOURS);
        assert!(PairLimit::Unlimited.admits(0, 700));
    }
}
