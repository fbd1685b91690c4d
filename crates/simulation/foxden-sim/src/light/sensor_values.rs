//! What light sensors measure while a world runs: which sensors are due, rays to the lights, the
//! sum over the lights, and the value.

use crate::devices::light_sensor::{LightSensor, LightSensorState};
use crate::devices::lookup::rounded;
use crate::devices::table::LightSensorIndex;
use crate::light::contribution::{Contribution, LightReceiver, LightSource, filtered};
use crate::math::{Pose, Vector};
use crate::model::{LightIndex, Model, PoseIndex, RowIndex, Table};
use crate::spatial::dirty_colliders::DirtyColliders;
use crate::spatial::rays::Ray;
use crate::spatial::rays::caster::{Caster, PassesThrough};
use crate::world::World;

/// The poses of all places.
type Poses = Table<PoseIndex, Pose>;

/// With fewer sensors than this, threads cost more than they bring.
pub(crate) const WORTH_THREADS: usize = 128;

/// How many sensors are looked after together: some microseconds of work.
pub(crate) const SHARE: usize = 64;

/// A light that is on, as rays of this step see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveLight {
    light: LightIndex,
    position: Vector,
    axis: Vector,
    color: [f64; 3],
}

/// A ray that was cast in a step with a reset, and what its light brings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastRay {
    light: LightIndex,
    /// None if it was blocked already, or needs no ray.
    ray: Option<Ray>,
    /// The factor of the colour of the light.
    factor: f64,
    /// The same if something is in the way.
    shaded: f64,
}

impl ActiveLight {
    /// What it brings to a sensor.
    #[inline]
    fn contribution(&self, model: &Model, receiver: &LightReceiver) -> Contribution {
        let source = LightSource {
            light: &model.lights[self.light],
            position: self.position,
            axis: self.axis,
        };
        Contribution::new(&source, receiver)
    }
}

/// The way from a sensor to a light.
#[inline]
fn ray_to_light(receiver: &LightReceiver, part: &Contribution) -> Ray {
    Ray {
        origin: receiver.position,
        direction: part.towards,
        length: part.distance,
    }
}

impl World {
    /// A sensor with power forgets what arrived before in a step that makes it due, and asks
    /// for rays if blocked light matters to it. One that becomes due without that (its power
    /// comes back in this step, or the simulation is reset) adds to what it has, as in the
    /// genuine simulator.
    #[inline]
    pub(crate) fn look_for_lights(&mut self, sensor: LightSensorIndex) {
        let step = self.model.settings.basic_time_step;
        let row = &self.model.devices.light_sensors[sensor];
        let state = &mut self.state.devices.light_sensors[sensor];
        let is_due = self.state.robots[row.mount.robot].is_powered
            && state.sampling.will_be_due(self.state.clock, step);
        state.is_looking = is_due && row.has_occlusion;
        if is_due {
            state.arrived = [0.0; 3];
        }
    }

    /// Remembers where lights are before bodies move: rays still aim there.
    pub(crate) fn hold_lights(&mut self) {
        self.rays.lit_at = None;
        self.rays.active_lights.clear();
        for at in 0..self.model.lights.len() {
            let light = LightIndex::new(at);
            if let Some(source) = self.source(light, self.light_position(light)) {
                let (position, axis) = (source.position, source.axis);
                self.rays.active_lights.push(ActiveLight {
                    light,
                    position,
                    axis,
                    color: self.state.lights[at].color,
                });
            }
        }
    }

    /// Casts the rays that sensors asked for, each into its own place, so that
    /// the number of threads changes nothing.
    pub(crate) fn cast_light_rays(&mut self) {
        let lights = self.model.lights.len();
        if lights == 0
            || !self
                .state
                .devices
                .light_sensors
                .iter()
                .any(|row| row.is_looking)
        {
            return;
        }
        self.prepare_rays();
        let model = &*self.model;
        let poses = &self.state.poses;
        let (caster, shining) = (&self.rays.caster, &self.rays.active_lights[..]);
        type Piece<'p> = (
            (&'p [LightSensor], &'p mut [LightSensorState]),
            &'p mut [Option<u32>],
        );
        let cast = |((rows, states), hints): Piece<'_>| {
            let hints = hints.chunks_mut(lights);
            for ((row, state), hints) in rows.iter().zip(states).zip(hints) {
                if state.is_looking {
                    state.arrived = arriving(model, row, poses, shining, Some((caster, hints)));
                }
            }
        };
        let rows = model.devices.light_sensors.chunks(SHARE);
        let states = self.state.devices.light_sensors.chunks_mut(SHARE);
        let hints = self.rays.hints.chunks_mut(SHARE * lights);
        let pieces = rows.zip(states).zip(hints);
        match &self.threads {
            Some(threads) if model.devices.light_sensors.len() >= WORTH_THREADS => {
                threads.for_each_piece(pieces, cast);
            }
            _ => pieces.for_each(cast),
        }
    }

    /// What each light brings to the sensors whose rays were cast in this step, before
    /// colours: a reset changes colours, but not the rays.
    pub(crate) fn cast_factors(&mut self) -> Vec<(LightSensorIndex, Vec<CastRay>)> {
        let is_looking = |state: &LightSensorState| state.is_looking;
        let lights = self.model.lights.len();
        if lights == 0 || !self.state.devices.light_sensors.iter().any(is_looking) {
            return Vec::new();
        }
        self.prepare_rays();
        let rows = self.model.devices.light_sensors.iter().enumerate();
        let looking = rows.filter(|(at, _)| is_looking(&self.state.devices.light_sensors[*at]));
        let (caster, shining) = (&self.rays.caster, &self.rays.active_lights[..]);
        let mut found = Vec::new();
        for (at, row) in looking {
            let (receiver, passes) = (
                receiver(row, &self.state.poses),
                passes_through(&self.model, row),
            );
            let rays = shining.iter().map(|source| {
                let fields = &self.model.lights[source.light];
                let part = source.contribution(&self.model, &receiver);
                let ray = (part.direct > 0.0).then(|| ray_to_light(&receiver, &part));
                let colliders = &self.model.colliders;
                let blocker = |ray| caster.blocker(colliders, ray, passes, None);
                let is_blocked = ray.as_ref().and_then(blocker).is_some();
                CastRay {
                    light: source.light,
                    ray: ray.filter(|_| !is_blocked),
                    factor: part.factor(fields.ambient, is_blocked),
                    shaded: part.factor(fields.ambient, true),
                }
            });
            found.push((LightSensorIndex::new(at), rays.collect()));
        }
        found
    }

    /// Gives rays that were cast the colours that lights have now, and blocks those that
    /// something is in the way of now.
    pub(crate) fn color_cast(&mut self, cast: Vec<(LightSensorIndex, Vec<CastRay>)>) {
        if cast.is_empty() {
            return;
        }
        self.prepare_rays();
        for (sensor, rays) in cast {
            let passes = self.passes_through(sensor);
            let mut sum = [0.0; 3];
            for cast in rays {
                let (caster, colliders) = (&self.rays.caster, &self.model.colliders);
                let blocker = |ray| caster.blocker(colliders, ray, passes, None);
                let is_blocked = cast.ray.as_ref().and_then(blocker).is_some();
                let factor = if is_blocked { cast.shaded } else { cast.factor };
                let color = self.state.lights[cast.light].color;
                for (total, channel) in sum.iter_mut().zip(color) {
                    *total += factor * channel;
                }
            }
            self.state.devices.light_sensors[sensor].arrived = sum;
        }
    }

    pub(crate) fn receiver(&self, sensor: LightSensorIndex) -> LightReceiver {
        receiver(&self.model.devices.light_sensors[sensor], &self.state.poses)
    }

    pub(crate) fn passes_through(&self, sensor: LightSensorIndex) -> PassesThrough {
        passes_through(&self.model, &self.model.devices.light_sensors[sensor])
    }

    /// Brings the trees up to date.
    pub(crate) fn prepare_rays(&mut self) {
        let (model, state) = (&self.model, &self.state);
        let rays = &mut self.rays;
        if !rays.is_built {
            rays.caster = Caster::new(&model.colliders, state.geometry.clone());
            rays.hints = vec![None; model.devices.light_sensors.len() * model.lights.len()];
            rays.is_built = true;
            rays.dirty_colliders = DirtyColliders::default();
        } else if !rays.dirty_colliders.is_empty() {
            let caster = &mut rays.caster;
            rays.dirty_colliders.take_each(model.colliders.len(), |at| {
                caster.put(&model.colliders[at], at, state.geometry[at]);
            });
            caster.refit();
        }
    }

    /// A new value for a sensor that is due.
    #[inline]
    pub(crate) fn refresh_light_sensor(&mut self, sensor: LightSensorIndex) {
        if !self.model.devices.light_sensors[sensor].has_occlusion {
            let fresh = self.arriving_now(sensor);
            let arrived = &mut self.state.devices.light_sensors[sensor].arrived;
            for (total, part) in arrived.iter_mut().zip(fresh) {
                *total += part;
            }
        }
        let state = &mut self.state.devices.light_sensors[sensor];
        state.is_looking = false;
        let row = &self.model.devices.light_sensors[sensor];
        let measured = filtered(state.arrived, row.filter);
        let value = row.table.read(measured, &mut self.state.random);
        let state = &mut self.state.devices.light_sensors[sensor];
        state.value = rounded(value, row.resolution);
        state.sampling.refresh(self.state.clock);
    }

    /// What arrives at a sensor with everything where it is now, if nothing blocks light.
    fn arriving_now(&mut self, sensor: LightSensorIndex) -> [f64; 3] {
        self.light_up();
        let row = &self.model.devices.light_sensors[sensor];
        let active = &self.rays.active_lights;
        arriving(&self.model, row, &self.state.poses, active, None)
    }

    /// Looks at the lights again if this boundary has not yet.
    fn light_up(&mut self) {
        if self.rays.lit_at != Some(self.state.clock) {
            self.hold_lights();
            self.rays.lit_at = Some(self.state.clock);
        }
    }
}

fn receiver(row: &LightSensor, poses: &Poses) -> LightReceiver {
    let pose = &poses[row.mount.place];
    LightReceiver {
        position: pose.translation,
        normal: pose.rotation.column(0),
    }
}

fn passes_through(model: &Model, row: &LightSensor) -> PassesThrough {
    let has_self_collision = model.robots[row.mount.robot].has_self_collision;
    PassesThrough((!has_self_collision).then_some(row.mount.robot))
}

/// The sum of what all lights bring to a sensor.
fn arriving(
    model: &Model,
    row: &LightSensor,
    poses: &Poses,
    shining: &[ActiveLight],
    casting: Option<(&Caster, &mut [Option<u32>])>,
) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for_each_factor(model, row, poses, shining, casting, |source, factor| {
        for (channel, total) in sum.iter_mut().enumerate() {
            *total += factor * source.color[channel];
        }
    });
    sum
}

/// The factor of the colour of each light at a sensor. Light from behind, or of no
/// strength, needs no ray.
#[inline]
fn for_each_factor(
    model: &Model,
    row: &LightSensor,
    poses: &Poses,
    shining: &[ActiveLight],
    mut casting: Option<(&Caster, &mut [Option<u32>])>,
    mut add: impl FnMut(&ActiveLight, f64),
) {
    let receiver = receiver(row, poses);
    let passes = passes_through(model, row);
    for source in shining {
        let fields = &model.lights[source.light];
        let part = source.contribution(model, &receiver);
        let is_blocked = match &mut casting {
            Some((caster, hints)) if part.direct > 0.0 => {
                let ray = ray_to_light(&receiver, &part);
                let hint = &mut hints[source.light.at()];
                let found = caster.blocker(&model.colliders, &ray, passes, *hint);
                if found.is_some() {
                    *hint = found;
                }
                found.is_some()
            }
            _ => false,
        };
        add(source, part.factor(fields.ambient, is_blocked));
    }
}
