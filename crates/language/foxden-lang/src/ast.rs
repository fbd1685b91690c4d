//! The content of a file as nodes with typed values.
//!
//! A PROTO body in this form is a blueprint that all instances share.

use crate::proto_file::ProtoModel;
use crate::source::Span;
use crate::value::Value;
use foxden_catalogue::{FieldIndex, FieldType, NodeType};
use std::sync::Arc;

/// A node or a reference to one.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A node.
    Node(Box<Node>),
    /// `USE name`
    Use {
        /// The name.
        name: Arc<str>,
        /// The position of the name.
        span: Span,
    },
}

impl Entry {
    /// Brings spans of generated text back to the file it was generated from.
    pub fn map_spans(&mut self, map: &dyn Fn(Span) -> Span) {
        match self {
            Self::Use { span, .. } => *span = map(*span),
            Self::Node(node) => {
                node.span = map(node.span);
                for item in &mut node.items {
                    item.span = map(item.span);
                    match &mut item.given {
                        FieldContent::Node(Some(entry)) => entry.map_spans(map),
                        FieldContent::Nodes(entries) => {
                            entries.iter_mut().for_each(|entry| entry.map_spans(map))
                        }
                        FieldContent::Plain(_) | FieldContent::Node(None) | FieldContent::Is(_) => {
                        }
                    }
                }
            }
        }
    }

    /// Its position in the file.
    pub fn span(&self) -> Span {
        match self {
            Self::Node(node) => node.span,
            Self::Use { span, .. } => *span,
        }
    }
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A built-in node.
    BuiltIn(NodeType),
    /// An instance of a PROTO.
    Instance(Arc<ProtoModel>),
}

impl NodeKind {
    /// The built-in type that decides where the node is allowed.
    pub fn base_type(&self) -> NodeType {
        match self {
            Self::BuiltIn(node_type) => *node_type,
            Self::Instance(model) => model.base_type,
        }
    }

    /// The name written in the file.
    pub fn name(&self) -> &str {
        match self {
            Self::BuiltIn(node_type) => node_type.name(),
            Self::Instance(model) => &model.name,
        }
    }

    /// The name and type of a field or parameter.
    pub fn field(&self, index: FieldIndex) -> (&str, FieldType) {
        match self {
            Self::BuiltIn(node_type) => {
                let field = &node_type.model().fields[index.0 as usize];
                (field.name, field.field_type)
            }
            Self::Instance(model) => {
                let parameter = &model.parameters[index.0 as usize];
                (&parameter.name, parameter.field_type)
            }
        }
    }
}

/// A node as written.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its DEF name.
    pub def: Option<Arc<str>>,
    /// The name's place.
    pub span: Span,
    /// The fields or parameters given, in the order written, each at most once.
    pub items: Vec<Item>,
    /// The hidden items given.
    pub hidden: Vec<HiddenItem>,
}

/// A field or parameter given.
#[derive(Clone, Debug)]
pub struct Item {
    /// Which one.
    pub field: FieldIndex,
    /// Its value.
    pub given: FieldContent,
    /// The position of its name.
    pub span: Span,
}

/// What a field or parameter was given.
#[derive(Clone, Debug)]
pub enum FieldContent {
    /// A value without nodes.
    Plain(Value),
    /// An SFNode.
    Node(Option<Entry>),
    /// An MFNode.
    Nodes(Vec<Entry>),
    /// `IS parameter`, by its place in the interface of the enclosing PROTO.
    Is(FieldIndex),
}

/// `hidden translation_2 1 2 3`: the state of a part that is buried in an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenItem {
    /// What is restored.
    pub what: HiddenState,
    /// Which solid of the instance, in depth-first order from 0.
    pub solid: u32,
    /// Which joint that starts in the solid.
    pub joint: Option<u32>,
    /// The value.
    pub value: Value,
    /// The position of the name.
    pub span: Span,
}

/// What a hidden item restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the language's own")]
pub enum HiddenState {
    Translation,
    Rotation,
    LinearVelocity,
    AngularVelocity,
    Position,
    Position2,
    Position3,
}

impl HiddenState {
    /// All of them, with their names and types.
    pub const ALL: [(Self, &'static str, FieldType); 7] = [
        (Self::Translation, "translation", FieldType::SFVec3f),
        (Self::Rotation, "rotation", FieldType::SFRotation),
        (Self::LinearVelocity, "linearVelocity", FieldType::SFVec3f),
        (Self::AngularVelocity, "angularVelocity", FieldType::SFVec3f),
        (Self::Position, "position", FieldType::SFFloat),
        (Self::Position2, "position2", FieldType::SFFloat),
        (Self::Position3, "position3", FieldType::SFFloat),
    ];

    /// Whether the item is about a joint.
    pub fn is_joint(self) -> bool {
        matches!(self, Self::Position | Self::Position2 | Self::Position3)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(state, _, _)| *state == self)
            .map_or("", |(_, name, _)| name)
    }
}
