//! Ctrl-C and SIGTERM.
//!
//! A run ends cleanly: it is asked to stop and does so after its step. What
//! cannot be asked, such as the opening of a world or a download, is broken off.

use foxden_assets::temporary_folders;
use foxden_runtime::stop_flag::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Work that is interrupted when the program is asked to end.
#[derive(Clone, Debug)]
pub(crate) struct Interruptible(Arc<AtomicBool>);

impl Interruptible {
    /// Listens to the signals from now on; they set the flag.
    pub(crate) fn new(stop: &StopFlag) -> Result<Self, String> {
        let stop = stop.clone();
        Self::calling(move || stop.stop())
    }

    /// Listens to the signals from now on; `stop` is called for each.
    pub(crate) fn calling(mut stop: impl FnMut() + Send + 'static) -> Result<Self, String> {
        // a signal before the first work begins has nothing to end cleanly
        let work = Self(Arc::new(AtomicBool::new(true)));
        let seen = work.clone();
        ctrlc::set_handler(move || {
            stop();
            if seen.is_at_work() {
                temporary_folders::remove();
                std::process::exit(INTERRUPTED);
            }
        })
        .map_err(|error| error.to_string())?;
        Ok(work)
    }

    /// Work begins that may be broken off.
    pub(crate) fn begin(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// It is done.
    pub(crate) fn end(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    fn is_at_work(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
