//! Callbacks: functions of the client that the service calls.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use super::shared_member::shared_member;
use super::{Attachment, Attachments};
use crate::error::{Error, ErrorCode, Result};
use crate::message::{Entry, EntryType};
use crate::value::{FromValue, IntoArguments, Value};

/// The service's side of a callback.
///
/// ```no_run
/// # async fn example(context: raconteur::service::Context) -> Result<(), raconteur::Error> {
/// use raconteur::members::Callback;
/// let combine: Callback<(f64, f64), f64> = Callback::new();
/// // Inside a function of the service, which knows who calls:
/// let answer = combine.call(context.endpoint(), (1.0, 2.0)).await?;
/// # let _ = answer;
/// # Ok(()) }
/// ```
pub struct Callback<A = Vec<Value>, R = Value> {
    attachments: Arc<Attachments>,
    marker: PhantomData<fn(A) -> R>,
}

shared_member!(Callback<A, R>, attachments);

impl<A: IntoArguments, R: FromValue> Callback<A, R> {
    /// A callback that is not served anywhere yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same callback for values of any type, as the node needs it.
    ///
    /// ```
    /// use raconteur::members::Callback;
    /// let ask: Callback<(String,), i32> = Callback::new();
    /// let for_the_node: Callback = ask.untyped();
    /// # let _ = for_the_node;
    /// ```
    pub fn untyped(&self) -> Callback {
        Callback {
            attachments: self.attachments.clone(),
            marker: PhantomData,
        }
    }

    /// Calls the function of one client, by its session's endpoint
    /// (see [`Context::endpoint`](crate::service::Context::endpoint)).
    pub async fn call(&self, endpoint: u32, arguments: A) -> Result<R> {
        let values = arguments.into_values();
        let found = self
            .attachments
            .live()
            .into_iter()
            .find_map(|(service, attachment)| {
                let session = service.session(endpoint)?;
                Some((service, attachment, session))
            });
        let Some((service, attachment, session)) = found else {
            return Err(Error::new(
                ErrorCode::InvalidEndpoint,
                "there is no such client",
            ));
        };
        let elements = attachment.parameters.write(values, &service.schema)?;
        let entry = Entry {
            elements,
            ..Entry::new(EntryType::CALLBACK, attachment.path, attachment.member)
        };
        let mut answer = session.link.request(entry, Duration::from_secs(15)).await?;
        match answer.take("return") {
            Some(element) => R::from_value(Value::from_element(element)?),
            None => R::from_value(Value::Null),
        }
    }
}

impl Callback {
    pub(crate) fn attach(&self, attachment: Attachment) {
        self.attachments.add(attachment);
    }

    pub(crate) fn attachments(&self) -> &Attachments {
        &self.attachments
    }
}
