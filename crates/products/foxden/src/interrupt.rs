//! Ctrl-C and SIGTERM.
//!
//! A run ends cleanly: it is asked to stop and does so after its step. What
//! cannot be asked, such as the opening of a world or a download, is broken off, and
//! so is everything at the second signal.

use crate::commands::terminal_keys;
use foxden_assets::temporary_folders;
use foxden_controllers::orphaned_processes;
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
        let mut has_asked = false;
        ctrlc::set_handler(move || {
            stop();
            if seen.is_at_work() || std::mem::replace(&mut has_asked, true) {
                break_off();
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

/// Breaks a command off at the first signal, so that it leaves no private folders.
pub(crate) fn break_off_at_signals() {
    // without a handler the system ends it, and the next start removes the folders
    let _ = Interruptible::calling(|| {});
}

/// Whether the program ends now.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end of the program if it was broken off: programs that it started are
/// gone then, and what would be said of that is wrong.
pub(crate) fn wait_if_ending() {
    while IS_ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ends the program now. Programs that it started end with it.
fn break_off() {
    IS_ENDING.store(true, Ordering::SeqCst);
    terminal_keys::restore();
    orphaned_processes::end();
    temporary_folders::remove();
    std::process::exit(INTERRUPTED);
}
