//! Accelerometers: the acceleration of the body of the sensor, with gravity.

use crate::controller::{Command, Reading};
use crate::devices::axis_sensor::AxisSensor;
use crate::devices::sampling::Measurement;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, answer_reading, enable, read_again, restart,
};
use crate::math::Vector;
use crate::model::{JointIndex, Table};
use crate::time::seconds;
use crate::world::World;
use crate::world::events::Event;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};
use serde::{Deserialize, Serialize};

/// An Accelerometer.
#[derive(Clone, Debug)]
pub(crate) struct Accelerometer {
    mount: Mount,
    axes: AxisSensor,
}

/// What may change about an accelerometer while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AccelerometerState {
    pub(crate) measurement: Measurement,
    /// The velocity at the last sample.
    pub(crate) before: Option<Vector>,
}

impl Device for Accelerometer {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Accelerometer];

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
        AccelerometerState {
            measurement: Measurement::NEW,
            before: None,
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        read_again::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        enable::<Self>(world, index, &command);
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.measurement.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let mount = world.model.devices.accelerometers[index].mount;
        let pose = world.state.poses[mount.place];
        let velocity = world.body_velocity(mount.solid, pose.translation);
        let (model, state) = (&*world.model, &mut world.state);
        let own = &mut state.devices.accelerometers[index];
        let reading = match velocity {
            Some((velocity, _)) => {
                let elapsed = seconds(own.measurement.sampling.elapsed(state.clock));
                let old = own.before.replace(velocity).unwrap_or(Vector::ZERO);
                let felt = (velocity - old) * (1.0 / elapsed) - model.settings.gravity;
                let felt = pose.rotation.transposed() * felt;
                let axes = &model.devices.accelerometers[index].axes;
                axes.reading(felt, &mut state.random)
            }
            None => {
                world.reports.tell_once(mount.node, Event::NeedsPhysics);
                Reading::Vector([f64::NAN; 3])
            }
        };
        own.measurement.take(reading, state.clock);
    }

    fn answer(world: &mut World, index: Self::Index, answer: DeviceAnswer<'_>) {
        answer_reading::<Self>(world, index, answer);
    }

    fn last_reading(state: &Self::State) -> Option<Reading> {
        Some(state.measurement.reading.clone())
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn restart_sampling(state: &mut Self::State) {
        state.measurement.sampling.restart();
        state.before = None;
    }
}
