//! Locks: which client has an object for itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::error::{Error, ErrorCode, Result};

/// Who holds a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LockOwner {
    /// All sessions of a user.
    User(String),
    /// One session.
    Session(u32, String),
}

impl LockOwner {
    fn name(&self) -> &str {
        match self {
            Self::User(name) | Self::Session(_, name) => name,
        }
    }

    fn admits(&self, endpoint: u32, user: Option<&str>) -> bool {
        match self {
            Self::User(name) => user == Some(name),
            Self::Session(owner, _) => *owner == endpoint,
        }
    }
}

/// Locks by object path. A lock covers everything below its path.
#[derive(Debug, Default)]
pub(crate) struct ObjectLocks(BTreeMap<String, LockOwner>);

fn covers(above: &str, below: &str) -> bool {
    below
        .strip_prefix(above)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn locked(owner: &LockOwner) -> Error {
    Error::new(
        ErrorCode::ObjectLockedError,
        format!("Object locked by {}", owner.name()),
    )
}

impl ObjectLocks {
    pub fn check(&self, path: &str, endpoint: u32, user: Option<&str>) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        match self.0.iter().find(|(at, _)| covers(at, path)) {
            Some((_, owner)) if !owner.admits(endpoint, user) => Err(locked(owner)),
            _ => Ok(()),
        }
    }

    pub fn acquire(&mut self, path: &str, owner: LockOwner) -> Result<()> {
        let conflict = self
            .0
            .iter()
            .find(|(at, _)| covers(at, path) || covers(path, at));
        if let Some((_, other)) = conflict {
            return Err(locked(other));
        }
        self.0.insert(path.to_owned(), owner);
        Ok(())
    }

    pub fn release(
        &mut self,
        path: &str,
        endpoint: u32,
        user: Option<&str>,
        overrides: bool,
    ) -> Result<()> {
        match self.0.get(path) {
            None => Err(Error::new(
                ErrorCode::ObjectLockedError,
                "Object is not locked",
            )),
            Some(owner) if overrides || owner.admits(endpoint, user) => {
                self.0.remove(path);
                Ok(())
            }
            Some(owner) => Err(locked(owner)),
        }
    }

    /// A session has ended; `last` if it was the last one of its user.
    pub fn session_ended(&mut self, endpoint: u32, user: Option<&str>, last: bool) {
        self.0.retain(|_, owner| match owner {
            LockOwner::Session(session, _) => *session != endpoint,
            LockOwner::User(name) => !(last && user == Some(name)),
        });
    }

    pub fn path_released(&mut self, path: &str) {
        self.0.retain(|at, _| !covers(path, at));
    }
}

/// How long a monitor is held without a request by its holder.
const MONITOR_LAPSE: Duration = Duration::from_secs(30);

/// Monitors by object path: one session at a time.
#[derive(Debug, Default)]
pub(crate) struct Monitors(BTreeMap<String, (u32, Instant)>);

impl Monitors {
    fn holder(&self, path: &str, now: Instant) -> Option<u32> {
        self.0
            .get(path)
            .filter(|(_, since)| now < *since + MONITOR_LAPSE)
            .map(|(endpoint, _)| *endpoint)
    }

    /// Lets a request of the holder, or of anybody if there is none, pass.
    pub fn check(&mut self, path: &str, endpoint: u32, now: Instant) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        match self.holder(path, now) {
            Some(holder) if holder == endpoint => {
                self.0.insert(path.to_owned(), (endpoint, now));
                Ok(())
            }
            Some(_) => Err(Error::new(
                ErrorCode::InvalidOperation,
                "Object is currently monitor locked. Use MonitorEnter to obtain monitor lock",
            )),
            None => {
                self.0.remove(path);
                Ok(())
            }
        }
    }

    /// Takes the monitor; false if another session has it.
    pub fn enter(&mut self, path: &str, endpoint: u32, now: Instant) -> Result<bool> {
        match self.holder(path, now) {
            None => {
                self.0.insert(path.to_owned(), (endpoint, now));
                Ok(true)
            }
            Some(holder) if holder == endpoint => Err(Error::new(
                ErrorCode::InvalidOperation,
                "Already acquiring or acquired monitor lock",
            )),
            Some(_) => Ok(false),
        }
    }

    pub fn exit(&mut self, path: &str, endpoint: u32, now: Instant) -> Result<()> {
        if self.holder(path, now) == Some(endpoint) {
            self.0.remove(path);
            Ok(())
        } else {
            Err(Error::new(
                ErrorCode::InvalidOperation,
                "Not monitor locked",
            ))
        }
    }

    pub fn session_ended(&mut self, endpoint: u32) {
        self.0.retain(|_, (holder, _)| *holder != endpoint);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_covers_what_is_below_and_nothing_beside() {
        let mut locks = ObjectLocks::default();
        locks
            .acquire("s.o1", LockOwner::User("fox".into()))
            .unwrap();
        assert!(locks.check("s.o1.o2", 2, Some("hen")).is_err());
        assert!(locks.check("s.o1", 2, None).is_err());
        assert!(locks.check("s.o1.o2", 9, Some("fox")).is_ok());
        assert!(locks.check("s.o12", 2, Some("hen")).is_ok());
        assert!(locks.check("s", 2, Some("hen")).is_ok());
        assert!(locks.acquire("s", LockOwner::User("hen".into())).is_err());
        assert!(
            locks
                .acquire("s.o1.o2", LockOwner::User("hen".into()))
                .is_err()
        );
        assert!(locks.release("s.o1", 2, Some("hen"), false).is_err());
        assert!(locks.release("s.o1", 2, Some("hen"), true).is_ok());
        assert!(locks.check("s.o1", 2, None).is_ok());
    }

    #[test]
    fn locks_end_with_their_sessions() {
        let mut locks = ObjectLocks::default();
        locks.acquire("s.a", LockOwner::User("fox".into())).unwrap();
        locks
            .acquire("s.b", LockOwner::Session(7, "fox".into()))
            .unwrap();
        assert!(locks.check("s.b", 8, Some("fox")).is_err());
        locks.session_ended(7, Some("fox"), false);
        assert!(locks.check("s.b", 8, Some("fox")).is_ok());
        assert!(locks.check("s.a", 9, None).is_err());
        locks.session_ended(8, Some("fox"), true);
        assert!(locks.check("s.a", 9, None).is_ok());
    }

    #[test]
    fn a_monitor_lapses() {
        let start = Instant::now();
        let mut monitors = Monitors::default();
        assert!(monitors.enter("s", 1, start).unwrap());
        assert!(!monitors.enter("s", 2, start).unwrap());
        assert!(monitors.check("s", 2, start).is_err());
        let later = start + Duration::from_secs(31);
        assert!(monitors.check("s", 2, later).is_ok());
        assert!(monitors.exit("s", 1, later).is_err());
    }
}
