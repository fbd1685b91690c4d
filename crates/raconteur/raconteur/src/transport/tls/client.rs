//! The client's side of TLS.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::sign::SingleCertAndKey;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_rustls::{TlsConnector, rustls};

use super::node_trust::{NodeTrust, is_node_certificate, is_node_root};
use super::verifiers::ServerVerifier;
use super::{certificates_pem, certified, certified_pem, general, provider};
use crate::link::{BoxStream, SecuredStream, TlsUpgrade};
use crate::message::NodeId;

/// Files with the roots of web certificates, as distributions install them.
const SYSTEM_ROOTS: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// The certificates that a client trusts, and the client's own.
///
/// A server with a node certificate must be the node that the URL names, or
/// the one it says it is. Another certificate must name the node's identity,
/// written as a DNS name, or the host name if the URL names no identity. For
/// `wss` URLs the certificate must name the host of the URL.
///
/// ```
/// # fn example(root: Vec<u8>, chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::client::ConnectOptions;
/// use raconteur::transport::TlsClient;
/// let trusted = TlsClient::trusting(vec![root])?
///     .host("robot.example.com")
///     .certificate(chain, key)?;
/// let options = ConnectOptions { tls: Some(trusted), ..ConnectOptions::default() };
/// # let _ = options;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct TlsClient {
    trust: Trust,
    host: Option<String>,
    own: Option<Arc<SingleCertAndKey>>,
}

#[derive(Clone)]
enum Trust {
    /// A configuration of the user's.
    Config(Arc<ClientConfig>),
    Roots {
        web: RootCertStore,
        nodes: Vec<CertificateDer<'static>>,
    },
}

impl TlsClient {
    /// Uses a rustls configuration. Such a client cannot check the
    /// certificates of reference nodes.
    ///
    /// ```
    /// # fn example(config: tokio_rustls::rustls::ClientConfig) {
    /// let client = raconteur::transport::TlsClient::new(std::sync::Arc::new(config));
    /// # let _ = client;
    /// # }
    /// ```
    pub fn new(config: Arc<ClientConfig>) -> Self {
        Self {
            trust: Trust::Config(config),
            host: None,
            own: None,
        }
    }

    /// Trusts root certificates given as DER, of the web or of nodes.
    pub fn trusting(roots: Vec<Vec<u8>>) -> Result<Self, rustls::Error> {
        Self::with_roots(roots.into_iter().map(CertificateDer::from).collect())
    }

    /// Trusts the root certificates of a text in PEM, of the web or of nodes.
    ///
    /// ```no_run
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// use raconteur::transport::TlsClient;
    /// let trusted = TlsClient::trusting_pem(&std::fs::read("authority.pem")?)?
    ///     .certificate_pem(&std::fs::read("node.pem")?, &std::fs::read("node.key")?)?;
    /// # let _ = trusted;
    /// # Ok(()) }
    /// ```
    pub fn trusting_pem(roots: &[u8]) -> Result<Self, rustls::Error> {
        Self::with_roots(certificates_pem(roots)?)
    }

    /// Trusts the roots of the web that the system has: those in the file that
    /// `SSL_CERT_FILE` names, or in the place where distributions store them.
    /// Clients with an `rr+wss` URL use this if nothing else is given.
    ///
    /// ```no_run
    /// # async fn example(node: raconteur::Node) -> Result<(), Box<dyn std::error::Error>> {
    /// use raconteur::client::ConnectOptions;
    /// use raconteur::transport::TlsClient;
    /// let options = ConnectOptions { tls: Some(TlsClient::system()?), ..ConnectOptions::default() };
    /// let session = node.connect_with("rr+wss://robot.example.com?service=robot", options).await?;
    /// # Ok(()) }
    /// ```
    pub fn system() -> Result<Self, rustls::Error> {
        let path = match std::env::var_os("SSL_CERT_FILE") {
            Some(path) => PathBuf::from(path),
            None => SYSTEM_ROOTS
                .iter()
                .map(PathBuf::from)
                .find(|path| path.is_file())
                .ok_or_else(|| {
                    general("no root certificates found; name a file with SSL_CERT_FILE")
                })?,
        };
        let text = std::fs::read(&path)
            .map_err(|error| general(format!("cannot read {}: {error}", path.display())))?;
        let mut web = RootCertStore::empty();
        // A root that cannot be read does not make the others useless.
        let (added, _) = web.add_parsable_certificates(certificates_pem(&text)?);
        if added == 0 {
            return Err(general(format!("{} has no usable root", path.display())));
        }
        Ok(Self::from_trust(Trust::Roots {
            web,
            nodes: Vec::new(),
        }))
    }

    fn with_roots(roots: Vec<CertificateDer<'static>>) -> Result<Self, rustls::Error> {
        let mut web = RootCertStore::empty();
        let mut nodes = Vec::new();
        for root in roots {
            if is_node_root(&root) {
                nodes.push(root);
            } else {
                web.add(root)?;
            }
        }
        Ok(Self::from_trust(Trust::Roots { web, nodes }))
    }

    fn from_trust(trust: Trust) -> Self {
        Self {
            trust,
            host: None,
            own: None,
        }
    }

    /// The name to expect where a URL names no node identity.
    #[must_use]
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.host = Some(host.into());
        self
    }

    /// The client's own certificates and the key of the first, as DER. Servers
    /// that verify clients are asked to do so.
    pub fn certificate(mut self, chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<Self, rustls::Error> {
        self.own = Some(certified(chain, key)?);
        Ok(self)
    }

    /// As [`TlsClient::certificate`], with texts in PEM.
    pub fn certificate_pem(mut self, chain: &[u8], key: &[u8]) -> Result<Self, rustls::Error> {
        self.own = Some(certified_pem(chain, key)?);
        Ok(self)
    }

    /// Whether a server can verify this client.
    pub(crate) fn has_certificate(&self) -> bool {
        self.own.is_some()
    }

    /// The configuration to connect to one node.
    fn config(&self, node: NodeId, mutual: bool) -> Result<Arc<ClientConfig>, rustls::Error> {
        let (web, nodes) = match &self.trust {
            Trust::Config(config) => return Ok(config.clone()),
            Trust::Roots { web, nodes } => (web, nodes),
        };
        let provider = provider();
        let algorithms = provider.signature_verification_algorithms;
        let web = match web.is_empty() {
            true => None,
            false => {
                let builder = WebPkiServerVerifier::builder_with_provider(
                    Arc::new(web.clone()),
                    provider.clone(),
                );
                Some(builder.build().map_err(general)?)
            }
        };
        let verifier = ServerVerifier {
            trust: NodeTrust::new(nodes.clone(), algorithms),
            web,
            node,
        };
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        Ok(Arc::new(match &self.own {
            Some(own) if mutual => builder.with_client_cert_resolver(own.clone()),
            _ => builder.with_no_client_auth(),
        }))
    }

    pub(crate) fn upgrade(self, node: Option<NodeId>) -> TlsUpgrade {
        Box::new(move |stream: BoxStream, terms| {
            Box::pin(async move {
                let name = match (node, &self.host) {
                    (Some(node), _) => node.to_string(),
                    (None, Some(host)) => host.clone(),
                    (None, None) => "localhost".to_owned(),
                };
                let expected = node.unwrap_or(terms.peer);
                let config = self
                    .config(expected, terms.mutual)
                    .map_err(std::io::Error::other)?;
                let secure = connect(config, name, stream).await?;
                let own = secure.get_ref().1.peer_certificates();
                let is_node = own
                    .and_then(|chain| chain.first())
                    .is_some_and(|own| is_node_certificate(own));
                Ok(SecuredStream {
                    stream: Box::new(secure),
                    verified: (is_node || node.is_some()).then_some(expected),
                })
            })
        })
    }

    /// TLS that begins with the stream, as for HTTPS; the certificate must
    /// name the host.
    pub(crate) async fn connect<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        host: &str,
        stream: S,
    ) -> std::io::Result<TlsStream<S>> {
        let config = match &self.trust {
            Trust::Config(config) => config.clone(),
            Trust::Roots { web, .. } => {
                let config = ClientConfig::builder_with_provider(provider())
                    .with_safe_default_protocol_versions()
                    .map_err(std::io::Error::other)?
                    .with_root_certificates(web.clone())
                    .with_no_client_auth();
                Arc::new(config)
            }
        };
        connect(config, host.to_owned(), stream).await
    }
}

async fn connect<S: AsyncRead + AsyncWrite + Unpin>(
    config: Arc<ClientConfig>,
    name: String,
    stream: S,
) -> std::io::Result<TlsStream<S>> {
    let name = ServerName::try_from(name).map_err(std::io::Error::other)?;
    TlsConnector::from(config).connect(name, stream).await
}

impl std::fmt::Debug for TlsClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TlsClient").finish_non_exhaustive()
    }
}
