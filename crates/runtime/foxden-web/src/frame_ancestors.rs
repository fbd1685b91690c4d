//! Which pages of other origins may show the viewer's page in a frame.
//!
//! A page that frames the viewer can lay itself over it and so lead a person to press its
//! buttons. So nobody may do that, unless the user names an origin.

use axum::http::HeaderValue;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// An origin that may frame the page, such as `http://localhost:8888`; `*` as the port means
/// any port.
///
/// ```
/// use foxden_web::frame_ancestors::FrameAncestor;
/// assert!("http://localhost:*".parse::<FrameAncestor>().is_ok());
/// assert!("https://notebooks.example".parse::<FrameAncestor>().is_ok());
/// for wrong in ["*", "localhost:8888", "http://*", "http://a/b", "http://a; script-src *"] {
///     assert!(wrong.parse::<FrameAncestor>().is_err(), "{wrong}");
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameAncestor(String);

/// The text is no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an origin is needed, such as http://localhost:8888, or http://localhost:* for any port")]
pub struct NoOrigin;

impl FromStr for FrameAncestor {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let authority = text
            .strip_prefix("http://")
            .or_else(|| text.strip_prefix("https://"))
            .ok_or(NoOrigin)?;
        let (host, port) = authority.split_once(':').unwrap_or((authority, "*"));
        // nothing else can be in the name of a host, and nothing of it has a meaning in a header
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let is_port = port == "*" || port.parse::<u16>().is_ok_and(|port| port > 0);
        match !host.is_empty() && host.bytes().all(is_plain) && is_port {
            true => Ok(Self(text.to_owned())),
            false => Err(NoOrigin),
        }
    }
}

impl fmt::Display for FrameAncestor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// All origins that may frame the page; none by default.
#[derive(Clone, Debug, Default)]
pub struct FrameAncestors(Arc<[FrameAncestor]>);

impl FrameAncestors {
    /// These origins may frame the page.
    pub fn new(origins: impl IntoIterator<Item = FrameAncestor>) -> Self {
        Self(origins.into_iter().collect())
    }

    /// A content security policy with the rule about frames at its end.
    pub(crate) fn policy(&self, others: &'static str) -> HeaderValue {
        let mut policy = format!("{others}; frame-ancestors");
        for origin in &*self.0 {
            policy += &format!(" {origin}");
        }
        if self.0.is_empty() {
            policy += " 'none'";
        }
        // origins have letters, digits and signs of addresses only
        HeaderValue::from_str(&policy)
            .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
    }
}
