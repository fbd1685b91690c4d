//! The signals of a robot as `com.robotraconteur.signal.SignalDevice`: LEDs are outputs, sensors of
//! one number are inputs.

use crate::devices::{isoch_info, isochronous};
use crate::job::{NamedRobot, Scope, WorldLink, not_found, shown};
use crate::members::Members;
use crate::names;
use crate::service_set::Offered;
use crate::signals;
use crate::stream::Occasion;
use crate::values::{DeviceDescription, identifier};
use foxden_catalogue::NodeType;
use foxden_scene::NodeId;
use parking_lot::Mutex;
use raconteur::Result;
use raconteur::members::Wire;
use raconteur::service::Object;
use raconteur::value::{IntoValue, List, Record, Value};
use std::sync::Arc;

/// The type of the root object.
const TYPE: &str = "com.robotraconteur.signal.SignalDevice";

/// The type of a signal.
pub(crate) const SIGNAL: &str = "com.robotraconteur.signal.Signal";

/// A group of signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Inputs,
    Outputs,
}

impl Group {
    const ALL: [Self; 2] = [Self::Inputs, Self::Outputs];

    fn name(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
        }
    }

    fn info(self) -> Record {
        let text = match self {
            Self::Inputs => "Sensors of one number",
            Self::Outputs => "LEDs",
        };
        Record::new("com.robotraconteur.signal.SignalGroupInfo")
            .with("signal_group_identifier", identifier(self.name(), ""))
            .with("description", text)
    }

    /// Its signals on a robot, in the order of their numbers.
    fn signals(self, scope: &mut Scope<'_>, robot: &str) -> Result<Vec<(Arc<str>, NodeType)>> {
        let (index, _) = scope.robot(robot)?;
        let devices = names::devices(&scope.run.world, index).into_iter();
        let devices = devices.map(|(name, (_, kind, _))| (name, kind));
        let is_in = |kind: NodeType| (kind == NodeType::LED) == (self == Self::Outputs);
        let signals = devices.filter(|(_, kind)| signals::is_signal(*kind) && is_in(*kind));
        Ok(signals.collect())
    }
}

/// A robot with signals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SignalRobot {
    node: NodeId,
    name: Arc<str>,
}

impl SignalRobot {
    /// The robots of a world that have signals.
    pub(crate) fn all(scope: &mut Scope<'_>) -> Vec<Self> {
        let robots = scope.robots().into_iter();
        let world = &scope.run.world;
        let signals = robots.filter(|robot| {
            let mut devices = world.devices(robot.index);
            devices.any(|(_, device)| signals::is_signal(device.node_type))
        });
        let offered = |robot: NamedRobot| Self {
            node: robot.node,
            name: robot.name,
        };
        signals.map(offered).collect()
    }
}

impl Offered for SignalRobot {
    fn title(&self) -> String {
        format!("signals of the robot {}", shown(&self.name))
    }

    fn wanted_name(&self) -> String {
        format!("{}_signals", self.name)
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
        let about = |scope: &mut Scope<'_>, robot: &str| -> Result<DeviceDescription> {
            let (_, node) = scope.robot(robot)?;
            Ok(scope.describe(node, "signals", TYPE, Some(node)))
        };
        let (info, own) = (self.name.clone(), self.name.clone());
        let members = Members::new(TYPE, link)
            .read("device_info", move |scope| Ok(about(scope, &info)?.info()))
            .read("signal_group_info", |_| {
                Ok(List(Group::ALL.map(Group::info).to_vec()))
            })
            .objects("signal_groups", move |scope, name, link| {
                let group = Group::ALL.into_iter().find(|group| group.name() == name);
                let group = group
                    .ok_or_else(|| not_found("the groups of signals are inputs and outputs"))?;
                // a robot that is gone has none
                scope.robot(&own)?;
                Ok(Arc::new(group_object(group, &own, link)))
            });
        Ok((Arc::new(members), about(scope, &self.name)?))
    }
}

fn group_object(group: Group, robot: &Arc<str>, link: &WorldLink) -> Members {
    let (listed, own) = (robot.clone(), robot.clone());
    Members::new("com.robotraconteur.signal.SignalGroup", link)
        .read("signal_info", move |scope| {
            let signals = group.signals(scope, &listed)?.into_iter();
            let infos = signals.map(|(name, kind)| signals::info(&name, kind));
            Ok(List(infos.collect::<Vec<_>>()))
        })
        .objects("signals", move |scope, number, link| {
            let signals = group.signals(scope, &own)?;
            let count = signals.len();
            let at = number.parse::<usize>().ok();
            let signal = at.and_then(|at| signals.into_iter().nth(at));
            let (name, kind) = signal.ok_or_else(|| {
                let group = group.name();
                not_found(format!(
                    "{group} have numbers from 0, and there are {count}"
                ))
            })?;
            Ok(Arc::new(signal_object(scope, &own, &name, kind, link)))
        })
}

/// The newest command of a signal and the session that sent it, until the thread of the world
/// takes it.
type Inbox = Arc<Mutex<Option<(u32, Vec<f64>)>>>;

/// Keeps a command, and lets the thread of the world take it.
fn post(
    link: &WorldLink,
    inbox: &Inbox,
    (robot, name): &(Arc<str>, Arc<str>),
    command: (u32, Vec<f64>),
) {
    if inbox.lock().replace(command).is_some() {
        // the one before was not taken yet
        return;
    }
    let (inbox, robot, name) = (inbox.clone(), robot.clone(), name.clone());
    link.post(move |scope| {
        let Some((endpoint, value)) = inbox.lock().take() else {
            return;
        };
        // wires have no answers: what is wrong is ignored
        let Ok((device, command)) = signals::command(scope, &robot, &name, &value) else {
            return;
        };
        let is_unlocked = scope.is_unlocked_for(&robot, endpoint);
        if is_unlocked && scope.is_open_to_clients(&robot, device.robot_node) {
            scope.command(device.robot, vec![command]);
        }
    });
}

/// The numbers of a value of any type.
fn any_numbers(value: &Value) -> Option<Vec<f64>> {
    let Value::Array(array) = value else {
        return None;
    };
    let whole = |numbers: Vec<i32>| numbers.into_iter().map(f64::from).collect();
    let flags = |flags: Vec<bool>| flags.into_iter().map(f64::from).collect();
    let bytes = |numbers: Vec<u8>| numbers.into_iter().map(f64::from).collect();
    let numbers = array.to_vec::<f64>();
    let numbers = numbers.or_else(|| array.to_vec::<i32>().map(whole));
    let numbers = numbers.or_else(|| array.to_vec::<u8>().map(bytes));
    numbers.or_else(|| array.to_vec::<bool>().map(flags))
}

fn signal_object(
    scope: &mut Scope<'_>,
    robot: &Arc<str>,
    name: &Arc<str>,
    kind: NodeType,
    link: &WorldLink,
) -> Members {
    let key = (robot.clone(), name.clone());
    let (info, used, own) = (name.clone(), key.clone(), key.clone());
    let members = Members::new(SIGNAL, link)
        .fixed("signal_info", signals::info(&info, kind))
        .on_use(move |scope| {
            // a device that is gone has no values
            if kind != NodeType::LED
                && let Ok(device) = scope.device(&used.0, &used.1)
            {
                scope.turn_on(device);
            }
        });
    let (members, sampled) = isochronous(scope, members, |scope| {
        let period = scope.run.world.settings().seconds();
        Ok(isoch_info(scope, period))
    });
    let inbox = Inbox::default();
    let (any, vector): (Wire, Wire<Vec<f64>>) = (Wire::new(), Wire::new());
    let (any_inbox, any_link, any_key) = (inbox.clone(), link.clone(), key.clone());
    any.on_value(move |value: Value, _, endpoint| {
        if let Some(numbers) = any_numbers(&value) {
            post(&any_link, &any_inbox, &any_key, (endpoint, numbers));
        }
    });
    let vector_link = link.clone();
    vector.on_value(move |numbers: Vec<f64>, _, endpoint| {
        post(&vector_link, &inbox, &key, (endpoint, numbers));
    });
    let (values, vectors) = (Wire::new(), Wire::new());
    let members = members
        .wire("signal_command", &any)
        .wire("signal_command_vec", &vector.untyped())
        .wire("signal_value", &values)
        .wire("signal_value_vec", &vectors);
    let mut seqno = 0;
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        let Ok(device) = scope.device(&own.0, &own.1) else {
            return;
        };
        let Some(numbers) = signals::value(scope, device) else {
            return;
        };
        if occasion == Occasion::Step {
            seqno += 1;
        }
        let downsampling = &sampled.downsampling;
        downsampling.send(&values, numbers.clone().into_value(), seqno);
        downsampling.send(&vectors, numbers.into_value(), seqno);
    });
    members
}
