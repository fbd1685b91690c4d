//! Altimeters: the height above the reference of the world.

use crate::controller::{Command, Reading};
use crate::devices::lookup::rounded;
use crate::devices::sampling::Measurement;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, answer_reading, enable, read_again, restart,
};
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};

/// An Altimeter.
#[derive(Clone, Debug)]
pub(crate) struct Altimeter {
    mount: Mount,
    accuracy: f64,
    resolution: f64,
}

impl Device for Altimeter {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Altimeter];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            accuracy: read::number(scene, mount.node, "accuracy"),
            resolution: read::number(scene, mount.node, "resolution"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        Measurement::NEW
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        read_again::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        enable::<Self>(world, index, &command);
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let (model, state) = (&*world.model, &mut world.state);
        let row = &model.devices.altimeters[index];
        let position = state.poses[row.mount.place].translation;
        let mut height = model.settings.up.dot(position) + model.settings.altitude();
        if row.accuracy != 0.0 {
            height += row.accuracy * state.random.gaussian();
        }
        let reading = Reading::Number(rounded(height, row.resolution));
        state.devices.altimeters[index].take(reading, state.clock);
    }

    fn answer(world: &mut World, index: Self::Index, answer: DeviceAnswer<'_>) {
        answer_reading::<Self>(world, index, answer);
    }

    fn last_reading(state: &Self::State) -> Option<Reading> {
        Some(state.reading.clone())
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}
}
