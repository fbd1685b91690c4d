//! Nodes and their fields.

use super::field_values::{from_service, to_service};
use super::refused;
use crate::access::Role;
use crate::job::{Scope, finite, impossible, invalid, not_found, shown};
use crate::members::Members;
use crate::values::{numbers, pose, spatial_velocity};
use foxden_lang::diagnostic::Diagnostic;
use foxden_runtime::input::Input;
use foxden_scene::{FieldRef, NodeId, Value, export_node};
use foxden_sim::ExternalForce;
use foxden_sim::controller::Write;
use raconteur::Result;
use raconteur::value::{IntoValue, List, Record, Value as ServiceValue};

/// The longest text of nodes or values.
const LONGEST_TEXT: usize = 4 << 20;

/// A finding in a line.
pub(super) fn finding_line(finding: &Diagnostic) -> String {
    let hint = finding.hint.as_deref().map(|hint| format!("; {hint}"));
    let node = finding.node.as_deref().map(|node| format!("{node}: "));
    format!(
        "{}{}{}",
        node.unwrap_or_default(),
        finding.message,
        hint.unwrap_or_default()
    )
}

fn node_info(scope: &Scope<'_>, number: u32) -> Result<Record> {
    let id = scope.node(number)?;
    let scene = scope.run.world.scene();
    let node = scene.get(id).ok_or_else(|| not_found("the node is gone"))?;
    let name = scene.value_of(id, "name");
    let name = name.as_deref().and_then(|name| name.as_str()).unwrap_or("");
    let children: Vec<u32> = scene.children(id).map(NodeId::number).collect();
    Ok(Record::new("foxden.world.NodeInfo")
        .with("id", number)
        .with("parent_id", scene.parent(id).map_or(0, NodeId::number))
        .with("type_name", node.type_name())
        .with("def_name", node.def().unwrap_or(""))
        .with("name", name)
        .with("path", scene.path(id))
        .with("child_ids", children))
}

fn field_of(scope: &Scope<'_>, number: u32, name: &str) -> Result<FieldRef> {
    let node = scope.node(number)?;
    let scene = scope.run.world.scene();
    scene.field(node, name).ok_or_else(|| {
        let kind = scene.get(node).map_or("node", |node| node.type_name());
        not_found(format!("a {kind} has no field {}", shown(name)))
    })
}

fn field_info(scope: &Scope<'_>, field: FieldRef) -> Record {
    let world = &scope.run.world;
    let scene = world.scene();
    let field_type = scene.field_type(field);
    let value = match field_type.is_node() {
        true => {
            let nodes = scene.nodes_in(field).iter().map(|node| node.number());
            match field_type.is_multiple() {
                true => nodes.collect::<Vec<_>>().into_value(),
                false => nodes.into_iter().next().unwrap_or(0).into_value(),
            }
        }
        false => world.get(field).map_or(ServiceValue::Null, to_service),
    };
    Record::new("foxden.world.FieldInfo")
        .with("name", scene.field_name(field))
        .with("type_name", field_type.to_string())
        .with("value", value)
}

fn fields(scope: &Scope<'_>, number: u32) -> Result<List<Record>> {
    let node = scope.node(number)?;
    let scene = scope.run.world.scene();
    let is_instance = scene.get(node).is_some_and(|node| node.proto().is_some());
    let fields = match is_instance {
        true => scene.visible_fields(node),
        false => scene.base_fields(node),
    };
    let infos = fields.into_iter().map(|field| field_info(scope, field));
    Ok(List(infos.collect()))
}

fn set(scope: &mut Scope<'_>, field: FieldRef, value: Value) -> Result<()> {
    let written = scope.run.world.set(field, Write::Whole(value));
    written.map_err(refused)
}

fn add_nodes(
    scope: &mut Scope<'_>,
    (parent, field, place, text): (u32, String, i32, String),
) -> Result<Record> {
    if text.len() > LONGEST_TEXT {
        return Err(invalid("the text is longer than 4 MiB"));
    }
    let field = field_of(scope, parent, &field)?;
    let scene = scope.run.world.scene();
    if !scene.field_type(field).is_node() {
        return Err(invalid("this field has no nodes"));
    }
    let count = scene.nodes_in(field).len();
    let place = match place {
        -1 => count,
        place => {
            usize::try_from(place).map_err(|_| invalid("a place is -1 (the end), 0 or more"))?
        }
    };
    let inserted = scope.run.world.insert(field, place, &text);
    let inserted = inserted.map_err(refused)?;
    let ids: Vec<u32> = inserted.nodes.iter().map(|node| node.number()).collect();
    let findings = inserted.diagnostics.iter().map(finding_line);
    Ok(Record::new("foxden.world.ImportResult")
        .with("ids", ids)
        .with("findings", List(findings.collect::<Vec<_>>())))
}

fn set_pose(scope: &mut Scope<'_>, number: u32, value: &ServiceValue) -> Result<()> {
    let [w, x, y, z, px, py, pz] = numbers::<7>(value)?;
    finite(&[w, x, y, z, px, py, pz], "the numbers of a pose")?;
    let node = scope.node(number)?;
    let world = &scope.run.world;
    let length = [w, x, y, z].iter().map(|q| q * q).sum::<f64>().sqrt();
    if length < 1e-6 {
        return Err(invalid(
            "the orientation of a pose is a quaternion of length 1",
        ));
    }
    let turn = [w, x, y, z].map(|part| part / length);
    let local = world.pose_in_parent(node, Some([px, py, pz]), Some(turn));
    let (translation, rotation) = local.ok_or_else(|| impossible("this node has no pose"))?;
    let find = |name| {
        let field = world.scene().field(node, name);
        field.ok_or_else(|| impossible(format!("this node has no field '{name}'")))
    };
    let fields = (find("translation")?, find("rotation")?);
    set(scope, fields.0, Value::Vec3(translation))?;
    set(scope, fields.1, Value::Rotation(rotation))
}

fn add_wrench(scope: &mut Scope<'_>, number: u32, value: &ServiceValue) -> Result<()> {
    let [tx, ty, tz, fx, fy, fz] = numbers::<6>(value)?;
    finite(&[tx, ty, tz, fx, fy, fz], "the numbers of a wrench")?;
    let node = scope.node(number)?;
    if !scope.run.world.has_body(node) {
        return Err(impossible("only a Solid with Physics can be pushed"));
    }
    for force in [
        ExternalForce::Force([fx, fy, fz]),
        ExternalForce::Torque([tx, ty, tz]),
    ] {
        let input = Input::Push {
            node,
            force,
            is_relative: false,
        };
        // a push does not fail
        let _ = scope.run.world.apply(input);
    }
    Ok(())
}

fn find_path(scope: &Scope<'_>, path: &str) -> u32 {
    let scene = scope.run.world.scene();
    let below = scene.descendants(scene.root()).into_iter();
    let found = below
        .filter(|node| *node != scene.root())
        .find(|node| scene.path(*node) == path);
    found.map_or(0, NodeId::number)
}

/// Adds the members about nodes.
pub(super) fn add(members: Members) -> Members {
    let members = members
        .read("root_id", |scope| {
            Ok(scope.run.world.scene().root().number())
        })
        .query("find_def", |scope, (name,): (String,)| {
            let found = scope.run.world.scene().find_def(&name);
            Ok(found.map_or(0, NodeId::number))
        })
        .query("find_path", |scope, (path,): (String,)| {
            Ok(find_path(scope, &path))
        })
        .query("getf_node", |scope, (id,): (u32,)| node_info(scope, id))
        .query("getf_fields", |scope, (id,): (u32,)| fields(scope, id))
        .query("getf_field", |scope, (id, name): (u32, String)| {
            Ok(field_info(scope, field_of(scope, id, &name)?))
        })
        .query("export_node", |scope, (id,): (u32,)| {
            let node = scope.node(id)?;
            Ok(export_node(&scope.run.world.document(), node))
        })
        .query("getf_pose", |scope, (id,): (u32,)| {
            let node = scope.node(id)?;
            let found = scope.run.world.viewed_node_pose(node);
            let found = found.ok_or_else(|| impossible("this node has no pose"))?;
            Ok(pose(found.rotation, found.position))
        })
        .query("getf_velocity", |scope, (id,): (u32,)| {
            let node = scope.node(id)?;
            let found = scope.run.world.velocity(node);
            let found = found.ok_or_else(|| impossible("this node is no Solid"))?;
            Ok(spatial_velocity(found))
        });
    add_changes(members)
}

/// Adds the members that change nodes.
fn add_changes(members: Members) -> Members {
    members
        .call(
            "setf_field",
            |scope, (id, name, value): (u32, String, ServiceValue), context| {
                Role::Edit.check(context)?;
                let field = field_of(scope, id, &name)?;
                let field_type = scope.run.world.scene().field_type(field);
                set(scope, field, from_service(field_type, value)?)
            },
        )
        .call(
            "setf_field_text",
            |scope, (id, name, text): (u32, String, String), context| {
                Role::Edit.check(context)?;
                if text.len() > LONGEST_TEXT {
                    return Err(invalid("the text is longer than 4 MiB"));
                }
                let field = field_of(scope, id, &name)?;
                let field_type = scope.run.world.scene().field_type(field);
                let value = Value::from_text(field_type, &text)
                    .map_err(|error| invalid(error.to_string()))?;
                set(scope, field, value)
            },
        )
        .call("add_nodes", |scope, arguments, context| {
            Role::Edit.check(context)?;
            add_nodes(scope, arguments)
        })
        .call("remove_node", |scope, (id,): (u32,), context| {
            Role::Edit.check(context)?;
            let node = scope.node(id)?;
            scope.run.world.remove(node).map_err(refused)
        })
        .call(
            "setf_pose",
            |scope, (id, pose): (u32, ServiceValue), context| {
                Role::Edit.check(context)?;
                set_pose(scope, id, &pose)
            },
        )
        .call(
            "add_wrench",
            |scope, (id, wrench): (u32, ServiceValue), context| {
                Role::Edit.check(context)?;
                add_wrench(scope, id, &wrench)
            },
        )
}
