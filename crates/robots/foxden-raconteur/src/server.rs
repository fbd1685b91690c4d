//! The node: where it listens and what it offers.

use crate::{access, definitions, signal_device, standard_robot};
use foxden_web::ports::{self, Reach};
use raconteur::connection::Settings;
use raconteur::discovery::Announcer;
use raconteur::schema::Schema;
use raconteur::service::{Access, PasswordFile, PasswordFileError, Permissions, Security, Service};
use raconteur::transport::{LocalListener, LocalOptions, Origins};
use raconteur::{IdentityStore, ListenOptions, Listener, Node, ServiceHandle};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
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
        }
    }
}

/// Why a node does not listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port is taken or may not be used.
    #[error("port {0} cannot be opened: {1}")]
    Port(u16, std::io::Error),
    /// No threads.
    #[error("{0}")]
    System(#[from] std::io::Error),
    /// A wrong name or a wrong definition.
    #[error("{0}")]
    Node(#[from] raconteur::Error),
    /// A wrong password file.
    #[error("the file of users: {0}")]
    Users(#[from] PasswordFileError),
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
pub struct RaconteurServer {
    node: Node,
    schema: Arc<Schema>,
    port: u16,
    transports: Transports,
    users: Option<String>,
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

impl Drop for RaconteurServer {
    fn drop(&mut self) {
        self.node.shutdown();
        if let Some(runtime) = self.runtime.take() {
            // a request that waits for a world must not delay the end
            runtime.shutdown_background();
        }
    }
}

impl RaconteurServer {
    /// Opens the port. Not to be called in a task: the node has a runtime of its own.
    ///
    /// # Errors
    /// When the port cannot be opened or an option is wrong.
    pub fn start(options: &ServerOptions) -> Result<Self, ServerError> {
        let schema = definitions::schema()?;
        if let Some(users) = &options.users {
            PasswordFile::parse(users)?;
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("raconteur")
            .enable_all()
            .build()?;
        let node = node(options)?;
        let listeners = runtime.block_on(open_port(options))?;
        let port = match listeners.first() {
            Some(first) => first.local_addr()?.port(),
            None => 0,
        };
        let transports = runtime.block_on(open_transports(&node, listeners, options))?;
        Ok(Self {
            node,
            schema,
            port,
            transports,
            users: options.users.clone(),
            runtime: Some(runtime),
        })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What did not work and is not needed.
    pub fn remarks(&self) -> &[String] {
        &self.transports.remarks
    }

    /// The address of a service on this machine.
    pub fn url(&self, service: &str) -> String {
        format!("rr+tcp://localhost:{}?service={service}", self.port)
    }

    pub(crate) fn node(&self) -> &Node {
        &self.node
    }

    pub(crate) fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Does something again and again, until it returns `false`.
    pub(crate) fn repeat(&self, period: Duration, action: impl Fn() -> bool + Send + 'static) {
        let Some(runtime) = &self.runtime else { return };
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
        let _guard = self.runtime.as_ref().map(Runtime::enter);
        let users = self.users.as_deref().map(PasswordFile::parse);
        let service = match users {
            Some(Ok(users)) => service
                .security(Security::require(users))
                .permissions(wire_permissions()),
            // it was read without errors at the start
            Some(Err(error)) => {
                let text = error.to_string();
                return Err(raconteur::Error::new(
                    raconteur::ErrorCode::InvalidConfiguration,
                    text,
                ));
            }
            None => service,
        };
        self.node.register(service)
    }
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

/// The node with the identity that it had last time, if nobody else has it now.
fn node(options: &ServerOptions) -> raconteur::Result<Node> {
    let name = &options.node_name;
    let stored = options
        .is_local
        .then(|| Node::stored(name, &IdentityStore::shared()?));
    match stored {
        Some(Ok(node)) => Ok(node),
        _ => Node::new(name),
    }
}

async fn open_transports(
    node: &Node,
    sockets: Vec<tokio::net::TcpListener>,
    options: &ServerOptions,
) -> raconteur::Result<Transports> {
    let mut transports = Transports::default();
    // one budget for unfinished input of all listeners
    let settings = Settings::default();
    let listed = options.origins.iter();
    let origins = listed.fold(Origins::none(), |all, origin| all.allow(origin.as_str()));
    for socket in sockets {
        let options = ListenOptions {
            origins: origins.clone(),
            settings: settings.clone(),
            ..ListenOptions::default()
        };
        transports.listeners.push(node.listen_on(socket, options)?);
    }
    if options.is_local {
        match node.listen_local(LocalOptions::default()).await {
            Ok(listener) => transports._local = Some(listener),
            Err(error) => transports
                .remarks
                .push(format!("no local transport: {error}")),
        }
    }
    if let Some(listener) = transports.listeners.first()
        && options.reach == Reach::Public
    {
        match node.announce(listener, Default::default()).await {
            Ok(announcer) => transports._announcer = Some(announcer),
            Err(error) => transports.remarks.push(format!("not announced: {error}")),
        }
    }
    Ok(transports)
}
