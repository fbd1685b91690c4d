//! Which Transforms are Poses.
//!
//! The genuine program looks ahead for the word `scale` and skips the list of children.
//! Children without brackets lead it past the end of the Transform.

use super::Parser;
use super::cursor::Cursor;
use crate::ast::{FieldContent, Node, NodeKind};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::value::Value;
use foxden_catalogue::NodeType;

/// How many words are searched behind children without brackets.
const LONGEST_SEARCH: usize = 10_000;

/// The scale of a Transform, as far as its text was read.
#[derive(Clone, Copy, Default)]
pub(super) enum TransformScale {
    /// Nothing yet.
    #[default]
    Unknown,
    /// It does not scale, or what it says is overlooked.
    Plain,
    /// It scales.
    Scaled,
}

impl TransformScale {
    /// Looks at the field that the cursor is at.
    pub(super) fn look(&mut self, cursor: Cursor<'_>) {
        if !matches!(self, Self::Unknown) {
            return;
        }
        match cursor.text() {
            "children" if cursor.kind_after(1) != TokenKind::OpenBracket => {
                *self = Self::search(cursor);
            }
            "scale" if is_ones(cursor) => *self = Self::Plain,
            "scale" => *self = Self::Scaled,
            _ => {}
        }
    }
}

impl TransformScale {
    /// Searches behind children without brackets: they end with the next list.
    fn search(mut cursor: Cursor<'_>) -> Self {
        let (mut is_in_children, mut depth) = (false, 0);
        for _ in 0..LONGEST_SEARCH {
            if cursor.is_at_end() {
                break;
            }
            match (cursor.text(), is_in_children) {
                ("[", true) => depth += 1,
                ("]", true) => {
                    depth -= 1;
                    is_in_children = depth != 0;
                }
                (_, true) => {}
                ("children", false) => is_in_children = true,
                ("scale", false) if is_ones(cursor) => return Self::Plain,
                ("scale", false) => return Self::Scaled,
                ("}", false) => return Self::Plain,
                _ => {}
            }
            cursor.advance();
        }
        Self::Plain
    }
}

/// Whether the three words behind the cursor are ones, in single precision.
fn is_ones(mut cursor: Cursor<'_>) -> bool {
    (0..3).all(|_| {
        cursor.advance();
        cursor.text().parse::<f32>() == Ok(1.0)
    })
}

impl Parser<'_, '_, '_> {
    /// A Transform that does not scale is a Pose.
    pub(super) fn as_pose(&mut self, mut node: Node, scaling: TransformScale) -> Node {
        let is_transform = matches!(node.kind, NodeKind::BuiltIn(NodeType::Transform));
        if !is_transform
            || self.setting.keeps_transforms
            || matches!(scaling, TransformScale::Scaled)
        {
            return node;
        }
        let (from, to) = (NodeType::Transform.model(), NodeType::Pose.model());
        let scale = from.field("scale");
        let lost = node.items.iter().find(|item| {
            Some(item.field) == scale
                && !matches!(
                    &item.given,
                    FieldContent::Plain(Value::Vec3([1.0, 1.0, 1.0]))
                )
        });
        if let Some(item) = lost {
            self.reporter
                .warning(
                    Code::Conversion,
                    item.span,
                    "this scale is overlooked, and the Transform is read as a Pose",
                )
                .hint(
                    "give one scale, in front of the children, or put brackets around the children",
                );
        }
        node.kind = NodeKind::BuiltIn(NodeType::Pose);
        node.items.retain_mut(
            |item| match to.field(from.fields[item.field.0 as usize].name) {
                Some(field) => {
                    item.field = field;
                    true
                }
                None => false,
            },
        );
        node
    }
}
