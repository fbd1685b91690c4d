//! The server's side of TLS.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::server::NoServerSessionStorage;
use tokio_rustls::rustls::sign::SingleCertAndKey;
use tokio_rustls::server::TlsStream;
use tokio_rustls::{TlsAcceptor, rustls};

use super::node_trust::{NodeTrust, node_of};
use super::verifiers::ClientVerifier;
use super::{certificates_pem, certified, certified_pem, provider};
use crate::link::{BoxStream, SecuredStream, TlsUpgrade};
use crate::message::NodeId;

/// A server's certificate and key.
///
/// ```
/// # fn example(chain: Vec<Vec<u8>>, key: Vec<u8>, root: Vec<u8>) -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::ListenOptions;
/// use raconteur::transport::TlsServer;
/// // Clients with a node certificate of this root are verified by it.
/// let tls = TlsServer::from_der(chain, key)?.trusting_clients(vec![root])?;
/// let options = ListenOptions { tls: Some(tls), require_tls: true, ..ListenOptions::default() };
/// # let _ = options;
/// # Ok(()) }
/// ```
///
/// ```no_run
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::ListenOptions;
/// use raconteur::transport::TlsServer;
/// // A certificate of the web serves rr+wss URLs on the same port.
/// let web = TlsServer::from_pem(&std::fs::read("host.pem")?, &std::fs::read("host.key")?)?;
/// let options = ListenOptions { https: Some(web), ..ListenOptions::default() };
/// # let _ = options;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct TlsServer {
    config: Arc<ServerConfig>,
    certified: Option<Arc<SingleCertAndKey>>,
    node: Option<NodeId>,
    clients: Option<Arc<NodeTrust>>,
}

impl TlsServer {
    /// Uses a rustls configuration. Such a server does not verify clients.
    ///
    /// ```
    /// # fn example(config: tokio_rustls::rustls::ServerConfig) {
    /// let server = raconteur::transport::TlsServer::new(std::sync::Arc::new(config));
    /// # let _ = server;
    /// # }
    /// ```
    pub fn new(config: Arc<ServerConfig>) -> Self {
        Self {
            config,
            certified: None,
            node: None,
            clients: None,
        }
    }

    /// A chain of certificates and the key of the first, both as DER.
    ///
    /// Node certificates of reference nodes are accepted as well as others.
    pub fn from_der(chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<Self, rustls::Error> {
        let node = chain.first().and_then(|own| node_of(own));
        Self::from_certified(certified(chain, key)?, node)
    }

    /// A chain of certificates and the key of the first, both as text in PEM.
    pub fn from_pem(chain: &[u8], key: &[u8]) -> Result<Self, rustls::Error> {
        let node = certificates_pem(chain)?
            .first()
            .and_then(|own| node_of(own));
        Self::from_certified(certified_pem(chain, key)?, node)
    }

    /// The node that the certificate names, if it is a node certificate. Clients refuse another
    /// node that shows it.
    ///
    /// ```no_run
    /// # fn example(pem: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    /// use raconteur::{Node, transport::TlsServer};
    /// let tls = TlsServer::from_pem(pem, pem)?;
    /// let node = match tls.node_id() {
    ///     Some(id) => Node::with_identity("example.node", id)?,
    ///     None => Node::new("example.node")?,
    /// };
    /// # let _ = node;
    /// # Ok(()) }
    /// ```
    pub fn node_id(&self) -> Option<NodeId> {
        self.node
    }

    fn from_certified(
        certified: Arc<SingleCertAndKey>,
        node: Option<NodeId>,
    ) -> Result<Self, rustls::Error> {
        let config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(certified.clone());
        Ok(Self {
            config: Arc::new(config),
            certified: Some(certified),
            node,
            clients: None,
        })
    }

    /// Verifies clients that have a node certificate of one of these roots,
    /// given as DER. Clients without a certificate are served too, but are not
    /// verified; see [`Context::verified_node`](crate::service::Context::verified_node).
    pub fn trusting_clients(self, roots: Vec<Vec<u8>>) -> Result<Self, rustls::Error> {
        Ok(self.with_clients(roots.into_iter().map(CertificateDer::from).collect()))
    }

    /// As [`TlsServer::trusting_clients`], with a text in PEM.
    ///
    /// ```no_run
    /// # fn example(server: raconteur::transport::TlsServer) -> Result<(), Box<dyn std::error::Error>> {
    /// let server = server.trusting_clients_pem(&std::fs::read("authority.pem")?)?;
    /// # let _ = server;
    /// # Ok(()) }
    /// ```
    pub fn trusting_clients_pem(self, roots: &[u8]) -> Result<Self, rustls::Error> {
        let roots = certificates_pem(roots)?;
        Ok(self.with_clients(roots))
    }

    fn with_clients(mut self, roots: Vec<CertificateDer<'static>>) -> Self {
        let algorithms = provider().signature_verification_algorithms;
        self.clients = Some(NodeTrust::new(roots, algorithms));
        self
    }

    /// Whether a client can be asked for its certificate.
    pub(crate) fn verifies_clients(&self) -> bool {
        self.clients.is_some() && self.certified.is_some()
    }

    /// The configuration that asks a client for its certificate. Sessions
    /// cannot be resumed, so that the certificate is always checked.
    fn mutual_config(&self) -> Result<Arc<ServerConfig>, rustls::Error> {
        let (Some(certified), Some(clients)) = (&self.certified, &self.clients) else {
            return Ok(self.config.clone());
        };
        let verifier = ClientVerifier {
            trust: clients.clone(),
        };
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_client_cert_verifier(Arc::new(verifier))
            .with_cert_resolver(certified.clone());
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        Ok(Arc::new(config))
    }

    pub(crate) fn upgrade(self) -> TlsUpgrade {
        Box::new(move |stream: BoxStream, terms| {
            Box::pin(async move {
                let config = match terms.mutual {
                    true => self.mutual_config().map_err(std::io::Error::other)?,
                    false => self.config,
                };
                let secure = TlsAcceptor::from(config).accept(stream).await?;
                let shown = secure.get_ref().1.peer_certificates();
                let verified = shown
                    .filter(|_| terms.mutual)
                    .and_then(|chain| node_of(chain.first()?));
                Ok(SecuredStream {
                    stream: Box::new(secure),
                    verified,
                })
            })
        })
    }

    /// TLS that begins with the stream, as for HTTPS.
    pub(crate) async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
    ) -> std::io::Result<TlsStream<S>> {
        TlsAcceptor::from(self.config.clone()).accept(stream).await
    }
}

impl std::fmt::Debug for TlsServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TlsServer").finish_non_exhaustive()
    }
}
