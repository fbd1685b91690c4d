//! A node with a thread of its own, and the ways to reach it.
//!
//! Services of worlds and Reynard's den use it: identity, TCP and WebSocket, the local
//! socket and announcements work in the same way for both.

use foxden_runtime::thread_priority::ThreadPriority;
use foxden_web::ports::Reach;
use raconteur::connection::Settings;
use raconteur::discovery::Announcer;
use raconteur::message::NodeId;
use raconteur::transport::{LocalListener, LocalOptions, Origins, TlsServer};
use raconteur::{IdentityStore, ListenOptions, Listener, Node};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// Why a node does not listen.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// No threads or sockets.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// A wrong name.
    #[error("{0}")]
    Node(#[from] raconteur::Error),
}

/// What a node is called, and how its thread runs.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    /// The name of the node.
    pub name: String,
    /// The identity of the node, if something else says what it is.
    pub id: Option<NodeId>,
    /// Whether programs of the same user find the node without a port, and whether it
    /// has the same identity as the last time.
    pub is_local: bool,
    /// The priority of the thread that serves requests.
    pub priority: ThreadPriority,
}

/// Where a node listens.
#[derive(Debug)]
pub struct Endpoints {
    /// Open ports.
    pub sockets: Vec<TcpListener>,
    /// Who can reach them. Only a public node is announced.
    pub reach: Reach,
    /// Pages that may connect over WebSocket.
    pub origins: Origins,
    /// Encryption.
    pub encryption: Encryption,
}

/// How connections are encrypted.
#[derive(Clone, Debug, Default)]
pub struct Encryption {
    /// The certificate of the node, for `rrs` URLs.
    pub node: Option<TlsServer>,
    /// The certificate of this host, for `wss` URLs.
    pub web: Option<TlsServer>,
    /// Whether others than programs of the same user need it.
    pub is_required: bool,
}

impl Encryption {
    /// The scheme of URLs for programs.
    fn scheme(&self) -> &'static str {
        match (self.is_required, &self.node) {
            (false, _) => "rr+tcp",
            (true, Some(_)) => "rrs+tcp",
            (true, None) => "rr+wss",
        }
    }
}

/// The ways to a node.
#[derive(Debug, Default)]
struct Transports {
    listeners: Vec<Listener>,
    _local: Option<LocalListener>,
    _announcer: Option<Announcer>,
    /// What did not work and is not needed.
    remarks: Vec<String>,
}

/// A node that listens until this is dropped.
#[derive(Debug)]
pub struct ServiceNode {
    node: Node,
    is_local: bool,
    port: u16,
    scheme: &'static str,
    transports: Transports,
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

impl Drop for ServiceNode {
    fn drop(&mut self) {
        self.node.shutdown();
        if let Some(runtime) = self.runtime.take() {
            // a request that waits for a world must not delay the end
            runtime.shutdown_background();
        }
    }
}

impl ServiceNode {
    /// A node that does not listen yet, so that its services are there before its clients.
    ///
    /// # Errors
    /// When the name is wrong or no thread can be started.
    pub fn new(options: &NodeOptions) -> Result<Self, NodeError> {
        let priority = options.priority;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("raconteur")
            .on_thread_start(move || priority.apply())
            .enable_all()
            .build()?;
        Ok(Self {
            node: match options.id {
                Some(id) => Node::with_identity(&options.name, id)?,
                None => node(&options.name, options.is_local)?,
            },
            is_local: options.is_local,
            port: 0,
            scheme: "rr+tcp",
            transports: Transports::default(),
            runtime: Some(runtime),
        })
    }

    /// Serves clients at open ports. What is not needed may fail; see
    /// [`remarks`](Self::remarks).
    ///
    /// # Errors
    /// When the system or the node refuses a port.
    pub async fn listen(&mut self, endpoints: Endpoints) -> Result<(), NodeError> {
        self.port = match endpoints.sockets.first() {
            Some(first) => first.local_addr()?.port(),
            None => 0,
        };
        let Endpoints {
            sockets,
            reach,
            origins,
            encryption,
        } = endpoints;
        self.scheme = encryption.scheme();
        // the caller may be a task of another runtime
        let sockets = sockets.into_iter().map(TcpListener::into_std);
        let sockets = sockets.collect::<std::io::Result<Vec<_>>>()?;
        let (node, is_local) = (self.node.clone(), self.is_local);
        let options = ListenOptions {
            origins,
            // one budget for unfinished input of all listeners
            settings: Settings::default(),
            tls: encryption.node,
            https: encryption.web,
            require_tls: encryption.is_required,
            ..ListenOptions::default()
        };
        let opening = open_transports(node, sockets, reach, options, is_local);
        if let Some(runtime) = &self.runtime {
            let opened = runtime.spawn(opening).await;
            self.transports = opened.map_err(std::io::Error::from)??;
        }
        Ok(())
    }

    /// Does something with the node in its runtime, for callers that are not tasks.
    pub(crate) fn block_on<T, E: From<NodeError>>(
        &mut self,
        action: impl AsyncFnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let runtime = self.runtime.as_ref().map(Runtime::handle).cloned();
        match runtime {
            Some(runtime) => runtime.block_on(action(self)),
            None => Err(NodeError::System(std::io::ErrorKind::NotConnected.into()).into()),
        }
    }

    /// The TCP port; 0 before it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What did not work and is not needed.
    pub fn remarks(&self) -> &[String] {
        &self.transports.remarks
    }

    /// The address of a service on this machine.
    pub fn url(&self, service: &str) -> String {
        format!(
            "{}://localhost:{}?service={service}",
            self.scheme, self.port
        )
    }

    /// The node.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The runtime of the node, if it is not closing.
    pub(crate) fn runtime(&self) -> Option<&Runtime> {
        self.runtime.as_ref()
    }
}

/// The node with the identity that it had last time, if nobody else has it now.
fn node(name: &str, is_stored: bool) -> raconteur::Result<Node> {
    let stored = is_stored.then(|| Node::stored(name, &IdentityStore::shared()?));
    match stored {
        Some(Ok(node)) => Ok(node),
        _ => Node::new(name),
    }
}

/// Origins that are listed, besides those that are allowed already.
pub fn allow_origins(allowed: Origins, listed: &[String]) -> Origins {
    let allow = |all: Origins, origin: &String| all.allow(origin.as_str());
    listed.iter().fold(allowed, allow)
}

async fn open_transports(
    node: Node,
    sockets: Vec<std::net::TcpListener>,
    reach: Reach,
    options: ListenOptions,
    is_local: bool,
) -> Result<Transports, NodeError> {
    let mut transports = Transports::default();
    for socket in sockets {
        let socket = TcpListener::from_std(socket)?;
        let listener = node.listen_on(socket, options.clone())?;
        transports.listeners.push(listener);
    }
    if is_local {
        match node.listen_local(LocalOptions::default()).await {
            Ok(listener) => transports._local = Some(listener),
            Err(error) => transports
                .remarks
                .push(format!("no local transport: {error}")),
        }
    }
    if let Some(listener) = transports.listeners.first()
        && reach == Reach::Public
    {
        match node.announce(listener, Default::default()).await {
            Ok(announcer) => transports._announcer = Some(announcer),
            Err(error) => transports.remarks.push(format!("not announced: {error}")),
        }
    }
    Ok(transports)
}
