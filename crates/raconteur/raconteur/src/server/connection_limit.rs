//! Limits the number of connections.
//!
//! A connection is settled once it has a session. When the limit is reached,
//! the oldest connection without a session is closed for a new one, so that a
//! peer cannot exclude others by opening connections and sending nothing.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use tokio::task::AbortHandle;

/// Connections without a session at the same time.
const MOST_UNSETTLED: usize = 1024;

/// Set when a connection gets its session.
#[derive(Clone, Debug, Default)]
pub(crate) struct SessionFlag(Arc<AtomicBool>);

impl SessionFlag {
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// The connections of a listener.
pub(crate) struct ConnectionLimit {
    most: usize,
    present: Arc<AtomicUsize>,
    /// Connections that had no session when last looked at, oldest first.
    unsettled: Mutex<VecDeque<(SessionFlag, Option<AbortHandle>)>>,
}

/// The place of one connection; it is free again when this is dropped.
pub(crate) struct ConnectionSlot {
    settled: SessionFlag,
    present: Arc<AtomicUsize>,
}

impl ConnectionSlot {
    pub fn session_flag(&self) -> SessionFlag {
        self.settled.clone()
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        // What has ended needs no end.
        self.settled.set();
        self.present.fetch_sub(1, Ordering::AcqRel);
    }
}

impl ConnectionLimit {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            present: Arc::default(),
            unsettled: Mutex::default(),
        }
    }

    /// A place for a new connection, if need be that of an old one.
    pub fn enter(&self) -> Option<ConnectionSlot> {
        let mut unsettled = self.unsettled.lock();
        unsettled.retain(|(settled, _)| !settled.is_set());
        let full = self.present.load(Ordering::Acquire) >= self.most;
        if full || unsettled.len() >= MOST_UNSETTLED.min(self.most) {
            match unsettled.pop_front() {
                Some((_, task)) => {
                    tracing::warn!("the oldest connection without a session gave way");
                    if let Some(task) = task {
                        task.abort();
                    }
                }
                None => return None,
            }
        }
        let settled = SessionFlag::default();
        unsettled.push_back((settled.clone(), None));
        self.present.fetch_add(1, Ordering::AcqRel);
        Some(ConnectionSlot {
            settled,
            present: self.present.clone(),
        })
    }

    /// Remembers how to end the connection that entered last.
    pub fn remember(&self, task: AbortHandle) {
        if let Some((_, slot)) = self.unsettled.lock().back_mut() {
            *slot = Some(task);
        }
    }
}
