//! USE nodes that follow their DEF, and names that mean what the tree says.

use crate::check::{admits, is_usable};
use crate::node::{FieldRef, Follows, Links, Node, NodeId, Place, Written};
use crate::proto::library::Library;
use crate::scene::{Change, Scene};
use foxden_catalogue::FieldIndex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What happens to a USE whose name no longer leads to the node it follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misled {
    /// It keeps what it is, as a node of its own: the file was read so. So does
    /// a USE whose DEF has lost a part that may stand here but not there.
    StandsAlone,
    /// It follows the node that its name leads to now, as in the genuine program.
    Follows,
}

/// A stop of the walk over all that a file shows.
enum Stop {
    Enter(NodeId),
    /// After all inside; with what the node's name meant before it.
    Leave(NodeId, Option<NodeId>),
}

impl Scene {
    /// The DEF names that are known at the end of the world's file.
    pub(crate) fn names_at_the_end(&mut self) -> HashMap<Arc<str>, NodeId> {
        self.walk_names(|_, _, _| {})
    }

    /// Looks at every USE of the world's file: the last node of its name that
    /// is complete before it must be the one that it follows, or a file that
    /// is written now would mean something else. Returns the nodes that changed.
    pub(crate) fn mend_names(&mut self, misled: Misled) -> Vec<NodeId> {
        let mut changed = Vec::new();
        if self.has_uses {
            self.walk_names(|scene, id, meant| {
                if scene.mend_name(id, meant, misled) {
                    changed.push(id);
                }
            });
        }
        changed
    }

    /// Goes over all that a file shows and calls back for each USE, with the
    /// node that its name means there. Returns the names known at the end.
    fn walk_names(
        &mut self,
        mut visit: impl FnMut(&mut Self, NodeId, Option<NodeId>),
    ) -> HashMap<Arc<str>, NodeId> {
        let mut names: HashMap<Arc<str>, NodeId> = HashMap::new();
        let mut stack = vec![Stop::Enter(self.root)];
        while let Some(stop) = stack.pop() {
            match stop {
                Stop::Enter(id) => {
                    if let Some(name) = self.used_name(id) {
                        let meant = name.and_then(|name| names.get(&name).copied());
                        visit(self, id, meant);
                    }
                    if self.node(id).used_def().is_some() {
                        continue;
                    }
                    let before = self.node(id).def.as_ref().and_then(|name| names.get(name));
                    stack.push(Stop::Leave(id, before.copied()));
                    for field in self.visible_fields(id).into_iter().rev() {
                        let nodes = self.nodes_in(field).iter().rev();
                        stack.extend(nodes.map(|node| Stop::Enter(*node)));
                    }
                }
                Stop::Leave(id, before) => {
                    if let Some(name) = &self.node(id).def
                        && names.get(name).copied() == before
                    {
                        names.insert(name.clone(), id);
                    }
                }
            }
        }
        names
    }

    /// Lets uses that stand in parameters only, where nothing looks at their
    /// values, have the values of their DEF after those were mended.
    pub(crate) fn repeat_unseen(&mut self) {
        if !self.has_uses {
            return;
        }
        for id in self.everything_below(self.root) {
            if let Some(def) = self.node(id).used_def()
                && self.get(def).is_some()
                && !self.is_in_tree(id)
            {
                self.copy_values(def, id);
            }
        }
    }

    /// The name that a USE is written with.
    fn used_name(&self, id: NodeId) -> Option<Option<Arc<str>>> {
        let def = self.node(id).used_def()?;
        Some(self.get(def).and_then(|def| def.def.clone()))
    }

    /// Whether a USE had to change because its name means another node.
    fn mend_name(&mut self, id: NodeId, meant: Option<NodeId>, misled: Misled) -> bool {
        let Some(def) = self.node(id).used_def() else {
            return false;
        };
        let is_true = meant == Some(def)
            && match misled {
                Misled::Follows => is_usable(self, def),
                Misled::StandsAlone => self.counterparts(def, id).is_some(),
            };
        if is_true {
            return false;
        }
        if misled == Misled::Follows && meant == Some(def) {
            // what was put into the DEF cannot be shared
            self.repeat(id, def);
            let name = self.node(def).def.clone();
            let node = self.node_mut(id);
            node.follows = Follows::Nothing;
            node.def = name;
            return true;
        }
        if misled == Misled::Follows
            && let Some(meant) = meant.filter(|meant| self.may_follow(id, *meant))
        {
            self.repeat(id, meant);
            return true;
        }
        // a second node of the name would lead later uses to itself
        let name = match meant {
            None => self.get(def).and_then(|def| def.def.clone()),
            Some(_) => None,
        };
        let node = self.node_mut(id);
        node.follows = Follows::Nothing;
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
                Place::Field(_) => admits(self, field, meant).is_ok(),
                Place::Parameter(..) => is_same_kind,
            }
    }

    /// Makes the uses of changed nodes anew; their ids stay. `touched` are
    /// nodes that changed or that something changed in.
    pub(crate) fn repeat_defs(&mut self, library: &mut Library, touched: BTreeSet<NodeId>) {
        if !self.has_uses {
            return;
        }
        let mut changed = BTreeSet::new();
        for node in touched {
            self.mark_with_ancestors(node, &mut changed);
        }
        let is_used = |id: NodeId| {
            let def = self.node(id).used_def();
            def.is_some_and(|def| changed.contains(&def))
        };
        if !self.ids().any(is_used) {
            return;
        }
        // in the order of the file, where a DEF stands before its uses
        for id in self.everything_below(self.root) {
            let Some(def) = self.get(id).and_then(|node| node.used_def()) else {
                continue;
            };
            if changed.contains(&def) && self.get(def).is_some() {
                self.repeat(id, def);
                self.mark_with_ancestors(id, &mut changed);
                self.refresh_around(library, id);
            }
        }
    }

    fn mark_with_ancestors(&self, node: NodeId, marked: &mut BTreeSet<NodeId>) {
        if self.get(node).is_some() {
            marked.insert(node);
            marked.extend(self.ancestors(node));
        }
    }

    /// Makes a node a USE of another one, as that one is now; it keeps its id.
    fn repeat(&mut self, id: NodeId, def: NodeId) {
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
        self.changes.push(Change::Regenerated(id));
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

    /// The nodes below one and those below a copy of it, if both are built alike.
    fn counterparts(&self, original: NodeId, copy: NodeId) -> Option<Vec<(NodeId, NodeId)>> {
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

    /// Bodies hold copies of what stands in parameters: brings those that hold a node up to date.
    pub(crate) fn refresh_around(&mut self, library: &mut Library, node: NodeId) {
        if let Some(field) = self.get(node).and_then(|node| node.parent) {
            self.refresh_field(library, field);
        }
    }

    /// The same for all that stands in the parameters of a node too.
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
            self.node_mut(id).follows = Follows::Nothing;
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
    let shape = |links: &Links| -> Vec<(FieldIndex, usize)> {
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
