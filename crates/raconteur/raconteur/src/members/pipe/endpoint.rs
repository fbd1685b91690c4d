//! One end of a connected pipe, as programs hold it.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::state::PipeState;
use crate::error::Result;
use crate::message::{Element, Entry, EntryType};
use crate::value::{FromValue, IntoValue, Value};

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

    /// The next packet, if there is one and no other task waits for it.
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
