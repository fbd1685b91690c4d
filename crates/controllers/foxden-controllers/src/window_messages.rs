//! Messages between controllers and their robot windows. A program that shows
//! windows has a clone; without one there are no windows, which is reported.

use foxden_scene::NodeId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes that wait in one direction; older messages are dropped.
const MOST_BYTES: usize = 16 << 20;

/// The most messages that wait in one direction.
const MOST_MESSAGES: usize = 10_000;

/// The messages of a run; clones have the same ones.
#[derive(Clone, Debug, Default)]
pub struct WindowMessages(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    to_windows: Queue<(NodeId, String)>,
    to_controllers: BTreeMap<NodeId, Queue<String>>,
}

/// Messages up to the limits.
#[derive(Debug)]
struct Queue<T> {
    messages: VecDeque<(usize, T)>,
    bytes: usize,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self {
            messages: VecDeque::new(),
            bytes: 0,
        }
    }
}

impl<T> Queue<T> {
    fn push(&mut self, bytes: usize, message: T) {
        self.messages.push_back((bytes, message));
        self.bytes += bytes;
        while self.bytes > MOST_BYTES || self.messages.len() > MOST_MESSAGES {
            let Some((bytes, _)) = self.messages.pop_front() else {
                return;
            };
            self.bytes -= bytes;
        }
    }

    fn take(&mut self) -> Vec<T> {
        self.bytes = 0;
        let messages = std::mem::take(&mut self.messages).into_iter();
        messages.map(|(_, message)| message).collect()
    }
}

impl WindowMessages {
    /// A robot window sends a text to the controller of its robot; it arrives with
    /// the end of a step.
    pub fn send(&self, robot: NodeId, text: &str) {
        // a text ends at its first zero byte
        let text = text.split('\0').next().unwrap_or_default();
        let mut waiting = self.waiting();
        let queue = waiting.to_controllers.entry(robot).or_default();
        queue.push(text.len() + 1, text.to_owned());
    }

    /// What controllers sent to windows since the last call.
    pub fn take(&self) -> Vec<(NodeId, String)> {
        self.waiting().to_windows.take()
    }

    /// A controller sends bytes to the window of its robot: texts that end with a
    /// zero byte.
    pub(crate) fn receive(&self, robot: NodeId, data: &[u8]) {
        let data = data.strip_suffix(&[0]).unwrap_or(data);
        let mut waiting = self.waiting();
        for text in data.split(|byte| *byte == 0) {
            let text = String::from_utf8_lossy(text).into_owned();
            waiting.to_windows.push(text.len() + 1, (robot, text));
        }
    }

    /// What windows sent to the controller of a robot: texts that end with a zero
    /// byte; `None` if nothing was sent.
    pub(crate) fn take_for(&self, robot: NodeId) -> Option<Vec<u8>> {
        let mut waiting = self.waiting();
        let texts = waiting.to_controllers.remove(&robot)?.take();
        let bytes = texts.into_iter().flat_map(|text| {
            let mut bytes = text.into_bytes();
            bytes.push(0);
            bytes
        });
        Some(bytes.collect())
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::test_robot::robot;

    #[test]
    fn texts_are_split_and_joined_at_zero_bytes() {
        let (messages, robot) = (WindowMessages::default(), robot());
        messages.receive(robot, b"one\0two\0");
        messages.receive(robot, b"three");
        let texts: Vec<String> = messages.take().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["one", "two", "three"]);
        assert!(messages.take().is_empty());
        assert_eq!(messages.take_for(robot), None);
        messages.send(robot, "a");
        messages.send(robot, "b\0hidden");
        assert_eq!(messages.take_for(robot).unwrap(), b"a\0b\0");
        assert_eq!(messages.take_for(robot), None);
    }

    #[test]
    fn what_nobody_reads_is_bounded() {
        let (messages, robot) = (WindowMessages::default(), robot());
        let large = "x".repeat(1 << 20);
        for _ in 0..100 {
            messages.send(robot, &large);
            messages.receive(robot, large.as_bytes());
        }
        assert!(messages.take_for(robot).unwrap().len() <= MOST_BYTES);
        assert!(messages.take().len() < 20);
    }
}
