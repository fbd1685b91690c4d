//! How to wait for an answer.
//!
//! Going to sleep and being woken costs more than a simulator takes for a
//! small world. So a controller looks for its answer a while before it sleeps,
//! as long as that pays: where answers come late, because worlds are large,
//! the simulation keeps to real time or the processors have others to serve,
//! looking is given up, and only tried again now and then.

use std::time::Duration;

/// How long to look before going to sleep.
const LOOKING: Duration = Duration::from_micros(30);

/// The longest pause between two tries, in answers.
const LONGEST_PAUSE: u32 = 1 << 12;

/// What was learnt from earlier answers.
#[derive(Debug)]
pub(crate) struct Waiting {
    may_look: bool,
    /// Answers to sleep for before the next try.
    left: u32,
    /// How long to pause when the next try fails.
    pause: u32,
}

impl Waiting {
    /// With one processor the simulator cannot answer while somebody looks.
    pub(crate) fn new(processors: usize) -> Self {
        Self {
            may_look: processors > 1,
            left: 0,
            pause: 1,
        }
    }

    /// How long to look for the next answer, if at all.
    pub(crate) fn begin(&mut self) -> Option<Duration> {
        if !self.may_look || self.left > 0 {
            self.left = self.left.saturating_sub(1);
            return None;
        }
        Some(Duration::from_micros(std::env::var("FOXDEN_LOOK").ok()?.parse().ok()?))
    }

    /// Looking was worth it.
    pub(crate) fn came(&mut self) {
        self.pause = 1;
    }

    /// Looking was in vain.
    pub(crate) fn slept(&mut self) {
        self.left = self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_in_vain_becomes_rare() {
        let mut waiting = Waiting::new(2);
        let mut tries = 0;
        for _ in 0..10_000 {
            if waiting.begin().is_some() {
                tries += 1;
                waiting.slept();
            }
        }
        assert!(tries < 20, "{tries}");
    }

    #[test]
    fn what_pays_goes_on() {
        let mut waiting = Waiting::new(2);
        for _ in 0..100 {
            assert!(waiting.begin().is_some());
            waiting.came();
        }
    }

    #[test]
    fn one_processor_never_looks() {
        assert_eq!(Waiting::new(1).begin(), None);
    }
}
