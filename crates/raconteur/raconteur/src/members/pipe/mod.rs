//! Pipes: packets in order.

mod endpoint;
mod state;

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytestring::ByteString;
use parking_lot::Mutex;

use super::shared_member::shared_member;
use crate::error::{ErrorCode, Result};
use crate::value::{FromValue, IntoValue, Value};

pub use endpoint::PipeEndpoint;
pub(crate) use state::{PipeSetup, PipeState};

type OnConnect = Arc<dyn Fn(PipeEndpoint) + Send + Sync>;

#[derive(Default)]
struct PipeShared {
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
pub struct Pipe<T = Value> {
    shared: Arc<PipeShared>,
    marker: PhantomData<fn(T) -> T>,
}

shared_member!(Pipe<T>, shared);

impl<T: FromValue + IntoValue + 'static> Pipe<T> {
    /// A pipe without connections.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same pipe for packets of any type, as the node needs it.
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
        self.broadcast_to(packet, |_| true)
    }

    /// Sends a packet to every connection of some sessions that keeps up.
    ///
    /// ```
    /// use raconteur::members::Pipe;
    /// let pipe: Pipe<f64> = Pipe::new();
    /// pipe.broadcast_to(2.5, |endpoint| endpoint != 7)?;
    /// # Ok::<(), raconteur::Error>(())
    /// ```
    pub fn broadcast_to(&self, packet: T, is_receiver: impl Fn(u32) -> bool) -> Result<()> {
        let packet = packet.into_value();
        let most = *self.shared.backlog.lock();
        let connections: Vec<_> = self.shared.connections.lock().values().cloned().collect();
        for connection in connections {
            if !is_receiver(connection.endpoint) {
                continue;
            }
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
