//! The types of values: a base, an array shape and a container.

use std::fmt;

/// The type of a value: `double[3]{list}` is base `double`, shape `[3]`,
/// container `{list}`. Void and generators are not value types; they appear in
/// [`FunctionFlow`](crate::FunctionFlow).
///
/// ```
/// use raconteur_robdef::{ArrayShape, BaseType, Container, DataType, NumberType};
/// let list = DataType {
///     base: BaseType::Number(NumberType::Double),
///     array: ArrayShape::Fixed(3),
///     container: Container::List,
/// };
/// assert_eq!(list.to_string(), "double[3]{list}");
/// assert_eq!(list.without_container().to_string(), "double[3]");
/// assert_eq!(DataType::scalar(BaseType::String).to_string(), "string");
/// assert_eq!(NumberType::from_keyword(NumberType::Bool.keyword()), Some(NumberType::Bool));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DataType {
    /// What the single items are.
    pub base: BaseType,
    /// How many of them, and how arranged.
    pub array: ArrayShape,
    /// The collection around those arrays.
    pub container: Container,
}

impl DataType {
    /// A scalar of `base`.
    pub fn scalar(base: BaseType) -> Self {
        DataType {
            base,
            array: ArrayShape::Scalar,
            container: Container::None,
        }
    }

    /// The type of one entry when this type has a container.
    pub fn without_container(&self) -> Self {
        DataType {
            container: Container::None,
            ..self.clone()
        }
    }
}

/// What the items of a value are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum BaseType {
    /// A number, complex number or truth value.
    Number(NumberType),
    /// UTF-8 text.
    String,
    /// Any value; its type travels with it.
    VarValue,
    /// A structure, pod, named array or enumeration.
    Named(TypeName),
}

/// The types that make numeric arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberType {
    /// 64-bit floating point.
    Double,
    /// 32-bit floating point.
    Single,
    /// Signed 8-bit.
    Int8,
    /// Unsigned 8-bit.
    UInt8,
    /// Signed 16-bit.
    Int16,
    /// Unsigned 16-bit.
    UInt16,
    /// Signed 32-bit.
    Int32,
    /// Unsigned 32-bit.
    UInt32,
    /// Signed 64-bit.
    Int64,
    /// Unsigned 64-bit.
    UInt64,
    /// Complex number of two doubles.
    CDouble,
    /// Complex number of two singles.
    CSingle,
    /// True or false, one byte.
    Bool,
}

impl NumberType {
    /// Every number type.
    pub const ALL: [NumberType; 13] = [
        NumberType::Double,
        NumberType::Single,
        NumberType::Int8,
        NumberType::UInt8,
        NumberType::Int16,
        NumberType::UInt16,
        NumberType::Int32,
        NumberType::UInt32,
        NumberType::Int64,
        NumberType::UInt64,
        NumberType::CDouble,
        NumberType::CSingle,
        NumberType::Bool,
    ];

    /// The keyword, for example `uint8`.
    pub const fn keyword(self) -> &'static str {
        match self {
            NumberType::Double => "double",
            NumberType::Single => "single",
            NumberType::Int8 => "int8",
            NumberType::UInt8 => "uint8",
            NumberType::Int16 => "int16",
            NumberType::UInt16 => "uint16",
            NumberType::Int32 => "int32",
            NumberType::UInt32 => "uint32",
            NumberType::Int64 => "int64",
            NumberType::UInt64 => "uint64",
            NumberType::CDouble => "cdouble",
            NumberType::CSingle => "csingle",
            NumberType::Bool => "bool",
        }
    }

    /// The type that a keyword means.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|number| number.keyword() == keyword)
    }
}

/// A type's name as written: a name of the same definition, an alias made by
/// `using`, or a qualified name of an imported definition.
/// [`ServiceDefinition::qualify`](crate::ServiceDefinition::qualify) makes it
/// unambiguous.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeName(pub String);

impl TypeName {
    /// The definition and the type's own name, if the name is qualified.
    ///
    /// ```
    /// use raconteur_robdef::TypeName;
    /// let name = TypeName("com.example.lamp.Colour".into());
    /// assert_eq!(name.split(), Some(("com.example.lamp", "Colour")));
    /// ```
    pub fn split(&self) -> Option<(&str, &str)> {
        self.0.rsplit_once('.')
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// How many items a value has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ArrayShape {
    /// Exactly one.
    Scalar,
    /// `[]`: any number.
    Variable,
    /// `[n]`: exactly this many.
    Fixed(u32),
    /// `[n-]`: at most this many.
    Bounded(u32),
    /// `[*]`: a multidimensional array of any dimensions.
    MultiVariable,
    /// `[a,b]`, `[a,]`: a multidimensional array of these dimensions.
    MultiFixed(Vec<u32>),
}

/// The collection around a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Container {
    /// No collection.
    None,
    /// `{list}`.
    List,
    /// `{int32}`: a map with whole numbers for keys.
    Int32Map,
    /// `{string}`: a map with texts for keys.
    StringMap,
}
