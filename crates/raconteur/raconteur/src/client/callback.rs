//! Functions that a service may call.

use std::future::Future;
use std::sync::Arc;

use super::session::ClientState;
use crate::error::{Error, Result};
use crate::message::{Element, Entry};
use crate::schema::MemberSchema;
use crate::service::{BoxFuture, run};
use crate::value::{FromArguments, IntoValue, Value};

pub(super) type CallbackFn =
    Arc<dyn Fn(Vec<Value>) -> BoxFuture<'static, Result<Value>> + Send + Sync>;

/// Converts a closure into the stored form of a callback.
pub(super) fn erase<A, R, F>(function: impl Fn(A) -> F + Send + Sync + 'static) -> CallbackFn
where
    A: FromArguments,
    R: IntoValue,
    F: Future<Output = Result<R>> + Send + 'static,
{
    Arc::new(move |values| match A::from_values(values) {
        Ok(arguments) => {
            let result = function(arguments);
            Box::pin(async { result.await.map(IntoValue::into_value) })
        }
        Err(error) => Box::pin(async { Err(error) }),
    })
}

impl ClientState {
    /// Answers a callback request.
    pub(super) fn callback(self: &Arc<Self>, mut entry: Entry) {
        let state = self.clone();
        run(async move {
            let mut response = entry.response();
            match state.call_back(&mut entry).await {
                Ok(element) => response.elements.push(element),
                Err(error) => error.write_to(&mut response),
            }
            let _ = state.link.send(response);
        });
    }

    async fn call_back(&self, entry: &mut Entry) -> Result<Element> {
        let key = (entry.path.clone(), entry.member.clone());
        let function = self
            .callbacks
            .lock()
            .get(&key)
            .cloned()
            .ok_or_else(|| Error::member_not_found(&key.1))?;
        let object = self
            .object_at(&entry.path)
            .ok_or_else(|| Error::member_not_found(&key.1))?;
        let Some(MemberSchema::Callback {
            parameters,
            returns,
        }) = object.member(&entry.member)
        else {
            return Err(Error::member_not_found(&key.1));
        };
        let schema = self.schema();
        let values = parameters.read(&mut entry.elements, &schema)?;
        let result = function(values).await?;
        match returns {
            Some(expected) => {
                expected.check(&result, &schema)?;
                Ok(result.into_element("return"))
            }
            None => Ok(Element::scalar("return", 0i32)),
        }
    }
}
