//! Something that is done at a fixed rate, whatever else goes on.

use crate::thread_priority::use_realtime_priority;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A thread that does something every so often; it ends when this is dropped.
///
/// ```
/// use foxden_runtime::live::PeriodicThread;
/// use std::{sync::mpsc, time::Duration};
/// let (sender, receiver) = mpsc::channel();
/// let beat = PeriodicThread::start("example", Duration::from_millis(1), move || {
///     let _ = sender.send(());
/// })?;
/// receiver.recv().unwrap();
/// drop(beat);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PeriodicThread {
    /// Nothing is sent: that it is gone is the sign to end.
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PeriodicThread {
    /// Starts a thread with a name that does something every `period`.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(
        name: &str,
        period: Duration,
        mut work: impl FnMut() + Send + 'static,
    ) -> io::Result<Self> {
        let (alive, ending) = mpsc::channel::<()>();
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                use_realtime_priority();
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

/// The first multiple of the period after `due` that is not over: beats that
/// were missed are left out, and the others keep their places.
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
    fn beats_keep_their_places_and_late_ones_are_left_out() {
        let period = Duration::from_millis(50);
        let start = Instant::now();
        let after = |late: u64| next(start, period, start + Duration::from_millis(late));
        assert_eq!(after(0), start + period);
        assert_eq!(after(49), start + period);
        assert_eq!(after(50), start + 2 * period);
        assert_eq!(after(149), start + 3 * period);
    }
}
