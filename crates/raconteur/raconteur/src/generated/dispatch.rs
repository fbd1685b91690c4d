//! Parameters and indices of requests.

use std::str::FromStr;

use crate::error::{Error, ErrorCode, Result};
use crate::service::BoxFuture;
use crate::value::{FromValue, Value};

/// The answer to a request for a member that is not there.
pub fn unknown<'a, T: Send + 'a>(name: &str) -> BoxFuture<'a, Result<T>> {
    let message = format!("there is no member {name} of that kind");
    Box::pin(async { Err(Error::new(ErrorCode::MemberNotFound, message)) })
}

/// Parameters of a call in the order of the definition.
#[derive(Debug)]
pub struct Arguments(std::vec::IntoIter<Value>);

impl Arguments {
    /// Takes the values.
    pub fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    /// The next one.
    #[allow(clippy::should_implement_trait, reason = "each has a type of its own")]
    pub fn next<T: FromValue>(&mut self) -> Result<T> {
        match self.0.next() {
            Some(value) => T::from_value(value),
            None => Err(Error::new(
                ErrorCode::MessageElementNotFound,
                "too few parameters",
            )),
        }
    }
}

/// The index of an object reference.
pub trait Index<'a>: Sized {
    /// Reads it.
    fn read(text: &'a str) -> Option<Self>;
}

impl<'a> Index<'a> for &'a str {
    fn read(text: &'a str) -> Option<Self> {
        Some(text)
    }
}

impl Index<'_> for i32 {
    fn read(text: &str) -> Option<Self> {
        i32::from_str(text).ok()
    }
}

/// The index of an object reference, or the error that peers send.
pub fn index<'a, T: Index<'a>>(text: Option<&'a str>) -> Result<T> {
    text.and_then(T::read).ok_or_else(|| {
        Error::new(
            ErrorCode::ObjectNotFound,
            "the object reference needs an index",
        )
    })
}
