//! What controllers sent to their robot windows.
//!
//! Messages of a robot are kept until a viewer has them: a controller may speak before
//! anybody has opened the window. Each viewer has a place in this log, so none is left out
//! for it while it is connected. Memory is bounded: the oldest messages of a robot make
//! room.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes of messages are kept for a robot. The newest message is kept at any size.
const MOST_BYTES: usize = 4 << 20;

/// How many messages are kept for a robot.
const MOST_MESSAGES: usize = 10_000;

/// The messages of all robots.
#[derive(Debug, Default)]
pub(crate) struct WindowLog(Mutex<Log>);

#[derive(Debug, Default)]
struct Log {
    /// The number of the last message. It is never used again, not even for another world.
    last: u64,
    robots: BTreeMap<u32, RobotLog>,
}

#[derive(Debug, Default)]
struct RobotLog {
    messages: VecDeque<WindowMessage>,
    bytes: usize,
    /// The last message that some viewer has.
    delivered: u64,
}

#[derive(Debug)]
struct WindowMessage {
    number: u64,
    time: f64,
    text: String,
}

/// Messages for one viewer.
#[derive(Debug, PartialEq)]
pub(crate) struct WindowNews {
    /// The simulated time of the last one.
    pub(crate) time: f64,
    pub(crate) texts: Vec<String>,
    /// The number of the last one.
    pub(crate) last: u64,
}

impl WindowLog {
    /// A controller sent a text.
    pub(crate) fn add(&self, robot: u32, time: f64, text: String) {
        let mut log = self.log();
        log.last += 1;
        let number = log.last;
        let kept = log.robots.entry(robot).or_default();
        kept.bytes += text.len();
        kept.messages
            .push_back(WindowMessage { number, time, text });
        while kept.messages.len() > MOST_MESSAGES
            || (kept.bytes > MOST_BYTES && kept.messages.len() > 1)
        {
            let Some(oldest) = kept.messages.pop_front() else {
                return;
            };
            kept.bytes -= oldest.text.len();
        }
    }

    /// Where a viewer begins that opens a window: after what another one has.
    pub(crate) fn begin(&self, robot: u32) -> u64 {
        let log = self.log();
        log.robots.get(&robot).map_or(0, |kept| kept.delivered)
    }

    /// The messages of a robot after a number.
    pub(crate) fn after(&self, robot: u32, known: u64) -> Option<WindowNews> {
        let mut log = self.log();
        let kept = log.robots.get_mut(&robot)?;
        let last = kept.messages.back().filter(|last| last.number > known)?;
        let (last, time) = (last.number, last.time);
        kept.delivered = kept.delivered.max(last);
        let from = kept.messages.partition_point(|one| one.number <= known);
        let texts = kept.messages.range(from..).map(|one| one.text.clone());
        Some(WindowNews {
            time,
            texts: texts.collect(),
            last,
        })
    }

    /// Forgets all messages: another world comes.
    pub(crate) fn clear(&self) {
        self.log().robots.clear();
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_waits_for_the_first_viewer() {
        let log = WindowLog::default();
        assert_eq!(log.begin(3), 0);
        for text in ["one", "two"] {
            log.add(3, 0.5, text.to_owned());
        }
        log.add(4, 0.5, "other".to_owned());
        let first = log.after(3, log.begin(3)).unwrap();
        assert_eq!(first.texts, ["one", "two"]);
        assert_eq!(log.after(3, first.last), None);
        // a second viewer begins with what comes then, and each has its own place
        let second = log.begin(3);
        log.add(3, 1.0, "three".to_owned());
        for known in [first.last, second] {
            assert_eq!(log.after(3, known).unwrap().texts, ["three"]);
        }
        log.clear();
        assert_eq!(log.after(3, 0), None);
        log.add(3, 0.0, "new world".to_owned());
        assert_eq!(log.after(3, first.last).unwrap().texts, ["new world"]);
    }

    #[test]
    fn memory_is_bounded() {
        let log = WindowLog::default();
        for number in 0..20_000 {
            log.add(3, 0.0, number.to_string());
        }
        let news = log.after(3, 0).unwrap();
        assert_eq!(news.texts.len(), MOST_MESSAGES);
        assert_eq!(news.texts.last().unwrap(), "19999");
        for _ in 0..20 {
            log.add(3, 0.0, "x".repeat(1 << 20));
        }
        assert!(log.after(3, 0).unwrap().texts.len() <= 4);
        let long = "x".repeat(2 * MOST_BYTES);
        log.add(3, 0.0, long.clone());
        assert_eq!(log.after(3, 0).unwrap().texts, [long]);
    }
}
