//! Authentication and locks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::locks::LockOwner;
use super::{ServerSession, User};
use crate::clock;
use crate::error::{Error, ErrorCode, Result};
use crate::message::{Element, Entry};
use crate::value::Value;

/// Wrong passwords in a row that end a connection.
const MOST_FAILURES: usize = 10;

/// After this time a waiting client gets the answer to ask again.
const MONITOR_PATIENCE: Duration = Duration::from_secs(5);

impl ServerSession {
    pub(crate) async fn session_operation(self: &Arc<Self>, entry: Entry) -> Result<Vec<Element>> {
        let path = entry.path.clone();
        let outcome = match &*entry.member {
            "AuthenticateUser" => self.log_in(entry).map(|()| "OK"),
            "LogoutUser" => self.log_out().map(|()| "OK"),
            "RequestObjectLock" => self.lock(entry, false).await.map(|()| "OK"),
            "RequestClientObjectLock" => self.lock(entry, true).await.map(|()| "OK"),
            "ReleaseObjectLock" => self.unlock(&path).map(|()| "OK"),
            "MonitorEnter" => self.monitor_enter(entry).await,
            "MonitorContinueEnter" => self.wait_for_monitor(&path, Duration::MAX).await,
            "MonitorExit" => {
                self.service
                    .monitors
                    .lock()
                    .exit(&path, self.local_endpoint, clock::now())?;
                self.service.monitor_freed.notify_waiters();
                Ok("OK")
            }
            other => Err(Error::protocol(format!("unknown operation {other}"))),
        }?;
        Ok(vec![Element::text("return", outcome)])
    }

    fn log_in(&self, mut entry: Entry) -> Result<()> {
        let name = entry
            .element("username")
            .and_then(Element::as_str)
            .ok_or_else(|| Error::missing_element("username"))?
            .to_owned();
        let credentials = read_credentials(entry.take("credentials"))?;
        let Some(security) = &self.service.security else {
            return Err(Error::new(
                ErrorCode::InvalidOperation,
                "Security not enabled for service",
            ));
        };
        let peer = self.link.login_peer();
        let outcome = match self.service.node.upgrade() {
            Some(node) => node.authenticate(&peer, security, &name, &credentials),
            None => {
                let authenticator = &security.authenticator;
                authenticator.authenticate_from(&name, &credentials, &peer)
            }
        };
        match outcome {
            Ok(user) => {
                self.failed_logins.store(0, Ordering::Relaxed);
                *self.user.write() = Some(user);
                self.close_channels_of_former_user();
                self.link.with_core(|core| core.trust(true));
                Ok(())
            }
            Err(error) => {
                if self.failed_logins.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_FAILURES {
                    self.link.close_after_flush();
                }
                Err(error)
            }
        }
    }

    /// Wires, pipes and generators were opened with the privileges of another
    /// user.
    fn close_channels_of_former_user(&self) {
        if self.service.permissions.is_some() {
            self.release(&|_| true);
        }
    }

    fn log_out(&self) -> Result<()> {
        if self.service.security.is_none() {
            return Err(Error::new(
                ErrorCode::InvalidOperation,
                "Security not enabled for service",
            ));
        }
        let user = self.user.write().take();
        let Some(user) = user else {
            return Err(Error::new(
                ErrorCode::AuthenticationError,
                "User is not authenticated",
            ));
        };
        self.close_channels_of_former_user();
        let last = !self.service.sessions().iter().any(|other| {
            other
                .user
                .read()
                .as_ref()
                .is_some_and(|other| other.name == user.name)
        });
        self.service
            .locks
            .lock()
            .session_ended(self.local_endpoint, Some(&user.name), last);
        Ok(())
    }

    /// The user, if locks are allowed to him.
    fn locking_user(&self) -> Result<(User, bool)> {
        let Some(security) = &self.service.security else {
            return Err(Error::new(
                ErrorCode::InvalidOperation,
                "Security not enabled for service",
            ));
        };
        let user = self.user.read().clone().ok_or_else(|| {
            Error::new(
                ErrorCode::AuthenticationError,
                "User must be authenticated to lock object",
            )
        })?;
        let overrides = user.privileges.contains("objectlockoverride");
        let allowed =
            security.allow_object_lock && (overrides || user.privileges.contains("objectlock"));
        if allowed {
            Ok((user, overrides))
        } else {
            Err(Error::new(
                ErrorCode::ObjectLockedError,
                "User does not have object locking privileges",
            ))
        }
    }

    async fn lock(self: &Arc<Self>, entry: Entry, for_session: bool) -> Result<()> {
        let (user, _) = self.locking_user()?;
        self.service.resolve(&entry.path, self).await?;
        let owner = if for_session {
            LockOwner::Session(self.local_endpoint, user.name)
        } else {
            LockOwner::User(user.name)
        };
        self.service.locks.lock().acquire(&entry.path, owner)
    }

    fn unlock(&self, path: &str) -> Result<()> {
        let (user, overrides) = self.locking_user()?;
        self.service
            .locks
            .lock()
            .release(path, self.local_endpoint, Some(&user.name), overrides)
    }

    async fn monitor_enter(self: &Arc<Self>, entry: Entry) -> Result<&'static str> {
        self.require_admitted()?;
        let timeout = entry
            .element("timeout")
            .and_then(Element::as_scalar::<i32>)
            .ok_or_else(|| Error::missing_element("timeout"))?;
        let active = self.service.resolve(&entry.path, self).await?;
        if !active.object.has_monitor() {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                "Object is not monitor lockable",
            ));
        }
        let patience = match u64::try_from(timeout) {
            Ok(milliseconds) => Duration::from_millis(milliseconds),
            Err(_) => Duration::MAX,
        };
        self.wait_for_monitor(&entry.path, patience).await
    }

    /// Waits for a monitor, at most as long as the client has patience, and
    /// not longer than it would wait for an answer.
    async fn wait_for_monitor(&self, path: &str, patience: Duration) -> Result<&'static str> {
        let start = clock::now();
        loop {
            let freed = self.service.monitor_freed.notified();
            let entered =
                self.service
                    .monitors
                    .lock()
                    .enter(path, self.local_endpoint, clock::now())?;
            if entered {
                return Ok("OK");
            }
            let waited = clock::now().saturating_duration_since(start);
            if waited >= patience {
                return Err(Error::new(
                    ErrorCode::OperationTimeout,
                    "the monitor was not free in time",
                ));
            }
            if waited >= MONITOR_PATIENCE {
                return Ok("Continue");
            }
            // Woken now and then, since a monitor may also lapse.
            let pause = (patience - waited)
                .min(MONITOR_PATIENCE - waited)
                .min(Duration::from_millis(500));
            let _ = tokio::time::timeout(pause, freed).await;
        }
    }
}

/// Credentials of a request.
pub(crate) fn read_credentials(element: Option<Element>) -> Result<BTreeMap<String, Value>> {
    match element.map(Value::from_element).transpose()? {
        Some(Value::StringMap(credentials)) => Ok(credentials),
        Some(Value::Null) => Ok(BTreeMap::new()),
        Some(_) => Err(Error::data_type("credentials must be a string map")),
        None => Err(Error::missing_element("credentials")),
    }
}
