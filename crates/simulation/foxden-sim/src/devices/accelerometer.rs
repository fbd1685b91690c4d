//! Accelerometers: the acceleration of the body of the sensor, with gravity.

use crate::controller::Reading;
use crate::devices::axis_sensor::AxisSensor;
use crate::devices::sampling::Measurement;
use crate::devices::{Device, Mount};
use crate::math::Vector;
use crate::model::{JointIndex, Table};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_scene::Scene;
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
    /// The velocity at the last sample. Nothing but a sample changes it, not even a reset.
    pub(crate) before: Vector,
}

impl Device for Accelerometer {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Accelerometer];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            axes: AxisSensor::read(scene, mount.node),
        })
    }

    measurement_duties!(|state| state.measurement);

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        AccelerometerState {
            measurement: Measurement::NEW,
            before: Vector::ZERO,
        }
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let mount = world.model.devices.accelerometers[index].mount;
        let pose = world.state.poses[mount.place];
        let velocity = world.velocity_with_holder(mount.solid, pose.translation);
        let (model, state) = (&*world.model, &mut world.state);
        let own = &mut state.devices.accelerometers[index];
        let reading = match velocity {
            Some(velocity) => {
                let rate = 1000.0 / own.measurement.sampling.elapsed(state.clock);
                let old = std::mem::replace(&mut own.before, velocity);
                let felt = (velocity - old) * rate - model.settings.gravity;
                let felt = pose.rotation.transposed() * felt;
                let axes = &model.devices.accelerometers[index].axes;
                axes.reading(felt, &mut state.random)
            }
            None => {
                world
                    .reports
                    .tell_once(mount.node, ReportKind::NeedsPhysics);
                Reading::Vector([f64::NAN; 3])
            }
        };
        own.measurement.take(reading, state.clock);
    }
}
