//! How fast the commands of a viewer are read. A viewer that sends faster is read more
//! slowly; nothing is dropped.

use std::time::Duration;
use tokio::time::Instant;

/// How many commands a viewer may send in a second on average.
const RATE: f64 = 1000.0;

/// How many commands it may send at once.
const BURST: f64 = 200.0;

/// How many of them may be costly ([`crate::command::Command::is_costly`]) in a second on
/// average, and at once: viewers without the token ask for these, too, and must not slow
/// the world.
const COSTLY: f64 = 60.0;

/// How many commands may be read at once; it fills with time.
#[derive(Debug)]
struct Allowance {
    rate: f64,
    burst: f64,
    left: f64,
    since: Instant,
}

impl Allowance {
    fn new(rate: f64, burst: f64, now: Instant) -> Self {
        Self {
            rate,
            burst,
            left: burst,
            since: now,
        }
    }

    /// Takes one, and says when the next may be read.
    fn take(&mut self, now: Instant) -> Instant {
        let earned = now.saturating_duration_since(self.since).as_secs_f64() * self.rate;
        self.left = (self.left + earned).min(self.burst) - 1.0;
        self.since = now;
        let missing = (1.0 - self.left).max(0.0);
        now + Duration::from_secs_f64(missing / self.rate)
    }
}

/// The allowances of a viewer.
#[derive(Debug)]
pub(crate) struct Allowances {
    all: Allowance,
    costly: Allowance,
}

impl Allowances {
    /// Full ones.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            all: Allowance::new(RATE, BURST, now),
            costly: Allowance::new(COSTLY, COSTLY, now),
        }
    }

    /// Takes a command, and says when the next may be read.
    pub(crate) fn take(&mut self, is_costly: bool, now: Instant) -> Instant {
        let next = self.all.take(now);
        match is_costly {
            true => next.max(self.costly.take(now)),
            false => next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many commands are read in ten seconds of a viewer that sends without a pause.
    fn read(is_costly: bool) -> u32 {
        let start = Instant::now();
        let mut allowances = Allowances::new(start);
        let (mut now, mut count) = (start, 0);
        while now < start + Duration::from_secs(10) {
            now = now.max(allowances.take(is_costly, now));
            count += 1;
        }
        count
    }

    #[test]
    fn costly_commands_are_read_more_slowly() {
        // what may come at once, and ten seconds
        assert!((650..=670).contains(&read(true)), "{}", read(true));
        assert!((10_190..=10_210).contains(&read(false)), "{}", read(false));
    }
}
