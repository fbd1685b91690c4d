//! A registered service.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, RwLock};

use super::active_objects::ActiveObject;
use super::locks::{LockOwner, Monitors, ObjectLocks};
use super::path::{canonical, genuine};
use super::{Object, Permissions, Security, ServerSession, Service};
use crate::connection::{Address, InputBudget, InputReservation};
use crate::error::Result;
use crate::message::{Entry, EntryType};
use crate::node::NodeState;
use crate::schema::Schema;
use crate::value::Value;

/// A service as its node keeps it.
pub(crate) struct ServiceState {
    pub name: String,
    pub schema: Arc<Schema>,
    pub root: Arc<dyn Object>,
    pub attributes: RwLock<BTreeMap<String, Value>>,
    pub security: Option<Security>,
    pub permissions: Option<Permissions>,
    pub extra_imports: Vec<String>,
    pub node: Weak<NodeState>,
    pub(super) objects: Mutex<HashMap<String, ActiveObject>>,
    sessions: RwLock<BTreeMap<u32, Arc<ServerSession>>>,
    pub(super) locks: Mutex<ObjectLocks>,
    pub(super) monitors: Mutex<Monitors>,
    pub(super) monitor_freed: tokio::sync::Notify,
}

impl std::fmt::Debug for ServiceState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServiceState")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl ServiceState {
    /// Room for the data of a request until it is answered.
    pub fn request_room(&self) -> InputReservation {
        match self.node.upgrade() {
            Some(node) => node.request_budget().share(),
            // the node is gone, and the connection will be soon
            None => InputBudget::new(0).share(),
        }
    }

    pub fn new(service: Service, node: Weak<NodeState>) -> Result<Arc<Self>> {
        let state = Arc::new(Self {
            name: service.name,
            schema: service.schema,
            root: service.root,
            attributes: RwLock::new(service.attributes),
            security: service.security,
            permissions: service.permissions,
            extra_imports: service.extra_imports,
            node,
            objects: Mutex::default(),
            sessions: RwLock::default(),
            locks: Mutex::default(),
            monitors: Mutex::default(),
            monitor_freed: tokio::sync::Notify::new(),
        });
        state.activate_root()?;
        Ok(state)
    }

    pub fn session(&self, endpoint: u32) -> Option<Arc<ServerSession>> {
        self.sessions.read().get(&endpoint).cloned()
    }

    pub fn sessions(&self) -> Vec<Arc<ServerSession>> {
        self.sessions.read().values().cloned().collect()
    }

    pub fn add_session(&self, session: Arc<ServerSession>) {
        self.sessions
            .write()
            .insert(session.local_endpoint, session);
    }

    pub fn remove_session(&self, session: &ServerSession) {
        let user = session.user.read().as_ref().map(|user| user.name.clone());
        let last = {
            let mut sessions = self.sessions.write();
            sessions.remove(&session.local_endpoint);
            !sessions
                .values()
                .any(|other| other.user.read().as_ref().map(|user| &user.name) == user.as_ref())
        };
        self.locks
            .lock()
            .session_ended(session.local_endpoint, user.as_deref(), last);
        self.monitors.lock().session_ended(session.local_endpoint);
        self.monitor_freed.notify_waiters();
    }

    /// Sends an entry to every session whose user may see it.
    pub fn broadcast(&self, entry: &Entry) {
        for session in self.sessions() {
            if session.is_admitted() {
                let _ = session.link.send(entry.clone());
            }
        }
    }

    /// Locks an object for a user, on behalf of the service itself.
    pub fn lock_for(&self, path: &str, user: &str) -> Result<()> {
        self.locks
            .lock()
            .acquire(path, LockOwner::User(user.to_owned()))
    }

    /// Unlocks an object on behalf of the service itself.
    pub fn unlock(&self, path: &str) -> Result<()> {
        self.locks.lock().release(path, 0, None, true)
    }

    /// An error if a session of any service of this node must leave alone what is at a path, above
    /// it or below it.
    pub fn check_client(&self, path: &str, endpoint: u32) -> Result<()> {
        if self.locks.lock().is_empty() {
            return Ok(());
        }
        let services = self.node.upgrade().map(|node| node.services());
        let session = |endpoint| {
            let mut services = services.iter().flatten();
            services.find_map(|service| service.session(endpoint))
        };
        let client = session(endpoint);
        let user = client
            .as_ref()
            .and_then(|client| client.user.read().clone());
        let is_same_client = |owner| {
            let nodes = session(owner).zip(client.as_ref());
            nodes.is_some_and(|(owner, client)| owner.node == client.node)
        };
        let user = user.as_ref().map(|user| user.name.as_str());
        self.locks.lock().check_client(path, user, is_same_client)
    }

    /// Stops serving a path and everything below it.
    pub fn release(self: &Arc<Self>, path: &str) {
        let path = &*canonical(path);
        let below = |other: &str| {
            canonical(other)
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let mut released: Vec<(String, ActiveObject)> = Vec::new();
        self.objects.lock().retain(|at, active| {
            let goes = below(at);
            if goes {
                released.push((at.clone(), active.clone()));
            }
            !goes
        });
        released.sort_by(|a, b| a.0.cmp(&b.0));
        for (at, active) in &released {
            self.detach(at, active);
        }
        self.locks.lock().path_released(path);
        for session in self.sessions() {
            session.release(&below);
            let genuine = genuine(path);
            let other = (genuine != path).then_some(genuine);
            for path in [path.to_owned()].into_iter().chain(other) {
                let released = EntryType::SERVICE_PATH_RELEASED;
                let _ = session.link.send(Entry::new(released, path, ""));
            }
        }
    }

    /// Informs every client that the service is closed, and ends the sessions.
    pub fn close(&self) {
        for session in self.sessions() {
            let entry = Entry::new(EntryType::SERVICE_CLOSED, "", "");
            let _ = session.link.send_to(&Address::Session, vec![entry]);
            session.link.close_after_flush();
        }
    }
}
