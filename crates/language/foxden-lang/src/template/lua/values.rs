//! Builds the tables `fields` and `context`.

use crate::template::error::TemplateError;
use crate::template::inputs::{FieldValue, TemplateContext, TemplateField};
use crate::template::value::number;
use mlua::{Lua, Table, Value};

/// Why a table could not be built.
pub(super) enum TableError {
    /// The value cannot be expressed in a template.
    Value(TemplateError),
    /// The engine failed.
    Engine(mlua::Error),
}

impl From<TemplateError> for TableError {
    fn from(error: TemplateError) -> Self {
        Self::Value(error)
    }
}

impl From<mlua::Error> for TableError {
    fn from(error: mlua::Error) -> Self {
        Self::Engine(error)
    }
}

/// The table `fields` from the parameters in view.
pub(super) fn fields<'a>(
    lua: &Lua,
    parameters: impl Iterator<Item = &'a TemplateField>,
) -> Result<Table, TableError> {
    let table = lua.create_table()?;
    for parameter in parameters {
        table.set(
            parameter.name.as_str(),
            entry(lua, parameter, &parameter.name)?,
        )?;
    }
    Ok(table)
}

fn entry(lua: &Lua, field: &TemplateField, parameter: &str) -> Result<Table, TableError> {
    let table = lua.create_table()?;
    table.set("value", value(lua, &field.value, parameter)?)?;
    table.set("defaultValue", value(lua, &field.default, parameter)?)?;
    Ok(table)
}

fn value(lua: &Lua, given: &FieldValue, parameter: &str) -> Result<Value, TableError> {
    let table = match given {
        FieldValue::Bool(value) => return Ok(Value::Boolean(*value)),
        FieldValue::Int(value) => return Ok(Value::Number(f64::from(*value))),
        FieldValue::Float(value) => return Ok(Value::Number(number(*value, parameter)?)),
        FieldValue::String(text) => return Ok(Value::String(lua.create_string(unescaped(text))?)),
        FieldValue::Node(None) => return Ok(Value::Nil),
        FieldValue::Vec2(v) => numbers(lua, ["x", "y"], v, parameter)?,
        FieldValue::Vec3(v) => numbers(lua, ["x", "y", "z"], v, parameter)?,
        FieldValue::Rotation(v) => numbers(lua, ["x", "y", "z", "a"], v, parameter)?,
        FieldValue::Color(v) => numbers(lua, ["r", "g", "b"], v, parameter)?,
        FieldValue::Node(Some(node)) => {
            let fields = lua.create_table()?;
            for field in &node.fields {
                fields.set(field.name.as_str(), entry(lua, field, parameter)?)?;
            }
            let table = lua.create_table()?;
            table.set("node_name", node.node_name.as_str())?;
            table.set("fields", fields)?;
            table
        }
        FieldValue::List(items) => {
            let table = lua.create_table()?;
            for (index, item) in items.iter().enumerate() {
                table.raw_set(index + 1, value(lua, item, parameter)?)?;
            }
            table
        }
    };
    Ok(Value::Table(table))
}

/// `\n`, `\\` and `\"` of a stored string act as in a Lua literal; anything
/// else behind a backslash is left alone.
fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let replaced = match (c, rest.peek()) {
            ('\\', Some('n')) => Some('\n'),
            ('\\', Some(escaped @ ('\\' | '"'))) => Some(*escaped),
            _ => None,
        };
        if replaced.is_some() {
            rest.next();
        }
        result.push(replaced.unwrap_or(c));
    }
    result
}

fn numbers<const N: usize>(
    lua: &Lua,
    names: [&str; N],
    values: &[f64; N],
    parameter: &str,
) -> Result<Table, TableError> {
    let table = lua.create_table()?;
    for (name, value) in names.into_iter().zip(values) {
        table.set(name, number(*value, parameter)?)?;
    }
    Ok(table)
}

/// The table `context`.
pub(super) fn context(lua: &Lua, given: &TemplateContext) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.set("os", given.os.name())?;
    table.set("world", given.world.as_str())?;
    table.set("proto", given.proto.as_str())?;
    table.set("webots_home", given.webots_home.as_str())?;
    table.set("project_path", given.project_path.as_str())?;
    table.set("temporary_files_path", given.temporary_files_path.as_str())?;
    table.set("id", given.id.as_str())?;
    table.set("coordinate_system", given.coordinate_system.as_str())?;
    let version = lua.create_table()?;
    version.set("major", given.webots_version.major.as_str())?;
    version.set("revision", given.webots_version.revision.as_str())?;
    table.set("webots_version", version)?;
    Ok(table)
}
