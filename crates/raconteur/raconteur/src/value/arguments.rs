//! Parameter lists as tuples.

use super::{FromValue, IntoValue, Value};
use crate::error::{Error, ErrorCode, Result};

/// The parameters of a function, event or callback in the order of its
/// definition: a tuple, or a vector of values.
///
/// ```
/// use raconteur::value::{IntoArguments, Value};
/// assert_eq!((1.5, "fox").into_values(), [Value::from(1.5), Value::from("fox")]);
/// ```
pub trait IntoArguments {
    /// The values in order.
    fn into_values(self) -> Vec<Value>;
}

/// Parameters that were received.
///
/// ```
/// use raconteur::value::{FromArguments, Value};
/// let (speed,): (f64,) = FromArguments::from_values(vec![Value::from(0.5)])?;
/// assert_eq!(speed, 0.5);
/// # Ok::<(), raconteur::Error>(())
/// ```
pub trait FromArguments: Sized {
    /// Takes the values apart.
    fn from_values(values: Vec<Value>) -> Result<Self>;
}

impl IntoArguments for Vec<Value> {
    fn into_values(self) -> Vec<Value> {
        self
    }
}

impl FromArguments for Vec<Value> {
    fn from_values(values: Vec<Value>) -> Result<Self> {
        Ok(values)
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: IntoValue),*> IntoArguments for ($($name,)*) {
            #[allow(non_snake_case)]
            fn into_values(self) -> Vec<Value> {
                let ($($name,)*) = self;
                vec![$($name.into_value()),*]
            }
        }

        impl<$($name: FromValue),*> FromArguments for ($($name,)*) {
            #[allow(unused_mut, unused_variables)]
            fn from_values(values: Vec<Value>) -> Result<Self> {
                let mut values = values.into_iter();
                let result = ($($name::from_value(values.next().ok_or_else(missing)?)?,)*);
                match values.next() {
                    None => Ok(result),
                    Some(_) => Err(Error::new(ErrorCode::InvalidArgument, "too many parameters")),
                }
            }
        }
    )*};
}

fn missing() -> Error {
    Error::new(ErrorCode::InvalidArgument, "too few parameters")
}

tuples! {
    () (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F)
    (A, B, C, D, E, F, G) (A, B, C, D, E, F, G, H) (A, B, C, D, E, F, G, H, I)
    (A, B, C, D, E, F, G, H, I, J) (A, B, C, D, E, F, G, H, I, J, K)
    (A, B, C, D, E, F, G, H, I, J, K, L)
}
