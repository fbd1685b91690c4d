//! Values as JSON, with the names that definitions give.
//!
//! Structures, pods and named arrays become objects, enumerations the names of
//! their values, arrays lists, and numbers that JSON does not have the words
//! `NaN`, `inf` and `-inf`. The way back needs the declared type. A `varvalue`
//! keeps its shape, but not the type of its numbers.
//!
//! ```
//! use raconteur::json::{DeclaredType, JsonConverter};
//! use raconteur::schema::Schema;
//! use raconteur::value::Value;
//!
//! let schema = Schema::parse(&["service example.lamp\n\nnamedarray Colour\n    field double red\n    field double green\nend\n\n\
//!     object Lamp\n    property Colour colour\nend\n"])?;
//! let definition = schema.definition("example.lamp").expect("the definition");
//! let member = definition.object("Lamp").and_then(|lamp| lamp.member("colour")).expect("the member");
//! let raconteur_robdef::MemberKind::Property(property) = &member.kind else { panic!("a property") };
//! let declared = DeclaredType { data_type: &property.data_type, definition };
//!
//! let converter = JsonConverter::new(schema.definitions());
//! let value: Value = converter.read("[0.5, 1]", declared)?;
//! assert_eq!(converter.plain(&value, Some(declared)), r#"{"red":0.5,"green":1.0}"#);
//! let json = converter.json(&value, Some(declared));
//! assert_eq!(converter.value(&json, declared)?, value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod reader;
mod writer;

use raconteur_robdef::{
    ArrayShape, BaseType, Container, DataType, Definitions, NamedType, Record, ServiceDefinition,
    TypeName,
};

/// Turns values into JSON and back with the help of definitions.
///
/// ```
/// use raconteur::json::JsonConverter;
/// use raconteur::value::Value;
/// let definitions = raconteur_robdef::Definitions::default();
/// let converter = JsonConverter::new(&definitions);
/// assert_eq!(converter.plain(&Value::from("fox"), None), "fox");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct JsonConverter<'a> {
    definitions: &'a Definitions,
}

/// A type and the definition it is written in.
///
/// ```
/// use raconteur::json::{DeclaredType, JsonConverter, JsonError};
/// use raconteur::value::Value;
/// fn read(converter: JsonConverter<'_>, declared: DeclaredType<'_>) -> Result<Value, JsonError> {
///     println!("a {} is expected", declared.data_type);
///     converter.read("[1, 2]", declared)
/// }
/// # let _ = read;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DeclaredType<'a> {
    /// The type.
    pub data_type: &'a DataType,
    /// The definition that names in the type belong to.
    pub definition: &'a ServiceDefinition,
}

/// JSON that does not fit a type.
///
/// ```
/// use raconteur::json::JsonError;
/// fn complain(error: &JsonError) -> String {
///     format!("{} is expected: {}", error.expected, error.reason)
/// }
/// # let _ = complain;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {expected}: {reason}")]
pub struct JsonError {
    /// The text, shortened if it is long.
    pub text: String,
    /// The declared type.
    pub expected: String,
    /// What does not fit.
    pub reason: String,
}

impl<'a> JsonConverter<'a> {
    /// A converter that knows definitions.
    pub fn new(definitions: &'a Definitions) -> Self {
        Self { definitions }
    }

    /// The named type behind a name, with its full name and its definition.
    fn named(
        self,
        definition: &ServiceDefinition,
        name: &TypeName,
    ) -> Option<(NamedType<'a>, String, &'a ServiceDefinition)> {
        let full = definition.qualify(name);
        let owner = self.definitions.definition(full.rsplit_once('.')?.0)?;
        Some((self.definitions.named(&full)?, full, owner))
    }

    /// A named type by its full name.
    fn by_name(self, full: &str) -> Option<(NamedType<'a>, &'a ServiceDefinition)> {
        let owner = self.definitions.definition(full.rsplit_once('.')?.0)?;
        Some((self.definitions.named(full)?, owner))
    }
}

/// The type of a field on its own.
fn field_type<'a>(
    record: &'a Record,
    definition: &'a ServiceDefinition,
    name: &str,
) -> Option<DeclaredType<'a>> {
    let field = record.fields.iter().find(|field| field.name == name)?;
    Some(DeclaredType {
        data_type: &field.data_type,
        definition,
    })
}

/// True for single items.
fn is_scalar(data_type: &DataType) -> bool {
    data_type.array == ArrayShape::Scalar
}

/// True for arrays of several dimensions.
fn is_multidimensional(data_type: &DataType) -> bool {
    matches!(
        data_type.array,
        ArrayShape::MultiFixed(_) | ArrayShape::MultiVariable
    )
}

/// True for a single string outside of any container.
fn is_plain_string(data_type: &DataType) -> bool {
    data_type.base == BaseType::String && data_type.container == Container::None
}
