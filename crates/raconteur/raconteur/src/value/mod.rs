//! Values by what they mean: numbers, texts, structures, containers.
//!
//! [`Value`] needs no service definition to be read or written. Rust types
//! turn into values by [`IntoValue`] and back by [`FromValue`].

mod arguments;
mod convert;
mod element;
mod time;
mod typed;

use std::collections::BTreeMap;

use bytestring::ByteString;

pub use arguments::{FromArguments, IntoArguments};
pub use convert::{ArrayItem, FromValue, IntoValue};
pub use time::Timestamp;
pub use typed::{List, MultiDim};

use crate::message::Array;

/// Any value that a member can hold.
///
/// One number is an array of one: on the wire only the service definition
/// distinguishes a number from an array.
///
/// ```
/// use raconteur::value::Value;
/// let value = Value::from(vec![1.5, 2.5]);
/// let numbers: Vec<f64> = value.to()?;
/// assert_eq!(numbers, [1.5, 2.5]);
/// # Ok::<(), raconteur::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing.
    #[default]
    Null,
    /// Numbers, truth values or complex numbers.
    Array(Array),
    /// Numbers in several dimensions, the first index running fastest.
    MultiDim(Dimensions, Array),
    /// Text.
    String(ByteString),
    /// Structure.
    Struct(Record),
    /// List.
    List(Vec<Value>),
    /// Map with integer keys.
    IntMap(BTreeMap<i32, Value>),
    /// Map with text keys.
    StringMap(BTreeMap<String, Value>),
    /// Array of pods; one pod is an array of one.
    Pods(ByteString, Vec<Fields>),
    /// Pods in several dimensions.
    PodMultiDim(ByteString, Dimensions, Vec<Fields>),
    /// Array of named arrays, all their numbers one after the other.
    NamedArrays(ByteString, Array),
    /// Named arrays in several dimensions.
    NamedMultiDim(ByteString, Dimensions, Array),
}

/// Sizes of the dimensions of an array.
pub type Dimensions = Vec<u32>;

/// Named values in order.
///
/// ```
/// use raconteur::value::{Dimensions, Fields, Value};
/// let fields: Fields = vec![("x".into(), Value::from(1.0))];
/// let dims: Dimensions = vec![1, 1];
/// assert_eq!(Value::PodMultiDim("example.robot.Point".into(), dims, vec![fields]).kind(), "multidimensional pod array");
/// ```
pub type Fields = Vec<(ByteString, Value)>;

/// A structure: its qualified type and its fields.
///
/// ```
/// use raconteur::value::{Record, Value};
/// let record = Record::new("example.robot.State").with("speed", 0.5).with("name", "fox");
/// assert_eq!(record.get("speed"), Some(&Value::from(0.5)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Qualified type.
    pub type_name: ByteString,
    /// Fields.
    pub fields: Fields,
}

impl Record {
    /// A structure without fields yet.
    pub fn new(type_name: impl Into<ByteString>) -> Self {
        Self {
            type_name: type_name.into(),
            fields: Vec::new(),
        }
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, name: impl Into<ByteString>, value: impl IntoValue) -> Self {
        self.fields.push((name.into(), value.into_value()));
        self
    }

    /// The field of that name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields
            .iter()
            .find(|(field, _)| **field == *name)
            .map(|(_, value)| value)
    }

    /// Takes a field out; its absence is the error that peers expect.
    ///
    /// ```
    /// use raconteur::value::Record;
    /// let mut state = Record::new("example.robot.State").with("speed", 0.5);
    /// assert_eq!(state.take("speed")?.to::<f64>()?, 0.5);
    /// assert!(state.take("speed").is_err());
    /// # Ok::<(), raconteur::Error>(())
    /// ```
    pub fn take(&mut self, name: &str) -> crate::Result<Value> {
        take_field(&mut self.fields, name)
    }
}

/// Takes a field out of a structure or pod.
///
/// ```
/// use raconteur::value::{Value, take_field};
/// let mut fields = vec![("x".into(), Value::from(1.0))];
/// assert_eq!(take_field(&mut fields, "x")?, Value::from(1.0));
/// assert!(take_field(&mut fields, "x").is_err());
/// # Ok::<(), raconteur::Error>(())
/// ```
pub fn take_field(fields: &mut Fields, name: &str) -> crate::Result<Value> {
    match fields.iter().position(|(field, _)| **field == *name) {
        Some(at) => Ok(fields.swap_remove(at).1),
        None => Err(crate::Error::missing_element(name)),
    }
}

impl Value {
    /// Turns the value into a Rust type.
    pub fn to<T: FromValue>(self) -> crate::Result<T> {
        T::from_value(self)
    }

    /// A short word for what this is, for error texts.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Array(array) => array.kind().name(),
            Self::MultiDim(..) => "multidimensional array",
            Self::String(_) => "string",
            Self::Struct(_) => "structure",
            Self::List(_) => "list",
            Self::IntMap(_) => "int32 map",
            Self::StringMap(_) => "string map",
            Self::Pods(..) => "pod array",
            Self::PodMultiDim(..) => "multidimensional pod array",
            Self::NamedArrays(..) => "namedarray array",
            Self::NamedMultiDim(..) => "multidimensional namedarray array",
        }
    }
}
