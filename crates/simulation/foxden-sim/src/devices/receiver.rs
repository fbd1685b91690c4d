//! Receivers: which packets are received, and how exactly.

use crate::controller::{Command, Packet, Reading};
use crate::devices::emitter::Emitter;
use crate::devices::packet_transmission::{Antenna, RadioPacket};
use crate::devices::table::ReceiverIndex;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, read_again, restart,
};
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A Receiver.
pub(crate) type Receiver = Antenna<Hearing>;

/// How exactly a Receiver measures direction and strength.
#[derive(Clone, Debug)]
pub(crate) struct Hearing {
    pub(crate) strength_noise: f64,
    pub(crate) direction_noise: f64,
}

/// What may change about a receiver while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ReceiverState {
    pub(crate) sampling: Sampling,
    pub(crate) channel: i32,
    /// Infra-red packets of this step, whose way was not looked at yet.
    pub(crate) coming: Vec<RadioPacket>,
    /// Packets that wait for the receiver to be due.
    pub(crate) waiting: Vec<RadioPacket>,
    /// Packets that wait for the controller.
    pub(crate) ready: Vec<RadioPacket>,
}

impl Device for Receiver {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Receiver];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let own = Hearing {
            strength_noise: read::number(scene, mount.node, "signalStrengthNoise"),
            direction_noise: read::number(scene, mount.node, "directionNoise"),
        };
        Some(Self::of(scene, mount, own))
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        ReceiverState {
            sampling: Sampling::OFF,
            channel: self.allowed(self.channel),
            coming: Vec::new(),
            waiting: Vec::new(),
            ready: Vec::new(),
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        let is_read = read_again::<Self>(world, index);
        // the list of channels may have lost the one that it uses
        let row = &world.model.devices.receivers[index];
        let channel = &mut world.state.devices.receivers[index].channel;
        *channel = row.allowed(*channel);
        is_read
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        let state = &mut world.state;
        let own = &mut state.devices.receivers[index];
        match command {
            Command::Enable(_, period) => own.sampling.enable(period, state.clock),
            Command::ReceiverChannel(_, channel) => {
                own.channel = world.model.devices.receivers[index].allowed(channel);
            }
            _ => {}
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        world.refresh_receiver(index);
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        let sampling = &mut world.state.devices.receivers[index].sampling;
        if std::mem::take(&mut sampling.is_pending) {
            answer.push(world.packets(index));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
    }

    fn restore(world: &mut World, index: Self::Index) {
        let own = &mut world.state.devices.receivers[index];
        own.coming.clear();
        own.waiting.clear();
        own.ready.clear();
    }

    fn carry_over(state: &mut Self::State, _: Self::Index, renumbering: &Renumbering<'_>) {
        for queue in [&mut state.coming, &mut state.waiting, &mut state.ready] {
            // packets of an emitter that is gone are lost
            queue.retain_mut(|packet| {
                let now = renumbering.device::<Emitter>(packet.emitter);
                packet.emitter = now.unwrap_or(packet.emitter);
                now.is_some()
            });
        }
    }

    const LIVE_FIELDS: &'static [&'static str] = &["channel"];

    fn live_value(state: &Self::State, _field: usize) -> Option<Value> {
        Some(Value::Int(state.channel))
    }

    fn set_live_value(world: &mut World, index: Self::Index, _field: usize, value: &Value) {
        if let Value::Int(channel) = value {
            let channel = world.model.devices.receivers[index].allowed(*channel);
            world.state.devices.receivers[index].channel = channel;
        }
    }

    fn step_work(&self) -> StepWork {
        StepWork {
            after_physics: true,
            ..StepWork::default()
        }
    }

    fn after_physics(world: &mut World, index: Self::Index) {
        world.receive(index);
    }
}

impl World {
    /// A receiver that is due delivers what is queued.
    pub(crate) fn refresh_receiver(&mut self, receiver: ReceiverIndex) {
        let state = &mut self.state.devices.receivers[receiver];
        state.ready.append(&mut state.waiting);
        state.sampling.refresh(self.state.clock);
    }

    /// What a controller gets of a receiver.
    pub(crate) fn packets(&mut self, receiver: ReceiverIndex) -> Reading {
        let state = &mut self.state.devices.receivers[receiver];
        Reading::Packets {
            channel: state.channel,
            packets: std::mem::take(&mut state.ready)
                .into_iter()
                .map(|packet| Packet {
                    data: Arc::clone(&packet.data),
                    direction: packet.direction.to_array(),
                    strength: packet.strength,
                })
                .collect(),
        }
    }
}
