//! Objects that are being served, by path.

use std::sync::Arc;

use bytestring::ByteString;

use super::{Context, Object, ServerSession, ServiceState, path};
use crate::error::{Error, ErrorCode, Result};
use crate::members::Attachment;
use crate::schema::{MemberSchema, ObjectSchema};

/// Paths a service keeps at the same time.
const MOST_PATHS: usize = 16 * 1024;

/// An object at its path.
#[derive(Clone)]
pub(crate) struct ActiveObject {
    pub object: Arc<dyn Object>,
    pub schema: Arc<ObjectSchema>,
}

impl ServiceState {
    /// The object at a path, asked for step by step.
    pub async fn resolve(
        self: &Arc<Self>,
        target: &ByteString,
        session: &Arc<ServerSession>,
    ) -> Result<ActiveObject> {
        if let Some(active) = self.objects.lock().get(&**target) {
            return Ok(active.clone());
        }
        let (service, steps) = path::split(target)?;
        if service != self.name {
            return Err(Error::new(
                ErrorCode::ServiceNotFound,
                "the path names another service",
            ));
        }
        let mut at = service.to_owned();
        let mut active = self.activate(&at, self.root.clone())?;
        for step in steps {
            let known = MemberSchema::Object {
                index: raconteur_robdef::ReferenceIndex::Single,
            };
            match active.schema.member(&step.name) {
                Some(member)
                    if std::mem::discriminant(member) == std::mem::discriminant(&known) => {}
                _ => {
                    return Err(Error::new(
                        ErrorCode::ObjectNotFound,
                        format!("{} is no object reference", step.name),
                    ));
                }
            }
            let context = Context {
                session: session.clone(),
                path: at.clone().into(),
            };
            at = match &step.index {
                Some(index) => path::indexed(&at, &step.name, index),
                None => format!("{at}.{}", step.name),
            };
            let cached = self.objects.lock().get(&at).cloned();
            active = match cached {
                Some(active) => active,
                None => {
                    let object = active
                        .object
                        .object(&step.name, step.index.as_deref(), &context)
                        .await?;
                    self.activate(&at, object)?
                }
            };
        }
        // The genuine client writes some paths in another way, and knows events by them. Further
        // ways are not stored: there is no end of them.
        if **target == *path::genuine(&at) && *at != **target {
            self.activate(target, active.object.clone())?;
        }
        Ok(active)
    }

    fn activate(self: &Arc<Self>, at: &str, object: Arc<dyn Object>) -> Result<ActiveObject> {
        if let Some(active) = self.objects.lock().get(at) {
            return Ok(active.clone());
        }
        let schema = self
            .schema
            .object(object.type_name())
            .ok_or_else(|| {
                Error::new(
                    ErrorCode::ServiceError,
                    format!("the type {} is not defined", object.type_name()),
                )
            })?
            .clone();
        let active = ActiveObject { object, schema };
        self.remember(at, active.clone())?;
        self.attach(at, &active);
        Ok(active)
    }

    fn remember(&self, at: &str, active: ActiveObject) -> Result<()> {
        let mut objects = self.objects.lock();
        if objects.len() >= MOST_PATHS {
            return Err(Error::new(
                ErrorCode::OutOfSystemResource,
                "too many objects are in use",
            ));
        }
        objects.insert(at.to_owned(), active);
        Ok(())
    }

    /// Attaches the events and callbacks of an object to its path.
    fn attach(self: &Arc<Self>, at: &str, active: &ActiveObject) {
        for (name, member) in active.schema.members() {
            let attachment = |parameters: &crate::schema::Parameters| Attachment {
                service: Arc::downgrade(self),
                path: at.into(),
                member: name.into(),
                parameters: parameters.clone(),
            };
            match member {
                MemberSchema::Event { parameters } => {
                    if let Some(event) = active.object.event(name) {
                        event.attach(attachment(parameters));
                    }
                }
                MemberSchema::Callback { parameters, .. } => {
                    if let Some(callback) = active.object.callback(name) {
                        callback.attach(attachment(parameters));
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn detach(self: &Arc<Self>, at: &str, active: &ActiveObject) {
        let service = Arc::downgrade(self);
        for (name, member) in active.schema.members() {
            match member {
                MemberSchema::Event { .. } => {
                    if let Some(event) = active.object.event(name) {
                        event.attachments().remove(&service, at);
                    }
                }
                MemberSchema::Callback { .. } => {
                    if let Some(callback) = active.object.callback(name) {
                        callback.attachments().remove(&service, at);
                    }
                }
                _ => {}
            }
        }
    }

    /// Makes the root object known, so that its events reach clients that
    /// have not touched it yet.
    pub fn activate_root(self: &Arc<Self>) -> Result<()> {
        self.activate(&self.name.clone(), self.root.clone())
            .map(drop)
    }
}
