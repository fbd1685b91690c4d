//! Energy: chargers and the ledger. Light: why a sensor reads what it reads.

use super::Context;
use crate::editor;
use foxden_sim::World;
use serde_json::{Value as Json, json};

/// The chargers, what they are connected to and why not to others.
pub(super) fn chargers(world: &World) -> Json {
    let statuses = world
        .chargers()
        .filter_map(|charger| world.charger_status(charger));
    let items = statuses.map(|charger| {
        let candidates: Vec<Json> = charger
            .candidates
            .iter()
            .map(|one| {
                json!({
                    "robot": one.robot.number(),
                    "distance": one.distance,
                    "reason": one.reason,
                })
            })
            .collect();
        json!({
            "node": charger.node.number(),
            "position": charger.position,
            "energy": charger.battery.first(),
            "max": charger.battery.get(1),
            "radius": charger.radius,
            "robot": charger.robot.map(|robot| robot.number()),
            "candidates": candidates,
        })
    });
    items.collect()
}

/// Where energy came from and where it went, in joules since the start.
pub(super) fn ledger(world: &World) -> Json {
    let chargers = world.chargers().filter_map(|charger| {
        let ledger = world.charger_ledger(charger)?;
        let node = world.charger_node(charger)?;
        let stored = world.charger_energy(charger)?;
        Some(json!({
            "node": node.number(),
            "name": world.scene().path(node),
            "kind": "charger",
            "start": ledger.start,
            "received": ledger.drawn,
            "given": ledger.given,
            "lost": ledger.lost,
            "written": ledger.written,
            "stored": stored,
        }))
    });
    let robots = world.robots().filter_map(|(index, robot)| {
        let ledger = world.robot_ledger(index)?;
        let battery = world.robot_battery(index);
        Some(json!({
            "node": robot.node().number(),
            "name": robot.name,
            "kind": "robot",
            "start": ledger.start,
            "received": ledger.received,
            "given": ledger.computer + ledger.motors,
            "computer": ledger.computer,
            "motors": ledger.motors,
            "written": ledger.written,
            "stored": *battery.first()?,
            "max": battery.get(1),
        }))
    });
    chargers.chain(robots).collect()
}

/// Why a light sensor measures what it measures.
pub(super) fn explain(context: &mut Context<'_>, number: u32) -> Result<Json, String> {
    let world = &mut context.run.world;
    let node = editor::node(world, number)?;
    let found = world.robots().find_map(|(robot, _)| {
        let mut devices = world.devices(robot);
        let (tag, _) = devices.find(|(_, device)| device.node() == node)?;
        Some((robot, tag))
    });
    let (robot, tag) = found.ok_or("this node is no device of a robot")?;
    let position = world.position(node).unwrap_or_default();
    let explanation = world
        .explain_device(robot, tag)
        .ok_or("this node is no LightSensor")?;
    let lights: Vec<Json> = explanation
        .parts
        .iter()
        .map(|part| {
            let irradiance = explanation.irradiance_of(part);
            let share = match explanation.irradiance > 0.0 {
                true => irradiance / explanation.irradiance,
                false => 0.0,
            };
            let contribution = &part.contribution;
            // light from far away comes from this side
            let to = contribution.light_position(position, 20.0);
            let reason = match &part.occluder {
                Some(occluder) => Some(format!("{} is in the way", occluder.solid)),
                None if contribution.direct <= 0.0 && contribution.cosine <= 0.0 => {
                    Some("the light comes from behind".to_owned())
                }
                None if contribution.spot <= 0.0 => Some("outside of the beam".to_owned()),
                None => None,
            };
            json!({
                "node": part.node.number(),
                "name": part.light,
                "share": share,
                "irradiance": irradiance,
                "distance": contribution.distance,
                "attenuation": contribution.attenuation,
                "cosine": contribution.cosine,
                "spot": contribution.spot,
                "ambient": part.ambient,
                "direct": contribution.direct,
                "from": position,
                "to": to,
                "blocker": part.occluder.as_ref().map(|occluder| occluder.node.number()),
                "blockedAt": part.occluder.as_ref().map(|occluder| occluder.point),
                "reason": reason,
            })
        })
        .collect();
    Ok(json!({
        "position": position,
        "direction": null,
        "value": explanation.value,
        "irradiance": explanation.irradiance,
        "sum": explanation.sum,
        "filter": explanation.filter,
        "lights": lights,
    }))
}
