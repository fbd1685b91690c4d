//! TLS on a stream, by rustls.
//!
//! Reference clients trust node certificates of their vendor's roots and of
//! those in the file that `ROBOTRACONTEUR_SSL_CERT_FILE` names, and they use
//! our services over TLS with either. Their certificates mark a critical
//! extension that web certificate libraries refuse, so our clients use TLS
//! with nodes of this crate only, and with any certificates they are set to
//! trust.

use std::sync::Arc;

use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio_rustls::rustls::{ClientConfig, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector, rustls};

use crate::link::{BoxStream, TlsUpgrade};
use crate::message::NodeId;

/// A server's certificate and key.
///
/// ```
/// # fn example(chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::ListenOptions;
/// use raconteur::transport::TlsServer;
/// let options = ListenOptions { tls: Some(TlsServer::from_der(chain, key)?), ..ListenOptions::default() };
/// # let _ = options;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct TlsServer {
    config: Arc<ServerConfig>,
}

impl TlsServer {
    /// Uses a rustls configuration.
    pub fn new(config: Arc<ServerConfig>) -> Self {
        Self { config }
    }

    /// A chain of certificates and the key of the first, both as DER.
    ///
    /// Node certificates of reference nodes are taken as well as others.
    pub fn from_der(chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<Self, rustls::Error> {
        let chain = chain.into_iter().map(Into::into).collect();
        let key = rustls::pki_types::PrivateKeyDer::try_from(key)
            .map_err(|error| rustls::Error::General(error.to_owned()))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = provider.key_provider.load_private_key(key)?;
        let certified = CertifiedKey::new(chain, key);
        match certified.keys_match() {
            // The critical extension of node certificates is unknown to
            // rustls; clients that know it will look at the certificate.
            Ok(()) | Err(rustls::Error::InvalidCertificate(_)) => {}
            Err(error) => return Err(error),
        }
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(SingleCertAndKey::from(certified)));
        Ok(Self::new(Arc::new(config)))
    }

    pub(crate) fn upgrade(self) -> TlsUpgrade {
        Box::new(move |stream: BoxStream| {
            Box::pin(async move {
                let secure = TlsAcceptor::from(self.config).accept(stream).await?;
                Ok(Box::new(secure) as BoxStream)
            })
        })
    }
}

impl std::fmt::Debug for TlsServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TlsServer").finish_non_exhaustive()
    }
}

/// The certificates that a client trusts.
///
/// The server's certificate must carry the node's identity, written as a DNS
/// name, or the host name if the URL names no identity.
///
/// ```
/// # fn example(root: Vec<u8>) -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::client::ConnectOptions;
/// use raconteur::transport::TlsClient;
/// let trusted = TlsClient::trusting(vec![root])?.host("robot.example.com");
/// let options = ConnectOptions { tls: Some(trusted), ..ConnectOptions::default() };
/// # let _ = options;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct TlsClient {
    config: Arc<ClientConfig>,
    host: Option<String>,
}

impl TlsClient {
    /// Uses a rustls configuration.
    pub fn new(config: Arc<ClientConfig>) -> Self {
        Self { config, host: None }
    }

    /// Trusts root certificates given as DER.
    pub fn trusting(roots: Vec<Vec<u8>>) -> Result<Self, rustls::Error> {
        let mut store = rustls::RootCertStore::empty();
        for root in roots {
            store.add(root.into())?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(store)
            .with_no_client_auth();
        Ok(Self::new(Arc::new(config)))
    }

    /// The name to expect where a URL names no node identity.
    #[must_use]
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.host = Some(host.into());
        self
    }

    pub(crate) fn upgrade(self, node: Option<NodeId>) -> TlsUpgrade {
        Box::new(move |stream: BoxStream| {
            Box::pin(async move {
                let name = match node {
                    Some(node) => node.to_string(),
                    None => self.host.unwrap_or_else(|| "localhost".to_owned()),
                };
                let name = ServerName::try_from(name).map_err(std::io::Error::other)?;
                let secure = TlsConnector::from(self.config)
                    .connect(name, stream)
                    .await?;
                Ok(Box::new(secure) as BoxStream)
            })
        })
    }
}

impl std::fmt::Debug for TlsClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TlsClient").finish_non_exhaustive()
    }
}
