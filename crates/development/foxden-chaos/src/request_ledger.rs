//! What clients and the harness share: requests that wait for a reply, and a hash of
//! everything that clients saw.

use crate::network::Probe;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A request that waits for its reply.
#[derive(Clone, Debug)]
struct WaitingRequest {
    client: u64,
    what: String,
    since: u64,
    /// It may wait for simulated time.
    is_patient: bool,
}

#[derive(Debug, Default)]
struct Content {
    turn: u64,
    next: u64,
    waiting: BTreeMap<u64, WaitingRequest>,
    probes: BTreeMap<u64, Probe>,
    /// Endpoints of the sessions that clients have.
    endpoints: BTreeSet<u32>,
    transcript: u64,
    replies: u64,
    text: Option<String>,
}

/// Shared by all clients; clones are the same.
#[derive(Clone, Debug, Default)]
pub struct RequestLedger(Arc<Mutex<Content>>);

impl RequestLedger {
    /// A ledger that also keeps the transcript as text.
    pub fn with_text(is_kept: bool) -> Self {
        let ledger = Self::default();
        ledger.content().text = is_kept.then(String::new);
        ledger
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next turn of the harness begins.
    pub fn turn(&self, turn: u64) {
        self.content().turn = turn;
    }

    /// A new client with its connection.
    pub fn client(&self, probe: Probe) -> u64 {
        let mut content = self.content();
        content.next += 1;
        let client = content.next;
        content.probes.insert(client, probe);
        client
    }

    /// A client has left: its requests need no replies.
    pub fn leave(&self, client: u64) {
        let mut content = self.content();
        content.probes.remove(&client);
        content
            .waiting
            .retain(|_, waiting| waiting.client != client);
    }

    /// A request was sent; the number is for [`RequestLedger::replied`].
    pub fn request(&self, client: u64, what: impl Into<String>, is_patient: bool) -> u64 {
        let mut content = self.content();
        content.next += 1;
        let request = content.next;
        let since = content.turn;
        let waiting = WaitingRequest {
            client,
            what: what.into(),
            since,
            is_patient,
        };
        content.waiting.insert(request, waiting);
        request
    }

    /// The reply to a request came.
    ///
    /// # Panics
    /// When the request has its reply already.
    pub fn replied(&self, request: u64, reply: &str) {
        let mut content = self.content();
        let waiting = content.waiting.remove(&request);
        let waiting = waiting.expect("a request has one reply");
        content.replies += 1;
        let line = format!("{} {} -> {reply}", waiting.client, waiting.what);
        content.note(&line);
    }

    /// A client has a session with this endpoint, until the returned value is dropped.
    ///
    /// # Panics
    /// When another session has it.
    pub fn own_endpoint(&self, endpoint: u32) -> OwnedEndpoint {
        let is_new = self.content().endpoints.insert(endpoint);
        assert!(is_new, "two sessions have the endpoint {endpoint}");
        OwnedEndpoint(self.clone(), endpoint)
    }

    /// Notes something that happened.
    pub fn note(&self, line: &str) {
        self.content().note(line);
    }

    /// A request that has waited too long over a healthy connection.
    pub fn overdue(&self, turns: u64) -> Option<String> {
        let content = self.content();
        content.waiting.values().find_map(|waiting| {
            let is_late = content.turn - waiting.since > turns && !waiting.is_patient;
            let is_healthy = content
                .probes
                .get(&waiting.client)
                .is_some_and(Probe::is_healthy);
            (is_late && is_healthy).then(|| {
                format!(
                    "client {} got no reply to {} for {turns} turns",
                    waiting.client, waiting.what
                )
            })
        })
    }

    /// How many replies came.
    pub fn replies(&self) -> u64 {
        self.content().replies
    }

    /// A hash of everything that was noted.
    pub fn transcript(&self) -> u64 {
        self.content().transcript
    }

    /// The transcript as text, if it is kept.
    pub fn text(&self) -> Option<String> {
        self.content().text.clone()
    }
}

/// The endpoint of a session.
#[derive(Debug)]
pub struct OwnedEndpoint(RequestLedger, u32);

impl Drop for OwnedEndpoint {
    fn drop(&mut self) {
        self.0.content().endpoints.remove(&self.1);
    }
}

impl Content {
    fn note(&mut self, line: &str) {
        let mut hasher = DefaultHasher::new();
        (self.transcript, line).hash(&mut hasher);
        self.transcript = hasher.finish();
        let turn = self.turn;
        if let Some(text) = &mut self.text {
            text.push_str(&format!("{turn} {line}\n"));
        }
    }
}
