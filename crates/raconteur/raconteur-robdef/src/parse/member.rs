//! Reads members and fields.

use super::cursor::{Cursor, Fault};
use super::data_type::{WrittenBase, WrittenContainer, WrittenType, data_type};
use super::number;
use crate::{
    ArrayShape, BaseType, Callback, Container, DataType, Event, Function, FunctionFlow, MemberKind,
    Memory, Modifier, ModifierArgument, Modifiers, ObjectReference, ObjectTarget, Parameter, Pipe,
    Property, ReferenceIndex, Wire,
};

/// A member's name, kind and modifiers.
pub(crate) struct WrittenMember {
    pub name: String,
    pub kind: MemberKind,
    pub modifiers: Modifiers,
}

/// A field's name, type and modifiers; the cursor is after `field`.
pub(crate) fn field(cursor: &mut Cursor<'_>) -> Result<(String, DataType, Modifiers), Fault> {
    let data_type = data_type(cursor)?.value(cursor)?;
    cursor.some_blanks()?;
    let name = member_name(cursor)?;
    Ok((name, data_type, modifiers(cursor)?))
}

/// A member; the cursor is after the keyword and its blanks.
pub(crate) fn member(keyword: &str, cursor: &mut Cursor<'_>) -> Result<WrittenMember, Fault> {
    if keyword == "event" {
        let name = member_name(cursor)?;
        let parameters = parameters(cursor)?;
        let parameters = plain_parameters(parameters, cursor)?;
        return Ok(WrittenMember {
            name,
            kind: MemberKind::Event(Event { parameters }),
            modifiers: modifiers(cursor)?,
        });
    }
    let written = data_type(cursor)?;
    cursor.some_blanks()?;
    let name = member_name(cursor)?;
    let kind = match keyword {
        "property" => MemberKind::Property(Property {
            data_type: written.value(cursor)?,
        }),
        "pipe" => MemberKind::Pipe(Pipe {
            data_type: written.value(cursor)?,
        }),
        "wire" => MemberKind::Wire(Wire {
            data_type: written.value(cursor)?,
        }),
        "memory" => MemberKind::Memory(memory(written, cursor)?),
        "objref" => MemberKind::ObjectReference(object_reference(written, cursor)?),
        "callback" => {
            let parameters = parameters(cursor)?;
            MemberKind::Callback(Callback {
                parameters: plain_parameters(parameters, cursor)?,
                returns: returned(written, cursor)?,
            })
        }
        _ => MemberKind::Function(function(written, cursor)?),
    };
    Ok(WrittenMember {
        name,
        kind,
        modifiers: modifiers(cursor)?,
    })
}

fn member_name(cursor: &mut Cursor<'_>) -> Result<String, Fault> {
    match cursor.word() {
        "" => Err(cursor.fault("a name is expected here")),
        word => Ok(word.to_owned()),
    }
}

fn memory(written: WrittenType, cursor: &Cursor<'_>) -> Result<Memory, Fault> {
    let (start, end) = (written.start, written.end);
    let data_type = written.value(cursor)?;
    let multidimensional = match data_type.array {
        ArrayShape::Variable => Some(false),
        ArrayShape::MultiVariable => Some(true),
        _ => None,
    };
    // The reference lets a container pass here, but no message could carry it.
    let plain = data_type.container == Container::None;
    let kind = matches!(data_type.base, BaseType::Number(_) | BaseType::Named(_));
    match multidimensional {
        Some(multidimensional) if plain && kind => Ok(Memory {
            base: data_type.base,
            multidimensional,
        }),
        _ => Err(cursor.fault_from(
            start,
            end,
            "a memory is `[]` or `[*]` of a number, pod or named array",
        )),
    }
}

fn object_reference(written: WrittenType, cursor: &Cursor<'_>) -> Result<ObjectReference, Fault> {
    let fault = |message: &str| cursor.fault_from(written.start, written.end, message);
    let target = match &written.base {
        WrittenBase::VarObject => ObjectTarget::Any,
        WrittenBase::Value(BaseType::Named(name)) => ObjectTarget::Named(name.clone()),
        _ => return Err(fault("an object type or `varobject` is expected here")),
    };
    let index = match (&written.array, &written.container) {
        (ArrayShape::Scalar, WrittenContainer::Value(Container::None)) => ReferenceIndex::Single,
        (ArrayShape::Variable, WrittenContainer::Value(Container::None)) => ReferenceIndex::Array,
        (ArrayShape::Scalar, WrittenContainer::Value(Container::Int32Map)) => {
            ReferenceIndex::Int32Map
        }
        (ArrayShape::Scalar, WrittenContainer::Value(Container::StringMap)) => {
            ReferenceIndex::StringMap
        }
        _ => {
            return Err(fault(
                "objects are referred to singly, by `[]`, `{int32}` or `{string}`",
            ));
        }
    };
    Ok(ObjectReference { target, index })
}

fn returned(written: WrittenType, cursor: &Cursor<'_>) -> Result<Option<DataType>, Fault> {
    if written.is_void() {
        Ok(None)
    } else {
        written.value(cursor).map(Some)
    }
}

fn function(written: WrittenType, cursor: &mut Cursor<'_>) -> Result<Function, Fault> {
    let mut parameters = parameters(cursor)?;
    let consumes = parameters
        .pop_if(|(_, written)| written.is_generator())
        .map(|(name, written)| {
            Ok(Parameter {
                name,
                data_type: written.turn(cursor)?,
            })
        })
        .transpose()?;
    let (start, end) = (written.start, written.end);
    let flow = match consumes {
        None if written.is_generator() => FunctionFlow::Produces(written.turn(cursor)?),
        None => FunctionFlow::Once(returned(written, cursor)?),
        Some(consumes) if written.is_generator() => FunctionFlow::Exchanges {
            produces: written.turn(cursor)?,
            consumes,
        },
        Some(consumes) if written.is_void() => FunctionFlow::Consumes(consumes),
        Some(_) => {
            return Err(cursor.fault_from(
                start,
                end,
                "a function with a generator parameter returns a generator or void",
            ));
        }
    };
    Ok(Function {
        parameters: plain_parameters(parameters, cursor)?,
        flow,
    })
}

fn plain_parameters(
    parameters: Vec<(String, WrittenType)>,
    cursor: &Cursor<'_>,
) -> Result<Vec<Parameter>, Fault> {
    parameters
        .into_iter()
        .map(|(name, written)| {
            Ok(Parameter {
                name,
                data_type: written.value(cursor)?,
            })
        })
        .collect()
}

fn parameters(cursor: &mut Cursor<'_>) -> Result<Vec<(String, WrittenType)>, Fault> {
    cursor.blanks();
    if !cursor.eat('(') {
        return Err(cursor.fault("`(` is expected here"));
    }
    let Some(length) = cursor.rest().find(')') else {
        return Err(cursor.fault("`)` is missing"));
    };
    let mut inside = cursor.take(length);
    cursor.eat(')');
    let mut parameters = Vec::new();
    inside.blanks();
    if inside.is_empty() {
        return Ok(parameters);
    }
    loop {
        inside.blanks();
        let written = data_type(&mut inside)?;
        inside.some_blanks()?;
        parameters.push((member_name(&mut inside)?, written));
        inside.blanks();
        if inside.is_empty() {
            return Ok(parameters);
        }
        if !inside.eat(',') {
            return Err(inside.fault("`,` or `)` is expected here"));
        }
    }
}

fn modifiers(cursor: &mut Cursor<'_>) -> Result<Modifiers, Fault> {
    let blank = cursor.blanks();
    if cursor.is_empty() {
        return Ok(Modifiers::default());
    }
    if !blank || !cursor.eat('[') {
        return Err(cursor.fault("a blank and modifiers in brackets, or nothing, may follow here"));
    }
    let Some(length) = cursor.rest().find(']') else {
        return Err(cursor.fault("`]` is missing"));
    };
    let mut inside = cursor.take(length);
    cursor.eat(']');
    let mut modifiers = Vec::new();
    loop {
        inside.blanks();
        // The reference allows a comma after the last modifier.
        if inside.is_empty() && !modifiers.is_empty() {
            break;
        }
        let name = inside.name("a modifier")?.to_owned();
        let arguments = modifier_arguments(&mut inside)?;
        modifiers.push(Modifier { name, arguments });
        if inside.is_empty() {
            break;
        }
        inside.blanks();
        if !inside.eat(',') {
            return Err(inside.fault("`,` or `]` is expected here"));
        }
    }
    cursor.finish()?;
    Ok(Modifiers(modifiers))
}

fn modifier_arguments(cursor: &mut Cursor<'_>) -> Result<Vec<ModifierArgument>, Fault> {
    let mut arguments = Vec::new();
    if !cursor.eat('(') {
        return Ok(arguments);
    }
    loop {
        cursor.blanks();
        let start = cursor.position();
        let text = cursor
            .run(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.'));
        if super::cursor::is_name(text) {
            arguments.push(ModifierArgument::Constant(text.to_owned()));
        } else if number::is_number(text) {
            arguments.push(ModifierArgument::Number(text.to_owned()));
        } else {
            return Err(cursor.fault_from(
                start,
                cursor.position().max(start + 1),
                "a number or the name of a constant is expected here",
            ));
        }
        let blank = cursor.blanks();
        if cursor.eat(')') {
            return Ok(arguments);
        }
        // The reference allows a blank before the first comma only.
        if (blank && arguments.len() > 1) || !cursor.eat(',') {
            return Err(cursor.fault("`,` or `)` is expected here"));
        }
    }
}
