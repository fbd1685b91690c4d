//! Values that are sent to clients after each step.

use crate::job::Scope;
use parking_lot::Mutex;
use raconteur::members::{Pipe, Wire};
use raconteur::service::Context;
use raconteur::value::Value;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// Why values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// A step was made.
    Step,
    /// Something else changed, or the object is new.
    Change,
}

type Send = Box<dyn FnMut(&mut Scope<'_>, Occasion) + std::marker::Send>;

struct Stream {
    /// The object that the values are for.
    object: Weak<()>,
    send: Send,
}

/// All streams of a world.
#[derive(Default)]
pub(crate) struct Streams(Vec<Stream>);

impl Streams {
    /// Calls all streams whose objects are in use.
    pub(crate) fn send(scope: &mut Scope<'_>, occasion: Occasion) {
        let mut streams = std::mem::take(&mut scope.state.streams.0);
        streams.retain_mut(|stream| {
            let is_used = stream.object.strong_count() > 0;
            if is_used {
                (stream.send)(scope, occasion);
            }
            is_used
        });
        // streams of new objects come after the old ones
        streams.append(&mut scope.state.streams.0);
        scope.state.streams.0 = streams;
    }
}

impl Scope<'_> {
    /// Sends values from now on, for as long as an object is in use.
    pub(crate) fn stream(
        &mut self,
        object: &Arc<()>,
        mut send: impl FnMut(&mut Scope<'_>, Occasion) + std::marker::Send + 'static,
    ) {
        send(self, Occasion::Change);
        self.state.streams.0.push(Stream {
            object: Arc::downgrade(object),
            send: Box::new(send),
        });
    }
}

/// Which values each client leaves out: `isoch_downsample`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Downsampling(Arc<Mutex<HashMap<u32, (Context, u32)>>>);

impl Downsampling {
    /// The most values that can be left out between two.
    pub(crate) const MOST: u32 = 1000;

    /// How many values a client leaves out between two.
    pub(crate) fn get(&self, endpoint: u32) -> u32 {
        self.0.lock().get(&endpoint).map_or(0, |(_, count)| *count)
    }

    /// Sets it for a client, and forgets clients that have left.
    pub(crate) fn set(&self, context: &Context, count: u32) {
        let mut clients = self.0.lock();
        clients.retain(|_, (client, _)| client.is_open());
        clients.insert(context.endpoint(), (context.clone(), count));
    }

    /// Whether a client gets the value with this number.
    fn passes(&self, endpoint: u32, seqno: u64) -> bool {
        seqno.is_multiple_of(u64::from(self.get(endpoint)) + 1)
    }

    /// Sends a value on a wire.
    pub(crate) fn send(&self, wire: &Wire, value: Value, seqno: u64) {
        self.send_if(wire, value, seqno, true);
    }

    /// Keeps a value for peeks, and sends it on a wire if it is due.
    pub(crate) fn send_if(&self, wire: &Wire, value: Value, seqno: u64, is_due: bool) {
        // the connection disconnects a reader that is too slow
        let _ = wire.send_to(value, |endpoint| is_due && self.passes(endpoint, seqno));
    }

    /// Sends a packet on a pipe.
    pub(crate) fn broadcast(&self, pipe: &Pipe, packet: Value, seqno: u64) {
        let _ = pipe.broadcast_to(packet, |endpoint| self.passes(endpoint, seqno));
    }
}
