//! Reads types: `double[3]{list}`.

use super::cursor::{Cursor, Fault};
use crate::{ArrayShape, BaseType, Container, DataType, NumberType, TypeName};

/// A type as written, before the check whether it is allowed there.
#[derive(Debug)]
pub(crate) struct WrittenType {
    pub base: WrittenBase,
    pub array: ArrayShape,
    pub container: WrittenContainer,
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum WrittenBase {
    Void,
    VarObject,
    /// `object` and `structure`, words the reference knows but cannot send.
    Internal,
    Value(BaseType),
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum WrittenContainer {
    Generator,
    Value(Container),
}

impl WrittenType {
    /// The type of a value, or why it cannot be one.
    pub fn value(self, cursor: &Cursor<'_>) -> Result<DataType, Fault> {
        let fault = |message: &str| cursor.fault_from(self.start, self.end, message);
        let base = match self.base {
            WrittenBase::Value(base) => base,
            WrittenBase::Void => return Err(fault("`void` is only for what a function returns")),
            WrittenBase::VarObject => return Err(fault("`varobject` is only for `objref`")),
            WrittenBase::Internal => return Err(fault("this is not a type of values")),
        };
        let container = match self.container {
            WrittenContainer::Value(container) => container,
            WrittenContainer::Generator => {
                return Err(fault(
                    "`{generator}` is only for what a function returns and its last parameter",
                ));
            }
        };
        Ok(DataType {
            base,
            array: self.array,
            container,
        })
    }

    pub fn is_generator(&self) -> bool {
        self.container == WrittenContainer::Generator
    }

    /// The type of one turn of a generator.
    pub fn turn(mut self, cursor: &Cursor<'_>) -> Result<DataType, Fault> {
        self.container = WrittenContainer::Value(Container::None);
        self.value(cursor)
    }

    /// True for plain `void`.
    pub fn is_void(&self) -> bool {
        self.base == WrittenBase::Void
            && self.array == ArrayShape::Scalar
            && self.container == WrittenContainer::Value(Container::None)
    }
}

pub(crate) fn data_type(cursor: &mut Cursor<'_>) -> Result<WrittenType, Fault> {
    let start = cursor.position();
    let word = cursor.dotted("a type")?;
    let base = match word {
        "void" => WrittenBase::Void,
        "varobject" => WrittenBase::VarObject,
        "object" | "structure" => WrittenBase::Internal,
        "string" => WrittenBase::Value(BaseType::String),
        "varvalue" => WrittenBase::Value(BaseType::VarValue),
        _ => WrittenBase::Value(match NumberType::from_keyword(word) {
            Some(number) => BaseType::Number(number),
            None => BaseType::Named(TypeName(word.to_owned())),
        }),
    };
    let array = array(cursor)?;
    let container = container(cursor)?;
    Ok(WrittenType {
        base,
        array,
        container,
        start,
        end: cursor.position(),
    })
}

fn array(cursor: &mut Cursor<'_>) -> Result<ArrayShape, Fault> {
    let start = cursor.position();
    if !cursor.eat('[') {
        return Ok(ArrayShape::Scalar);
    }
    let inside = cursor.run(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'*' | b'-'));
    if !cursor.eat(']') {
        return Err(cursor.fault("`]` is expected here"));
    }
    let shape = shape(inside).ok_or_else(|| {
        let message = "an array is `[]`, `[n]`, `[n-]`, `[*]`, `[n,]` or `[n,m,…]`, \
                       with lengths below 2147483648";
        cursor.fault_from(start, cursor.position(), message)
    })?;
    Ok(shape)
}

fn shape(inside: &str) -> Option<ArrayShape> {
    if inside.is_empty() {
        return Some(ArrayShape::Variable);
    }
    if inside == "*" {
        return Some(ArrayShape::MultiVariable);
    }
    if let Some(bound) = inside.strip_suffix('-') {
        return Some(match length(bound)? {
            0 => ArrayShape::Variable,
            bound => ArrayShape::Bounded(bound),
        });
    }
    if !inside.contains(',') {
        return length(inside).map(ArrayShape::Fixed);
    }
    let single = inside.strip_suffix(',').filter(|rest| !rest.contains(','));
    single
        .unwrap_or(inside)
        .split(',')
        .map(length)
        .collect::<Option<Vec<u32>>>()
        .map(ArrayShape::MultiFixed)
}

fn length(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let length: u32 = digits.parse().ok()?;
    i32::try_from(length).is_ok().then_some(length)
}

fn container(cursor: &mut Cursor<'_>) -> Result<WrittenContainer, Fault> {
    let start = cursor.position();
    if !cursor.eat('{') {
        return Ok(WrittenContainer::Value(Container::None));
    }
    let word = cursor.word();
    let closed = cursor.eat('}');
    let container = match word {
        "list" => WrittenContainer::Value(Container::List),
        "int32" => WrittenContainer::Value(Container::Int32Map),
        "string" => WrittenContainer::Value(Container::StringMap),
        "generator" => WrittenContainer::Generator,
        _ => {
            return Err(cursor.fault_from(
                start,
                cursor.position(),
                "a container is `{list}`, `{int32}`, `{string}` or `{generator}`",
            ));
        }
    };
    if closed {
        Ok(container)
    } else {
        Err(cursor.fault("`}` is expected here"))
    }
}
