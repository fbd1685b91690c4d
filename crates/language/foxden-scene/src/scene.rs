//! The tree of nodes, and reading from it.

use crate::arena::Arena;
use crate::edit::PendingChanges;
use crate::node::set_cell;
use crate::node::{
    BodyOwner, FieldPlace, FieldRef, FollowedNode, Node, NodeId, NodeLinks, StoredValue,
    ValueTable, cell, linked, linked_mut,
};
use foxden_catalogue::{FieldIndex, FieldType};
use foxden_lang::ast::FieldContent;
use foxden_lang::header::FileVersion;
use foxden_lang::parser::ExternDeclaration;
use foxden_lang::proto_file::ProtoModel;
use foxden_lang::resolve::Location;
use foxden_lang::value::{FileId, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A world as a tree of nodes. The root is a Group whose children are the top
/// level.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) nodes: Arena,
    pub(crate) root: NodeId,
    /// The files that texts come from, by [`FileId`].
    pub(crate) files: Vec<Location>,
    pub(crate) declarations: Vec<ExternDeclaration>,
    pub(crate) version: FileVersion,
    pub(crate) changes: Vec<SceneChange>,
    pub(crate) pending: PendingChanges,
    /// Whether a USE was ever made: without one nothing follows a node that goes.
    pub(crate) has_uses: bool,
    /// The nodes by DEF name, made when first asked for and forgotten when the tree changes.
    defs: OnceLock<Arc<HashMap<Arc<str>, NodeId>>>,
}

/// What an edit changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneChange {
    /// A plain value.
    Value(FieldRef),
    /// A node was put into a field.
    Inserted(NodeId),
    /// A node was removed.
    Removed(NodeId),
    /// An instance was regenerated because a parameter of its template
    /// changed.
    Regenerated(NodeId),
}

impl Scene {
    /// A scene without nodes but the root.
    pub(crate) fn empty(file: Location, version: FileVersion) -> Self {
        let mut nodes = Arena::default();
        let root = nodes.add(Node::root());
        Self {
            nodes,
            root,
            files: vec![file],
            declarations: Vec::new(),
            version,
            changes: Vec::new(),
            pending: PendingChanges::default(),
            has_uses: false,
            defs: OnceLock::new(),
        }
    }

    /// The root: a Group whose children are the top level.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The field that holds the top-level nodes.
    pub fn top_level(&self) -> FieldRef {
        FieldRef {
            node: self.root,
            place: FieldPlace::Field(FieldIndex(0)),
        }
    }

    /// The version in the world's header.
    pub fn version(&self) -> FileVersion {
        self.version
    }

    /// The file with this number.
    pub fn file(&self, file: FileId) -> &Location {
        &self.files[(file.0 as usize).min(self.files.len() - 1)]
    }

    /// A node, if it still exists.
    pub fn get(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The node with a number, if it exists.
    pub fn by_number(&self, number: u32) -> Option<NodeId> {
        self.get(NodeId(number)).map(|_| NodeId(number))
    }

    /// A node that is known to exist.
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        match self.nodes.get(node) {
            Some(node) => node,
            None => unreachable!("links only hold nodes that exist"),
        }
    }

    pub(crate) fn node_mut(&mut self, node: NodeId) -> &mut Node {
        self.defs.take();
        match self.nodes.get_mut(node) {
            Some(node) => node,
            None => unreachable!("links only hold nodes that exist"),
        }
    }

    /// Takes a node out of existence.
    pub(crate) fn forget(&mut self, node: NodeId) -> Option<Node> {
        self.defs.take();
        self.nodes.take(node)
    }

    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        self.defs.take();
        self.nodes.add(node)
    }

    /// All nodes that exist, in the order they were made.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.ids()
    }

    /// The field of a node with this name, parameters of an instance first.
    pub fn field(&self, node: NodeId, name: &str) -> Option<FieldRef> {
        self.parameter(node, name)
            .or_else(|| self.base_field(node, name))
    }

    /// The field of the built-in node with this name.
    pub fn base_field(&self, node: NodeId, name: &str) -> Option<FieldRef> {
        let index = self.get(node)?.model().field(name)?;
        Some(FieldRef {
            node,
            place: FieldPlace::Field(index),
        })
    }

    /// The parameter of an instance with this name.
    pub fn parameter(&self, node: NodeId, name: &str) -> Option<FieldRef> {
        let index = self.get(node)?.proto()?.parameter(name)?;
        Some(FieldRef {
            node,
            place: FieldPlace::Parameter(0, index),
        })
    }

    /// The fields that files show: parameters of an instance, fields of other nodes.
    pub fn visible_fields(&self, node: NodeId) -> Vec<FieldRef> {
        match self.node(node).proto() {
            Some(proto) => (0..proto.parameters.len())
                .map(|at| FieldRef {
                    node,
                    place: FieldPlace::Parameter(0, FieldIndex(at as u16)),
                })
                .collect(),
            None => self.base_fields(node),
        }
    }

    /// The parameters of an instance at every level, those of its bases included.
    pub fn parameter_fields(&self, node: NodeId) -> Vec<FieldRef> {
        let levels = self
            .node(node)
            .instance
            .iter()
            .flat_map(|instance| &instance.levels)
            .enumerate();
        levels
            .flat_map(|(level, held)| {
                (0..held.model.parameters.len()).map(move |at| FieldRef {
                    node,
                    place: FieldPlace::Parameter(level as u8, FieldIndex(at as u16)),
                })
            })
            .collect()
    }

    /// The PROTOs that a node is an instance of: the one that the file names,
    /// then those that it is derived from.
    pub fn protos(&self, node: NodeId) -> Vec<&ProtoModel> {
        let instance = self.node(node).instance.as_ref();
        let levels = instance.map_or(&[][..], |instance| &instance.levels);
        levels.iter().map(|level| &*level.model).collect()
    }

    /// The parameters of one of the PROTOs of a node.
    pub fn parameters_at(&self, node: NodeId, level: u8) -> Vec<FieldRef> {
        let protos = self.protos(node);
        let count = protos
            .get(usize::from(level))
            .map_or(0, |proto| proto.parameters.len());
        (0..count)
            .map(|at| FieldRef {
                node,
                place: FieldPlace::Parameter(level, FieldIndex(at as u16)),
            })
            .collect()
    }

    /// The fields of the built-in node.
    pub fn base_fields(&self, node: NodeId) -> Vec<FieldRef> {
        (0..self.node(node).model().fields.len())
            .map(|at| FieldRef {
                node,
                place: FieldPlace::Field(FieldIndex(at as u16)),
            })
            .collect()
    }

    /// The name of a field.
    pub fn field_name(&self, field: FieldRef) -> &str {
        let node = self.node(field.node);
        match field.place {
            FieldPlace::Field(index) => node.model().fields[index.0 as usize].name,
            FieldPlace::Parameter(level, index) => self.level_parameter(field.node, level, index).0,
        }
    }

    /// The type of a field.
    pub fn field_type(&self, field: FieldRef) -> FieldType {
        let node = self.node(field.node);
        match field.place {
            FieldPlace::Field(index) => node.model().fields[index.0 as usize].field_type,
            FieldPlace::Parameter(level, index) => self.level_parameter(field.node, level, index).1,
        }
    }

    fn level_parameter(&self, node: NodeId, level: u8, index: FieldIndex) -> (&str, FieldType) {
        match &self.node(node).instance {
            Some(instance) => {
                let parameter = &instance.levels[level as usize].model.parameters[index.0 as usize];
                (&parameter.name, parameter.field_type)
            }
            None => unreachable!("only instances have parameters"),
        }
    }

    /// Follows bindings to the field that owns the value: the parameter that a
    /// field is bound to, or the parameter node that a node in a body
    /// represents.
    pub fn owner_of(&self, field: FieldRef) -> FieldRef {
        let mut field = field;
        loop {
            let node = self.node(field.node);
            if let FollowedNode::Parameter(source) = node.follows
                && self
                    .get(source)
                    .is_some_and(|found| found.base == node.base)
            {
                field.node = source;
                continue;
            }
            let Some(page) = node.page_at(field.place.level()) else {
                return field;
            };
            let Some(StoredValue::Is(parameter)) = cell(page, field.place.index()) else {
                return field;
            };
            match self.binding_owner(field) {
                Some(owner) => {
                    field = FieldRef {
                        node: owner.node,
                        place: FieldPlace::Parameter(owner.level, *parameter),
                    };
                }
                None => return field,
            }
        }
    }

    /// Whose parameters IS refers to in a field or parameter of a node.
    pub(crate) fn binding_owner(&self, field: FieldRef) -> Option<BodyOwner> {
        let node = self.node(field.node);
        match (field.place, &node.instance) {
            (FieldPlace::Field(_), Some(instance)) => Some(BodyOwner {
                node: field.node,
                level: instance.levels.len() as u8 - 1,
            }),
            (FieldPlace::Parameter(level, _), Some(_)) if level > 0 => Some(BodyOwner {
                node: field.node,
                level: level - 1,
            }),
            _ => node.owner.filter(|owner| self.get(owner.node).is_some()),
        }
    }

    /// The plain value of a field; `None` for nodes.
    pub fn value(&self, field: FieldRef) -> Option<Cow<'_, Value>> {
        let page = self.node(field.node).page_at(field.place.level());
        if let Some(StoredValue::Adapted(_, value)) =
            page.and_then(|page| cell(page, field.place.index()))
        {
            return Some(Cow::Borrowed(value));
        }
        let field = self.owner_of(field);
        let node = self.node(field.node);
        if let Some(StoredValue::Value(value)) = node
            .page_at(field.place.level())
            .and_then(|page| cell(page, field.place.index()))
        {
            return Some(Cow::Borrowed(value));
        }
        self.default_value(field)
    }

    /// The default of a field; `None` for nodes.
    pub fn default_value(&self, field: FieldRef) -> Option<Cow<'_, Value>> {
        let node = self.node(field.node);
        match field.place {
            FieldPlace::Field(index) => {
                Value::from_default(&node.model().fields[index.0 as usize].default).map(Cow::Owned)
            }
            FieldPlace::Parameter(level, index) => {
                let model = &node.instance.as_ref()?.levels.get(level as usize)?.model;
                match &model.parameters[index.0 as usize].default {
                    FieldContent::Plain(value) => Some(Cow::Borrowed(value)),
                    _ => None,
                }
            }
        }
    }

    /// The plain value of the built-in field with this name.
    pub fn value_of(&self, node: NodeId, name: &str) -> Option<Cow<'_, Value>> {
        self.value(self.base_field(node, name)?)
    }

    /// The nodes in a node-valued field.
    pub fn nodes_in(&self, field: FieldRef) -> &[NodeId] {
        match self.node(field.node).links_at(field.place) {
            Some(links) => linked(links, field.place.index()),
            None => &[],
        }
    }

    /// The nodes in the built-in field with this name.
    pub fn nodes_of(&self, node: NodeId, name: &str) -> &[NodeId] {
        self.base_field(node, name)
            .map_or(&[], |field| self.nodes_in(field))
    }

    /// The children of the real tree: nodes in built-in fields, in the order of the fields.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.node(node)
            .links
            .iter()
            .flat_map(|(_, nodes)| nodes.iter().copied())
    }

    /// All nodes below and including one in the real tree, depth first.
    pub fn descendants(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            found.push(node);
            let children: Vec<_> = self.children(node).collect();
            stack.extend(children.into_iter().rev());
        }
        found
    }

    /// All nodes that belong to one: its fields and its parameters, at every level.
    pub(crate) fn everything_below(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut stack = vec![node];
        while let Some(at) = stack.pop() {
            found.push(at);
            let node = self.node(at);
            let links = |links: &NodeLinks| {
                links
                    .iter()
                    .flat_map(|(_, nodes)| nodes.clone())
                    .collect::<Vec<_>>()
            };
            stack.extend(links(&node.links).into_iter().rev());
            if let Some(instance) = &node.instance {
                for level in &instance.levels {
                    stack.extend(links(&level.links).into_iter().rev());
                }
            }
        }
        found
    }

    /// The node above in the real tree.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.get(node)?.parent.map(|field| field.node)
    }

    /// The nodes above, nearest first.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |at| self.parent(*at))
    }

    /// Whether a node is part of the real tree, not only of a parameter.
    pub(crate) fn is_in_tree(&self, node: NodeId) -> bool {
        std::iter::once(node)
            .chain(self.ancestors(node))
            .filter_map(|node| self.node(node).parent)
            .all(|field| matches!(field.place, FieldPlace::Field(_)))
    }

    /// All nodes that are part of a parameter only, depth first. A walk up from
    /// each node would take the depth of the tree for each of them.
    pub(crate) fn below_parameters(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut stack = vec![(self.root, true)];
        while let Some((at, is_in_tree)) = stack.pop() {
            if !is_in_tree {
                found.push(at);
            }
            let node = self.node(at);
            let mut push = |links: &NodeLinks, is_in_tree: bool| {
                for (_, nodes) in links.iter().rev() {
                    stack.extend(nodes.iter().rev().map(|node| (*node, is_in_tree)));
                }
            };
            push(&node.links, is_in_tree);
            if let Some(instance) = &node.instance {
                for level in &instance.levels {
                    push(&level.links, false);
                }
            }
        }
        found
    }

    /// The first node with this DEF name in the tree, depth first.
    pub fn find_def(&self, name: &str) -> Option<NodeId> {
        let defs = self.defs.get_or_init(|| {
            let mut defs = HashMap::new();
            for id in self.descendants(self.root) {
                if let Some(def) = &self.node(id).def {
                    defs.entry(def.clone()).or_insert(id);
                }
            }
            Arc::new(defs)
        });
        defs.get(name).copied()
    }

    /// The node with a DEF name inside an instance of a PROTO: first the nodes of its base
    /// fields, then all that is in the first of them, in the second, and so on, in the order
    /// of files.
    pub fn find_inner_def(&self, instance: NodeId, name: &str) -> Option<NodeId> {
        self.get(instance)?;
        let is_named = |id: &NodeId| self.get(*id).and_then(|node| node.def()) == Some(name);
        let children = |fields: Vec<FieldRef>| -> Vec<NodeId> {
            let nodes = fields.into_iter().map(|field| self.nodes_in(field));
            nodes.flat_map(<[NodeId]>::to_vec).collect()
        };
        let direct = children(self.base_fields(instance));
        if let Some(found) = direct.iter().copied().find(is_named) {
            return Some(found);
        }
        let mut left: Vec<NodeId> = direct.into_iter().rev().collect();
        while let Some(id) = left.pop() {
            if is_named(&id) {
                return Some(id);
            }
            left.extend(children(self.visible_fields(id)).into_iter().rev());
        }
        None
    }

    pub(crate) fn links_mut(&mut self, field: FieldRef) -> &mut Vec<NodeId> {
        let node = self.node_mut(field.node);
        let links = match (field.place, &mut node.instance) {
            (FieldPlace::Parameter(level, _), Some(instance)) => {
                &mut instance.levels[level as usize].links
            }
            _ => &mut node.links,
        };
        linked_mut(links, field.place.index())
    }

    pub(crate) fn page_mut(&mut self, field: FieldRef) -> &mut ValueTable {
        let node = self.node_mut(field.node);
        match (field.place, &mut node.instance) {
            (FieldPlace::Parameter(level, _), Some(instance)) => {
                &mut instance.levels[level as usize].page
            }
            _ => &mut node.page,
        }
    }

    /// Writes a plain value to where it belongs, without checks.
    pub(crate) fn put_field(&mut self, field: FieldRef, value: Value) {
        let owner = self.owner_of(field);
        self.pending.corrected.insert(owner);
        set_cell(
            self.page_mut(owner),
            owner.place.index(),
            StoredValue::Value(value),
        );
    }

    /// Writes a plain value of a built-in field, without checks.
    pub(crate) fn put(&mut self, node: NodeId, name: &str, value: Value) {
        if let Some(field) = self.base_field(node, name) {
            self.put_field(field, value);
        }
    }

    /// The name that messages use for a node: its path from the top level.
    pub fn path(&self, node: NodeId) -> String {
        let mut names = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            if node == self.root {
                break;
            }
            let shown = match self.node(node).follows {
                FollowedNode::Parameter(source) if self.get(source).is_some() => source,
                _ => node,
            };
            names.push(self.short_name(shown));
            at = self.parent(shown);
        }
        names.reverse();
        names.join(" > ")
    }

    fn short_name(&self, id: NodeId) -> String {
        let node = self.node(id);
        if let Some(def) = node.used_def().and_then(|def| self.get(def)) {
            return format!("USE {}", def.def().unwrap_or("?"));
        }
        if let Some(def) = node.def() {
            return format!("DEF {def} {}", node.type_name());
        }
        match self.value_of(id, "name") {
            Some(name) if name.as_str().is_some_and(|name| !name.is_empty()) => {
                format!("{} \"{}\"", node.type_name(), name.as_str().unwrap_or(""))
            }
            _ => node.type_name().to_owned(),
        }
    }

    /// The changes since they were last taken.
    pub fn take_changes(&mut self) -> Vec<SceneChange> {
        std::mem::take(&mut self.changes)
    }

    /// The declarations of PROTOs in the world's file.
    pub fn declarations(&self) -> &[ExternDeclaration] {
        &self.declarations
    }
}
