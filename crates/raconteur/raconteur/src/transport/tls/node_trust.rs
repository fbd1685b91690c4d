//! Checks the certificates of Robot Raconteur nodes.
//!
//! A node certificate names a node instead of a host: its subject is
//! `CN=Robot Raconteur Node {uuid}`, and a critical extension marks it. Roots
//! and intermediate authorities have marks of their own. The rules are those
//! of the reference node (`OpenSSLAuthContext.cpp`).

use std::cmp::Ordering;
use std::sync::Arc;

use tokio_rustls::rustls;
use tokio_rustls::rustls::client::danger::HandshakeSignatureValid;
use tokio_rustls::rustls::crypto::WebPkiSupportedAlgorithms;
use tokio_rustls::rustls::pki_types::{
    AlgorithmIdentifier, CertificateDer, SubjectPublicKeyInfoDer, UnixTime,
};
use tokio_rustls::rustls::{CertificateError, DigitallySignedStruct, Error, OtherError};

use super::certificate::{Certificate, basic_constraints, is_true, key_usage};
use crate::message::NodeId;

/// 1.3.6.1.4.1.45455.1.1.3.1, .2 and .3: the marks of roots, intermediate
/// authorities and nodes.
const ROOT: &[u8] = &[0x2b, 6, 1, 4, 1, 0x82, 0xe3, 0x0f, 1, 1, 3, 1];
const INTERMEDIATE: &[u8] = &[0x2b, 6, 1, 4, 1, 0x82, 0xe3, 0x0f, 1, 1, 3, 2];
const NODE: &[u8] = &[0x2b, 6, 1, 4, 1, 0x82, 0xe3, 0x0f, 1, 1, 3, 3];

const KEY_USAGE: &[u8] = &[0x55, 0x1d, 15];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 19];

/// Critical extensions that may be present beside the mark: identifier of the
/// subject's key, key usage, basic constraints, policies, identifier of the
/// authority's key.
const KNOWN: [&[u8]; 5] = [
    &[0x55, 0x1d, 14],
    KEY_USAGE,
    BASIC_CONSTRAINTS,
    &[0x55, 0x1d, 32],
    &[0x55, 0x1d, 35],
];

/// What precedes the identity in the name of a node.
const NAME_PREFIX: &str = "Robot Raconteur Node ";

/// The bit "may sign certificates" of the key usage.
const SIGNS_CERTIFICATES: u8 = 0x04;

/// Most certificates that a peer may send.
const LONGEST_CHAIN: usize = 8;

/// A reason that rustls has no word for.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct NotTrusted(&'static str);

fn refused(reason: &'static str) -> Error {
    let cause = OtherError(Arc::new(NotTrusted(reason)));
    Error::InvalidCertificate(CertificateError::Other(cause))
}

/// Whether a certificate is marked as one of a node.
pub(super) fn is_node_certificate(der: &[u8]) -> bool {
    Certificate::parse(der).is_some_and(|read| read.extension(NODE).is_some())
}

/// The node that a certificate names.
pub(super) fn node_of(der: &[u8]) -> Option<NodeId> {
    named_node(&Certificate::parse(der)?)
}

fn named_node(certificate: &Certificate<'_>) -> Option<NodeId> {
    let name = certificate.sole_common_name()?;
    let node: NodeId = name.strip_prefix(NAME_PREFIX)?.parse().ok()?;
    // There is one way to write the name.
    (name == format!("{NAME_PREFIX}{}", node.braced()) && !node.is_any()).then_some(node)
}

/// Whether a certificate is marked as a root of node certificates.
pub(super) fn is_node_root(der: &[u8]) -> bool {
    Certificate::parse(der).is_some_and(|read| read.extension(ROOT).is_some())
}

/// The roots of node certificates that are trusted.
#[derive(Debug)]
pub(super) struct NodeTrust {
    roots: Vec<CertificateDer<'static>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl NodeTrust {
    pub fn new(
        roots: Vec<CertificateDer<'static>>,
        algorithms: WebPkiSupportedAlgorithms,
    ) -> Arc<Self> {
        Arc::new(Self { roots, algorithms })
    }

    pub fn algorithms(&self) -> &WebPkiSupportedAlgorithms {
        &self.algorithms
    }

    /// Checks that a certificate belongs to a node, or to any if none is
    /// given, and leads to a root.
    pub fn verify(
        &self,
        own: &[u8],
        others: &[CertificateDer<'_>],
        node: Option<NodeId>,
        now: UnixTime,
    ) -> Result<(), Error> {
        let own = parse(own)?;
        check_mark(&own, NODE)?;
        check_time(&own, now)?;
        let named = named_node(&own);
        if named.is_none() || node.is_some_and(|node| named != Some(node)) {
            return Err(Error::InvalidCertificate(CertificateError::NotValidForName));
        }
        if is_authority(&own, 0).is_some() {
            return Err(refused(
                "a node certificate must not be one of an authority",
            ));
        }
        if others.len() > LONGEST_CHAIN {
            return Err(refused("the peer sent too many certificates"));
        }
        let mut unused: Vec<Certificate<'_>> = others
            .iter()
            .filter_map(|der| Certificate::parse(der))
            .collect();
        let mut last = own;
        let mut between = 0;
        loop {
            if let Some(result) = self.verify_by_root(&last, between, now) {
                return result;
            }
            let issuer = unused.iter().position(|other| {
                other.subject == last.issuer && self.is_signed(&last, other).is_ok()
            });
            let Some(at) = issuer else {
                return Err(Error::InvalidCertificate(CertificateError::UnknownIssuer));
            };
            let issuer = unused.swap_remove(at);
            check_mark(&issuer, INTERMEDIATE)?;
            check_time(&issuer, now)?;
            is_authority(&issuer, between)
                .ok_or_else(|| refused("an intermediate certificate may not sign others"))?;
            between += 1;
            last = issuer;
        }
    }

    /// Checks the last certificate of a chain by the root that issued it;
    /// `None` if that root is not trusted.
    fn verify_by_root(
        &self,
        last: &Certificate<'_>,
        between: usize,
        now: UnixTime,
    ) -> Option<Result<(), Error>> {
        let roots = self.roots.iter().filter_map(|der| Certificate::parse(der));
        let mut outcome = None;
        for root in roots.filter(|root| root.subject == last.issuer) {
            let checked = self
                .is_signed(last, &root)
                .and_then(|()| check_mark(&root, ROOT))
                .and_then(|()| check_time(&root, now))
                .and_then(|()| {
                    is_authority(&root, between)
                        .ok_or_else(|| refused("the root certificate may not sign others"))
                });
            if checked.is_ok() {
                return Some(checked);
            }
            outcome = Some(checked);
        }
        outcome
    }

    fn is_signed(&self, signed: &Certificate<'_>, by: &Certificate<'_>) -> Result<(), Error> {
        let algorithms = self.algorithms.all.iter().filter(|algorithm| {
            is_same(algorithm.public_key_alg_id(), by.key_algorithm)
                && is_same(algorithm.signature_alg_id(), signed.signature_algorithm)
        });
        let mut failure = refused("the signature algorithm of a certificate is not supported");
        for algorithm in algorithms {
            match algorithm.verify_signature(by.key, signed.signed, signed.signature) {
                Ok(()) => return Ok(()),
                Err(_) => failure = Error::InvalidCertificate(CertificateError::BadSignature),
            }
        }
        Err(failure)
    }

    /// Checks what the owner of a certificate signed in TLS 1.2.
    pub fn verify_tls12(
        &self,
        message: &[u8],
        der: &[u8],
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let own = parse(der)?;
        let algorithms = self
            .algorithms
            .mapping
            .iter()
            .filter(|(scheme, _)| *scheme == signed.scheme)
            .flat_map(|(_, algorithms)| algorithms.iter());
        for algorithm in algorithms {
            let is_right = is_same(algorithm.public_key_alg_id(), own.key_algorithm)
                && algorithm
                    .verify_signature(own.key, message, signed.signature())
                    .is_ok();
            if is_right {
                return Ok(HandshakeSignatureValid::assertion());
            }
        }
        Err(Error::InvalidCertificate(CertificateError::BadSignature))
    }

    /// Checks what the owner of a certificate signed in TLS 1.3.
    pub fn verify_tls13(
        &self,
        message: &[u8],
        der: &[u8],
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let own = parse(der)?;
        let key = SubjectPublicKeyInfoDer::from(own.public_key_info);
        let algorithms = &self.algorithms;
        rustls::crypto::verify_tls13_signature_with_raw_key(message, &key, signed, algorithms)
    }
}

fn is_same(identifier: AlgorithmIdentifier, content: &[u8]) -> bool {
    let bytes: &[u8] = identifier.as_ref();
    bytes == content
}

fn parse(der: &[u8]) -> Result<Certificate<'_>, Error> {
    Certificate::parse(der).ok_or(Error::InvalidCertificate(CertificateError::BadEncoding))
}

/// Requires the mark of a kind, and no critical extension that is unknown.
fn check_mark(certificate: &Certificate<'_>, mark: &[u8]) -> Result<(), Error> {
    let is_marked = certificate
        .extension(mark)
        .is_some_and(|extension| extension.is_critical && is_true(extension.value));
    if !is_marked {
        return Err(refused(
            "the certificate is not one of a Robot Raconteur node",
        ));
    }
    let is_known = certificate
        .extensions
        .iter()
        .filter(|extension| extension.is_critical)
        .all(|extension| extension.identifier == mark || KNOWN.contains(&extension.identifier));
    if is_known {
        Ok(())
    } else {
        Err(refused("the certificate has an unknown critical extension"))
    }
}

fn check_time(certificate: &Certificate<'_>, now: UnixTime) -> Result<(), Error> {
    match certificate.validity_at(now) {
        Ordering::Equal => Ok(()),
        Ordering::Less => Err(Error::InvalidCertificate(CertificateError::NotValidYet)),
        Ordering::Greater => Err(Error::InvalidCertificate(CertificateError::Expired)),
    }
}

/// Whether a certificate may sign one with a number of others between it and
/// the node's.
fn is_authority(certificate: &Certificate<'_>, between: usize) -> Option<()> {
    let constraints = certificate.extension(BASIC_CONSTRAINTS)?;
    let (is_authority, path_length) = basic_constraints(constraints.value)?;
    let may_sign = match certificate.extension(KEY_USAGE) {
        Some(usage) => key_usage(usage.value)? & SIGNS_CERTIFICATES != 0,
        None => true,
    };
    let is_short = path_length.is_none_or(|most| between <= most);
    (is_authority && may_sign && is_short).then_some(())
}
