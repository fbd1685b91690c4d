//! Grippers as `com.robotraconteur.robotics.tool.Tool`: vacuum grippers, and fingers that motors
//! move.

use crate::devices::{SampledWires, isoch_info, isochronous};
use crate::job::{FoundDevice, Scope, WorldLink, finite, invalid, not_found};
use crate::members::Members;
use crate::standard_robot::{Finger, MovingParts, not_implemented};
use crate::stream::Occasion;
use crate::values::{DeviceDescription, named, no_extras};
use foxden_scene::NodeId;
use foxden_sim::controller::{Command, Reading};
use raconteur::Result;
use raconteur::members::{Pipe, Wire};
use raconteur::service::Context;
use raconteur::value::{IntoValue, List, Record, Value};
use std::sync::Arc;

/// The type of the object.
pub(crate) const TYPE: &str = "com.robotraconteur.robotics.tool.Tool";

/// Commands go from closed to open.
const CLOSED: f64 = 0.0;
const OPEN: f64 = 1.0;

/// How near to its end position a gripper counts as open or closed.
const NEAR: f64 = 0.02;

/// How little fingers move in a second while they rest.
const RESTING_SPEED: f64 = 0.01;

/// Packets that the pipe keeps for a client that is slow.
const MOST_PACKETS: u32 = 3;

/// Flags of `ToolStateFlags`.
mod flags {
    pub(super) const ENABLED: u32 = 0x10;
    pub(super) const READY: u32 = 0x20;
    pub(super) const OPENED: u32 = 0x40;
    pub(super) const CLOSED: u32 = 0x80;
    pub(super) const BETWEEN: u32 = 0x100;
    pub(super) const ACTUATING: u32 = 0x200;
    pub(super) const GRIPPING: u32 = 0x2000;
    pub(super) const MISSED: u32 = 0x4000;
}

/// What opens and closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gripper {
    /// A VacuumGripper, by its node.
    Vacuum(NodeId),
    /// Fingers, by the solid that holds them.
    Fingers(NodeId),
}

/// A gripper of a robot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ToolKey {
    pub(crate) gripper: Gripper,
    /// The name of the robot.
    pub(crate) robot: Arc<str>,
    /// The name of the gripper.
    pub(crate) name: Arc<str>,
}

/// What a gripper is made of now.
enum Parts {
    Vacuum(FoundDevice),
    Fingers(FoundDevice, Vec<Finger>),
}

impl ToolKey {
    fn node(&self) -> NodeId {
        match self.gripper {
            Gripper::Vacuum(node) | Gripper::Fingers(node) => node,
        }
    }

    fn find(&self, scope: &mut Scope<'_>) -> Result<Parts> {
        match self.gripper {
            Gripper::Vacuum(_) => Ok(Parts::Vacuum(scope.device(&self.robot, &self.name)?)),
            Gripper::Fingers(holder) => {
                let (robot, _) = scope.robot(&self.robot)?;
                let parts = MovingParts::read(&scope.run.world, robot);
                let found = parts.grippers.into_iter().find(|one| one.holder == holder);
                let fingers = found
                    .map(|found| found.fingers)
                    .filter(|all| !all.is_empty());
                let missing = || not_found("the gripper is not there any more");
                let fingers = fingers.ok_or_else(missing)?;
                let device = scope.device_of_tag(&self.robot, fingers[0].tag)?;
                Ok(Parts::Fingers(device, fingers))
            }
        }
    }

    /// What describes the gripper to clients.
    pub(crate) fn describe(&self, scope: &mut Scope<'_>) -> DeviceDescription {
        let robot = scope.robot(&self.robot).ok().map(|(_, node)| node);
        scope.describe(self.node(), &self.name, TYPE, robot)
    }

    /// Opens or closes as far as a client wants.
    fn command(&self, scope: &mut Scope<'_>, command: f64, context: &Context) -> Result<()> {
        finite(&[command], "a command")?;
        if !(CLOSED..=OPEN).contains(&command) {
            return Err(invalid(format!("a command is from {CLOSED} to {OPEN}")));
        }
        let parts = self.find(scope)?;
        scope.drive(&self.robot, context)?;
        let (robot, commands) = match parts {
            Parts::Vacuum(device) => {
                let commands = vec![Command::Grip(device.tag, command < 0.5 * (CLOSED + OPEN))];
                (device.robot, commands)
            }
            Parts::Fingers(device, fingers) => {
                let move_finger = |finger: &Finger| {
                    let position = finger.closed + command * (finger.open - finger.closed);
                    finger.commands(position)
                };
                (device.robot, fingers.iter().flat_map(move_finger).collect())
            }
        };
        scope.command(robot, commands);
        Ok(())
    }

    /// How far the gripper is open.
    fn position(&self, scope: &mut Scope<'_>, parts: &Parts) -> f64 {
        match parts {
            Parts::Vacuum(_) => f64::NAN,
            Parts::Fingers(device, fingers) => {
                let world = &scope.run.world;
                let sum: f64 = fingers
                    .iter()
                    .map(|finger| {
                        let status = world.motor_status(device.robot, finger.tag);
                        let position = status.and_then(|status| status.position);
                        let width = finger.open - finger.closed;
                        (position.unwrap_or(finger.closed) - finger.closed) / width
                    })
                    .sum();
                sum / fingers.len() as f64
            }
        }
    }
}

/// What a gripper sends after each step.
struct ToolStream {
    key: ToolKey,
    parts: Option<(u64, Parts)>,
    sampled: SampledWires,
    state: Wire,
    data: Pipe,
    command: Arc<parking_lot::Mutex<f64>>,
    seqno: u64,
    position: f64,
}

/// The object of a gripper.
pub(crate) fn object(scope: &mut Scope<'_>, key: &ToolKey, link: &WorldLink) -> Members {
    let members = Members::new(TYPE, link);
    let (members, sampled) = isochronous(scope, members, |scope| {
        let period = scope.run.world.settings().seconds();
        Ok(isoch_info(scope, period))
    });
    let (state, data) = (Wire::new(), Pipe::new());
    data.limit_backlog(Some(MOST_PACKETS));
    let command = Arc::new(parking_lot::Mutex::new(OPEN));
    let members = commands(members, key, &command);
    let members = unavailable_functions(members);
    let (device, tool) = (key.clone(), key.clone());
    let members = members
        .read("device_info", move |scope| {
            Ok(device.describe(scope).info())
        })
        .read("tool_info", move |scope| tool_info(scope, &tool))
        .wire("tool_state", &state)
        .pipe("tool_state_sensor_data", &data);
    let alive = members.alive.clone();
    let mut stream = ToolStream {
        key: key.clone(),
        parts: None,
        sampled,
        state,
        data,
        command,
        seqno: 0,
        position: f64::NAN,
    };
    scope.stream(&alive, move |scope, occasion| stream.send(scope, occasion));
    members
}

/// Adds what opens, closes and stops a gripper.
fn commands(members: Members, key: &ToolKey, command: &Arc<parking_lot::Mutex<f64>>) -> Members {
    let keys: [(ToolKey, Arc<parking_lot::Mutex<f64>>); 4] =
        std::array::from_fn(|_| (key.clone(), command.clone()));
    let [open, close, set, halt] = keys;
    let go = |(key, command): &(ToolKey, Arc<parking_lot::Mutex<f64>>),
              scope: &mut Scope<'_>,
              wanted: f64,
              context: &Context| {
        key.command(scope, wanted, context)?;
        *command.lock() = wanted;
        Ok(())
    };
    members
        .call("open", move |scope, (): (), context| {
            go(&open, scope, OPEN, context)
        })
        .call("close", move |scope, (): (), context| {
            go(&close, scope, CLOSED, context)
        })
        .call("setf_command", move |scope, (wanted,): (f64,), context| {
            go(&set, scope, wanted, context)
        })
        .call("halt", move |scope, (): (), context| {
            let parts = halt.0.find(scope)?;
            let now = halt.0.position(scope, &parts);
            match now.is_finite() {
                true => go(&halt, scope, now.clamp(CLOSED, OPEN), context),
                // a vacuum gripper has nothing to stop
                false => scope.may_drive(&halt.0.robot, context).map(drop),
            }
        })
}

/// Adds functions that grippers of a simulation do not need.
fn unavailable_functions(members: Members) -> Members {
    let members = ["enable", "disable", "reset_errors", "home"]
        .into_iter()
        .fold(members, |members, name| {
            members.query(name, move |_, (): ()| -> Result<()> {
                Err(not_implemented("the gripper is always enabled and ready"))
            })
        });
    members
        .query("getf_param", |_, _: (String,)| -> Result<Value> {
            Err(invalid("Invalid parameter"))
        })
        .query("setf_param", |_, _: (String, Value)| -> Result<()> {
            Err(invalid("Invalid parameter"))
        })
}

/// `ToolInfo`.
fn tool_info(scope: &mut Scope<'_>, key: &ToolKey) -> Result<Record> {
    /// Numbers of `ToolTypeCode` and flags of `ToolCapabilities`.
    const ELECTRIC: i32 = 4;
    const VACUUM: i32 = 5;
    const OPEN_CLOSE: u32 = 0x1;
    const CONTINUOUS: u32 = 0x2;
    let (tool_type, capabilities, time) = match key.find(scope)? {
        Parts::Vacuum(_) => (VACUUM, OPEN_CLOSE, 0.0),
        Parts::Fingers(_, fingers) => {
            let times = fingers
                .iter()
                .map(|finger| (finger.open - finger.closed).abs() / finger.velocity);
            (ELECTRIC, OPEN_CLOSE | CONTINUOUS, times.fold(0.0, f64::max))
        }
    };
    let transform = named(
        "com.robotraconteur.geometry.Transform",
        &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    );
    let inertia = named("com.robotraconteur.geometry.SpatialInertia", &[0.0; 10]);
    Ok(Record::new("com.robotraconteur.robotics.tool.ToolInfo")
        .with("device_info", key.describe(scope).info())
        .with("tool_type", tool_type)
        .with("tool_capabilities", capabilities)
        .with("tcp", transform)
        .with("inertia", inertia)
        .with("fiducials", Value::Null)
        .with("actuation_time", time)
        .with("close_position", CLOSED)
        .with("open_position", OPEN)
        .with("command_min", CLOSED)
        .with("command_max", OPEN)
        .with("command_close", CLOSED)
        .with("command_open", OPEN)
        .with("sensor_type", List::<Value>::default())
        .with("sensor_min", Vec::<f64>::new())
        .with("sensor_max", Vec::<f64>::new())
        .with("sensor_units", List::<Value>::default())
        .with("extended", no_extras()))
}

impl ToolStream {
    /// What the gripper is made of; looked up again when the world was edited.
    fn parts(&mut self, scope: &mut Scope<'_>) -> Option<&Parts> {
        let edits = scope.run.world.edits();
        if self.parts.as_ref().is_none_or(|(known, _)| *known != edits) {
            self.parts = self.key.find(scope).ok().map(|parts| (edits, parts));
        }
        self.parts.as_ref().map(|(_, parts)| parts)
    }

    fn send(&mut self, scope: &mut Scope<'_>, occasion: Occasion) {
        if self.parts(scope).is_none() {
            return;
        }
        let Some((_, parts)) = &self.parts else {
            return;
        };
        if occasion == Occasion::Step {
            self.seqno += 1;
        }
        let command = *self.command.lock();
        let (position, state) = match parts {
            Parts::Vacuum(device) => {
                let device = *device;
                scope.turn_on(device);
                let reading = scope.run.world.reading(device.robot, device.tag);
                let is_on = command < 0.5 * (CLOSED + OPEN);
                let position = if is_on { CLOSED } else { OPEN };
                let holds = matches!(reading, Some(Reading::Held(true)));
                let state = match (is_on, holds) {
                    (true, true) => flags::CLOSED | flags::GRIPPING,
                    (true, false) => flags::CLOSED,
                    (false, _) => flags::OPENED,
                };
                (position, state)
            }
            Parts::Fingers(..) => {
                let position = self.key.position(scope, parts);
                let seconds = scope.run.world.settings().seconds();
                let moved = (position - self.position).abs();
                let is_moving = moved > RESTING_SPEED * seconds && occasion == Occasion::Step;
                (position, finger_flags(position, command, is_moving))
            }
        };
        self.position = position;
        let state = Record::new("com.robotraconteur.robotics.tool.ToolState")
            .with("ts", scope.clock().device_stamp())
            .with("seqno", self.seqno)
            .with("tool_state_flags", state | flags::ENABLED | flags::READY)
            .with("position", position)
            .with("command", command)
            .with("sensor", Vec::<f64>::new());
        let downsampling = &self.sampled.downsampling;
        if self.data.connections() > 0 && occasion == Occasion::Step {
            let about = self.key.describe(scope);
            let header = about.data_header(scope.clock().time_spec(), self.seqno);
            let data = Record::new("com.robotraconteur.robotics.tool.ToolStateSensorData")
                .with("data_header", header)
                .with("robot_state", state.clone());
            downsampling.broadcast(&self.data, data.into_value(), self.seqno);
        }
        downsampling.send(&self.state, state.into_value(), self.seqno);
        self.sampled.send_clock_if(scope, self.seqno, true);
    }
}

/// Flags of fingers that are open by a part of their way and have a command for another part.
fn finger_flags(position: f64, command: f64, is_moving: bool) -> u32 {
    let mut found = match position {
        _ if position >= OPEN - NEAR => flags::OPENED,
        _ if position <= CLOSED + NEAR => flags::CLOSED,
        _ => flags::BETWEEN,
    };
    if is_moving {
        found |= flags::ACTUATING;
    } else if position > command + NEAR {
        // something is between them
        found |= flags::GRIPPING;
    } else if command <= CLOSED + NEAR {
        found |= flags::MISSED;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_tell_what_fingers_hold() {
        for (position, command, is_moving, expected) in [
            (1.0, 1.0, false, flags::OPENED),
            (0.6, 0.0, true, flags::BETWEEN | flags::ACTUATING),
            (0.4, 0.0, false, flags::BETWEEN | flags::GRIPPING),
            (0.0, 0.0, false, flags::CLOSED | flags::MISSED),
            (0.5, 0.5, false, flags::BETWEEN),
        ] {
            assert_eq!(finger_flags(position, command, is_moving), expected);
        }
    }
}
