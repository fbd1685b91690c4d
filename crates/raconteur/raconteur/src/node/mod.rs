//! The node: its identity, its services and the addresses at which it listens.

mod identity_store;
mod listen;
mod logins;
mod state;
mod stream;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use identity_store::IdentityStore;
pub use listen::{ListenOptions, Listener};
pub(crate) use state::{FoundNode, NodeState, random_word};

use crate::connection::Identity;
use crate::error::{Error, ErrorCode, Result};
use crate::message::NodeId;
use crate::service::{Service, ServiceState, path};
use crate::value::Value;

/// A node that offers services and uses those of others.
///
/// Clones are the same node. It stops when [`Node::shutdown`] is called or the
/// last clone, listener and client are dropped.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), raconteur::Error> {
/// use raconteur::Node;
/// let node = Node::new("example.node")?;
/// let listener = node.listen("127.0.0.1:0", Default::default()).await?;
/// println!("listening on {}", listener.address());
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) state: Arc<NodeState>,
}

/// Longest name of a node.
const LONGEST_NAME: usize = 1024;

impl Node {
    /// A node with a name and a fresh random identity. An empty name is none.
    pub fn new(name: &str) -> Result<Self> {
        Self::with_identity(name, NodeId::random())
    }

    /// A node with a name and an identity that stays the same from run to run.
    ///
    /// ```
    /// use raconteur::{Node, message::NodeId};
    /// let id: NodeId = "12345678-1234-1234-1234-1234567890ab".parse()?;
    /// let node = Node::with_identity("example.fox", id)?;
    /// assert_eq!((node.name(), node.id()), ("example.fox", id));
    /// assert!(node.services().is_empty());
    /// node.shutdown();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_identity(name: &str, id: NodeId) -> Result<Self> {
        let mut characters = name.chars();
        let valid = match characters.next() {
            None => true,
            Some(first) => {
                first.is_ascii_alphabetic()
                    && name.len() <= LONGEST_NAME
                    && characters.all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
            }
        };
        if !valid || id.is_any() {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                "a node name begins with a letter and holds letters, digits and _.- only",
            ));
        }
        let identity = Identity {
            id,
            name: name.to_owned().into(),
        };
        Ok(Self {
            state: NodeState::new(identity)?,
        })
    }

    /// Identity.
    pub fn id(&self) -> NodeId {
        self.state.identity().id
    }

    /// Name, may be empty.
    pub fn name(&self) -> &str {
        &self.state.identity().name
    }

    /// Offers a service.
    pub fn register(&self, service: Service) -> Result<ServiceHandle> {
        let state = self.state.register(service)?;
        Ok(ServiceHandle {
            state,
            node: self.state.clone(),
        })
    }

    /// Names of the services on offer, without the index.
    pub fn services(&self) -> Vec<String> {
        self.state
            .services()
            .iter()
            .map(|service| service.name.clone())
            .filter(|name| name != crate::server::INDEX_NAME)
            .collect()
    }

    /// Ends every connection and stops listening.
    pub fn shutdown(&self) {
        self.state.shutdown();
    }
}

/// A service on offer.
///
/// ```
/// # fn example(node: raconteur::Node, service: raconteur::service::Service) -> raconteur::Result<()> {
/// use raconteur::ServiceHandle;
/// use raconteur::value::Value;
///
/// let robot: ServiceHandle = node.register(service)?;
/// println!("{} has {} clients", robot.name(), robot.sessions());
/// robot.set_attributes([("room".to_owned(), Value::from("den"))].into());
/// robot.lock("robot.arm", "service")?;
/// robot.unlock("robot.arm")?;
/// robot.release("robot.arm");
/// robot.close();
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct ServiceHandle {
    state: Arc<ServiceState>,
    node: Arc<NodeState>,
}

impl ServiceHandle {
    /// Name.
    pub fn name(&self) -> &str {
        &self.state.name
    }

    /// Number of clients.
    pub fn sessions(&self) -> usize {
        self.state.sessions().len()
    }

    /// Replaces the attributes that finders of services can see.
    pub fn set_attributes(&self, attributes: BTreeMap<String, Value>) {
        *self.state.attributes.write() = attributes;
        self.node.services_changed();
    }

    /// The path of the object that the root object has under an index.
    ///
    /// ```
    /// # fn example(cart: raconteur::ServiceHandle) {
    /// // "cart.wheel[front%20left]"
    /// cart.release(&cart.indexed_path("wheel", "front left"));
    /// # }
    /// ```
    pub fn indexed_path(&self, member: &str, index: &str) -> String {
        path::indexed(&self.state.name, member, index)
    }

    /// Locks the object at a path for a user, on behalf of the service.
    pub fn lock(&self, path: &str, user: &str) -> Result<()> {
        self.state.lock_for(path, user)
    }

    /// Unlocks the object at a path, independent of the owner of the lock.
    pub fn unlock(&self, path: &str) -> Result<()> {
        self.state.unlock(path)
    }

    /// An error if another client has locked the object at a path, something above it or something
    /// below it. The client is a session of any service of the node, by its
    /// [number](crate::service::Context::endpoint): one thing may have several services.
    ///
    /// ```
    /// use raconteur::service::Context;
    /// use raconteur::{Result, ServiceHandle};
    /// fn drive_wheel(arm: &ServiceHandle, context: &Context) -> Result<()> {
    ///     arm.check_lock("arm", context.endpoint())
    /// }
    /// # let _ = drive_wheel;
    /// ```
    ///
    /// # Errors
    /// [`ErrorCode::ObjectLockedError`].
    pub fn check_lock(&self, path: &str, endpoint: u32) -> Result<()> {
        self.state.check_client(path, endpoint)
    }

    /// Stops serving the object at a path and everything below it.
    pub fn release(&self, path: &str) {
        self.state.release(path);
    }

    /// Removes the service from the node and informs its clients.
    pub fn close(&self) {
        self.node.unregister(&self.state.name);
        self.state.close();
    }
}
