//! How simulated time follows the clock on the wall.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// The speeds that can be asked for.
pub const SPEEDS: RangeInclusive<f64> = 0.01..=100.0;

/// Longer than anybody waits; keeps instants representable.
const FAR: f64 = 1e8;

/// How simulated time passes since some instant.
///
/// ```
/// use foxden_runtime::live::Pace;
/// use std::time::{Duration, Instant};
/// let start = Instant::now();
/// let pace = Pace::new(start, 10.0, 2.0, false);
/// assert_eq!(pace.at(start + Duration::from_secs(3)), 16.0);
/// assert_eq!(pace.when(16.0), Some(start + Duration::from_secs(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    since: Instant,
    from: f64,
    speed: f64,
    is_paused: bool,
}

impl Pace {
    /// At `since` the simulated time is `from` seconds.
    pub fn new(since: Instant, from: f64, speed: f64, is_paused: bool) -> Self {
        Self {
            since,
            from,
            speed: speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
            is_paused,
        }
    }

    /// Simulated seconds in a second, once it is not paused.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Whether time stands still.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// The simulated time at an instant.
    pub fn at(&self, now: Instant) -> f64 {
        if self.is_paused {
            return self.from;
        }
        self.from + now.saturating_duration_since(self.since).as_secs_f64() * self.speed
    }

    /// When a simulated time will be reached; `None` if that cannot be told.
    pub fn when(&self, time: f64) -> Option<Instant> {
        let missing = (time - self.from).max(0.0) / self.speed;
        if self.is_paused && missing > 0.0 || missing.is_nan() || missing > FAR {
            return None;
        }
        Some(self.since + Duration::from_secs_f64(missing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paused_time_comes_to_nothing_but_what_is_past() {
        let start = Instant::now();
        let pace = Pace::new(start, 5.0, 1.0, true);
        assert_eq!(pace.at(start + Duration::from_secs(9)), 5.0);
        assert_eq!(pace.when(4.0), Some(start));
        assert_eq!(pace.when(5.1), None);
        assert_eq!(Pace::new(start, 0.0, 1.0, false).when(f64::INFINITY), None);
    }
}
