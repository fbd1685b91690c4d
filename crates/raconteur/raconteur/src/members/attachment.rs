//! Where in a service a member of an object is found.

use std::sync::{Arc, Weak};

use bytestring::ByteString;
use parking_lot::Mutex;

use crate::schema::Parameters;
use crate::service::ServiceState;

/// One place where a member is served.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub service: Weak<ServiceState>,
    pub path: ByteString,
    pub member: ByteString,
    pub parameters: Parameters,
}

/// All places where a member is served.
#[derive(Debug, Default)]
pub(crate) struct Attachments(Mutex<Vec<Attachment>>);

impl Attachments {
    pub fn add(&self, attachment: Attachment) {
        let mut all = self.0.lock();
        all.retain(|other| other.service.strong_count() > 0);
        let known = all.iter().any(|other| {
            other.path == attachment.path && Weak::ptr_eq(&other.service, &attachment.service)
        });
        if !known {
            all.push(attachment);
        }
    }

    pub fn remove(&self, service: &Weak<ServiceState>, path: &str) {
        self.0
            .lock()
            .retain(|other| !(*other.path == *path && Weak::ptr_eq(&other.service, service)));
    }

    pub fn live(&self) -> Vec<(Arc<ServiceState>, Attachment)> {
        self.0
            .lock()
            .iter()
            .filter_map(|attachment| Some((attachment.service.upgrade()?, attachment.clone())))
            .collect()
    }
}
