//! USE nodes that follow their DEF, and bodies that follow parameters.

use crate::node::{FieldRef, FollowedNode, Node, NodeId, NodeLinks, SourcePlace, cell, set_cell};
use crate::proto::library::Library;
use crate::scene::{Scene, SceneChange};
use foxden_catalogue::FieldIndex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What uses may have to follow.
pub(crate) struct ChangedUses {
    /// Values that changed.
    pub(crate) fields: BTreeSet<FieldRef>,
    /// Nodes that changed otherwise, or in which nodes came or went.
    pub(crate) nodes: BTreeSet<NodeId>,
}

impl Scene {
    /// Copies corrected values of a DEF to its uses that are only in
    /// parameters, where nothing else checks their values.
    pub(crate) fn repeat_unseen(&mut self) {
        if !self.has_uses {
            return;
        }
        for id in self.below_parameters() {
            if let Some(def) = self.node(id).used_def()
                && self.get(def).is_some()
            {
                self.copy_values(def, id);
            }
        }
    }

    /// Lets the uses of changed nodes follow; their ids stay. A value that
    /// changed is taken over alone, so that what was written into a use stays
    /// until the same value of its DEF changes.
    pub(crate) fn repeat_defs(&mut self, library: &mut Library, changed: ChangedUses) {
        if !self.has_uses {
            return;
        }
        let ChangedUses {
            fields: mut values,
            nodes,
        } = changed;
        let mut rebuilt = BTreeSet::new();
        for node in nodes {
            self.mark_with_ancestors(node, &mut rebuilt);
        }
        let mut touched = rebuilt.clone();
        for field in &values {
            self.mark_with_ancestors(field.node, &mut touched);
        }
        let is_used = |id: NodeId| {
            let def = self.node(id).used_def();
            def.is_some_and(|def| touched.contains(&def))
        };
        if !self.ids().any(is_used) {
            return;
        }
        // In the order of the file, where a DEF comes before its uses.
        for id in self.everything_below(self.root) {
            let Some(def) = self.get(id).and_then(|node| node.used_def()) else {
                continue;
            };
            if !touched.contains(&def) || self.get(def).is_none() {
                continue;
            }
            if rebuilt.contains(&def) || !self.take_over_values(def, id, &mut values) {
                self.repeat(id, def);
                self.mark_with_ancestors(id, &mut rebuilt);
            }
            self.mark_with_ancestors(id, &mut touched);
            self.refresh_around(library, id);
        }
    }

    /// Copies the changed values below a DEF to one of its uses, which are
    /// changed values too then. `false` if the use is not built like its DEF.
    fn take_over_values(
        &mut self,
        def: NodeId,
        copy: NodeId,
        changed: &mut BTreeSet<FieldRef>,
    ) -> bool {
        let Some(counterparts) = self.counterparts(def, copy) else {
            return false;
        };
        let counterparts: BTreeMap<NodeId, NodeId> = counterparts.into_iter().collect();
        let pairs: Vec<(FieldRef, FieldRef)> = changed
            .iter()
            .filter_map(|from| {
                let node = *counterparts.get(&from.node)?;
                Some((*from, FieldRef { node, ..*from }))
            })
            .collect();
        for (from, to) in pairs {
            let page = self.node(from.node).page_at(from.place.level());
            let value = page.and_then(|page| cell(page, from.place.index()));
            if let Some(value) = value.cloned() {
                set_cell(self.page_mut(to), to.place.index(), value);
                changed.insert(to);
                self.changes.push(SceneChange::Value(to));
            }
        }
        true
    }

    fn mark_with_ancestors(&self, node: NodeId, marked: &mut BTreeSet<NodeId>) {
        if self.get(node).is_some() {
            marked.insert(node);
            marked.extend(self.ancestors(node));
        }
    }

    /// Makes a node a USE of another one, as that one is now; it keeps its id.
    pub(super) fn repeat(&mut self, id: NodeId, def: NodeId) {
        let node = self.node(id);
        let (Some(parent), written) = (node.parent, node.written) else {
            return;
        };
        if node.used_def() == Some(def) && self.copy_values(def, id) {
            return;
        }
        let fresh = self.copy_as_use(def, parent);
        let old: BTreeSet<NodeId> = self.everything_below(id).into_iter().skip(1).collect();
        self.release_uses(&old);
        for old in old {
            self.forget(old);
        }
        self.take_place(fresh, id, written);
        self.changes.push(SceneChange::Regenerated(id));
    }

    /// Gives the nodes of a copy the values of the original ones, if both are
    /// built alike; otherwise nothing changes.
    fn copy_values(&mut self, original: NodeId, copy: NodeId) -> bool {
        let Some(counterparts) = self.counterparts(original, copy) else {
            return false;
        };
        for (from, to) in counterparts {
            let from = self.node(from);
            let (page, written_page) = (from.page.clone(), from.written_page.clone());
            let levels: Vec<_> = from.levels().map(|level| level.page.clone()).collect();
            let to = self.node_mut(to);
            (to.page, to.written_page) = (page, written_page);
            if let Some(instance) = &mut to.instance {
                for (level, page) in instance.levels.iter_mut().zip(levels) {
                    level.page = page;
                }
            }
        }
        true
    }

    /// The node that represents a node below a DEF in a USE of it.
    pub fn counterpart(&self, def: NodeId, copy: NodeId, node: NodeId) -> Option<NodeId> {
        let pairs = self.counterparts(def, copy)?;
        pairs
            .into_iter()
            .find(|(from, _)| *from == node)
            .map(|(_, to)| to)
    }

    /// The nodes below one and those below a copy of it, if both are built alike.
    pub(super) fn counterparts(
        &self,
        original: NodeId,
        copy: NodeId,
    ) -> Option<Vec<(NodeId, NodeId)>> {
        let originals = self.everything_below(original);
        let copies = self.everything_below(copy);
        if originals.len() != copies.len() {
            return None;
        }
        let pairs: Vec<(NodeId, NodeId)> = originals.into_iter().zip(copies).collect();
        let known: BTreeMap<NodeId, NodeId> = pairs.iter().copied().collect();
        let is_alike = pairs.iter().all(|(from, to)| {
            let is_copy_itself = *to == copy;
            let (from, to) = (self.node(*from), self.node(*to));
            let follows = from.used_def();
            let counterpart = follows.and_then(|def| known.get(&def).copied());
            is_built_alike(from, to)
                && (is_copy_itself || to.used_def() == follows || to.used_def() == counterpart)
        });
        is_alike.then_some(pairs)
    }

    /// Whether two nodes are built alike and have the same values.
    pub(super) fn is_same(&self, left: NodeId, right: NodeId) -> bool {
        self.counterparts(left, right).is_some_and(|pairs| {
            pairs.into_iter().all(|(left, right)| {
                let (left, right) = (self.node(left), self.node(right));
                let pages = |node: &Node| -> Vec<_> {
                    let levels = node.levels().map(|level| level.page.clone());
                    std::iter::once(node.page.clone()).chain(levels).collect()
                };
                pages(left) == pages(right)
            })
        })
    }

    /// Replaces a node by a new one under the same id.
    fn take_place(&mut self, fresh: NodeId, id: NodeId, written: SourcePlace) {
        let below = self.everything_below(fresh);
        for inner in below.into_iter().skip(1) {
            let node = self.node_mut(inner);
            if let Some(parent) = node.parent.as_mut().filter(|parent| parent.node == fresh) {
                parent.node = id;
            }
            if let Some(owner) = node.owner.as_mut().filter(|owner| owner.node == fresh) {
                owner.node = id;
            }
            if node.follows == FollowedNode::Parameter(fresh) {
                node.follows = FollowedNode::Parameter(id);
            }
        }
        if let Some(mut node) = self.forget(fresh) {
            node.written = written;
            self.nodes.put(id, node);
        }
    }

    /// Bodies contain copies of what is in parameters: updates those that
    /// contain a node.
    pub(crate) fn refresh_around(&mut self, library: &mut Library, node: NodeId) {
        if let Some(field) = self.get(node).and_then(|node| node.parent) {
            self.refresh_field(library, field);
        }
    }

    /// The same for everything in the parameters of a node.
    pub(crate) fn refresh_instance(&mut self, library: &mut Library, node: NodeId) {
        if self.get(node).is_none() {
            return;
        }
        for field in self.visible_fields(node) {
            if self.field_type(field).is_node() {
                self.refresh_parameter(library, field);
            }
        }
        self.refresh_around(library, node);
    }

    /// The same for a field.
    pub(crate) fn refresh_field(&mut self, library: &mut Library, field: FieldRef) {
        let around = std::iter::once(field.node).chain(self.ancestors(field.node));
        let holders: Vec<FieldRef> = std::iter::once(field)
            .chain(around.filter_map(|node| self.node(node).parent))
            .collect();
        for holder in holders {
            self.refresh_parameter(library, holder);
        }
    }

    /// The uses of nodes that are about to go become nodes of their own; as in
    /// the genuine program each of them has the name then.
    pub(crate) fn release_uses(&mut self, going: &BTreeSet<NodeId>) {
        let uses: Vec<(NodeId, NodeId)> = self
            .ids()
            .filter(|id| !going.contains(id))
            .filter_map(|id| self.node(id).used_def().map(|def| (id, def)))
            .filter(|(_, def)| going.contains(def))
            .collect();
        for (id, def) in uses {
            self.name_copy(id, def);
            self.node_mut(id).follows = FollowedNode::Nothing;
        }
    }

    /// Gives a copy of a node, and what is in it, the names of the original.
    fn name_copy(&mut self, copy: NodeId, original: NodeId) {
        let name = self.node(original).def.clone();
        self.node_mut(copy).def = name;
        let pairs: Vec<(NodeId, NodeId)> = self
            .children(copy)
            .zip(self.children(original))
            .filter(|(copy, original)| {
                let is_own = self.node(*copy).def.is_none();
                is_own && self.node(*copy).base_type() == self.node(*original).base_type()
            })
            .collect();
        for (copy, original) in pairs {
            self.name_copy(copy, original);
        }
    }
}

fn is_built_alike(left: &Node, right: &Node) -> bool {
    let shape = |links: &NodeLinks| -> Vec<(FieldIndex, usize)> {
        let filled = links.iter().filter(|(_, nodes)| !nodes.is_empty());
        filled.map(|(field, nodes)| (*field, nodes.len())).collect()
    };
    left.base == right.base
        && shape(&left.links) == shape(&right.links)
        && left.levels().count() == right.levels().count()
        && left.levels().zip(right.levels()).all(|(left, right)| {
            Arc::ptr_eq(&left.model, &right.model) && shape(&left.links) == shape(&right.links)
        })
}
