//! A flag that ends a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Called when the flag is set.
type Wake = Box<dyn Fn() + Send>;

/// A flag that ends a run before its next step; clones share it.
#[derive(Clone, Default)]
pub struct StopFlag(Arc<StopState>);

#[derive(Default)]
struct StopState {
    is_set: AtomicBool,
    wakes: Mutex<Vec<Wake>>,
}

impl std::fmt::Debug for StopFlag {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_tuple("StopFlag")
            .field(&self.is_set())
            .finish()
    }
}

impl StopFlag {
    /// Asks the run to end, and wakes it if it waits.
    pub fn stop(&self) {
        self.0.is_set.store(true, Ordering::SeqCst);
        for wake in self.wakes().iter() {
            wake();
        }
    }

    /// Whether the run was asked to end.
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::SeqCst)
    }

    /// Calls `wake` when the flag is set, at once if it is set already.
    pub(crate) fn on_stop(&self, wake: impl Fn() + Send + 'static) {
        let mut wakes = self.wakes();
        if self.is_set() {
            wake();
        }
        wakes.push(Box::new(wake));
    }

    fn wakes(&self) -> MutexGuard<'_, Vec<Wake>> {
        self.0.wakes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
