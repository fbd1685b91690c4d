//! Reads constants.

use super::cursor::{Cursor, Fault};
use super::data_type::{WrittenBase, WrittenContainer, WrittenType, data_type};
use super::number;
use crate::{ArrayShape, BaseType, ConstantField, ConstantValue, Container, NumberType};

/// Name and value of a constant; the cursor is after `constant`.
pub(crate) fn constant(cursor: &mut Cursor<'_>) -> Result<(String, ConstantValue), Fault> {
    let written = data_type(cursor)?;
    cursor.some_blanks()?;
    let name = cursor.name("a name")?.to_owned();
    cursor.some_blanks()?;
    let value = cursor.rest().trim_end_matches([' ', '\t']);
    if value.is_empty() {
        return Err(cursor.fault("the constant's value is missing"));
    }
    let mut value_cursor = cursor.take(value.len());
    Ok((name, value_of(&written, &mut value_cursor)?))
}

fn value_of(written: &WrittenType, cursor: &mut Cursor<'_>) -> Result<ConstantValue, Fault> {
    let fault = |message: &str| cursor.fault_from(written.start, written.end, message);
    match &written.base {
        WrittenBase::Value(BaseType::Number(number)) => {
            if written.container != WrittenContainer::Value(Container::None) {
                return Err(fault("constants of numbers have no container"));
            }
            numbers(*number, &written.array, cursor)
        }
        WrittenBase::Value(BaseType::String) if written.array == ArrayShape::Scalar => {
            text(cursor).map(ConstantValue::Text)
        }
        WrittenBase::Value(BaseType::Named(name)) if written.array == ArrayShape::Scalar => {
            Ok(ConstantValue::Record {
                type_name: name.0.clone(),
                fields: record(cursor)?,
            })
        }
        _ => Err(fault(
            "constants are numbers, arrays of numbers, texts or `struct` records",
        )),
    }
}

fn numbers(
    number: NumberType,
    shape: &ArrayShape,
    cursor: &mut Cursor<'_>,
) -> Result<ConstantValue, Fault> {
    match shape {
        ArrayShape::MultiFixed(_) | ArrayShape::MultiVariable => {
            Err(cursor.fault("constants cannot be multidimensional arrays"))
        }
        ArrayShape::Scalar => {
            let start = cursor.position();
            let text = cursor.run(|_| true);
            number::literal(number, text)
                .map(|value| ConstantValue::Number { number, value })
                .map_err(|message| cursor.fault_from(start, start + text.len(), message))
        }
        ArrayShape::Variable | ArrayShape::Fixed(_) | ArrayShape::Bounded(_) => {
            let values = braced(cursor, |item| {
                let start = item.position();
                let text = item.run(|byte| !matches!(byte, b' ' | b'\t' | b',' | b'}'));
                number::literal(number, text)
                    .map_err(|message| item.fault_from(start, start + text.len().max(1), message))
            })?;
            Ok(ConstantValue::Numbers {
                number,
                shape: shape.clone(),
                values,
            })
        }
    }
}

/// `{item, item}`, possibly empty.
fn braced<'a, T>(
    cursor: &mut Cursor<'a>,
    mut item: impl FnMut(&mut Cursor<'a>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    if !cursor.eat('{') {
        return Err(cursor.fault("`{` is expected here"));
    }
    cursor.blanks();
    let mut items = Vec::new();
    if !cursor.eat('}') {
        loop {
            cursor.blanks();
            items.push(item(cursor)?);
            cursor.blanks();
            if cursor.eat('}') {
                break;
            }
            if !cursor.eat(',') {
                return Err(cursor.fault("`,` or `}` is expected here"));
            }
        }
    }
    cursor.finish()?;
    Ok(items)
}

fn record(cursor: &mut Cursor<'_>) -> Result<Vec<ConstantField>, Fault> {
    braced(cursor, |item| {
        let name = item.name("a field's name")?.to_owned();
        item.blanks();
        if !item.eat(':') {
            return Err(item.fault("`:` is expected here"));
        }
        item.blanks();
        let constant = item.name("a constant's name")?.to_owned();
        Ok(ConstantField { name, constant })
    })
}

/// A text in quotes with the escapes of JSON.
fn text(cursor: &mut Cursor<'_>) -> Result<String, Fault> {
    if !cursor.eat('"') {
        return Err(cursor.fault("`\"` is expected here"));
    }
    let mut units: Vec<u16> = Vec::new();
    loop {
        let plain = cursor.run(|byte| !matches!(byte, b'"' | b'\\'));
        units.extend(plain.encode_utf16());
        if cursor.eat('"') {
            cursor.finish()?;
            // Halves of surrogate pairs are dropped, as the reference does.
            return Ok(char::decode_utf16(units).flatten().collect());
        }
        if !cursor.eat('\\') {
            return Err(cursor.fault("the text has no closing `\"`"));
        }
        units.push(escape(cursor)?);
    }
}

fn escape(cursor: &mut Cursor<'_>) -> Result<u16, Fault> {
    let simple = [
        ('"', '"'),
        ('\\', '\\'),
        ('/', '/'),
        ('b', '\u{8}'),
        ('f', '\u{c}'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
    ];
    for (letter, meaning) in simple {
        if cursor.eat(letter) {
            return Ok(meaning as u16);
        }
    }
    if cursor.eat('u') {
        let digits = cursor.rest().get(..4);
        let unit = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        if let Some(unit) = unit {
            cursor.take(4);
            return Ok(unit);
        }
        return Err(cursor.fault("`\\u` is followed by four hexadecimal digits"));
    }
    Err(cursor
        .fault("escapes are `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, `\\u1234`"))
}
