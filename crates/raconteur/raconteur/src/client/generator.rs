//! Generators of a service.

use std::marker::PhantomData;
use std::sync::Arc;

use bytestring::ByteString;

use super::session::ClientState;
use crate::error::{Error, ErrorCode, Result};
use crate::message::{Element, Entry, EntryType};
use crate::schema::Type;
use crate::value::{FromValue, IntoValue, Value};

/// A generator at the service: takes `I`, gives `O`.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// let lines = object.generate::<(), String>("read_log", ()).await?;
/// while let Some(line) = lines.next(()).await? {
///     println!("{line}");
/// }
/// # Ok(()) }
/// ```
///
/// ```no_run
/// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
/// use raconteur::client::RemoteGenerator;
/// let path: RemoteGenerator<(), Vec<f64>> = robot.generate("plan", (1.0, 2.0)).await?;
/// while let Some(point) = path.next(()).await? {
///     if point.is_empty() {
///         path.abort().await?; // or `close`, which ends it in good order
///         path.close().await?;
///     }
/// }
/// // All that is left at once.
/// let points = path.collect().await?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct RemoteGenerator<I = Value, O = Value> {
    pub(super) state: Arc<ClientState>,
    pub(super) path: ByteString,
    pub(super) member: ByteString,
    pub(super) index: i32,
    pub(super) consumes: Option<Type>,
    pub(super) produces: bool,
    pub(super) marker: PhantomData<fn(I) -> O>,
}

impl<I: IntoValue, O: FromValue> RemoteGenerator<I, O> {
    fn entry(&self) -> Entry {
        Entry::new(
            EntryType::GENERATOR_NEXT,
            self.path.clone(),
            self.member.clone(),
        )
        .with(Element::scalar("index", self.index))
    }

    /// Gives the service a value and takes the next one; `None` at the end.
    pub async fn next(&self, input: I) -> Result<Option<O>> {
        let mut entry = self.entry();
        if let Some(expected) = &self.consumes {
            let value = input.into_value();
            expected.check(&value, &self.state.schema())?;
            entry.elements.push(value.into_element("parameter"));
        }
        match self.state.request(entry).await {
            Ok(mut answer) => {
                let value = match answer.take("return") {
                    Some(element) if self.produces => Value::from_element(element)?,
                    _ => Value::Null,
                };
                O::from_value(value).map(Some)
            }
            Err(error) if error.code == ErrorCode::StopIteration => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn end(&self, error: Error) -> Result<()> {
        let mut entry = self.entry();
        let elements = std::mem::take(&mut entry.elements);
        error.write_to(&mut entry);
        entry.elements.extend(elements);
        self.state.request(entry).await.map(drop)
    }

    /// Closes the generator: no more values are needed.
    pub async fn close(&self) -> Result<()> {
        self.end(Error::stop_iteration()).await
    }

    /// Breaks off what the service does.
    pub async fn abort(&self) -> Result<()> {
        self.end(Error::new(ErrorCode::AbortOperation, "")).await
    }
}

impl<O: FromValue> RemoteGenerator<(), O> {
    /// Takes all values that are left.
    pub async fn collect(&self) -> Result<Vec<O>> {
        let mut all = Vec::new();
        while let Some(value) = self.next(()).await? {
            all.push(value);
        }
        Ok(all)
    }
}
