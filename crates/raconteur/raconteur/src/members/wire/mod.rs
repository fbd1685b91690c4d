//! Wires: a value that is always the newest.

mod connection;
mod state;
mod values;

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bytestring::ByteString;
use parking_lot::Mutex;

use super::shared_member::shared_member;
use crate::error::{Error, ErrorCode, Result};
use crate::link::WriteMode;
use crate::value::{FromValue, IntoValue, Timestamp, Value};

pub use connection::WireConnection;
use state::OutgoingValue;
pub(crate) use state::{WireState, packet_elements, read_packet};
pub use values::WireValues;

type TimedValue = (Value, Timestamp);

fn not_set() -> Error {
    Error::new(ErrorCode::ValueNotSet, "the wire has no value yet")
}

/// For this time the caller itself writes to the connections; tasks write to
/// the rest.
const AT_ONCE: Duration = Duration::from_millis(2);

type OnConnect = Arc<dyn Fn(WireConnection) + Send + Sync>;
type OnValue = Arc<dyn Fn(Value, Timestamp, u32) + Send + Sync>;

#[derive(Default)]
struct WireShared {
    connections: Mutex<BTreeMap<(u32, ByteString), Arc<WireState>>>,
    out: Mutex<Option<Arc<TimedValue>>>,
    received: Mutex<Option<TimedValue>>,
    on_connect: Mutex<Option<OnConnect>>,
    on_value: Mutex<Option<OnValue>>,
}

/// The service's side of a wire, with all its connections.
///
/// ```
/// use raconteur::members::Wire;
/// let wire: Wire<f64> = Wire::new();
/// wire.send(1.5)?;                        // to everybody who is connected
/// assert_eq!(wire.sent_value()?.0, 1.5);  // what a client can peek
/// # Ok::<(), raconteur::Error>(())
/// ```
///
/// ```
/// use raconteur::members::{Wire, WireConnection};
/// use raconteur::value::{Timestamp, Value};
///
/// let speed: Wire<f64> = Wire::new();
/// speed.on_value(|value, time, client| println!("{client} wants {value} at {time:?}"));
/// speed.on_connect(|connection: WireConnection<f64>| {
///     println!("client {}", connection.endpoint());
///     tokio::spawn(async move {
///         connection.send_at(0.5, Timestamp::now())?;
///         if !connection.is_closed() {
///             connection.close().await?;
///         }
///         let raw: WireConnection<Value> = connection.cast();
///         # drop(raw);
///         Ok::<(), raconteur::Error>(())
///     });
/// });
/// speed.send_at(1.0, Timestamp::now())?;
/// speed.send_at_once(1.0)?;
/// assert_eq!(speed.connections(), 0);
/// let for_the_node: Wire = speed.untyped();
/// # let _ = for_the_node;
/// # Ok::<(), raconteur::Error>(())
/// ```
pub struct Wire<T = Value> {
    shared: Arc<WireShared>,
    marker: PhantomData<fn(T) -> T>,
}

shared_member!(Wire<T>, shared);

impl<T: FromValue + IntoValue + 'static> Wire<T> {
    /// A wire without connections.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same wire for values of any type, as the node needs it.
    pub fn untyped(&self) -> Wire {
        Wire {
            shared: self.shared.clone(),
            marker: PhantomData,
        }
    }

    /// Sends a value to every connection and keeps it for peeks.
    pub fn send(&self, value: T) -> Result<()> {
        self.send_at(value, Timestamp::now())
    }

    /// Sends a value with a given time.
    pub fn send_at(&self, value: T, time: Timestamp) -> Result<()> {
        self.send_by(value, time, || WriteMode::Task, |_| true)
    }

    /// Sends a value to the connections of some sessions and keeps it for peeks of all.
    ///
    /// ```
    /// use raconteur::members::Wire;
    /// let wire: Wire<f64> = Wire::new();
    /// wire.send_to(1.5, |endpoint| endpoint != 7)?;
    /// assert_eq!(wire.sent_value()?.0, 1.5);
    /// # Ok::<(), raconteur::Error>(())
    /// ```
    pub fn send_to(&self, value: T, is_receiver: impl Fn(u32) -> bool) -> Result<()> {
        self.send_by(value, Timestamp::now(), || WriteMode::Task, is_receiver)
    }

    /// Sends a value from the calling thread, where the stream allows it (TCP
    /// without TLS), so that it does not wait until tasks of the connections
    /// run. For values that are sent at a fixed rate.
    pub fn send_at_once(&self, value: T) -> Result<()> {
        let start = Instant::now();
        let way = || match start.elapsed() < AT_ONCE {
            true => WriteMode::AtOnce,
            false => WriteMode::Task,
        };
        self.send_by(value, Timestamp::now(), way, |_| true)
    }

    fn send_by(
        &self,
        value: T,
        time: Timestamp,
        way: impl Fn() -> WriteMode,
        is_receiver: impl Fn(u32) -> bool,
    ) -> Result<()> {
        let mut outgoing = OutgoingValue::new(value.into_value(), time);
        *self.shared.out.lock() = Some(outgoing.timed.clone());
        let connections: Vec<_> = self.shared.connections.lock().values().cloned().collect();
        for connection in connections {
            if !is_receiver(connection.endpoint) {
                continue;
            }
            match connection.send_by(way(), &mut outgoing) {
                // A connection that has just ended is not the sender's concern.
                Err(error) if error.code == ErrorCode::ConnectionError => {}
                Err(error) if connection.closed.load(Ordering::Acquire) => drop(error),
                other => other?,
            }
        }
        Ok(())
    }

    /// The value last sent to everybody.
    pub fn sent_value(&self) -> Result<(T, Timestamp)> {
        let (value, time) = self.peek_out()?;
        Ok((T::from_value(value)?, time))
    }

    /// The newest value that any client has sent or poked.
    pub fn value(&self) -> Result<(T, Timestamp)> {
        let (value, time) = self.shared.received.lock().clone().ok_or_else(not_set)?;
        Ok((T::from_value(value)?, time))
    }

    /// What to do with each new connection.
    pub fn on_connect(&self, action: impl Fn(WireConnection<T>) + Send + Sync + 'static) {
        *self.shared.on_connect.lock() =
            Some(Arc::new(move |connection| action(connection.cast())));
    }

    /// What to do with each value received: value, time, session.
    pub fn on_value(&self, action: impl Fn(T, Timestamp, u32) + Send + Sync + 'static) {
        *self.shared.on_value.lock() = Some(Arc::new(move |value, time, endpoint| {
            if let Ok(value) = T::from_value(value) {
                action(value, time, endpoint);
            }
        }));
    }

    fn peek_out(&self) -> Result<TimedValue> {
        let out = self.shared.out.lock().clone().ok_or_else(not_set)?;
        Ok(TimedValue::clone(&out))
    }

    /// Number of connections.
    pub fn connections(&self) -> usize {
        self.shared.connections.lock().len()
    }
}

impl Wire {
    /// Adds a connection and sends the present value.
    pub(crate) fn accept(&self, state: &Arc<WireState>) {
        self.shared
            .connections
            .lock()
            .insert((state.endpoint, state.path.clone()), state.clone());
        let action = self.shared.on_connect.lock().clone();
        if let Some(action) = action {
            action(WireConnection::new(state.clone()));
        }
        if state.may_send {
            let present = self.shared.out.lock().clone();
            if let Some(present) = present {
                let (value, time) = (present.0.clone(), present.1);
                if state.send(value, Some(time)).is_ok() {
                    state.clone().repeat(time);
                }
            }
        }
    }

    pub(crate) fn remove(&self, endpoint: u32, path: &ByteString) {
        self.shared
            .connections
            .lock()
            .remove(&(endpoint, path.clone()));
    }

    pub(crate) fn received(&self, value: Value, time: Timestamp, endpoint: u32) {
        *self.shared.received.lock() = Some((value.clone(), time));
        let action = self.shared.on_value.lock().clone();
        if let Some(action) = action {
            action(value, time, endpoint);
        }
    }

    pub(crate) fn peek_sent(&self) -> Result<TimedValue> {
        self.peek_out()
    }

    pub(crate) fn peek_received(&self) -> Result<TimedValue> {
        self.shared.received.lock().clone().ok_or_else(not_set)
    }
}
