//! Which web pages may connect.

use std::fmt;
use std::sync::Arc;

/// Origins of web pages that a WebSocket server accepts.
///
/// Programs that are no browsers send no origin and are always accepted.
///
/// ```
/// use raconteur::transport::Origins;
/// let origins = Origins::default().allow("http://localhost:8080").allow("https://*.example.com");
/// assert!(origins.accepts("https://lab.example.com"));
/// assert!(origins.accepts("http://localhost:8080"));
/// assert!(!origins.accepts("http://localhost:9090"));
/// ```
#[derive(Clone)]
pub struct Origins {
    list: Vec<String>,
    rule: Option<OriginRule>,
}

/// Decides about a page by its origin and by the host that it asks for.
type OriginRule = Arc<dyn Fn(&str, Option<&str>) -> bool + Send + Sync>;

impl fmt::Debug for Origins {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Origins")
            .field("list", &self.list)
            .field("has_rule", &self.rule.is_some())
            .finish()
    }
}

impl Default for Origins {
    /// The origins of the reference node.
    fn default() -> Self {
        let mut origins: Vec<String> = ["null", "file://", "chrome-extension://"]
            .map(String::from)
            .into();
        for (scheme, port) in [("http", 80), ("https", 443)] {
            for host in ["robotraconteur.com", "*.robotraconteur.com"] {
                origins.push(format!("{scheme}://{host}"));
                origins.push(format!("{scheme}://{host}:{port}"));
            }
        }
        Self {
            list: origins,
            rule: None,
        }
    }
}

impl Origins {
    /// No origin at all.
    pub fn none() -> Self {
        Self {
            list: Vec::new(),
            rule: None,
        }
    }

    /// Also accepts pages that a rule admits; it gets the origin and the `Host`
    /// of the request.
    ///
    /// ```
    /// use raconteur::transport::Origins;
    /// let own = |origin: &str, host: Option<&str>| {
    ///     origin.strip_prefix("http://").is_some_and(|name| Some(name) == host)
    /// };
    /// let origins = Origins::none().allow_if(own);
    /// assert!(origins.admits("http://den:80", Some("den:80")));
    /// assert!(!origins.admits("http://evil:80", Some("den:80")));
    /// ```
    #[must_use]
    pub fn allow_if(
        mut self,
        rule: impl Fn(&str, Option<&str>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.rule = Some(Arc::new(rule));
        self
    }

    /// Adds an origin: exact, a scheme that ends in `://`, or with one `*` in
    /// front of the end of a host name.
    #[must_use]
    pub fn allow(mut self, origin: impl Into<String>) -> Self {
        self.list.push(origin.into());
        self
    }

    /// Takes an origin away, for example `null`, which any sandboxed frame has.
    ///
    /// ```
    /// use raconteur::transport::Origins;
    /// assert!(!Origins::default().deny("null").accepts("null"));
    /// assert!(!Origins::none().accepts("https://robotraconteur.com"));
    /// ```
    #[must_use]
    pub fn deny(mut self, origin: &str) -> Self {
        self.list.retain(|entry| entry != origin);
        self
    }

    /// Whether a page of that origin may connect to a host of that name.
    pub fn admits(&self, origin: &str, host: Option<&str>) -> bool {
        let is_ruled_in = self.rule.as_ref().is_some_and(|rule| rule(origin, host));
        is_ruled_in || self.accepts(origin)
    }

    /// Whether the list has that origin.
    pub fn accepts(&self, origin: &str) -> bool {
        let base = match origin.split_once("://") {
            Some((scheme, rest)) => {
                let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
                format!("{scheme}://{authority}")
            }
            None => origin.to_owned(),
        };
        self.list
            .iter()
            .any(|entry| entry == origin || *entry == base || matches_pattern(entry, &base))
    }
}

fn matches_pattern(entry: &str, origin: &str) -> bool {
    if entry.ends_with("://") {
        return origin.starts_with(entry);
    }
    match entry.split_once('*') {
        Some((prefix, suffix)) => {
            origin.len() > prefix.len() + suffix.len()
                && origin.starts_with(prefix)
                && origin.ends_with(suffix)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_list_is_that_of_the_reference_node() {
        let origins = Origins::default();
        for good in [
            "null",
            "file://",
            "file:///home/fox/page.html",
            "chrome-extension://abcdef",
            "http://robotraconteur.com",
            "https://wiki.robotraconteur.com:443",
        ] {
            assert!(origins.accepts(good), "{good}");
        }
        for bad in [
            "http://localhost:8080",
            "http://evilrobotraconteur.com",
            "https://robotraconteur.com.evil.org",
            "https://robotraconteur.com:8443",
            "",
        ] {
            assert!(!origins.accepts(bad), "{bad}");
        }
        assert!(!origins.deny("null").accepts("null"));
    }
}
