//! What light sensors read, and where it comes from.

use crate::frame::{LightRay, LightReading};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::{NodeId, Value};
use foxden_sim::controller::Tag;
use foxden_sim::light::explain::LightShare;
use foxden_sim::{RobotIndex, World};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn readings(
    world: &mut RunningWorld,
    robot: RobotIndex,
    sensors: &[(Tag, Arc<str>)],
    values: &BTreeMap<Tag, f64>,
) -> Arc<[LightReading]> {
    sensors
        .iter()
        .filter_map(|(tag, name)| {
            let node = world
                .devices(robot)
                .find(|(other, _)| other == tag)
                .map(|(_, device)| device.node())?;
            let explanation = world.explain(robot, name)?;
            let place = world.position(node)?;
            let rays = explanation
                .parts
                .iter()
                .map(|part| ray(world, place, part))
                .collect();
            Some(LightReading {
                name: name.clone(),
                position: [place[0], place[1]],
                value: values.get(tag).copied(),
                rays,
            })
        })
        .collect()
}

fn ray(world: &World, to: [f64; 3], part: &LightShare) -> LightRay {
    let from = part.contribution.light_position(to, f64::INFINITY);
    let [red, green, blue] = part.arrives;
    LightRay {
        light: holder(world, part.node),
        from: [from[0], from[1]],
        to: [to[0], to[1]],
        blocked_at: part
            .occluder
            .as_ref()
            .map(|occluder| [occluder.point[0], occluder.point[1]]),
        irradiance: (red + green + blue) / 3.0,
    }
}

/// The name of the nearest node with a name above a light.
fn holder(world: &World, light: NodeId) -> Arc<str> {
    let scene = world.scene();
    scene
        .ancestors(light)
        .find_map(|node| match scene.value_of(node, "name")?.as_ref() {
            Value::String(name) => Some(name.value.clone()),
            _ => None,
        })
        .unwrap_or_else(|| "light".into())
}
