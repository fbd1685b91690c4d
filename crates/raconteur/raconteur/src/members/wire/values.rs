//! Every value of a wire, one after the other.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;

use super::TimedValue;
use crate::value::{FromValue, Timestamp, Value};

/// Sends each value to one [`WireValues`].
#[derive(Debug)]
pub(super) struct ValueSender {
    sender: mpsc::Sender<TimedValue>,
    missed: Arc<AtomicU64>,
}

impl ValueSender {
    /// Passes a value on; `false` if nobody waits for values any more.
    pub fn send(&self, value: &TimedValue) -> bool {
        match self.sender.try_send(value.clone()) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.missed.fetch_add(1, Ordering::Relaxed);
                true
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}

/// All values that a wire receives, in their order.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// use raconteur::members::WireValues;
/// let wire = object.wire::<f64>("power").await?;
/// let mut values: WireValues<f64> = wire.every_value(100);
/// while let Some((watts, time)) = values.next().await {
///     println!("{} s: {watts} W", time.seconds());
/// }
/// assert_eq!(values.missed(), 0);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct WireValues<T = Value> {
    receiver: mpsc::Receiver<TimedValue>,
    missed: Arc<AtomicU64>,
    last: Option<Timestamp>,
    marker: PhantomData<fn() -> T>,
}

impl<T: FromValue> WireValues<T> {
    pub(super) fn new(capacity: usize) -> (ValueSender, Self) {
        let (sender, receiver) = mpsc::channel(capacity.max(1));
        let missed = Arc::new(AtomicU64::new(0));
        let values = Self {
            receiver,
            missed: missed.clone(),
            last: None,
            marker: PhantomData,
        };
        (ValueSender { sender, missed }, values)
    }

    /// Waits for the next value. `None` when the wire is closed and all values
    /// were given.
    pub async fn next(&mut self) -> Option<(T, Timestamp)> {
        loop {
            let (value, time) = self.receiver.recv().await?;
            // The value of the moment of the call may come twice.
            if self.last.is_some_and(|last| last >= time) {
                continue;
            }
            self.last = Some(time);
            if let Ok(value) = T::from_value(value) {
                return Some((value, time));
            }
        }
    }

    /// Values that were lost because too many waited.
    pub fn missed(&self) -> u64 {
        self.missed.load(Ordering::Relaxed)
    }
}
