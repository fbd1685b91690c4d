//! What a client gets for a trajectory: its status, step by step.

use super::drive::RobotDrive;
use super::finish_step;
use super::trajectory_queue::{Progress, TrajectoryStatus};
use crate::job::WorldLink;
use parking_lot::Mutex;
use raconteur::members::Generator;
use raconteur::service::BoxFuture;
use raconteur::value::{IntoValue, Value};
use raconteur::{Error, ErrorCode, Result};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// A step answers after this time if nothing has happened. Requests of clients end after 15 s.
const PATIENCE: Duration = Duration::from_secs(5);

/// A trajectory of a client.
pub(super) struct TrajectoryGenerator {
    pub(super) drive: Arc<Mutex<RobotDrive>>,
    pub(super) link: WorldLink,
    pub(super) id: u64,
    pub(super) progress: watch::Receiver<Progress>,
    /// Whether the client has asked for it to begin.
    pub(super) is_wanted: bool,
    /// Whether the client knows that it waits.
    pub(super) is_queued: bool,
    pub(super) is_over: bool,
}

impl TrajectoryGenerator {
    async fn step(&mut self) -> Result<TrajectoryStatus> {
        if self.is_over {
            return Err(Error::stop_iteration());
        }
        let (drive, id) = (self.drive.clone(), self.id);
        let (is_queued, status) = self
            .link
            .query(move |_| {
                let mut drive = drive.lock();
                let is_queued = drive.control.trajectories.want(id);
                Ok((is_queued, drive.control.trajectory_status(id)))
            })
            .await?;
        let is_first = !std::mem::replace(&mut self.is_wanted, true);
        if let Some(status) = status.filter(|_| is_first && is_queued) {
            self.is_queued = true;
            return Ok(status);
        }
        let was_queued = self.is_queued;
        let is_news = |progress: &Progress| match progress {
            Progress::Waiting => false,
            // only for those that know that it waits
            Progress::Running => was_queued,
            Progress::Complete(_) | Progress::Ended(_) => true,
        };
        let gone = || {
            Error::new(
                ErrorCode::OperationAborted,
                "the robot is not there any more",
            )
        };
        let news = async {
            let news = self.progress.wait_for(is_news).await;
            news.map(|news| news.clone())
        };
        match tokio::time::timeout(PATIENCE, news).await {
            Ok(Ok(Progress::Complete(status))) => {
                self.is_over = true;
                finish_step(&self.link).await;
                Ok(status)
            }
            Ok(Ok(Progress::Ended(error))) => Err(error),
            Ok(Err(_)) => Err(gone()),
            Ok(Ok(Progress::Running)) => {
                self.is_queued = false;
                self.status().await
            }
            Ok(Ok(Progress::Waiting)) | Err(_) => self.status().await,
        }
    }

    async fn status(&self) -> Result<TrajectoryStatus> {
        let (drive, id) = (self.drive.clone(), self.id);
        let status = self
            .link
            .query(move |_| Ok(drive.lock().control.trajectory_status(id)))
            .await?;
        // it ended in this moment
        status.ok_or_else(|| {
            Error::new(
                ErrorCode::OperationAborted,
                "Trajectory execution cancelled",
            )
        })
    }

    async fn end(&self, aborts: bool) -> Result<()> {
        let (drive, id) = (self.drive.clone(), self.id);
        self.link
            .change(move |_| {
                let mut drive = drive.lock();
                match aborts {
                    true => drive.control.abort_trajectory(id),
                    false => drive.control.close_trajectory(id),
                }
                Ok(())
            })
            .await
    }
}

impl Drop for TrajectoryGenerator {
    fn drop(&mut self) {
        // its client has left, or does not use it any more; nothing happens if it is over
        let (drive, id) = (self.drive.clone(), self.id);
        self.link
            .post(move |_| drive.lock().control.close_trajectory(id));
    }
}

impl Generator for TrajectoryGenerator {
    fn next(&mut self, _: Value) -> BoxFuture<'_, Result<Value>> {
        Box::pin(async { self.step().await.map(IntoValue::into_value) })
    }

    fn close(&mut self) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.end(false))
    }

    fn abort(&mut self) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.end(true))
    }
}
