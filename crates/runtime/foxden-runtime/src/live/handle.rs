//! What doors hold of a running world.

use super::Pace;
use super::thread::{MOST_ORDERS, Order};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// Why nobody obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gone {
    /// The world has stopped.
    #[error("the simulation has ended")]
    Ended,
    /// More commands wait than are kept.
    #[error("{MOST_ORDERS} commands wait already; try again later")]
    Busy,
}

impl<T> From<TrySendError<T>> for Gone {
    fn from(error: TrySendError<T>) -> Self {
        match error {
            TrySendError::Full(_) => Self::Busy,
            TrySendError::Disconnected(_) => Self::Ended,
        }
    }
}

/// A line to a running world; clones reach the same one.
#[derive(Debug)]
pub struct WorldHandle<C> {
    pub(super) orders: SyncSender<Order<C>>,
    pub(super) pace: watch::Receiver<Pace>,
}

impl<C> Clone for WorldHandle<C> {
    fn clone(&self) -> Self {
        Self {
            orders: self.orders.clone(),
            pace: self.pace.clone(),
        }
    }
}

impl<C: Send + 'static> WorldHandle<C> {
    /// Hands a command to the pilot.
    ///
    /// # Errors
    /// When the world has stopped.
    pub fn command(&self, command: C) -> Result<(), Gone> {
        Ok(self.orders.try_send(Order::Pilot(command))?)
    }

    /// How time passes at present.
    pub fn pace(&self) -> Pace {
        *self.pace.borrow()
    }

    /// The simulated time now, in seconds.
    pub fn now(&self) -> f64 {
        self.pace().at(Instant::now())
    }

    /// Stops time or lets it go on; done when it is so.
    ///
    /// # Errors
    /// When the world has stopped.
    pub async fn pause(&self, is_paused: bool) -> Result<(), Gone> {
        self.ask(|done| Order::Pause(is_paused, done)).await
    }

    /// Sets how fast time passes, within [`super::SPEEDS`].
    ///
    /// # Errors
    /// When the world has stopped.
    pub async fn set_speed(&self, speed: f64) -> Result<(), Gone> {
        self.ask(|done| Order::Speed(speed, done)).await
    }

    /// Makes so many steps at once and stops time; done when they are made.
    ///
    /// # Errors
    /// When the world has stopped.
    pub async fn step(&self, count: u32) -> Result<(), Gone> {
        self.ask(|done| Order::Step(count, done)).await
    }

    async fn ask(&self, order: impl FnOnce(oneshot::Sender<()>) -> Order<C>) -> Result<(), Gone> {
        let (done, answer) = oneshot::channel();
        self.orders.try_send(order(done))?;
        answer.await.map_err(|_| Gone::Ended)
    }

    /// Waits until a simulated time has come, however its pace changes.
    ///
    /// # Errors
    /// When the world has stopped.
    pub async fn wait_until(&self, time: f64) -> Result<(), Gone> {
        let mut changes = self.pace.clone();
        loop {
            let pace = *changes.borrow_and_update();
            let now = Instant::now();
            if pace.at(now) >= time {
                return Ok(());
            }
            let arrival = pace.when(time).map(tokio::time::Instant::from_std);
            tokio::select! {
                () = async { tokio::time::sleep_until(arrival.unwrap_or_else(tokio::time::Instant::now)).await }, if arrival.is_some() => {
                    // the clock on the wall may differ from the pace by a rounding
                    if pace == *changes.borrow() {
                        return Ok(());
                    }
                }
                changed = changes.changed() => changed.map_err(|_| Gone::Ended)?,
            }
        }
    }
}
