//! Text that was read, in the form nodes are made from.
//!
//! The plain values of a node are one page that all nodes made from it share.

use crate::node::{StoredValue, ValueTable};
use foxden_catalogue::FieldIndex;
use foxden_lang::ast::{Entry, FieldContent, HiddenItem, Node, NodeKind};
use foxden_lang::source::Span;
use std::sync::Arc;

/// A node to be made.
#[derive(Debug)]
pub(crate) enum Blueprint {
    Node(Box<NodeBlueprint>),
    Use { name: Arc<str>, span: Span },
}

/// What a node is made from.
#[derive(Debug)]
pub(crate) struct NodeBlueprint {
    pub(crate) kind: NodeKind,
    pub(crate) def: Option<Arc<str>>,
    pub(crate) span: Span,
    pub(crate) page: ValueTable,
    /// Node-valued fields in the order written, which is the order DEFs become visible.
    pub(crate) nodes: Vec<(FieldIndex, GivenNodes)>,
    pub(crate) hidden: Vec<HiddenItem>,
}

/// What a node-valued field was given.
#[derive(Debug)]
pub(crate) enum GivenNodes {
    Nodes(Vec<Blueprint>),
    /// The nodes of the parameter that the field is bound to.
    Is,
}

impl From<Entry> for Blueprint {
    fn from(entry: Entry) -> Self {
        match entry {
            Entry::Node(node) => Self::Node(Box::new((*node).into())),
            Entry::Use { name, span } => Self::Use { name, span },
        }
    }
}

impl From<Node> for NodeBlueprint {
    fn from(node: Node) -> Self {
        let Node {
            kind,
            def,
            span,
            items,
            hidden,
        } = node;
        let mut cells = Vec::with_capacity(items.len());
        let mut nodes = Vec::new();
        for item in items {
            let is_node = kind.field(item.field).1.is_node();
            match item.given {
                FieldContent::Plain(value) => cells.push((item.field, StoredValue::Value(value))),
                FieldContent::Node(entry) => nodes.push((item.field, given(entry))),
                FieldContent::Nodes(entries) => nodes.push((item.field, given(entries))),
                FieldContent::Is(parameter) => {
                    cells.push((item.field, StoredValue::Is(parameter)));
                    if is_node {
                        nodes.push((item.field, GivenNodes::Is));
                    }
                }
            }
        }
        cells.sort_by_key(|(field, _)| *field);
        Self {
            kind,
            def,
            span,
            page: Arc::new(cells),
            nodes,
            hidden,
        }
    }
}

fn given(entries: impl IntoIterator<Item = Entry>) -> GivenNodes {
    GivenNodes::Nodes(entries.into_iter().map(Blueprint::from).collect())
}
