//! What follows from changes.

use super::def_names::DanglingUse;
use super::regeneration::forget_adaptations;
use super::uses::ChangedUses;
use crate::builder::Builder;
use crate::check;
use crate::node::{FieldPlace, FieldRef, NodeId};
use crate::proto::library::Library;
use crate::scene::Scene;
use foxden_lang::diagnostic::Diagnostics;
use std::collections::{BTreeSet, HashMap};

/// The changes whose consequences are still to be handled.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingChanges {
    pub(crate) fields: BTreeSet<FieldRef>,
    /// Values that were changed because of others, and need no check.
    pub(crate) corrected: BTreeSet<FieldRef>,
    pub(crate) instances: BTreeSet<NodeId>,
    /// The nodes in which nodes came or went.
    pub(crate) holders: BTreeSet<NodeId>,
    /// The nodes in bodies that got new copies of a parameter's nodes.
    pub(crate) refreshed: BTreeSet<NodeId>,
}

impl PendingChanges {
    /// What is pending for nodes is pending for their copies too.
    pub(crate) fn take_over(&mut self, copies: &HashMap<NodeId, NodeId>) {
        let copy = |node: &NodeId| copies.get(node).copied();
        let fields: Vec<FieldRef> = self
            .fields
            .iter()
            .filter_map(|field| {
                Some(FieldRef {
                    node: copy(&field.node)?,
                    ..*field
                })
            })
            .collect();
        let instances: Vec<NodeId> = self.instances.iter().filter_map(copy).collect();
        self.fields.extend(fields);
        self.instances.extend(instances);
    }
}

impl Scene {
    /// Does what the changes since the last call ask for: values out of range
    /// are replaced, templates run again (once, with the last values), and USE
    /// nodes repeat their DEF.
    pub fn settle(&mut self, library: &mut Library) -> Diagnostics {
        library.diagnostics = Diagnostics::default();
        library.evaluator.begin_round();
        let pending = std::mem::take(&mut self.pending);
        for field in &pending.fields {
            if self.get(field.node).is_some() {
                self.settle_field(library, *field);
            }
        }
        let mut touched: BTreeSet<NodeId> = pending.holders.clone();
        let mut waiting = pending.instances;
        let mut done = BTreeSet::new();
        loop {
            waiting.append(&mut self.pending.instances);
            let Some(id) = waiting.pop_first() else {
                break;
            };
            if done.insert(id) && self.get(id).is_some() {
                self.regenerate(library, id);
                self.refresh_around(library, id);
                touched.insert(id);
            }
        }
        let is_rebuilt = !pending.holders.is_empty() || !done.is_empty();
        if is_rebuilt {
            for misled in self.repair_names(DanglingUse::Follows) {
                self.refresh_around(library, misled);
                touched.insert(misled);
            }
        }
        if is_rebuilt {
            // from the inside out: bodies copy what the bodies of their parameters hold
            let valued = pending.fields.iter().map(|field| field.node);
            let around: BTreeSet<NodeId> = valued.chain(touched.iter().copied()).collect();
            for node in around {
                self.refresh_instance(library, node);
            }
        }
        let mut fields = pending.fields;
        fields.append(&mut self.pending.corrected);
        let nodes = touched;
        self.repeat_defs(library, ChangedUses { fields, nodes });
        let mut refreshed = pending.refreshed;
        refreshed.append(&mut self.pending.refreshed);
        check::drop_misplaced(self, library, &refreshed);
        self.files = library.locations();
        library.take_diagnostics()
    }

    fn settle_field(&mut self, library: &mut Library, field: FieldRef) {
        match field.place {
            FieldPlace::Field(_) => check::check_field(self, library, field),
            FieldPlace::Parameter(level, index) => {
                let written = self.node(field.node).written;
                Builder::new(self, library, field.node).check_restrictions(
                    field.node,
                    level,
                    written.file,
                    written.span,
                );
                forget_adaptations(self, field.node, level, index);
                for bound in self.values_bound_to(field.node, level, index) {
                    check::check_field(self, library, bound);
                }
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
            if let FieldPlace::Parameter(level, index) = holder.place {
                for shaped in self.shaped_by(holder.node, level, index) {
                    self.pending.instances.insert(shaped);
                }
            }
        }
    }
}
