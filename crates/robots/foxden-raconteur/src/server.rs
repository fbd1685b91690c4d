//! The node: where it listens and what it offers.

use crate::service_node::{
    Encryption, Endpoints, NodeError, NodeOptions, ServiceNode, allow_origins,
};
use crate::{access, definitions, signal_device, standard_robot};
use foxden_runtime::thread_priority::ThreadPriority;
use foxden_web::ports::{self, Reach};
use raconteur::schema::Schema;
use raconteur::service::{Access, PasswordFile, PasswordFileError, Permissions, Security, Service};
use raconteur::transport::{Origins, TlsServer};
use raconteur::{Node, ServiceHandle};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::time::MissedTickBehavior;

/// The port that clients of standard robots try first.
pub const USUAL_PORT: u16 = 52511;

/// Where a node listens.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The port; `None` is the [usual one](USUAL_PORT), or any if that is taken.
    pub port: Option<u16>,
    /// Who can reach it.
    pub reach: Reach,
    /// The name of the node.
    pub node_name: String,
    /// Whether programs of the same user find the node without a port, and whether it
    /// has the same identity as the last time.
    pub is_local: bool,
    /// A password file: a user in each line, as name, MD5 of the password and privileges.
    /// Everybody may use the services if there is none.
    pub users: Option<String>,
    /// Pages of these origins may connect over WebSocket, such as `http://localhost:8080`.
    pub origins: Vec<String>,
    /// A certificate of the node with its key, as text in PEM, for `rrs` URLs. It decides which
    /// identity the node has.
    pub certificate: Option<Vec<u8>>,
    /// A certificate of this host with its key, as text in PEM, for `wss` URLs.
    pub web_certificate: Option<Vec<u8>>,
    /// Certificates of authorities, as text in PEM: users log in only from nodes that show a
    /// certificate of one of them.
    pub client_authorities: Option<Vec<u8>>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            port: None,
            reach: Reach::Loopback,
            node_name: "foxden".to_owned(),
            is_local: true,
            users: None,
            origins: Vec::new(),
            certificate: None,
            web_certificate: None,
            client_authorities: None,
        }
    }
}

/// Why a node does not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port is taken or may not be used.
    #[error("port {0} cannot be opened: {1}")]
    Port(u16, std::io::Error),
    /// No threads, or a wrong name.
    #[error("{0}")]
    Node(#[from] NodeError),
    /// A wrong definition.
    #[error("{0}")]
    Definition(#[from] raconteur::Error),
    /// A wrong password file.
    #[error("the file of users: {0}")]
    Users(#[from] PasswordFileError),
    /// A wrong file of certificates.
    #[error("{0}: {1}")]
    Certificate(&'static str, String),
}

/// A node for the services of worlds, which listens until this is dropped.
#[derive(Debug)]
pub struct RaconteurServer {
    node: ServiceNode,
    schema: Arc<Schema>,
    /// How clients log in, if they have to.
    security: Option<Security>,
}

impl RaconteurServer {
    /// Opens the port. Not to be called in a task: the node has a runtime of its own.
    ///
    /// # Errors
    /// When the port cannot be opened or an option is wrong.
    pub fn start(options: &ServerOptions) -> Result<Self, ServerError> {
        let schema = definitions::schema()?;
        let users = options.users.as_deref().map(PasswordFile::parse);
        let users = users
            .transpose()?
            .map(|users| match &options.client_authorities {
                Some(_) => users.require_verified_client(),
                None => users,
            });
        let encryption = encryption(options)?;
        let mut node = ServiceNode::new(&NodeOptions {
            name: options.node_name.clone(),
            id: encryption.node.as_ref().and_then(TlsServer::node_id),
            is_local: options.is_local,
            priority: ThreadPriority::Normal,
        })?;
        node.block_on(async |node| {
            let endpoints = Endpoints {
                sockets: open_port(options).await?,
                reach: options.reach,
                origins: allow_origins(Origins::none(), &options.origins),
                encryption,
            };
            node.listen(endpoints).await.map_err(ServerError::Node)
        })?;
        Ok(Self {
            node,
            schema,
            security: users.map(Security::require),
        })
    }

    /// Services of worlds on a node that listens already, without users.
    ///
    /// # Errors
    /// When the definitions cannot be read.
    pub fn on_node(node: ServiceNode) -> raconteur::Result<Self> {
        Ok(Self {
            node,
            schema: definitions::schema()?,
            security: None,
        })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.node.port()
    }

    /// What did not work and is not needed.
    pub fn remarks(&self) -> &[String] {
        self.node.remarks()
    }

    /// The address of a service on this machine.
    pub fn url(&self, service: &str) -> String {
        self.node.url(service)
    }

    pub(crate) fn node(&self) -> &Node {
        self.node.node()
    }

    pub(crate) fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Does something again and again, until it returns `false`.
    pub(crate) fn repeat(&self, period: Duration, action: impl Fn() -> bool + Send + 'static) {
        let Some(runtime) = self.node.runtime() else {
            return;
        };
        runtime.spawn(async move {
            let mut times = tokio::time::interval(period);
            times.set_missed_tick_behavior(MissedTickBehavior::Delay);
            times.tick().await;
            while action() {
                times.tick().await;
            }
        });
    }

    /// Registers a service for the users of this node.
    pub(crate) fn offer(&self, service: Service) -> raconteur::Result<ServiceHandle> {
        // the node may start tasks
        let _guard = self.node.runtime().map(Runtime::enter);
        let service = match &self.security {
            Some(security) => service
                .security(security.clone())
                .permissions(wire_permissions()),
            None => service,
        };
        self.node().register(service)
    }
}

/// The certificates of a server. A public one that has some is reached with them only.
fn encryption(options: &ServerOptions) -> Result<Encryption, ServerError> {
    let wrong = |what, reason: String| {
        // a text without a certificate is nothing that TLS knows
        let reason = reason.trim_start_matches("unexpected error: ");
        ServerError::Certificate(what, reason.to_owned())
    };
    let read = |what, text: &Option<Vec<u8>>| {
        let read = text.as_deref().map(|text| TlsServer::from_pem(text, text));
        let read = read.transpose();
        read.map_err(|error| wrong(what, error.to_string()))
    };
    let node = read("the certificate of the node", &options.certificate)?;
    let web = read("the certificate of the host", &options.web_certificate)?;
    let node = match (node, &options.client_authorities) {
        (Some(node), Some(authorities)) => {
            let trusting = node.trusting_clients_pem(authorities);
            let what = "the authorities of clients";
            Some(trusting.map_err(|error| wrong(what, error.to_string()))?)
        }
        (node, _) => node,
    };
    let is_encrypted = node.is_some() || web.is_some();
    Ok(Encryption {
        is_required: is_encrypted && options.reach == Reach::Public,
        node,
        web,
    })
}

/// Wires that command robots: everything else checks the role itself.
fn wire_permissions() -> Permissions {
    let mut permissions = Permissions::default();
    for (object, member) in [
        (standard_robot::TYPE, "position_command"),
        (standard_robot::TYPE, "velocity_command"),
        (signal_device::SIGNAL, "signal_command"),
        (signal_device::SIGNAL, "signal_command_vec"),
    ] {
        permissions = permissions.member(object, member, Access::Write, access::DRIVE);
    }
    permissions
}

async fn open_port(options: &ServerOptions) -> Result<Vec<tokio::net::TcpListener>, ServerError> {
    let usual = options.port.unwrap_or(USUAL_PORT);
    let opened = ports::open(usual, options.reach).await;
    let opened = match (opened, options.port) {
        // somebody else has it; any other port does as well
        (Err(_), None) => ports::open(0, options.reach).await,
        (opened, _) => opened,
    };
    opened.map_err(|error| ServerError::Port(usual, error))
}
