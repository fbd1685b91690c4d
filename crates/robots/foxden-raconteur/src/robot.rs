//! A robot with its devices.

use crate::devices;
use crate::job::{Scope, WorldLink, impossible, invalid, shown};
use crate::members::Members;
use crate::names;
use crate::service_set::Offered;
use crate::stream::Occasion;
use crate::values::{DeviceDescription, pose, spatial_velocity};
use foxden_scene::{NodeId, Value};
use foxden_sim::controller::Write;
use raconteur::Result;
use raconteur::members::{Event, Wire};
use raconteur::service::Object;
use raconteur::value::{List, Record};
use std::sync::Arc;

/// The type of the object of a robot.
pub(crate) const TYPE: &str = "foxden.robot.Robot";

/// The longest text for `customData`.
const LONGEST_DATA: usize = 1 << 20;

/// A list of the devices of a robot, the battery last.
fn device_entries(scope: &mut Scope<'_>, robot: &str) -> Result<List<Record>> {
    let (index, _) = scope.robot(robot)?;
    let entry = |name: &str, node_type: &str, object_type: &str, service: &str| {
        Record::new("foxden.robot.DeviceEntry")
            .with("name", name)
            .with("node_type", node_type)
            .with("object_type", object_type)
            .with("service_name", service)
    };
    let mut entries = Vec::new();
    let mut has_namesake = false;
    for (name, (_, kind, _)) in names::devices(&scope.run.world, index) {
        let device = scope.device(robot, &name)?;
        has_namesake |= &*name == devices::BATTERY;
        let object_type = devices::object_type(scope, device);
        let standard = scope.state.standard.get(&device.node);
        let service = standard.map_or("", |standard| standard.service.as_str());
        entries.push(entry(&name, kind.name(), object_type, service));
    }
    if !has_namesake && !scope.run.world.robot_battery(index).is_empty() {
        entries.push(entry(devices::BATTERY, "", "foxden.devices.Battery", ""));
    }
    Ok(List(entries))
}

fn custom_data(scope: &mut Scope<'_>, robot: &str) -> Result<(foxden_scene::FieldRef, String)> {
    let (_, node) = scope.robot(robot)?;
    let scene = scope.run.world.scene();
    let field = scene.base_field(node, "customData");
    let field = field.ok_or_else(|| impossible("this robot has no custom data"))?;
    Ok(match scope.run.world.get(field) {
        Some(Value::String(text)) => (field, text.value.to_string()),
        _ => (field, String::new()),
    })
}

/// The object of a robot; its console gets lines from the services of the world.
pub(crate) fn object(
    scope: &mut Scope<'_>,
    name: &str,
    link: &WorldLink,
) -> Result<Arc<dyn Object>> {
    // the console of a name that no robot has must not be kept
    scope.robot(name)?;
    let console = scope.console(name);
    let state = Wire::new();
    let changed: Event<()> = Event::new();
    let keys: [Arc<str>; 10] = std::array::from_fn(|_| name.into());
    let [
        info,
        id,
        standard,
        list,
        parts,
        get_data,
        set_data,
        get_driver,
        set_driver,
        own,
    ] = keys;
    let members = Members::new(TYPE, link)
        .read("device_info", move |scope| {
            let (_, node) = scope.robot(&info)?;
            Ok(scope.describe(node, &info, TYPE, None).info())
        })
        .read("node_id", move |scope| Ok(scope.robot(&id)?.1.number()))
        .read("standard_service", move |scope| {
            let (_, node) = scope.robot(&standard)?;
            let name = scope.state.standard_names.get(&node);
            Ok(name.cloned().unwrap_or_default())
        })
        .read("devices", move |scope| device_entries(scope, &list))
        .objects("device", move |scope, device, link| {
            devices::object(scope, &parts, device, link)
        })
        .wire("state", &state)
        .read("custom_data", move |scope| {
            Ok(custom_data(scope, &get_data)?.1)
        })
        .write("custom_data", move |scope, text: String, context| {
            if text.len() > LONGEST_DATA {
                return Err(invalid("custom data are at most 1 MiB long"));
            }
            scope.drive(&set_data, context)?;
            let (field, _) = custom_data(scope, &set_data)?;
            let value = Value::String(text.as_str().into());
            let written = scope.run.world.set(field, Write::Whole(value));
            written.map_err(|error| invalid(error.to_string()))
        })
        .pipe("console", &console)
        .read("driver", move |scope| {
            let (_, node) = scope.robot(&get_driver)?;
            Ok(scope.driver(node) as i32)
        })
        .write("driver", move |scope, driver: i32, context| {
            let (index, node) = scope.may_drive(&set_driver, context)?;
            match driver {
                0 => scope.release(index, node),
                2 => drop(scope.drive(&set_driver, context)?),
                _ => return Err(invalid("write nobody (0) or client (2)")),
            }
            Ok(())
        })
        .event("devices_changed", &changed);
    let alive = members.alive.clone();
    let mut stream = RobotStream {
        name: own,
        state,
        changed,
        seqno: 0,
        devices: None,
        edits: None,
    };
    scope.stream(&alive, move |scope, occasion| stream.send(scope, occasion));
    Ok(Arc::new(members))
}

/// A robot with its service.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OfferedRobot {
    node: NodeId,
    name: Arc<str>,
}

impl OfferedRobot {
    /// The robots of a world.
    pub(crate) fn all(scope: &mut Scope<'_>) -> Vec<Self> {
        let robots = scope.names().robots.iter().cloned();
        robots.map(|(name, node)| Self { node, name }).collect()
    }
}

impl Offered for OfferedRobot {
    fn title(&self) -> String {
        format!("the robot {}", shown(&self.name))
    }

    fn wanted_name(&self) -> String {
        self.name.to_string()
    }

    fn robot(&self) -> Option<&Arc<str>> {
        Some(&self.name)
    }

    fn make(
        &self,
        scope: &mut Scope<'_>,
        link: &WorldLink,
        _service: &str,
    ) -> Result<(Arc<dyn Object>, DeviceDescription)> {
        let object = object(scope, &self.name, link)?;
        Ok((object, scope.describe(self.node, &self.name, TYPE, None)))
    }
}

/// What a robot sends after each step.
struct RobotStream {
    name: Arc<str>,
    state: Wire,
    changed: Event<()>,
    seqno: u64,
    /// The nodes of its devices, and the edits of the world when they were read.
    devices: Option<Vec<NodeId>>,
    edits: Option<u64>,
}

impl RobotStream {
    fn send(&mut self, scope: &mut Scope<'_>, occasion: Occasion) {
        let Ok((index, node)) = scope.robot(&self.name) else {
            return;
        };
        if occasion == Occasion::Step {
            self.seqno += 1;
        }
        let world = &scope.run.world;
        let edits = world.edits();
        if self.edits.replace(edits) != Some(edits) {
            let devices = world.devices(index).map(|(_, device)| device.node());
            let devices = Some(devices.collect::<Vec<_>>());
            let before = std::mem::replace(&mut self.devices, devices);
            if before.is_some() && before != self.devices {
                // clients that have left need not know
                let _ = self.changed.fire(());
            }
        }
        let at = world.viewed_node_pose(node);
        let (orientation, position) = match at {
            Some(at) => (at.rotation, at.position),
            None => ([1.0, 0.0, 0.0, 0.0], [0.0; 3]),
        };
        let velocity = world.velocity(node).unwrap_or_default();
        let state = Record::new("foxden.robot.RobotState")
            .with("ts", scope.clock().stamp())
            .with("seqno", self.seqno)
            .with("driver", scope.driver(node) as i32)
            .with("pose", pose(orientation, position))
            .with("velocity", spatial_velocity(velocity));
        // the connection disconnects a reader that is too slow
        let _ = self.state.send(state.into());
    }
}

#[cfg(test)]
mod tests {
    use crate::access::Driver;

    #[test]
    fn drivers_have_the_numbers_of_the_definition() {
        let text = include_str!("../robdef/foxden.robot.robdef");
        for driver in [Driver::Nobody, Driver::Controller, Driver::Client] {
            let line = format!(
                "{} = {}",
                format!("{driver:?}").to_lowercase(),
                driver as i32
            );
            assert!(text.contains(&line), "{line}");
        }
    }
}
