//! How simulated time follows the wall clock.

use crate::pace::{Pace, Speed};
use std::time::{Duration, Instant};

/// More seconds than a run lasts; keeps instants representable.
const FAR: f64 = 1e8;

/// Simulated time as a function of the wall clock, since the pace changed last.
///
/// ```
/// use foxden_runtime::pace::Pace;
/// use foxden_runtime::simulated_clock::SimulatedClock;
/// use std::time::{Duration, Instant};
/// let start = Instant::now();
/// let clock = SimulatedClock::new(start, 10.0, Pace::factor(2.0));
/// assert_eq!(clock.at(start + Duration::from_secs(3)), 16.0);
/// assert_eq!(clock.when(16.0), Some(start + Duration::from_secs(3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedClock {
    since: Instant,
    from: f64,
    pace: Pace,
}

impl SimulatedClock {
    /// At `since` the simulated time is `from` seconds.
    pub fn new(since: Instant, from: f64, pace: Pace) -> Self {
        Self { since, from, pace }
    }

    /// The pace.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// The simulated time at an instant. As fast as possible, it is the time of
    /// the last step that was published.
    pub fn at(&self, now: Instant) -> f64 {
        match self.pace.speed {
            Speed::Factor(factor) if !self.pace.is_paused => {
                self.from + now.saturating_duration_since(self.since).as_secs_f64() * factor
            }
            _ => self.from,
        }
    }

    /// When a simulated time will be reached; `None` if that is not known.
    pub fn when(&self, time: f64) -> Option<Instant> {
        let missing = (time - self.from).max(0.0);
        let seconds = match self.pace.speed {
            _ if missing == 0.0 => 0.0,
            Speed::Factor(factor) if !self.pace.is_paused => missing / factor,
            _ => return None,
        };
        (seconds <= FAR).then(|| self.since + Duration::from_secs_f64(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_past_times_are_reached_while_paused() {
        let start = Instant::now();
        let clock = SimulatedClock::new(start, 5.0, Pace::REAL_TIME.paused(true));
        assert_eq!(clock.at(start + Duration::from_secs(9)), 5.0);
        assert_eq!(clock.when(4.0), Some(start));
        assert_eq!(clock.when(5.1), None);
        let running = SimulatedClock::new(start, 0.0, Pace::REAL_TIME);
        assert_eq!(running.when(f64::INFINITY), None);
        assert_eq!(running.when(f64::NAN), Some(start));
    }
}
