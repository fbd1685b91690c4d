//! How the simulation waits for the next request of a lone controller.
//!
//! The two alternate: one computes while the other waits. A thread that sleeps lets its
//! processor fall asleep too, and waking it can take longer than the step. So the
//! simulation can ask the socket again and again for a short time before it sleeps.
//! Whether that is quicker depends on the machine and on what else runs there. So it is
//! measured: now and then some steps are made either way, and the quicker way is used for
//! the steps that follow.

use std::time::{Duration, Instant};

/// For how long a socket is asked again before the thread sleeps.
const ASKING_TIME: Duration = Duration::from_micros(100);

/// The pauses of the processor between two looks at the socket: about a microsecond.
const PAUSES: usize = 20;

/// The steps of one measurement.
const TRIAL: u32 = 256;

/// The steps between two measurements of both ways.
const USE: u32 = 64 * TRIAL;

/// Steps that take longer than this on average gain nothing that is worth a processor.
const LONG_STEP: Duration = Duration::from_micros(500);

/// A way to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Sleep until something comes.
    Sleep,
    /// Ask the socket again and again for a short time, then sleep.
    Ask,
}

/// What the current steps are for.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// To measure how long a step takes with sleep.
    TrySleep,
    /// To measure how long a step takes with asking; the time with sleep is known.
    TryAsk { sleep: Duration },
    /// To run in the way that was quicker.
    Use(Way),
}

/// Chooses how to wait for a controller.
#[derive(Debug)]
pub(crate) struct RequestWait {
    purpose: Purpose,
    /// The steps that were made for this purpose, and when the first of them began.
    steps: u32,
    since: Option<Instant>,
    /// Whether the controller is the only one and has a processor for itself.
    is_lone: bool,
}

impl RequestWait {
    /// Always asleep, until the controller is a lone one.
    pub(crate) fn new() -> Self {
        Self {
            purpose: Purpose::TrySleep,
            steps: 0,
            since: None,
            is_lone: false,
        }
    }

    /// Whether the controller is the only one and has a processor for itself.
    pub(crate) fn set_lone(&mut self, is_lone: bool) {
        if self.is_lone != is_lone {
            *self = Self {
                is_lone,
                ..Self::new()
            };
        }
    }

    /// For how long to ask the socket before the thread sleeps.
    pub(crate) fn asking_time(&self) -> Option<Duration> {
        let is_asking = matches!(
            self.purpose,
            Purpose::TryAsk { .. } | Purpose::Use(Way::Ask)
        );
        (self.is_lone && is_asking).then_some(ASKING_TIME)
    }

    /// Lets a moment pass between two looks at the socket. A look takes the lock that the
    /// other end needs to write.
    pub(crate) fn pause() {
        for _ in 0..PAUSES {
            std::hint::spin_loop();
        }
    }

    /// An answer was sent, so a step has been made.
    pub(crate) fn finish_step(&mut self) {
        if !self.is_lone {
            return;
        }
        self.steps += 1;
        let length = match self.purpose {
            Purpose::TrySleep | Purpose::TryAsk { .. } => TRIAL,
            Purpose::Use(_) => USE,
        };
        // the clock is read at both ends only
        if self.steps == 1 || self.steps > length {
            self.finish_step_at(Instant::now(), length);
        }
    }

    fn finish_step_at(&mut self, now: Instant, length: u32) {
        let Some(since) = self.since else {
            self.since = Some(now);
            return;
        };
        if self.steps <= length {
            return;
        }
        let step = now.saturating_duration_since(since) / length;
        self.purpose = match self.purpose {
            Purpose::TrySleep if step > LONG_STEP => Purpose::Use(Way::Sleep),
            Purpose::TrySleep => Purpose::TryAsk { sleep: step },
            // asking costs a processor, so it must bring something
            Purpose::TryAsk { sleep } if step < sleep - sleep / 8 => Purpose::Use(Way::Ask),
            Purpose::TryAsk { .. } => Purpose::Use(Way::Sleep),
            Purpose::Use(_) => Purpose::TrySleep,
        };
        self.steps = 1;
        self.since = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes steps of these lengths; which share of them was made by asking.
    fn share_of_asking(sleep: Duration, ask: Duration) -> f64 {
        let mut wait = RequestWait::new();
        wait.set_lone(true);
        let mut now = Instant::now();
        let (mut asking, steps) = (0, 4 * USE);
        for _ in 0..steps {
            let is_asking = wait.asking_time().is_some();
            asking += u32::from(is_asking);
            now += if is_asking { ask } else { sleep };
            wait.steps += 1;
            let length = match wait.purpose {
                Purpose::Use(_) => USE,
                _ => TRIAL,
            };
            wait.finish_step_at(now, length);
        }
        f64::from(asking) / f64::from(steps)
    }

    #[test]
    fn the_quicker_way_is_used() {
        let micros = Duration::from_micros;
        assert!(share_of_asking(micros(40), micros(18)) > 0.95);
        assert!(share_of_asking(micros(10), micros(30)) < 0.05);
        // what brings little is not worth a processor
        assert!(share_of_asking(micros(20), micros(19)) < 0.05);
    }

    #[test]
    fn long_steps_are_waited_for_asleep() {
        let millis = Duration::from_millis;
        assert!(share_of_asking(millis(2), millis(1)).abs() < f64::EPSILON);
    }

    #[test]
    fn only_a_lone_controller_is_asked_again() {
        let mut wait = RequestWait::new();
        for _ in 0..10 * TRIAL {
            wait.finish_step();
            assert_eq!(wait.asking_time(), None);
        }
    }
}
