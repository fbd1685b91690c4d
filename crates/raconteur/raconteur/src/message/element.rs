//! Named, typed values inside an entry.

use bytes::Bytes;
use bytestring::ByteString;

use super::array::Array;

/// Name of an element: a text, or a number for list indices and integer keys.
///
/// Version 2 writes numbers as decimal text, so a number and its decimal text
/// are the same name.
#[derive(Clone, Debug)]
pub enum ElementName {
    /// Text.
    Text(ByteString),
    /// Number.
    Number(i32),
}

impl ElementName {
    /// The number, also when it is written as decimal text.
    pub fn as_number(&self) -> Option<i32> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Number(number) => Some(*number),
        }
    }

    /// The text; numbers in decimal.
    pub fn to_text(&self) -> ByteString {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string().into(),
        }
    }
}

impl Default for ElementName {
    fn default() -> Self {
        Self::Text(ByteString::new())
    }
}

impl PartialEq for ElementName {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Text(text), Self::Number(number)) | (Self::Number(number), Self::Text(text)) => {
                **text == *number.to_string()
            }
        }
    }
}

impl PartialEq<str> for ElementName {
    fn eq(&self, other: &str) -> bool {
        match self {
            Self::Text(text) => **text == *other,
            Self::Number(number) => *number.to_string() == *other,
        }
    }
}

impl From<&'static str> for ElementName {
    fn from(text: &'static str) -> Self {
        Self::Text(ByteString::from_static(text))
    }
}

impl From<String> for ElementName {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<ByteString> for ElementName {
    fn from(text: ByteString) -> Self {
        Self::Text(text)
    }
}

impl From<i32> for ElementName {
    fn from(number: i32) -> Self {
        Self::Number(number)
    }
}

/// Kind of an element that has children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Composite {
    /// Structure, one child per field.
    Struct = 101,
    /// Map with integer keys.
    IntMap = 102,
    /// Map with text keys.
    StringMap = 103,
    /// List.
    List = 108,
    /// One pod inside a pod array.
    Pod = 109,
    /// Array of pods.
    PodArray = 110,
    /// Multidimensional array of pods.
    PodMultiDim = 111,
    /// Array of named arrays.
    NamedArray = 115,
    /// Multidimensional array of named arrays.
    NamedMultiDim = 116,
    /// Multidimensional array of numbers.
    MultiDim = 117,
}

impl Composite {
    /// The kind of that number; retired and internal numbers give `None`.
    pub const fn from_code(code: u16) -> Option<Self> {
        Some(match code {
            101 => Self::Struct,
            102 => Self::IntMap,
            103 => Self::StringMap,
            108 => Self::List,
            109 => Self::Pod,
            110 => Self::PodArray,
            111 => Self::PodMultiDim,
            115 => Self::NamedArray,
            116 => Self::NamedMultiDim,
            117 => Self::MultiDim,
            _ => return None,
        })
    }

    /// The number on the wire.
    pub const fn code(self) -> u16 {
        self as u16
    }
}

/// What an element holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Data {
    /// Nothing: a null or a missing result.
    #[default]
    Void,
    /// Numbers.
    Array(Array),
    /// UTF-8 text, not yet checked: bad text fails its request, not the connection.
    String(Bytes),
    /// Children.
    Nested(Composite, Vec<Element>),
}

/// A named, typed value.
///
/// ```
/// use raconteur::message::{Composite, Data, Element, ElementName};
///
/// let name = Element::text("name", "fox");
/// assert_eq!(name.as_str(), Some("fox"));
/// let speed = Element::scalar("speed", 0.5);
/// assert_eq!(speed.as_scalar::<f64>(), Some(0.5));
///
/// let state = Element::new("state", Data::Nested(Composite::Struct, vec![name, speed]));
/// assert_eq!(state.children().len(), 2);
/// assert!(state.child("speed").is_some());
/// assert_eq!(Composite::from_code(Composite::Struct.code()), Some(Composite::Struct));
///
/// // A number and its decimal text are the same name.
/// assert_eq!(ElementName::from(7), ElementName::from("7"));
/// assert_eq!(ElementName::from("7").as_number(), Some(7));
/// assert_eq!(ElementName::from(7).to_text(), "7");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    /// Name.
    pub name: ElementName,
    /// Qualified type for structures, pods and named arrays, else empty.
    pub type_name: ByteString,
    /// Free text.
    pub metadata: ByteString,
    /// Bytes of later protocol revisions (version 4 only).
    pub extended: Bytes,
    /// Content.
    pub data: Data,
}

impl Element {
    /// About how many bytes it keeps in memory, with its children.
    pub(crate) fn kept_bytes(&self) -> usize {
        let content = match &self.data {
            Data::Void => 0,
            Data::Array(array) => array.bytes().len(),
            Data::String(text) => text.len(),
            Data::Nested(_, children) => children.iter().map(Self::kept_bytes).sum(),
        };
        size_of::<Self>() + content
    }

    /// An element of a plain type.
    ///
    /// ```
    /// use raconteur::message::{Array, Data, Element};
    /// let element = Element::new("value", Data::Array(Array::scalar(4.5)));
    /// assert_eq!(element.name, *"value");
    /// ```
    pub fn new(name: impl Into<ElementName>, data: Data) -> Self {
        Self {
            name: name.into(),
            data,
            ..Self::default()
        }
    }

    /// A text.
    pub fn text(name: impl Into<ElementName>, text: impl Into<ByteString>) -> Self {
        Self::new(name, Data::String(text.into().into_bytes()))
    }

    /// One number.
    pub fn scalar<T: super::Scalar>(name: impl Into<ElementName>, value: T) -> Self {
        Self::new(name, Data::Array(Array::scalar(value)))
    }

    /// The text, if this is one and its UTF-8 is valid.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// The only number, if this holds exactly one of that type.
    pub fn as_scalar<T: super::Scalar>(&self) -> Option<T> {
        match &self.data {
            Data::Array(array) => array.single(),
            _ => None,
        }
    }

    /// The children; empty for anything else.
    pub fn children(&self) -> &[Element] {
        match &self.data {
            Data::Nested(_, children) => children,
            _ => &[],
        }
    }

    /// The child of that name.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children().iter().find(|e| e.name == *name)
    }
}
