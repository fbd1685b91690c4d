//! DEF names that mean what the tree says.

use crate::check::{admits, is_usable};
use crate::node::{FieldPlace, FieldRef, FollowedNode, NodeId};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use std::collections::HashMap;
use std::sync::Arc;

/// What happens to a USE whose name no longer refers to the node it follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DanglingUse {
    /// It stays as it is, as an independent node, as the file was read. So
    /// does a USE whose DEF has lost a part that is allowed here but not
    /// there.
    StandsAlone,
    /// It follows the node that its name leads to now, as in the genuine program.
    Follows,
}

/// A stop of the walk over all that a file shows.
enum WalkStep {
    Enter(NodeId),
    /// After all inside; with what the node's name meant before it.
    Leave(NodeId, Option<NodeId>),
}

impl Scene {
    /// The DEF names that a text at a place of a field may USE: those of nodes before it that are
    /// not around it. The last node of a name hides those before, whatever it is.
    pub(crate) fn names_before(
        &self,
        field: FieldRef,
        at: usize,
        can_be_used: impl Fn(NodeType) -> bool,
    ) -> HashMap<Arc<str>, NodeId> {
        let mut names: HashMap<Arc<str>, NodeId> = HashMap::new();
        let around: Vec<NodeId> = self.ancestors(field.node).collect();
        let mut stack = vec![Some(self.root)];
        while let Some(Some(id)) = stack.pop() {
            let node = self.node(id);
            if node.used_def().is_some() {
                continue;
            }
            if let Some(name) = &node.def {
                names.remove(name);
                let is_around = id == field.node || around.contains(&id);
                if !is_around && can_be_used(node.base_type()) {
                    names.insert(name.clone(), id);
                }
            }
            let mut inner = Vec::new();
            for shown in self.visible_fields(id) {
                let nodes = self.nodes_in(shown);
                let count = if shown == field {
                    at.min(nodes.len())
                } else {
                    nodes.len()
                };
                inner.extend(nodes[..count].iter().copied().map(Some));
                if shown == field {
                    break;
                }
            }
            if id == field.node {
                // nothing behind the place counts
                inner.push(None);
            }
            stack.extend(inner.into_iter().rev());
        }
        names
    }

    /// Looks at every USE of the world's file: the last node of its name that
    /// is complete before it must be the one that it follows, or a file that
    /// is written now would mean something else. Returns the nodes that changed.
    pub(crate) fn repair_names(&mut self, misled: DanglingUse) -> Vec<NodeId> {
        let mut changed = Vec::new();
        if self.has_uses {
            self.walk_names(|scene, id, meant| {
                if scene.repair_name(id, meant, misled) {
                    changed.push(id);
                }
            });
        }
        changed
    }

    /// Goes over all that a file shows and calls back for each USE, with the
    /// node that its name means there.
    fn walk_names(&mut self, mut visit: impl FnMut(&mut Self, NodeId, Option<NodeId>)) {
        let mut names: HashMap<Arc<str>, NodeId> = HashMap::new();
        let mut stack = vec![WalkStep::Enter(self.root)];
        while let Some(stop) = stack.pop() {
            match stop {
                WalkStep::Enter(id) => {
                    if let Some(name) = self.used_name(id) {
                        let meant = name.and_then(|name| names.get(&name).copied());
                        visit(self, id, meant);
                    }
                    if self.node(id).used_def().is_some() {
                        continue;
                    }
                    let before = self.node(id).def.as_ref().and_then(|name| names.get(name));
                    stack.push(WalkStep::Leave(id, before.copied()));
                    for field in self.visible_fields(id).into_iter().rev() {
                        let nodes = self.nodes_in(field).iter().rev();
                        stack.extend(nodes.map(|node| WalkStep::Enter(*node)));
                    }
                }
                WalkStep::Leave(id, before) => {
                    if let Some(name) = &self.node(id).def
                        && names.get(name).copied() == before
                    {
                        names.insert(name.clone(), id);
                    }
                }
            }
        }
    }

    /// The name that a USE is written with.
    fn used_name(&self, id: NodeId) -> Option<Option<Arc<str>>> {
        let def = self.node(id).used_def()?;
        Some(self.get(def).and_then(|def| def.def.clone()))
    }

    /// Whether a USE had to change because its name means another node.
    fn repair_name(&mut self, id: NodeId, meant: Option<NodeId>, misled: DanglingUse) -> bool {
        let Some(def) = self.node(id).used_def() else {
            return false;
        };
        let is_true = meant == Some(def)
            && match misled {
                DanglingUse::Follows => is_usable(self, def),
                DanglingUse::StandsAlone => self.counterparts(def, id).is_some(),
            };
        if is_true {
            return false;
        }
        if misled == DanglingUse::Follows && meant == Some(def) {
            // what was put into the DEF cannot be shared
            self.repeat(id, def);
            let name = self.node(def).def.clone();
            let node = self.node_mut(id);
            node.follows = FollowedNode::Nothing;
            node.def = name;
            return true;
        }
        if misled == DanglingUse::Follows
            && let Some(meant) = meant.filter(|meant| self.may_follow(id, *meant))
        {
            self.repeat(id, meant);
            return true;
        }
        if misled == DanglingUse::StandsAlone
            && let Some(meant) = meant.filter(|meant| self.is_same(*meant, id))
        {
            // a Solid that cannot be shared was repeated, with the DEF in it
            self.node_mut(id).follows = FollowedNode::Def(meant);
            return true;
        }
        // a second node of the name would lead later uses to itself
        let name = match meant {
            None => self.get(def).and_then(|def| def.def.clone()),
            Some(_) => None,
        };
        let node = self.node_mut(id);
        node.follows = FollowedNode::Nothing;
        node.def = name;
        true
    }

    fn may_follow(&self, id: NodeId, meant: NodeId) -> bool {
        let Some(field) = self.node(id).parent else {
            return false;
        };
        let is_same_kind = self.node(id).base == self.node(meant).base;
        is_usable(self, meant)
            && match field.place {
                FieldPlace::Field(_) => admits(self, field, meant).is_ok(),
                FieldPlace::Parameter(..) => is_same_kind,
            }
    }
}
