//! A thread that does some work at a fixed rate.

use crate::thread_priority::ThreadPriority;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A thread that does some work periodically; it ends when this is dropped.
///
/// ```
/// use foxden_runtime::periodic_thread::PeriodicThread;
/// use foxden_runtime::thread_priority::ThreadPriority;
/// use std::{sync::mpsc, time::Duration};
/// let (sender, receiver) = mpsc::channel();
/// let period = Duration::from_millis(1);
/// let thread = PeriodicThread::start("example", period, ThreadPriority::Normal, move || {
///     let _ = sender.send(());
/// })?;
/// receiver.recv().unwrap();
/// drop(thread);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PeriodicThread {
    /// Nothing is sent; dropping it ends the thread.
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PeriodicThread {
    /// Starts a thread with a name and a priority that does `work` every `period`.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(
        name: &str,
        period: Duration,
        priority: ThreadPriority,
        mut work: impl FnMut() + Send + 'static,
    ) -> io::Result<Self> {
        let (alive, ending) = mpsc::channel::<()>();
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                priority.apply();
                let mut due = Instant::now() + period;
                loop {
                    let left = due.saturating_duration_since(Instant::now());
                    match ending.recv_timeout(left) {
                        Err(RecvTimeoutError::Timeout) => work(),
                        Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                    }
                    due = next(due, period, Instant::now());
                }
            })?;
        Ok(Self {
            alive: Some(alive),
            thread: Some(thread),
        })
    }
}

impl Drop for PeriodicThread {
    fn drop(&mut self) {
        drop(self.alive.take());
        if let Some(thread) = self.thread.take() {
            // a panic there was reported by its own thread
            let _ = thread.join();
        }
    }
}

/// The first multiple of the period after `due` that is not over. Missed times
/// are skipped; the others stay on the same grid.
fn next(due: Instant, period: Duration, now: Instant) -> Instant {
    let mut next = due + period;
    while next <= now {
        next += period;
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_times_are_skipped_and_the_grid_stays() {
        let period = Duration::from_millis(50);
        let start = Instant::now();
        let after = |late: u64| next(start, period, start + Duration::from_millis(late));
        assert_eq!(after(0), start + period);
        assert_eq!(after(49), start + period);
        assert_eq!(after(50), start + 2 * period);
        assert_eq!(after(149), start + 3 * period);
    }
}
