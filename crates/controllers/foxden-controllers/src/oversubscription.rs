//! Scheduling when there are more controllers than processors.
//!
//! Most of a step is then waking and switching processes, and two defaults of the
//! system double that cost. A controller that is woken by its answer preempts the
//! thread that has others to answer. A controller that sleeps on a local socket is
//! woken for nothing when its request is read from the socket. So when processors
//! are oversubscribed, Foxden starts controllers in the scheduling class *batch*
//! (`SCHED_BATCH` on Linux), and leaves requests in their sockets until it answers
//! them. This changes the scheduling class of the user's programs; a controller that
//! needs another class sets it itself after its start (`docs/guide/controllers.md`).
//!
//! With few controllers neither is done: each finds a free processor at once, and
//! a controller that is woken early is ready when its answer comes.

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

/// Whether this number of controllers is more than the processors can run at once.
pub(crate) fn is_oversubscribed(controllers: usize) -> bool {
    // one that does not know its processors serves controllers as if they were few
    std::thread::available_parallelism().is_ok_and(|processors| controllers > processors.get())
}

/// Whether there is one controller, and a processor for it besides that of the simulation.
pub(crate) fn is_lone(controllers: usize) -> bool {
    let processors = std::thread::available_parallelism();
    controllers == 1 && processors.is_ok_and(|processors| processors.get() > 1)
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
