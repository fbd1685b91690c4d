//! A robot: its battery, its controller and its devices.

use super::Context;
use crate::editor;
use foxden_catalogue::NodeType;
use foxden_lang::value::Value;
use foxden_scene::NodeId;
use foxden_sim::controller::{Reading, Tag};
use foxden_sim::{RobotIndex, World};
use serde_json::{Value as Json, json};

/// Battery, controller and devices with their values.
pub(super) fn values(context: &mut Context<'_>, number: u32) -> Result<Json, String> {
    let node = editor::node(&context.run.world, number)?;
    let robot = context
        .run
        .world
        .robot_of(node)
        .ok_or("this node is no Robot")?;
    let tags: Vec<Tag> = context
        .run
        .world
        .devices(robot)
        .map(|(tag, _)| tag)
        .collect();
    let world = &mut context.run.world;
    let periods: Vec<Option<i32>> = tags
        .iter()
        .map(|tag| world.sampling_period(robot, *tag))
        .collect();
    let world = &context.run.world;
    let about = world.robot(robot).ok_or("this node is no Robot")?;
    let state = context.controllers.state(node);
    let controller = match &state {
        Some(state) => json!({
            "name": state.name,
            "state": state.state,
            "restartable": state.is_restartable,
        }),
        None => json!({ "name": about.controller, "state": "none" }),
    };
    let battery = match world.robot_battery(robot) {
        [] => Json::Null,
        battery => json!({ "value": battery.first(), "max": battery.get(1) }),
    };
    let is_driven = state.as_ref().is_some_and(|state| state.is_driving());
    let devices = world.devices(robot).zip(periods);
    let devices: Vec<Json> = devices
        .map(|((tag, device), period)| {
            let kind = device.node_type.name();
            let (value, about) = value(world, robot, tag);
            let mut entry = json!({
                "name": device.name,
                "type": kind,
                "node": device.node().number(),
                "value": value,
                "unit": unit(world, device.node(), kind),
                "enabled": period.map(|period| period > 0),
                "kind": group(kind),
            });
            if !is_driven && matches!(group(kind), "motor" | "led") {
                entry["controllable"] = true.into();
            }
            if matches!(group(kind), "camera" | "display") {
                entry["image"] = true.into();
            }
            if let Json::Object(about) = about {
                for (name, value) in about {
                    entry[name] = value;
                }
            }
            entry
        })
        .collect();
    Ok(json!({ "battery": battery, "controller": controller, "devices": devices }))
}

/// The value of a device and what else is known of it.
fn value(world: &World, robot: RobotIndex, tag: Tag) -> (Json, Json) {
    if let Some(motor) = world.motor_status(robot, tag) {
        let mut about = json!({
            "velocity": finite(joint_speed(world, robot, tag).unwrap_or(motor.velocity)),
            "maxVelocity": finite(motor.max_velocity),
            "force": finite(motor.force),
        });
        if motor.min_position < motor.max_position {
            about["min"] = motor.min_position.into();
            about["max"] = motor.max_position.into();
        }
        return (motor.position.map_or(Json::Null, finite), about);
    }
    if let Some(led) = world.led_status(robot, tag) {
        return (
            led.value.into(),
            json!({ "max": led.colors, "gradual": led.is_gradual }),
        );
    }
    let value = match world.reading(robot, tag) {
        Some(Reading::Number(number) | Reading::Feedback(number)) => finite(number),
        Some(Reading::Vector(vector)) => json!(vector),
        Some(Reading::Fix { position, .. }) => json!(position),
        Some(Reading::Attitude(turn)) => json!(turn),
        Some(Reading::Packets { packets, .. }) => packets.len().into(),
        Some(Reading::Presence(presence)) => presence.into(),
        Some(Reading::Locked(flag) | Reading::Held(flag) | Reading::GripperOn(flag)) => flag.into(),
        Some(Reading::Targets(targets)) => targets.len().into(),
        Some(Reading::Objects(objects)) => objects.len().into(),
        Some(Reading::Picture(_) | Reading::Nothing) | None => Json::Null,
    };
    (value, json!({}))
}

/// How fast the joint of a motor turns or slides, if its end has a body: about or along its
/// axis, as the part before the joint sees it.
fn joint_speed(world: &World, robot: RobotIndex, tag: Tag) -> Option<f64> {
    let (joint, end) = world.driven_joint(robot, tag)?;
    if !world.has_body(end) {
        return None;
    }
    let mut around = world.scene().ancestors(end);
    let base = around.find(|node| world.is_solid(*node));
    let moved = world.velocity(end)?;
    let own = base.and_then(|base| world.velocity(base));
    let own = own.unwrap_or_default();
    let first = if joint.kind == "slider" { 0 } else { 3 };
    let parts = joint.axis.iter().enumerate();
    Some(
        parts
            .map(|(axis, part)| part * (moved[first + axis] - own[first + axis]))
            .sum(),
    )
}

/// JSON has no infinities.
fn finite(number: f64) -> Json {
    match number.is_finite() {
        true => number.into(),
        false => Json::Null,
    }
}

/// What a device is for a page.
fn group(kind: &str) -> &'static str {
    match kind {
        "RotationalMotor" | "LinearMotor" => "motor",
        "LED" => "led",
        "Camera" | "RangeFinder" | "Lidar" => "camera",
        "Display" => "display",
        _ => "sensor",
    }
}

/// The unit of the value of a device; empty if it has none.
fn unit(world: &World, node: NodeId, kind: &str) -> &'static str {
    match kind {
        "Accelerometer" => "m/s²",
        "Gyro" => "rad/s",
        "GPS" | "Altimeter" => "m",
        "RotationalMotor" => "rad",
        "LinearMotor" => "m",
        "PositionSensor" if measures_way(world, node) => "m",
        "PositionSensor" => "rad",
        // a bumper says whether it touches something
        "TouchSensor" if text(world, node, "type").is_none_or(|kind| kind == "bumper") => "",
        "TouchSensor" => "N",
        _ => "",
    }
}

/// Whether a PositionSensor measures a way: in a slider or a track, not an angle.
fn measures_way(world: &World, node: NodeId) -> bool {
    let scene = world.scene();
    let around = scene.parent(node).and_then(|parent| scene.get(parent));
    around
        .is_some_and(|around| matches!(around.base_type(), NodeType::SliderJoint | NodeType::Track))
}

/// The text of a field.
fn text(world: &World, node: NodeId, field: &str) -> Option<String> {
    match world.get(world.scene().field(node, field)?)? {
        Value::String(text) => Some(text.value.to_string()),
        _ => None,
    }
}
