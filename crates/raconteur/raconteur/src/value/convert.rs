//! Rust types to values and back.

use std::collections::BTreeMap;

use bytestring::ByteString;

use super::{List, MultiDim, Record, Value};
use crate::error::{Error, Result};
use crate::message::{Array, Scalar};

/// A type that turns into a [`Value`].
///
/// ```
/// use raconteur::value::{IntoValue, Value};
/// struct Metres(f64);
/// impl IntoValue for Metres {
///     fn into_value(self) -> Value {
///         self.0.into_value()
///     }
/// }
/// assert_eq!(Metres(1.5).into_value(), Value::from(1.5));
/// ```
pub trait IntoValue {
    /// The value.
    fn into_value(self) -> Value;
}

/// A type that a [`Value`] may hold.
///
/// ```
/// use raconteur::value::{FromValue, Value};
/// assert_eq!(i32::from_value(Value::from(42))?, 42);
/// assert!(String::from_value(Value::from(42)).is_err());
/// # Ok::<(), raconteur::Error>(())
/// ```
pub trait FromValue: Sized {
    /// Converts the value, or returns how it differs.
    fn from_value(value: Value) -> Result<Self>;
}

fn mismatch<T>(expected: &str, value: &Value) -> Result<T> {
    Err(Error::data_type(format!(
        "expected {expected}, got {}",
        value.kind()
    )))
}

impl IntoValue for Value {
    fn into_value(self) -> Value {
        self
    }
}

impl FromValue for Value {
    fn from_value(value: Value) -> Result<Self> {
        Ok(value)
    }
}

impl IntoValue for () {
    fn into_value(self) -> Value {
        Value::Null
    }
}

impl FromValue for () {
    fn from_value(_: Value) -> Result<Self> {
        // A void result may come as nothing, as null or as a zero.
        Ok(())
    }
}

macro_rules! scalars {
    ($($type:ty),*) => {$(
        impl IntoValue for $type {
            fn into_value(self) -> Value {
                Value::Array(Array::scalar(self))
            }
        }

        impl FromValue for $type {
            fn from_value(value: Value) -> Result<Self> {
                match &value {
                    Value::Array(array) => array.single().ok_or_else(|| {
                        Error::data_type(format!(
                            "expected one {}, got {} of {}",
                            <$type as Scalar>::KIND.name(),
                            array.len(),
                            array.kind().name(),
                        ))
                    }),
                    other => mismatch(<$type as Scalar>::KIND.name(), other),
                }
            }
        }
    )*};
}

scalars!(
    f64,
    f32,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    bool,
    (f64, f64),
    (f32, f32)
);

/// A type that arrays are made of: a number, a pod or a named array.
///
/// `Vec` and [`MultiDim`] of such a type turn into values. Numbers have it
/// built in; generated code adds pods and named arrays.
///
/// ```
/// use raconteur::value::{ArrayItem, MultiDim};
/// // Numbers are items; `service!` writes this for pods and named arrays.
/// let value = i16::array_to_value(vec![1, 2, 3]);
/// assert_eq!(i16::array_from_value(value)?, [1, 2, 3]);
/// let picture = MultiDim::new(vec![1, 2], vec![7_u8, 8]).unwrap();
/// let value = u8::multidim_to_value(picture.clone());
/// assert_eq!(u8::multidim_from_value(value)?, picture);
/// # Ok::<(), raconteur::Error>(())
/// ```
pub trait ArrayItem: Clone + Send + Sync + Sized + 'static {
    /// Packs an array.
    fn array_to_value(items: Vec<Self>) -> Value;
    /// Unpacks an array.
    fn array_from_value(value: Value) -> Result<Vec<Self>>;
    /// Packs an array of several dimensions.
    fn multidim_to_value(array: MultiDim<Self>) -> Value;
    /// Unpacks an array of several dimensions.
    fn multidim_from_value(value: Value) -> Result<MultiDim<Self>>;
}

impl<T: Scalar> ArrayItem for T {
    fn array_to_value(items: Vec<Self>) -> Value {
        Value::Array(Array::from_slice(&items))
    }

    fn array_from_value(value: Value) -> Result<Vec<Self>> {
        match &value {
            Value::Array(array) => match array.to_vec() {
                Some(items) => Ok(items),
                None => mismatch(T::KIND.name(), &value),
            },
            other => mismatch(T::KIND.name(), other),
        }
    }

    fn multidim_to_value(array: MultiDim<Self>) -> Value {
        let (dims, items) = array.into_parts();
        Value::MultiDim(dims, Array::from_slice(&items))
    }

    fn multidim_from_value(value: Value) -> Result<MultiDim<Self>> {
        match value {
            Value::MultiDim(dims, array) => array
                .to_vec()
                .and_then(|items| MultiDim::new(dims, items))
                .ok_or_else(|| {
                    Error::data_type(format!(
                        "expected a multidimensional array of {}",
                        T::KIND.name()
                    ))
                }),
            other => mismatch("multidimensional array", &other),
        }
    }
}

impl<T: ArrayItem> IntoValue for Vec<T> {
    fn into_value(self) -> Value {
        T::array_to_value(self)
    }
}

impl<T: Scalar> IntoValue for &[T] {
    fn into_value(self) -> Value {
        Value::Array(Array::from_slice(self))
    }
}

impl<T: ArrayItem, const N: usize> IntoValue for [T; N] {
    fn into_value(self) -> Value {
        T::array_to_value(self.into())
    }
}

impl<T: ArrayItem> FromValue for Vec<T> {
    fn from_value(value: Value) -> Result<Self> {
        T::array_from_value(value)
    }
}

impl<T: ArrayItem, const N: usize> FromValue for [T; N] {
    fn from_value(value: Value) -> Result<Self> {
        let items: Vec<T> = value.to()?;
        let count = items.len();
        items
            .try_into()
            .map_err(|_| Error::data_type(format!("expected {N} items, got {count}")))
    }
}

impl<T: ArrayItem> IntoValue for MultiDim<T> {
    fn into_value(self) -> Value {
        T::multidim_to_value(self)
    }
}

impl<T: ArrayItem> FromValue for MultiDim<T> {
    fn from_value(value: Value) -> Result<Self> {
        T::multidim_from_value(value)
    }
}

impl IntoValue for Array {
    fn into_value(self) -> Value {
        Value::Array(self)
    }
}

impl FromValue for Array {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::Array(array) => Ok(array),
            other => mismatch("an array", &other),
        }
    }
}

impl IntoValue for String {
    fn into_value(self) -> Value {
        Value::String(self.into())
    }
}

impl IntoValue for &str {
    fn into_value(self) -> Value {
        Value::String(self.into())
    }
}

impl IntoValue for ByteString {
    fn into_value(self) -> Value {
        Value::String(self)
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::String(text) => Ok(text.to_string()),
            other => mismatch("string", &other),
        }
    }
}

impl IntoValue for Record {
    fn into_value(self) -> Value {
        Value::Struct(self)
    }
}

impl FromValue for Record {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::Struct(record) => Ok(record),
            other => mismatch("structure", &other),
        }
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::Null, IntoValue::into_value)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::Null => Ok(None),
            some => T::from_value(some).map(Some),
        }
    }
}

impl<T: IntoValue> IntoValue for Box<T> {
    fn into_value(self) -> Value {
        (*self).into_value()
    }
}

impl<T: FromValue> FromValue for Box<T> {
    fn from_value(value: Value) -> Result<Self> {
        T::from_value(value).map(Box::new)
    }
}

impl<T: IntoValue> IntoValue for List<T> {
    fn into_value(self) -> Value {
        Value::List(self.0.into_iter().map(IntoValue::into_value).collect())
    }
}

impl<T: FromValue> FromValue for List<T> {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::List(items) => items
                .into_iter()
                .map(T::from_value)
                .collect::<Result<_>>()
                .map(Self),
            other => mismatch("list", &other),
        }
    }
}

impl<T: IntoValue> IntoValue for BTreeMap<i32, T> {
    fn into_value(self) -> Value {
        Value::IntMap(
            self.into_iter()
                .map(|(key, item)| (key, item.into_value()))
                .collect(),
        )
    }
}

impl<T: FromValue> FromValue for BTreeMap<i32, T> {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::IntMap(items) => items
                .into_iter()
                .map(|(key, item)| Ok((key, T::from_value(item)?)))
                .collect(),
            other => mismatch("int32 map", &other),
        }
    }
}

impl<T: IntoValue> IntoValue for BTreeMap<String, T> {
    fn into_value(self) -> Value {
        Value::StringMap(
            self.into_iter()
                .map(|(key, item)| (key, item.into_value()))
                .collect(),
        )
    }
}

impl<T: FromValue> FromValue for BTreeMap<String, T> {
    fn from_value(value: Value) -> Result<Self> {
        match value {
            Value::StringMap(items) => items
                .into_iter()
                .map(|(key, item)| Ok((key, T::from_value(item)?)))
                .collect(),
            other => mismatch("string map", &other),
        }
    }
}

macro_rules! from {
    ($([$($generic:ident: $bound:path)?] $type:ty;)*) => {$(
        impl<$($generic: $bound)?> From<$type> for Value {
            fn from(value: $type) -> Self {
                value.into_value()
            }
        }
    )*};
}

from! {
    [] f64; [] f32; [] i8; [] u8; [] i16; [] u16; [] i32; [] u32; [] i64; [] u64; [] bool;
    [] (f64, f64); [] (f32, f32); [] Array; [] String; [] &str; [] ByteString; [] Record;
    [] super::Timestamp; [T: ArrayItem] Vec<T>; [T: Scalar] &[T]; [T: ArrayItem] MultiDim<T>;
    [T: IntoValue] List<T>; [T: IntoValue] Option<T>; [T: IntoValue] BTreeMap<i32, T>;
    [T: IntoValue] BTreeMap<String, T>;
}

impl<T: ArrayItem, const N: usize> From<[T; N]> for Value {
    fn from(value: [T; N]) -> Self {
        value.into_value()
    }
}
