//! Nodes and their fields.

use crate::arguments::{number, numbers, vector, wrong_type};
use crate::errors::{ErrorClass, error};
use crate::world::{Core, node};
use foxden::{Edit, World};
use foxden_catalogue::FieldType;
use foxden_scene::{EditError, FieldRef, NodeId, SourcedString, Value, export_node};
use foxden_sim::controller::Write;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The number of the node with a DEF name.
#[pyfunction]
pub(crate) fn find_def(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    name: &str,
) -> PyResult<Option<u32>> {
    let world = core.get().world(py)?;
    let found = world.simulation().scene().find_def(name);
    Ok(found.map(|node| node.number()))
}

/// The number of the node with a DEF name inside an instance of a PROTO.
#[pyfunction]
pub(crate) fn find_inner_def(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    name: &str,
) -> PyResult<Option<u32>> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let found = world.simulation().scene().find_inner_def(id, name);
    Ok(found.map(|node| node.number()))
}

/// A node as it is now, as text of a world file.
#[pyfunction]
pub(crate) fn node_text(py: Python<'_>, core: &Bound<'_, Core>, number: u32) -> PyResult<String> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    Ok(export_node(&world.simulation().document(), id))
}

/// The number of the solid with a name below a node.
#[pyfunction]
pub(crate) fn find_solid(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    name: &str,
) -> PyResult<Option<u32>> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let simulation = world.simulation();
    let scene = simulation.scene();
    let is_meant = |id: &NodeId| {
        simulation.is_solid(*id)
            && matches!(
                scene.base_field(*id, "name").and_then(|field| simulation.get(field)),
                Some(Value::String(text)) if &*text.value == name
            )
    };
    let found = scene.descendants(id).into_iter().find(is_meant);
    Ok(found.map(NodeId::number))
}

/// All DEF names, in the order of the nodes.
#[pyfunction]
pub(crate) fn def_names(py: Python<'_>, core: &Bound<'_, Core>) -> PyResult<Vec<String>> {
    let world = core.get().world(py)?;
    let scene = world.simulation().scene();
    let names = scene.ids().filter_map(|id| scene.get(id)?.def());
    Ok(names.map(str::to_owned).collect())
}

/// The number of the node that contains all others.
#[pyfunction]
pub(crate) fn root(py: Python<'_>, core: &Bound<'_, Core>) -> PyResult<u32> {
    let world = core.get().world(py)?;
    Ok(world.simulation().scene().root().number())
}

/// Type, type of the built-in node below, DEF name and path of a node.
#[pyfunction]
pub(crate) fn describe(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<(String, String, Option<String>, String)> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let scene = world.simulation().scene();
    let found = scene.get(id);
    Ok((
        found.map_or("", |node| node.type_name()).to_owned(),
        found.map_or("", |node| node.base_type().name()).to_owned(),
        found.and_then(|node| node.def()).map(str::to_owned),
        scene.path(id),
    ))
}

/// Whether a node is still part of the world.
#[pyfunction]
pub(crate) fn exists(py: Python<'_>, core: &Bound<'_, Core>, number: u32) -> PyResult<bool> {
    let world = core.get().world(py)?;
    Ok(world.simulation().scene().by_number(number).is_some())
}

/// Names and types of the fields of a node.
#[pyfunction]
pub(crate) fn field_types(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<Vec<(String, String)>> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let scene = world.simulation().scene();
    let fields = scene.visible_fields(id).into_iter();
    let row = |field| {
        let kind = scene.field_type(field).to_string();
        (scene.field_name(field).to_owned(), kind)
    };
    Ok(fields.map(row).collect())
}

/// A field by its name; none if the node has no such field.
fn field(py: Python<'_>, world: &World, number: u32, name: &str) -> PyResult<Option<FieldRef>> {
    let id = node(py, world, number)?;
    Ok(world.simulation().scene().field(id, name))
}

fn expect_field(py: Python<'_>, world: &World, number: u32, name: &str) -> PyResult<FieldRef> {
    field(py, world, number, name)?.ok_or_else(|| {
        error(
            py,
            ErrorClass::Edit,
            format!("the node has no field '{name}'"),
        )
    })
}

/// The value of a field: whether it holds nodes, and the value or the numbers of the
/// nodes. None if there is no such field.
#[pyfunction]
pub(crate) fn get(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    name: &str,
) -> PyResult<Option<(String, Py<PyAny>)>> {
    let world = core.get().world(py)?;
    let Some(field) = field(py, &world, number, name)? else {
        return Ok(None);
    };
    let simulation = world.simulation();
    let scene = simulation.scene();
    let kind = scene.field_type(field);
    let value = match kind {
        FieldType::SFNode | FieldType::MFNode => {
            let nodes = scene.nodes_in(field).iter().map(|node| node.number());
            nodes.collect::<Vec<u32>>().into_py_any(py)?
        }
        _ => match simulation.get(field) {
            Some(value) => object(py, value)?,
            None => py.None(),
        },
    };
    Ok(Some((kind.to_string(), value)))
}

fn object(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
    let texts = |items: Vec<SourcedString>| -> Vec<String> {
        items.iter().map(|item| item.value.to_string()).collect()
    };
    match value {
        Value::Bool(flag) => flag.into_py_any(py),
        Value::Int(number) => number.into_py_any(py),
        Value::Float(number) => number.into_py_any(py),
        Value::String(text) => text.value.to_string().into_py_any(py),
        Value::Vec2([x, y]) => (x, y).into_py_any(py),
        Value::Vec3([x, y, z]) | Value::Color([x, y, z]) => (x, y, z).into_py_any(py),
        Value::Rotation([x, y, z, angle]) => (x, y, z, angle).into_py_any(py),
        Value::BoolList(items) => items.into_py_any(py),
        Value::IntList(items) => items.into_py_any(py),
        Value::FloatList(items) => items.into_py_any(py),
        Value::StringList(items) => texts(items).into_py_any(py),
        Value::Vec2List(items) => tuples(items, |[x, y]| (x, y)).into_py_any(py),
        Value::Vec3List(items) | Value::ColorList(items) => {
            tuples(items, |[x, y, z]| (x, y, z)).into_py_any(py)
        }
        Value::RotationList(items) => {
            tuples(items, |[x, y, z, angle]| (x, y, z, angle)).into_py_any(py)
        }
    }
}

fn tuples<A, B>(items: Vec<A>, tuple: impl Fn(A) -> B) -> Vec<B> {
    items.into_iter().map(tuple).collect()
}

/// Writes a field; it acts at once.
#[pyfunction]
pub(crate) fn set(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let kind = {
        let world = core.get().world(py)?;
        let field = expect_field(py, &world, number, name)?;
        world.simulation().scene().field_type(field)
    };
    // without the lock: the value may be an object whose methods use the world
    let value = field_value(kind, value, name)?;
    let mut world = core.get().world(py)?;
    let field = expect_field(py, &world, number, name)?;
    let edit = Edit::Set(field, Write::Whole(value));
    world.edit(edit).map_err(|reason| refused(py, &reason))?;
    Ok(())
}

fn refused(py: Python<'_>, reason: &EditError) -> PyErr {
    error(py, ErrorClass::Edit, reason.to_string())
}

/// A value for a field of a type.
fn field_value(kind: FieldType, value: &Bound<'_, PyAny>, name: &str) -> PyResult<Value> {
    Ok(match kind {
        FieldType::SFBool => Value::Bool(flag(value, name)?),
        FieldType::SFInt32 => Value::Int(whole(value, name)?),
        FieldType::SFFloat => Value::Float(number(value, name)?),
        FieldType::SFString => Value::String(text(value, name)?),
        FieldType::SFVec2f => Value::Vec2(vector(value, name)?),
        FieldType::SFVec3f => Value::Vec3(vector(value, name)?),
        FieldType::SFRotation => Value::Rotation(vector(value, name)?),
        FieldType::SFColor => Value::Color(vector(value, name)?),
        FieldType::MFBool => Value::BoolList(list(value, name, flag)?),
        FieldType::MFInt32 => Value::IntList(list(value, name, whole)?),
        FieldType::MFFloat => Value::FloatList(numbers(value, name)?),
        FieldType::MFString => Value::StringList(list(value, name, text)?),
        FieldType::MFVec2f => Value::Vec2List(list(value, name, vector)?),
        FieldType::MFVec3f => Value::Vec3List(list(value, name, vector)?),
        FieldType::MFRotation => Value::RotationList(list(value, name, vector)?),
        FieldType::MFColor => Value::ColorList(list(value, name, vector)?),
        FieldType::SFNode | FieldType::MFNode => {
            return Err(PyValueError::new_err(format!(
                "'{name}' holds nodes: use insert() and remove()"
            )));
        }
    })
}

fn list<T>(
    value: &Bound<'_, PyAny>,
    name: &str,
    item: fn(&Bound<'_, PyAny>, &str) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type(value, name, "a sequence"));
    }
    let items = value
        .try_iter()
        .map_err(|_| wrong_type(value, name, "a sequence"))?;
    items.map(|one| item(&one?, name)).collect()
}

fn flag(value: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    value
        .extract()
        .map_err(|_| wrong_type(value, name, "True or False"))
}

fn whole(value: &Bound<'_, PyAny>, name: &str) -> PyResult<i32> {
    value
        .extract()
        .map_err(|_| wrong_type(value, name, "a whole number of 32 bits"))
}

fn text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<SourcedString> {
    let text: String = value
        .extract()
        .map_err(|_| wrong_type(value, name, "a text"))?;
    Ok(text.as_str().into())
}

/// Inserts the nodes of a text into a field; returns their numbers.
#[pyfunction]
pub(crate) fn insert(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    name: &str,
    text: String,
    at: Option<usize>,
) -> PyResult<Vec<u32>> {
    let mut world = core.get().world(py)?;
    let field = expect_field(py, &world, number, name)?;
    let at = at.unwrap_or(usize::MAX);
    let edit = Edit::Insert { field, at, text };
    let nodes = world.edit(edit).map_err(|reason| refused(py, &reason))?;
    Ok(nodes.iter().map(|node| node.number()).collect())
}

/// Removes a node.
#[pyfunction]
pub(crate) fn remove(py: Python<'_>, core: &Bound<'_, Core>, number: u32) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let done = world.edit(Edit::Remove(id));
    done.map(|_| ()).map_err(|reason| refused(py, &reason))
}

/// Position, rows of the rotation matrix and velocity (linear, angular) of a node in the
/// world, as far as it has them.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub(crate) fn motion(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<(Option<[f64; 3]>, Option<[f64; 9]>, Option<[f64; 6]>)> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let simulation = world.simulation();
    let id = simulation.running(id);
    Ok((
        simulation.position(id),
        simulation.orientation(id),
        simulation.velocity(id),
    ))
}

/// Where a solid touches others: point, number of its own solid and of the other one.
#[pyfunction]
pub(crate) fn contacts(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    with_descendants: bool,
) -> PyResult<Vec<([f64; 3], u32, u32)>> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let found = world.simulation().contact_points(id, with_descendants);
    let rows = found.iter();
    let rows = rows.map(|one| (one.point, one.own.number(), one.other.number()));
    Ok(rows.collect())
}
