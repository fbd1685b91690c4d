//! Which Transforms are Poses.

use super::Parser;
use super::cursor::Cursor;
use crate::ast::{FieldContent, Node, NodeKind};
use crate::diagnostic::Code;
use crate::lexer::TokenKind;
use crate::value::Value;
use foxden_catalogue::NodeType;

/// The scale of a Transform, as far as its text was read.
///
/// The genuine program looks ahead for the word `scale`, and overlooks it
/// after children without brackets.
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
            "children" if cursor.kind_after(1) != TokenKind::OpenBracket => *self = Self::Plain,
            "scale" if is_ones(cursor) => *self = Self::Plain,
            "scale" => *self = Self::Scaled,
            _ => {}
        }
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
