//! How much unfinished input all connections of a listener may hold together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What each connection may hold without asking.
const FREE: usize = 16 * 1024;

/// A memory budget for incomplete messages. Connections and clones share it.
///
/// A peer that sends the first half of a large message and then nothing costs
/// memory; without a budget many such peers could use all of it.
///
/// ```
/// use raconteur::connection::{InputBudget, InputReservation};
/// let budget = InputBudget::new(1_000_000);
/// assert_eq!(budget.most(), 1_000_000);
/// let mut one: InputReservation = budget.share();
/// assert!(one.hold(900_000));
/// let mut other = budget.share();
/// assert!(!other.hold(900_000));
/// drop(one);
/// assert!(other.hold(900_000));
/// ```
#[derive(Clone, Debug)]
pub struct InputBudget {
    used: Arc<AtomicUsize>,
    most: usize,
}

impl Default for InputBudget {
    /// 64 MiB: a few of the largest messages at the same time.
    fn default() -> Self {
        Self::new(64 * 1024 * 1024)
    }
}

impl InputBudget {
    /// A budget of this many bytes.
    pub fn new(most: usize) -> Self {
        Self {
            used: Arc::default(),
            most,
        }
    }

    /// The size of the budget in bytes.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The share of a connection, empty at first.
    pub fn share(&self) -> InputReservation {
        InputReservation {
            room: self.clone(),
            held: 0,
        }
    }
}

/// What one connection holds; it is given back when this is dropped.
#[derive(Debug)]
pub struct InputReservation {
    room: InputBudget,
    held: usize,
}

impl InputReservation {
    /// Reserves this many bytes instead of the previous number. `false` if the
    /// budget does not allow it; then nothing changes.
    #[must_use]
    pub fn hold(&mut self, bytes: usize) -> bool {
        let wanted = bytes.saturating_sub(FREE);
        if wanted > self.held {
            let more = wanted - self.held;
            let taken = self
                .room
                .used
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |used| {
                    used.checked_add(more).filter(|sum| *sum <= self.room.most)
                });
            if taken.is_err() {
                return false;
            }
        } else {
            self.room
                .used
                .fetch_sub(self.held - wanted, Ordering::AcqRel);
        }
        self.held = wanted;
        true
    }
}

impl Drop for InputReservation {
    fn drop(&mut self) {
        self.room.used.fetch_sub(self.held, Ordering::AcqRel);
    }
}
