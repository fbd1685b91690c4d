//! The service of a world.

mod clock;
mod energy;
mod events;
mod field_values;
mod nodes;

use crate::devices::explanation;
use crate::job::{Scope, WorldLink};
use crate::members::Members;
use crate::names::Names;
use crate::parts::{self, PartKind};
use crate::robot;
use crate::stream::Occasion;
use crate::values::{DeviceDescription, POSE};
use foxden_scene::EditError;
use raconteur::members::{Pipe, Wire};
use raconteur::message::Array;
use raconteur::service::Object;
use raconteur::value::{IntoValue, List, Record, Value};
use raconteur::{Error, ErrorCode};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) use clock::world_time;
pub(crate) use events::{EventStream, console_line};
pub(crate) use field_values::matrix;

/// The type of the object of a world.
pub(crate) const TYPE: &str = "foxden.world.World";

/// The reference to robots.
pub(crate) const ROBOT: &str = "robot";

/// References to other parts: the property with their names, and the reference.
const PARTS: [(&str, &str, PartKind); 3] = [
    ("charger_names", "charger", PartKind::Charger),
    ("light_names", "light", PartKind::Light),
    ("slot_names", "slot", PartKind::Slot),
];

/// What the world has under names: the reference and the name of each object.
pub(crate) fn indexed_objects(names: &Names) -> BTreeSet<(&'static str, Arc<str>)> {
    let parts = PARTS.map(|(_, member, kind)| (member, kind.list(names)));
    let lists = [(ROBOT, &names.robots)].into_iter().chain(parts);
    lists
        .flat_map(|(member, list)| list.iter().map(move |(name, _)| (member, name.clone())))
        .collect()
}

/// The pipes of a world that its services write to.
#[derive(Clone)]
pub(crate) struct WorldPipes {
    pub(crate) events: Pipe,
    pub(crate) console: Pipe,
}

impl WorldPipes {
    pub(crate) fn new() -> Self {
        Self {
            events: Pipe::new(),
            console: Pipe::new(),
        }
    }
}

/// A change that the scene refused, with its findings.
pub(crate) fn refused(error: EditError) -> Error {
    let text = error.to_string();
    match error {
        EditError::Refused(findings) => {
            let lines = List(findings.iter().map(nodes::finding_line).collect::<Vec<_>>());
            let hint = findings.iter().next().and_then(|one| one.hint.clone());
            let text = match hint {
                Some(hint) => format!("{text}; {hint}"),
                None => text,
            };
            Error::new(ErrorCode::InvalidArgument, text).with_details("", Some(lines.into_value()))
        }
        EditError::Occupied => Error::new(ErrorCode::InvalidOperation, text),
        EditError::NoSuchNode => Error::new(ErrorCode::ObjectNotFound, text),
        _ => Error::new(ErrorCode::InvalidArgument, text),
    }
}

fn title(scope: &Scope<'_>) -> String {
    let world = &scope.run.world;
    let info = world.world_info();
    let title = info.and_then(|info| world.scene().value_of(info, "title"));
    let title = title.as_deref().and_then(|title| title.as_str());
    title.unwrap_or("").to_owned()
}

/// What describes the world to clients.
pub(crate) fn describe(scope: &Scope<'_>) -> DeviceDescription {
    DeviceDescription {
        name: scope.state.world_name.clone(),
        path: scope.state.world_name.clone(),
        model: "World".to_owned(),
        text: title(scope),
        object_type: TYPE,
        ..DeviceDescription::default()
    }
}

/// The object of a world.
pub(crate) fn object(
    scope: &mut Scope<'_>,
    link: &WorldLink,
    pipes: &WorldPipes,
) -> Arc<dyn Object> {
    let members = Members::new(TYPE, link)
        .read("device_info", |scope| Ok(describe(scope).info()))
        .read("title", |scope| Ok(title(scope)))
        .read("robot_names", |scope| {
            let names = scope.names().robots.iter();
            Ok(List(names.map(|(name, _)| name.to_string()).collect()))
        })
        .objects(ROBOT, robot::object);
    let members = PARTS
        .into_iter()
        .fold(members, |members, (names, one, kind)| {
            members
                .read(names, move |scope| {
                    let list = kind.list(scope.names()).iter();
                    Ok(List(
                        list.map(|(name, _)| name.to_string()).collect::<Vec<_>>(),
                    ))
                })
                .objects(one, move |scope, name, link| {
                    parts::object(scope, kind, name, link)
                })
        });
    let members = clock::add(members);
    let members = nodes::add(members);
    let (clock, time, poses) = (Wire::new(), Wire::new(), Wire::new());
    let members = members
        .read_energy()
        .query(
            "explain_light",
            |scope, (robot, device): (String, String)| explanation(scope, &robot, &device),
        )
        .wire("device_clock_now", &clock)
        .wire("time", &time)
        .wire("poses", &poses)
        .pipe("events", &pipes.events)
        .pipe("console", &pipes.console);
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, _: Occasion| {
        let steps = scope.run.steps();
        // the connection disconnects a reader that is too slow
        let _ = clock.send(scope.clock().device_time(steps));
        let _ = time.send(world_time(scope).into_value());
        let _ = poses.send(world_poses(scope));
    });
    Arc::new(members)
}

/// The poses of robots and of solids at the top.
fn world_poses(scope: &Scope<'_>) -> Value {
    let world = &scope.run.world;
    let scene = world.scene();
    let top = scene.nodes_in(scene.top_level()).iter().copied();
    let robots = world.robots().map(|(_, robot)| robot.node());
    let mut nodes: Vec<_> = top
        .map(|node| world.running(node))
        .filter(|node| world.is_solid(*node))
        .chain(robots)
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    let (mut ids, mut numbers) = (Vec::new(), Vec::new());
    for node in nodes {
        if let Some(pose) = world.viewed_node_pose(node) {
            ids.push(node.number());
            numbers.extend(pose.rotation);
            numbers.extend(pose.position);
        }
    }
    Record::new("foxden.world.WorldPoses")
        .with("ts", scope.clock().stamp())
        .with("seqno", scope.run.steps())
        .with("epoch", scope.state.epoch)
        .with("ids", ids)
        .with(
            "poses",
            Value::NamedArrays(POSE.into(), Array::from_slice(&numbers)),
        )
        .into_value()
}
