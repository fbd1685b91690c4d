//! What all parts of a node share.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, RwLock};
use tokio::sync::watch;

use super::logins::FailedLogins;
use crate::clock;
use crate::connection::{Identity, InputBudget};
use crate::error::{Error, ErrorCode, Result};
use crate::link::Link;
use crate::members::Event;
use crate::message::NodeId;
use crate::server::index_service;
use crate::service::{LoginPeer, Security, Service, ServiceState, User};
use crate::value::Value;

/// Sessions of a node at the same time.
const MOST_SESSIONS: usize = 65_536;

/// Bytes that requests of all sessions may keep in memory until they are answered.
const REQUEST_BYTES: usize = 128 << 20;

/// A node that was found in the network.
#[derive(Clone, Debug)]
pub(crate) struct FoundNode {
    pub id: NodeId,
    pub name: String,
    pub urls: Vec<String>,
}

pub(crate) struct NodeState {
    identity: Identity,
    services: RwLock<BTreeMap<String, Arc<ServiceState>>>,
    endpoints: Mutex<BTreeSet<u32>>,
    /// The next endpoint to try, where endpoints are numbered.
    numbered: Mutex<Option<u32>>,
    links: Mutex<Vec<Weak<Link>>>,
    changed: Event<()>,
    stop: watch::Sender<bool>,
    detected: Mutex<Vec<FoundNode>>,
    failed_logins: Mutex<FailedLogins>,
    /// The file that holds the node's name against other processes.
    held: Mutex<Option<Arc<File>>>,
    requests: InputBudget,
    /// A random word that changes with the services, for announcers.
    nonce: watch::Sender<String>,
}

impl std::fmt::Debug for NodeState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node")
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

impl NodeState {
    pub fn new(identity: Identity) -> Result<Arc<Self>> {
        let state = Arc::new(Self {
            identity,
            services: RwLock::default(),
            endpoints: Mutex::default(),
            numbered: Mutex::default(),
            links: Mutex::default(),
            changed: Event::new(),
            stop: watch::Sender::new(false),
            detected: Mutex::default(),
            failed_logins: Mutex::default(),
            held: Mutex::default(),
            requests: InputBudget::new(REQUEST_BYTES),
            nonce: watch::Sender::new(random_word()?),
        });
        let index = index_service(&Arc::downgrade(&state), &state.changed)?;
        state.register(index)?;
        Ok(state)
    }

    /// What requests of all sessions may keep in memory until they are answered.
    pub fn request_budget(&self) -> &InputBudget {
        &self.requests
    }

    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    pub fn service(&self, name: &str) -> Option<Arc<ServiceState>> {
        self.services.read().get(name).cloned()
    }

    pub fn services(&self) -> Vec<Arc<ServiceState>> {
        self.services.read().values().cloned().collect()
    }

    /// The text of a definition that any service uses.
    pub fn definition(&self, name: &str) -> Option<Arc<str>> {
        self.services
            .read()
            .values()
            .find_map(|service| service.schema.text(name).cloned())
    }

    pub fn register(self: &Arc<Self>, service: Service) -> Result<Arc<ServiceState>> {
        let valid = service
            .name
            .starts_with(|first: char| first.is_ascii_alphabetic())
            && service
                .name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !valid {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                "a service name begins with a letter and holds letters, digits and _ only",
            ));
        }
        let state = ServiceState::new(service, Arc::downgrade(self))?;
        let mut services = self.services.write();
        if services.contains_key(&state.name) {
            return Err(Error::new(
                ErrorCode::InvalidOperation,
                format!("the service {} is registered already", state.name),
            ));
        }
        services.insert(state.name.clone(), state.clone());
        drop(services);
        self.services_changed();
        Ok(state)
    }

    pub fn unregister(&self, name: &str) {
        self.services.write().remove(name);
        self.services_changed();
    }

    /// Informs clients of the index, and announcers.
    pub fn services_changed(&self) {
        if let Ok(word) = random_word() {
            self.nonce.send_replace(word);
        }
        let _ = self.changed.fire(());
    }

    pub fn nonce(&self) -> watch::Receiver<String> {
        self.nonce.subscribe()
    }

    /// A random endpoint that is not in use.
    pub fn new_endpoint(&self) -> Result<u32> {
        let mut endpoints = self.endpoints.lock();
        #[cfg(foxden_planted)]
        if let Some(endpoint) = FREED_TWICE.lock().pop() {
            endpoints.insert(endpoint);
            return Ok(endpoint);
        }
        if endpoints.len() >= MOST_SESSIONS {
            return Err(Error::new(
                ErrorCode::OutOfSystemResource,
                "too many sessions",
            ));
        }
        loop {
            let endpoint = match &mut *self.numbered.lock() {
                Some(next) => {
                    *next = next.wrapping_add(1);
                    *next
                }
                None => getrandom::u32()
                    .map_err(|error| Error::new(ErrorCode::InternalError, error.to_string()))?,
            };
            if endpoint != 0 && endpoints.insert(endpoint) {
                return Ok(endpoint);
            }
        }
    }

    /// Lets endpoints be numbers in a row from now on.
    pub fn number_endpoints(&self, first: u32) {
        *self.numbered.lock() = Some(first);
    }

    /// How many endpoints are in use.
    pub fn endpoints(&self) -> usize {
        self.endpoints.lock().len()
    }

    pub fn free_endpoint(&self, endpoint: u32) {
        #[cfg(foxden_planted)]
        if std::env::var("FOXDEN_PLANTED").is_ok_and(|defect| defect == "endpoint-freed-twice") {
            FREED_TWICE.lock().extend([endpoint; 2]);
        }
        self.endpoints.lock().remove(&endpoint);
    }

    pub fn add_link(&self, link: &Arc<Link>) {
        let mut links = self.links.lock();
        if links.len() >= 64 && links.len().is_power_of_two() {
            links.retain(|link| link.strong_count() > 0);
        }
        links.push(Arc::downgrade(link));
    }

    /// Authenticates a user, unless the address has failed too often.
    pub fn authenticate(
        &self,
        peer: &LoginPeer,
        security: &Security,
        user: &str,
        credentials: &BTreeMap<String, Value>,
    ) -> Result<User> {
        let address = peer.stream.peer.map(|peer| peer.ip());
        self.failed_logins.lock().check(address, clock::now())?;
        let authenticator = &security.authenticator;
        let outcome = authenticator.authenticate_from(user, credentials, peer);
        self.failed_logins
            .lock()
            .record(address, outcome.is_ok(), clock::now());
        if outcome.is_err() {
            tracing::warn!(?address, "a login failed");
        }
        outcome
    }

    /// Keeps a file open as long as the node lives.
    pub fn keep(&self, file: Arc<File>) {
        *self.held.lock() = Some(file);
    }

    pub fn detected(&self) -> Vec<FoundNode> {
        self.detected.lock().clone()
    }

    pub fn set_detected(&self, nodes: Vec<FoundNode>) {
        *self.detected.lock() = nodes;
    }

    pub fn shutdown(&self) {
        let services = std::mem::take(&mut *self.services.write());
        for service in services.into_values() {
            service.close();
        }
        self.stop.send_replace(true);
        for link in self.links.lock().drain(..) {
            if let Some(link) = link.upgrade() {
                link.close(Error::connection("the node has been shut down"));
            }
        }
    }

    /// Waits for [`NodeState::shutdown`].
    pub async fn stopped(&self) {
        let mut stop = self.stop.subscribe();
        let _ = stop.wait_for(|stop| *stop).await;
    }
}

/// Endpoints that are given out again, each of them twice.
#[cfg(foxden_planted)]
static FREED_TWICE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Sixteen letters and digits.
pub(crate) fn random_word() -> Result<String> {
    const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Error::new(ErrorCode::InternalError, error.to_string()))?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]))
        .collect())
}
