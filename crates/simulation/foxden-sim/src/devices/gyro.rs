//! Gyros: how fast the body of the sensor turns.

use crate::controller::{Command, Reading};
use crate::devices::axis_sensor::AxisSensor;
use crate::devices::sampling::Measurement;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, answer_reading, enable, read_again, restart,
};
use crate::model::{JointIndex, Table};
use crate::world::World;
use crate::world::events::Event;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};

/// A Gyro.
#[derive(Clone, Debug)]
pub(crate) struct Gyro {
    mount: Mount,
    axes: AxisSensor,
}

impl Device for Gyro {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Gyro];

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
        let mount = world.model.devices.gyros[index].mount;
        let pose = world.state.poses[mount.place];
        let velocity = world.body_velocity(mount.solid, pose.translation);
        let state = &mut world.state;
        let reading = match velocity {
            Some((_, turning)) => {
                let turning = pose.rotation.transposed() * turning;
                let axes = &world.model.devices.gyros[index].axes;
                axes.reading(turning, &mut state.random)
            }
            None => {
                world.reports.tell_once(mount.node, Event::NeedsPhysics);
                Reading::Vector([0.0; 3])
            }
        };
        state.devices.gyros[index].take(reading, state.clock);
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
