//! Values as text: JSON with the names that definitions give.

mod reader;
mod writer;

use raconteur_robdef::{
    ArrayShape, BaseType, Container, DataType, Definitions, NamedType, Record, ServiceDefinition,
    TypeName,
};

/// Turns values into text and back with the help of definitions.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    definitions: &'a Definitions,
}

/// A type and the definition it is written in.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    pub data_type: &'a DataType,
    pub definition: &'a ServiceDefinition,
}

impl<'a> Texts<'a> {
    pub fn new(definitions: &'a Definitions) -> Self {
        Texts { definitions }
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
) -> Option<Typed<'a>> {
    let field = record.fields.iter().find(|field| field.name == name)?;
    Some(Typed {
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
