//! The identity of a node.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// Identity of a node: a UUID, or zero for "any node".
///
/// ```
/// use raconteur::message::NodeId;
/// let id: NodeId = "{12345678-1234-1234-1234-1234567890ab}".parse()?;
/// assert_eq!(id.to_string(), "12345678-1234-1234-1234-1234567890ab");
/// assert!(NodeId::ANY.is_any());
/// # Ok::<(), raconteur::message::InvalidNodeId>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(Uuid);

impl NodeId {
    /// Any node.
    pub const ANY: Self = Self(Uuid::nil());

    /// A fresh random identity.
    ///
    /// ```
    /// use raconteur::message::NodeId;
    /// let id = NodeId::random();
    /// assert_eq!(NodeId::from_bytes(*id.as_bytes()), id);
    /// assert_eq!(id.braced(), format!("{{{id}}}"));
    /// ```
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// From the sixteen bytes in the order of the text form.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }

    /// The sixteen bytes in the order of the text form.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// Whether this means any node.
    pub const fn is_any(&self) -> bool {
        self.0.is_nil()
    }

    /// The text form in braces, as files and announcements write it.
    pub fn braced(&self) -> String {
        format!("{{{}}}", self.0)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({})", self.0)
    }
}

/// The text is not a node identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a node identity: expected a UUID with or without braces")]
pub struct InvalidNodeId;

impl FromStr for NodeId {
    type Err = InvalidNodeId;

    fn from_str(text: &str) -> Result<Self, InvalidNodeId> {
        let inner = match text.strip_prefix('{') {
            Some(rest) => rest.strip_suffix('}').ok_or(InvalidNodeId)?,
            None => text,
        };
        if inner.len() != 36 {
            return Err(InvalidNodeId);
        }
        Uuid::try_parse(inner).map(Self).map_err(|_| InvalidNodeId)
    }
}
