//! Which threads are served first. Where the system does not allow it, all are
//! served alike.

use thread_priority::{
    RealtimeThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// How much sooner than others a thread that serves a beat is served: a niceness.
const NICENESS: i32 = -10;

const AT_ONCE: ThreadSchedulePolicy =
    ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::RoundRobin);

/// Lets the calling thread be served before others of this program.
pub fn raise_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// Lets the calling thread run as soon as it wakes, before everything else on
/// the machine. Only for threads that do little and then sleep.
pub(crate) fn use_realtime_priority() {
    // the least of those that are served at once is enough
    let priority = ThreadPriority::Min;
    if set_thread_priority_and_policy(thread_native_id(), priority, AT_ONCE).is_err() {
        raise_priority();
    }
}
