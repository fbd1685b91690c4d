//! Copies of nodes with all that belongs to them.

use crate::check;
use crate::edit::EditError;
use crate::node::{FieldRef, FollowedNode, NodeId, NodeLinks};
use crate::scene::{Scene, SceneChange};
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq)]
enum CopyMode {
    /// The copies have values of their own.
    Independent,
    /// The values of copy and original are one.
    Alias,
}

impl Scene {
    /// A USE of a node: a copy that takes over its changes.
    pub(crate) fn copy_as_use(&mut self, def: NodeId, parent: FieldRef) -> NodeId {
        let def = match self.node(def).follows {
            FollowedNode::Def(original) => original,
            _ => def,
        };
        let copy = self.copy(def, parent, CopyMode::Independent);
        let node = self.node_mut(copy);
        node.follows = FollowedNode::Def(def);
        node.def = None;
        self.has_uses = true;
        copy
    }

    /// A node in a body that represents a node of a parameter.
    pub(crate) fn copy_as_parameter(&mut self, node: NodeId, parent: FieldRef) -> NodeId {
        self.copy(node, parent, CopyMode::Alias)
    }

    /// A deep copy of a node, put at the end of a field; its values are its own.
    pub fn duplicate(&mut self, node: NodeId, parent: FieldRef) -> Result<NodeId, EditError> {
        self.get(node).ok_or(EditError::NoSuchNode)?;
        self.writable(parent)?;
        if !self.field_type(parent).is_multiple() && !self.nodes_in(parent).is_empty() {
            return Err(EditError::Occupied);
        }
        let copy = self.copy(node, parent, CopyMode::Independent);
        self.links_mut(parent).push(copy);
        if let Err(refusal) = check::admits(self, parent, copy) {
            self.links_mut(parent).pop();
            self.discard(copy);
            return Err(EditError::NotAdmitted(refusal.reason));
        }
        self.changes.push(SceneChange::Inserted(copy));
        Ok(copy)
    }

    fn copy(&mut self, node: NodeId, parent: FieldRef, mode: CopyMode) -> NodeId {
        let originals = self.everything_below(node);
        let NodeId(first) = self.nodes.next();
        let renamed: HashMap<NodeId, NodeId> = originals
            .iter()
            .enumerate()
            .map(|(at, original)| (*original, NodeId(first + at as u32)))
            .collect();
        let rename = |id: NodeId| renamed.get(&id).copied().unwrap_or(id);
        let rename_links = |links: &mut NodeLinks| {
            links
                .iter_mut()
                .flat_map(|(_, nodes)| nodes)
                .for_each(|id| *id = rename(*id));
        };
        for original in &originals {
            let mut copy = self.node(*original).clone();
            rename_links(&mut copy.links);
            if let Some(instance) = &mut copy.instance {
                instance
                    .levels
                    .iter_mut()
                    .for_each(|level| rename_links(&mut level.links));
            }
            if let Some(owner) = &mut copy.owner {
                owner.node = rename(owner.node);
            }
            if let Some(parent) = &mut copy.parent {
                parent.node = rename(parent.node);
            }
            copy.follows = match (copy.follows, mode) {
                // In a body a USE represents the one in the parameter, like
                // any other node.
                (_, CopyMode::Alias) => FollowedNode::Parameter(*original),
                (FollowedNode::Def(def), CopyMode::Independent) => FollowedNode::Def(rename(def)),
                (FollowedNode::Parameter(source), CopyMode::Independent)
                    if renamed.contains_key(&source) =>
                {
                    FollowedNode::Parameter(rename(source))
                }
                (follows, CopyMode::Independent) => follows,
            };
            self.add(copy);
        }
        if mode == CopyMode::Independent {
            self.pending.take_over(&renamed);
        }
        let copy = rename(node);
        self.node_mut(copy).parent = Some(parent);
        copy
    }

    /// Removes a node with all that belongs to it; the field that held it is left as it is.
    pub(crate) fn discard(&mut self, node: NodeId) {
        self.discard_all(&BTreeSet::from([node]));
    }

    /// The same for several nodes; with many it is faster than one by one.
    pub(crate) fn discard_all(&mut self, nodes: &BTreeSet<NodeId>) {
        let mut going = BTreeSet::new();
        for node in nodes {
            // one of them may be part of another
            if self.get(*node).is_some() && !going.contains(node) {
                going.extend(self.everything_below(*node));
            }
        }
        if self.has_uses && !going.is_empty() {
            self.release_uses(&going);
        }
        for id in going {
            self.forget(id);
        }
    }
}
