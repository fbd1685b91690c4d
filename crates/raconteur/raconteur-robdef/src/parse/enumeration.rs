//! Enumerations: names with numbers, separated by commas, on any number of
//! lines.

use super::Parser;
use super::cursor::{Cursor, Fault};
use super::lines::Statement;
use super::number;
use crate::validate::KEYWORDS;
use crate::{Enumeration, EnumerationValue};

impl Parser<'_> {
    pub(super) fn enumeration(
        &mut self,
        head: &Statement,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Fault> {
        let mut enumeration = Enumeration {
            name: self.block_name(cursor),
            documentation: head.documentation.clone(),
            values: Vec::new(),
            span: head.whole(),
        };
        // Whether the last line ended with a comma, so that another may follow.
        let mut open = true;
        self.block("enum", head, |_, statement| {
            if !open {
                return Err(Fault {
                    span: statement.whole(),
                    message: "the line before must end with a comma".into(),
                });
            }
            let text = statement.text.trim_end_matches([' ', '\t']);
            open = text.ends_with(',');
            let length = text.trim_end_matches(',').len();
            let mut cursor = Cursor::new(statement).take(length);
            let mut documentation = statement.documentation.clone();
            loop {
                let value = value(&mut cursor, enumeration.values.last())?;
                enumeration.values.push(EnumerationValue {
                    documentation: documentation.take(),
                    ..value
                });
                cursor.blanks();
                if cursor.is_empty() {
                    return Ok(());
                }
                if !cursor.eat(',') {
                    return Err(cursor.fault("`,` is expected here"));
                }
            }
        });
        self.definition.enumerations.push(enumeration);
        Ok(())
    }
}

fn value(
    cursor: &mut Cursor<'_>,
    previous: Option<&EnumerationValue>,
) -> Result<EnumerationValue, Fault> {
    cursor.blanks();
    let start = cursor.position();
    let name = cursor.word().to_owned();
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return Err(cursor.fault_from(start, start + name.len().max(1), "a name is expected here"));
    }
    if KEYWORDS.contains(&name.as_str()) {
        // Printed on a separate line it would begin or end a block.
        let message = format!("the name `{name}` is reserved");
        return Err(cursor.fault_from(start, start + name.len(), message));
    }
    cursor.blanks();
    if !cursor.eat('=') {
        let Some(previous) = previous else {
            let message = "the first value needs a number";
            return Err(cursor.fault_from(start, start + name.len(), message));
        };
        let Some(value) = previous.value.checked_add(1) else {
            let message = "the number that follows is above 2147483647";
            return Err(cursor.fault_from(start, start + name.len(), message));
        };
        return Ok(EnumerationValue {
            name,
            documentation: None,
            value,
            explicit: false,
            hexadecimal: previous.hexadecimal,
        });
    }
    cursor.blanks();
    let start = cursor.position();
    let text = cursor.run(|byte| !matches!(byte, b' ' | b'\t' | b','));
    let read = number::integer(text).and_then(|(value, hexadecimal)| {
        let value = i32::try_from(value).ok()?;
        Some((value, hexadecimal))
    });
    let Some((value, hexadecimal)) = read else {
        let message = "a whole number from -2147483648 to 2147483647 is expected here";
        return Err(cursor.fault_from(start, start + text.len().max(1), message));
    };
    Ok(EnumerationValue {
        name,
        documentation: None,
        value,
        explicit: true,
        hexadecimal,
    })
}
