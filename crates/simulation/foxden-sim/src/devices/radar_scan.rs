//! Radars of a running world.

use crate::bodies::is_below;
use crate::controller::RadarTarget;
use crate::devices::radar::{Radar, Reflector, level};
use crate::math::{Pose, Vector, acos};
use crate::model::{PlaceIndex, RadarIndex, SolidIndex};
use crate::spatial::frustum::{Frustum, Seen, projected};
use crate::spatial::rays::caster::PassesThrough;
use crate::spatial::rays::{Hit, Ray};
use crate::world::World;

impl World {
    /// A radar before physics: what it saw is gone; one that sees no hidden
    /// targets looks during a step that makes it due.
    pub(crate) fn scan(&mut self, radar: RadarIndex) {
        let row = &self.model.radars[radar.at()];
        let is_powered = self.state.robots[row.mount.robot.at()].is_powered;
        let (clock, step) = (self.state.clock, self.model.settings.basic_time_step);
        let state = &mut self.state.radars[radar.at()];
        state.targets.clear();
        state.is_looking =
            row.has_occlusion && is_powered && state.sampling.will_be_due(clock, step);
    }

    /// Radars that see no hidden targets look for them.
    pub(crate) fn cast_radar_rays(&mut self) {
        for at in 0..self.model.radars.len() {
            if self.state.radars[at].is_looking {
                self.prepare_rays();
                let found = self.visible_targets(RadarIndex::new(at));
                self.state.radars[at].targets = found;
            }
        }
    }

    /// A new sample of a radar that is due.
    pub(crate) fn refresh_radar(&mut self, radar: RadarIndex) {
        let model = self.model.clone();
        let row = &model.radars[radar.at()];
        if !row.has_occlusion {
            self.state.radars[radar.at()].targets = self.visible_targets(radar);
        }
        let mut targets = std::mem::take(&mut self.state.radars[radar.at()].targets);
        row.merge(&mut targets);
        for target in &mut targets {
            target.power = level(target.power);
        }
        let others = model.reflectors.iter().map(|reflector| reflector.solid);
        let before = others
            .filter(|solid| *solid != row.mount.solid)
            .map(|solid| {
                let solid = &model.solids[solid.at()];
                (solid.node, self.state.poses[solid.place.at()].translation)
            });
        let before = before.collect();
        let position = self.state.poses[row.mount.place.at()].translation;
        let clock = self.state.clock;
        let state = &mut self.state.radars[radar.at()];
        state.targets = targets;
        state.before = before;
        state.position_before = position;
        state.elapsed = state.sampling.elapsed(clock);
        state.sampling.refresh(clock);
    }

    /// The targets in the field of view that stand behind nothing.
    fn visible_targets(&mut self, radar: RadarIndex) -> Vec<RadarTarget> {
        let model = self.model.clone();
        let row = &model.radars[radar.at()];
        let pose = self.state.poses[row.mount.place.at()];
        let frustum = Frustum::new(pose, row.field_of_view, row.max_range);
        let mut targets = Vec::new();
        for reflector in &model.reflectors {
            if reflector.solid == row.mount.solid {
                continue;
            }
            let Some(seen) = self.seen(&frustum, reflector.solid) else {
                continue;
            };
            if seen.centre.length() > row.max_range + seen.size.x / 2.0 {
                continue;
            }
            let Some(target) = self.measure(radar, row, &pose, reflector, &seen) else {
                continue;
            };
            if !row.has_occlusion || !self.is_hidden(row, &pose, reflector.solid, &seen) {
                targets.push(target);
            }
        }
        targets
    }

    /// What a frustum holds of a solid and of those in it.
    fn seen(&self, frustum: &Frustum, solid: SolidIndex) -> Option<Seen> {
        let mut found = None;
        self.add_seen(frustum, solid, &mut found);
        found
    }

    fn add_seen(&self, frustum: &Frustum, solid: SolidIndex, found: &mut Option<Seen>) {
        let model = &self.model;
        let own = model.colliders.iter().filter(|row| row.solid == solid);
        for collider in own.clone() {
            let pose = self.state.poses[collider.place.at()].then(&collider.pose);
            if let Some(seen) = frustum.shape(&collider.shape, &pose) {
                *found = Some(found.map_or(seen, |sum| sum.with(&seen)));
            }
        }
        let place = model.solids[solid.at()].place;
        let is_inside = |other: PlaceIndex| is_below(model, other, place);
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
    fn bounding_ball(&self, place: PlaceIndex) -> (Vector, f64) {
        let own = self.state.poses[place.at()].translation;
        let mut ball: Option<(Vector, f64)> = None;
        for visual in &self.model.visuals {
            let Some(at) = visual.place else { continue };
            if !is_below(&self.model, at, place) {
                continue;
            }
            let centre = self.state.poses[at.at()].translation;
            let other = (centre, visual.form.reach());
            ball = Some(ball.map_or(other, |ball| enclose(ball, other)));
        }
        ball.unwrap_or((own, 0.0))
    }

    /// Distance, power, speed and direction of a target; none if it is too
    /// near, too faint or of a speed that the radar leaves out.
    fn measure(
        &mut self,
        radar: RadarIndex,
        row: &Radar,
        pose: &Pose,
        reflector: &Reflector,
        seen: &Seen,
    ) -> Option<RadarTarget> {
        let random = &mut self.state.random;
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
        let solid = &self.model.solids[reflector.solid.at()];
        let position = self.state.poses[solid.place.at()].translation;
        let state = &self.state.radars[radar.at()];
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
        let flat = projected(way, pose.rotation.column(2)).normalized();
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

    /// Whether something stands before a target.
    fn is_hidden(&self, row: &Radar, pose: &Pose, target: SolidIndex, seen: &Seen) -> bool {
        let model = &self.model;
        let place = model.solids[target.at()].place;
        let way = self.state.poses[place.at()].translation - pose.translation;
        let ray = Ray {
            origin: pose.translation,
            direction: way.normalized(),
            length: way.length(),
        };
        let has_self_collision = model.robots[row.mount.robot.at()].has_self_collision;
        let passes = PassesThrough((!has_self_collision).then_some(row.mount.robot));
        let counts = |at: u32, _: &Hit| {
            let solid = model.colliders[at as usize].solid;
            solid != target && model.solids[solid.at()].parent != Some(target)
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
