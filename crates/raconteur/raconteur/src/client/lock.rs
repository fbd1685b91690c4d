//! Holding an object for oneself.

use std::time::Duration;

use super::ObjectRef;
use super::connect::text;
use crate::clock;
use crate::error::{Error, ErrorCode, Result};
use crate::message::{Element, Entry, EntryType};

/// Who shares a lock.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// use raconteur::client::LockKind;
/// object.lock(LockKind::Session).await?;
/// object.set("speed", 0.5).await?;
/// object.unlock().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockKind {
    /// All sessions of the user.
    User,
    /// This session only.
    Session,
}

impl ObjectRef {
    async fn operate(&self, operation: &'static str, element: Option<Element>) -> Result<String> {
        let mut entry = Entry::new(
            EntryType::CLIENT_SESSION_OP,
            self.path().to_owned(),
            operation,
        );
        entry.elements.extend(element);
        let answer = self.state().request(entry).await?;
        text(&answer, "return")
    }

    /// Locks the object and everything below it.
    pub async fn lock(&self, kind: LockKind) -> Result<()> {
        let operation = match kind {
            LockKind::User => "RequestObjectLock",
            LockKind::Session => "RequestClientObjectLock",
        };
        self.operate(operation, None).await.map(drop)
    }

    /// Gives a lock back.
    pub async fn unlock(&self) -> Result<()> {
        self.operate("ReleaseObjectLock", None).await.map(drop)
    }

    /// Waits for the object's monitor; `None` waits as long as it takes.
    ///
    /// ```no_run
    /// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
    /// use std::time::Duration;
    /// robot.monitor_enter(Some(Duration::from_secs(1))).await?;
    /// robot.call::<()>("step", ()).await?;
    /// robot.monitor_exit().await?;
    /// # Ok(()) }
    /// ```
    pub async fn monitor_enter(&self, timeout: Option<Duration>) -> Result<()> {
        let milliseconds = match timeout {
            Some(timeout) => i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX),
            None => -1,
        };
        let begin = clock::now();
        let mut answer = self
            .operate(
                "MonitorEnter",
                Some(Element::scalar("timeout", milliseconds)),
            )
            .await?;
        while answer == "Continue" {
            if timeout
                .is_some_and(|timeout| clock::now().saturating_duration_since(begin) > timeout)
            {
                return Err(Error::new(
                    ErrorCode::OperationTimeout,
                    "the monitor was not free in time",
                ));
            }
            answer = self.operate("MonitorContinueEnter", None).await?;
        }
        if answer == "OK" {
            Ok(())
        } else {
            Err(Error::protocol("an unknown answer to MonitorEnter"))
        }
    }

    /// Gives the monitor back.
    pub async fn monitor_exit(&self) -> Result<()> {
        self.operate("MonitorExit", None).await.map(drop)
    }
}
