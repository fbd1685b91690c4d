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

/// How many pairs of shapes touch at most in a step while the limit applies: each takes some
/// ten kilobytes.
const CROWDED: usize = 60_000;

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
    /// All that overlap and may touch. Parts of robots, which may not, overlap so often that
    /// rapier would take too long: it keeps these pairs, too.
    WithoutRapier,
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

    /// How many pairs of shapes of this many bodies touch at most in a step.
    pub fn most_touches(self, places: usize) -> usize {
        let most = FEW.max(PAIRS * places);
        match self {
            Self::Neighbours(_) => most.min(CROWDED),
            Self::Unlimited | Self::WithoutRapier => most,
        }
    }

    /// The same for pairs that may touch and pairs that may not.
    pub fn with_hidden(pairs: usize, hidden: usize, places: usize) -> Self {
        match Self::new(pairs, places) {
            Self::Unlimited if Self::new(pairs + hidden, places).is_active() => Self::WithoutRapier,
            limit => limit,
        }
    }

    /// Whether bodies do not touch all that they overlap.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Neighbours(_))
    }

    /// Whether rapier can keep all pairs: its time grows with the cube of a crowd.
    pub fn suits_rapier(self) -> bool {
        self == Self::Unlimited
    }

    /// Whether the bodies at two places may touch.
    pub fn admits(self, one: usize, two: usize) -> bool {
        match self {
            Self::Unlimited | Self::WithoutRapier => true,
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
        assert_eq!(pair_limit.most_touches(800), PAIRS * 800);
        assert_eq!(pair_limit.most_touches(100_000), CROWDED);
        assert_eq!(PairLimit::Unlimited.most_touches(100_000), PAIRS * 100_000);
        assert!(
            pair_limit == PairLimit::with_hidden(300_000, 0, 800) && !pair_limit.suits_rapier()
        );
        // parts that never touch each other are limited in rapier only
        let hidden = PairLimit::with_hidden(0, 300_000, 800);
        assert!(!hidden.is_active() && !hidden.suits_rapier() && hidden.admits(0, 700));
        assert!(PairLimit::with_hidden(0, 5_000, 10).suits_rapier());
    }
}
