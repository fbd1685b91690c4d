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

impl World {
    /// A sensor that blocked light matters to asks for rays in a step that makes it due.
    #[inline]
    pub(crate) fn look_for_lights(&mut self, sensor: LightSensorIndex) {
        let step = self.model.settings.basic_time_step;
        let row = &mut self.state.devices.light_sensors[sensor];
        row.is_looking = self.model.devices.light_sensors[sensor].has_occlusion
            && row.sampling.will_be_due(self.state.clock, step);
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
            for row in &mut self.state.devices.light_sensors {
                row.arrived = [0.0; 3];
            }
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
        let at = sensor.at();
        let was_looking = std::mem::take(&mut self.state.devices.light_sensors[at].is_looking);
        let arrived = if was_looking {
            self.state.devices.light_sensors[at].arrived
        } else {
            self.arriving_now(sensor)
        };
        let row = &self.model.devices.light_sensors[at];
        let measured = filtered(arrived, row.filter);
        let value = row.table.read(measured, &mut self.state.random);
        let state = &mut self.state.devices.light_sensors[at];
        state.value = rounded(value, row.resolution);
        state.sampling.refresh(self.state.clock);
    }

    /// What arrives at a sensor with everything where it is now.
    fn arriving_now(&mut self, sensor: LightSensorIndex) -> [f64; 3] {
        self.light_up();
        let has_occlusion = self.model.devices.light_sensors[sensor].has_occlusion;
        if has_occlusion {
            self.prepare_rays();
        }
        let lights = self.model.lights.len();
        let row = &self.model.devices.light_sensors[sensor];
        let rays = &mut self.rays;
        let own = sensor.at() * lights;
        let casting = match has_occlusion {
            true => Some((&rays.caster, &mut rays.hints[own..own + lights])),
            false => None,
        };
        arriving(
            &self.model,
            row,
            &self.state.poses,
            &rays.active_lights,
            casting,
        )
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

/// The sum of what all lights bring to a sensor. Light from behind, or of no
/// strength, needs no ray.
fn arriving(
    model: &Model,
    row: &LightSensor,
    poses: &Poses,
    shining: &[ActiveLight],
    mut casting: Option<(&Caster, &mut [Option<u32>])>,
) -> [f64; 3] {
    let receiver = receiver(row, poses);
    let passes = passes_through(model, row);
    let mut sum = [0.0; 3];
    for source in shining {
        let fields = &model.lights[source.light];
        let part = Contribution::new(
            &LightSource {
                light: fields,
                position: source.position,
                axis: source.axis,
            },
            &receiver,
        );
        let is_blocked = match &mut casting {
            Some((caster, hints)) if part.direct > 0.0 => {
                let ray = Ray {
                    origin: receiver.position,
                    direction: part.towards,
                    length: part.distance,
                };
                let hint = &mut hints[source.light.at()];
                let found = caster.blocker(&model.colliders, &ray, passes, *hint);
                if found.is_some() {
                    *hint = found;
                }
                found.is_some()
            }
            _ => false,
        };
        let factor = part.factor(fields.ambient, is_blocked);
        for (channel, total) in sum.iter_mut().enumerate() {
            *total += factor * source.color[channel];
        }
    }
    sum
}
