//! Light sensors: their fields, their state and when they look for lights.

use crate::controller::{Command, Reading};
use crate::devices::lookup::LookupTable;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, answer_reading, enable,
    read_again, restart,
};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};
use serde::{Deserialize, Serialize};

/// A LightSensor.
#[derive(Clone, Debug)]
pub(crate) struct LightSensor {
    pub(crate) mount: Mount,
    pub(crate) table: LookupTable,
    pub(crate) filter: [f64; 3],
    pub(crate) has_occlusion: bool,
    pub(crate) resolution: f64,
}

/// What may change about a light sensor while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LightSensorState {
    pub(crate) sampling: Sampling,
    pub(crate) value: f64,
    /// Whether rays were asked for in this step.
    pub(crate) is_looking: bool,
    /// The light that arrived since a step was to make it due.
    pub(crate) arrived: [f64; 3],
}

impl Device for LightSensor {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::LightSensor];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        Some(Self {
            mount,
            table: LookupTable::new(&read::vectors(scene, node, "lookupTable")),
            filter: read::color(scene, node, "colorFilter"),
            has_occlusion: read::flag(scene, node, "occlusion"),
            resolution: read::number(scene, node, "resolution"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        LightSensorState {
            sampling: Sampling::OFF,
            value: f64::NAN,
            is_looking: false,
            arrived: [0.0; 3],
        }
    }

    fn edit(world: &mut World, index: Self::Index, field: FieldRef) -> bool {
        let is_read = read_again::<Self>(world, index);
        let own = &mut world.state.devices.light_sensors[index];
        if own.sampling.is_pending && world.scene.field_name(field) == "lookupTable" {
            own.value = world.model.devices.light_sensors[index]
                .table
                .least_output();
        }
        is_read
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        enable::<Self>(world, index, &command);
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    #[inline]
    fn refresh(world: &mut World, index: Self::Index) {
        world.refresh_light_sensor(index);
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

    fn added(model: &mut Model, _index: Self::Index) {
        // thousands of equal tables would not stay in the cache
        if let [.., before, last] = &mut *model.devices.light_sensors
            && before.table == last.table
        {
            last.table = before.table.clone();
        }
    }

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            ..StepWork::default()
        }
    }

    #[inline]
    fn before_physics(world: &mut World, index: Self::Index) {
        world.look_for_lights(index);
    }

    fn observe(world: &mut World) {
        world.cast_light_rays();
    }
}
