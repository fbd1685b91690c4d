//! Events: sent to every client.

use std::marker::PhantomData;
use std::sync::Arc;

use super::shared_member::shared_member;
use super::{Attachment, Attachments};
use crate::error::Result;
use crate::message::{Entry, EntryType};
use crate::value::{IntoArguments, Value};

/// The service's side of an event.
///
/// ```
/// use raconteur::members::Event;
/// let moved: Event<(f64, f64)> = Event::new();
/// moved.fire((1.0, 2.0))?;
/// # Ok::<(), raconteur::Error>(())
/// ```
pub struct Event<A = Vec<Value>> {
    attachments: Arc<Attachments>,
    marker: PhantomData<fn(A)>,
}

shared_member!(Event<A>, attachments);

impl<A: IntoArguments> Event<A> {
    /// An event without clients.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same event for parameters of any type, as the node needs it.
    ///
    /// ```
    /// use raconteur::members::Event;
    /// let bumped: Event<(f64,)> = Event::new();
    /// let for_the_node: Event = bumped.untyped();
    /// # let _ = for_the_node;
    /// ```
    pub fn untyped(&self) -> Event {
        Event {
            attachments: self.attachments.clone(),
            marker: PhantomData,
        }
    }

    /// Sends the event to every client of the service whose user is admitted.
    pub fn fire(&self, arguments: A) -> Result<()> {
        let values = arguments.into_values();
        for (service, attachment) in self.attachments.live() {
            let elements = attachment
                .parameters
                .write(values.clone(), &service.schema)?;
            let entry = Entry {
                elements,
                ..Entry::new(EntryType::EVENT, attachment.path, attachment.member)
            };
            service.broadcast(&entry);
        }
        Ok(())
    }
}

impl Event {
    pub(crate) fn attach(&self, attachment: Attachment) {
        self.attachments.add(attachment);
    }

    pub(crate) fn attachments(&self) -> &Attachments {
        &self.attachments
    }
}
