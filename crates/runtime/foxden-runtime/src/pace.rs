//! How fast simulated time passes, and how far a world may fall behind.

use std::ops::RangeInclusive;

/// The factors of real time that can be chosen.
pub const SPEEDS: RangeInclusive<f64> = 0.01..=100.0;

/// A world that cannot keep up may fall behind by this many seconds; then the clock waits for it.
const LARGEST_LAG: f64 = 0.25;

/// How fast steps are made while the run is not paused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// As fast as possible.
    Fastest,
    /// Simulated seconds per second.
    Factor(f64),
}

/// The pace of a run. Single steps are made with
/// [`RunHandle::step`](crate::run_handle::RunHandle::step), which leaves it paused.
///
/// ```
/// use foxden_runtime::pace::{Pace, Speed};
/// let pace = Pace::REAL_TIME.paused(true);
/// assert!(pace.is_paused);
/// assert_eq!(pace.speed, Speed::Factor(1.0));
/// assert_eq!(Pace::factor(1e9).factor_of_real_time(), 100.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The speed, also while it is paused.
    pub speed: Speed,
    /// Whether no steps are made.
    pub is_paused: bool,
}

impl Pace {
    /// As fast as possible.
    pub const FASTEST: Self = Self {
        speed: Speed::Fastest,
        is_paused: false,
    };

    /// One simulated second per second.
    pub const REAL_TIME: Self = Self {
        speed: Speed::Factor(1.0),
        is_paused: false,
    };

    /// A factor of real time, limited to [`SPEEDS`].
    pub fn factor(factor: f64) -> Self {
        Self {
            speed: Speed::Factor(factor.clamp(*SPEEDS.start(), *SPEEDS.end())),
            is_paused: false,
        }
    }

    /// The same speed, paused or not.
    pub fn paused(self, is_paused: bool) -> Self {
        Self { is_paused, ..self }
    }

    /// Simulated seconds per second; infinite if as fast as possible.
    pub fn factor_of_real_time(&self) -> f64 {
        match self.speed {
            Speed::Fastest => f64::INFINITY,
            Speed::Factor(factor) => factor,
        }
    }

    /// How many simulated seconds a world may be behind the clock before the time is given up.
    pub(crate) fn largest_lag(&self) -> f64 {
        LARGEST_LAG * self.factor_of_real_time().max(1.0)
    }
}
