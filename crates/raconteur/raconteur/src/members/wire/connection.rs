//! One end of a connected wire, as programs hold it.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::watch;

use super::not_set;
use super::state::{ReceivedValue, WireState};
use super::values::WireValues;
use crate::error::Result;
use crate::message::{Entry, EntryType};
use crate::value::{FromValue, IntoValue, Timestamp, Value};

/// One end of a connected wire.
///
/// Clones share the connection; each waits for values on its own.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// let mut wire = object.wire::<Vec<f64>>("state").await?;
/// wire.send(vec![1.0, 2.0])?;
/// while let Some((value, time)) = wire.next().await {
///     println!("{value:?} at {} s", time.seconds());
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct WireConnection<T = Value> {
    state: Arc<WireState>,
    incoming: watch::Receiver<ReceivedValue>,
    marker: PhantomData<fn(T) -> T>,
}

impl<T> Clone for WireConnection<T> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            incoming: self.incoming.clone(),
            marker: PhantomData,
        }
    }
}

impl<T: FromValue + IntoValue> WireConnection<T> {
    pub(crate) fn new(state: Arc<WireState>) -> Self {
        let mut incoming = state.incoming.subscribe();
        // A value that came before this handle is new to it.
        if incoming.borrow().value.is_some() {
            incoming.mark_changed();
        }
        Self {
            state,
            incoming,
            marker: PhantomData,
        }
    }

    /// Looks at the values as another type.
    pub fn cast<U>(self) -> WireConnection<U> {
        WireConnection {
            state: self.state,
            incoming: self.incoming,
            marker: PhantomData,
        }
    }

    /// Sends a value. A value that has not left yet is replaced.
    pub fn send(&self, value: T) -> Result<()> {
        self.state.send(value.into_value(), None)
    }

    /// Sends a value with a given time. A time that does not increase is moved
    /// to the next later one.
    pub fn send_at(&self, value: T, time: Timestamp) -> Result<()> {
        self.state.send(value.into_value(), Some(time))
    }

    /// The newest value received; [`ErrorCode::ValueNotSet`](crate::ErrorCode::ValueNotSet) before the first.
    pub fn value(&self) -> Result<(T, Timestamp)> {
        let newest = self.state.incoming.borrow().value.clone();
        let (value, time) = newest.ok_or_else(not_set)?;
        Ok((T::from_value(value)?, time))
    }

    /// The value last sent.
    pub fn sent_value(&self) -> Result<(T, Timestamp)> {
        let sent = self.state.sent.lock().clone().ok_or_else(not_set)?;
        Ok((T::from_value(sent.0.clone())?, sent.1))
    }

    /// Waits for a value that this handle has not given yet; values between
    /// are skipped. `None` when the wire is closed.
    pub async fn next(&mut self) -> Option<(T, Timestamp)> {
        loop {
            self.incoming.changed().await.ok()?;
            let incoming = self.incoming.borrow_and_update().clone();
            if let Some((value, time)) = incoming.value.filter(|_| !incoming.closed)
                && let Ok(value) = T::from_value(value)
            {
                return Some((value, time));
            }
            if incoming.closed {
                return None;
            }
        }
    }

    /// Every value from now on, none skipped as long as at most a number of
    /// them wait. The newest value is the first.
    ///
    /// ```no_run
    /// # async fn example(wire: raconteur::members::WireConnection<f64>) {
    /// let mut values = wire.every_value(100);
    /// while let Some((value, _)) = values.next().await {
    ///     println!("{value}");
    /// }
    /// # }
    /// ```
    pub fn every_value(&self, capacity: usize) -> WireValues<T> {
        let (sender, values) = WireValues::new(capacity);
        let mut observers = self.state.observers.lock();
        let newest = self.state.incoming.borrow().value.clone();
        if let Some(newest) = newest {
            sender.send(&newest);
        }
        if !self.is_closed() {
            observers.push(sender);
        }
        values
    }

    /// Whether the wire is closed.
    pub fn is_closed(&self) -> bool {
        self.state.closed.load(Ordering::Acquire)
    }

    /// The session of the client, as the service knows it.
    pub fn endpoint(&self) -> u32 {
        self.state.endpoint
    }

    /// Closes the wire. On the client this waits for the service to agree.
    pub async fn close(&self) -> Result<()> {
        if self.state.closed.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.state.end();
        let (path, member) = self.state.key();
        if self.state.owner.is_some() {
            self.state
                .link
                .send(Entry::new(EntryType::WIRE_CLOSED, path, member))
        } else {
            let entry = Entry::new(EntryType::WIRE_DISCONNECT, path, member);
            self.state
                .link
                .request(entry, Duration::from_secs(15))
                .await
                .map(drop)
        }
    }
}
