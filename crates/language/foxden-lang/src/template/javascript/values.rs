//! Builds the objects `fields` and `context`.

use crate::template::error::{ErrorKind, TemplateError};
use crate::template::inputs::{FieldValue, TemplateContext, TemplateField};
use crate::template::value::{is_property_name, number, script_string};
use rquickjs::{Array, Ctx, IntoJs, Object, Value};

/// Why an object could not be built.
pub(super) enum ObjectError {
    /// The value cannot be expressed in a template.
    Value(TemplateError),
    /// The engine failed, most likely because memory ran out.
    Engine(rquickjs::Error),
}

impl From<TemplateError> for ObjectError {
    fn from(error: TemplateError) -> Self {
        Self::Value(error)
    }
}

impl From<rquickjs::Error> for ObjectError {
    fn from(error: rquickjs::Error) -> Self {
        Self::Engine(error)
    }
}

/// The object `fields` from the parameters in view.
pub(super) fn fields<'js, 'a>(
    ctx: &Ctx<'js>,
    parameters: impl Iterator<Item = &'a TemplateField>,
) -> Result<Object<'js>, ObjectError> {
    let object = Object::new(ctx.clone())?;
    for parameter in parameters {
        if !is_property_name(&parameter.name) {
            let name = &parameter.name;
            return Err(TemplateError::new(
                ErrorKind::Parameter,
                format!("parameter `{name}` is no JavaScript name, so templates cannot use it"),
            )
            .hint("rename it with letters, digits and underscores only")
            .into());
        }
        object.set(
            parameter.name.as_str(),
            entry(ctx, parameter, &parameter.name)?,
        )?;
    }
    Ok(object)
}

fn entry<'js>(
    ctx: &Ctx<'js>,
    field: &TemplateField,
    parameter: &str,
) -> Result<Object<'js>, ObjectError> {
    let object = Object::new(ctx.clone())?;
    object.set("value", value(ctx, &field.value, parameter)?)?;
    object.set("defaultValue", value(ctx, &field.default, parameter)?)?;
    Ok(object)
}

fn value<'js>(
    ctx: &Ctx<'js>,
    given: &FieldValue,
    parameter: &str,
) -> Result<Value<'js>, ObjectError> {
    Ok(match given {
        FieldValue::Bool(value) => Value::new_bool(ctx.clone(), *value),
        FieldValue::Int(value) => Value::new_int(ctx.clone(), *value),
        FieldValue::Float(value) => Value::new_number(ctx.clone(), number(*value, parameter)?),
        FieldValue::String(text) => script_string(text, parameter)?.into_js(ctx)?,
        FieldValue::Vec2(v) => numbers(ctx, ["x", "y"], v, parameter)?,
        FieldValue::Vec3(v) => numbers(ctx, ["x", "y", "z"], v, parameter)?,
        FieldValue::Rotation(v) => numbers(ctx, ["x", "y", "z", "a"], v, parameter)?,
        FieldValue::Color(v) => numbers(ctx, ["r", "g", "b"], v, parameter)?,
        FieldValue::Node(None) => Value::new_undefined(ctx.clone()),
        FieldValue::Node(Some(node)) => {
            let fields = Object::new(ctx.clone())?;
            for field in &node.fields {
                fields.set(field.name.as_str(), entry(ctx, field, parameter)?)?;
            }
            let object = Object::new(ctx.clone())?;
            object.set("node_name", node.node_name.as_str())?;
            object.set("fields", fields)?;
            object.into_value()
        }
        FieldValue::List(items) => {
            let array = Array::new(ctx.clone())?;
            for (index, item) in items.iter().enumerate() {
                array.set(index, value(ctx, item, parameter)?)?;
            }
            array.into_value()
        }
    })
}

fn numbers<'js, const N: usize>(
    ctx: &Ctx<'js>,
    names: [&str; N],
    values: &[f64; N],
    parameter: &str,
) -> Result<Value<'js>, ObjectError> {
    let object = Object::new(ctx.clone())?;
    for (name, value) in names.into_iter().zip(values) {
        object.set(
            name,
            Value::new_number(ctx.clone(), number(*value, parameter)?),
        )?;
    }
    Ok(object.into_value())
}

/// The object `context`.
pub(super) fn context<'js>(
    ctx: &Ctx<'js>,
    given: &TemplateContext,
) -> rquickjs::Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    object.set("os", given.os.name())?;
    object.set("world", given.world.as_str())?;
    object.set("proto", given.proto.as_str())?;
    object.set("webots_home", given.webots_home.as_str())?;
    object.set("project_path", given.project_path.as_str())?;
    object.set("temporary_files_path", given.temporary_files_path.as_str())?;
    object.set("id", given.id.as_str())?;
    object.set("coordinate_system", given.coordinate_system.as_str())?;
    let version = Object::new(ctx.clone())?;
    version.set("major", given.webots_version.major.as_str())?;
    version.set("revision", given.webots_version.revision.as_str())?;
    object.set("webots_version", version)?;
    Ok(object)
}
