//! Where a node listens.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, ToSocketAddrs};
use tokio::task::JoinHandle;

use super::Node;
use crate::connection::Settings;
use crate::error::Result;
use crate::server::{TcpOptions, serve_tcp};
use crate::transport::Origins;
#[cfg(feature = "tls")]
use crate::transport::TlsServer;

/// How a node listens.
///
/// ```no_run
/// # async fn example(node: raconteur::Node) -> raconteur::Result<()> {
/// use raconteur::transport::Origins;
/// use raconteur::{ListenOptions, Listener};
/// let options = ListenOptions {
///     origins: Origins::default().allow("http://localhost:8080"),
///     connections: 16,
///     ..ListenOptions::default()
/// };
/// let listener: Listener = node.listen("127.0.0.1:29200", options).await?;
/// println!("{} ({})", listener.url("robot"), listener.address());
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct ListenOptions {
    /// Limits, versions and heartbeats.
    pub settings: Settings,
    /// Web pages that may connect.
    pub origins: Origins,
    /// Certificate for TLS inside the stream, for `rrs` URLs.
    #[cfg(feature = "tls")]
    pub tls: Option<TlsServer>,
    /// Certificate for TLS around the stream, for `wss` URLs: one of the web,
    /// with the name of this host.
    #[cfg(feature = "tls")]
    pub https: Option<TlsServer>,
    /// Whether a client without TLS is disconnected.
    #[cfg(feature = "tls")]
    pub require_tls: bool,
    /// Connections at the same time.
    pub connections: usize,
}

impl Default for ListenOptions {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            origins: Origins::default(),
            #[cfg(feature = "tls")]
            tls: None,
            #[cfg(feature = "tls")]
            https: None,
            #[cfg(feature = "tls")]
            require_tls: false,
            connections: 4096,
        }
    }
}

/// A place where a node listens; dropping it stops listening, not the
/// connections that are open.
#[derive(Debug)]
pub struct Listener {
    address: SocketAddr,
    /// The scheme of URLs that every client can use.
    scheme: &'static str,
    task: JoinHandle<()>,
    _node: Node,
}

impl Listener {
    /// The address, with the port that was chosen.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL of a service here.
    ///
    /// The host is the address itself, which suits loopback and tests.
    pub fn url(&self, service: &str) -> String {
        format!("{}://{}/?service={service}", self.scheme, self.address)
    }

    /// The scheme of its URLs: `rrs+tcp` if every client needs TLS.
    pub(crate) fn scheme(&self) -> &'static str {
        self.scheme
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Node {
    /// Listens for TCP and WebSocket connections, with TLS or without.
    pub async fn listen(
        &self,
        address: impl ToSocketAddrs,
        options: ListenOptions,
    ) -> Result<Listener> {
        self.listen_on(TcpListener::bind(address).await?, options)
    }

    /// Listens on a socket that is open already.
    ///
    /// ```no_run
    /// # async fn serve(node: raconteur::Node) -> raconteur::Result<()> {
    /// let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    /// let listener = node.listen_on(socket, raconteur::ListenOptions::default())?;
    /// println!("{}", listener.address());
    /// # Ok(()) }
    /// ```
    pub fn listen_on(&self, listener: TcpListener, options: ListenOptions) -> Result<Listener> {
        let address = listener.local_addr()?;
        #[cfg(feature = "tls")]
        let scheme = match options.require_tls && options.tls.is_some() {
            true => "rrs+tcp",
            false => "rr+tcp",
        };
        #[cfg(not(feature = "tls"))]
        let scheme = "rr+tcp";
        #[cfg(feature = "tls")]
        let settings = Settings {
            require_tls: options.require_tls,
            ..options.settings
        };
        #[cfg(not(feature = "tls"))]
        let settings = options.settings;
        let options = TcpOptions {
            settings,
            origins: Arc::new(options.origins),
            #[cfg(feature = "tls")]
            tls: options.tls,
            #[cfg(feature = "tls")]
            https: options.https,
            connections: options.connections,
        };
        let task = tokio::spawn(serve_tcp(self.state.clone(), listener, options));
        Ok(Listener {
            address,
            scheme,
            task,
            _node: self.clone(),
        })
    }
}
