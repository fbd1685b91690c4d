//! Trajectories one after the other, and what their clients learn about them.

use super::trajectory::Trajectory;
use raconteur::value::{IntoValue, Record, Value};
use raconteur::{Error, ErrorCode, Result};
use std::collections::VecDeque;
use tokio::sync::watch;

/// The most trajectories in a queue.
const MOST: usize = 64;

/// Numbers of `com.robotraconteur.action.ActionStatusCode`.
const QUEUED: i32 = 1;
const RUNNING: i32 = 2;
const COMPLETE: i32 = 3;

/// `com.robotraconteur.robotics.trajectory.TrajectoryStatus`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TrajectoryStatus {
    seqno: u64,
    action_status: i32,
    waypoint: u32,
    time: f64,
}

impl IntoValue for TrajectoryStatus {
    fn into_value(self) -> Value {
        Record::new("com.robotraconteur.robotics.trajectory.TrajectoryStatus")
            .with("seqno", self.seqno)
            .with("action_status", self.action_status)
            .with("current_waypoint", self.waypoint)
            .with("trajectory_time", self.time)
            .into_value()
    }
}

/// How far a trajectory is, for the client that waits for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Progress {
    /// Others are before it, or nobody has asked for it.
    Waiting,
    /// It moves the robot.
    Running,
    /// It was executed.
    Complete(TrajectoryStatus),
    /// It was not.
    Ended(Error),
}

#[derive(Debug)]
struct Entry {
    id: u64,
    trajectory: Trajectory,
    /// Whether its client wants it to begin.
    is_wanted: bool,
    /// How long it has been running.
    time: f64,
    progress: watch::Sender<Progress>,
}

impl Entry {
    fn is_running(&self) -> bool {
        *self.progress.borrow() == Progress::Running
    }

    fn end(self, error: Error) {
        self.progress.send_replace(Progress::Ended(error));
    }
}

/// Trajectories that wait; the first one may run.
#[derive(Debug, Default)]
pub(super) struct TrajectoryQueue {
    entries: VecDeque<Entry>,
    last: u64,
}

fn cancelled(text: &str) -> Error {
    Error::new(ErrorCode::OperationAborted, text)
}

impl TrajectoryQueue {
    /// Whether nothing waits or runs.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the first one runs.
    pub(super) fn is_running(&self) -> bool {
        self.entries.front().is_some_and(Entry::is_running)
    }

    /// Where the axes will be when all are done.
    pub(super) fn end(&self) -> Option<&[f64]> {
        self.entries.back().map(|entry| entry.trajectory.end())
    }

    /// Adds a trajectory; its number.
    pub(super) fn add(&mut self, trajectory: Trajectory) -> Result<u64> {
        if self.entries.len() >= MOST {
            return Err(Error::new(
                ErrorCode::OutOfSystemResource,
                format!("{MOST} trajectories wait already"),
            ));
        }
        self.last += 1;
        self.entries.push_back(Entry {
            id: self.last,
            trajectory,
            is_wanted: false,
            time: 0.0,
            progress: watch::Sender::new(Progress::Waiting),
        });
        Ok(self.last)
    }

    /// What tells how far a trajectory is.
    pub(super) fn watch(&self, id: u64) -> Option<watch::Receiver<Progress>> {
        let entry = self.entries.iter().find(|entry| entry.id == id);
        entry.map(|entry| entry.progress.subscribe())
    }

    /// A client asks for a trajectory to begin as soon as it can; whether others are before it.
    pub(super) fn want(&mut self, id: u64) -> bool {
        let at = self.entries.iter().position(|entry| entry.id == id);
        if let Some(at) = at {
            self.entries[at].is_wanted = true;
        }
        at.is_some_and(|at| at > 0)
    }

    /// What a trajectory does now; `None` when it is over.
    pub(super) fn status(&self, id: u64, seqno: u64) -> Option<TrajectoryStatus> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        Some(match entry.is_running() {
            true => entry.state(seqno, RUNNING),
            false => entry.state(seqno, QUEUED),
        })
    }

    /// Time, duration and point of the trajectory that runs.
    pub(super) fn running(&self) -> (f64, f64, u32) {
        match self.entries.front() {
            Some(entry) if entry.is_running() => (
                entry.time,
                entry.trajectory.duration(),
                entry.trajectory.waypoint(entry.time),
            ),
            _ => (0.0, 0.0, 0),
        }
    }

    /// Goes on by some seconds; where the axes shall be after them. `seqno` is the number of
    /// the state that shows it.
    pub(super) fn step(&mut self, seconds: f64, seqno: u64) -> Option<Vec<f64>> {
        let entry = self.entries.front_mut()?;
        if !entry.is_running() {
            if !entry.is_wanted {
                return None;
            }
            entry.progress.send_replace(Progress::Running);
        }
        entry.time += seconds;
        // a rounding must not cost a step
        if entry.time < entry.trajectory.duration() - 1e-9 {
            return Some(entry.trajectory.at(entry.time));
        }
        let entry = self.entries.pop_front()?;
        let status = entry.state(seqno, COMPLETE);
        entry.progress.send_replace(Progress::Complete(status));
        Some(entry.trajectory.end().to_vec())
    }

    /// Ends the trajectory that runs with an error, and all others.
    pub(super) fn fail(&mut self, text: &str) {
        if let Some(entry) = self.entries.pop_front() {
            entry.end(Error::new(ErrorCode::OperationFailed, text));
        }
        self.cancel_all("Trajectory cancelled by controller before start");
    }

    /// Ends all trajectories.
    pub(super) fn cancel_all(&mut self, text: &str) {
        for entry in self.entries.drain(..) {
            entry.end(cancelled(text));
        }
    }

    /// Ends a trajectory; if it is the first one, all others too. Whether it was the first.
    pub(super) fn close(&mut self, id: u64) -> bool {
        let Some(at) = self.entries.iter().position(|entry| entry.id == id) else {
            return false;
        };
        if let Some(entry) = self.entries.remove(at) {
            entry.end(cancelled("Trajectory execution cancelled"));
        }
        if at == 0 {
            self.cancel_all("Trajectory cancelled by controller before start");
        }
        at == 0
    }
}

impl Entry {
    fn state(&self, seqno: u64, action_status: i32) -> TrajectoryStatus {
        let time = self.time.min(self.trajectory.duration());
        TrajectoryStatus {
            seqno,
            action_status,
            waypoint: self.trajectory.waypoint(time),
            time,
        }
    }
}
