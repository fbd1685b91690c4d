//! What the node asks of an object.

use std::sync::Arc;

use super::Context;
use crate::error::{Error, Result};
use crate::members::{Callback, Event, Generator, Memory, Pipe, Wire};
use crate::value::Value;

/// A future in a box.
pub type BoxFuture<'a, T> = futures_util::future::BoxFuture<'a, T>;

fn unknown<'a, T: Send + 'a>(name: &str) -> BoxFuture<'a, Result<T>> {
    let error = Error::member_not_found(name);
    Box::pin(async { Err(error) })
}

/// An object of a service, member by name.
///
/// The node checks values against the definition before they arrive and checks
/// the results. Parameters are in the order of the definition. Requests of one
/// client start in the order they arrive; a future that is not ready
/// immediately continues in a separate task.
///
/// ```
/// use raconteur::service::{BoxFuture, Context, Object};
/// use raconteur::value::{IntoValue, Value};
/// use raconteur::{Error, Result};
///
/// struct Thermometer;
///
/// impl Object for Thermometer {
///     fn type_name(&self) -> &str {
///         "example.weather.Thermometer"
///     }
///
///     fn get<'a>(&'a self, name: &'a str, _: &'a Context) -> BoxFuture<'a, Result<Value>> {
///         Box::pin(async move {
///             match name {
///                 "celsius" => Ok(21.5.into_value()),
///                 _ => Err(Error::new(raconteur::ErrorCode::MemberNotFound, name)),
///             }
///         })
///     }
/// }
/// ```
pub trait Object: Send + Sync + 'static {
    /// Qualified type of the object, such as `example.lamp.Lamp`.
    fn type_name(&self) -> &str;

    /// Reads a property.
    fn get<'a>(&'a self, name: &'a str, context: &'a Context) -> BoxFuture<'a, Result<Value>> {
        let _ = context;
        unknown(name)
    }

    /// Writes a property.
    fn set<'a>(
        &'a self,
        name: &'a str,
        value: Value,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<()>> {
        let _ = (value, context);
        unknown(name)
    }

    /// Calls a function.
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Value>> {
        let _ = (arguments, context);
        unknown(name)
    }

    /// Calls a function that gives a generator.
    fn generate<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Box<dyn Generator>>> {
        let _ = (arguments, context);
        unknown(name)
    }

    /// Follows an object reference.
    fn object<'a>(
        &'a self,
        name: &'a str,
        index: Option<&'a str>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Arc<dyn Object>>> {
        let _ = (index, context);
        unknown(name)
    }

    /// The event of that name.
    fn event(&self, name: &str) -> Option<Event> {
        let _ = name;
        None
    }

    /// The wire of that name.
    fn wire(&self, name: &str) -> Option<Wire> {
        let _ = name;
        None
    }

    /// The pipe of that name.
    fn pipe(&self, name: &str) -> Option<Pipe> {
        let _ = name;
        None
    }

    /// The callback of that name.
    fn callback(&self, name: &str) -> Option<Callback> {
        let _ = name;
        None
    }

    /// The memory of that name.
    fn memory(&self, name: &str) -> Option<Arc<dyn Memory>> {
        let _ = name;
        None
    }

    /// Whether a client may hold the object for itself for a while.
    fn has_monitor(&self) -> bool {
        false
    }
}
