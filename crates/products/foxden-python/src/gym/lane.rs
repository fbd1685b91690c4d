//! One world of a batch: its episodes, its actions and what is read of it.

use super::random::{Distribution, Generator};
use super::signal::{Channel, DeviceSlot, Source};
use foxden::{Command, Edit, Snapshot, World};
use foxden_scene::{FieldRef, Value};
use foxden_sim::PictureBytes;
use foxden_sim::controller::{PictureKind, Write};
use std::sync::Arc;

/// Why a world of a batch cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LaneError {
    /// A device is gone.
    #[error("device '{0}' is no longer part of its robot; make a new environment")]
    Device(String),
    /// A field does not take a value that was drawn for it.
    #[error("the randomised field '{0}' cannot be set: {1}")]
    Field(String, String),
}

/// What an action does to its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionKind {
    /// Sets the velocity of a motor.
    Velocity,
    /// Sets the target position of a motor.
    Position,
    /// Sets the force or torque of a motor.
    Force,
    /// Locks a connector if positive, else unlocks it.
    Lock,
    /// Turns a vacuum gripper on if positive, else off.
    Grip,
}

/// An action: a device and the range that -1 to 1 is mapped to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    pub(crate) device: usize,
    pub(crate) kind: ActionKind,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// A part of an observation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Observation {
    /// One number.
    Channel(Channel),
    /// The brightness of each pixel of a camera, or each distance of a range-finder or
    /// lidar, multiplied by a number: the index of the device, the count, the factor.
    Picture(usize, usize, f64),
}

/// When an episode ends before its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    pub(crate) channel: Channel,
    pub(crate) threshold: f64,
    pub(crate) is_above: bool,
}

/// A field that gets another value in each episode.
#[derive(Clone, Debug)]
pub(crate) struct Randomisation {
    pub(crate) field: FieldRef,
    pub(crate) template: Value,
    pub(crate) distribution: Distribution,
    pub(crate) name: String,
}

/// What all worlds of a batch have in common.
#[derive(Debug)]
pub(crate) struct Task {
    /// Devices that are observed or driven.
    pub(crate) devices: Vec<(DeviceSlot, String)>,
    pub(crate) observations: Vec<Observation>,
    pub(crate) actions: Vec<Action>,
    /// The terms of each reward: one list for each agent.
    pub(crate) rewards: Vec<Vec<Channel>>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) randomisations: Vec<Randomisation>,
    /// Steps of the world for each step of the environment.
    pub(crate) repeat: u64,
    /// Steps of the environment in an episode.
    pub(crate) limit: u64,
    /// The world at the start of an episode, with its sensors on.
    pub(crate) start: Arc<Snapshot>,
}

impl Task {
    /// How many numbers an observation has.
    pub(crate) fn observation_size(&self) -> usize {
        let sizes = self.observations.iter().map(|one| match one {
            Observation::Channel(_) => 1,
            Observation::Picture(_, count, _) => *count,
        });
        sizes.sum()
    }

    fn channels(&self) -> usize {
        self.rewards.iter().map(Vec::len).sum::<usize>() + self.conditions.len()
    }
}

/// What one world of a batch has of its own.
#[derive(Debug)]
pub(crate) struct Lane {
    random: Generator,
    devices: Vec<DeviceSlot>,
    /// The edits of the world when its devices were looked up.
    edits: u64,
    steps: u64,
    /// Signals of the step before: of rewards, conditions, observations.
    before: Vec<f64>,
    actions: Vec<f64>,
    pub(crate) is_terminated: bool,
    pub(crate) is_truncated: bool,
}

impl Lane {
    /// A lane whose first episode has not begun.
    pub(crate) fn new(task: &Task, seed: u64) -> Self {
        Self {
            random: Generator::new(seed),
            devices: task.devices.iter().map(|(slot, _)| *slot).collect(),
            edits: u64::MAX,
            steps: 0,
            before: vec![0.0; task.channels() + task.observations.len()],
            actions: vec![0.0; task.actions.len()],
            is_terminated: false,
            is_truncated: false,
        }
    }

    /// Whether the episode is over.
    pub(crate) fn is_over(&self) -> bool {
        self.is_terminated || self.is_truncated
    }

    /// How many steps the episode has.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Begins an episode, with a seed or the next random numbers.
    pub(crate) fn reset(
        &mut self,
        world: &mut World,
        task: &Task,
        seed: Option<u64>,
    ) -> Result<(), LaneError> {
        if let Some(seed) = seed {
            self.random = Generator::new(seed);
        }
        world.restore(&task.start);
        world.reseed(self.random.world_seed());
        for one in &task.randomisations {
            let value = filled(&one.template, &one.distribution.draw(&mut self.random));
            world
                .edit(Edit::Set(one.field, Write::Whole(value)))
                .map_err(|reason| LaneError::Field(one.name.clone(), reason.to_string()))?;
        }
        self.steps = 0;
        self.actions.fill(0.0);
        self.is_terminated = false;
        self.is_truncated = false;
        // sensors have values after a step only
        world.step();
        self.find_devices(world, task)?;
        let source = Source {
            world,
            devices: &self.devices,
            actions: &self.actions,
        };
        let channels = task.rewards.iter().flatten();
        let conditions = task.conditions.iter().map(|one| &one.channel);
        let observed = task.observations.iter().map(|one| match one {
            Observation::Channel(channel) => Some(channel),
            Observation::Picture(..) => None,
        });
        let all = channels.chain(conditions).map(Some).chain(observed);
        for (channel, before) in all.zip(&mut self.before) {
            if let Some(channel) = channel {
                channel.value(&source, before);
            }
        }
        Ok(())
    }

    /// Makes a step with actions from -1 to 1; fills the rewards.
    pub(crate) fn step(
        &mut self,
        world: &mut World,
        task: &Task,
        actions: &[f64],
        rewards: &mut [f64],
    ) -> Result<(), LaneError> {
        self.find_devices(world, task)?;
        self.actions.copy_from_slice(actions);
        for (action, value) in task.actions.iter().zip(actions) {
            let device = self.devices[action.device].device;
            let share = (value.clamp(-1.0, 1.0) + 1.0) / 2.0;
            let scaled = action.low + share * (action.high - action.low);
            let tag = device.tag();
            let command = match action.kind {
                ActionKind::Velocity => Command::MotorVelocity(tag, scaled),
                ActionKind::Position => Command::MotorPosition(tag, scaled),
                ActionKind::Force => Command::MotorForce(tag, scaled),
                ActionKind::Lock => Command::Lock(tag, *value > 0.0),
                ActionKind::Grip => Command::Grip(tag, *value > 0.0),
            };
            world.command(device.robot(), command);
        }
        for _ in 0..task.repeat {
            world.step();
        }
        self.steps += 1;
        let source = Source {
            world,
            devices: &self.devices,
            actions: &self.actions,
        };
        let mut before = self.before.iter_mut();
        for (terms, reward) in task.rewards.iter().zip(rewards) {
            let values = terms.iter().zip(&mut before);
            *reward = values
                .map(|(term, before)| term.value(&source, before))
                .sum();
        }
        self.is_terminated = false;
        for (condition, before) in task.conditions.iter().zip(&mut before) {
            let value = condition.channel.value(&source, before);
            self.is_terminated |= match condition.is_above {
                true => value > condition.threshold,
                false => value < condition.threshold,
            };
        }
        self.is_truncated = self.steps >= task.limit;
        Ok(())
    }

    /// Writes the observation of the world as it is now.
    pub(crate) fn observe(&mut self, world: &World, task: &Task, mut into: &mut [f32]) {
        let source = Source {
            world,
            devices: &self.devices,
            actions: &self.actions,
        };
        let before = self.before.iter_mut().skip(task.channels());
        for (observation, before) in task.observations.iter().zip(before) {
            match observation {
                Observation::Channel(channel) => {
                    let (first, rest) = into.split_at_mut(1);
                    first[0] = channel.value(&source, before) as f32;
                    into = rest;
                }
                Observation::Picture(device, count, factor) => {
                    let (part, rest) = into.split_at_mut(*count);
                    picture(world, &self.devices[*device], *factor as f32, part);
                    into = rest;
                }
            }
        }
    }

    /// Looks up devices after the nodes of the world changed.
    fn find_devices(&mut self, world: &World, task: &Task) -> Result<(), LaneError> {
        let edits = world.simulation().edits();
        if self.edits == edits {
            return Ok(());
        }
        for (slot, (known, name)) in self.devices.iter_mut().zip(&task.devices) {
            let found = world.device_of(known.node);
            slot.device = found.ok_or_else(|| LaneError::Device(name.clone()))?;
        }
        self.edits = edits;
        Ok(())
    }
}

/// The brightness or distances of a picture.
fn picture(world: &World, slot: &DeviceSlot, factor: f32, into: &mut [f32]) {
    let simulation = world.simulation();
    let robot = simulation.robot_of(slot.device.robot().node());
    let found =
        robot.and_then(|robot| simulation.picture(robot, slot.device.tag(), PictureKind::Main));
    match found {
        Some(PictureBytes::Colors(pixels)) => {
            for (value, pixel) in into.iter_mut().zip(pixels.chunks_exact(4)) {
                let sum: u32 = pixel.iter().take(3).map(|part| u32::from(*part)).sum();
                *value = sum as f32 / 3.0 * factor;
            }
        }
        Some(PictureBytes::Distances(distances) | PictureBytes::Scan(distances, ..)) => {
            for (value, distance) in into.iter_mut().zip(distances.iter()) {
                *value = distance * factor;
            }
        }
        None => into.fill(0.0),
    }
}

/// A value of the type of a template, with other numbers.
fn filled(template: &Value, numbers: &[f64]) -> Value {
    fn take<const N: usize>(numbers: &[f64]) -> [f64; N] {
        std::array::from_fn(|at| numbers.get(at).copied().unwrap_or(0.0))
    }
    match template {
        Value::Bool(_) => Value::Bool(take::<1>(numbers)[0] != 0.0),
        Value::Int(_) => Value::Int(take::<1>(numbers)[0].round() as i32),
        Value::Float(_) => Value::Float(take::<1>(numbers)[0]),
        Value::Vec2(_) => Value::Vec2(take(numbers)),
        Value::Vec3(_) => Value::Vec3(take(numbers)),
        Value::Color(_) => Value::Color(take(numbers)),
        Value::Rotation(_) => Value::Rotation(take(numbers)),
        Value::FloatList(_) => Value::FloatList(numbers.to_vec()),
        other => other.clone(),
    }
}

/// How many numbers a field of a type has; `None` for types that cannot be randomised.
pub(crate) fn number_count(template: &Value) -> Option<usize> {
    match template {
        Value::Bool(_) | Value::Int(_) | Value::Float(_) => Some(1),
        Value::Vec2(_) => Some(2),
        Value::Vec3(_) | Value::Color(_) => Some(3),
        Value::Rotation(_) => Some(4),
        Value::FloatList(items) => Some(items.len()),
        _ => None,
    }
}
