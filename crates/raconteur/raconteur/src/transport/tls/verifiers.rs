//! What rustls asks about the certificate of a peer.

use std::sync::Arc;

use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use tokio_rustls::rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, SignatureScheme,
};

use super::node_trust::{NodeTrust, is_node_certificate};
use crate::message::NodeId;

/// Checks the certificate of a server: one of a node by the node's identity,
/// any other by the name of the host.
#[derive(Debug)]
pub(super) struct ServerVerifier {
    pub trust: Arc<NodeTrust>,
    /// `None` if no root of web certificates is trusted.
    pub web: Option<Arc<WebPkiServerVerifier>>,
    /// The node that a node certificate must name.
    pub node: NodeId,
}

impl ServerVerifier {
    fn web(&self) -> Result<&WebPkiServerVerifier, Error> {
        self.web
            .as_deref()
            .ok_or(Error::InvalidCertificate(CertificateError::UnknownIssuer))
    }
}

impl ServerCertVerifier for ServerVerifier {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if is_node_certificate(own) {
            self.trust.verify(own, others, Some(self.node), now)?;
            return Ok(ServerCertVerified::assertion());
        }
        self.web()?
            .verify_server_cert(own, others, name, status, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if is_node_certificate(own) {
            return self.trust.verify_tls12(message, own, signed);
        }
        self.web()?.verify_tls12_signature(message, own, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if is_node_certificate(own) {
            return self.trust.verify_tls13(message, own, signed);
        }
        self.web()?.verify_tls13_signature(message, own, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.trust.algorithms().supported_schemes()
    }
}

/// Checks the node certificate of a client, if it sends one. The client names
/// its node only after TLS is set up.
#[derive(Debug)]
pub(super) struct ClientVerifier {
    pub trust: Arc<NodeTrust>,
}

impl ClientCertVerifier for ClientVerifier {
    // The reference server asks for a certificate and serves a client without.
    fn client_auth_mandatory(&self) -> bool {
        false
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        own: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.trust.verify(own, others, None, now)?;
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.trust.verify_tls12(message, own, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.trust.verify_tls13(message, own, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.trust.algorithms().supported_schemes()
    }
}
