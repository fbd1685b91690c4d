//! Opening a session.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};

use super::message_handler::ClientHandler;
use super::session::{ClientState, Session};
use super::stream;
use crate::clock;
use crate::connection::{Address, ConnectTarget, Connection, Settings};
use crate::error::{Error, ErrorCode, Result};
use crate::link::{BoxStream, Link, StreamInfo, TlsUpgrade, drive};
use crate::message::{Data, Element, Endpoints, Entry, EntryType, NodeId};
use crate::node::{Node, NodeState};
use crate::schema::Schema;
#[cfg(feature = "tls")]
use crate::transport::TlsClient;
use crate::url::ServiceUrl;
use crate::value::{IntoValue, Value};

/// The version that is sent to servers.
const CLIENT_VERSION: &str = "1.2.9";

/// Bytes of one definition, and how many of them, a server may send.
const MOST_DEFINITION: usize = 1024 * 1024;
const MOST_DEFINITIONS: usize = 256;

/// How a client connects.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// User and credentials.
    pub user: Option<(String, BTreeMap<String, Value>)>,
    /// How long a request may take.
    pub timeout: Duration,
    /// Limits, versions and heartbeats.
    pub settings: Settings,
    /// Certificates to trust, for `rrs` and `wss` URLs. For `rr+wss` URLs the
    /// default is [`TlsClient::system`].
    #[cfg(feature = "tls")]
    pub tls: Option<TlsClient>,
    /// Where to look for local sockets instead of the usual folders.
    pub run_folder: Option<PathBuf>,
}

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            user: None,
            timeout: Duration::from_secs(15),
            settings: Settings::default(),
            #[cfg(feature = "tls")]
            tls: None,
            run_folder: None,
        }
    }
}

impl ConnectOptions {
    /// A user with a password.
    ///
    /// ```
    /// use raconteur::client::ConnectOptions;
    /// let options = ConnectOptions::default().password("fox", "cunning");
    /// assert_eq!(options.user.map(|(name, _)| name).as_deref(), Some("fox"));
    /// ```
    #[must_use]
    pub fn password(mut self, user: impl Into<String>, password: impl Into<String>) -> Self {
        let credentials = BTreeMap::from([("password".to_owned(), password.into().into_value())]);
        self.user = Some((user.into(), credentials));
        self
    }
}

/// Connects to a service from a separate node without a name.
///
/// Programs with many connections make one [`Node`] and use
/// [`Node::connect`].
///
/// ```no_run
/// # async fn example() -> raconteur::Result<()> {
/// let session = raconteur::connect("rr+tcp://localhost:29201?service=lamp").await?;
/// let brightness: f64 = session.root().get("brightness").await?;
/// # let _ = brightness;
/// # Ok(()) }
/// ```
pub async fn connect(url: &str) -> Result<Session> {
    Node::new("")?.connect(url).await
}

impl Node {
    /// Connects to a service.
    pub async fn connect(&self, url: &str) -> Result<Session> {
        self.connect_with(url, ConnectOptions::default()).await
    }

    /// Connects to a service as a user, or with other limits.
    ///
    /// ```no_run
    /// # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
    /// use raconteur::client::ConnectOptions;
    /// let options = ConnectOptions::default().password("fox", "cunning");
    /// let session = node.connect_with("rr+tcp://localhost:29200?service=den", options).await?;
    /// # Ok(()) }
    /// ```
    pub async fn connect_with(&self, url: &str, options: ConnectOptions) -> Result<Session> {
        let url: ServiceUrl = url.parse().map_err(|error: crate::url::UrlError| {
            Error::new(ErrorCode::InvalidArgument, error.to_string())
        })?;
        let mut settings = options.settings.clone();
        let tls = match url.secure {
            false => None,
            true => Some(tls_upgrade(&options, &url, &mut settings)?),
        };
        settings.tls = tls.is_some();
        let (stream, info) = stream::open(&url, &mut settings, &options).await?;
        self.open_session(url, stream, info, (settings, tls), options)
            .await
    }

    /// Connects to a service over any stream of bytes, at whose other end a node
    /// [serves](Node::serve_stream) it.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> raconteur::Result<()> {
    /// let node = raconteur::Node::new("example.client")?;
    /// let silent = tokio::io::empty();
    /// assert!(node.connect_over(silent, "lamp", Default::default()).await.is_err());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// When the session cannot be opened.
    pub async fn connect_over(
        &self,
        stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        service: &str,
        options: ConnectOptions,
    ) -> Result<Session> {
        let url = format!("rr+tcp://localhost:1/?service={service}");
        let url: ServiceUrl = url.parse().map_err(|error: crate::url::UrlError| {
            Error::new(ErrorCode::InvalidArgument, error.to_string())
        })?;
        let info = StreamInfo::without_addresses();
        let settings = options.settings.clone();
        self.open_session(url, Box::new(stream), info, (settings, None), options)
            .await
    }

    async fn open_session(
        &self,
        url: ServiceUrl,
        stream: BoxStream,
        info: StreamInfo,
        (settings, tls): (Settings, Option<TlsUpgrade>),
        options: ConnectOptions,
    ) -> Result<Session> {
        let target = ConnectTarget {
            id: url.node_id,
            name: url.node_name.clone(),
        };
        let identity = self.state.identity().clone();
        let core = Connection::client(identity, target, settings, clock::now());
        let link = Link::new(core, info);
        self.state.add_link(&link);
        let endpoint = self.state.new_endpoint()?;
        let (incoming, established) = ClientHandler::new(endpoint);
        let incoming = Arc::new(incoming);
        let handler = incoming.clone();
        let task_link = link.clone();
        tokio::spawn(async move { drive(task_link, stream, &[], handler, tls).await });
        let guard = CloseOnDrop(Some((self.state.clone(), link.clone(), endpoint)));
        tokio::select! {
            Ok(()) = established => {}
            error = link.closed() => return Err(error),
        }
        let opening = Opening {
            link: link.clone(),
            endpoint,
            service: url.service.clone(),
            options,
        };
        let state = opening.open(self, incoming).await?;
        guard.disarm();
        Ok(Session::new(state, url))
    }
}

/// How TLS is set up inside the stream, for `rrs` URLs.
#[cfg(feature = "tls")]
fn tls_upgrade(
    options: &ConnectOptions,
    url: &ServiceUrl,
    settings: &mut Settings,
) -> Result<TlsUpgrade> {
    let Some(tls) = &options.tls else {
        return Err(Error::connection("no certificates to trust are given"));
    };
    settings.mutual_tls = tls.has_certificate();
    Ok(tls.clone().upgrade(url.node_id))
}

#[cfg(not(feature = "tls"))]
fn tls_upgrade(_: &ConnectOptions, _: &ServiceUrl, _: &mut Settings) -> Result<TlsUpgrade> {
    Err(Error::connection(
        "this program was built without the feature `tls` of raconteur",
    ))
}

/// Ends the connection and frees the endpoint if opening the session fails half way.
struct CloseOnDrop(Option<(Arc<NodeState>, Arc<Link>, u32)>);

impl CloseOnDrop {
    fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        if let Some((node, link, endpoint)) = self.0.take() {
            node.free_endpoint(endpoint);
            link.close(Error::connection("the session was not opened"));
        }
    }
}

/// What is needed while a session is being opened.
struct Opening {
    link: Arc<Link>,
    endpoint: u32,
    service: String,
    options: ConnectOptions,
}

/// The description of a server's root object.
struct Description {
    object_type: String,
    definitions: Vec<String>,
    attributes: BTreeMap<String, Value>,
}

impl Opening {
    async fn open(self, node: &Node, incoming: Arc<ClientHandler>) -> Result<Arc<ClientState>> {
        let combined = self.link.with_core(|core| core.combined_connect());
        let description = if combined {
            self.combined().await?
        } else {
            self.stepwise().await?
        };
        let schema = Schema::parse(&description.definitions)?;
        let root = schema
            .object(&description.object_type)
            .cloned()
            .ok_or_else(|| {
                Error::new(
                    ErrorCode::ServiceDefinitionError,
                    format!("the type {} is not defined", description.object_type),
                )
            })?;
        let state = ClientState::new(
            node.clone(),
            self.link,
            self.service,
            self.endpoint,
            self.options.timeout,
            (schema, description.definitions),
            root,
            description.attributes,
        );
        incoming.start(&state);
        Ok(state)
    }

    async fn request(&self, entry: Entry) -> Result<Entry> {
        let address = Address::Node {
            node: self
                .link
                .with_core(|core| core.remote().map(|remote| remote.id).unwrap_or(NodeId::ANY)),
            endpoints: Endpoints {
                sender: self.endpoint,
                receiver: 0,
            },
        };
        self.link
            .request_to(&address, entry, self.options.timeout)
            .await
    }

    fn credentials(&self, entry: Entry) -> Entry {
        match &self.options.user {
            Some((name, credentials)) => entry
                .with(Element::text("username", name.clone()))
                .with(Value::StringMap(credentials.clone()).into_element("credentials")),
            None => entry,
        }
    }

    /// Everything in one exchange.
    async fn combined(&self) -> Result<Description> {
        let entry = Entry::new(EntryType::CONNECT_CLIENT_COMBINED, self.service.clone(), "")
            .with(Element::text("clientversion", CLIENT_VERSION))
            .with(Element::text("returnservicedefs", "true"));
        let mut answer = self.request(self.credentials(entry)).await?;
        let object_type = text(&answer, "objecttype")?;
        let definitions = match answer.take("servicedefs").map(Value::from_element) {
            Some(value) => value?.to::<crate::value::List<String>>()?.0,
            None => Vec::new(),
        };
        check_size(&definitions)?;
        Ok(Description {
            object_type,
            definitions,
            attributes: attributes(answer.take("attributes"))?,
        })
    }

    /// Definition, imports, type, session and user one after the other.
    async fn stepwise(&self) -> Result<Description> {
        let version = || Element::text("clientversion", CLIENT_VERSION);
        let entry =
            Entry::new(EntryType::GET_SERVICE_DESC, self.service.clone(), "").with(version());
        let mut answer = self.request(entry).await?;
        let attributes = attributes(answer.take("attributes"))?;
        let mut definitions = vec![text(&answer, "servicedef")?];
        let mut waiting: Vec<String> = imports(&definitions[0])?;
        if let Some(extra) = answer.take("extraimports") {
            let extra: crate::value::List<String> = Value::from_element(extra)?.to()?;
            waiting.extend(extra.0);
        }
        let mut known: Vec<String> = vec![name_of(&definitions[0])?];
        while let Some(name) = waiting.pop() {
            if known.contains(&name) {
                continue;
            }
            let entry = Entry::new(EntryType::GET_SERVICE_DESC, self.service.clone(), "")
                .with(Element::text("ServiceType", name.clone()));
            let definition = text(&self.request(entry).await?, "servicedef")?;
            waiting.extend(imports(&definition)?);
            definitions.push(definition);
            known.push(name);
            check_size(&definitions)?;
        }
        let entry =
            Entry::new(EntryType::OBJECT_TYPE_NAME, self.service.clone(), "").with(version());
        let object_type = text(&self.request(entry).await?, "objecttype")?;
        self.request(Entry::new(
            EntryType::CONNECT_CLIENT,
            self.service.clone(),
            "",
        ))
        .await?;
        if self.options.user.is_some() {
            let entry = Entry::new(
                EntryType::CLIENT_SESSION_OP,
                self.service.clone(),
                "AuthenticateUser",
            );
            let entry = self.credentials(entry);
            self.link.request(entry, self.options.timeout).await?;
        }
        Ok(Description {
            object_type,
            definitions,
            attributes,
        })
    }
}

pub(super) fn text(entry: &Entry, name: &str) -> Result<String> {
    entry
        .element(name)
        .and_then(Element::as_str)
        .map(str::to_owned)
        .ok_or_else(|| Error::missing_element(name))
}

fn attributes(element: Option<Element>) -> Result<BTreeMap<String, Value>> {
    match element {
        Some(element) if element.data != Data::Void => Value::from_element(element)?.to(),
        _ => Ok(BTreeMap::new()),
    }
}

pub(super) fn check_size(definitions: &[String]) -> Result<()> {
    let fits = definitions.len() <= MOST_DEFINITIONS
        && definitions.iter().all(|text| text.len() <= MOST_DEFINITION);
    if fits {
        Ok(())
    } else {
        Err(Error::new(
            ErrorCode::ServiceDefinitionError,
            "the service definitions are too large",
        ))
    }
}

fn parse(text: &str) -> Result<raconteur_robdef::ServiceDefinition> {
    raconteur_robdef::parse(text)
        .map_err(|error| Error::new(ErrorCode::ServiceDefinitionError, error.to_string()))
}

pub(super) fn imports(definition: &str) -> Result<Vec<String>> {
    Ok(parse(definition)?
        .imports
        .into_iter()
        .map(|import| import.name)
        .collect())
}

fn name_of(definition: &str) -> Result<String> {
    Ok(parse(definition)?.name)
}
