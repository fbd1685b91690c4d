//! What follows from changes.

use super::regenerate::forget_adaptations;
use crate::check;
use crate::node::{FieldRef, Follows, NodeId, Place, Written};
use crate::proto::library::Library;
use crate::scene::Scene;
use foxden_lang::diagnostic::Diagnostics;
use std::collections::{BTreeMap, BTreeSet};

/// What must be looked at when the scene settles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending {
    pub(crate) fields: BTreeSet<FieldRef>,
    pub(crate) instances: BTreeSet<NodeId>,
}

impl Scene {
    /// Does what the changes since the last call ask for: values out of range
    /// are replaced, templates run again (once, with the last values), and USE
    /// nodes repeat their DEF.
    pub fn settle(&mut self, library: &mut Library) -> Diagnostics {
        library.diagnostics = Diagnostics::default();
        let pending = std::mem::take(&mut self.pending);
        for field in &pending.fields {
            if self.get(field.node).is_some() {
                self.settle_field(library, *field);
            }
        }
        let instances: Vec<NodeId> = pending
            .instances
            .iter()
            .chain(&std::mem::take(&mut self.pending.instances))
            .copied()
            .collect();
        for id in instances {
            self.regenerate(library, id);
        }
        let touched: BTreeSet<NodeId> = pending.fields.iter().map(|field| field.node).collect();
        self.repeat_defs(&touched);
        self.files = library.locations();
        library.take_diagnostics()
    }

    fn settle_field(&mut self, library: &mut Library, field: FieldRef) {
        match field.place {
            Place::Field(_) => check::check_field(self, library, field),
            Place::Parameter(level, index) => {
                forget_adaptations(self, field.node, level, index);
                for shaped in self.shaped_by(field.node, level, index) {
                    self.pending.instances.insert(shaped);
                }
            }
        }
        // a node in a parameter that a template reads
        let holders: Vec<FieldRef> = std::iter::once(field.node)
            .chain(self.ancestors(field.node))
            .filter_map(|node| self.node(node).parent)
            .collect();
        for holder in holders {
            if let Place::Parameter(level, index) = holder.place {
                for shaped in self.shaped_by(holder.node, level, index) {
                    self.pending.instances.insert(shaped);
                }
            }
        }
    }

    /// Makes the uses of changed nodes anew; their ids stay.
    fn repeat_defs(&mut self, touched: &BTreeSet<NodeId>) {
        let mut defs = BTreeSet::new();
        for node in touched.iter().filter(|node| self.get(**node).is_some()) {
            defs.extend(std::iter::once(*node).chain(self.ancestors(*node)));
        }
        let uses: Vec<(NodeId, NodeId)> = self
            .ids()
            .filter_map(|id| self.node(id).used_def().map(|def| (id, def)))
            .filter(|(_, def)| defs.contains(def) && self.get(*def).is_some())
            .collect();
        for (id, def) in uses {
            // a use inside another one has gone with it
            let Some(use_node) = self.get(id) else {
                continue;
            };
            let (Some(parent), written) = (use_node.parent, use_node.written) else {
                continue;
            };
            if self.get(def).is_none() {
                continue;
            }
            let fresh = self.copy_as_use(def, parent);
            let old: BTreeSet<NodeId> = self.everything_below(id).into_iter().skip(1).collect();
            self.release_uses(&old);
            for old in old {
                self.forget(old);
            }
            self.take_place(fresh, id, written);
        }
    }

    /// Puts a fresh node where another one stood, under its id.
    fn take_place(&mut self, fresh: NodeId, id: NodeId, written: Written) {
        let below = self.everything_below(fresh);
        for inner in below.into_iter().skip(1) {
            let node = self.node_mut(inner);
            if let Some(parent) = node.parent.as_mut().filter(|parent| parent.node == fresh) {
                parent.node = id;
            }
            if let Some(owner) = node.owner.as_mut().filter(|owner| owner.node == fresh) {
                owner.node = id;
            }
            if node.follows == Follows::Parameter(fresh) {
                node.follows = Follows::Parameter(id);
            }
        }
        if let Some(mut node) = self.forget(fresh) {
            node.written = written;
            self.nodes[id.0 as usize] = Some(node);
        }
    }

    /// The uses of nodes that are about to go become nodes of their own; the
    /// first one in the file takes over the name, and the others follow it.
    pub(crate) fn release_uses(&mut self, going: &BTreeSet<NodeId>) {
        let is_orphan = |id: &NodeId| {
            !going.contains(id)
                && self
                    .node(*id)
                    .used_def()
                    .is_some_and(|def| going.contains(&def))
        };
        if !self.ids().any(|id| is_orphan(&id)) {
            return;
        }
        let in_order = self.everything_below(self.root);
        let orphans: Vec<NodeId> = in_order.into_iter().filter(is_orphan).collect();
        let mut heirs: BTreeMap<NodeId, NodeId> = BTreeMap::new();
        for id in orphans {
            let Some(def) = self.node(id).used_def() else {
                continue;
            };
            let name = self.node(def).def.clone();
            let heir = heirs.get(&def).copied();
            let node = self.node_mut(id);
            match heir {
                Some(heir) => node.follows = Follows::Def(heir),
                None => {
                    node.follows = Follows::Nothing;
                    node.def = name;
                    heirs.insert(def, id);
                }
            }
        }
    }
}
