//! Addresses of services: `rr+tcp://host:port/?nodename=…&service=…`.

use std::fmt;
use std::str::FromStr;

use crate::message::NodeId;

/// What a URL's scheme asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// TCP.
    Tcp,
    /// WebSocket.
    WebSocket,
    /// WebSocket inside HTTPS.
    SecureWebSocket,
    /// Local socket.
    Local,
}

/// The address of a service.
///
/// ```
/// use raconteur::ServiceUrl;
/// let url: ServiceUrl = "rr+tcp://localhost:29200?service=reynard".parse()?;
/// assert_eq!((url.host.as_str(), url.port, url.service.as_str()), ("localhost", 29200, "reynard"));
/// # Ok::<(), raconteur::UrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceUrl {
    /// Kind of stream.
    pub scheme: Scheme,
    /// Whether TLS is requested.
    pub secure: bool,
    /// Host name or address, without brackets; user and host for local sockets.
    pub host: String,
    /// Port; zero for local sockets.
    pub port: u16,
    /// Path, as WebSocket servers see it.
    pub path: String,
    /// Node that must answer.
    pub node_id: Option<NodeId>,
    /// Name of the node that must answer.
    pub node_name: Option<String>,
    /// Service.
    pub service: String,
}

/// Why a text is not the address of a service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// No `rr+tcp`, `rr+ws`, `rr+wss`, `rr+local` or their `rrs` forms.
    #[error("unknown scheme, expected rr+tcp, rrs+tcp, rr+ws, rrs+ws, rr+wss, rrs+wss or rr+local")]
    Scheme,
    /// Host or port cannot be read.
    #[error("the host or port is invalid")]
    Host,
    /// A query parameter is not `name=value`.
    #[error("a query parameter is not name=value")]
    Query,
    /// The node identity is no UUID.
    #[error("the nodeid is invalid")]
    NodeId,
    /// The service is missing.
    #[error("the service is missing, add ?service=NAME")]
    Service,
}

impl FromStr for ServiceUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        let (scheme, rest) = text.split_once("://").ok_or(UrlError::Scheme)?;
        let (security, carrier) = scheme.split_once('+').ok_or(UrlError::Scheme)?;
        let secure = match security {
            "rr" => false,
            "rrs" => true,
            _ => return Err(UrlError::Scheme),
        };
        let (scheme, default_port) = match carrier {
            "tcp" => (Scheme::Tcp, 48653),
            "ws" => (Scheme::WebSocket, 80),
            "wss" => (Scheme::SecureWebSocket, 443),
            "local" if !secure => (Scheme::Local, 0),
            _ => return Err(UrlError::Scheme),
        };
        let (place, query) = rest.split_once('?').ok_or(UrlError::Service)?;
        let (authority, path) = match place.find('/') {
            Some(at) => place.split_at(at),
            None => (place, "/"),
        };
        let (host, port) = split_authority(authority, default_port)?;
        if scheme == Scheme::Local {
            if port != 0 || path != "/" {
                return Err(UrlError::Host);
            }
        } else if host.is_empty() {
            return Err(UrlError::Host);
        }
        let mut url = Self {
            scheme,
            secure,
            host,
            port,
            path: path.to_owned(),
            node_id: None,
            node_name: None,
            service: String::new(),
        };
        for parameter in query.split('&') {
            let (name, value) = parameter.split_once('=').ok_or(UrlError::Query)?;
            if value.contains('=') {
                return Err(UrlError::Query);
            }
            let value = decode(value).ok_or(UrlError::Query)?;
            match name {
                "nodeid" => {
                    let id: NodeId = value.parse().map_err(|_| UrlError::NodeId)?;
                    url.node_id = (!id.is_any()).then_some(id);
                }
                "nodename" => url.node_name = (!value.is_empty()).then_some(value),
                "service" => url.service = value,
                _ => {}
            }
        }
        if url.service.is_empty() {
            return Err(UrlError::Service);
        }
        Ok(url)
    }
}

fn split_authority(authority: &str, default_port: u16) -> Result<(String, u16), UrlError> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']').ok_or(UrlError::Host)?;
            match after.strip_prefix(':') {
                Some(port) => (host, Some(port)),
                None if after.is_empty() => (host, None),
                None => return Err(UrlError::Host),
            }
        }
        None => match authority.rsplit_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let port = match port {
        Some(port) => port.parse().map_err(|_| UrlError::Host)?,
        None => default_port,
    };
    Ok((host.to_owned(), port))
}

/// Undoes percent encoding.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let value = digit(rest.next())? * 16 + digit(rest.next())?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl ServiceUrl {
    /// The same node, another service.
    ///
    /// ```
    /// use raconteur::{Scheme, ServiceUrl};
    /// let url: ServiceUrl = "rr+ws://localhost:29200?service=reynard".parse()?;
    /// assert_eq!(url.scheme, Scheme::WebSocket);
    /// assert_eq!(url.with_service("hen").service, "hen");
    /// # Ok::<(), raconteur::UrlError>(())
    /// ```
    #[must_use]
    pub fn with_service(mut self, service: impl Into<String>) -> Self {
        self.service = service.into();
        self
    }

    /// Host in the form a URL or an HTTP header needs.
    pub(crate) fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// What a WebSocket request asks for.
    pub(crate) fn target(&self) -> String {
        format!("{}?{}", self.path, self.query())
    }

    fn query(&self) -> String {
        let mut query = String::new();
        if let Some(id) = &self.node_id {
            query.push_str(&format!("nodeid={id}&"));
        }
        if let Some(name) = &self.node_name {
            query.push_str(&format!("nodename={name}&"));
        }
        query.push_str(&format!("service={}", self.service));
        query
    }
}

impl fmt::Display for ServiceUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let security = if self.secure { "rrs" } else { "rr" };
        let query = self.query();
        match self.scheme {
            Scheme::Local => write!(f, "rr+local://{}/?{query}", self.host),
            Scheme::Tcp => write!(
                f,
                "{security}+tcp://{}{}?{query}",
                self.authority(),
                self.path
            ),
            Scheme::WebSocket => {
                write!(
                    f,
                    "{security}+ws://{}{}?{query}",
                    self.authority(),
                    self.path
                )
            }
            Scheme::SecureWebSocket => {
                write!(
                    f,
                    "{security}+wss://{}{}?{query}",
                    self.authority(),
                    self.path
                )
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_written() {
        for text in [
            "rr+tcp://localhost:1234/?service=s",
            "rrs+tcp://[fe80::1]:48653/?nodeid=12345678-1234-1234-1234-1234567890ab&service=s",
            "rr+ws://example.com:80/path?nodename=n&service=s",
            "rr+wss://example.com:443/?service=s",
            "rr+local:///?nodename=n&service=s",
        ] {
            let url: ServiceUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), text);
        }
        let bare: ServiceUrl = "rr+tcp://host?service=s".parse().unwrap();
        assert_eq!(bare.port, 48653);
        let braced: ServiceUrl =
            "rr+tcp://h/?nodeid=%7B12345678-1234-1234-1234-1234567890ab%7D&service=s"
                .parse()
                .unwrap();
        assert!(braced.node_id.is_some());
    }

    #[test]
    fn broken_forms_are_refused() {
        for (text, error) in [
            ("http://x/?service=s", UrlError::Scheme),
            ("rr+tcp://x/", UrlError::Service),
            ("rr+tcp://x/?nodename=a", UrlError::Service),
            ("rr+tcp://x/?service", UrlError::Query),
            ("rr+tcp://x/?a=b=c&service=s", UrlError::Query),
            ("rr+tcp://x:port/?service=s", UrlError::Host),
            ("rr+tcp:///?service=s", UrlError::Host),
            ("rr+tcp://x/?nodeid=7&service=s", UrlError::NodeId),
            ("rrs+local:///?service=s", UrlError::Scheme),
        ] {
            assert_eq!(text.parse::<ServiceUrl>(), Err(error), "{text}");
        }
    }
}
