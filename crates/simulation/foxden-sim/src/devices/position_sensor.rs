//! Sensors of joint positions.

use crate::controller::{Command, Reading};
use crate::devices::lookup::rounded;
use crate::devices::{
    Device, DeviceAnswer, Mount, PositionSource, Renumbering, Sampling, answer_reading, enable,
    restart,
};
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};
use serde::{Deserialize, Serialize};

/// A PositionSensor.
#[derive(Clone, Debug)]
pub(crate) struct PositionSensor {
    mount: Mount,
    source: PositionSource,
    noise: f64,
    resolution: f64,
}

/// What may change about a position sensor while the world runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PositionSensorState {
    pub(crate) sampling: Sampling,
    pub(crate) value: f64,
}

impl Device for PositionSensor {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::PositionSensor];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            source: mount.source?,
            noise: read::number(scene, mount.node, "noise"),
            resolution: read::number(scene, mount.node, "resolution"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        PositionSensorState {
            sampling: Sampling::OFF,
            value: f64::NAN,
        }
    }

    fn edit(_world: &mut World, _index: Self::Index, _field: FieldRef) -> bool {
        false
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        enable::<Self>(world, index, &command);
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let (model, state) = (&*world.model, &mut world.state);
        let row = &model.devices.position_sensors[index];
        let mut value = match row.source {
            PositionSource::Joint(joint, axis) => state.joints[joint][axis as usize],
            PositionSource::LooseJoint(parameters) => parameters.map_or(0.0, |parameters| {
                read::number(&world.scene, parameters, "position")
            }),
            PositionSource::Track(track) => state.tracks[track].position,
        };
        if row.noise > 0.0 {
            value += row.noise * state.random.gaussian();
        }
        let own = &mut state.devices.position_sensors[index];
        own.value = rounded(value, row.resolution);
        own.sampling.refresh(state.clock);
    }

    fn answer(world: &mut World, index: Self::Index, answer: DeviceAnswer<'_>) {
        answer_reading::<Self>(world, index, answer);
    }

    fn last_reading(state: &Self::State) -> Option<Reading> {
        Some(Reading::Number(state.value))
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}
}
