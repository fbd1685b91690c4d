//! The scheduling of threads that must be on time.
//!
//! Real-time scheduling is opt-in: such a thread runs before every other program
//! of the machine. Where the system does not allow it, the thread runs as usual.

use thread_priority::{
    RealtimeThreadSchedulePolicy, ThreadPriority as SystemPriority, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};

/// The niceness of a raised thread.
const NICENESS: i32 = -10;

const ROUND_ROBIN: ThreadSchedulePolicy =
    ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::RoundRobin);

/// How the system schedules a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadPriority {
    /// Like all threads of this program.
    #[default]
    Normal,
    /// Before threads of normal priority, by a lower niceness.
    Raised,
    /// In the real-time class, which runs as soon as it wakes. Only for threads
    /// that do little and then sleep. Raised where the system refuses it.
    RealTime,
}

impl ThreadPriority {
    /// Sets the priority of the calling thread, as far as the system allows it.
    pub fn apply(self) {
        match self {
            Self::Normal => {}
            Self::Raised => raise(),
            Self::RealTime => {
                // the lowest real-time priority is enough
                let priority = SystemPriority::Min;
                let set = set_thread_priority_and_policy(thread_native_id(), priority, ROUND_ROBIN);
                if set.is_err() {
                    raise();
                }
            }
        }
    }
}

fn raise() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}
