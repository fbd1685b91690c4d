//! Compasses: the direction of north in the frame of the sensor.

use crate::controller::{Command, Reading};
use crate::devices::axis_sensor::AxisSensor;
use crate::devices::sampling::Measurement;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, answer_reading, enable, read_again, restart,
};
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};

/// A Compass.
#[derive(Clone, Debug)]
pub(crate) struct Compass {
    mount: Mount,
    axes: AxisSensor,
}

impl Device for Compass {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Compass];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            axes: AxisSensor::read(scene, mount.node),
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
        let row = &model.devices.compasses[index];
        let rotation = state.poses[row.mount.place].rotation;
        let north = (rotation.transposed() * model.settings.north).normalized();
        let reading = row.axes.reading(north, &mut state.random);
        state.devices.compasses[index].take(reading, state.clock);
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
