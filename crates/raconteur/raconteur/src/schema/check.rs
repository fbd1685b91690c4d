//! Whether a value fits a declared type.

use raconteur_robdef::{
    ArrayShape, BaseType, Container, DataType, Definitions, NamedType, NumberType,
    ServiceDefinition,
};

use super::Schema;
use crate::error::{Error, ErrorCode, Result};
use crate::message::{Array, ScalarKind};
use crate::value::{Fields, Value};

/// A declared type with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    base: Base,
    array: ArrayShape,
    container: Container,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Base {
    Number(ScalarKind),
    String,
    Any,
    Enumeration,
    Structure(String),
    Pod(String),
    NamedArray(String, ScalarKind, usize),
}

fn scalar_kind(number: NumberType) -> ScalarKind {
    match number {
        NumberType::Double => ScalarKind::Double,
        NumberType::Single => ScalarKind::Single,
        NumberType::Int8 => ScalarKind::Int8,
        NumberType::UInt8 => ScalarKind::UInt8,
        NumberType::Int16 => ScalarKind::Int16,
        NumberType::UInt16 => ScalarKind::UInt16,
        NumberType::Int32 => ScalarKind::Int32,
        NumberType::UInt32 => ScalarKind::UInt32,
        NumberType::Int64 => ScalarKind::Int64,
        NumberType::UInt64 => ScalarKind::UInt64,
        NumberType::CDouble => ScalarKind::ComplexDouble,
        NumberType::CSingle => ScalarKind::ComplexSingle,
        NumberType::Bool => ScalarKind::Bool,
    }
}

impl Type {
    /// Resolves the names of a type written in `definition`. A name that
    /// means no data type admits any value; checked definitions have none.
    ///
    /// ```
    /// use raconteur::schema::{Schema, Type};
    /// use raconteur::value::Value;
    /// use raconteur_robdef::{BaseType, DataType, NumberType};
    ///
    /// let schema = Schema::parse(&["service example.lift\n"])?;
    /// let definition = schema.definition("example.lift").expect("it is there");
    /// let number = DataType::scalar(BaseType::Number(NumberType::Double));
    /// let compiled = Type::compile(&number, definition, schema.definitions());
    /// assert!(compiled.check(&Value::from(1.5), &schema).is_ok());
    /// # Ok::<(), raconteur::Error>(())
    /// ```
    pub fn compile(
        data_type: &DataType,
        definition: &ServiceDefinition,
        definitions: &Definitions,
    ) -> Self {
        Self {
            base: Base::compile(&data_type.base, definition, definitions),
            array: data_type.array.clone(),
            container: data_type.container,
        }
    }

    /// The type of what a memory transfers.
    pub(super) fn memory(
        base: &BaseType,
        multidimensional: bool,
        definition: &ServiceDefinition,
        definitions: &Definitions,
    ) -> Self {
        Self {
            base: Base::compile(base, definition, definitions),
            array: if multidimensional {
                ArrayShape::MultiVariable
            } else {
                ArrayShape::Variable
            },
            container: Container::None,
        }
    }

    /// Whether one item may be larger than its number of items says, and by
    /// how many numbers.
    pub fn numbers_per_item(&self) -> usize {
        match &self.base {
            Base::NamedArray(_, _, count) => *count,
            _ => 1,
        }
    }

    /// Checks a value; the error is the one that peers send.
    pub fn check(&self, value: &Value, schema: &Schema) -> Result<()> {
        match (self.container, value) {
            (Container::None, value) => self.check_item(value, schema),
            (_, Value::Null) => Ok(()),
            (Container::List, Value::List(items)) => items
                .iter()
                .try_for_each(|item| self.check_item(item, schema)),
            (Container::Int32Map, Value::IntMap(items)) => items
                .values()
                .try_for_each(|item| self.check_item(item, schema)),
            (Container::StringMap, Value::StringMap(items)) => items
                .values()
                .try_for_each(|item| self.check_item(item, schema)),
            (_, other) => Err(mismatch("a container of another kind", other)),
        }
    }

    fn check_item(&self, value: &Value, schema: &Schema) -> Result<()> {
        match (&self.base, value) {
            (Base::Any, _) => Ok(()),
            (Base::Structure(_), Value::Null) => Ok(()),
            (Base::Structure(expected), Value::Struct(record)) => {
                same_name(expected, &record.type_name)?;
                check_fields(expected, &record.fields, schema)
            }
            (Base::String, Value::String(_)) => Ok(()),
            (Base::Enumeration, Value::Array(array)) => {
                check_array(array, ScalarKind::Int32, 1, &ArrayShape::Scalar)
            }
            (Base::Number(kind), Value::Array(array)) if !self.is_multidimensional() => {
                check_array(array, *kind, 1, &self.array)
            }
            (Base::Number(kind), Value::MultiDim(dims, array)) if self.is_multidimensional() => {
                if array.kind() != *kind {
                    return Err(mismatch(kind.name(), value));
                }
                self.check_dims(dims)
            }
            (Base::Pod(expected), Value::Pods(name, items)) if !self.is_multidimensional() => {
                same_name(expected, name)?;
                check_count(items.len(), &self.array)?;
                items
                    .iter()
                    .try_for_each(|fields| check_fields(expected, fields, schema))
            }
            (Base::Pod(expected), Value::PodMultiDim(name, dims, items))
                if self.is_multidimensional() =>
            {
                same_name(expected, name)?;
                self.check_dims(dims)?;
                items
                    .iter()
                    .try_for_each(|fields| check_fields(expected, fields, schema))
            }
            (Base::NamedArray(expected, kind, size), Value::NamedArrays(name, array))
                if !self.is_multidimensional() =>
            {
                same_name(expected, name)?;
                check_array(array, *kind, *size, &self.array)
            }
            (Base::NamedArray(expected, kind, size), Value::NamedMultiDim(name, dims, array))
                if self.is_multidimensional() =>
            {
                same_name(expected, name)?;
                let count: usize = dims.iter().map(|dim| *dim as usize).product();
                if array.kind() != *kind || array.len() != count * size {
                    return Err(mismatch(kind.name(), value));
                }
                self.check_dims(dims)
            }
            (_, other) => Err(mismatch(&self.describe(), other)),
        }
    }

    fn is_multidimensional(&self) -> bool {
        matches!(
            self.array,
            ArrayShape::MultiVariable | ArrayShape::MultiFixed(_)
        )
    }

    fn check_dims(&self, dims: &[u32]) -> Result<()> {
        match &self.array {
            ArrayShape::MultiFixed(expected) if expected != dims => Err(Error::data_type(format!(
                "expected dimensions {expected:?}, got {dims:?}"
            ))),
            _ => Ok(()),
        }
    }

    fn describe(&self) -> String {
        match &self.base {
            Base::Number(kind) => kind.name().to_owned(),
            Base::String => "string".to_owned(),
            Base::Any => "any value".to_owned(),
            Base::Enumeration => "an enumeration value".to_owned(),
            Base::Structure(name) | Base::Pod(name) | Base::NamedArray(name, ..) => name.clone(),
        }
    }
}

impl Base {
    fn compile(base: &BaseType, definition: &ServiceDefinition, definitions: &Definitions) -> Self {
        match base {
            BaseType::Number(number) => Self::Number(scalar_kind(*number)),
            BaseType::String => Self::String,
            BaseType::VarValue => Self::Any,
            BaseType::Named(name) => {
                let qualified = definition.qualify(name);
                match definitions.named(&qualified) {
                    Some(NamedType::Structure(_)) => Self::Structure(qualified),
                    Some(NamedType::Pod(_)) => Self::Pod(qualified),
                    Some(NamedType::Enumeration(_)) => Self::Enumeration,
                    Some(NamedType::NamedArray(_)) => {
                        match definitions.named_array_layout(&qualified) {
                            Some((number, size)) => {
                                Self::NamedArray(qualified, scalar_kind(number), size)
                            }
                            None => Self::Any,
                        }
                    }
                    Some(NamedType::Object(_)) | None => Self::Any,
                }
            }
        }
    }
}

fn mismatch(expected: &str, value: &Value) -> Error {
    Error::new(
        ErrorCode::DataTypeMismatch,
        format!("expected {expected}, got {}", value.kind()),
    )
}

fn same_name(expected: &str, actual: &str) -> Result<()> {
    if expected == actual {
        Ok(())
    } else {
        Err(Error::new(
            ErrorCode::DataTypeMismatch,
            format!("expected {expected}, got {actual}"),
        ))
    }
}

fn check_fields(type_name: &str, fields: &Fields, schema: &Schema) -> Result<()> {
    let Some(expected) = schema.records.get(type_name) else {
        return Ok(());
    };
    for (name, field_type) in expected {
        let (_, value) = fields
            .iter()
            .find(|(field, _)| **field == **name)
            .ok_or_else(|| Error::missing_element(name))?;
        field_type.check(value, schema)?;
    }
    Ok(())
}

fn check_array(array: &Array, kind: ScalarKind, size: usize, shape: &ArrayShape) -> Result<()> {
    if array.kind() != kind {
        return Err(Error::new(
            ErrorCode::DataTypeMismatch,
            format!("expected {}, got {}", kind.name(), array.kind().name()),
        ));
    }
    if size == 0 || !array.len().is_multiple_of(size) {
        return Err(Error::data_type("a namedarray of the wrong length"));
    }
    check_count(array.len() / size, shape)
}

fn check_count(count: usize, shape: &ArrayShape) -> Result<()> {
    let fits = match shape {
        ArrayShape::Scalar => count == 1,
        ArrayShape::Fixed(exact) => count == *exact as usize,
        ArrayShape::Bounded(most) => count <= *most as usize,
        _ => true,
    };
    if fits {
        Ok(())
    } else {
        Err(Error::data_type(format!(
            "an array of {count} does not fit {shape:?}"
        )))
    }
}
