//! Touch sensors: bumpers, and sensors of the force on their joint.

use crate::controller::Reading;
use crate::devices::lookup::{LookupTable, NO_RESOLUTION, rounded};
use crate::devices::sampling::Measurement;
use crate::devices::table::TouchSensorIndex;
use crate::devices::{Device, Mount, index_of, read_again};
use crate::math::Vector;
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};
use serde::{Deserialize, Serialize};

/// A TouchSensor.
#[derive(Clone, Debug)]
pub(crate) struct TouchSensor {
    mount: Mount,
    pub(crate) kind: TouchKind,
    table: LookupTable,
    resolution: f64,
}

/// What a touch sensor feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TouchKind {
    Bumper,
    Force,
    Force3d,
}

/// What may change about a touch sensor while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TouchSensorState {
    pub(crate) measurement: Measurement,
    /// Whether something touched since the last sample.
    pub(crate) is_touched: bool,
    /// Whether its joint tells the force: it was a sensor of forces when that was made.
    pub(crate) has_feedback: bool,
    /// The force of the last step, if bodies were reset since.
    pub(crate) last_force: Option<Vector>,
}

impl Device for TouchSensor {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::TouchSensor];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let kind = match read::text(scene, mount.node, "type").as_str() {
            "force" => TouchKind::Force,
            "force-3d" => TouchKind::Force3d,
            _ => TouchKind::Bumper,
        };
        Some(Self {
            mount,
            kind,
            table: LookupTable::new(&read::vectors(scene, mount.node, "lookupTable")),
            resolution: read::number(scene, mount.node, "resolution"),
        })
    }

    measurement_duties!(|state| state.measurement, without edit);

    fn edit(world: &mut World, index: Self::Index, field: FieldRef) -> bool {
        let is_read = read_again::<Self>(world, index);
        if world.scene.field_name(field) == "lookupTable" {
            let least = world.model.devices.touch_sensors[index]
                .table
                .least_output();
            let own = &mut world.state.devices.touch_sensors[index];
            own.measurement.forget_unsent(least);
        }
        is_read
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        TouchSensorState {
            measurement: Measurement::NEW,
            is_touched: false,
            has_feedback: self.kind != TouchKind::Bumper,
            last_force: None,
        }
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let reading = touch(world, index);
        let state = &mut world.state;
        let own = &mut state.devices.touch_sensors[index];
        own.measurement.take(reading, state.clock);
    }

    fn observe(world: &mut World) {
        for own in &mut world.state.devices.touch_sensors {
            own.last_force = None;
        }
        world.feel_touches();
    }

    /// The force of the last step is still felt after a reset.
    fn restore(world: &mut World, index: Self::Index) {
        let force = force(world, index);
        world.state.devices.touch_sensors[index].last_force = force;
    }
}

/// The force on what a sensor of forces is joined to, or on the sensor itself where that is
/// the static environment.
fn force(world: &World, index: TouchSensorIndex) -> Option<Vector> {
    let own = &world.state.devices.touch_sensors[index];
    let (solid, bodies) = (
        world.model.devices.touch_sensors[index].mount.solid,
        &world.state.bodies,
    );
    let joint = bodies.fixed[solid].filter(|_| own.has_feedback)?;
    let joint = bodies.dynamics.joint(joint)?;
    let reaction = joint.reaction();
    Some(own.last_force.unwrap_or(match joint.parent() {
        Some(_) => reaction.parent_force,
        None => reaction.end_force,
    }))
}

/// What a touch sensor feels now.
fn touch(world: &mut World, index: TouchSensorIndex) -> Reading {
    let force = force(world, index);
    let (model, state) = (&*world.model, &mut world.state);
    let row = &model.devices.touch_sensors[index];
    if row.kind == TouchKind::Bumper {
        let is_touched = &mut state.devices.touch_sensors[index].is_touched;
        return Reading::Number(f64::from(u8::from(std::mem::take(is_touched))));
    }
    // without a joint there is no force, and the resolution does not count
    let (force, resolution) = match force {
        Some(force) => (force, row.resolution),
        None => (Vector::ZERO, NO_RESOLUTION),
    };
    let felt = state.poses[row.mount.place].rotation.transposed() * force;
    let mut read = |value: f64| rounded(row.table.read(value, &mut state.random), resolution);
    match row.kind {
        TouchKind::Force3d => Reading::Vector([read(felt.x), read(felt.y), read(felt.z)]),
        _ => Reading::Number(read((-felt.x).max(0.0))),
    }
}

impl World {
    /// Tells touch sensors what they touch.
    pub(crate) fn feel_touches(&mut self) {
        let bodies = &self.state.bodies;
        for contact in bodies.dynamics.contacts() {
            for shape in contact.shapes {
                let Some(at) = bodies.collider(shape) else {
                    continue;
                };
                let solid = &self.model.solids[self.model.colliders[at].solid];
                if solid.is_touch_sensor
                    && let Some(sensor) = index_of::<TouchSensor>(&self.model, solid.node)
                {
                    self.state.devices.touch_sensors[sensor].is_touched = true;
                }
            }
        }
    }
}
