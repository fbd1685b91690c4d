//! A connection that runs on tokio: the core, what waits for answers, and
//! the task that moves bytes.

mod direct_writer;
mod io_task;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{oneshot, watch};

pub(crate) use direct_writer::{DirectWriter, share};
#[cfg(feature = "tls")]
pub(crate) use io_task::SecuredStream;
pub(crate) use io_task::{Handler, TlsTerms, TlsUpgrade, drive};

use crate::clock;
use crate::connection::{Address, Connection, SendError, WirePacket};
use crate::error::{Error, ErrorCode, Result};
use crate::message::{Entry, NodeId};
use crate::service::LoginPeer;

/// Anything bytes flow through in both directions.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// A stream of any kind.
pub(crate) type BoxStream = Box<dyn Stream>;

/// How a peer is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// TCP.
    Tcp,
    /// WebSocket.
    WebSocket,
    /// Local socket.
    Local,
}

/// What is known about the stream of a connection.
///
/// ```
/// use raconteur::{Carrier, StreamInfo};
/// fn is_protected(stream: &StreamInfo) -> bool {
///     stream.secure || stream.carrier == Carrier::Local
/// }
/// # let _ = is_protected;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StreamInfo {
    /// Kind of stream.
    pub carrier: Carrier,
    /// Our address, except for local sockets.
    pub local: Option<SocketAddr>,
    /// The peer's address, except for local sockets.
    pub peer: Option<SocketAddr>,
    /// Whether TLS protects the stream.
    pub secure: bool,
}

impl StreamInfo {
    /// A stream in memory or of another kind that has no addresses.
    pub(crate) fn without_addresses() -> Self {
        Self {
            carrier: Carrier::Tcp,
            local: None,
            peer: None,
            secure: false,
        }
    }
}

#[derive(Debug)]
enum Closing {
    Now(Error),
    AfterFlush,
}

/// Who writes what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriteMode {
    /// The task of the connection, when it runs.
    Task,
    /// The caller, if the stream has a shortcut.
    AtOnce,
}

/// A running connection, shared by everything that sends through it.
#[derive(Debug)]
pub(crate) struct Link {
    core: Mutex<Connection>,
    /// What has left the core and is not written yet; locked before the core.
    writing: Mutex<Bytes>,
    direct_writer: Mutex<Option<DirectWriter>>,
    waker: AtomicWaker,
    pending: Mutex<HashMap<u32, oneshot::Sender<Result<Entry>>>>,
    next_request: AtomicU32,
    closing: Mutex<Option<Closing>>,
    closed: watch::Sender<Option<Error>>,
    pub info: StreamInfo,
}

impl Link {
    pub fn new(core: Connection, info: StreamInfo) -> Arc<Self> {
        Arc::new(Self {
            core: Mutex::new(core),
            writing: Mutex::default(),
            direct_writer: Mutex::default(),
            waker: AtomicWaker::new(),
            pending: Mutex::default(),
            next_request: AtomicU32::new(1),
            closing: Mutex::new(None),
            closed: watch::Sender::new(None),
            info,
        })
    }

    /// What is known about the stream now.
    pub fn stream(&self) -> StreamInfo {
        StreamInfo {
            secure: self.info.secure || self.with_core(|core| core.is_secure()),
            ..self.info
        }
    }

    /// The peer's node, if a certificate of it was checked. The owner of a
    /// local socket is checked by the system.
    pub fn verified_node(&self) -> Option<NodeId> {
        self.with_core(|core| match self.info.carrier {
            Carrier::Local => core.remote().map(|remote| remote.id),
            _ => core.verified_node(),
        })
    }

    /// The client, for authenticators.
    pub fn login_peer(&self) -> LoginPeer {
        LoginPeer {
            verified_node: self.verified_node(),
            stream: self.stream(),
        }
    }

    /// Works on the core. Wake the task afterwards if something is to be sent.
    pub fn with_core<R>(&self, work: impl FnOnce(&mut Connection) -> R) -> R {
        work(&mut self.core.lock())
    }

    /// Lets others than the task write to the stream, until the connection ends.
    pub fn set_direct_writer(&self, direct_writer: DirectWriter) {
        *self.direct_writer.lock() = Some(direct_writer);
    }

    pub fn send_to(&self, address: &Address, entries: Vec<Entry>) -> Result<()> {
        let result = self.queue(address, entries);
        self.waker.wake();
        result
    }

    /// Queues entries; the caller must have them written afterwards.
    fn queue(&self, address: &Address, entries: Vec<Entry>) -> Result<()> {
        self.queue_by(|core| core.send(address, entries, clock::now()))
    }

    fn queue_by(
        &self,
        queue: impl FnOnce(&mut Connection) -> std::result::Result<(), SendError>,
    ) -> Result<()> {
        if let Some(error) = &*self.closed.borrow() {
            return Err(error.clone());
        }
        let result = queue(&mut self.core.lock());
        if let Err(error @ SendError::SlowReader(_)) = &result {
            tracing::warn!(peer = ?self.info.peer, "connection closed: {error}");
            self.close(Error::connection(error.to_string()));
        }
        result.map_err(Error::from)
    }

    /// Sends the packet of a wire within the session in a way.
    pub fn send_packet(&self, way: WriteMode, packet: &mut WirePacket) -> Result<()> {
        let result =
            self.queue_by(|core| core.send_packet(&Address::Session, packet, clock::now()));
        if way == WriteMode::Task || !self.write_past_task() {
            self.waker.wake();
        }
        result
    }

    /// `false` if the task has to write.
    fn write_past_task(&self) -> bool {
        let direct_writer = self.direct_writer.lock();
        match (&*direct_writer, self.writing.try_lock()) {
            (Some(direct_writer), Some(mut writing)) => {
                direct_writer.write(&mut writing, &self.core)
            }
            _ => false,
        }
    }

    /// Sends an entry within the session.
    pub fn send(&self, entry: Entry) -> Result<()> {
        self.send_to(&Address::Session, vec![entry])
    }

    /// Sends a request and waits for its answer.
    pub async fn request_to(
        &self,
        address: &Address,
        mut entry: Entry,
        timeout: Duration,
    ) -> Result<Entry> {
        let (sender, receiver) = oneshot::channel();
        let id = {
            let mut pending = self.pending.lock();
            let id = loop {
                let id = self.next_request.fetch_add(1, Ordering::Relaxed);
                if id != 0 && !pending.contains_key(&id) {
                    break id;
                }
            };
            pending.insert(id, sender);
            id
        };
        let _forget = PendingAnswer { link: self, id };
        entry.request_id = id;
        self.send_to(address, vec![entry])?;
        match tokio::time::timeout(timeout, receiver).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(self.reason()),
            Err(_) => Err(Error::new(
                ErrorCode::RequestTimeout,
                "the peer did not answer in time",
            )),
        }
    }

    pub async fn request(&self, entry: Entry, timeout: Duration) -> Result<Entry> {
        self.request_to(&Address::Session, entry, timeout).await
    }

    /// Passes an answer to the task that waits for it; unknown answers are dropped.
    pub fn complete(&self, mut answer: Entry) {
        let Some(waiting) = self.pending.lock().remove(&answer.request_id) else {
            return;
        };
        let result = if answer.error == 0 {
            Ok(answer)
        } else {
            Err(Error::read_from(&mut answer))
        };
        let _ = waiting.send(result);
    }

    /// Ends the connection immediately.
    pub fn close(&self, reason: Error) {
        let mut closing = self.closing.lock();
        if !matches!(&*closing, Some(Closing::Now(_))) {
            *closing = Some(Closing::Now(reason));
        }
        drop(closing);
        self.waker.wake();
    }

    /// Ends the connection once everything queued has left.
    pub fn close_after_flush(&self) {
        self.closing.lock().get_or_insert(Closing::AfterFlush);
        self.waker.wake();
    }

    pub fn is_closed(&self) -> bool {
        self.closed.borrow().is_some() || self.closing.lock().is_some()
    }

    /// Waits for the end of the connection and returns the reason.
    pub async fn closed(&self) -> Error {
        let mut closed = self.closed.subscribe();
        match closed.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or_else(lost),
            Err(_) => lost(),
        }
    }

    fn reason(&self) -> Error {
        self.closed.borrow().clone().unwrap_or_else(lost)
    }

    fn finish(&self, reason: &Error) {
        // a caller that keeps the link does not keep the stream open
        *self.direct_writer.lock() = None;
        self.closed.send_replace(Some(reason.clone()));
        let pending = std::mem::take(&mut *self.pending.lock());
        for waiting in pending.into_values() {
            let _ = waiting.send(Err(reason.clone()));
        }
    }
}

fn lost() -> Error {
    Error::connection("the connection is closed")
}

/// Removes the entry of an answer that no task waits for any more.
struct PendingAnswer<'a> {
    link: &'a Link,
    id: u32,
}

impl Drop for PendingAnswer<'_> {
    fn drop(&mut self) {
        self.link.pending.lock().remove(&self.id);
    }
}
