//! Controls a run from other threads: pause, speed, single steps, the end.

use crate::pace::{Pace, SPEEDS};
use crate::simulated_clock::SimulatedClock;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// How many steps can be requested at once.
pub const MOST_STEPS: u32 = 100_000;

/// How many control messages may wait.
pub(crate) const MOST_MESSAGES: usize = 16_384;

/// The messages to the run loop.
#[derive(Debug)]
pub(crate) enum ControlMessage {
    /// A participant has a command, or the run is to end.
    Wake,
    Pause(bool, oneshot::Sender<()>),
    Speed(f64, oneshot::Sender<()>),
    Step(u32, oneshot::Sender<()>),
    End,
}

/// Why a run does not take a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunUnavailable {
    /// It has ended.
    #[error("the simulation has ended")]
    Ended,
    /// Too many commands wait.
    #[error("{MOST_MESSAGES} commands wait already; try again later")]
    Busy,
}

impl<T> From<TrySendError<T>> for RunUnavailable {
    fn from(error: TrySendError<T>) -> Self {
        match error {
            TrySendError::Full(_) => Self::Busy,
            TrySendError::Disconnected(_) => Self::Ended,
        }
    }
}

/// Controls a run; clones control the same one.
#[derive(Clone, Debug)]
pub struct RunHandle {
    pub(crate) messages: SyncSender<ControlMessage>,
    pub(crate) clock: watch::Receiver<SimulatedClock>,
}

impl RunHandle {
    /// Lets the run look for commands of its participants.
    pub fn wake(&self) {
        #[cfg(foxden_planted)]
        if std::env::var("FOXDEN_PLANTED").is_ok_and(|defect| defect == "lost-wake-up") {
            return;
        }
        // a full channel wakes the run too
        let _ = self.messages.try_send(ControlMessage::Wake);
    }

    /// The present pace.
    pub fn pace(&self) -> Pace {
        self.clock.borrow().pace()
    }

    /// The simulated time now, in seconds.
    pub fn now(&self) -> f64 {
        self.clock.borrow().at(Instant::now())
    }

    /// Pauses the run or lets it go on; returns when it is so.
    ///
    /// # Errors
    /// When the run has ended or too many commands wait.
    pub async fn pause(&self, is_paused: bool) -> Result<(), RunUnavailable> {
        self.send(|done| ControlMessage::Pause(is_paused, done))
            .await
    }

    /// Sets the factor of real time, if it is within [`SPEEDS`].
    ///
    /// # Errors
    /// When the run has ended or too many commands wait.
    pub async fn set_speed(&self, factor: f64) -> Result<(), RunUnavailable> {
        match SPEEDS.contains(&factor) {
            true => self.send(|done| ControlMessage::Speed(factor, done)).await,
            false => Ok(()),
        }
    }

    /// Makes a number of steps at once and leaves the run paused; returns when
    /// they are made.
    ///
    /// # Errors
    /// When the run has ended or too many commands wait.
    pub async fn step(&self, count: u32) -> Result<(), RunUnavailable> {
        self.send(|done| ControlMessage::Step(count.min(MOST_STEPS), done))
            .await
    }

    async fn send(
        &self,
        message: impl FnOnce(oneshot::Sender<()>) -> ControlMessage,
    ) -> Result<(), RunUnavailable> {
        let (done, answer) = oneshot::channel();
        self.messages.try_send(message(done))?;
        answer.await.map_err(|_| RunUnavailable::Ended)
    }

    /// Waits until a simulated time has come, however the pace changes.
    ///
    /// # Errors
    /// When the run has ended.
    pub async fn wait_until(&self, time: f64) -> Result<(), RunUnavailable> {
        let mut changes = self.clock.clone();
        loop {
            let clock = *changes.borrow_and_update();
            if clock.at(Instant::now()) >= time {
                return Ok(());
            }
            let arrival = clock.when(time).map(tokio::time::Instant::from_std);
            let sleep = async {
                match arrival {
                    Some(arrival) => tokio::time::sleep_until(arrival).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = sleep => {
                    // the wall clock may differ from the pace by a rounding
                    if clock == *changes.borrow() {
                        return Ok(());
                    }
                }
                changed = changes.changed() => changed.map_err(|_| RunUnavailable::Ended)?,
            }
        }
    }
}
