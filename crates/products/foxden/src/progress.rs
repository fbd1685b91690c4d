//! A line on standard error for work that takes more than a moment.

use crate::terminal::write;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long work may take without a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often it is said again.
const REPEAT: Duration = Duration::from_secs(10);

/// Work that is under way until this is dropped.
pub(crate) struct Progress {
    done: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins work, such as "loading my_world.wbt".
    pub(crate) fn of(work: String) -> Self {
        Self::reporting_to(PATIENCE, REPEAT, move |time| {
            let text = format!("foxden: {work}: {} s so far\n", time.as_secs());
            write(&mut std::io::stderr(), &text);
        })
    }

    fn reporting_to(
        patience: Duration,
        repeat: Duration,
        tell: impl Fn(Duration) + Send + 'static,
    ) -> Self {
        let (done, is_done) = channel();
        // without a thread there is no progress line
        let teller = std::thread::Builder::new().spawn(move || {
            let start = Instant::now();
            let mut wait = patience;
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(wait) {
                tell(start.elapsed());
                wait = repeat;
            }
        });
        Self {
            done: Some(done),
            teller: teller.ok(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(teller) = self.teller.take() {
            // a line that is being written is written first
            let _ = teller.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_reported_until_it_is_done() {
        let (sender, lines) = channel();
        let moment = Duration::from_millis(1);
        let progress = Progress::reporting_to(moment, moment, move |_| {
            let _ = sender.send(());
        });
        lines.recv().expect("a first line");
        lines.recv().expect("a second one");
        drop(progress);
        while lines.try_recv().is_ok() {}
        assert!(lines.recv().is_err(), "no line comes any more");
    }

    #[test]
    fn what_is_quick_is_not_reported() {
        let (sender, lines) = channel();
        let long = Duration::from_secs(3600);
        drop(Progress::reporting_to(long, long, move |_| {
            let _ = sender.send(());
        }));
        assert!(lines.recv().is_err());
    }
}
