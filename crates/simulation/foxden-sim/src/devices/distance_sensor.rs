//! Distance sensors: their rays, and the value that a distance gives.

use crate::controller::Reading;
use crate::devices::ink::Ink;
use crate::devices::lookup::{LookupTable, rounded};
use crate::devices::sampling::Measurement;
use crate::devices::table::DistanceSensorIndex;
use crate::devices::{Device, Mount, StepWork, read_again};
use crate::light::sensor_values::{SHARE, WORTH_THREADS};
use crate::math::Pose;
use crate::math::{Vector, acos, cos, exp, sin};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, PoseIndex, RowIndex, Table, Visual};
use crate::spatial::rays::caster::{Caster, PassesThrough};
use crate::spatial::rays::{Hit, Ray};
use crate::visible_scene::VisibleWorld;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// How far from straight on a surface still throws sound back: an eighth of a
/// half turn, with the digits of the genuine program.
#[expect(clippy::approx_constant)]
const ECHO_ANGLE: f64 = 0.392699082;

/// The fields that a DistanceSensor has besides those of a Solid.
const OWN_FIELDS: [&str; 7] = [
    "lookupTable",
    "type",
    "numberOfRays",
    "aperture",
    "gaussianWidth",
    "resolution",
    "redColorSensitivity",
];

/// How a distance is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DistanceKind {
    Generic,
    InfraRed,
    Sonar,
    Laser,
}

/// A DistanceSensor.
#[derive(Clone, Debug)]
pub(crate) struct DistanceSensor {
    pub(crate) mount: Mount,
    resolution: f64,
    pub(crate) kind: DistanceKind,
    pub(crate) table: LookupTable,
    /// Directions in the frame of the sensor, with weights that add up to 1.
    pub(crate) rays: Vec<(Vector, f64)>,
    pub(crate) red_sensitivity: f64,
}

/// What may change about a distance sensor while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DistanceSensorState {
    pub(crate) measurement: Measurement,
    /// Whether rays were put where the sensor is in this step.
    pub(crate) is_looking: bool,
    /// Where the sensor was when its rays were put there last.
    pub(crate) rays_at: Option<Pose>,
    /// What each ray met since then; none of them anything if it is empty.
    pub(crate) met: Vec<Met>,
    /// The distance that infra-red light of this step found.
    pub(crate) found: f64,
}

/// The nearest surface that a ray met.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Met {
    /// Infinite if it met none.
    distance: f64,
    /// Whether the surface throws sound back.
    echoes: bool,
}

impl Met {
    const NOTHING: Self = Self {
        distance: f64::INFINITY,
        echoes: false,
    };
}

impl DistanceSensorState {
    /// Its rays are new: they met nothing, and are not where the sensor is.
    fn renew_rays(&mut self) {
        (self.rays_at, self.is_looking) = (None, false);
        self.met.clear();
    }
}

impl DistanceSensor {
    /// How far it sees.
    pub(crate) fn range(&self) -> f64 {
        self.table.rows().last().map_or(0.0, |row| row.input)
    }

    /// What it makes of what its rays met, before its table.
    fn distance(&self, met: &[Met]) -> f64 {
        let range = self.range();
        let met = |at: usize| met.get(at).unwrap_or(&Met::NOTHING);
        let is_far = |met: &Met| met.distance == f64::INFINITY;
        let far = |met: &Met| if is_far(met) { range } else { met.distance };
        match self.kind {
            DistanceKind::Sonar => (0..self.rays.len())
                .map(met)
                .filter(|met| met.echoes && met.distance < range)
                .fold(range, |nearest, met| nearest.min(met.distance)),
            DistanceKind::Laser => far(met(0)),
            _ => {
                let rays = self.rays.iter().enumerate();
                rays.map(|(at, (_, weight))| weight * far(met(at))).sum()
            }
        }
    }
}

impl Device for DistanceSensor {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::DistanceSensor];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let kind = match read::text(scene, node, "type")
            .to_ascii_lowercase()
            .as_str()
        {
            "generic" => DistanceKind::Generic,
            "infra-red" | "infrared" => DistanceKind::InfraRed,
            "laser" => DistanceKind::Laser,
            _ => DistanceKind::Sonar,
        };
        let wanted = read::integer(scene, node, "numberOfRays").clamp(1, 10_000) as usize;
        let aperture = read::number(scene, node, "aperture");
        let width = read::number(scene, node, "gaussianWidth");
        let count = if kind == DistanceKind::Laser || aperture == 0.0 {
            1
        } else {
            wanted
        };
        Some(Self {
            mount,
            resolution: read::number(scene, node, "resolution"),
            kind,
            table: LookupTable::new(&read::vectors(scene, node, "lookupTable")),
            rays: rays(count, aperture, width),
            red_sensitivity: read::number(scene, node, "redColorSensitivity"),
        })
    }

    measurement_duties!(|state| state.measurement, without edit);

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        DistanceSensorState {
            measurement: Measurement::NEW,
            is_looking: false,
            rays_at: None,
            met: Vec::new(),
            found: 0.0,
        }
    }

    /// A sensor makes its rays again when a field of its own changes.
    fn edit(world: &mut World, index: Self::Index, field: FieldRef) -> bool {
        let name = world.scene.field_name(field);
        if OWN_FIELDS.contains(&name) {
            world.state.devices.distance_sensors[index].renew_rays();
        }
        read_again::<Self>(world, index)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let row = &world.model.devices.distance_sensors[index];
        let found = match row.kind {
            DistanceKind::InfraRed => world.infra_red_distance(index),
            _ => row.distance(&world.state.devices.distance_sensors[index].met),
        };
        let (model, state) = (&*world.model, &mut world.state);
        let row = &model.devices.distance_sensors[index];
        let reading = if row.table.rows().is_empty() {
            0.0
        } else {
            rounded(row.table.read(found, &mut state.random), row.resolution)
        };
        let own = &mut state.devices.distance_sensors[index];
        own.is_looking = false;
        own.measurement.take(Reading::Number(reading), state.clock);
    }

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            ..StepWork::default()
        }
    }

    /// A sensor with power takes its rays along in a step that makes it due. One that becomes
    /// due without that (its power comes back in this step, or the simulation is reset) reads
    /// what the rays met where they were left, as in the genuine simulator.
    fn before_physics(world: &mut World, index: Self::Index) {
        let step = world.model.settings.basic_time_step;
        let robot = world.model.devices.distance_sensors[index].mount.robot;
        let state = &mut world.state;
        let own = &mut state.devices.distance_sensors[index];
        own.is_looking = state.robots[robot].is_powered
            && own.measurement.sampling.will_be_due(state.clock, step);
        if own.is_looking {
            own.met.clear();
        }
    }

    fn observe(world: &mut World) {
        world.cast_distance_rays();
    }
}

impl World {
    /// Casts the rays of distance sensors, each into its own place, so that the
    /// number of threads changes nothing. Rays of a sensor that is not to be due stay where
    /// they are, but meet what moves there.
    fn cast_distance_rays(&mut self) {
        let (mut has_rays, mut has_infra_red) = (false, false);
        let rows = &self.model.devices.distance_sensors;
        for (row, state) in rows.iter().zip(&mut self.state.devices.distance_sensors) {
            if row.kind == DistanceKind::InfraRed {
                has_infra_red |= state.is_looking;
                continue;
            }
            if state.is_looking {
                state.rays_at = Some(self.state.poses[row.mount.place]);
            }
            has_rays |= state.measurement.sampling.period != 0;
        }
        if has_rays {
            self.prepare_rays();
        }
        if has_infra_red {
            self.prepare_visuals();
            self.rays.infra_red_at = Some(self.state.moves.count());
        }
        if !has_rays && !has_infra_red {
            return;
        }
        let model = &*self.model;
        let view = SensorView {
            model,
            poses: &self.state.poses,
            caster: &self.rays.caster,
            visuals: self.rays.visuals.as_ref(),
            inks: &self.state.inks,
            visible: &self.pictures.visible,
        };
        let look = |(rows, states): (&[DistanceSensor], &mut [DistanceSensorState])| {
            for (row, state) in rows.iter().zip(states) {
                view.look(row, state);
            }
        };
        let states = self.state.devices.distance_sensors.chunks_mut(SHARE);
        let pieces = model.devices.distance_sensors.chunks(SHARE).zip(states);
        match &self.threads {
            Some(threads) if model.devices.distance_sensors.len() >= WORTH_THREADS => {
                threads.for_each_piece(pieces, look)
            }
            _ => pieces.for_each(look),
        }
    }

    /// Rays meet what is there after a reset; they are still where they were before it.
    pub(crate) fn cast_distance_rays_again(&mut self) {
        for state in &mut self.state.devices.distance_sensors {
            state.is_looking = false;
        }
        self.cast_distance_rays();
    }

    /// What a sensor of infra-red light sees now, before its table.
    fn infra_red_distance(&mut self, sensor: DistanceSensorIndex) -> f64 {
        let state = &self.state.devices.distance_sensors[sensor];
        if state.is_looking && self.rays.infra_red_at == Some(self.state.moves.count()) {
            return state.found;
        }
        self.prepare_visuals();
        let row = &self.model.devices.distance_sensors[sensor];
        let view = SensorView {
            model: &self.model,
            poses: &self.state.poses,
            caster: &self.rays.caster,
            visuals: self.rays.visuals.as_ref(),
            inks: &self.state.inks,
            visible: &self.pictures.visible,
        };
        view.infra_red(row)
    }

    /// Brings the tree of what can be seen up to date, at most once for all
    /// sensors of a step.
    fn prepare_visuals(&mut self) {
        if !self.state.inks.is_empty() {
            self.update_visible_scene();
        }
        let (model, poses) = (&self.model, &self.state.poses);
        let pose_of = |visual: &Visual| visual.place.map_or(Pose::IDENTITY, |place| poses[place]);
        let now = self.state.moves.count();
        match &mut self.rays.visuals {
            None => {
                let poses = model.visuals.iter().map(pose_of).collect();
                self.rays.visuals = Some(Caster::new(&model.visuals, poses));
            }
            Some(caster) if self.rays.visuals_at != now => {
                for (at, visual) in model.visuals.iter().enumerate() {
                    caster.put(visual, at, pose_of(visual));
                }
                caster.refit();
            }
            Some(_) => {}
        }
        self.rays.visuals_at = now;
    }
}

/// What distance sensors look at.
struct SensorView<'a> {
    model: &'a Model,
    poses: &'a Table<PoseIndex, Pose>,
    caster: &'a Caster,
    /// For infra-red light; there when it is needed.
    visuals: Option<&'a Caster>,
    /// What pens painted, and the shapes that it is on.
    inks: &'a BTreeMap<NodeId, Ink>,
    visible: &'a VisibleWorld,
}

impl SensorView<'_> {
    /// What the rays of a distance sensor meet.
    fn look(&self, row: &DistanceSensor, state: &mut DistanceSensorState) {
        if row.kind == DistanceKind::InfraRed {
            if state.is_looking {
                state.found = self.infra_red(row);
            }
        } else if state.measurement.sampling.period != 0 {
            state.met.resize(row.rays.len(), Met::NOTHING);
            self.cast(row, state.rays_at, &mut state.met);
        }
    }

    /// Casts rays. Those that were never put where the sensor is go up from the
    /// origin of the world.
    fn cast(&self, row: &DistanceSensor, from: Option<Pose>, met: &mut [Met]) {
        let has_self_collision = self.model.robots[row.mount.robot].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(row.mount.robot));
        for ((direction, _), met) in row.rays.iter().zip(met) {
            let ray = Ray {
                origin: from.map_or(Vector::ZERO, |pose| pose.translation),
                direction: from.map_or(Vector::Z, |pose| pose.rotation * *direction),
                length: row.range(),
            };
            let any = |_: u32, _: &Hit| true;
            let found = self
                .caster
                .nearest(&self.model.colliders, &ray, any, passes);
            if let Some((_, hit)) = found
                && hit.distance < met.distance
            {
                *met = Met {
                    distance: hit.distance,
                    echoes: echoes(&ray, &hit),
                };
            }
        }
    }

    /// The red of the ink where a ray meets a Shape, and its density.
    fn ink_at(&self, ray: &Ray) -> [f64; 2] {
        let at_hit = || {
            let (origin, way) = (ray.origin.to_array(), ray.direction.to_array());
            let hit = self.visible.surface_hit(origin, way, ray.length)?;
            let ink = self.inks.get(&self.model.shapes[hit.shape].node)?;
            let ([red, ..], density) = ink.at(hit.place);
            Some([f64::from(red), f64::from(density)])
        };
        let ink = (!self.inks.is_empty()).then(at_hit).flatten();
        ink.unwrap_or_default()
    }

    /// What infra-red light shows: darker things seem farther.
    fn infra_red(&self, row: &DistanceSensor) -> f64 {
        let range = row.range();
        let pose = &self.poses[row.mount.place.at()];
        let (mut distance, mut reflection) = (0.0, 0.0);
        for (direction, weight) in &row.rays {
            let ray = Ray {
                origin: pose.translation,
                direction: pose.rotation * *direction,
                length: range,
            };
            let all = PassesThrough(None);
            let found = self
                .visuals
                .and_then(|visuals| visuals.nearest(&self.model.visuals, &ray, |_, _| true, all));
            let (far, gives) = found.map_or((range, 1.0), |(at, hit)| {
                let visual = &self.model.visuals[at as usize];
                let pose = match visual.place {
                    Some(place) => self.poses[place.at()],
                    None => Pose::IDENTITY,
                };
                (
                    hit.distance,
                    visual.reflection(&pose, &ray, &hit, self.ink_at(&ray)),
                )
            });
            distance += weight * far;
            reflection += weight * gives;
        }
        distance + (distance / reflection - distance) * row.red_sensitivity
    }
}

/// Whether a surface throws sound back to where it came from.
fn echoes(ray: &Ray, hit: &Hit) -> bool {
    let cosine = -ray.direction.dot(hit.normal);
    acos(cosine.clamp(-1.0, 1.0)) < ECHO_ANGLE
}

/// The directions of rays in a cone about x, and their weights.
fn rays(count: usize, aperture: f64, width: f64) -> Vec<(Vector, f64)> {
    let half = aperture * 0.5;
    // a ray at an angle from the axis, at an angle around it
    let ray = |polar: f64, around: f64| {
        let sine = sin(polar);
        Vector::new(cos(polar), sine * cos(around), sine * sin(around))
    };
    let circle = |count: usize, part: f64| {
        // from the top on
        (0..count).map(move |at| ray(half * part, TAU / 4.0 + at as f64 * TAU / count as f64))
    };
    let directions: Vec<Vector> = match count {
        1 => vec![ray(0.0, 0.0)],
        2 => vec![ray(half, 0.0), ray(half, TAU / 2.0)],
        3 => circle(3, 1.0).collect(),
        4..=8 => std::iter::once(ray(0.0, 0.0))
            .chain(circle(count - 1, 1.0))
            .collect(),
        9 => circle(3, 0.3).chain(circle(6, 1.0)).collect(),
        10 => std::iter::once(ray(0.0, 0.0))
            .chain(circle(3, 0.5))
            .chain(circle(6, 1.0))
            .collect(),
        _ => orbits(count)
            .into_iter()
            .flat_map(|(count, part)| circle(count, part))
            .collect(),
    };
    let weight = |polar: f64| {
        let part = polar / (aperture * width);
        exp(-part * part)
    };
    let weights: Vec<f64> = directions
        .iter()
        .map(|direction| match count {
            1 => 1.0,
            // rays that go round more than half a turn are that much nearer again
            _ => weight(acos(direction.x)),
        })
        .collect();
    let total: f64 = weights.iter().sum();
    directions
        .into_iter()
        .zip(weights)
        .map(|(direction, weight)| (direction, weight / total))
        .collect()
}

/// How many rays on which orbit, from the inside out: 1, 4, 7 and so on, the rest outside.
fn orbits(count: usize) -> Vec<(usize, f64)> {
    let mut sizes = Vec::new();
    let (mut left, mut next) = (count, 1);
    while left > 0 {
        let here = next.min(left);
        sizes.push(here);
        left -= here;
        next += 3;
    }
    let last = (sizes.len() - 1).max(1) as f64;
    sizes
        .into_iter()
        .enumerate()
        .map(|(at, size)| (size, at as f64 / last))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_and_directions_have_length_one() {
        for count in 1..40 {
            let rays = rays(count, 1.0, 1.0);
            assert_eq!(rays.len(), count);
            let total: f64 = rays.iter().map(|(_, weight)| weight).sum();
            assert!((total - 1.0).abs() < 1e-12);
            assert!(
                rays.iter()
                    .all(|(direction, _)| (direction.length() - 1.0).abs() < 1e-12)
            );
        }
    }
}
