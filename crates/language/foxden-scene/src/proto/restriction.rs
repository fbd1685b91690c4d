//! Parameters that admit only certain values.

use crate::builder::Builder;
use crate::node::{FieldPlace, FieldRef, NodeId, StoredValue, set_cell};
use crate::scene::Scene;
use foxden_catalogue::FieldIndex;
use foxden_lang::diagnostic::{Code, Severity};
use foxden_lang::proto_file::{AcceptedValue, Parameter};
use foxden_lang::source::Span;
use foxden_lang::value::{FileId, Value};
use std::sync::Arc;

impl Builder<'_> {
    /// Replaces values that a parameter does not admit: a single value by the
    /// default, a node by NULL; a list loses the items. What is bound to an
    /// outer parameter stays.
    pub(crate) fn check_restrictions(&mut self, id: NodeId, level: u8, file: FileId, span: Span) {
        let Some(instance) = &self.scene.node(id).instance else {
            return;
        };
        let model = instance.levels[level as usize].model.clone();
        for (at, parameter) in model.parameters.iter().enumerate() {
            if parameter.accepted.is_empty() {
                continue;
            }
            let field = FieldRef {
                node: id,
                place: FieldPlace::Parameter(level, FieldIndex(at as u16)),
            };
            if self.violates(field, parameter) {
                let names: Vec<_> = parameter.accepted.iter().map(describe).collect();
                let message = format!(
                    "'{}' of {} cannot be {}; it takes only: {}",
                    parameter.name,
                    model.name,
                    self.refused(field, parameter).join(", "),
                    names.join(", ")
                );
                let hint =
                    match parameter.field_type.is_multiple() || parameter.field_type.is_node() {
                        true => "it was left out",
                        false => "the default is used instead",
                    };
                self.report(
                    file,
                    span,
                    Severity::Warning,
                    Code::Restriction,
                    message,
                    hint,
                );
                if !self.is_bound(field) {
                    self.correct(field, parameter);
                }
            }
        }
    }

    /// The values or nodes that a parameter does not admit, for a message.
    fn refused(&self, field: FieldRef, parameter: &Parameter) -> Vec<String> {
        if parameter.field_type.is_node() {
            let holder = self.scene.owner_of(field);
            let nodes = self.scene.nodes_in(holder).iter();
            return nodes
                .filter(|node| !admits_node(self.scene, parameter, **node))
                .map(|node| self.scene.node(*node).type_name().to_owned())
                .collect();
        }
        let Some(value) = self.scene.value(field) else {
            return Vec::new();
        };
        refused_items(&value, parameter)
            .filter_map(|at| value.item(at))
            .map(|item| crate::save::value_text(&item))
            .collect()
    }

    fn violates(&self, field: FieldRef, parameter: &Parameter) -> bool {
        if parameter.field_type.is_node() {
            let holder = self.scene.owner_of(field);
            return self
                .scene
                .nodes_in(holder)
                .iter()
                .any(|node| !admits_node(self.scene, parameter, *node));
        }
        self.scene
            .value(field)
            .is_some_and(|value| refused_items(&value, parameter).next().is_some())
    }

    fn correct(&mut self, field: FieldRef, parameter: &Parameter) {
        if parameter.field_type.is_node() {
            let nodes = self.scene.nodes_in(field).to_vec();
            let refused: Vec<_> = nodes
                .into_iter()
                .filter(|node| !admits_node(self.scene, parameter, *node))
                .collect();
            for node in refused {
                self.scene.links_mut(field).retain(|kept| *kept != node);
                self.scene.discard(node);
            }
            return;
        }
        let Some(value) = self.scene.value(field).map(std::borrow::Cow::into_owned) else {
            return;
        };
        if parameter.field_type.is_multiple() {
            let mut kept = value.clone();
            let refused: Vec<_> = refused_items(&value, parameter).collect();
            for at in refused.into_iter().rev() {
                kept.remove_item(at);
            }
            set_cell(
                self.scene.page_mut(field),
                field.place.index(),
                StoredValue::Value(kept),
            );
        } else {
            let cells = Arc::make_mut(self.scene.page_mut(field));
            cells.retain(|(index, _)| *index != field.place.index());
        }
    }
}

fn refused_items<'v>(
    value: &'v Value,
    parameter: &'v Parameter,
) -> impl Iterator<Item = usize> + 'v {
    (0..value.count()).filter(|at| {
        value
            .item(*at)
            .is_none_or(|item| !parameter.accepted.contains(&AcceptedValue::Value(item)))
    })
}

fn admits_node(scene: &Scene, parameter: &Parameter, node: NodeId) -> bool {
    let node = scene.node(node);
    parameter
        .accepted
        .iter()
        .any(|accepted| accepted.admits_node(node.type_name(), node.base))
}

fn describe(accepted: &AcceptedValue) -> String {
    match accepted {
        AcceptedValue::Node(name) | AcceptedValue::Family(name) => name.to_string(),
        AcceptedValue::Value(value) => crate::save::value_text(value),
        AcceptedValue::Nothing => "NULL".to_owned(),
    }
}
