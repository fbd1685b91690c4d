//! Events of a service.

use std::marker::PhantomData;

use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::value::{FromArguments, Value};

/// Events as they come. A listener that falls far behind misses the oldest.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// let mut bumped = object.event::<(f64, String)>("bumped")?;
/// while let Some((force, place)) = bumped.next().await {
///     println!("{force} N at {place}");
/// }
/// # Ok(()) }
/// ```
///
/// ```no_run
/// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
/// use raconteur::client::EventStream;
/// let mut bumps: EventStream<(f64,)> = robot.event("bumped")?;
/// while let Some((force,)) = bumps.next().await {
///     println!("{force} N");
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct EventStream<A = Vec<Value>> {
    receiver: Receiver<Vec<Value>>,
    marker: PhantomData<fn() -> A>,
}

impl<A: FromArguments> EventStream<A> {
    pub(super) fn new(receiver: Receiver<Vec<Value>>) -> Self {
        Self {
            receiver,
            marker: PhantomData,
        }
    }

    /// Waits for the next event; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<A> {
        loop {
            match self.receiver.recv().await {
                Ok(values) => match A::from_values(values) {
                    Ok(arguments) => return Some(arguments),
                    Err(error) => tracing::debug!("event dropped: {error}"),
                },
                Err(RecvError::Lagged(missed)) => tracing::warn!("{missed} events were missed"),
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
