//! TLS on a stream, by rustls.
//!
//! Two kinds of certificates occur. Web certificates name hosts; they protect
//! `wss` URLs, and nodes of this crate may use them for `rrs` URLs too. Node
//! certificates name the identity of a node; reference nodes use them for
//! `rrs` URLs in both directions. [`node_trust`] checks them.

mod certificate;
mod client;
mod node_trust;
mod server;
mod verifiers;

pub use client::TlsClient;
pub use server::TlsServer;

use std::sync::Arc;

use tokio_rustls::rustls;
use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn general(error: impl std::fmt::Display) -> rustls::Error {
    rustls::Error::General(error.to_string())
}

/// A certificate with its key, given as DER. Node certificates are accepted.
fn certified(chain: Vec<Vec<u8>>, key: Vec<u8>) -> Result<Arc<SingleCertAndKey>, rustls::Error> {
    let key = PrivateKeyDer::try_from(key).map_err(general)?;
    let chain = chain.into_iter().map(CertificateDer::from).collect();
    certified_key(chain, key)
}

/// A certificate with its key, given as texts in PEM.
fn certified_pem(chain: &[u8], key: &[u8]) -> Result<Arc<SingleCertAndKey>, rustls::Error> {
    let key = PrivateKeyDer::from_pem_slice(key)
        .map_err(|error| general(format!("no private key in PEM: {error}")))?;
    certified_key(certificates_pem(chain)?, key)
}

/// All certificates of a text in PEM; it is an error if there is none.
fn certificates_pem(text: &[u8]) -> Result<Vec<CertificateDer<'static>>, rustls::Error> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text).collect();
    let found = found.map_err(|error| general(format!("no certificate in PEM: {error}")))?;
    if found.is_empty() {
        return Err(general("the text has no certificate in PEM"));
    }
    Ok(found)
}

fn certified_key(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<Arc<SingleCertAndKey>, rustls::Error> {
    let key = provider().key_provider.load_private_key(key)?;
    let certified = CertifiedKey::new(chain, key);
    match certified.keys_match() {
        // The critical extension of node certificates is unknown to rustls;
        // peers that know it will look at the certificate.
        Ok(()) | Err(rustls::Error::InvalidCertificate(_)) => {}
        Err(error) => return Err(error),
    }
    Ok(Arc::new(SingleCertAndKey::from(certified)))
}
