//! The client's side of a session.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use bytestring::ByteString;
use parking_lot::{Mutex, RwLock};
use tokio::sync::broadcast;

use super::ObjectRef;
use super::callback::CallbackFn;
use super::connect::{check_size, imports, text};
use crate::connection::Identity;
use crate::error::{Error, ErrorCode, Result};
use crate::link::{Link, StreamInfo};
use crate::members::{PipeState, WireState};
use crate::message::{Element, Entry, EntryType};
use crate::node::Node;
use crate::schema::{ObjectSchema, Schema};
use crate::url::ServiceUrl;
use crate::value::Value;

/// How long the answer to a disconnect is waited for.
const GOODBYE: Duration = Duration::from_millis(500);

/// Time between signs of life of the session.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

pub(super) type Key = (ByteString, ByteString);

/// A pipe connect request that has not been answered, with what came early.
#[derive(Default)]
pub(super) struct EarlyPackets {
    pub requests: usize,
    pub packets: Vec<Element>,
}

pub(crate) struct ClientState {
    pub(super) node: Node,
    pub(super) link: Arc<Link>,
    pub(super) service: ByteString,
    pub(super) endpoint: u32,
    pub(super) timeout: Duration,
    pub(super) schema: RwLock<Arc<Schema>>,
    definitions: Mutex<Vec<String>>,
    root: Arc<ObjectSchema>,
    attributes: BTreeMap<String, Value>,
    pub(super) events: Mutex<HashMap<Key, broadcast::Sender<Vec<Value>>>>,
    pub(super) wires: Mutex<HashMap<Key, Arc<WireState>>>,
    pub(super) pipes: Mutex<HashMap<(ByteString, ByteString, i32), Arc<PipeState>>>,
    pub(super) early: Mutex<HashMap<Key, EarlyPackets>>,
    pub(super) callbacks: Mutex<HashMap<Key, CallbackFn>>,
    pub(super) object_types: Mutex<HashMap<ByteString, Arc<ObjectSchema>>>,
}

impl std::fmt::Debug for ClientState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}

impl ClientState {
    #[allow(clippy::too_many_arguments, reason = "one caller")]
    pub(super) fn new(
        node: Node,
        link: Arc<Link>,
        service: String,
        endpoint: u32,
        timeout: Duration,
        (schema, definitions): (Arc<Schema>, Vec<String>),
        root: Arc<ObjectSchema>,
        attributes: BTreeMap<String, Value>,
    ) -> Arc<Self> {
        let state = Arc::new(Self {
            node,
            link,
            service: service.into(),
            endpoint,
            timeout,
            schema: RwLock::new(schema),
            definitions: Mutex::new(definitions),
            root,
            attributes,
            events: Mutex::default(),
            wires: Mutex::default(),
            pipes: Mutex::default(),
            early: Mutex::default(),
            callbacks: Mutex::default(),
            object_types: Mutex::default(),
        });
        tokio::spawn(keep_alive(Arc::downgrade(&state)));
        state
    }

    pub(super) async fn request(&self, entry: Entry) -> Result<Entry> {
        let answer = self.link.request(entry, self.timeout).await;
        if let Err(error) = &answer
            && error.code == ErrorCode::InvalidEndpoint
        {
            self.link.close(error.clone());
        }
        answer
    }

    pub(super) fn schema(&self) -> Arc<Schema> {
        self.schema.read().clone()
    }

    /// The members of a type; definitions that are missing are asked for.
    pub(super) async fn object_schema(&self, type_name: &str) -> Result<Arc<ObjectSchema>> {
        if let Some(schema) = self.schema().object(type_name) {
            return Ok(schema.clone());
        }
        let mut texts = self.definitions.lock().clone();
        let mut waiting = vec![Schema::definition_of(type_name).to_owned()];
        while let Some(name) = waiting.pop() {
            let known = texts.iter().any(|text| {
                raconteur_robdef::parse(text).is_ok_and(|definition| definition.name == name)
            });
            if known {
                continue;
            }
            let entry = Entry::new(EntryType::GET_SERVICE_DESC, self.service.clone(), "")
                .with(Element::text("ServiceType", name));
            let definition = text(&self.request(entry).await?, "servicedef")?;
            waiting.extend(imports(&definition)?);
            texts.push(definition);
            check_size(&texts)?;
        }
        let schema = Schema::parse(&texts)?;
        *self.schema.write() = schema.clone();
        *self.definitions.lock() = texts;
        schema.object(type_name).cloned().ok_or_else(|| {
            Error::new(
                ErrorCode::ServiceDefinitionError,
                format!("the type {type_name} is not defined"),
            )
        })
    }

    /// The connection has ended.
    pub(super) fn end(&self) {
        for wire in self.wires.lock().values() {
            wire.end();
        }
        for pipe in self.pipes.lock().values() {
            pipe.end();
        }
        self.events.lock().clear();
        self.callbacks.lock().clear();
    }
}

async fn keep_alive(state: std::sync::Weak<ClientState>) {
    loop {
        tokio::time::sleep(KEEP_ALIVE).await;
        let Some(state) = state.upgrade() else { return };
        let entry = Entry::new(EntryType::CLIENT_KEEP_ALIVE, state.service.clone(), "");
        if state.link.send(entry).is_err() {
            return;
        }
    }
}

/// A connection to a service. Clones share it.
///
/// ```no_run
/// # async fn example(node: raconteur::Node) -> Result<(), raconteur::Error> {
/// let session = node.connect("rr+tcp://localhost:29200?service=reynard").await?;
/// println!("{:?} offers {:?}", session.remote().name, session.root().schema().type_name);
/// session.disconnect().await;
/// # Ok(()) }
/// ```
///
/// It ends by [`Session::disconnect`], or when the last clone and the last
/// object reference are dropped.
///
/// ```no_run
/// # async fn example(session: raconteur::client::Session) -> raconteur::Result<()> {
/// use raconteur::client::Session;
/// use raconteur::value::Value;
///
/// fn describe(session: &Session) {
///     println!("{:?} over {:?}", session.url(), session.stream());
///     println!("endpoint {}, attributes {:?}", session.endpoint(), session.attributes());
///     println!("definitions {:?}", session.schema());
/// }
/// describe(&session);
/// let password = [("password".to_owned(), Value::from("cunning"))];
/// session.log_in("fox", password.into()).await?;
/// session.log_out("fox").await?;
/// if !session.is_closed() {
///     println!("ended: {}", session.closed().await);
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    state: Arc<ClientState>,
    url: ServiceUrl,
}

impl Session {
    pub(super) fn new(state: Arc<ClientState>, url: ServiceUrl) -> Self {
        Self { state, url }
    }

    /// The root object.
    pub fn root(&self) -> ObjectRef {
        ObjectRef::new(
            self.state.clone(),
            self.state.service.clone(),
            self.state.root.clone(),
        )
    }

    /// The address that was connected to.
    pub fn url(&self) -> &ServiceUrl {
        &self.url
    }

    /// The node that offers the service.
    pub fn remote(&self) -> Identity {
        self.state
            .link
            .with_core(|core| core.remote().cloned().unwrap_or_default())
    }

    /// How the service is reached.
    pub fn stream(&self) -> StreamInfo {
        self.state.link.stream()
    }

    /// Attributes of the service.
    pub fn attributes(&self) -> &BTreeMap<String, Value> {
        &self.state.attributes
    }

    /// Definitions of the service.
    pub fn schema(&self) -> Arc<Schema> {
        self.state.schema()
    }

    /// Number of the session on the client's side.
    pub fn endpoint(&self) -> u32 {
        self.state.endpoint
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.state.link.is_closed()
    }

    /// Waits for the end of the connection and returns the reason.
    pub async fn closed(&self) -> Error {
        self.state.link.closed().await
    }

    /// Authenticates a user.
    pub async fn log_in(&self, user: &str, credentials: BTreeMap<String, Value>) -> Result<()> {
        let entry = Entry::new(
            EntryType::CLIENT_SESSION_OP,
            self.state.service.clone(),
            "AuthenticateUser",
        )
        .with(Element::text("username", user.to_owned()))
        .with(Value::StringMap(credentials).into_element("credentials"));
        self.state.request(entry).await.map(drop)
    }

    /// Forgets the user.
    pub async fn log_out(&self, user: &str) -> Result<()> {
        let entry = Entry::new(
            EntryType::CLIENT_SESSION_OP,
            self.state.service.clone(),
            "LogoutUser",
        )
        .with(Element::text("username", user.to_owned()));
        self.state.request(entry).await.map(drop)
    }

    /// Ends the session in good order.
    pub async fn disconnect(&self) {
        if self.is_closed() {
            return;
        }
        let entry = Entry::new(EntryType::DISCONNECT_CLIENT, "", "")
            .with(Element::text("servicename", self.state.service.clone()));
        let _ = self.state.link.request(entry, GOODBYE).await;
        self.state
            .link
            .close(Error::connection("the session is closed"));
        self.state.link.closed().await;
    }
}

impl Drop for ClientState {
    fn drop(&mut self) {
        self.node.state.free_endpoint(self.endpoint);
        self.link
            .close(Error::connection("the session is no longer used"));
    }
}
