//! Contacts, joints, boundingObjects, masses, islands and rays.

use foxden_scene::NodeId;
use foxden_sim::World;
use foxden_sim::viewer_data::BodyGroups;
use serde_json::{Value as Json, json};

/// How many items a list has at most; a page cannot show more.
const MOST_ITEMS: usize = 20_000;

/// The contacts after the last step.
pub(super) fn contacts(world: &World, groups: &BodyGroups) -> Json {
    let contacts = world.shown_contacts().into_iter().take(MOST_ITEMS);
    let items = contacts.map(|contact| {
        json!({
            "point": contact.point,
            "normal": contact.normal,
            "depth": contact.depth,
            "force": contact.force.map(|force| force.pressure),
            "frictionForce": contact.force.map(|force| force.friction),
            "acting": contact.is_acting,
            "bodies": contact.solids.map(|node| node.map_or(0, |node| world.group_of(groups, node))),
            "nodes": contact.solids.map(|node| node.map(NodeId::number)),
            "friction": contact.force.map(|force| {
                let directions = force.directions.into_iter();
                directions.flatten().collect::<Vec<[f64; 3]>>()
            }),
        })
    });
    items.collect()
}

/// The axes of all joints.
pub(super) fn joints(world: &World) -> Json {
    let items = world
        .joint_statuses()
        .into_iter()
        .take(MOST_ITEMS)
        .map(|joint| {
            json!({
                "node": joint.node.number(),
                "kind": joint.kind,
                "anchor": joint.anchor,
                "axis": joint.axis,
                "position": joint.position,
                "min": joint.stops.map(|[min, _]| min),
                "max": joint.stops.map(|[_, max]| max),
                "torque": joint.force,
            })
        });
    items.collect()
}

/// The boundingObjects as lines.
pub(super) fn outlines(world: &World, groups: &BodyGroups) -> Json {
    let items = world.outlines(groups).into_iter().map(|(body, points)| {
        let rounded = |part: &f64| (part * 1e6).round() / 1e6;
        let positions: Vec<f64> = points.as_flattened().iter().map(rounded).collect();
        json!({ "body": body, "positions": positions })
    });
    items.collect()
}

/// The masses of all bodies.
pub(super) fn masses(world: &World) -> Json {
    let items = world
        .mass_statuses()
        .into_iter()
        .take(MOST_ITEMS)
        .map(|mass| {
            json!({
                "node": mass.node.number(),
                "mass": mass.mass,
                "centerOfMass": mass.centre,
                "axes": mass.axes,
                "radii": mass.radii,
                "support": mass.support,
            })
        });
    items.collect()
}

/// The islands of all bodies.
pub(super) fn islands(world: &World, groups: &BodyGroups) -> Json {
    let items = world.body_islands().into_iter().map(|body| {
        json!({
            "body": world.group_of(groups, body.node),
            "node": body.node.number(),
            "island": body.island,
            "sleeping": body.is_asleep,
        })
    });
    items.collect()
}

/// The rays of sensors.
pub(super) fn rays(world: &World) -> Json {
    let items = world.sensor_rays().into_iter().map(|sensor| {
        json!({
            "node": sensor.node.number(),
            "kind": sensor.kind,
            "origin": sensor.origin,
            "ends": sensor.ends,
            "hits": sensor.hits,
        })
    });
    items.collect()
}
