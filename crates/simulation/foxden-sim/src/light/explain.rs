//! Why a light sensor reads what it reads.

use super::contribution::{Contribution, filtered};
use crate::controller::Tag;
use crate::devices::DeviceRow;
use crate::devices::lookup::{LookupRow, rounded};
use crate::devices::table::LightSensorIndex;
use crate::model::{LightIndex, RobotIndex, RowIndex};
use crate::spatial::dirty_colliders::DirtyColliders;
use crate::spatial::rays::Ray;
use crate::world::World;
use foxden_scene::NodeId;

/// What one light brings.
#[derive(Clone, Debug, PartialEq)]
pub struct LightShare {
    /// The light.
    pub node: NodeId,
    /// The path of the light.
    pub light: String,
    /// Distance, fading, angle and beam.
    pub contribution: Contribution,
    /// What arrives from everywhere, before fading.
    pub ambient: f64,
    /// What is in the way.
    pub occluder: Option<Occluder>,
    /// The light's colour.
    pub color: [f64; 3],
    /// What arrives, for each channel.
    pub arrives: [f64; 3],
}

/// What blocks a light.
#[derive(Clone, Debug, PartialEq)]
pub struct Occluder {
    /// The solid.
    pub node: NodeId,
    /// The path of the solid.
    pub solid: String,
    /// Where the ray meets it.
    pub point: [f64; 3],
    /// How far that is from the sensor.
    pub distance: f64,
}

/// A reading from lights to value.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Every light that is on.
    pub parts: Vec<LightShare>,
    /// The sum for each channel.
    pub sum: [f64; 3],
    /// The sensor's filter.
    pub filter: [f64; 3],
    /// The mean of the filtered channels.
    pub irradiance: f64,
    /// What the lookup table gives; `None` if it is empty.
    pub row: Option<LookupRow>,
    /// The resolution; -1 for none.
    pub resolution: f64,
    /// The value without noise.
    pub value: f64,
}

impl Explanation {
    /// The mean of the filtered channels of what one light brings.
    pub fn irradiance_of(&self, part: &LightShare) -> f64 {
        filtered(part.arrives, self.filter)
    }
}

impl World {
    /// What a light sensor of a robot would read now, and why. Nothing changes
    /// and no random number is drawn.
    pub fn explain(&mut self, robot: RobotIndex, name: &str) -> Option<Explanation> {
        let tag = self.device(robot, name)?;
        self.explain_device(robot, tag)
    }

    /// [`World::explain`] for a device by its tag: several devices may have the same name.
    pub fn explain_device(&mut self, robot: RobotIndex, tag: Tag) -> Option<Explanation> {
        let DeviceRow::LightSensor(sensor) = self.device_row(robot, tag)? else {
            return None;
        };
        // what is brought up to date here is put back: geometry lags behind solids
        // that drift, and the next step relies on that
        let state = &self.state;
        let (poses, geometry) = (state.poses.clone(), state.geometry.clone());
        let (moves, behind) = (state.moves.clone(), state.bodies.behind.clone());
        self.state.refresh_poses(&self.model);
        self.refresh_geometry();
        self.prepare_rays();
        let parts: Vec<LightShare> = (0..self.model.lights.len())
            .filter_map(|at| self.part(sensor, LightIndex::new(at)))
            .collect();
        (self.state.poses, self.state.geometry) = (poses, geometry);
        (self.state.moves, self.state.bodies.behind) = (moves, behind);
        self.rays.dirty_colliders = DirtyColliders::All;
        let mut sum = [0.0; 3];
        for part in &parts {
            for (channel, total) in sum.iter_mut().enumerate() {
                *total += part.arrives[channel];
            }
        }
        let row = &self.model.devices.light_sensors[sensor];
        let irradiance = filtered(sum, row.filter);
        let table_row = row.table.interpolate(irradiance);
        let output = table_row.map_or(irradiance, |row| row.output);
        Some(Explanation {
            parts,
            sum,
            filter: row.filter,
            irradiance,
            row: table_row,
            resolution: row.resolution,
            value: rounded(output, row.resolution),
        })
    }

    fn part(&self, sensor: LightSensorIndex, light: LightIndex) -> Option<LightShare> {
        let source = self.source(light, self.light_position(light))?;
        let receiver = self.receiver(sensor);
        let contribution = Contribution::new(&source, &receiver);
        let has_occlusion = self.model.devices.light_sensors[sensor].has_occlusion;
        let occluder = (has_occlusion && contribution.direct > 0.0)
            .then(|| {
                let ray = Ray {
                    origin: receiver.position,
                    direction: contribution.towards,
                    length: contribution.distance,
                };
                let passes = self.passes_through(sensor);
                let colliders = &self.model.colliders;
                let (at, hit) = self
                    .rays
                    .caster
                    .nearest(colliders, &ray, |_, _| true, passes)?;
                let solid = self.model.solids[colliders[at as usize].solid].node;
                Some(Occluder {
                    node: solid,
                    solid: self.scene.path(solid),
                    point: (ray.origin + ray.direction * hit.distance).to_array(),
                    distance: hit.distance,
                })
            })
            .flatten();
        let color = self.state.lights[light].color;
        let factor = contribution.factor(source.light.ambient, occluder.is_some());
        Some(LightShare {
            node: source.light.node,
            light: self.scene.path(source.light.node),
            contribution,
            ambient: source.light.ambient,
            occluder,
            color,
            arrives: color.map(|channel| factor * channel),
        })
    }
}
