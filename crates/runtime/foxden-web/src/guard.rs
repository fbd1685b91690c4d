//! Which requests the server accepts.
//!
//! A page of another site can make a browser send requests to this machine.
//! It cannot forge `Host`, `Origin` and `Sec-Fetch-Site`, so those decide.

use crate::ports::Reach;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The rules of one server.
#[derive(Clone, Debug)]
pub struct Guard {
    reach: Reach,
    names: Vec<String>,
}

/// Why a request is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// It was meant for another host.
    #[error("the Host header names a host that this server is not")]
    Host,
    /// It came from a page of another site.
    #[error("the request comes from a page of another origin")]
    Origin,
}

impl Guard {
    /// Rules for a server; `names` are further host names that it answers to.
    pub fn new(reach: Reach, names: impl IntoIterator<Item = String>) -> Self {
        Self {
            reach,
            names: names.into_iter().collect(),
        }
    }

    /// Whether a request is meant for this server and comes from no other site.
    ///
    /// ```
    /// use axum::http::HeaderMap;
    /// use foxden_web::{ports::Reach, guard::{Foreign, Guard}};
    /// let guard = Guard::new(Reach::Loopback, []);
    /// let mut headers = HeaderMap::new();
    /// headers.insert("host", "localhost:29201".parse().unwrap());
    /// assert_eq!(guard.check(&headers, true), Ok(()));
    /// headers.insert("origin", "http://evil.example".parse().unwrap());
    /// assert_eq!(guard.check(&headers, true), Err(Foreign::Origin));
    /// ```
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self, headers: &HeaderMap, is_api: bool) -> Result<(), Foreign> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let host = text(header::HOST);
        self.check_host(headers)?;
        if let Some(origin) = text(header::ORIGIN) {
            let authority = origin
                .strip_prefix("http://")
                .or_else(|| origin.strip_prefix("https://"));
            if authority.is_none() || authority != host {
                return Err(Foreign::Origin);
            }
        }
        // pictures and forms of other sites send no Origin with a GET
        if is_api && matches!(text_of_site(headers), Some("cross-site" | "same-site")) {
            return Err(Foreign::Origin);
        }
        Ok(())
    }

    /// Whether a request is meant for this server, wherever it comes from.
    ///
    /// # Errors
    /// When it is not.
    pub fn check_host(&self, headers: &HeaderMap) -> Result<(), Foreign> {
        let host = headers.get(header::HOST);
        let host = host.map(|value| value.to_str().unwrap_or(""));
        match host.is_some_and(|host| !self.is_own(host_name(host))) {
            true => Err(Foreign::Host),
            false => Ok(()),
        }
    }

    /// Whether a page with this origin is one of this server's pages, asking for
    /// `host`: pages at the ports in `ports`, under the name that is asked for.
    ///
    /// ```
    /// use foxden_web::{ports::Reach, guard::Guard};
    /// let guard = Guard::new(Reach::Loopback, []);
    /// assert!(guard.is_own_page("http://localhost:29201", Some("localhost:29200"), &[29201]));
    /// for foreign in ["null", "file://", "http://evil.example:29201", "http://localhost:8080"] {
    ///     assert!(!guard.is_own_page(foreign, Some("localhost:29200"), &[29201]));
    /// }
    /// // a name that others made point here
    /// let evil = "http://evil.example:29201";
    /// assert!(!guard.is_own_page(evil, Some("evil.example:29200"), &[29201]));
    /// ```
    pub fn is_own_page(&self, origin: &str, host: Option<&str>, ports: &[u16]) -> bool {
        let Some(authority) = origin.strip_prefix("http://") else {
            return false;
        };
        let name = host_name(authority);
        let port = authority[name.len()..].trim_start_matches(':');
        let port = if port.is_empty() {
            Ok(80)
        } else {
            port.parse()
        };
        self.is_own(name)
            && host.is_some_and(|host| host_name(host).eq_ignore_ascii_case(name))
            && port.is_ok_and(|port: u16| ports.contains(&port))
    }

    fn is_own(&self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("localhost")
            || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
        {
            return true;
        }
        let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        match self.reach {
            Reach::Loopback => address.is_some_and(|address| address.is_loopback()),
            // names could be made to point here by others, addresses could not
            Reach::Public => address.is_some(),
        }
    }
}

fn text_of_site(headers: &HeaderMap) -> Option<&str> {
    headers.get("sec-fetch-site")?.to_str().ok()
}

/// A host without its port.
fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Refuses foreign requests with 403 before anything else looks at them.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api") || path.starts_with("/viewer");
    // frames without an origin read these; a random word in the path keeps others out
    let is_for_frames = path.starts_with("/viewer/window/") && request.method() == Method::GET;
    let checked = match is_for_frames {
        true => guard.check_host(request.headers()),
        false => guard.check(request.headers(), is_api),
    };
    match checked {
        Ok(()) => next.run(request).await,
        Err(foreign) => (
            StatusCode::FORBIDDEN,
            [(header::CONTENT_TYPE, "application/json")],
            Body::from(format!("{{\"error\":\"{foreign}\"}}")),
        )
            .into_response(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ask(reach: Reach, pairs: &[(&'static str, &str)]) -> Result<(), Foreign> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        Guard::new(reach, ["den.example".to_owned()]).check(&headers, true)
    }

    #[test]
    fn only_own_names_are_answered() {
        for host in [
            "localhost",
            "127.0.0.1:1",
            "[::1]:80",
            "[::1]",
            "den.example:9",
        ] {
            assert_eq!(ask(Reach::Loopback, &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["evil.example", "192.0.2.1:80", "localhost.evil.example", ""] {
            assert_eq!(
                ask(Reach::Loopback, &[("host", host)]),
                Err(Foreign::Host),
                "{host}"
            );
        }
        assert_eq!(ask(Reach::Public, &[("host", "192.0.2.1:80")]), Ok(()));
        assert_eq!(
            ask(Reach::Public, &[("host", "evil.example")]),
            Err(Foreign::Host)
        );
        assert_eq!(ask(Reach::Loopback, &[]), Ok(()));
    }

    #[test]
    fn pages_of_other_sites_are_not() {
        let own = ("host", "localhost:80");
        let origin = |origin| ask(Reach::Loopback, &[own, ("origin", origin)]);
        assert_eq!(origin("http://localhost:80"), Ok(()));
        for foreign in ["null", "http://localhost:81", "http://evil.example", ""] {
            assert_eq!(origin(foreign), Err(Foreign::Origin), "{foreign}");
        }
        assert_eq!(
            ask(Reach::Loopback, &[own, ("sec-fetch-site", "cross-site")]),
            Err(Foreign::Origin)
        );
        assert_eq!(
            ask(Reach::Loopback, &[own, ("sec-fetch-site", "same-origin")]),
            Ok(())
        );
    }
}
