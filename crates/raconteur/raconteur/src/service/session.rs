//! The server's side of a session: one client of one service.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as TaskContext, Waker};
use std::time::Instant;

use bytestring::ByteString;
use futures_util::FutureExt;
use parking_lot::{Mutex, RwLock};

use super::{Access, Context, ServiceState, User};
use crate::clock;
use crate::connection::Address;
use crate::error::{Error, ErrorCode, Result};
use crate::link::Link;
use crate::members::{PipeState, WireState};
use crate::message::{Element, Entry, EntryType, NodeId};
use crate::server::generators::Generators;

/// Requests of a session that may be in progress at the same time.
const MOST_REQUESTS: usize = 1024;

/// Open pipes and wires of a session.
pub(crate) const MOST_CHANNELS: usize = 1024;

/// The elements that answer a request, and what follows the answer.
pub(crate) struct Reply {
    pub elements: Vec<Element>,
    pub then: Option<Box<dyn FnOnce() + Send>>,
}

impl From<Vec<Element>> for Reply {
    fn from(elements: Vec<Element>) -> Self {
        Self {
            elements,
            then: None,
        }
    }
}

type PipeKey = (ByteString, ByteString, i32);
type WireKey = (ByteString, ByteString);

pub(crate) struct ServerSession {
    pub link: Arc<Link>,
    pub service: Arc<ServiceState>,
    pub local_endpoint: u32,
    pub node: NodeId,
    pub user: RwLock<Option<User>>,
    pub wires: Mutex<HashMap<WireKey, Arc<WireState>>>,
    pub pipes: Mutex<HashMap<PipeKey, Arc<PipeState>>>,
    pub generators: Generators,
    pub failed_logins: AtomicUsize,
    running: AtomicUsize,
    last_heard: Mutex<Instant>,
}

impl ServerSession {
    pub fn new(
        link: Arc<Link>,
        service: Arc<ServiceState>,
        local_endpoint: u32,
        node: NodeId,
        user: Option<User>,
    ) -> Arc<Self> {
        Arc::new(Self {
            link,
            service,
            local_endpoint,
            node,
            user: RwLock::new(user),
            wires: Mutex::default(),
            pipes: Mutex::default(),
            generators: Generators::default(),
            failed_logins: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            last_heard: Mutex::new(clock::now()),
        })
    }

    /// Whether the session may do more than authenticate itself.
    pub fn is_admitted(&self) -> bool {
        let required = self
            .service
            .security
            .as_ref()
            .is_some_and(|security| security.require_valid_user);
        !required || self.user.read().is_some()
    }

    pub fn require_admitted(&self) -> Result<()> {
        if self.is_admitted() {
            Ok(())
        } else {
            Err(Error::new(
                ErrorCode::AuthenticationError,
                "User is not authenticated",
            ))
        }
    }

    pub fn context(self: &Arc<Self>, path: &ByteString) -> Context {
        Context {
            session: self.clone(),
            path: path.clone(),
        }
    }

    pub fn idle_time(&self, now: Instant) -> std::time::Duration {
        now.saturating_duration_since(*self.last_heard.lock())
    }

    /// Deals with an entry of this session.
    pub fn handle(self: &Arc<Self>, entry: Entry) {
        *self.last_heard.lock() = clock::now();
        match entry.kind {
            EntryType::WIRE_PACKET | EntryType::PIPE_PACKET | EntryType::PIPE_PACKET_ACK => {
                self.packet(entry);
            }
            kind if !kind.is_request() => self.link.complete(entry),
            _ => {
                let session = self.clone();
                let response = entry.response();
                let mut room = self.service.request_room();
                let size = entry.elements.iter().map(Element::kept_bytes).sum();
                if !room.hold(size) {
                    let error = Error::new(
                        ErrorCode::OutOfSystemResource,
                        "too much data in requests that are not answered yet",
                    );
                    self.answer(response, Err(error));
                    return;
                }
                if self.running.fetch_add(1, Ordering::Relaxed) >= MOST_REQUESTS {
                    self.running.fetch_sub(1, Ordering::Relaxed);
                    let error = Error::new(
                        ErrorCode::OutOfSystemResource,
                        "too many requests at the same time",
                    );
                    self.answer(response, Err(error));
                    return;
                }
                run(async move {
                    let result = AssertUnwindSafe(session.serve(entry)).catch_unwind().await;
                    let result = result.unwrap_or_else(|_| {
                        tracing::error!(member = &*response.member, "a service panicked");
                        Err(Error::new(
                            ErrorCode::OperationFailed,
                            "the service has failed unexpectedly",
                        ))
                    });
                    session.running.fetch_sub(1, Ordering::Relaxed);
                    drop(room);
                    session.answer(response, result);
                });
            }
        }
    }

    fn answer(&self, mut response: Entry, result: Result<Reply>) {
        let mut then = None;
        match result {
            Ok(reply) => {
                response.elements = reply.elements;
                then = reply.then;
            }
            Err(error) => error.write_to(&mut response),
        }
        let again = Entry {
            elements: Vec::new(),
            ..response.clone()
        };
        if let Err(error) = self.link.send_to(&Address::Session, vec![response])
            && error.code != ErrorCode::ConnectionError
        {
            // The result cannot be written; the client must not wait in vain.
            let mut failed = again;
            error.write_to(&mut failed);
            let _ = self.link.send(failed);
        }
        if let Some(then) = then {
            then();
        }
    }

    pub(crate) fn check_object_lock(&self, path: &str) -> Result<()> {
        let user = self.user.read();
        let name = user.as_ref().map(|user| user.name.as_str());
        self.service
            .locks
            .lock()
            .check(path, self.local_endpoint, name)
    }

    /// Whether the user may use a member in a way.
    pub(crate) fn check_permission(
        &self,
        object_type: &str,
        member: &str,
        access: Access,
    ) -> Result<()> {
        match &self.service.permissions {
            Some(permissions) => {
                permissions.check(self.user.read().as_ref(), object_type, member, access)
            }
            None => Ok(()),
        }
    }

    pub(crate) fn check_monitor(&self, path: &str) -> Result<()> {
        self.service
            .monitors
            .lock()
            .check(path, self.local_endpoint, clock::now())
    }

    /// Ends pipes and wires of objects that are no longer served.
    pub fn release(&self, below: &dyn Fn(&str) -> bool) {
        self.wires.lock().retain(|(path, _), wire| {
            let goes = below(path);
            if goes {
                wire.end();
                if let Some(owner) = wire.owner() {
                    owner.remove(self.local_endpoint, path);
                }
            }
            !goes
        });
        self.pipes.lock().retain(|(path, ..), pipe| {
            let goes = below(path);
            if goes {
                pipe.end();
                if let Some(owner) = pipe.owner() {
                    owner.remove(self.local_endpoint, path, pipe.index());
                }
            }
            !goes
        });
        self.generators.release(below);
    }

    /// The connection has ended: everything of the session ends.
    pub fn end(&self) {
        self.service.remove_session(self);
        if let Some(node) = self.service.node.upgrade() {
            node.free_endpoint(self.local_endpoint);
        }
        self.release(&|_| true);
    }
}

/// Polls a future once; if it must wait, it continues as a task.
pub(crate) fn run(future: impl Future<Output = ()> + Send + 'static) {
    let mut future: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(future);
    let mut context = TaskContext::from_waker(Waker::noop());
    if future.as_mut().poll(&mut context).is_pending() {
        tokio::spawn(future);
    }
}
