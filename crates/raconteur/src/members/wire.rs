//! Wires: a value that is always the newest.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::error::{Error, ErrorCode, Result};
use crate::link::Link;
use crate::message::{Element, Entry, EntryType, UNRELIABLE};
use crate::schema::{Schema, Type};
use crate::value::{FromValue, IntoValue, Timestamp, Value};

type Stamped = (Value, Timestamp);

/// What the receiving side of a wire connection knows.
#[derive(Clone, Debug, Default)]
struct Incoming {
    value: Option<Stamped>,
    closed: bool,
}

/// One end of a connected wire.
#[derive(Debug)]
pub(crate) struct WireState {
    link: Arc<Link>,
    path: ByteString,
    member: ByteString,
    /// The session: the endpoint of the client as the server knows it.
    endpoint: u32,
    /// The service's wire; `None` on the client.
    owner: Option<Wire>,
    may_send: bool,
    may_receive: bool,
    value: Type,
    schema: Arc<Schema>,
    sent: Mutex<Option<Stamped>>,
    incoming: watch::Sender<Incoming>,
    closed: AtomicBool,
}

#[allow(clippy::too_many_arguments, reason = "one constructor, two callers")]
impl WireState {
    pub fn new(
        link: Arc<Link>,
        path: ByteString,
        member: ByteString,
        endpoint: u32,
        owner: Option<Wire>,
        (may_send, may_receive): (bool, bool),
        value: Type,
        schema: Arc<Schema>,
    ) -> Arc<Self> {
        Arc::new(Self {
            link,
            path,
            member,
            endpoint,
            owner,
            may_send,
            may_receive,
            value,
            schema,
            sent: Mutex::new(None),
            incoming: watch::Sender::new(Incoming::default()),
            closed: AtomicBool::new(false),
        })
    }

    fn send(&self, value: Value, at: Option<Timestamp>) -> Result<()> {
        if self.closed.load(Ordering::Acquire) {
            return Err(Error::new(
                ErrorCode::InvalidOperation,
                "the wire is closed",
            ));
        }
        if !self.may_send {
            return Err(Error::new(
                if self.owner.is_some() {
                    ErrorCode::WriteOnlyMember
                } else {
                    ErrorCode::ReadOnlyMember
                },
                "the wire carries values in the other direction only",
            ));
        }
        self.value.check(&value, &self.schema)?;
        let mut sent = self.sent.lock();
        let mut time = at.unwrap_or_else(Timestamp::now);
        if let Some((_, last)) = &*sent
            && *last >= time
        {
            time = last.next();
        }
        *sent = Some((value.clone(), time));
        // Sent under the lock, so that time stamps leave in order.
        self.link
            .send(packet(&self.path, &self.member, value, time))
    }

    /// Sends the first value again, with the same time, a little later.
    ///
    /// Reference clients deal with messages on several threads and lose a
    /// packet that overtakes the answer to their connect request. A client
    /// that has the value drops the repetition by its time.
    fn repeat(self: Arc<Self>, time: Timestamp) {
        tokio::spawn(async move {
            for pause in [50, 200, 1000] {
                tokio::time::sleep(Duration::from_millis(pause)).await;
                let sent = self.sent.lock();
                match &*sent {
                    Some((value, last))
                        if *last == time && !self.closed.load(Ordering::Acquire) =>
                    {
                        let packet = packet(&self.path, &self.member, value.clone(), time);
                        let _ = self.link.send(packet);
                    }
                    _ => return,
                }
            }
        });
    }

    /// Takes a packet from the peer; `None` if it is old or out of place.
    pub fn receive(&self, entry: &mut Entry) -> Result<Option<Stamped>> {
        if !self.may_receive || self.closed.load(Ordering::Acquire) {
            return Ok(None);
        }
        let (value, time) = read_packet(entry)?;
        self.value.check(&value, &self.schema)?;
        let mut fresh = false;
        self.incoming.send_if_modified(|incoming| {
            fresh = incoming.value.as_ref().is_none_or(|(_, last)| *last < time);
            if fresh {
                incoming.value = Some((value.clone(), time));
            }
            fresh
        });
        Ok(fresh.then_some((value, time)))
    }

    /// The connection is over, for whatever reason.
    pub fn end(&self) {
        self.closed.store(true, Ordering::Release);
        self.incoming.send_modify(|incoming| incoming.closed = true);
    }

    pub fn owner(&self) -> Option<&Wire> {
        self.owner.as_ref()
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    pub fn key(&self) -> (ByteString, ByteString) {
        (self.path.clone(), self.member.clone())
    }
}

/// The entry that carries a wire's value.
pub(crate) fn packet(
    path: &ByteString,
    member: &ByteString,
    value: Value,
    time: Timestamp,
) -> Entry {
    Entry {
        metadata: ByteString::from_static(UNRELIABLE),
        elements: packet_elements(value, time),
        ..Entry::new(EntryType::WIRE_PACKET, path.clone(), member.clone())
    }
}

pub(crate) fn packet_elements(value: Value, time: Timestamp) -> Vec<Element> {
    vec![
        time.into_value().into_element("packettime"),
        value.into_element("packet"),
    ]
}

pub(crate) fn read_packet(entry: &mut Entry) -> Result<Stamped> {
    let time = entry
        .take("packettime")
        .ok_or_else(|| Error::missing_element("packettime"))?;
    let value = entry
        .take("packet")
        .ok_or_else(|| Error::missing_element("packet"))?;
    Ok((
        Value::from_element(value)?,
        Timestamp::from_value(Value::from_element(time)?)?,
    ))
}

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
/// assert_eq!(speed.connections(), 0);
/// let for_the_node: Wire = speed.untyped();
/// # let _ = for_the_node;
/// # Ok::<(), raconteur::Error>(())
/// ```
#[derive(Debug)]
pub struct WireConnection<T = Value> {
    state: Arc<WireState>,
    incoming: watch::Receiver<Incoming>,
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

    /// Sends a value with a time of its own. Times that do not increase are
    /// moved to the least later one.
    pub fn send_at(&self, value: T, time: Timestamp) -> Result<()> {
        self.state.send(value.into_value(), Some(time))
    }

    /// The newest value received; [`ErrorCode::ValueNotSet`] before the first.
    pub fn value(&self) -> Result<(T, Timestamp)> {
        let newest = self.state.incoming.borrow().value.clone();
        let (value, time) = newest.ok_or_else(not_set)?;
        Ok((T::from_value(value)?, time))
    }

    /// The value last sent.
    pub fn sent_value(&self) -> Result<(T, Timestamp)> {
        let (value, time) = self.state.sent.lock().clone().ok_or_else(not_set)?;
        Ok((T::from_value(value)?, time))
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

fn not_set() -> Error {
    Error::new(ErrorCode::ValueNotSet, "the wire has no value yet")
}

type OnConnect = Arc<dyn Fn(WireConnection) + Send + Sync>;
type OnValue = Arc<dyn Fn(Value, Timestamp, u32) + Send + Sync>;

#[derive(Default)]
struct Shared {
    connections: Mutex<BTreeMap<(u32, ByteString), Arc<WireState>>>,
    out: Mutex<Option<Stamped>>,
    received: Mutex<Option<Stamped>>,
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
pub struct Wire<T = Value> {
    shared: Arc<Shared>,
    marker: PhantomData<fn(T) -> T>,
}

impl<T> Clone for Wire<T> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            marker: PhantomData,
        }
    }
}

impl<T> Default for Wire<T> {
    fn default() -> Self {
        Self {
            shared: Arc::default(),
            marker: PhantomData,
        }
    }
}

impl<T> std::fmt::Debug for Wire<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wire")
            .field("connections", &self.shared.connections.lock().len())
            .finish_non_exhaustive()
    }
}

impl<T: FromValue + IntoValue + 'static> Wire<T> {
    /// A wire without connections.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same wire for values of any type, as the node wants it.
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

    /// Sends a value with a time of its own.
    pub fn send_at(&self, value: T, time: Timestamp) -> Result<()> {
        let value = value.into_value();
        *self.shared.out.lock() = Some((value.clone(), time));
        let connections: Vec<_> = self.shared.connections.lock().values().cloned().collect();
        for connection in connections {
            match connection.send(value.clone(), Some(time)) {
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
        let (value, time) = self.shared.out.lock().clone().ok_or_else(not_set)?;
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
            if let Some((value, time)) = present
                && state.send(value, Some(time)).is_ok()
            {
                state.clone().repeat(time);
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

    pub(crate) fn peek_sent(&self) -> Result<Stamped> {
        self.shared.out.lock().clone().ok_or_else(not_set)
    }

    pub(crate) fn peek_received(&self) -> Result<Stamped> {
        self.shared.received.lock().clone().ok_or_else(not_set)
    }
}
