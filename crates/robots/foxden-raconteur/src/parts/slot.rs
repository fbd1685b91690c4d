//! Slots: what is plugged in, and what does not fit.

use super::{PartKey, part, send, stamped};
use crate::access::Role;
use crate::job::{Scope, WorldLink, impossible, not_found};
use crate::members::Members;
use crate::stream::Occasion;
use crate::world::refused;
use foxden_scene::{FieldRef, NodeId};
use raconteur::Result;
use raconteur::members::{Event, Wire};

/// The longest text of a part.
const LONGEST_TEXT: usize = 1 << 20;

/// What is in a slot, by the path of the node; empty if nothing.
fn content(scope: &Scope<'_>, slot: NodeId) -> String {
    let world = &scope.run.world;
    let (inner, partner) = foxden_view::slot_content(world, slot);
    let part = inner.or(partner);
    part.map(|node| world.scene().path(node))
        .unwrap_or_default()
}

/// The field that holds what is plugged in: a parameter of the PROTO if the slot is a part of one.
fn end_point(scope: &mut Scope<'_>, key: &PartKey) -> Result<FieldRef> {
    let node = key.find(scope)?;
    let scene = scope.run.world.scene();
    let field = scene.base_field(node, "endPoint");
    let field = field.ok_or_else(|| not_found("this slot is no part of the world any more"))?;
    Ok(scene.owner_of(field))
}

/// The object of a slot.
pub(super) fn object(scope: &mut Scope<'_>, key: &PartKey, link: &WorldLink) -> Members {
    let wire = Wire::new();
    let changed = Event::<(String,)>::new();
    let [kind, plug, unplug, own] = std::array::from_fn(|_| key.clone());
    let members = part("foxden.devices.Slot", key, link)
        .read("slot_type", move |scope| {
            let node = kind.find(scope)?;
            let value = scope.run.world.scene().value_of(node, "type");
            let kind = value.as_deref().and_then(|value| value.as_str());
            Ok(kind.unwrap_or("").to_owned())
        })
        .call("plug", move |scope, (part,): (String,), context| {
            Role::Edit.check(context)?;
            if part.len() > LONGEST_TEXT {
                return Err(crate::job::invalid("the text of the part is too long"));
            }
            let field = end_point(scope, &plug)?;
            if !scope.run.world.scene().nodes_in(field).is_empty() {
                return Err(impossible("the slot has a part already; unplug it first"));
            }
            let is_name = part
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
            let text = match is_name && !part.is_empty() {
                true => format!("{part} {{ }}"),
                false => part,
            };
            let inserted = scope.run.world.insert(field, 0, &text);
            inserted.map(drop).map_err(refused)
        })
        .call("unplug", move |scope, (): (), context| {
            Role::Edit.check(context)?;
            let field = end_point(scope, &unplug)?;
            let part = scope.run.world.scene().nodes_in(field).first().copied();
            let part = part.ok_or_else(|| impossible("the slot is empty"))?;
            scope.run.world.remove(part).map_err(refused)
        })
        .wire("state", &wire)
        .event("changed", &changed);
    let (mut seqno, mut last) = (0, None::<String>);
    let alive = members.alive.clone();
    let mut edits = None;
    let mut part_now = String::new();
    scope.stream(&alive, move |scope, occasion| {
        let Ok(node) = own.find(scope) else {
            return;
        };
        let now = scope.run.world.edits();
        if edits.replace(now) != Some(now) {
            part_now = content(scope, node);
        }
        if occasion == Occasion::Step {
            seqno += 1;
        }
        if let Some(before) = last.replace(part_now.clone())
            && before != part_now
        {
            // clients that have left need not know
            let _ = changed.fire((part_now.clone(),));
        }
        let state =
            stamped(scope, "foxden.devices.SlotState", seqno).with("part", part_now.as_str());
        send(&wire, state);
    });
    members
}
