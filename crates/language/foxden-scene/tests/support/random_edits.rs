//! Edits of a scene made from random bytes.
#![allow(clippy::unwrap_used)]

use super::random_world::{Choices, Maker};
use foxden_catalogue::{FieldKind, FieldType, NodeType};
use foxden_scene::{FieldPlace, FieldRef, Library, Scene, SourcedString, Value};

/// One random edit; a refusal is fine.
pub fn edit(scene: &mut Scene, library: &mut Library, choices: &mut Choices<'_>) {
    let ids: Vec<_> = scene.ids().collect();
    let id = *choices.pick(&ids);
    let fields = scene.visible_fields(id);
    if fields.is_empty() {
        return;
    }
    let field = *choices.pick(&fields);
    if !is_kept(scene, field) {
        return;
    }
    match (scene.field_type(field).is_node(), choices.below(4)) {
        (_, 3) => drop(scene.settle(library)),
        (true, 0) => {
            let at = choices.below(3);
            let _ = scene.remove_node(library, field, at);
        }
        (true, _) => {
            let at = choices.below(3);
            let rules = match field.place {
                FieldPlace::Field(index) => {
                    scene.get(id).unwrap().model().fields[index.0 as usize].nodes
                }
                FieldPlace::Parameter(..) => &[],
            };
            let mut maker = Maker {
                choices: choices.clone(),
                defs: known_names(scene),
            };
            let text = maker.node(rules, 4);
            *choices = maker.choices;
            let _ = scene.insert_text(library, field, at, &text);
        }
        (false, _) => {
            let number = choices.below(256) as f64 / 8.0 - 4.0;
            let value = match scene.field_type(field) {
                FieldType::SFFloat => Value::Float(number),
                FieldType::SFInt32 => Value::Int(number as i32),
                FieldType::SFBool => Value::Bool(number > 3.0),
                FieldType::SFVec3f => Value::Vec3([number, 0.5, 1.0 - number]),
                FieldType::SFString => {
                    Value::String(SourcedString::from(format!("s{number}").as_str()))
                }
                FieldType::MFFloat => Value::FloatList(vec![number; choices.below(4)]),
                _ => return,
            };
            let _ = scene.set(field, value);
        }
    }
}

/// Whether files keep what is changed in a field: not in deprecated ones, which
/// are not written, not in a USE, which is written as its name, and not the
/// type of a Slot, which does not part a pair before the world is read again.
fn is_kept(scene: &Scene, field: FieldRef) -> bool {
    let node = scene.get(field.node).unwrap();
    let is_deprecated = match field.place {
        FieldPlace::Field(index) => {
            node.model().fields[index.0 as usize].kind == FieldKind::Deprecated
        }
        FieldPlace::Parameter(..) => false,
    };
    let is_in_use = std::iter::once(field.node)
        .chain(scene.ancestors(field.node))
        .any(|node| scene.get(node).unwrap().used_def().is_some());
    let is_slot_type = node.base_type() == NodeType::Slot && scene.field_name(field) == "type";
    !is_deprecated && !is_in_use && !is_slot_type
}

/// The DEF names of a scene, with what has them.
fn known_names(scene: &Scene) -> Vec<(String, String)> {
    scene
        .ids()
        .filter_map(|id| scene.get(id))
        .filter(|node| !node.is_in_body() && node.parameter_node().is_none())
        .filter_map(|node| Some((node.type_name().to_owned(), node.def()?.to_owned())))
        .collect()
}
