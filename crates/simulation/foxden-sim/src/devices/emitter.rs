//! Emitters: what is sent, on which channel and how far.

use crate::controller::{Command, Reading};
use crate::devices::packet_transmission::{Antenna, Medium, RadioPacket, is_heard};
use crate::devices::table::EmitterIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, read_again};
use crate::math::Vector;
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene, Value};
use serde::{Deserialize, Serialize};

/// A receiver that is never read keeps this many bytes; later packets are lost.
const MOST_WAITING: usize = 16 << 20;

/// An Emitter.
pub(crate) type Emitter = Antenna<Sending>;

/// How far an Emitter reaches.
#[derive(Clone, Debug)]
pub(crate) struct Sending {
    /// Metres; -1 for any distance.
    pub(crate) range: f64,
    /// Metres; -1 for any distance.
    pub(crate) max_range: f64,
}

/// What may change about an emitter while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EmitterState {
    pub(crate) channel: i32,
    pub(crate) range: f64,
    /// Packets that leave in the next step.
    pub(crate) queue: Vec<RadioPacket>,
}

impl Emitter {
    /// The range that it has when asked for this one.
    pub(crate) fn limited(&self, range: f64) -> f64 {
        let range = if range <= 0.0 { -1.0 } else { range };
        let most = self.own.max_range;
        if most != -1.0 && (range > most || range == -1.0) {
            most
        } else {
            range
        }
    }
}

impl Device for Emitter {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Emitter];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let own = Sending {
            range: read::number(scene, mount.node, "range"),
            max_range: read::number(scene, mount.node, "maxRange"),
        };
        Some(Self::of(scene, mount, own))
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        EmitterState {
            channel: self.allowed(self.channel),
            range: self.own.range,
            queue: Vec::new(),
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        let is_read = read_again::<Self>(world, index);
        // the list of channels may have lost the one that it uses
        let row = &world.model.devices.emitters[index];
        let channel = &mut world.state.devices.emitters[index].channel;
        *channel = row.allowed(*channel);
        is_read
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        if let Command::Send {
            channel,
            range,
            data,
            ..
        } = command
        {
            world.send(index, channel, range, data);
        }
    }

    fn sampling(_state: &mut Self::State) -> Option<&mut Sampling> {
        None
    }

    fn refresh(_: &mut World, _: Self::Index) {}

    fn answer(_: &mut World, _: Self::Index, _: DeviceAnswer<'_>) {}

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(_: &mut World, _: Self::Index) {}

    fn restore(world: &mut World, index: Self::Index) {
        world.state.devices.emitters[index].queue.clear();
    }

    fn carry_over(state: &mut Self::State, own: Self::Index, _: &Renumbering<'_>) {
        for packet in &mut state.queue {
            packet.emitter = own;
        }
    }

    const LIVE_FIELDS: &'static [&'static str] = &["channel", "range"];

    fn live_value(state: &Self::State, field: usize) -> Option<Value> {
        Some(match field {
            0 => Value::Int(state.channel),
            _ => Value::Float(state.range),
        })
    }

    fn set_live_value(world: &mut World, index: Self::Index, _field: usize, value: &Value) {
        let row = &world.model.devices.emitters[index];
        let state = &mut world.state.devices.emitters[index];
        match value {
            Value::Int(channel) => state.channel = row.allowed(*channel),
            Value::Float(range) => state.range = row.limited(*range),
            _ => {}
        }
    }

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            ..StepWork::default()
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.emit(index);
    }
}

impl World {
    /// A controller sends a packet; it leaves in the next step.
    pub(crate) fn send(&mut self, emitter: EmitterIndex, channel: i32, range: f64, data: Vec<u8>) {
        let row = &self.model.devices.emitters[emitter];
        let state = &mut self.state.devices.emitters[emitter];
        state.channel = row.allowed(channel);
        // only a range that changes is checked: that of a file may be out of bounds
        if range != state.range {
            state.range = row.limited(range);
        }
        state.queue.push(RadioPacket {
            emitter,
            channel: state.channel,
            data: data.into(),
            direction: Vector::ZERO,
            strength: 0.0,
        });
    }

    /// Packets leave for every receiver that listens.
    pub(crate) fn emit(&mut self, emitter: EmitterIndex) {
        let sender = &self.model.devices.emitters[emitter];
        for packet in std::mem::take(&mut self.state.devices.emitters[emitter].queue) {
            for (row, state) in self
                .model
                .devices
                .receivers
                .iter()
                .zip(&mut self.state.devices.receivers)
            {
                let is_listening = state.sampling.period != 0
                    && row.medium == sender.medium
                    && is_heard(packet.channel, state.channel)
                    && row.mount.robot != sender.mount.robot;
                if !is_listening {
                    continue;
                }
                let queue = match row.medium {
                    Medium::InfraRed => &mut state.coming,
                    Medium::Radio | Medium::Serial => &mut state.waiting,
                };
                let used: usize = queue.iter().map(|packet| packet.data.len()).sum();
                if used + packet.data.len() <= MOST_WAITING {
                    queue.push(packet.clone());
                }
            }
        }
    }
}
