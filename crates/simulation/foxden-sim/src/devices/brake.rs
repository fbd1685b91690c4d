//! Brakes: damping of a joint or track that the controller sets.

use crate::controller::{Command, Reading};
use crate::devices::table::BrakeIndex;
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

/// What may change about a brake while the world runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BrakeState {
    /// The damping that it adds to its joint or track.
    pub(crate) damping: f64,
}

impl Brake {
    pub(crate) const fn source(&self) -> PositionSource {
        self.source
    }
}

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
        BrakeState { damping: 0.0 }
    }

    fn edit(_world: &mut World, _index: Self::Index, _field: FieldRef) -> bool {
        false
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        let Command::Brake(_, damping) = command else {
            return;
        };
        world.set_brake(index, damping);
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

    /// A reset takes its damping away.
    fn restore(world: &mut World, index: Self::Index) {
        world.set_brake(index, 0.0);
    }
}

impl World {
    fn set_brake(&mut self, brake: BrakeIndex, damping: f64) {
        self.state.devices.brakes[brake].damping = damping;
        match self.model.devices.brakes[brake].source {
            PositionSource::Track(track) => self.state.tracks[track].brake = damping,
            PositionSource::Joint(joint, axis) => {
                if let Some(id) = self.state.bodies.joints[joint] {
                    let dynamics = &mut self.state.bodies.dynamics;
                    dynamics.set_brake(id, axis as usize, damping);
                }
            }
            PositionSource::LooseJoint(_) => {}
        }
    }
}
