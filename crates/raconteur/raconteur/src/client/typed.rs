//! Members of typed stubs that are more than a question and an answer.

use std::marker::PhantomData;

use super::ObjectRef;
use crate::error::{Error, ErrorCode, Result};
use crate::members::{PipeEndpoint, WireConnection};
use crate::value::{FromValue, IntoValue, Timestamp};

impl ObjectRef {
    /// True if the object is of that qualified type or implements it.
    ///
    /// ```no_run
    /// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
    /// if robot.is_a("example.robot.Arm") {
    ///     robot.require_type("example.robot.Robot")?;
    /// }
    /// # Ok(()) }
    /// ```
    pub fn is_a(&self, type_name: &str) -> bool {
        let own = &*self.schema().type_name;
        if own == type_name {
            return true;
        }
        let schema = self.state().schema();
        let definitions = schema.definitions();
        let Some((service, _)) = own.rsplit_once('.') else {
            return false;
        };
        match (definitions.definition(service), definitions.object(own)) {
            (Some(definition), Some(object)) => object
                .implements
                .iter()
                .any(|parent| definition.qualify(parent) == type_name),
            _ => false,
        }
    }

    /// Fails unless the object is of that qualified type or implements it.
    pub fn require_type(&self, type_name: &str) -> Result<()> {
        if self.is_a(type_name) {
            return Ok(());
        }
        Err(Error::new(
            ErrorCode::DataTypeMismatch,
            format!(
                "{} is a {}, not a {type_name}",
                self.path(),
                self.schema().type_name
            ),
        ))
    }
}

/// A wire of a remote object, not yet connected.
///
/// ```no_run
/// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
/// use raconteur::client::RemoteWire;
/// let speed: RemoteWire<f64> = RemoteWire::new(&robot, "speed");
/// let (metres_per_second, _) = speed.peek_in().await?;
/// speed.poke_out(0.5).await?;
/// assert_eq!(speed.peek_out().await?.0, 0.5);
/// let connection = speed.connect().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct RemoteWire<T> {
    object: ObjectRef,
    name: &'static str,
    marker: PhantomData<fn(T) -> T>,
}

impl<T: FromValue + IntoValue> RemoteWire<T> {
    /// The wire of that name.
    pub fn new(object: &ObjectRef, name: &'static str) -> Self {
        Self {
            object: object.clone(),
            name,
            marker: PhantomData,
        }
    }

    /// Connects the wire.
    pub async fn connect(&self) -> Result<WireConnection<T>> {
        self.object.wire(self.name).await
    }

    /// The value that the wire would send now, without connecting it.
    pub async fn peek_in(&self) -> Result<(T, Timestamp)> {
        self.object.peek_in(self.name).await
    }

    /// The value that the service has last received.
    pub async fn peek_out(&self) -> Result<(T, Timestamp)> {
        self.object.peek_out(self.name).await
    }

    /// Gives the service one value, without connecting the wire.
    pub async fn poke_out(&self, value: T) -> Result<()> {
        self.object.poke_out(self.name, value).await
    }
}

/// A pipe of a remote object, not yet connected.
///
/// ```no_run
/// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
/// use raconteur::client::RemotePipe;
/// let commands: RemotePipe<String> = RemotePipe::new(&robot, "commands");
/// commands.connect(None).await?.send("forward".to_owned())?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct RemotePipe<T> {
    object: ObjectRef,
    name: &'static str,
    marker: PhantomData<fn(T) -> T>,
}

impl<T: FromValue + IntoValue> RemotePipe<T> {
    /// The pipe of that name.
    pub fn new(object: &ObjectRef, name: &'static str) -> Self {
        Self {
            object: object.clone(),
            name,
            marker: PhantomData,
        }
    }

    /// Connects the pipe; without an index the service chooses one.
    pub async fn connect(&self, index: Option<i32>) -> Result<PipeEndpoint<T>> {
        self.object.pipe(self.name, index).await
    }
}
