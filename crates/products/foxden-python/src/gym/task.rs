//! The description of a task as Python code gives it, checked and resolved in a world.

use super::lane::{Action, ActionKind, Condition, Observation, Randomisation, Task, number_count};
use super::random::Distribution;
use super::signal::{Channel, DeviceSlot, Form, Signal};
use crate::arguments::finite;
use crate::world::{device, node};
use foxden::{Command, Robot, World};
use foxden_scene::NodeId;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Signal, numbers of its nodes, index, point, form, then gain, offset, least and greatest
/// value.
pub(crate) type ChannelRow = (
    String,
    Vec<u32>,
    usize,
    Option<[f64; 3]>,
    String,
    f64,
    f64,
    f64,
    f64,
);

/// A channel, or for the second form the node of a device, the number of pixels and a factor.
#[derive(FromPyObject)]
pub(crate) enum ObservationRow {
    /// One number.
    Channel(ChannelRow),
    /// All numbers of a picture.
    Picture((u32, usize, f64)),
}

/// The node of a device, what is set, and the values for -1 and 1.
pub(crate) type ActionRow = (u32, String, f64, f64);

/// A channel, a threshold, and whether the episode ends above it.
pub(crate) type ConditionRow = (ChannelRow, f64, bool);

/// The number of a node, the name of a field, a distribution and its values.
pub(crate) type RandomisationRow = (u32, String, String, Vec<Vec<f64>>);

/// Devices of a task, each once.
struct Builder<'w> {
    world: &'w mut World,
    devices: Vec<(DeviceSlot, String)>,
}

fn unknown<T>(what: &str, name: &str) -> PyResult<T> {
    Err(PyValueError::new_err(format!(
        "there is no {what} '{name}'"
    )))
}

impl Builder<'_> {
    fn device(&mut self, py: Python<'_>, number: u32) -> PyResult<usize> {
        let id = node(py, self.world, number)?;
        if let Some(at) = self.devices.iter().position(|(slot, _)| slot.node == id) {
            return Ok(at);
        }
        let device = device(py, self.world, number)?;
        let simulation = self.world.simulation();
        let robot = simulation.robot_of(device.robot().node());
        let mut devices = robot
            .into_iter()
            .flat_map(|robot| simulation.devices(robot));
        let found = devices.find(|(_, one)| one.node() == id);
        let name = found.map_or_else(String::new, |(_, one)| one.name.clone());
        self.devices.push((DeviceSlot { node: id, device }, name));
        Ok(self.devices.len() - 1)
    }

    /// A sensor, which is turned on.
    fn sensor(&mut self, py: Python<'_>, number: u32, period: i16) -> PyResult<usize> {
        let at = self.device(py, number)?;
        let device = self.devices[at].0.device;
        self.world.enable(device, period);
        Ok(at)
    }

    fn node(&self, py: Python<'_>, nodes: &[u32], at: usize) -> PyResult<NodeId> {
        let number = nodes
            .get(at)
            .ok_or_else(|| PyValueError::new_err("a signal lacks a node"))?;
        let id = node(py, self.world, *number)?;
        Ok(self.world.simulation().running(id))
    }

    fn robot(&self, py: Python<'_>, nodes: &[u32]) -> PyResult<Robot> {
        let id = self.node(py, nodes, 0)?;
        let mut robots = self.world.robots();
        let found = robots.find(|(robot, _)| robot.node() == id);
        found.map(|(robot, _)| robot).ok_or_else(|| {
            PyValueError::new_err("energy is counted for robots, and this node is none")
        })
    }

    fn channel(&mut self, py: Python<'_>, row: ChannelRow, period: i16) -> PyResult<Channel> {
        let (signal, nodes, index, point, form, gain, offset, low, high) = row;
        let form = match form.as_str() {
            "plain" => Form::Plain,
            "change" => Form::Change,
            "cosine" => Form::Cosine,
            "sine" => Form::Sine,
            "absolute" => Form::Absolute,
            "square" => Form::Square,
            other => return unknown("form", other),
        };
        let signal = match signal.as_str() {
            "reading" => {
                let number = nodes.first().copied().unwrap_or_default();
                Signal::Reading(self.sensor(py, number, period)?, index)
            }
            "position" => Signal::Position(self.node(py, &nodes, 0)?, index),
            "velocity" => Signal::Velocity(self.node(py, &nodes, 0)?, index),
            "orientation" => Signal::Orientation(self.node(py, &nodes, 0)?, index),
            "distance" => match point {
                Some(point) => Signal::DistanceTo(self.node(py, &nodes, 0)?, point),
                None => Signal::Distance(self.node(py, &nodes, 0)?, self.node(py, &nodes, 1)?),
            },
            "relative" => {
                let (frame, other) = (self.node(py, &nodes, 0)?, self.node(py, &nodes, 1)?);
                Signal::Relative(frame, other, index)
            }
            "battery" => Signal::Battery(self.robot(py, &nodes)?),
            "received" => Signal::Received(self.robot(py, &nodes)?),
            "used" => Signal::Used(self.robot(py, &nodes)?),
            "contact" => {
                let other = (nodes.len() > 1).then(|| self.node(py, &nodes, 1));
                Signal::Contact(self.node(py, &nodes, 0)?, other.transpose()?)
            }
            "action" => Signal::Action(index),
            "effort" => Signal::Effort,
            "one" => Signal::One,
            other => return unknown("signal", other),
        };
        if low.is_nan() || high.is_nan() || low > high {
            let message = "the limits of a value must be in order";
            return Err(PyValueError::new_err(message));
        }
        Ok(Channel {
            signal,
            form,
            gain: finite(gain, "the factor of a value")?,
            offset: finite(offset, "the offset of a value")?,
            low,
            high,
        })
    }

    fn action(&mut self, py: Python<'_>, row: ActionRow) -> PyResult<Action> {
        let (number, kind, low, high) = row;
        let at = self.device(py, number)?;
        let device = self.devices[at].0.device;
        let kind = match kind.as_str() {
            "velocity" => {
                self.world.set_velocity(device, 0.0);
                ActionKind::Velocity
            }
            "position" => ActionKind::Position,
            "force" => {
                self.world
                    .command(device.robot(), Command::MotorForce(device.tag(), 0.0));
                ActionKind::Force
            }
            "lock" => ActionKind::Lock,
            "grip" => ActionKind::Grip,
            other => return unknown("kind of action", other),
        };
        Ok(Action {
            device: at,
            kind,
            low: finite(low, "the value for -1")?,
            high: finite(high, "the value for 1")?,
        })
    }

    fn randomisation(&self, py: Python<'_>, row: RandomisationRow) -> PyResult<Randomisation> {
        let (number, name, kind, values) = row;
        let id = node(py, self.world, number)?;
        let simulation = self.world.simulation();
        let found = simulation.scene().field(id, &name);
        let found = found.and_then(|field| Some((field, simulation.get(field)?)));
        let (field, template) = found.ok_or_else(|| {
            PyValueError::new_err(format!("the node has no field '{name}' with a value"))
        })?;
        let Some(count) = number_count(&template) else {
            let message = format!("field '{name}' has no numbers; it cannot be randomised");
            return Err(PyValueError::new_err(message));
        };
        for value in &values {
            if value.len() != count {
                return Err(PyValueError::new_err(format!(
                    "field '{name}' has {count} numbers, not {}",
                    value.len()
                )));
            }
            for number in value {
                finite(*number, &format!("a value of field '{name}'"))?;
            }
        }
        let mut values = values;
        let mut pair = || match (values.pop(), values.pop()) {
            (Some(second), Some(first)) if values.is_empty() => Ok((first, second)),
            _ => Err(PyValueError::new_err(format!("{kind} needs two values"))),
        };
        let distribution = match kind.as_str() {
            "uniform" => pair().map(|(a, b)| Distribution::Uniform(a, b))?,
            "normal" => pair().map(|(a, b)| Distribution::Normal(a, b))?,
            "log_uniform" => {
                let (low, high) = pair()?;
                if low.iter().chain(&high).any(|number| *number <= 0.0) {
                    let message = "log_uniform needs values above 0";
                    return Err(PyValueError::new_err(message));
                }
                Distribution::LogUniform(low, high)
            }
            "choice" if !values.is_empty() => Distribution::Choice(values),
            "choice" => return Err(PyValueError::new_err("choice needs at least one value")),
            other => return unknown("distribution", other),
        };
        Ok(Randomisation {
            field,
            template,
            distribution,
            name,
        })
    }
}

/// Everything that a task is made of.
pub(crate) struct TaskRows {
    pub(crate) observations: Vec<ObservationRow>,
    pub(crate) actions: Vec<ActionRow>,
    pub(crate) rewards: Vec<Vec<ChannelRow>>,
    pub(crate) conditions: Vec<ConditionRow>,
    pub(crate) randomisations: Vec<RandomisationRow>,
    pub(crate) repeat: u64,
    pub(crate) limit: u64,
}

/// Resolves a task in a world; the sensors that it needs are on afterwards.
pub(crate) fn build(py: Python<'_>, world: &mut World, rows: TaskRows) -> PyResult<Task> {
    let step = world.simulation().settings().basic_time_step;
    // what is read once in a step of the environment is measured once
    let period = (step * rows.repeat as f64).clamp(1.0, f64::from(i16::MAX)) as i16;
    let mut builder = Builder {
        world,
        devices: Vec::new(),
    };
    let observations = rows.observations.into_iter();
    let observations = observations
        .map(|row| match row {
            ObservationRow::Channel(row) => {
                builder.channel(py, row, period).map(Observation::Channel)
            }
            ObservationRow::Picture((number, count, factor)) => {
                let at = builder.sensor(py, number, period)?;
                Ok(Observation::Picture(at, count, factor))
            }
        })
        .collect::<PyResult<_>>()?;
    let actions = rows.actions.into_iter();
    let actions = actions
        .map(|row| builder.action(py, row))
        .collect::<PyResult<_>>()?;
    let rewards = rows.rewards.into_iter();
    let rewards = rewards
        .map(|terms| {
            let terms = terms.into_iter();
            terms.map(|row| builder.channel(py, row, period)).collect()
        })
        .collect::<PyResult<_>>()?;
    let conditions = rows.conditions.into_iter();
    let conditions = conditions
        .map(|(row, threshold, is_above)| {
            Ok(Condition {
                channel: builder.channel(py, row, period)?,
                threshold: finite(threshold, "a threshold")?,
                is_above,
            })
        })
        .collect::<PyResult<_>>()?;
    let randomisations = rows.randomisations.into_iter();
    let randomisations = randomisations
        .map(|row| builder.randomisation(py, row))
        .collect::<PyResult<_>>()?;
    let devices = builder.devices;
    Ok(Task {
        devices,
        observations,
        actions,
        rewards,
        conditions,
        randomisations,
        repeat: rows.repeat.max(1),
        limit: rows.limit.max(1),
        start: Arc::new(world.snapshot()),
    })
}
