//! What is done differently when there are more controllers than processors.
//!
//! Then most of a step is waking and switching processes, and two things that
//! the system does by default cost as much again. A program that is woken by
//! its answer pushes aside the thread that has others to answer, and one that
//! sleeps on a local socket is woken for nothing when its request is taken from
//! there. In a crowd, controllers wait until a processor is free, and requests
//! stay in their sockets until they are answered.
//!
//! For few controllers both would be wrong: they find a processor at once, and
//! one that is woken early is there when its answer comes.

use rustix::process::{getpriority_process, setpriority_process};
use std::io;
use std::process::{Child, Command};
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadPriorityOsValue, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// Programs that are woken wait for their turn.
const WHEN_FREE: ThreadSchedulePolicy =
    ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Batch);

/// Whether so many controllers are a crowd.
pub(crate) fn is_oversubscribed(controllers: usize) -> bool {
    // one that does not know its processors serves controllers as if they were few
    std::thread::available_parallelism().is_ok_and(|processors| controllers > processors.get())
}

/// Starts a program that leaves the processor to others when it is woken.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    // a program inherits how the thread is scheduled that starts it
    let spawned = std::thread::scope(|scope| {
        let starter = scope.spawn(|| {
            wait_for_turns();
            command.spawn()
        });
        starter.join()
    });
    spawned.unwrap_or_else(|_| Err(io::Error::other("the thread that starts it failed")))
}

/// Lets the calling thread leave the processor to others when it is woken.
/// Where the system does not allow it, all stays as it is.
fn wait_for_turns() {
    let niceness = getpriority_process(None);
    let usual = ThreadPriority::Os(ThreadPriorityOsValue::default());
    let _ = set_thread_priority_and_policy(thread_native_id(), usual, WHEN_FREE);
    // the library sets it too
    if let Ok(niceness) = niceness {
        let _ = setpriority_process(None, niceness);
    }
}
