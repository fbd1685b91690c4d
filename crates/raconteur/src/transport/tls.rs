//! TLS on a stream, by rustls.
//!
//! Reference nodes only trust certificates of the vendor's own roots, whose
//! subject is the node's identity. Two nodes of this crate can use any
//! certificates that they are told to trust.

use std::sync::Arc;

use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector, rustls};

use crate::link::{BoxStream, TlsUpgrade};
use crate::message::NodeId;

/// A server's certificate and key.
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
    pub fn from_der(chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<Self, rustls::Error> {
        let chain = chain.into_iter().map(Into::into).collect();
        let key = rustls::pki_types::PrivateKeyDer::try_from(key)
            .map_err(|error| rustls::Error::General(error.to_owned()))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
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
