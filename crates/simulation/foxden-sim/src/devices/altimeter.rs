//! Altimeters: the height above the reference of the world.

use crate::controller::Reading;
use crate::devices::lookup::rounded;
use crate::devices::{Device, Mount};
use crate::model::compile::read;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::Scene;

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

    measurement_duties!();

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
}
