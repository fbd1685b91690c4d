//! Brakes: damping of a joint or track that the controller sets.

use crate::controller::{Command, Reading};
use crate::devices::{Device, DeviceAnswer, Mount, PositionSource, Renumbering, Sampling};
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};
use serde::{Deserialize, Serialize};

/// A Brake.
#[derive(Clone, Debug)]
pub(crate) struct Brake {
    mount: Mount,
    source: PositionSource,
}

/// Nothing of a brake changes: the joint or track has its damping.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BrakeState;

impl Device for Brake {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Brake];

    fn read(_scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            source: mount.source?,
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        BrakeState
    }

    fn edit(_world: &mut World, _index: Self::Index, _field: FieldRef) -> bool {
        false
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        let Command::Brake(_, damping) = command else {
            return;
        };
        match world.model.devices.brakes[index].source {
            PositionSource::Track(track) => world.state.tracks[track].brake = damping,
            PositionSource::Joint(joint, axis) => {
                if let Some(id) = world.state.bodies.joints[joint] {
                    let dynamics = &mut world.state.bodies.dynamics;
                    dynamics.set_brake(id, axis as usize, damping);
                }
            }
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

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}
}
