//! The clock of everything that does I/O.
//!
//! It is the clock of the runtime, which tests may pause and advance, so that time limits
//! and heartbeats agree with the timers that wait for them.

use std::time::Instant;

/// The present time.
pub(crate) fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
