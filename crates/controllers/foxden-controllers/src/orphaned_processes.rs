//! Programs that controllers started and that left their process group.
//!
//! The group of a controller is ended with it. A program that made a group or a
//! session of its own is not in it; when its parent ends, the system gives it to
//! the nearest ancestor that takes orphans. On Linux that is Foxden, which ends
//! all of them at the end of a run, and at its own end. Elsewhere they survive.

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

/// How often new orphans are looked for: each that is ended may leave some.
const ROUNDS: usize = 100;

/// Ends all orphans when it is dropped, however a command ends.
#[derive(Debug)]
#[must_use = "orphans are ended when this is dropped"]
pub struct OrphanGuard(());

impl Drop for OrphanGuard {
    fn drop(&mut self) {
        end();
    }
}

/// Takes orphans from now on. The whole program does: it must have no other
/// children than controllers when [`end`] is called or the guard is dropped.
pub fn adopt() -> OrphanGuard {
    #[cfg(target_os = "linux")]
    {
        // where the system does not allow it they go elsewhere, as without it
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }
    OrphanGuard(())
}

/// Ends all children of this program. Nothing happens where orphans go elsewhere.
pub fn end() {
    for _ in 0..ROUNDS {
        let children = children();
        if children.is_empty() {
            return;
        }
        for child in children {
            let _ = kill_process(child, Signal::KILL);
            let _ = waitpid(Some(child), WaitOptions::empty());
        }
    }
}

/// The children of this program, those that have ended included.
fn children() -> Vec<Pid> {
    let own = getpid().as_raw_nonzero().get();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
        .filter(|process| parent_of(*process) == Some(own))
        .filter_map(Pid::from_raw)
        .collect()
}

fn parent_of(process: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // the name of the program is in parentheses and may contain any character
    let (_, fields) = text.rsplit_once(") ")?;
    fields.split(' ').nth(1)?.parse().ok()
}
