//! Gyros: how fast the body of the sensor turns.

use crate::controller::Reading;
use crate::devices::axis_sensor::AxisSensor;
use crate::devices::{Device, Mount};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_scene::Scene;

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

    measurement_duties!();

    fn refresh(world: &mut World, index: Self::Index) {
        let mount = world.model.devices.gyros[index].mount;
        let pose = world.state.poses[mount.place];
        let turning = world.turning(mount.solid);
        let state = &mut world.state;
        let reading = match turning {
            Some(turning) => {
                let turning = pose.rotation.transposed() * turning;
                let axes = &world.model.devices.gyros[index].axes;
                axes.reading(turning, &mut state.random)
            }
            None => {
                world
                    .reports
                    .tell_once(mount.node, ReportKind::NeedsPhysics);
                // what it measured while there was a body
                match &state.devices.gyros[index].reading {
                    Reading::Nothing => Reading::Vector([0.0; 3]),
                    last => last.clone(),
                }
            }
        };
        state.devices.gyros[index].take(reading, state.clock);
    }
}
