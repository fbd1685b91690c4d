//! Which threads are served first. Where the system does not allow it, all are
//! served alike.

use thread_priority::{
    Error, NormalThreadSchedulePolicy, RealtimeThreadSchedulePolicy, ThreadId, ThreadPriority,
    ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
};

/// How much sooner than others a thread that serves a beat is served: a niceness.
const NICENESS: i32 = -10;

const AT_ONCE: ThreadSchedulePolicy =
    ThreadSchedulePolicy::Realtime(RealtimeThreadSchedulePolicy::RoundRobin);

const IN_TURN: ThreadSchedulePolicy =
    ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Other);

/// Lets the calling thread be served before others of this program.
pub fn take_precedence() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// A thread that others can hurry. It must live as long as they do so.
///
/// ```
/// use foxden_host::live::Helper;
/// let helper = Helper::current();
/// assert_eq!(helper.hurry(|| 6 * 7), 42);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Helper(ThreadId);

impl Helper {
    /// The calling thread.
    pub fn current() -> Self {
        Self(thread_native_id())
    }

    /// Lets the thread run as soon as it wakes, before everything else on the
    /// machine, while something is done. Keep it short: who gives a thread much
    /// to do must not keep the machine from others.
    pub fn hurry<T>(self, work: impl FnOnce() -> T) -> T {
        let is_hurried = self.schedule(AT_ONCE).is_ok();
        let result = work();
        if is_hurried {
            let _ = self.schedule(IN_TURN);
        }
        result
    }

    /// For good. Only for threads that do little and then sleep.
    pub(super) fn run_at_once(self) -> Result<(), Error> {
        self.schedule(AT_ONCE)
    }

    fn schedule(self, policy: ThreadSchedulePolicy) -> Result<(), Error> {
        let priority = match policy {
            // the least of those that are served at once is enough
            ThreadSchedulePolicy::Realtime(_) => ThreadPriority::Min,
            // the library gives it to the caller, who is to stay ahead
            ThreadSchedulePolicy::Normal(_) => ThreadPriority::Max,
        };
        set_thread_priority_and_policy(self.0, priority, policy)
    }
}
