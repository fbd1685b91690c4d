//! Names of older releases.

use crate::NodeType;
use crate::generated::{LEGACY_FIELDS, REMOVED, RENAMED};

/// The type that a node name means today, old spellings included.
pub fn current_type(name: &str) -> Option<NodeType> {
    NodeType::by_name(name).or_else(|| {
        RENAMED
            .iter()
            .find(|(from, _)| *from == name)
            .map(|(_, to)| *to)
    })
}

/// What to do about a node that no longer exists.
pub fn removed_node_advice(name: &str) -> Option<&'static str> {
    REMOVED
        .iter()
        .find(|(node, _)| *node == name)
        .map(|(_, action)| *action)
}

/// What to do about a field that no longer exists.
pub fn legacy_field_advice(node: NodeType, field: &str) -> Option<&'static str> {
    LEGACY_FIELDS
        .iter()
        .find(|(owner, name, _)| {
            *name == field
                && (*owner == node.name() || (*owner == "*Solid" && node.model().is_solid))
        })
        .map(|(_, _, action)| *action)
}
