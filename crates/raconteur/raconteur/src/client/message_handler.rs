//! What servers send.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::session::ClientState;
use crate::connection::SessionEndpoints;
use crate::error::{Error, ErrorCode};
use crate::link::{Handler, Link};
use crate::message::{Entry, EntryType, Message};
use crate::schema::MemberSchema;

/// Early packets of a pipe that are stored while its connect request is open.
const EARLY_PACKETS: usize = 4096;

/// The handler of a client's connection.
pub(crate) struct ClientHandler {
    endpoint: u32,
    established: Mutex<Option<oneshot::Sender<()>>>,
    state: Mutex<Weak<ClientState>>,
}

impl ClientHandler {
    pub fn new(endpoint: u32) -> (Self, oneshot::Receiver<()>) {
        let (sender, receiver) = oneshot::channel();
        let incoming = Self {
            endpoint,
            established: Mutex::new(Some(sender)),
            state: Mutex::new(Weak::new()),
        };
        (incoming, receiver)
    }

    /// The session is open; from now on its packets have a place to go.
    pub fn start(&self, state: &Arc<ClientState>) {
        *self.state.lock() = Arc::downgrade(state);
    }
}

impl Handler for ClientHandler {
    fn established(&self, _link: &Arc<Link>) {
        if let Some(sender) = self.established.lock().take() {
            let _ = sender.send(());
        }
    }

    fn message(&self, link: &Arc<Link>, message: Message) {
        let header = message.header;
        for entry in message.entries {
            let opens = matches!(
                entry.kind,
                EntryType::CONNECT_CLIENT_RESPONSE | EntryType::CONNECT_CLIENT_COMBINED_RESPONSE
            );
            if opens && entry.error == 0 {
                let remote = header.endpoints_or_zero().sender;
                let node = header.routing_or_zero().sender;
                link.with_core(|core| {
                    core.bind(SessionEndpoints {
                        local: self.endpoint,
                        remote,
                        node,
                    });
                });
            }
            if entry.kind == EntryType::SERVICE_CLOSED {
                link.close(Error::connection("the service has been closed"));
            } else if entry.kind == EntryType::PIPE_PACKET_ACK || entry.kind.is_request() {
                let state = self.state.lock().upgrade();
                if let Some(state) = state {
                    state.packet(entry);
                }
            } else {
                link.complete(entry);
            }
        }
    }

    fn closed(&self, _link: &Arc<Link>, _reason: &Error) {
        let state = self.state.lock().upgrade();
        if let Some(state) = state {
            state.end();
        }
        // Tasks that wait for the stream get an error, because it will not
        // open.
        self.established.lock().take();
    }
}

impl ClientState {
    fn packet(self: &Arc<Self>, mut entry: Entry) {
        let key = (entry.path.clone(), entry.member.clone());
        match entry.kind {
            EntryType::EVENT => self.event(entry),
            EntryType::CALLBACK => self.callback(entry),
            EntryType::WIRE_PACKET => {
                let wire = self.wires.lock().get(&key).cloned();
                if let Some(Err(error)) = wire.map(|wire| wire.receive(&mut entry)) {
                    tracing::debug!("wire packet dropped: {error}");
                }
            }
            EntryType::WIRE_CLOSED => {
                if let Some(wire) = self.wires.lock().remove(&key) {
                    wire.end();
                }
            }
            EntryType::PIPE_PACKET | EntryType::PIPE_PACKET_ACK => self.pipe_packet(entry),
            EntryType::PIPE_CLOSED => {
                let index = entry
                    .element("index")
                    .and_then(|element| element.as_scalar::<i32>());
                if let Some(index) = index
                    && let Some(pipe) = self.pipes.lock().remove(&(key.0, key.1, index))
                {
                    pipe.end();
                }
            }
            EntryType::SERVICE_PATH_RELEASED => self.released(&entry.path),
            _ => {}
        }
    }

    fn event(&self, mut entry: Entry) {
        let key = (entry.path.clone(), entry.member.clone());
        let Some(sender) = self.events.lock().get(&key).cloned() else {
            return;
        };
        let Some(object) = self.object_at(&entry.path) else {
            return;
        };
        if let Some(MemberSchema::Event { parameters }) = object.member(&entry.member) {
            match parameters.read(&mut entry.elements, &self.schema()) {
                Ok(values) => drop(sender.send(values)),
                Err(error) => tracing::debug!("event dropped: {error}"),
            }
        }
    }

    fn pipe_packet(&self, entry: Entry) {
        let (path, member) = (entry.path, entry.member);
        for element in entry.elements {
            let Some(index) = element.name.as_number() else {
                continue;
            };
            let pipe = self
                .pipes
                .lock()
                .get(&(path.clone(), member.clone(), index))
                .cloned();
            match pipe {
                Some(pipe) if entry.kind == EntryType::PIPE_PACKET_ACK => {
                    pipe.acknowledged(&element);
                }
                Some(pipe) => {
                    if let Err(error) = pipe.receive(element) {
                        tracing::debug!("pipe packet dropped: {error}");
                        if error.code == ErrorCode::BufferLimitViolation {
                            pipe.end();
                        }
                    }
                }
                None => {
                    let mut early = self.early.lock();
                    if let Some(waiting) = early.get_mut(&(path.clone(), member.clone()))
                        && waiting.packets.len() < EARLY_PACKETS
                    {
                        waiting.packets.push(element);
                    }
                }
            }
        }
    }

    /// An object is no longer served: its members end.
    fn released(&self, path: &str) {
        let below = |other: &str| {
            other
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.wires.lock().retain(|(at, _), wire| {
            if below(at) {
                wire.end();
            }
            !below(at)
        });
        self.pipes.lock().retain(|(at, ..), pipe| {
            if below(at) {
                pipe.end();
            }
            !below(at)
        });
        self.events.lock().retain(|(at, _), _| !below(at));
        self.callbacks.lock().retain(|(at, _), _| !below(at));
        self.object_types.lock().retain(|at, _| !below(at));
    }
}
