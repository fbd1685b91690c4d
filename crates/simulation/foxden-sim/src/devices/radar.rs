//! Radars: which targets around them they detect, and what they measure of them.

use crate::bodies::is_below;
use crate::controller::RadarTarget;
use crate::controller::{Command, Reading};
use crate::devices::Mount;
use crate::devices::table::RadarIndex;
use crate::devices::{
    Device, DeviceAnswer, Renumbering, Sampling, StepWork, enable, read_again, restart,
};
use crate::math::{Pose, Vector, acos, log10, pow};
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::model::{PoseIndex, RowIndex, SolidIndex};
use crate::spatial::frustum::{Frustum, Seen, projected};
use crate::spatial::rays::caster::PassesThrough;
use crate::spatial::rays::{Hit, Ray};
use crate::state::random::Random;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::FieldRef;
use foxden_scene::{NodeId, Scene};
use foxden_vision::VisionRules;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// In metres per second.
const SPEED_OF_LIGHT: f64 = 299_792_458.0;
/// A milliwatt, to which levels in dBm relate.
const MILLIWATT: f64 = 0.001;

/// A Radar.
#[derive(Clone, Debug)]
pub(crate) struct Radar {
    pub(crate) mount: Mount,
    pub(crate) min_range: f64,
    pub(crate) max_range: f64,
    /// The angles that it sees sideways and up and down.
    pub(crate) field_of_view: [f64; 2],
    pub(crate) min_absolute_radial_speed: f64,
    pub(crate) min_radial_speed: f64,
    pub(crate) max_radial_speed: f64,
    pub(crate) cell_distance: f64,
    pub(crate) cell_speed: f64,
    pub(crate) range_noise: f64,
    pub(crate) speed_noise: f64,
    pub(crate) angular_noise: f64,
    pub(crate) has_occlusion: bool,
    /// What comes back of a cross section of 1 at 1 m, in watts.
    gain: f64,
    /// The least power that it notices, in watts.
    threshold: f64,
}

/// What may change about a radar while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RadarState {
    pub(crate) sampling: Sampling,
    pub(crate) targets: Vec<RadarTarget>,
    /// Whether targets were looked for during this step.
    pub(crate) is_looking: bool,
    /// Where targets were at the last sample.
    pub(crate) before: Vec<(NodeId, Vector)>,
    pub(crate) position_before: Vector,
    /// The time between the last two samples, in milliseconds.
    pub(crate) elapsed: f64,
}

/// A solid that sends something back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reflector {
    pub(crate) solid: SolidIndex,
    pub(crate) cross_section: f64,
}

impl Radar {
    /// What comes back, in watts, if it is enough to be noticed.
    pub(crate) fn received(&self, cross_section: f64, distance: f64) -> Option<f64> {
        let power = self.gain * cross_section / pow(distance, 4.0);
        (power >= self.threshold).then_some(power)
    }

    /// Whether a target that moves this fast away is shown. A speed that is
    /// no number passes, as in the genuine simulator.
    pub(crate) fn shows_speed(&self, speed: f64) -> bool {
        let is_limited = self.min_radial_speed != 0.0 || self.max_radial_speed != 0.0;
        let is_outside = speed < self.min_radial_speed || speed > self.max_radial_speed;
        let least = self.min_absolute_radial_speed;
        let is_too_slow = least > 0.0 && speed.abs() < least;
        !(is_limited && is_outside || is_too_slow)
    }

    /// Makes one target of those that a cell cannot tell apart, weighted by
    /// their powers.
    pub(crate) fn merge(&self, targets: &mut Vec<RadarTarget>) {
        if self.cell_distance <= 0.0 {
            return;
        }
        let mut at = 0;
        while at < targets.len() {
            let first = targets[at];
            let is_near = |other: &RadarTarget| {
                (first.distance - other.distance).abs() < self.cell_distance
                    && (self.cell_speed <= 0.0
                        || (first.speed - other.speed).abs() < self.cell_speed)
            };
            let merged: Vec<RadarTarget> =
                targets[at + 1..].iter().copied().filter(is_near).collect();
            if merged.is_empty() {
                at += 1;
                continue;
            }
            let all = || std::iter::once(&first).chain(&merged);
            let power: f64 = all().map(|target| target.power).sum();
            let mean = |value: fn(&RadarTarget) -> f64| {
                all()
                    .map(|target| value(target) * target.power)
                    .sum::<f64>()
                    / power
            };
            let sum = RadarTarget {
                distance: mean(|target| target.distance),
                power,
                speed: mean(|target| target.speed),
                azimuth: mean(|target| target.azimuth),
            };
            let tail = targets.split_off(at + 1);
            targets[at] = sum;
            targets.extend(tail.into_iter().filter(|other| !is_near(other)));
        }
    }
}

impl Device for Radar {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Radar];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let number = |name: &str| read::number(scene, node, name);
        let watts = |name: &str| MILLIWATT * pow(10.0, number(name) / 10.0);
        let antenna = pow(10.0, number("antennaGain") / 10.0);
        let wavelength = SPEED_OF_LIGHT / (number("frequency") * 1e9);
        Some(Self {
            mount,
            min_range: number("minRange"),
            max_range: number("maxRange"),
            field_of_view: [
                number("horizontalFieldOfView"),
                number("verticalFieldOfView"),
            ],
            min_absolute_radial_speed: number("minAbsoluteRadialSpeed"),
            min_radial_speed: number("minRadialSpeed"),
            max_radial_speed: number("maxRadialSpeed"),
            cell_distance: number("cellDistance"),
            cell_speed: number("cellSpeed"),
            range_noise: number("rangeNoise"),
            speed_noise: number("speedNoise"),
            angular_noise: number("angularNoise"),
            has_occlusion: read::flag(scene, node, "occlusion"),
            gain: watts("transmittedPower") * antenna * antenna * wavelength * wavelength
                / pow(4.0 * PI, 3.0),
            threshold: watts("minDetectableSignal"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        RadarState {
            sampling: Sampling::OFF,
            targets: Vec::new(),
            is_looking: false,
            before: Vec::new(),
            position_before: Vector::ZERO,
            elapsed: 0.0,
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        read_again::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        enable::<Self>(world, index, &command);
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        world.refresh_radar(index);
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        let own = &mut world.state.devices.radars[index];
        if std::mem::take(&mut own.sampling.is_pending) {
            answer.push(Reading::Targets(own.targets.clone()));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
    }

    fn restore(world: &mut World, index: Self::Index) {
        let own = &mut world.state.devices.radars[index];
        own.targets.clear();
        own.before.clear();
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            ..StepWork::default()
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.scan(index);
    }

    fn observe(world: &mut World) {
        world.cast_radar_rays();
    }
}

impl World {
    /// A radar before physics: what it saw is gone; one that sees no hidden
    /// targets looks during a step that makes it due.
    pub(crate) fn scan(&mut self, radar: RadarIndex) {
        let row = &self.model.devices.radars[radar];
        let is_powered = self.state.robots[row.mount.robot].is_powered;
        let (clock, step) = (self.state.clock, self.model.settings.basic_time_step);
        let state = &mut self.state.devices.radars[radar];
        state.targets.clear();
        state.is_looking =
            row.has_occlusion && is_powered && state.sampling.will_be_due(clock, step);
    }

    /// Radars that see no hidden targets look for them.
    pub(crate) fn cast_radar_rays(&mut self) {
        for at in 0..self.model.devices.radars.len() {
            if self.state.devices.radars[at].is_looking {
                self.prepare_rays();
                let found = self.visible_targets(RadarIndex::new(at));
                self.state.devices.radars[at].targets = found;
            }
        }
    }

    /// A new sample of a radar that is due.
    pub(crate) fn refresh_radar(&mut self, radar: RadarIndex) {
        if !self.model.devices.radars[radar].has_occlusion {
            self.state.devices.radars[radar].targets = self.visible_targets(radar);
        }
        let model = &*self.model;
        let row = &model.devices.radars[radar];
        let mut targets = std::mem::take(&mut self.state.devices.radars[radar].targets);
        row.merge(&mut targets);
        for target in &mut targets {
            target.power = level(target.power);
        }
        let others = model.reflectors.iter().map(|reflector| reflector.solid);
        let before = others
            .filter(|solid| *solid != row.mount.solid)
            .map(|solid| {
                let solid = &model.solids[solid];
                (solid.node, self.state.poses[solid.place].translation)
            });
        let before = before.collect();
        let position = self.state.poses[row.mount.place].translation;
        let clock = self.state.clock;
        let state = &mut self.state.devices.radars[radar];
        state.targets = targets;
        state.before = before;
        state.position_before = position;
        state.elapsed = state.sampling.elapsed(clock);
        state.sampling.refresh(clock);
    }

    /// The targets in the field of view that are not occluded.
    fn visible_targets(&mut self, radar: RadarIndex) -> Vec<RadarTarget> {
        let mut random = self.state.random;
        let row = &self.model.devices.radars[radar];
        let pose = self.state.poses[row.mount.place];
        let frustum = Frustum::new(pose, row.field_of_view, row.max_range);
        let mut targets = Vec::new();
        for reflector in &self.model.reflectors {
            if reflector.solid == row.mount.solid {
                continue;
            }
            let Some(seen) = self.seen(&frustum, reflector.solid) else {
                continue;
            };
            if seen.centre.length() > row.max_range + seen.size.x / 2.0 {
                continue;
            }
            let target = self.measure(&mut random, radar, &pose, reflector, &seen);
            let Some(target) = target else {
                continue;
            };
            if !row.has_occlusion || !self.is_hidden(row, &pose, reflector.solid, &seen) {
                targets.push(target);
            }
        }
        self.state.random = random;
        targets
    }

    /// What a frustum holds of a solid and of those in it.
    pub(crate) fn seen(&self, frustum: &Frustum, solid: SolidIndex) -> Option<Seen> {
        let mut found = None;
        self.add_seen(frustum, solid, &mut found);
        found
    }

    fn add_seen(&self, frustum: &Frustum, solid: SolidIndex, found: &mut Option<Seen>) {
        let model = &self.model;
        let own = model.colliders.iter().filter(|row| row.solid == solid);
        for collider in own.clone() {
            let pose = self.state.poses[collider.place].then(&collider.pose);
            if let Some(seen) = frustum.collider(collider, &pose) {
                *found = Some(found.map_or(seen, |sum| sum.with(&seen)));
            }
        }
        let place = model.solids[solid].place;
        let is_inside = |other: PoseIndex| is_below(model, other, place);
        if found.is_none() && !model.colliders.iter().any(|row| is_inside(row.place)) {
            let (centre, radius) = self.bounding_ball(place);
            *found = frustum.ball(centre, radius);
        }
        for (at, other) in model.solids.iter().enumerate() {
            if other.parent == Some(solid) {
                self.add_seen(frustum, SolidIndex::new(at), found);
            }
        }
    }

    /// A ball around the shapes that can be seen at a place and below it.
    pub(crate) fn bounding_ball(&self, place: PoseIndex) -> (Vector, f64) {
        let own = self.state.poses[place].translation;
        let mut ball: Option<(Vector, f64)> = None;
        for visual in &self.model.visuals {
            let Some(at) = visual.place else { continue };
            if !is_below(&self.model, at, place) {
                continue;
            }
            let centre = self.state.poses[at].translation;
            let other = (centre, visual.form.reach());
            ball = Some(ball.map_or(other, |ball| enclose(ball, other)));
        }
        ball.unwrap_or((own, 0.0))
    }

    /// Distance, power, speed and direction of a target; none if it is too
    /// near, too faint or of a speed that the radar leaves out.
    fn measure(
        &self,
        random: &mut Random,
        radar: RadarIndex,
        pose: &Pose,
        reflector: &Reflector,
        seen: &Seen,
    ) -> Option<RadarTarget> {
        let row = &self.model.devices.radars[radar];
        let mut distance = seen.centre.length() + row.range_noise * random.gaussian();
        if distance < row.min_range - seen.size.x / 2.0 {
            return None;
        }
        if distance > row.max_range {
            distance = row.max_range;
        } else if distance < row.min_range {
            distance = row.min_range;
        }
        let power = row.received(reflector.cross_section, distance)?;
        let solid = &self.model.solids[reflector.solid];
        let position = self.state.poses[solid.place].translation;
        let state = &self.state.devices.radars[radar];
        let known = state.before.iter().find(|(node, _)| *node == solid.node);
        let before = known.map_or(Vector::ZERO, |(_, before)| *before);
        // nothing is known at the first sample: the speed is no number then
        let rate = 1000.0 / state.elapsed;
        let own_velocity = (pose.translation - state.position_before) * rate;
        let velocity = (position - before) * rate - own_velocity;
        let way = position - pose.translation;
        let speed = way.normalized().dot(velocity) + row.speed_noise * random.gaussian();
        if !row.shows_speed(speed) {
            return None;
        }
        let flat = projected(way, pose.rotation.column(2), VisionRules::Genuine).normalized();
        let axis = pose.rotation.column(0);
        let angle = acos((axis.dot(flat) / (axis.length() * flat.length())).clamp(-1.0, 1.0));
        let is_left = flat.dot(pose.rotation.column(1)) > 0.0;
        let most = row.field_of_view[0] / 2.0;
        let azimuth = if is_left { -angle } else { angle }.clamp(-most, most);
        Some(RadarTarget {
            distance,
            power,
            speed,
            azimuth: azimuth + row.angular_noise * random.gaussian(),
        })
    }

    /// Whether something occludes a target.
    fn is_hidden(&self, row: &Radar, pose: &Pose, target: SolidIndex, seen: &Seen) -> bool {
        let model = &self.model;
        let place = model.solids[target].place;
        let way = self.state.poses[place].translation - pose.translation;
        let ray = Ray {
            origin: pose.translation,
            direction: way.normalized(),
            length: way.length(),
        };
        let has_self_collision = model.robots[row.mount.robot].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(row.mount.robot));
        let counts = |at: u32, _: &Hit| {
            let solid = model.colliders[at as usize].solid;
            solid != target && model.solids[solid].parent != Some(target)
        };
        let nearest = self
            .rays
            .caster
            .nearest(&model.colliders, &ray, counts, passes);
        nearest.is_some_and(|(_, hit)| ray.length - hit.distance > 0.5 * seen.size.x)
    }
}

/// A ball around two.
fn enclose(one: (Vector, f64), two: (Vector, f64)) -> (Vector, f64) {
    let way = two.0 - one.0;
    let distance = way.length();
    if distance + two.1 <= one.1 {
        return one;
    }
    if distance + one.1 <= two.1 {
        return two;
    }
    let radius = (distance + one.1 + two.1) / 2.0;
    (one.0 + way * ((radius - one.1) / distance), radius)
}

/// A power in watts as a level in dBm.
pub(crate) fn level(power: f64) -> f64 {
    10.0 * log10(power / MILLIWATT)
}
