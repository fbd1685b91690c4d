//! GPS devices: position, speed and velocity, in metres or on the ellipsoid.

use crate::controller::Reading;
use crate::devices::lookup::rounded;
use crate::devices::sampling::Measurement;
use crate::devices::table::GpsIndex;
use crate::devices::{Device, Mount};
use crate::math::{Vector, pow};
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::Scene;
use serde::{Deserialize, Serialize};

/// A GPS.
#[derive(Clone, Debug)]
pub(crate) struct Gps {
    mount: Mount,
    resolution: f64,
    accuracy: f64,
    correlation: f64,
    speed_noise: f64,
    speed_resolution: f64,
}

/// What may change about a GPS while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GpsState {
    pub(crate) measurement: Measurement,
    /// The position at the last sample.
    pub(crate) before: Option<Vector>,
}

impl Device for Gps {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::GPS];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let number = |name: &str| read::number(scene, mount.node, name);
        Some(Self {
            mount,
            resolution: number("resolution"),
            accuracy: number("accuracy"),
            correlation: number("noiseCorrelation"),
            speed_noise: number("speedNoise"),
            speed_resolution: number("speedResolution"),
        })
    }

    measurement_duties!(|state| state.measurement);

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        GpsState {
            measurement: Measurement::NEW,
            before: None,
        }
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let reading = fix(world, index);
        let state = &mut world.state;
        let own = &mut state.devices.gps_receivers[index];
        own.measurement.take(reading, state.clock);
    }

    fn restore(world: &mut World, index: Self::Index) {
        world.state.devices.gps_receivers[index].before = None;
    }
}

/// Where the device is now and how it moves.
fn fix(world: &mut World, index: GpsIndex) -> Reading {
    let mount = world.model.devices.gps_receivers[index].mount;
    let exact = world.state.poses[mount.place].translation;
    let body_velocity = world.velocity_with_holder(mount.solid, exact);
    let (model, state) = (&*world.model, &mut world.state);
    let row = &model.devices.gps_receivers[index];
    let own = &mut state.devices.gps_receivers[index];
    let elapsed = own.measurement.sampling.elapsed(state.clock);
    let before = own.before.replace(exact);
    let settings = &model.settings;
    let (north, east, up) = (settings.north, settings.east(), settings.up);
    let zone = settings.zone;
    let mut position = exact
        + match zone {
            None => settings.reference,
            Some(zone) => {
                let Vector { x, y, z } = settings.reference;
                let plane = zone.plane(x, y);
                north * plane.0 + east * plane.1 + up * z
            }
        };
    if row.accuracy != 0.0 {
        let kept = if row.correlation == 0.0 {
            0.0
        } else {
            pow(row.correlation, elapsed / 1000.0)
        };
        for axis in 0..3 {
            let fresh = (1.0 - kept * kept).sqrt() * state.random.gaussian();
            state.gps_noise[axis] = kept * state.gps_noise[axis] + fresh;
            position[axis] += row.accuracy * state.gps_noise[axis];
        }
    }
    for axis in 0..3 {
        position[axis] = rounded(position[axis], row.resolution);
    }
    if let Some(zone) = zone {
        let (latitude, longitude) = zone.sphere(north.dot(position), east.dot(position));
        position = Vector::new(latitude, longitude, up.dot(position));
    }
    let velocity = match body_velocity {
        Some(velocity) => velocity,
        None => before.map_or(Vector::new(f64::NAN, f64::NAN, f64::NAN), |old| {
            let way = (exact - old) * 1000.0;
            Vector::new(way.x / elapsed, way.y / elapsed, way.z / elapsed)
        }),
    };
    let mut speed = velocity.length();
    if row.speed_noise > 0.0 {
        speed *= 1.0 + row.speed_noise * state.random.gaussian();
    }
    Reading::Fix {
        position: position.to_array(),
        speed: rounded(speed, row.speed_resolution),
        velocity: velocity.to_array(),
    }
}
