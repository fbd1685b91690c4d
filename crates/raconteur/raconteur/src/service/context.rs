//! The client that sent a request: its session, user and object.

use std::sync::Arc;

use bytestring::ByteString;

use super::{Permissions, ServerSession, User};
use crate::error::Result;
use crate::link::StreamInfo;
use crate::message::NodeId;

/// The session and object that a request belongs to.
///
/// ```
/// use raconteur::service::DynamicObject;
/// let whoami = DynamicObject::new("example.door.Door").function("whoami", |(): (), context| async move {
///     Ok(context.user().map_or("nobody".to_owned(), |user| user.name))
/// });
/// # let _ = whoami;
/// ```
///
/// ```
/// use raconteur::service::Context;
/// fn describe(context: &Context) -> String {
///     let user = context.user().map(|user| user.name).unwrap_or_default();
///     format!("{user} of node {} at {:?} asks for {}", context.client_node(), context.stream().peer, context.path())
/// }
/// async fn forget_part(context: &Context) -> raconteur::Result<()> {
///     println!("client {}", context.endpoint());
///     context.release("robot.part")
/// }
/// # let _ = (describe, forget_part);
/// ```
#[derive(Clone)]
pub struct Context {
    pub(crate) session: Arc<ServerSession>,
    pub(crate) path: ByteString,
}

impl Context {
    /// Number of the client's session; callbacks are called by it.
    pub fn endpoint(&self) -> u32 {
        self.session.local_endpoint
    }

    /// Node of the client.
    pub fn client_node(&self) -> NodeId {
        self.session.node
    }

    /// Node of the client, if it has shown a node certificate that the server
    /// trusts, or uses a local socket.
    ///
    /// ```
    /// use raconteur::service::Context;
    /// fn is_verified(context: &Context) -> bool {
    ///     context.verified_node() == Some(context.client_node())
    /// }
    /// # let _ = is_verified;
    /// ```
    pub fn verified_node(&self) -> Option<NodeId> {
        self.session.link.verified_node()
    }

    /// The user, if one has been authenticated.
    pub fn user(&self) -> Option<User> {
        self.session.user.read().clone()
    }

    /// Whether the user has a privilege, directly or because another one
    /// [includes](super::Permissions::includes) it.
    ///
    /// ```
    /// use raconteur::service::Context;
    /// async fn set_speed(context: &Context, speed: f64) -> raconteur::Result<()> {
    ///     if speed > 1.0 && !context.has_privilege("hurry") {
    ///         context.require_privilege("drive")?;
    ///     }
    ///     Ok(())
    /// }
    /// # let _ = set_speed;
    /// ```
    pub fn has_privilege(&self, privilege: &str) -> bool {
        self.require_privilege(privilege).is_ok()
    }

    /// An error that says what is missing, unless the user has a privilege.
    pub fn require_privilege(&self, privilege: &str) -> Result<()> {
        let user = self.session.user.read();
        match &self.session.service.permissions {
            Some(permissions) => permissions.require(user.as_ref(), privilege),
            None => Permissions::default().require(user.as_ref(), privilege),
        }
    }

    /// Whether the client is still there.
    ///
    /// ```
    /// use raconteur::service::Context;
    /// fn is_worth_going_on(context: &Context) -> bool {
    ///     context.is_open()
    /// }
    /// # let _ = is_worth_going_on;
    /// ```
    pub fn is_open(&self) -> bool {
        let session = self.session.service.session(self.endpoint());
        session.is_some_and(|session| Arc::ptr_eq(&session, &self.session))
    }

    /// Path of the object.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// How the client is connected.
    pub fn stream(&self) -> StreamInfo {
        self.session.link.stream()
    }

    /// Stops serving the object at a path and everything below it. The next
    /// request for the path asks for the object again.
    pub fn release(&self, path: &str) -> Result<()> {
        self.session.service.release(path);
        Ok(())
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("endpoint", &self.endpoint())
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}
