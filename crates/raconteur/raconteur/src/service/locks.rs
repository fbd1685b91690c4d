//! Locks: which client has an object for itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::path::canonical;
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

    /// Whether a session of a user of any service may use what is locked. `is_same_client` says
    /// whether it belongs to the client of another session.
    fn admits_client(&self, user: Option<&str>, is_same_client: impl Fn(u32) -> bool) -> bool {
        user == Some(self.name())
            && match self {
                Self::User(_) => true,
                Self::Session(owner, _) => is_same_client(*owner),
            }
    }

    fn admits(&self, endpoint: u32, user: Option<&str>) -> bool {
        match self {
            Self::User(name) => user == Some(name),
            Self::Session(owner, _) => *owner == endpoint,
        }
    }
}

/// Locks by object path. A lock covers everything below its path, however that is written.
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
        let path = canonical(path);
        match self.0.iter().find(|(at, _)| covers(at, &path)) {
            Some((_, owner)) if !owner.admits(endpoint, user) => Err(locked(owner)),
            _ => Ok(()),
        }
    }

    /// An error if a client of another service must leave alone what is at a path, above it or
    /// below it.
    pub fn check_client(
        &self,
        path: &str,
        user: Option<&str>,
        is_same_client: impl Fn(u32) -> bool,
    ) -> Result<()> {
        let path = canonical(path);
        let mut touched = self.0.iter();
        let foreign = touched.find(|(at, owner)| {
            (covers(at, &path) || covers(&path, at)) && !owner.admits_client(user, &is_same_client)
        });
        foreign.map_or(Ok(()), |(_, owner)| Err(locked(owner)))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn acquire(&mut self, path: &str, owner: LockOwner) -> Result<()> {
        let path = canonical(path);
        let conflict = self
            .0
            .iter()
            .find(|(at, _)| covers(at, &path) || covers(&path, at));
        if let Some((_, other)) = conflict {
            return Err(locked(other));
        }
        self.0.insert(path.into_owned(), owner);
        Ok(())
    }

    pub fn release(
        &mut self,
        path: &str,
        endpoint: u32,
        user: Option<&str>,
        overrides: bool,
    ) -> Result<()> {
        let path = &*canonical(path);
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
        let path = canonical(path);
        self.0.retain(|at, _| !covers(&path, at));
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
            .get(&*canonical(path))
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
                self.0.insert(canonical(path).into_owned(), (endpoint, now));
                Ok(())
            }
            Some(_) => Err(Error::new(
                ErrorCode::InvalidOperation,
                "Object is currently monitor locked. Use MonitorEnter to obtain monitor lock",
            )),
            None => {
                self.0.remove(&*canonical(path));
                Ok(())
            }
        }
    }

    /// Takes the monitor; false if another session has it.
    pub fn enter(&mut self, path: &str, endpoint: u32, now: Instant) -> Result<bool> {
        match self.holder(path, now) {
            None => {
                self.0.insert(canonical(path).into_owned(), (endpoint, now));
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
            self.0.remove(&*canonical(path));
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
    fn a_lock_holds_however_its_path_is_written() {
        let mut locks = ObjectLocks::default();
        let owner = LockOwner::User("fox".into());
        locks.acquire("s.o[a_b]", owner).unwrap();
        for path in ["s.o[a_b]", "s.o[a%5fb]", "s.o[%61_b].p"] {
            assert!(locks.check(path, 2, Some("hen")).is_err(), "{path}");
        }
        assert!(locks.release("s.o[a%5fb]", 1, Some("fox"), false).is_ok());
        assert!(locks.check("s.o[a_b]", 2, None).is_ok());
    }

    #[test]
    fn a_lock_counts_for_clients_of_other_services() {
        let mut locks = ObjectLocks::default();
        locks
            .acquire("s.o1", LockOwner::Session(7, "fox".into()))
            .unwrap();
        let is_seven = |endpoint| endpoint == 7;
        for (path, user, is_same, is_free) in [
            ("s", Some("hen"), false, false),
            ("s.o1.o2", None, false, false),
            ("s.o2", Some("hen"), false, true),
            ("s.o1", Some("fox"), true, true),
            // another client of the same user
            ("s.o1", Some("fox"), false, false),
            // the same client has become another user
            ("s.o1", Some("hen"), true, false),
        ] {
            let checked = locks.check_client(path, user, |one| is_same && is_seven(one));
            assert_eq!(checked.is_ok(), is_free, "{path} {user:?} {is_same}");
        }
        locks
            .acquire("s.o3", LockOwner::User("fox".into()))
            .unwrap();
        assert!(locks.check_client("s.o3", Some("fox"), |_| false).is_ok());
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
