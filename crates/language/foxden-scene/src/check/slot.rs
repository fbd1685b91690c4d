//! Slots: typed, gendered connection points.

use crate::check::admission::PlacementError;
use crate::node::{FieldRef, NodeId};
use crate::scene::Scene;
use foxden_catalogue::NodeType;

/// Why two types do not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// The names differ.
    Types,
    /// Both are `+` or both are `-`.
    SameGender,
}

/// Whether a Slot of one type may be put into a Slot of another: an empty type
/// fits anything, equal types without gender fit, `x+` fits `x-`.
pub(crate) fn fit(inserted: &str, parent: &str) -> Result<(), Mismatch> {
    if inserted.is_empty() || parent.is_empty() {
        return Ok(());
    }
    if !inserted.ends_with(['+', '-']) {
        return if inserted == parent {
            Ok(())
        } else {
            Err(Mismatch::Types)
        };
    }
    if inserted == parent {
        return Err(Mismatch::SameGender);
    }
    // only the inserted Slot's last character is known to be a gender; the parent's is dropped as it is
    if stem(inserted) == stem(parent) {
        Ok(())
    } else {
        Err(Mismatch::Types)
    }
}

fn stem(slot_type: &str) -> &str {
    let mut characters = slot_type.chars();
    characters.next_back();
    characters.as_str()
}

/// What would fit into a Slot of this type.
fn fitting(parent: &str) -> String {
    if let Some(stem) = parent.strip_suffix('+') {
        return format!("a Slot of type \"{stem}-\" or \"\" fits");
    }
    if let Some(stem) = parent.strip_suffix('-') {
        return format!("a Slot of type \"{stem}+\" or \"\" fits");
    }
    format!("a Slot of type \"{parent}\" or \"\" fits")
}

/// Whether a node is allowed in the end point of a Slot that is not itself in
/// a Slot.
pub(crate) fn check_pair(
    scene: &Scene,
    parent: NodeId,
    child: NodeId,
    kind: NodeType,
) -> Result<(), PlacementError> {
    let parent_type = slot_type(scene, parent);
    if kind != NodeType::Slot {
        return Err(PlacementError::slot(
            format!(
                "the Slot of type \"{parent_type}\" takes only a Slot, not a {}",
                kind.name()
            ),
            format!(
                "wrap the part: Slot {{ type \"{parent_type}\" endPoint {} {{ … }} }}; {}",
                kind.name(),
                fitting(&parent_type)
            ),
        ));
    }
    let child_type = slot_type(scene, child);
    fit(&child_type, &parent_type).map_err(|mismatch| {
        let reason = match mismatch {
            Mismatch::Types => format!(
                "a Slot of type \"{child_type}\" does not fit into one of type \"{parent_type}\""
            ),
            Mismatch::SameGender => {
                format!(
                    "both Slots are of type \"{child_type}\": two of the same gender do not connect"
                )
            }
        };
        PlacementError::slot(reason, fitting(&parent_type))
    })
}

/// Whether a node is a Slot that holds something.
pub(crate) fn is_filled(scene: &Scene, node: NodeId) -> bool {
    content(scene, node).is_some()
}

/// What a Slot holds.
fn content(scene: &Scene, node: NodeId) -> Option<NodeType> {
    let is_slot = scene.node(node).base_type() == NodeType::Slot;
    let part = scene.nodes_of(node, "endPoint").first()?;
    is_slot.then(|| scene.node(*part).base_type())
}

/// Why a Slot that comes with what it holds may not be inserted: with its part
/// it needs another Slot around it, with another Slot it may have none.
pub(crate) fn misplaced(scene: &Scene, field: FieldRef, node: NodeId) -> Option<PlacementError> {
    let kind = content(scene, node)?;
    let is_in_slot = scene.node(field.node).base_type() == NodeType::Slot;
    let parts = scene.nodes_of(node, "endPoint");
    let holds_pair = parts
        .iter()
        .any(|part| content(scene, *part) == Some(NodeType::Slot));
    match (is_in_slot, kind) {
        // a file with three in a row is not read back as it was written
        (is_in_slot, NodeType::Slot) if is_in_slot || holds_pair => Some(three_in_a_row()),
        (true, _) | (false, NodeType::Slot) => None,
        (false, _) => Some(PlacementError::slot(
            format!(
                "a Slot that holds a {} can only be put into another Slot",
                kind.name()
            ),
            "insert it into the endPoint of a Slot",
        )),
    }
}

/// Why a Slot in a Slot may not hold another Slot.
pub(super) fn three_in_a_row() -> PlacementError {
    PlacementError::slot(
        "three Slots in a row are not allowed",
        "a Slot holds a Slot, and that one holds the part itself",
    )
}

fn slot_type(scene: &Scene, slot: NodeId) -> String {
    scene
        .value_of(slot, "type")
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_types_and_genders() {
        let ok = Ok(());
        let types = Err(Mismatch::Types);
        let gender = Err(Mismatch::SameGender);
        let parents = ["", "x", "x+", "x-", "y"];
        let table = [
            ("", [ok, ok, ok, ok, ok]),
            ("x", [ok, ok, types, types, types]),
            ("x+", [ok, types, gender, ok, types]),
            ("x-", [ok, types, ok, gender, types]),
        ];
        for (inserted, row) in table {
            for (parent, expected) in parents.iter().zip(row) {
                assert_eq!(
                    fit(inserted, parent),
                    expected,
                    "{inserted:?} into {parent:?}"
                );
            }
        }
    }

    #[test]
    fn the_parents_last_character_need_not_be_a_gender() {
        assert_eq!(fit("x+", "xq"), Ok(()));
        assert_eq!(fit("+", "z"), Ok(()));
    }
}
