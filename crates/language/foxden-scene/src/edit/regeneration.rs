//! Instances whose template must run again, and bodies that follow parameters.

use crate::builder::Builder;
use crate::check;
use crate::node::{BodyOwner, FieldPlace, FieldRef, NodeId, StoredValue, ValueTable, cell};
use crate::proto::library::Library;
use crate::scene::{Scene, SceneChange};
use foxden_catalogue::FieldIndex;

impl Scene {
    /// The instances whose bodies a parameter's value shapes: the one that has
    /// it, or instances in its body that it is passed on to.
    pub(crate) fn shaped_by(&self, node: NodeId, level: u8, index: FieldIndex) -> Vec<NodeId> {
        let Some(instance) = &self.node(node).instance else {
            return Vec::new();
        };
        let Some(at) = instance.levels.get(level as usize) else {
            return Vec::new();
        };
        if at.model.is_template && at.model.regenerates(index) {
            return vec![node];
        }
        let mut found = Vec::new();
        if let Some(next) = instance.levels.get(level as usize + 1) {
            for passed in bound_to(&next.page, index) {
                found.extend(self.shaped_by(node, level + 1, passed));
            }
        }
        for inner in self.body_of(node, level) {
            let Some(instance) = &self.node(inner).instance else {
                continue;
            };
            for passed in bound_to(&instance.levels[0].page, index) {
                found.extend(self.shaped_by(inner, 0, passed));
            }
        }
        found
    }

    /// The nodes that the body at one level of an instance made, itself not included.
    fn body_of(&self, node: NodeId, level: u8) -> Vec<NodeId> {
        let owner = BodyOwner { node, level };
        self.everything_below(node)
            .into_iter()
            .filter(|id| *id != node && self.node(*id).owner == Some(owner))
            .collect()
    }

    /// Brings the nodes that are copies of a parameter's nodes up to date.
    pub(crate) fn refresh_parameter(&mut self, library: &mut Library, field: FieldRef) {
        let FieldPlace::Parameter(level, index) = field.place else {
            return;
        };
        for shaped in self.shaped_by(field.node, level, index) {
            self.pending.instances.insert(shaped);
        }
        for bound in self.node_fields_bound_to(field.node, level, index) {
            for copy in std::mem::take(self.links_mut(bound)) {
                self.discard(copy);
            }
            Builder::new(self, library, bound.node).fill_from_parameter(bound);
            self.pending.refreshed.insert(bound.node);
            self.refresh_parameter(library, bound);
        }
    }

    /// The node-valued fields and parameters in a body that are bound to a parameter.
    fn node_fields_bound_to(&self, node: NodeId, level: u8, index: FieldIndex) -> Vec<FieldRef> {
        let mut found = self.fields_bound_to(node, level, index);
        found.retain(|field| self.field_type(*field).is_node());
        found
    }

    /// The plain fields of built-in nodes that are bound to a parameter, also
    /// through the parameters of instances in the body.
    pub(crate) fn values_bound_to(
        &self,
        node: NodeId,
        level: u8,
        index: FieldIndex,
    ) -> Vec<FieldRef> {
        let mut found = Vec::new();
        for field in self.fields_bound_to(node, level, index) {
            match field.place {
                _ if self.field_type(field).is_node() => {}
                FieldPlace::Field(_) => found.push(field),
                FieldPlace::Parameter(level, index) => {
                    found.extend(self.values_bound_to(field.node, level, index));
                }
            }
        }
        found
    }

    /// The fields and parameters in a body that are bound to a parameter.
    fn fields_bound_to(&self, node: NodeId, level: u8, index: FieldIndex) -> Vec<FieldRef> {
        let mut found = Vec::new();
        let Some(instance) = &self.node(node).instance else {
            return found;
        };
        match instance.levels.get(level as usize + 1) {
            Some(next) => {
                for passed in bound_to(&next.page, index) {
                    found.extend(self.fields_bound_to(node, level + 1, passed));
                }
            }
            None => {
                let own = bound_to(&self.node(node).page, index).map(|field| FieldRef {
                    node,
                    place: FieldPlace::Field(field),
                });
                found.extend(own);
            }
        }
        for inner in self.body_of(node, level) {
            let (page, place): (_, fn(FieldIndex) -> FieldPlace) = match &self.node(inner).instance
            {
                Some(instance) => (&instance.levels[0].page, |index| {
                    FieldPlace::Parameter(0, index)
                }),
                None => (&self.node(inner).page, FieldPlace::Field),
            };
            found.extend(bound_to(page, index).map(|field| FieldRef {
                node: inner,
                place: place(field),
            }));
        }
        found
    }

    /// Regenerates the body of an instance from its parameters; the instance
    /// keeps its id. If that fails the old body stays.
    pub(crate) fn regenerate(&mut self, library: &mut Library, id: NodeId) {
        let Some(before) = self.get(id).cloned() else {
            return;
        };
        let Some(instance) = &before.instance else {
            return;
        };
        let model = instance.levels[0].model.clone();
        let node = self.node_mut(id);
        node.links.clear();
        node.page = ValueTable::default();
        if let Some(instance) = &mut node.instance {
            instance.levels.truncate(1);
        }
        let is_made = Builder::new(self, library, id)
            .build_body(id, 0, &model)
            .is_some();
        let leftovers = if is_made {
            let mut old = before
                .links
                .iter()
                .flat_map(|(_, nodes)| nodes.clone())
                .collect::<Vec<_>>();
            old.extend(
                instance.levels[1..]
                    .iter()
                    .flat_map(|level| level.links.iter().flat_map(|(_, nodes)| nodes.clone())),
            );
            old
        } else {
            let half_made = self.children(id).collect();
            *self.node_mut(id) = before;
            half_made
        };
        for node in leftovers {
            self.discard(node);
        }
        if is_made {
            check::check_node(self, library, id);
            self.changes.push(SceneChange::Regenerated(id));
        }
    }
}

fn bound_to(page: &ValueTable, index: FieldIndex) -> impl Iterator<Item = FieldIndex> + '_ {
    page.iter()
        .filter(move |(_, cell)| matches!(cell, StoredValue::Is(bound) | StoredValue::Adapted(bound, _) if *bound == index))
        .map(|(field, _)| *field)
}

/// Forgets other spellings of a value that its parameter no longer has.
pub(crate) fn forget_adaptations(scene: &mut Scene, node: NodeId, level: u8, index: FieldIndex) {
    for id in scene.everything_below(node) {
        let adapted: Vec<FieldIndex> = scene
            .node(id)
            .page
            .iter()
            .filter(|(_, cell)| matches!(cell, StoredValue::Adapted(bound, _) if *bound == index))
            .map(|(field, _)| *field)
            .collect();
        for field in adapted {
            let at = FieldRef {
                node: id,
                place: FieldPlace::Field(field),
            };
            if scene.binding_owner(at) == Some(BodyOwner { node, level }) {
                let bound = match cell(&scene.node(id).page, field) {
                    Some(StoredValue::Adapted(bound, _)) => *bound,
                    _ => continue,
                };
                crate::node::set_cell(scene.page_mut(at), field, StoredValue::Is(bound));
            }
        }
    }
}
