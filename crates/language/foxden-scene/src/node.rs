//! The nodes of a scene and how they hold their values.

use foxden_catalogue::{FieldIndex, NodeModel, NodeType};
use foxden_lang::ast::HiddenItem;
use foxden_lang::proto_file::ProtoModel;
use foxden_lang::source::Span;
use foxden_lang::value::{FileId, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A node of a scene. Ids are never used twice in the life of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Its number, as it goes over wires. The root of a scene has 0.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A field of a node, or a parameter of one of the PROTOs it is an instance of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FieldPlace {
    /// A field of the built-in node.
    Field(FieldIndex),
    /// A parameter. Level 0 is the PROTO that the file names, level 1 the one
    /// that it derives from, and so on.
    Parameter(u8, FieldIndex),
}

/// A field or parameter of a certain node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FieldRef {
    /// The node.
    pub node: NodeId,
    /// The field or parameter.
    pub place: FieldPlace,
}

/// A plain value in a page, or where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StoredValue {
    Value(Value),
    /// Bound to a parameter of the owner.
    Is(FieldIndex),
    /// Bound, but seen in another spelling until the parameter changes.
    Adapted(FieldIndex, Value),
}

/// The cells of a node or of a level's parameters, sorted by field; a field
/// without a cell has its default. Pages are shared until written, so that ten
/// thousand instances of one PROTO hold one copy.
pub(crate) type ValueTable = Arc<Vec<(FieldIndex, StoredValue)>>;

/// The nodes in node-valued fields, sorted by field.
pub(crate) type NodeLinks = Vec<(FieldIndex, Vec<NodeId>)>;

/// The instance whose body contains a text: IS refers to its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BodyOwner {
    pub(crate) node: NodeId,
    pub(crate) level: u8,
}

/// What a node follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FollowedNode {
    /// Nothing: its values are its own.
    Nothing,
    /// It is a USE of this node: it follows changes, but has its own values.
    Def(NodeId),
    /// It represents this node of a parameter in a body: they share their
    /// values.
    Parameter(NodeId),
}

/// Where a node was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourcePlace {
    pub(crate) file: FileId,
    pub(crate) span: Span,
}

/// One PROTO that a node is an instance of.
#[derive(Clone, Debug)]
pub(crate) struct InstanceLevel {
    pub(crate) model: Arc<ProtoModel>,
    pub(crate) page: ValueTable,
    pub(crate) links: NodeLinks,
}

/// What makes a node an instance.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) levels: Vec<InstanceLevel>,
    pub(crate) hidden: Vec<HiddenItem>,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) base: NodeType,
    pub(crate) def: Option<Arc<str>>,
    pub(crate) parent: Option<FieldRef>,
    pub(crate) page: ValueTable,
    /// The page as the text gave it; what differs from it moved.
    pub(crate) written_page: ValueTable,
    pub(crate) links: NodeLinks,
    pub(crate) instance: Option<Box<Instance>>,
    pub(crate) follows: FollowedNode,
    pub(crate) owner: Option<BodyOwner>,
    pub(crate) written: SourcePlace,
}

impl Node {
    /// A Group that nothing holds yet, as the root is.
    pub(crate) fn root() -> Self {
        Self::blank(NodeType::Group, None)
    }

    /// A node with default values that no text gave.
    pub(crate) fn blank(base: NodeType, parent: Option<FieldRef>) -> Self {
        Self {
            base,
            def: None,
            parent,
            page: ValueTable::default(),
            written_page: ValueTable::default(),
            links: Vec::new(),
            instance: None,
            follows: FollowedNode::Nothing,
            owner: None,
            written: SourcePlace {
                file: FileId(0),
                span: Span::new(0, 0),
            },
        }
    }

    /// The built-in type.
    pub fn base_type(&self) -> NodeType {
        self.base
    }

    /// The model of the built-in type.
    pub fn model(&self) -> &'static NodeModel {
        self.base.model()
    }

    /// The DEF name. A USE has none.
    pub fn def(&self) -> Option<&str> {
        self.def.as_deref()
    }

    /// The PROTO that the file names.
    pub fn proto(&self) -> Option<&Arc<ProtoModel>> {
        self.instance
            .as_ref()
            .map(|instance| &instance.levels[0].model)
    }

    /// The name in the file: that of the PROTO, or of the built-in type.
    pub fn type_name(&self) -> &str {
        self.proto().map_or(self.base.name(), |proto| &proto.name)
    }

    /// The field that holds this node.
    pub fn parent(&self) -> Option<FieldRef> {
        self.parent
    }

    /// The node that this one is a USE of.
    pub fn used_def(&self) -> Option<NodeId> {
        match self.follows {
            FollowedNode::Def(def) => Some(def),
            _ => None,
        }
    }

    /// The parameter node that this node represents in a body.
    pub fn parameter_node(&self) -> Option<NodeId> {
        match self.follows {
            FollowedNode::Parameter(node) => Some(node),
            _ => None,
        }
    }

    /// Whether the node was made from the text of a PROTO body.
    pub fn is_in_body(&self) -> bool {
        self.owner.is_some()
    }

    pub(crate) fn levels(&self) -> impl Iterator<Item = &InstanceLevel> {
        self.instance.iter().flat_map(|instance| &instance.levels)
    }

    pub(crate) fn page_at(&self, level: Option<u8>) -> Option<&ValueTable> {
        match level {
            None => Some(&self.page),
            Some(level) => Some(&self.instance.as_ref()?.levels.get(level as usize)?.page),
        }
    }

    pub(crate) fn links_at(&self, place: FieldPlace) -> Option<&NodeLinks> {
        match place {
            FieldPlace::Field(_) => Some(&self.links),
            FieldPlace::Parameter(level, _) => {
                Some(&self.instance.as_ref()?.levels.get(level as usize)?.links)
            }
        }
    }
}

impl FieldPlace {
    /// The place in the model or interface.
    pub fn index(self) -> FieldIndex {
        match self {
            Self::Field(index) | Self::Parameter(_, index) => index,
        }
    }

    pub(crate) fn level(self) -> Option<u8> {
        match self {
            Self::Field(_) => None,
            Self::Parameter(level, _) => Some(level),
        }
    }
}

pub(crate) fn cell(page: &ValueTable, index: FieldIndex) -> Option<&StoredValue> {
    let at = page
        .binary_search_by_key(&index, |(field, _)| *field)
        .ok()?;
    Some(&page[at].1)
}

pub(crate) fn set_cell(page: &mut ValueTable, index: FieldIndex, cell: StoredValue) {
    let cells = Arc::make_mut(page);
    match cells.binary_search_by_key(&index, |(field, _)| *field) {
        Ok(at) => cells[at].1 = cell,
        Err(at) => cells.insert(at, (index, cell)),
    }
}

pub(crate) fn linked(links: &NodeLinks, index: FieldIndex) -> &[NodeId] {
    links
        .binary_search_by_key(&index, |(field, _)| *field)
        .map_or(&[], |at| &links[at].1)
}

pub(crate) fn linked_mut(links: &mut NodeLinks, index: FieldIndex) -> &mut Vec<NodeId> {
    let at = links
        .binary_search_by_key(&index, |(field, _)| *field)
        .unwrap_or_else(|at| {
            links.insert(at, (index, Vec::new()));
            at
        });
    &mut links[at].1
}
