//! Services: objects that a node offers to others.
//!
//! An object implements [`Object`], by hand, through [`DynamicObject`] or by
//! generated code. A [`Service`] names the root object and says who may use it.

mod active_objects;
mod context;
mod dynamic;
mod locks;
mod object;
pub(crate) mod path;
mod permissions;
mod session;
mod session_operations;
mod state;
mod users;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use context::Context;
pub use dynamic::DynamicObject;
pub use object::{BoxFuture, Object};
pub use permissions::{Access, Permissions};
pub use users::{Authenticator, LoginPeer, PasswordFile, PasswordFileError, Security, User};

pub(crate) use permissions::access_of;
pub(crate) use session::{MOST_CHANNELS, Reply, ServerSession, run};
pub(crate) use session_operations::read_credentials;
pub(crate) use state::ServiceState;

use crate::schema::Schema;
use crate::value::{IntoValue, Value};

/// A service before it is registered with a node.
///
/// ```
/// use raconteur::schema::Schema;
/// use raconteur::service::{DynamicObject, Service};
///
/// let schema = Schema::parse(&["service example.lamp\n\nobject Lamp\n    property double brightness\nend\n"])?;
/// let lamp = DynamicObject::new("example.lamp.Lamp").property("brightness", |_| Ok(0.5), |_: f64, _| Ok(()));
/// let service = Service::new("lamp", schema, lamp).attribute("room", "kitchen");
/// # let _ = service;
/// # Ok::<(), raconteur::Error>(())
/// ```
pub struct Service {
    pub(crate) name: String,
    pub(crate) schema: Arc<Schema>,
    pub(crate) root: Arc<dyn Object>,
    pub(crate) attributes: BTreeMap<String, Value>,
    pub(crate) security: Option<Security>,
    pub(crate) permissions: Option<Permissions>,
    pub(crate) extra_imports: Vec<String>,
}

impl Service {
    /// A service that everybody may use.
    pub fn new(name: impl Into<String>, schema: Arc<Schema>, root: impl Object) -> Self {
        Self::shared(name, schema, Arc::new(root))
    }

    /// A service whose root object is also held elsewhere.
    pub fn shared(name: impl Into<String>, schema: Arc<Schema>, root: Arc<dyn Object>) -> Self {
        Self {
            name: name.into(),
            schema,
            root,
            attributes: BTreeMap::new(),
            security: None,
            permissions: None,
            extra_imports: Vec::new(),
        }
    }

    /// Adds an attribute that finders of services can see.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, value: impl IntoValue) -> Self {
        self.attributes.insert(name.into(), value.into_value());
        self
    }

    /// Asks users for their names.
    #[must_use]
    pub fn security(mut self, security: Security) -> Self {
        self.security = Some(security);
        self
    }

    /// Says which privileges of users the members need.
    #[must_use]
    pub fn permissions(mut self, permissions: Permissions) -> Self {
        self.permissions = Some(permissions);
        self
    }

    /// Serves it on a separate node, named like the service, until the task
    /// is dropped or the listener cannot be opened.
    ///
    /// ```no_run
    /// # use raconteur::schema::Schema;
    /// # use raconteur::service::{DynamicObject, Service};
    /// # #[tokio::main] async fn main() -> raconteur::Result<()> {
    /// let schema = Schema::parse(&["service example.lamp\n\nobject Lamp\n    property double brightness\nend\n"])?;
    /// let lamp = DynamicObject::new("example.lamp.Lamp").property("brightness", |_| Ok(0.5), |_: f64, _| Ok(()));
    /// Service::new("lamp", schema, lamp).serve("127.0.0.1:29201").await
    /// # }
    /// ```
    pub async fn serve(self, address: impl tokio::net::ToSocketAddrs) -> crate::Result<()> {
        let node = crate::Node::new(&self.name)?;
        node.register(self)?;
        let _listener = node.listen(address, Default::default()).await?;
        std::future::pending().await
    }

    /// Names a definition that clients should load although nothing imports it.
    ///
    /// ```
    /// # fn example(schema: std::sync::Arc<raconteur::schema::Schema>, root: std::sync::Arc<dyn raconteur::service::Object>) -> Result<(), Box<dyn std::error::Error>> {
    /// use raconteur::service::{PasswordFile, Permissions, Security, Service};
    ///
    /// let users = PasswordFile::parse("fox 5f4dcc3b5aa765d61d8327deb882cf99 objectlock")?;
    /// let service = Service::shared("den", schema, root)
    ///     .security(Security::require(users))
    ///     .permissions(Permissions::default().write("drive"))
    ///     .extra_import("example.extras");
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn extra_import(mut self, definition: impl Into<String>) -> Self {
        self.extra_imports.push(definition.into());
        self
    }
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service")
            .field("name", &self.name)
            .field("type", &self.root.type_name())
            .finish_non_exhaustive()
    }
}
