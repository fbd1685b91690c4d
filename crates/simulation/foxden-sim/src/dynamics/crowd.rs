//! Crowds: more bodies in one place than can touch each other.
//!
//! Where hundreds of bodies overlap, nearly each pair of them touches. Neither
//! time nor memory suffices for that many contacts, and the genuine engine stops
//! as well. In a crowd a body touches only those that were made shortly before
//! or after it, so that the crowd comes apart; the number of contacts then grows
//! with the number of bodies and not with its square.

/// So many pairs for each body are no crowd, nor are [`FEW`] altogether.
const PAIRS: usize = 64;

/// See [`PAIRS`].
const FEW: usize = 10_000;

/// With how many of the bodies made after it one touches in a crowd.
const NEIGHBOURS: usize = 4;

/// Which bodies touch each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Crowd {
    /// All that overlap.
    #[default]
    None,
    /// Those whose places, of so many, are near each other.
    Of(usize),
}

impl Crowd {
    /// What so many overlapping pairs of bodies are.
    pub fn new(pairs: usize, places: usize) -> Self {
        if pairs > FEW && pairs > PAIRS * places {
            Self::Of(places)
        } else {
            Self::None
        }
    }

    pub fn is_one(self) -> bool {
        self != Self::None
    }

    /// Whether the bodies at two places may touch.
    pub fn admits(self, one: usize, two: usize) -> bool {
        match self {
            Self::None => true,
            Self::Of(places) => {
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
    fn only_crowds_are_thinned() {
        assert!(!Crowd::new(5_000, 10).is_one());
        assert!(!Crowd::new(60_000, 1_000).is_one());
        let crowd = Crowd::new(300_000, 800);
        assert!(crowd.is_one());
        let touched = (0..800).filter(|&other| other != 5 && crowd.admits(5, other));
        assert_eq!(touched.count(), 2 * NEIGHBOURS);
        assert!(Crowd::None.admits(0, 700));
    }
}
