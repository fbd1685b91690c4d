//! Authorities and certificates of our own, for nodes and for the web.

use std::path::Path;

use base64::Engine;
use raconteur::message::NodeId;
use raconteur::transport::TlsServer;
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CustomExtension, DistinguishedName, DnType,
    IsCa, Issuer, KeyPair, KeyUsagePurpose,
};

/// The mark of Robot Raconteur certificates: 1 for roots, 2 for intermediate
/// authorities, 3 for nodes.
fn mark(kind: u64) -> CustomExtension {
    let identifier = [1, 3, 6, 1, 4, 1, 45455, 1, 1, 3, kind];
    // The content is the value TRUE.
    let mut mark = CustomExtension::from_oid_content(&identifier, vec![1, 1, 0xff]);
    mark.set_criticality(true);
    mark
}

fn parameters(name: &str) -> CertificateParams {
    let mut parameters = CertificateParams::new(Vec::new()).unwrap();
    parameters.distinguished_name = DistinguishedName::new();
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters
}

fn authority_parameters(name: &str) -> CertificateParams {
    let mut authority = parameters(name);
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    authority
}

/// A certificate with its key; the chain begins with the certificate.
#[derive(Clone)]
pub struct Own {
    pub chain: Vec<Vec<u8>>,
    pub key: Vec<u8>,
}

impl Own {
    fn new(certificate: &Certificate, key: &KeyPair) -> Self {
        Self {
            chain: vec![certificate.der().to_vec()],
            key: key.serialize_der(),
        }
    }

    pub fn server(&self) -> TlsServer {
        TlsServer::from_der(self.chain.clone(), self.key.clone()).unwrap()
    }

    /// The file that a genuine node reads: PKCS #12 without a password.
    pub fn pkcs12(&self) -> Vec<u8> {
        // 1.2.840.113549 and what follows it.
        let identifier = |rest: &[u8]| {
            let mut bytes = vec![0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d];
            bytes.extend_from_slice(rest);
            der(0x06, &[&bytes])
        };
        let content = |safe: Vec<u8>| {
            let inner = der(0xa0, &[&der(0x04, &[&safe])]);
            der(0x30, &[&identifier(&[1, 7, 1]), &inner])
        };
        let mut bags = Vec::new();
        for certificate in &self.chain {
            let value = der(0xa0, &[&der(0x04, &[certificate])]);
            let value = der(0x30, &[&identifier(&[1, 9, 22, 1]), &value]);
            let value = der(0xa0, &[&value]);
            bags.extend(der(0x30, &[&identifier(&[1, 12, 10, 1, 3]), &value]));
        }
        let key = der(0xa0, &[&self.key]);
        let key = der(0x30, &[&identifier(&[1, 12, 10, 1, 1]), &key]);
        let certificates = content(der(0x30, &[&bags]));
        let key = content(der(0x30, &[&key]));
        let safe = content(der(0x30, &[&certificates, &key]));
        der(0x30, &[&[0x02, 1, 3], &safe])
    }
}

/// A value in DER.
fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let mut bytes = vec![tag];
    match u16::try_from(content.len()).unwrap().to_be_bytes() {
        [0, length] if length < 0x80 => bytes.push(length),
        [0, length] => bytes.extend([0x81, length]),
        [high, low] => bytes.extend([0x82, high, low]),
    }
    bytes.extend(content);
    bytes
}

/// An authority for node certificates.
pub struct NodeAuthority {
    pub root: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

impl NodeAuthority {
    pub fn new() -> Self {
        let mut authority = authority_parameters("Test Root");
        authority.custom_extensions = vec![mark(1)];
        let key = KeyPair::generate().unwrap();
        let root = authority.self_signed(&key).unwrap();
        Self {
            root: root.der().to_vec(),
            issuer: Issuer::new(authority, key),
        }
    }

    pub fn root_pem(&self) -> String {
        pem(&self.root)
    }

    /// The certificate of a node.
    pub fn node(&self, id: NodeId) -> Own {
        self.changed_node(id, |_| {})
    }

    /// A certificate of a node that differs from the rule.
    pub fn changed_node(&self, id: NodeId, change: impl FnOnce(&mut CertificateParams)) -> Own {
        let mut own = node_parameters(id);
        change(&mut own);
        let key = KeyPair::generate().unwrap();
        Own::new(&own.signed_by(&key, &self.issuer).unwrap(), &key)
    }

    /// The certificate of a node with an intermediate authority.
    pub fn node_by_intermediate(&self, id: NodeId, kind: u64) -> Own {
        let mut authority = authority_parameters("Test Intermediate");
        authority.custom_extensions = vec![mark(kind)];
        let key = KeyPair::generate().unwrap();
        let intermediate = authority.signed_by(&key, &self.issuer).unwrap();
        let issuer = Issuer::new(authority, key);
        let key = KeyPair::generate().unwrap();
        let certificate = node_parameters(id).signed_by(&key, &issuer).unwrap();
        let mut own = Own::new(&certificate, &key);
        own.chain.push(intermediate.der().to_vec());
        own
    }
}

fn node_parameters(id: NodeId) -> CertificateParams {
    let mut own = parameters(&format!("Robot Raconteur Node {}", id.braced()));
    own.is_ca = IsCa::ExplicitNoCa;
    own.key_usages = vec![
        KeyUsagePurpose::DigitalSignature,
        KeyUsagePurpose::KeyEncipherment,
        KeyUsagePurpose::DataEncipherment,
    ];
    own.custom_extensions = vec![mark(3)];
    own
}

/// An authority of the web, and a certificate of it for a name.
pub fn web(name: &str) -> (Vec<u8>, Own) {
    let authority = authority_parameters("Test Web Root");
    let authority_key = KeyPair::generate().unwrap();
    let root = authority.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec![name.to_owned()])
        .unwrap()
        .signed_by(&key, &issuer)
        .unwrap();
    (root.der().to_vec(), Own::new(&certificate, &key))
}

pub fn pem(der: &[u8]) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let lines: Vec<&str> = text
        .as_bytes()
        .chunks(64)
        .map(|line| std::str::from_utf8(line).unwrap())
        .collect();
    format!(
        "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
        lines.join("\n")
    )
}

/// Gives the genuine node of a name an identity and a certificate, in the
/// configuration and state folders it reads.
pub fn install(folder: &Path, name: &str, id: NodeId, own: &Own) {
    for place in ["config", "state"] {
        let identities = folder.join(place).join("nodeids");
        std::fs::create_dir_all(&identities).unwrap();
        std::fs::write(identities.join(name), id.braced()).unwrap();
        let certificates = folder.join(place).join("certificates");
        std::fs::create_dir_all(&certificates).unwrap();
        let file = certificates.join(format!("{}.p12", id.braced()));
        std::fs::write(file, own.pkcs12()).unwrap();
    }
}
