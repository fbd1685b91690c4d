//! The connections of the ASCII server, and which one is closed for a new one.
//!
//! If all slots are used, the connection that has been silent for longest is closed: a
//! client that sends nothing cannot lock others out.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::task::AbortHandle;

/// All connections.
#[derive(Debug)]
pub(super) struct ConnectionLimit {
    most: usize,
    /// Counts everything that is received.
    clock: AtomicU64,
    present: Mutex<HashMap<u64, ConnectionEntry>>,
}

#[derive(Debug)]
struct ConnectionEntry {
    /// The count when it sent something last.
    spoke: Arc<AtomicU64>,
    task: Option<AbortHandle>,
}

/// The slot of one connection; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    limit: Arc<ConnectionLimit>,
    number: u64,
    spoke: Arc<AtomicU64>,
}

impl ConnectionLimit {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            clock: AtomicU64::default(),
            present: Mutex::default(),
        })
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// A place for a new connection.
    pub(super) fn enter(self: &Arc<Self>) -> ConnectionSlot {
        let mut present = self.present.lock();
        if present.len() >= self.most {
            let silent = present
                .iter()
                .min_by_key(|(_, entry)| entry.spoke.load(Ordering::Relaxed))
                .map(|(number, _)| *number);
            let gone = silent.and_then(|number| present.remove(&number));
            if let Some(task) = gone.and_then(|entry| entry.task) {
                task.abort();
            }
        }
        let number = self.now();
        let spoke = Arc::new(AtomicU64::new(number));
        present.insert(
            number,
            ConnectionEntry {
                spoke: spoke.clone(),
                task: None,
            },
        );
        ConnectionSlot {
            limit: self.clone(),
            number,
            spoke,
        }
    }

    /// Remembers how to end a connection.
    pub(super) fn remember(&self, number: u64, task: AbortHandle) {
        if let Some(entry) = self.present.lock().get_mut(&number) {
            entry.task = Some(task);
        }
    }
}

impl ConnectionSlot {
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Something was said.
    pub(super) fn speak(&self) {
        self.spoke.store(self.limit.now(), Ordering::Relaxed);
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.limit.present.lock().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_one_that_is_silent_for_longest_gives_way() {
        let limit = ConnectionLimit::new(2);
        let [first, second] = [limit.enter(), limit.enter()];
        let tasks = [&first, &second].map(|slot| {
            let task = tokio::spawn(std::future::pending::<()>());
            limit.remember(slot.number(), task.abort_handle());
            task
        });
        first.speak();
        let third = limit.enter();
        let [first_task, second_task] = tasks;
        assert!(second_task.await.is_err_and(|error| error.is_cancelled()));
        assert!(!first_task.is_finished());
        first_task.abort();
        drop((second, third));
        assert_eq!(limit.present.lock().len(), 1);
    }
}
