//! Reads nodes and values by the schema.
//!
//! Every mistake is reported and reading goes on at the next thing that makes
//! sense, so that one run shows all mistakes of a file.

mod cursor;
mod extern_proto;
mod hidden;
mod hints;
mod nodes;
mod recovery;
mod stray_nodes;
mod transform;
mod values;

pub use extern_proto::ExternDeclaration;
pub use hints::closest;
pub(crate) use hints::unknown_name_hint;

use crate::ast::{Entry, NodeKind};
use crate::diagnostic::Reporter;
use crate::header::FileVersion;
use crate::lexer::TokenKind;
use crate::proto_file::{Parameter, ProtoModel};
use crate::source::Span;
use crate::syntax::SyntaxTree;
use crate::value::FileId;
use cursor::Cursor;
use std::sync::Arc;

/// How deep nodes and lists may be nested.
pub const MAXIMUM_DEPTH: usize = 512;

/// The result of looking up a name that is no built-in node.
#[derive(Debug)]
pub enum ModelLookup {
    /// A PROTO.
    Model(Arc<ProtoModel>),
    /// A PROTO that cannot be used; the reason has been reported.
    Broken,
    /// Nothing.
    Unknown,
}

impl ModelLookup {
    /// The PROTO, if it can be used.
    pub fn model(self) -> Option<Arc<ProtoModel>> {
        match self {
            Self::Model(model) => Some(model),
            Self::Broken | Self::Unknown => None,
        }
    }
}

/// Finds the PROTO that a name means in one file.
pub trait ModelSource {
    /// The PROTO behind a name that is not a built-in node.
    fn find(&mut self, name: &str, span: Span, reporter: &mut Reporter<'_>) -> ModelLookup;

    /// Names that would have been found, for suggestions.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The context of a text that is parsed.
#[derive(Clone, Copy)]
pub struct ParseContext<'a> {
    /// The version whose rules hold.
    pub version: FileVersion,
    /// The file that strings are relative to.
    pub file: FileId,
    /// The parameters that IS may name; `None` outside of PROTO files.
    pub parameters: Option<&'a [Parameter]>,
    /// Whether a Transform that does not scale stays one, as in text that a supervisor imports.
    pub keeps_transforms: bool,
}

/// The nodes of a world, with its declarations.
#[derive(Debug, Default)]
pub struct ParsedWorld {
    /// EXTERNPROTO lines.
    pub declarations: Vec<ExternDeclaration>,
    /// The nodes at top level.
    pub nodes: Vec<Entry>,
}

/// A reader of one text.
pub struct Parser<'a, 'r, 'd> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) setting: ParseContext<'a>,
    models: &'a mut dyn ModelSource,
    pub(crate) reporter: &'r mut Reporter<'d>,
    depth: usize,
    /// The nodes whose braces are open.
    around: Vec<NodeKind>,
    failures: usize,
    /// The innermost list of nodes or values that is open, for messages and recovery.
    pub(crate) open_list: Option<OpenList>,
    /// Whether the end of the text was reported: one message is enough.
    has_met_end: bool,
    /// Whether the head of the file says that a hidden state is unknown.
    has_unknown_hidden: bool,
}

/// A list whose `]` was not found yet.
#[derive(Clone, Copy)]
pub(crate) struct OpenList {
    /// Its `[`.
    span: Span,
    /// How deep nodes were nested when it opened.
    depth: usize,
}

impl<'a, 'r, 'd> Parser<'a, 'r, 'd> {
    /// A reader that starts at a token.
    pub fn new(
        tree: &'a SyntaxTree,
        from: usize,
        setting: ParseContext<'a>,
        models: &'a mut dyn ModelSource,
        reporter: &'r mut Reporter<'d>,
    ) -> Self {
        Self {
            cursor: Cursor::new(tree, from),
            setting,
            models,
            reporter,
            depth: 0,
            around: Vec::new(),
            failures: 0,
            open_list: None,
            has_met_end: false,
            has_unknown_hidden: false,
        }
    }

    /// The token that is read next.
    pub fn position(&self) -> usize {
        self.cursor.at()
    }

    /// Whether a mistake left the structure of what was read in doubt.
    pub(crate) fn has_failed(&self) -> bool {
        self.failures > 0
    }

    /// Reads nodes up to the end of the text.
    pub fn nodes_to_end(&mut self) -> Vec<Entry> {
        let mut nodes = Vec::new();
        if self.cursor.at() > 0 {
            // The words before the nodes are declarations; a failure is
            // reported.
            let _ = self.expect_node_behind_declarations();
        }
        while !self.cursor.is_at_end() {
            let before = self.cursor.at();
            self.open_list = None;
            let node = match self.is_at_declaration() {
                true => self.late_declaration().map(|()| None),
                false => self.node(),
            };
            match node {
                Ok(Some(entry)) => nodes.push(entry),
                Ok(None) => {}
                Err(_) => self.recover_at_top_level(before),
            }
        }
        nodes
    }

    /// Reads the one node of a PROTO body; what follows it is an error. A body
    /// with mistakes that leave its structure in doubt gives nothing; unknown
    /// names only lose themselves.
    pub fn body(&mut self) -> Option<Entry> {
        if self.cursor.is_at_end() {
            self.unexpected("a node", "write the node that this PROTO makes");
            return None;
        }
        let root = self.node().ok()?;
        if !self.cursor.is_at_end() {
            let hint = match self.cursor.kind() {
                TokenKind::CloseBrace => "the body ends with this brace: remove what follows it",
                _ => "a PROTO body holds exactly one node; put several into a Group",
            };
            self.unexpected("the end of the body", hint);
        }
        root.filter(|_| !self.has_failed())
    }
}

/// Parsing cannot continue here; the reason has been reported.
#[derive(Debug, Clone, Copy)]
pub struct ParseAborted;
