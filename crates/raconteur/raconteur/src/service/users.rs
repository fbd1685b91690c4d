//! Users, their passwords and what they may do.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use md5::{Digest, Md5};

use crate::error::{Error, ErrorCode, Result};
use crate::link::StreamInfo;
use crate::message::NodeId;
use crate::value::Value;

/// A user who has been authenticated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Name.
    pub name: String,
    /// What the user may do: `objectlock`, `objectlockoverride` or a word of
    /// the service's own.
    pub privileges: BTreeSet<String>,
}

/// Decides who a user is.
///
/// ```
/// use std::collections::{BTreeMap, BTreeSet};
/// use raconteur::service::{Authenticator, User};
/// use raconteur::value::Value;
/// use raconteur::{Error, ErrorCode};
///
/// struct Riddle;
/// impl Authenticator for Riddle {
///     fn authenticate(&self, name: &str, credentials: &BTreeMap<String, Value>) -> raconteur::Result<User> {
///         match credentials.get("answer") {
///             Some(Value::String(answer)) if &**answer == "42" => {
///                 Ok(User { name: name.to_owned(), privileges: BTreeSet::new() })
///             }
///             _ => Err(Error::new(ErrorCode::AuthenticationError, "wrong answer")),
///         }
///     }
/// }
/// # let _ = Riddle;
/// ```
pub trait Authenticator: Send + Sync + 'static {
    /// The user with that name and those credentials, or an
    /// [`AuthenticationError`](ErrorCode::AuthenticationError).
    fn authenticate(&self, name: &str, credentials: &BTreeMap<String, Value>) -> Result<User>;

    /// As [`Authenticator::authenticate`], for an authenticator that depends
    /// on how the client is connected.
    fn authenticate_from(
        &self,
        name: &str,
        credentials: &BTreeMap<String, Value>,
        _peer: &LoginPeer,
    ) -> Result<User> {
        self.authenticate(name, credentials)
    }
}

/// The client that a user logs in from.
///
/// ```
/// use raconteur::service::LoginPeer;
/// fn is_protected(peer: &LoginPeer) -> bool {
///     peer.verified_node.is_some() || peer.stream.secure
/// }
/// # let _ = is_protected;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LoginPeer {
    /// The client's node, if a certificate of it was checked or it uses a
    /// local socket.
    pub verified_node: Option<NodeId>,
    /// How the client is connected.
    pub stream: StreamInfo,
}

/// Who may use a service.
///
/// ```
/// use raconteur::service::{PasswordFile, Security};
/// let users = PasswordFile::parse("fox 5f4dcc3b5aa765d61d8327deb882cf99 objectlock\n")?;
/// let security = Security::require(users);
/// assert!(security.require_valid_user);
/// # Ok::<(), raconteur::service::PasswordFileError>(())
/// ```
#[derive(Clone)]
pub struct Security {
    /// Decides who a user is.
    pub authenticator: Arc<dyn Authenticator>,
    /// Whether everybody must be authenticated.
    pub require_valid_user: bool,
    /// Whether users may lock objects.
    pub allow_object_lock: bool,
}

impl Security {
    /// Everybody must be authenticated and may lock objects, given the privilege.
    pub fn require(authenticator: impl Authenticator) -> Self {
        Self {
            authenticator: Arc::new(authenticator),
            require_valid_user: true,
            allow_object_lock: true,
        }
    }
}

impl std::fmt::Debug for Security {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Security")
            .field("require_valid_user", &self.require_valid_user)
            .field("allow_object_lock", &self.allow_object_lock)
            .finish_non_exhaustive()
    }
}

/// Users from a text: one per line, `name md5 privileges`.
///
/// MD5 is what deployed password files hold; it protects nothing against who
/// can read the file.
///
/// ```
/// use std::collections::BTreeMap;
/// use raconteur::service::{Authenticator, PasswordFile};
/// let users = PasswordFile::parse("fox 5f4dcc3b5aa765d61d8327deb882cf99 objectlock,drive\n")?;
/// let good = BTreeMap::from([("password".to_owned(), "password".into())]);
/// assert!(users.authenticate("fox", &good).is_ok());
/// assert!(users.authenticate("hen", &good).is_err());
/// # Ok::<(), raconteur::service::PasswordFileError>(())
/// ```
#[derive(Debug, Default)]
pub struct PasswordFile {
    users: BTreeMap<String, Account>,
    require_verified_client: bool,
}

#[derive(Debug)]
struct Account {
    digest: [u8; 16],
    privileges: BTreeSet<String>,
    /// Nodes that the user may log in from, if clients must be verified; empty
    /// for all.
    nodes: BTreeSet<NodeId>,
}

/// A line of a password file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the password file is not \"name md5 privileges\"")]
pub struct PasswordFileError {
    /// Line number from 1.
    pub line: usize,
}

impl PasswordFile {
    /// Reads the text of a password file.
    pub fn parse(text: &str) -> Result<Self, PasswordFileError> {
        let mut users = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let error = PasswordFileError { line: number + 1 };
            let mut words = line.split_ascii_whitespace();
            let Some(name) = words.next() else { continue };
            let digest = words.next().and_then(parse_digest).ok_or(error.clone())?;
            let privileges = match words.next() {
                None | Some("_") => BTreeSet::new(),
                Some(list) => list.split(',').map(str::to_owned).collect(),
            };
            let nodes = words.next().into_iter().flat_map(|list| list.split(','));
            let nodes = nodes
                .map(|id| id.parse().map_err(|_| error.clone()))
                .collect::<Result<_, _>>()?;
            let account = Account {
                digest,
                privileges,
                nodes,
            };
            users.insert(name.to_owned(), account);
        }
        Ok(Self {
            users,
            require_verified_client: false,
        })
    }

    /// Lets users log in only from a node that is verified by its certificate,
    /// and if the user's line lists nodes, only from one of these.
    ///
    /// ```
    /// use raconteur::service::PasswordFile;
    /// let users = PasswordFile::parse(
    ///     "fox 5f4dcc3b5aa765d61d8327deb882cf99 _ {12345678-1234-1234-1234-1234567890ab}\n",
    /// )?
    /// .require_verified_client();
    /// # let _ = users;
    /// # Ok::<(), raconteur::service::PasswordFileError>(())
    /// ```
    #[must_use]
    pub fn require_verified_client(mut self) -> Self {
        self.require_verified_client = true;
        self
    }
}

fn parse_digest(text: &str) -> Option<[u8; 16]> {
    if text.len() != 32 || !text.is_ascii() {
        return None;
    }
    let mut digest = [0; 16];
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(digest)
}

impl Authenticator for PasswordFile {
    fn authenticate_from(
        &self,
        name: &str,
        credentials: &BTreeMap<String, Value>,
        peer: &LoginPeer,
    ) -> Result<User> {
        let user = self.authenticate(name, credentials)?;
        if !self.require_verified_client {
            return Ok(user);
        }
        let refused = |reason| Error::new(ErrorCode::AuthenticationError, reason);
        let node = peer
            .verified_node
            .ok_or_else(|| refused("Client connection could not be verified"))?;
        match self.users.get(name) {
            Some(account) if !account.nodes.is_empty() && !account.nodes.contains(&node) => {
                Err(refused("Incorrect client NodeID or certificate error"))
            }
            _ => Ok(user),
        }
    }

    fn authenticate(&self, name: &str, credentials: &BTreeMap<String, Value>) -> Result<User> {
        let password = match credentials.get("password") {
            Some(Value::String(password)) => password.as_bytes().as_ref(),
            _ => &[][..],
        };
        let offered: [u8; 16] = Md5::digest(password).into();
        let account = self.users.get(name);
        // An unknown user takes as long as a known one.
        let expected = account.map_or([0; 16], |account| account.digest);
        let difference = offered
            .iter()
            .zip(expected)
            .fold(0, |difference, (a, b)| difference | (a ^ b));
        match account {
            Some(account) if difference == 0 => Ok(User {
                name: name.to_owned(),
                privileges: account.privileges.clone(),
            }),
            _ => Err(Error::new(
                ErrorCode::AuthenticationError,
                "Invalid username or password",
            )),
        }
    }
}
