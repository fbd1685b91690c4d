//! Pipes: packets in order.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::error::{Error, ErrorCode, Result};
use crate::link::Link;
use crate::message::{Composite, Data, Element, Entry, EntryType, UNRELIABLE};
use crate::schema::{Schema, Type};
use crate::value::{FromValue, IntoValue, Value};

/// Packets that wait for the receiving program.
const WAITING_PACKETS: usize = 8192;

/// Packets that wait for one that should have come before.
const OUT_OF_ORDER: usize = 1024;

#[derive(Debug)]
struct Order {
    next: u32,
    early: BTreeMap<u32, Value>,
    sender: Option<mpsc::Sender<Value>>,
}

/// One end of a connected pipe.
#[derive(Debug)]
pub(crate) struct PipeState {
    link: Arc<Link>,
    path: ByteString,
    member: ByteString,
    index: i32,
    endpoint: u32,
    /// The service's pipe; `None` on the client.
    owner: Option<Pipe>,
    may_send: bool,
    may_receive: bool,
    unreliable: bool,
    value: Type,
    schema: Arc<Schema>,
    number: Mutex<u32>,
    order: Mutex<Order>,
    packets: tokio::sync::Mutex<mpsc::Receiver<Value>>,
    request_ack: AtomicBool,
    ack_sender: Mutex<Option<mpsc::Sender<u32>>>,
    acks: tokio::sync::Mutex<mpsc::Receiver<u32>>,
    /// Packets sent with a wish for an acknowledgement and not yet acknowledged.
    backlog: AtomicU32,
    closed: AtomicBool,
}

/// Where a pipe leads and how.
pub(crate) struct PipeSetup {
    pub link: Arc<Link>,
    pub path: ByteString,
    pub member: ByteString,
    pub index: i32,
    pub endpoint: u32,
    pub owner: Option<Pipe>,
    pub may_send: bool,
    pub may_receive: bool,
    pub unreliable: bool,
    pub value: Type,
    pub schema: Arc<Schema>,
}

impl PipeState {
    pub fn new(setup: PipeSetup) -> Arc<Self> {
        let (sender, packets) = mpsc::channel(WAITING_PACKETS);
        let (ack_sender, acks) = mpsc::channel(WAITING_PACKETS);
        Arc::new(Self {
            link: setup.link,
            path: setup.path,
            member: setup.member,
            index: setup.index,
            endpoint: setup.endpoint,
            owner: setup.owner,
            may_send: setup.may_send,
            may_receive: setup.may_receive,
            unreliable: setup.unreliable,
            value: setup.value,
            schema: setup.schema,
            number: Mutex::new(0),
            order: Mutex::new(Order {
                next: 1,
                early: BTreeMap::new(),
                sender: Some(sender),
            }),
            packets: tokio::sync::Mutex::new(packets),
            request_ack: AtomicBool::new(false),
            ack_sender: Mutex::new(Some(ack_sender)),
            acks: tokio::sync::Mutex::new(acks),
            backlog: AtomicU32::new(0),
            closed: AtomicBool::new(false),
        })
    }

    pub fn index(&self) -> i32 {
        self.index
    }

    pub fn owner(&self) -> Option<&Pipe> {
        self.owner.as_ref()
    }

    pub fn key(&self) -> (ByteString, ByteString) {
        (self.path.clone(), self.member.clone())
    }

    pub fn endpoint(&self) -> u32 {
        self.endpoint
    }

    fn send(&self, value: Value, ack: bool) -> Result<u32> {
        if self.closed.load(Ordering::Acquire) {
            return Err(Error::new(
                ErrorCode::InvalidOperation,
                "the pipe is closed",
            ));
        }
        if !self.may_send {
            return Err(Error::new(
                if self.owner.is_some() {
                    ErrorCode::WriteOnlyMember
                } else {
                    ErrorCode::ReadOnlyMember
                },
                "the pipe carries packets in the other direction only",
            ));
        }
        self.value.check(&value, &self.schema)?;
        // Held while sending, so that packets leave in order.
        let mut number = self.number.lock();
        *number = number.wrapping_add(1);
        let mut children = vec![
            Element::scalar("packetnumber", *number),
            value.into_element("packet"),
        ];
        if ack {
            children.push(Element::scalar("requestack", 1u32));
            self.backlog.fetch_add(1, Ordering::Relaxed);
        }
        let mut entry = Entry::new(
            EntryType::PIPE_PACKET,
            self.path.clone(),
            self.member.clone(),
        )
        .with(Element::new(
            self.index,
            Data::Nested(Composite::StringMap, children),
        ));
        if self.unreliable {
            entry.metadata = ByteString::from_static(UNRELIABLE);
        }
        self.link.send(entry)?;
        Ok(*number)
    }

    /// Takes one packet element from the peer.
    pub fn receive(&self, element: Element) -> Result<()> {
        if !self.may_receive || self.closed.load(Ordering::Acquire) {
            return Ok(());
        }
        let number = element
            .child("packetnumber")
            .and_then(Element::as_scalar::<u32>)
            .ok_or_else(|| Error::missing_element("packetnumber"))?;
        let wants_ack = element.child("requestack").is_some();
        let Data::Nested(_, children) = element.data else {
            return Err(Error::data_type("a packet must be a map"));
        };
        let packet = children
            .into_iter()
            .find(|child| child.name == *"packet")
            .ok_or_else(|| Error::missing_element("packet"))?;
        let value = Value::from_element(packet)?;
        self.value.check(&value, &self.schema)?;
        if self.deliver(number, value) {
            if wants_ack {
                let ack = Entry::new(
                    EntryType::PIPE_PACKET_ACK,
                    self.path.clone(),
                    self.member.clone(),
                )
                .with(Element::scalar(self.index, number));
                self.link.send(ack)?;
            }
            Ok(())
        } else {
            Err(Error::new(
                ErrorCode::BufferLimitViolation,
                "the pipe's packets are not taken",
            ))
        }
    }

    /// Puts a packet in its place; false if too many wait.
    fn deliver(&self, number: u32, value: Value) -> bool {
        let mut order = self.order.lock();
        let Order {
            next,
            early,
            sender: Some(sender),
        } = &mut *order
        else {
            return true;
        };
        // How far the number is ahead of the expected one, as a signed distance.
        let ahead = number.wrapping_sub(*next) as i32;
        if self.unreliable {
            if ahead >= 0 {
                *next = number.wrapping_add(1);
                // An unreliable packet that finds no room is lost.
                let _ = sender.try_send(value);
            }
            return true;
        }
        if ahead < 0 {
            return true;
        }
        early.insert(number, value);
        while let Some(value) = early.remove(next) {
            *next = next.wrapping_add(1);
            if sender.try_send(value).is_err() {
                return false;
            }
        }
        early.len() <= OUT_OF_ORDER
    }

    pub fn acknowledged(&self, element: &Element) {
        if let Some(number) = element.as_scalar::<u32>() {
            let _ = self
                .backlog
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
            if let Some(sender) = &*self.ack_sender.lock() {
                let _ = sender.try_send(number);
            }
        }
    }

    /// The connection is over, for whatever reason.
    pub fn end(&self) {
        self.closed.store(true, Ordering::Release);
        self.order.lock().sender = None;
        *self.ack_sender.lock() = None;
    }

    /// Tells the client that the service closes the pipe.
    pub fn closed_entry(&self) -> Entry {
        Entry::new(
            EntryType::PIPE_CLOSED,
            self.path.clone(),
            self.member.clone(),
        )
        .with(Element::scalar("index", self.index))
    }
}

/// One end of a connected pipe. Clones share it; each packet goes to one of them.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// let pipe = object.pipe::<Vec<f64>>("waypoints", None).await?;
/// pipe.send(vec![1.0, 2.0])?;
/// while let Some(packet) = pipe.recv().await {
///     println!("{:?}", packet?);
/// }
/// # Ok(()) }
/// ```
///
/// ```
/// use raconteur::members::{Pipe, PipeEndpoint};
/// let commands: Pipe<String> = Pipe::new();
/// commands.on_connect(|endpoint: PipeEndpoint<String>| {
///     println!("pipe {} of client {}", endpoint.index(), endpoint.endpoint());
///     tokio::spawn(async move {
///         endpoint.request_acks(true);
///         while let Some(Ok(command)) = endpoint.recv().await {
///             println!("{command}, and waiting: {:?}", endpoint.try_recv());
///             let number = endpoint.send("done".to_owned())?;
///             while endpoint.next_ack().await.is_some_and(|acknowledged| acknowledged != number) {}
///         }
///         if !endpoint.is_closed() {
///             endpoint.close().await?;
///         }
///         let raw = endpoint.cast::<raconteur::value::Value>();
///         # drop(raw);
///         Ok::<(), raconteur::Error>(())
///     });
/// });
/// assert_eq!(commands.connections(), 0);
/// let for_the_node: Pipe = commands.untyped();
/// # let _ = for_the_node;
/// ```
#[derive(Debug)]
pub struct PipeEndpoint<T = Value> {
    state: Arc<PipeState>,
    marker: PhantomData<fn(T) -> T>,
}

impl<T> Clone for PipeEndpoint<T> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            marker: PhantomData,
        }
    }
}

impl<T: FromValue + IntoValue> PipeEndpoint<T> {
    pub(crate) fn new(state: Arc<PipeState>) -> Self {
        Self {
            state,
            marker: PhantomData,
        }
    }

    /// Looks at the packets as another type.
    pub fn cast<U>(self) -> PipeEndpoint<U> {
        PipeEndpoint {
            state: self.state,
            marker: PhantomData,
        }
    }

    /// Sends a packet and gives its number.
    pub fn send(&self, packet: T) -> Result<u32> {
        let ack = self.state.request_ack.load(Ordering::Relaxed);
        self.state.send(packet.into_value(), ack)
    }

    /// Waits for the next packet; `None` when the pipe is closed and empty.
    pub async fn recv(&self) -> Option<Result<T>> {
        let value = self.state.packets.lock().await.recv().await?;
        Some(T::from_value(value))
    }

    /// The next packet, if one is there and nobody else waits for it.
    pub fn try_recv(&self) -> Option<Result<T>> {
        let mut packets = self.state.packets.try_lock().ok()?;
        packets.try_recv().ok().map(T::from_value)
    }

    /// Asks the peer to acknowledge each packet from now on.
    pub fn request_acks(&self, wanted: bool) {
        self.state.request_ack.store(wanted, Ordering::Relaxed);
    }

    /// Waits for the next acknowledged packet number; `None` when closed.
    pub async fn next_ack(&self) -> Option<u32> {
        self.state.acks.lock().await.recv().await
    }

    /// The index of this connection among those of the same pipe.
    pub fn index(&self) -> i32 {
        self.state.index
    }

    /// The session of the client, as the service knows it.
    pub fn endpoint(&self) -> u32 {
        self.state.endpoint
    }

    /// Whether the pipe is closed.
    pub fn is_closed(&self) -> bool {
        self.state.closed.load(Ordering::Acquire)
    }

    /// Closes the pipe. On the client this waits for the service to agree.
    pub async fn close(&self) -> Result<()> {
        if self.state.closed.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.state.end();
        if self.state.owner.is_some() {
            self.state.link.send(self.state.closed_entry())
        } else {
            let entry = Entry::new(
                EntryType::PIPE_DISCONNECT,
                self.state.path.clone(),
                self.state.member.clone(),
            )
            .with(Element::scalar("index", self.state.index));
            self.state
                .link
                .request(entry, Duration::from_secs(15))
                .await
                .map(drop)
        }
    }
}

type OnConnect = Arc<dyn Fn(PipeEndpoint) + Send + Sync>;

#[derive(Default)]
struct Shared {
    connections: Mutex<BTreeMap<(u32, ByteString, i32), Arc<PipeState>>>,
    on_connect: Mutex<Option<OnConnect>>,
    backlog: Mutex<Option<u32>>,
}

/// The service's side of a pipe, with all its connections.
///
/// ```
/// use raconteur::members::Pipe;
/// let pipe: Pipe<f64> = Pipe::new();
/// pipe.limit_backlog(Some(3));
/// pipe.broadcast(2.5)?;
/// # Ok::<(), raconteur::Error>(())
/// ```
pub struct Pipe<T = Value> {
    shared: Arc<Shared>,
    marker: PhantomData<fn(T) -> T>,
}

impl<T> Clone for Pipe<T> {
    fn clone(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            marker: PhantomData,
        }
    }
}

impl<T> Default for Pipe<T> {
    fn default() -> Self {
        Self {
            shared: Arc::default(),
            marker: PhantomData,
        }
    }
}

impl<T> std::fmt::Debug for Pipe<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pipe")
            .field("connections", &self.shared.connections.lock().len())
            .finish_non_exhaustive()
    }
}

impl<T: FromValue + IntoValue + 'static> Pipe<T> {
    /// A pipe without connections.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same pipe for packets of any type, as the node wants it.
    pub fn untyped(&self) -> Pipe {
        Pipe {
            shared: self.shared.clone(),
            marker: PhantomData,
        }
    }

    /// What to do with each new connection.
    pub fn on_connect(&self, action: impl Fn(PipeEndpoint<T>) + Send + Sync + 'static) {
        *self.shared.on_connect.lock() = Some(Arc::new(move |endpoint| action(endpoint.cast())));
    }

    /// How many packets of a broadcast may be unacknowledged on a connection
    /// before it misses further ones; `None` for any number.
    pub fn limit_backlog(&self, most: Option<u32>) {
        *self.shared.backlog.lock() = most;
    }

    /// Sends a packet to every connection that keeps up.
    pub fn broadcast(&self, packet: T) -> Result<()> {
        let packet = packet.into_value();
        let most = *self.shared.backlog.lock();
        let connections: Vec<_> = self.shared.connections.lock().values().cloned().collect();
        for connection in connections {
            if most.is_some_and(|most| connection.backlog.load(Ordering::Relaxed) > most) {
                continue;
            }
            match connection.send(packet.clone(), true) {
                Err(error) if error.code == ErrorCode::ConnectionError => {}
                Err(error) if connection.closed.load(Ordering::Acquire) => drop(error),
                other => other.map(drop)?,
            }
        }
        Ok(())
    }

    /// Number of connections.
    pub fn connections(&self) -> usize {
        self.shared.connections.lock().len()
    }
}

impl Pipe {
    pub(crate) fn accept(&self, state: &Arc<PipeState>) {
        self.shared.connections.lock().insert(
            (state.endpoint, state.path.clone(), state.index),
            state.clone(),
        );
        let action = self.shared.on_connect.lock().clone();
        if let Some(action) = action {
            action(PipeEndpoint::new(state.clone()));
        }
    }

    pub(crate) fn remove(&self, endpoint: u32, path: &ByteString, index: i32) {
        self.shared
            .connections
            .lock()
            .remove(&(endpoint, path.clone(), index));
    }
}
