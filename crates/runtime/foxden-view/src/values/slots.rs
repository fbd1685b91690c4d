//! Slots: what is plugged into what, and what was refused.

use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Value};
use foxden_sim::World;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// A part that a Slot did not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The path of the Slot in the scene, or of the part in it.
    pub slot: String,
    /// Why, and what would fit.
    pub reason: String,
}

/// What a refusal is compared with.
struct SlotPlace<'a> {
    path: &'a str,
    kind: &'a str,
    is_free: bool,
}

impl Refusal {
    /// Whether it is one of this Slot. A part that is the parameter of a PROTO has
    /// the path of the parameter; then a free Slot in the PROTO that has the type in
    /// the reason refused it.
    fn is_of(&self, slot: &SlotPlace<'_>) -> bool {
        let parent = self
            .slot
            .rsplit_once(" > ")
            .map_or("", |(parent, _)| parent);
        let is_below = || {
            let rest = slot.path.strip_prefix(parent);
            rest.is_some_and(|rest| rest.starts_with(" > "))
        };
        let has_type = || self.reason.contains(&format!("\"{}\"", slot.kind));
        self.slot == slot.path
            || parent == slot.path
            || !parent.is_empty() && slot.is_free && is_below() && has_type()
    }
}

/// The Slots of the world, without those that are only in parameters of PROTOs.
pub fn slots(world: &World) -> Vec<NodeId> {
    let scene = world.scene();
    let mut left = vec![scene.root()];
    let mut found = Vec::new();
    while let Some(node) = left.pop() {
        if is_slot(world, node) {
            found.push(node);
        }
        for field in scene.base_fields(node) {
            left.extend(scene.nodes_in(field));
        }
    }
    found.sort_unstable();
    found
}

fn is_slot(world: &World, node: NodeId) -> bool {
    let node = world.scene().get(node);
    node.is_some_and(|node| node.base_type() == NodeType::Slot)
}

/// What is in a Slot, and its partner: the Slot that it is in, or that is in it.
pub fn content(world: &World, slot: NodeId) -> (Option<NodeId>, Option<NodeId>) {
    let scene = world.scene();
    let inner = scene.nodes_of(slot, "endPoint").first().copied();
    let outer = scene.parent(slot).filter(|parent| is_slot(world, *parent));
    let partner = outer.or(inner.filter(|inner| is_slot(world, *inner)));
    (inner, partner)
}

/// The partner or content of each Slot.
pub(crate) fn partners(world: &World) -> BTreeMap<u32, Option<u32>> {
    let entries = slots(world).into_iter().map(|slot| {
        let (inner, partner) = content(world, slot);
        (slot.number(), partner.or(inner).map(NodeId::number))
    });
    entries.collect()
}

/// The slots of the world.
pub(super) fn values(world: &World, refusals: &[Refusal]) -> Json {
    let scene = world.scene();
    let items = slots(world).into_iter().map(|node| {
        let kind = match scene.value_of(node, "type").as_deref() {
            Some(Value::String(text)) => text.value.to_string(),
            _ => String::new(),
        };
        let gender = kind.chars().last().filter(|last| matches!(last, '+' | '-'));
        let (inner, partner) = content(world, node);
        let place = std::iter::once(node).chain(scene.ancestors(node));
        let position = place.into_iter().find_map(|node| world.position(node));
        let path = scene.path(node);
        let place = SlotPlace {
            path: &path,
            kind: &kind,
            is_free: inner.is_none() && partner.is_none(),
        };
        let refused = refusals.iter().filter(|refusal| refusal.is_of(&place));
        let refused: Vec<Json> = refused
            .map(|refusal| json!({ "partner": null, "reason": refusal.reason }))
            .collect();
        json!({
            "node": node.number(),
            "type": kind,
            "gender": gender.map(String::from),
            "partner": partner.map(NodeId::number),
            "content": inner.map(NodeId::number),
            "position": position,
            "refused": refused,
        })
    });
    items.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_belongs_to_the_slot_that_refused() {
        let place = |path, is_free| SlotPlace {
            path,
            kind: "robotHand",
            is_free,
        };
        let refusal = |slot: &str| Refusal {
            slot: slot.to_owned(),
            reason: "a Slot of type \"x\" does not fit into one of type \"robotHand\"".to_owned(),
        };
        assert!(refusal("A > Slot").is_of(&place("A > Slot", true)));
        assert!(refusal("A > Slot > Solid").is_of(&place("A > Slot", true)));
        // the parameter of a PROTO
        assert!(refusal("DEF P Porter > Hand").is_of(&place("DEF P Porter > Arm > Slot", true)));
        assert!(!refusal("DEF P Porter > Hand").is_of(&place("DEF P Porter > Arm > Slot", false)));
        assert!(!refusal("DEF P Porter > Hand").is_of(&place("DEF PQ Porter > Slot", true)));
        assert!(!refusal("Hand").is_of(&place("Porter > Slot", true)));
    }
}
