//! Sensors of a running world: what each measures when it is due.

use crate::controller::Reading;
use crate::devices::distance_sensor::{DistanceKind, DistanceSensor};
use crate::devices::inertial_unit::{from_euler, quaternion, without_axes};
use crate::devices::lookup::{NO_RESOLUTION, rounded};
use crate::devices::sensor::{AxisSensor, Gps, Sensor, SensorKind, SensorState, TouchKind};
use crate::light::illumination::{SHARE, WORTH_THREADS};
use crate::math::{Pose, Vector, acos, pow};
use crate::model::{Model, NodeRow, SensorIndex, SolidIndex, Visual};
use crate::spatial::rays::caster::{Caster, PassesThrough};
use crate::spatial::rays::{Hit, Ray};
use crate::world::World;
use crate::world::events::Event;

/// How far from straight on a surface still throws sound back: an eighth of a
/// half turn, with the digits of the genuine program.
#[expect(clippy::approx_constant)]
const ECHO_ANGLE: f64 = 0.392699082;

impl World {
    /// A sensor with rays asks for them in a step that makes it due.
    pub(crate) fn look_around(&mut self, sensor: SensorIndex) {
        let step = self.model.settings.basic_time_step;
        let row = &mut self.state.sensors[sensor.at()];
        row.is_looking = row.sampling.will_be_due(self.state.clock, step);
    }

    /// Casts the rays of distance sensors, each into its own place, so that the
    /// number of threads changes nothing; and looks what touches touch sensors.
    pub(crate) fn cast_distance_rays(&mut self) {
        self.feel_touches();
        let model = self.model.clone();
        let (mut has_rays, mut has_infra_red) = (false, false);
        for (row, state) in model.sensors.iter().zip(&self.state.sensors) {
            if let (SensorKind::Distance(sensor), true) = (&row.kind, state.is_looking) {
                let is_infra_red = sensor.kind == DistanceKind::InfraRed;
                has_infra_red |= is_infra_red;
                has_rays |= !is_infra_red;
            }
        }
        if has_rays {
            self.prepare_rays();
        }
        if has_infra_red {
            self.prepare_visuals();
        }
        if !has_rays && !has_infra_red {
            return;
        }
        let view = View {
            model: &model,
            poses: &self.state.poses,
            caster: &self.rays.caster,
            visuals: self.rays.visuals.as_ref(),
        };
        let look = |(rows, states): (&[Sensor], &mut [SensorState])| {
            for (row, state) in rows.iter().zip(states) {
                if let (SensorKind::Distance(sensor), true) = (&row.kind, state.is_looking) {
                    state.found = view.distance(row, sensor);
                }
            }
        };
        let states = self.state.sensors.chunks_mut(SHARE);
        let pieces = model.sensors.chunks(SHARE).zip(states);
        match &self.threads {
            Some(threads) if model.sensors.len() >= WORTH_THREADS => {
                threads.for_each_piece(pieces, look)
            }
            _ => pieces.for_each(look),
        }
    }

    /// Tells touch sensors what they touch.
    pub(crate) fn feel_touches(&mut self) {
        let bodies = &self.state.bodies;
        for contact in bodies.dynamics.contacts() {
            for shape in contact.shapes {
                let Some(at) = bodies.collider(shape) else {
                    continue;
                };
                let solid = &self.model.solids[self.model.colliders[at].solid.at()];
                if solid.is_touch_sensor
                    && let Some(NodeRow::Sensor(sensor)) = self.model.things.get(&solid.node)
                {
                    self.state.sensors[sensor.at()].found = 1.0;
                }
            }
        }
    }

    /// What a distance sensor sees now, before its table.
    fn distance_now(&mut self, sensor: SensorIndex, row: &DistanceSensor) -> f64 {
        match row.kind {
            DistanceKind::InfraRed => self.prepare_visuals(),
            _ => self.prepare_rays(),
        }
        let view = View {
            model: &self.model,
            poses: &self.state.poses,
            caster: &self.rays.caster,
            visuals: self.rays.visuals.as_ref(),
        };
        view.distance(&self.model.sensors[sensor.at()], row)
    }

    /// Brings the tree of what can be seen up to date, at most once for all
    /// sensors of a step.
    fn prepare_visuals(&mut self) {
        let (model, poses) = (&self.model, &self.state.poses);
        let pose_of = |visual: &Visual| {
            visual
                .place
                .map_or(Pose::IDENTITY, |place| poses[place.at()])
        };
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

    /// A new value for a sensor that is due.
    pub(crate) fn refresh_sensor(&mut self, sensor: SensorIndex) {
        let at = sensor.at();
        let model = self.model.clone();
        let row = &model.sensors[at];
        let pose = self.state.poses[row.mount.place.at()];
        let reading = match &row.kind {
            SensorKind::Altimeter { accuracy } => {
                let mut height =
                    model.settings.up.dot(pose.translation) + model.settings.altitude();
                if *accuracy != 0.0 {
                    height += accuracy * self.state.random.gaussian();
                }
                Some(Reading::Number(rounded(height, row.resolution)))
            }
            SensorKind::Compass(compass) => {
                let north = (pose.rotation.transposed() * model.settings.north).normalized();
                Some(self.along_axes(compass, north, row.resolution))
            }
            SensorKind::Gyro(gyro) => match self.body_velocity(row.mount.solid, pose.translation) {
                Some((_, turning)) => {
                    let turning = pose.rotation.transposed() * turning;
                    Some(self.along_axes(gyro, turning, row.resolution))
                }
                None => {
                    self.reports.tell_once(row.node, Event::NeedsPhysics);
                    Some(Reading::Vector([0.0; 3]))
                }
            },
            SensorKind::Accelerometer(accelerometer) => {
                self.acceleration(sensor, accelerometer, &pose)
            }
            SensorKind::Gps(gps) => Some(self.fix(sensor, gps, &pose)),
            SensorKind::InertialUnit { noise, axes } => {
                Some(self.attitude(&pose, *noise, *axes, row.resolution))
            }
            SensorKind::Distance(distance) => {
                let was_looking = std::mem::take(&mut self.state.sensors[at].is_looking);
                let found = if was_looking {
                    self.state.sensors[at].found
                } else {
                    self.distance_now(sensor, distance)
                };
                let value = if distance.table.rows().is_empty() {
                    0.0
                } else {
                    distance.table.read(found, &mut self.state.random)
                };
                Some(Reading::Number(rounded(value, row.resolution)))
            }
            SensorKind::Touch(kind, table) => Some(self.touch(sensor, *kind, table, &pose)),
        };
        let clock = self.state.clock;
        let state = &mut self.state.sensors[at];
        if let Some(reading) = reading {
            state.reading = reading;
        }
        state.sampling.refresh(clock);
    }

    fn along_axes(&mut self, sensor: &AxisSensor, measured: Vector, resolution: f64) -> Reading {
        let mut values = [f64::NAN; 3];
        for (axis, value) in values.iter_mut().enumerate() {
            if sensor.axes[axis] {
                let read = sensor.table.read(measured[axis], &mut self.state.random);
                *value = rounded(read, resolution);
            }
        }
        Reading::Vector(values)
    }

    /// How a point of a sensor's body moves, and how the body turns: its own body,
    /// or that of the solid right above.
    fn body_velocity(&self, solid: SolidIndex, point: Vector) -> Option<(Vector, Vector)> {
        let bodies = &self.state.bodies;
        let above = self.model.solids[solid.at()].parent;
        let id = bodies
            .own_body(&self.model, solid)
            .or_else(|| bodies.of_solid[above?.at()])?;
        let body = self.state.bodies.dynamics.body(id)?;
        let (linear, angular) = (body.linear_velocity(), body.angular_velocity());
        let arm = point - body.centre();
        Some((linear + angular.cross(arm), angular))
    }

    fn acceleration(
        &mut self,
        sensor: SensorIndex,
        accelerometer: &AxisSensor,
        pose: &Pose,
    ) -> Option<Reading> {
        let row = &self.model.sensors[sensor.at()];
        let (solid, node, resolution) = (row.mount.solid, row.node, row.resolution);
        let Some((velocity, _)) = self.body_velocity(solid, pose.translation) else {
            self.reports.tell_once(node, Event::NeedsPhysics);
            return Some(Reading::Vector([f64::NAN; 3]));
        };
        let clock = self.state.clock;
        let state = &mut self.state.sensors[sensor.at()];
        let seconds = state.sampling.elapsed(clock) / 1000.0;
        let old = state.before.replace(velocity).unwrap_or(Vector::ZERO);
        let felt = (velocity - old) * (1.0 / seconds) - self.model.settings.gravity;
        let felt = pose.rotation.transposed() * felt;
        Some(self.along_axes(accelerometer, felt, resolution))
    }

    fn fix(&mut self, sensor: SensorIndex, gps: &Gps, pose: &Pose) -> Reading {
        let row = &self.model.sensors[sensor.at()];
        let (solid, resolution) = (row.mount.solid, row.resolution);
        let clock = self.state.clock;
        let exact = pose.translation;
        let state = &mut self.state.sensors[sensor.at()];
        let seconds = state.sampling.elapsed(clock) / 1000.0;
        let before = state.before.replace(exact);
        let settings = &self.model.settings;
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
        if gps.accuracy != 0.0 {
            let kept = if gps.correlation == 0.0 {
                0.0
            } else {
                pow(gps.correlation, seconds)
            };
            for axis in 0..3 {
                let fresh = (1.0 - kept * kept).sqrt() * self.state.random.gaussian();
                self.state.gps_noise[axis] = kept * self.state.gps_noise[axis] + fresh;
                position[axis] += gps.accuracy * self.state.gps_noise[axis];
            }
        }
        for axis in 0..3 {
            position[axis] = rounded(position[axis], resolution);
        }
        if let Some(zone) = zone {
            let (latitude, longitude) = zone.sphere(north.dot(position), east.dot(position));
            position = Vector::new(latitude, longitude, up.dot(position));
        }
        let velocity = match self.body_velocity(solid, pose.translation) {
            Some((velocity, _)) => velocity,
            None => before.map_or(Vector::new(f64::NAN, f64::NAN, f64::NAN), |old| {
                (exact - old) * (1.0 / seconds)
            }),
        };
        let mut speed = velocity.length();
        if gps.speed_noise > 0.0 {
            speed *= 1.0 + gps.speed_noise * self.state.random.gaussian();
        }
        Reading::Fix {
            position: position.to_array(),
            speed: rounded(speed, gps.speed_resolution),
            velocity: velocity.to_array(),
        }
    }

    fn attitude(&mut self, pose: &Pose, noise: f64, axes: [bool; 3], resolution: f64) -> Reading {
        let mut rotation = pose.rotation;
        if noise != 0.0 {
            // the genuine simulator draws the angle about z first, that about x last
            let [yaw, pitch, roll] = std::array::from_fn(|_| {
                noise * std::f64::consts::PI * self.state.random.gaussian()
            });
            rotation = rotation * from_euler(roll, pitch, yaw);
        }
        let turned = quaternion(&without_axes(rotation, axes));
        let parts = [turned.v.x, turned.v.y, turned.v.z, turned.w];
        Reading::Attitude(parts.map(|part| rounded(part, resolution)))
    }

    fn touch(
        &mut self,
        sensor: SensorIndex,
        kind: TouchKind,
        table: &crate::devices::lookup::LookupTable,
        pose: &Pose,
    ) -> Reading {
        let row = &self.model.sensors[sensor.at()];
        let (solid, resolution) = (row.mount.solid, row.resolution);
        if kind == TouchKind::Bumper {
            return Reading::Number(std::mem::take(&mut self.state.sensors[sensor.at()].found));
        }
        let bodies = &self.state.bodies;
        let joint = bodies.fixed[solid.at()].and_then(|joint| bodies.dynamics.joint(joint));
        // without a joint there is no force, and the resolution does not count
        let (force, resolution) = joint.map_or((Vector::ZERO, NO_RESOLUTION), |joint| {
            let reaction = joint.reaction();
            // on what the sensor is joined to, or on the sensor itself where
            // that is the static environment
            let force = match joint.parent() {
                Some(_) => reaction.parent_force,
                None => reaction.end_force,
            };
            (force, resolution)
        });
        let felt = pose.rotation.transposed() * force;
        let mut read = |value: f64| rounded(table.read(value, &mut self.state.random), resolution);
        match kind {
            TouchKind::Force3d => Reading::Vector([read(felt.x), read(felt.y), read(felt.z)]),
            _ => Reading::Number(read((-felt.x).max(0.0))),
        }
    }
}

/// What distance sensors look at.
struct View<'a> {
    model: &'a Model,
    poses: &'a [Pose],
    caster: &'a Caster,
    /// For infra-red light; there when it is needed.
    visuals: Option<&'a Caster>,
}

impl View<'_> {
    /// What a distance sensor sees, before its table.
    fn distance(&self, place: &Sensor, row: &DistanceSensor) -> f64 {
        let pose = &self.poses[place.mount.place.at()];
        let has_self_collision = self.model.robots[place.mount.robot.at()].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(place.mount.robot));
        match (row.kind, self.visuals) {
            (DistanceKind::InfraRed, Some(visuals)) => self.infra_red(visuals, pose, row),
            _ => self.plain(pose, row, passes),
        }
    }

    fn plain(&self, pose: &Pose, row: &DistanceSensor, passes: PassesThrough) -> f64 {
        let range = row.range();
        let mut sum = 0.0;
        let mut nearest = range;
        for (direction, weight) in &row.rays {
            let ray = Ray {
                origin: pose.translation,
                direction: pose.rotation * *direction,
                length: range,
            };
            let any = |_: u32, _: &Hit| true;
            let found = self
                .caster
                .nearest(&self.model.colliders, &ray, any, passes);
            let distance = found.map_or(range, |(_, hit)| hit.distance);
            sum += weight * distance;
            if found.is_some_and(|(_, hit)| echoes(&ray, &hit)) {
                nearest = nearest.min(distance);
            }
        }
        match row.kind {
            DistanceKind::Sonar => nearest,
            _ => sum,
        }
    }

    /// What infra-red light shows: darker things seem farther.
    fn infra_red(&self, visuals: &Caster, pose: &Pose, row: &DistanceSensor) -> f64 {
        let range = row.range();
        let (mut distance, mut reflection) = (0.0, 0.0);
        for (direction, weight) in &row.rays {
            let ray = Ray {
                origin: pose.translation,
                direction: pose.rotation * *direction,
                length: range,
            };
            let all = PassesThrough(None);
            let found = visuals.nearest(&self.model.visuals, &ray, |_, _| true, all);
            let (far, gives) = found.map_or((range, 1.0), |(at, hit)| {
                let visual = &self.model.visuals[at as usize];
                let pose = match visual.place {
                    Some(place) => self.poses[place.at()],
                    None => Pose::IDENTITY,
                };
                (hit.distance, visual.reflection(&pose, &ray, &hit))
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
