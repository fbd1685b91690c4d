//! The rays of distance sensors, lidars and radars.

use crate::math::{Vector, sin_cos};
use crate::model::RobotIndex;
use crate::spatial::rays::Ray;
use crate::spatial::rays::caster::Obstacle as _;
use crate::world::World;
use foxden_scene::NodeId;

/// How many tests of a ray with a shape are made at a time.
const MOST_TESTS: usize = 2_000_000;

/// How many points of a lidar are shown.
const MOST_POINTS: usize = 4_096;

/// The rays of a sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorRays {
    /// The sensor.
    pub node: NodeId,
    /// `distance`, `lidar` or `radar`.
    pub kind: &'static str,
    /// Where they start.
    pub origin: [f64; 3],
    /// Where they end.
    pub ends: Vec<[f64; 3]>,
    /// Which of them meet something.
    pub hits: Vec<bool>,
}

impl World {
    /// The rays of all sensors that are enabled.
    pub fn sensor_rays(&self) -> Vec<SensorRays> {
        let devices = &self.model.devices;
        let mut found = Vec::new();
        let mut tests = 0;
        let sensors = devices.distance_sensors.iter();
        for (row, state) in sensors.zip(&self.state.devices.distance_sensors) {
            tests += row.rays.len() * self.model.colliders.len();
            if state.measurement.sampling.period == 0 || tests > MOST_TESTS {
                continue;
            }
            let pose = self.viewed_pose(row.mount.place);
            let mut rays = SensorRays::new(row.mount.node, "distance", pose.translation);
            for (direction, _) in &row.rays {
                let ray = Ray {
                    origin: pose.translation,
                    direction: (pose.rotation * *direction).normalized(),
                    length: row.range(),
                };
                rays.add(&ray, self.nearest_collider(&ray, row.mount.robot));
            }
            found.push(rays);
        }
        for (row, state) in devices.lidars.iter().zip(&self.state.devices.lidars) {
            if state.shutter.sampling.period == 0 || !state.has_cloud {
                continue;
            }
            let mount = &row.mount;
            let pose = self.viewed_pose(mount.place);
            let mut rays = SensorRays::new(mount.node, "lidar", pose.translation);
            let every = state.cloud.len().div_ceil(MOST_POINTS).max(1);
            for point in state.cloud.iter().step_by(every) {
                let point = Vector::from(point.position.map(f64::from));
                if point.is_finite() {
                    rays.ends.push(pose.apply(point).to_array());
                    rays.hits.push(true);
                }
            }
            found.push(rays);
        }
        for (row, state) in devices.radars.iter().zip(&self.state.devices.radars) {
            if state.sampling.period == 0 {
                continue;
            }
            let pose = self.viewed_pose(row.mount.place);
            let mut rays = SensorRays::new(row.mount.node, "radar", pose.translation);
            for target in &state.targets {
                // it looks along x, and to the right is positive
                let (sine, cosine) = sin_cos(target.azimuth);
                let way = Vector::new(cosine, -sine, 0.0);
                rays.ends.push(pose.apply(way * target.distance).to_array());
                rays.hits.push(true);
            }
            found.push(rays);
        }
        found
    }

    /// How far a ray of a robot goes until it meets something else.
    fn nearest_collider(&self, ray: &Ray, robot: RobotIndex) -> Option<f64> {
        let sees_itself = self.model.robots[robot].has_self_collision;
        let colliders = self.model.colliders.iter().zip(&self.state.geometry);
        let others = colliders.filter(|(collider, _)| sees_itself || collider.robot != Some(robot));
        let hits = others.filter_map(|(collider, pose)| collider.hit_at(pose, ray));
        hits.map(|hit| hit.distance).min_by(f64::total_cmp)
    }
}

impl SensorRays {
    fn new(node: NodeId, kind: &'static str, origin: Vector) -> Self {
        Self {
            node,
            kind,
            origin: origin.to_array(),
            ends: Vec::new(),
            hits: Vec::new(),
        }
    }

    fn add(&mut self, ray: &Ray, hit: Option<f64>) {
        let length = hit.unwrap_or(ray.length);
        self.ends
            .push((ray.origin + ray.direction * length).to_array());
        self.hits.push(hit.is_some());
    }
}
