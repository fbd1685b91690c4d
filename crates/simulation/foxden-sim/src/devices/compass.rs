//! Compasses: the direction of north in the frame of the sensor.

use crate::devices::axis_sensor::AxisSensor;
use crate::devices::{Device, Mount};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::Scene;

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

    measurement_duties!();

    fn refresh(world: &mut World, index: Self::Index) {
        let (model, state) = (&*world.model, &mut world.state);
        let row = &model.devices.compasses[index];
        let rotation = state.poses[row.mount.place].rotation;
        let north = (rotation.transposed() * model.settings.north).normalized();
        let reading = row.axes.reading(north, &mut state.random);
        state.devices.compasses[index].take(reading, state.clock);
    }
}
