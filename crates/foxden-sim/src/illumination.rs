//! Light sensors of a running world.

use crate::light::irradiance::{Contribution, Receiver, filtered};
use crate::lookup::rounded;
use crate::model::{LightIndex, LightSensorIndex};
use crate::rays::Ray;
use crate::rays::caster::{Caster, PassesThrough};
use crate::world::World;

impl World {
    /// A sensor that blocks of light matter to asks for rays in a step that makes it due.
    pub(crate) fn look_for_lights(&mut self, sensor: LightSensorIndex) {
        let step = self.model.settings.basic_time_step;
        let row = &mut self.state.light_sensors[sensor.at()];
        row.is_looking = self.model.light_sensors[sensor.at()].has_occlusion
            && row.sampling.will_be_due(self.state.clock, step);
    }

    /// Remembers where lights are before bodies move: rays still aim there.
    pub(crate) fn hold_lights(&mut self) {
        for at in 0..self.model.lights.len() {
            self.state.light_positions[at] = self.light_position(LightIndex::new(at));
        }
    }

    /// Casts the rays that sensors asked for.
    pub(crate) fn cast_light_rays(&mut self) {
        for at in 0..self.model.light_sensors.len() {
            if self.state.light_sensors[at].is_looking {
                let sensor = LightSensorIndex::new(at);
                self.state.light_sensors[at].arrived = self.arriving(sensor, true);
            }
        }
    }

    /// The sum of what all lights bring to a sensor.
    fn arriving(&mut self, sensor: LightSensorIndex, is_before_boundary: bool) -> [f64; 3] {
        let has_occlusion = self.model.light_sensors[sensor.at()].has_occlusion;
        if has_occlusion {
            self.prepare_rays();
        }
        let receiver = self.receiver(sensor);
        let passes = self.passes_through(sensor);
        let mut sum = [0.0; 3];
        let lights = self.model.lights.len();
        for at in 0..lights {
            let light = LightIndex::new(at);
            let position = if is_before_boundary {
                self.state.light_positions[at]
            } else {
                self.light_position(light)
            };
            let Some(source) = self.source(light, position) else {
                continue;
            };
            let part = Contribution::new(&source, &receiver);
            let ambient = source.light.ambient;
            let color = self.state.lights[at].color;
            let mut is_blocked = false;
            if has_occlusion && part.direct > 0.0 {
                let ray = Ray {
                    origin: receiver.position,
                    direction: part.towards,
                    length: part.distance,
                };
                let pair = sensor.at() * lights + at;
                let found = self.rays.caster.blocker(
                    &self.model.colliders,
                    &ray,
                    passes,
                    self.rays.hints[pair],
                );
                is_blocked = found.is_some();
                if is_blocked {
                    self.rays.hints[pair] = found;
                }
            }
            let factor = part.factor(ambient, is_blocked);
            for channel in 0..3 {
                sum[channel] += factor * color[channel];
            }
        }
        sum
    }

    pub(crate) fn receiver(&self, sensor: LightSensorIndex) -> Receiver {
        let pose = &self.state.poses[self.model.light_sensors[sensor.at()].place.at()];
        Receiver {
            position: pose.translation,
            normal: pose.rotation.column(0),
        }
    }

    pub(crate) fn passes_through(&self, sensor: LightSensorIndex) -> PassesThrough {
        let robot = self.model.light_sensors[sensor.at()].robot;
        PassesThrough((!self.model.robots[robot.at()].has_self_collision).then_some(robot))
    }

    /// Brings the trees up to date.
    pub(crate) fn prepare_rays(&mut self) {
        let (model, state) = (&self.model, &self.state);
        let pose = |collider: &crate::model::Collider| {
            state.geometry[collider.place.at()].then(&collider.pose)
        };
        if !self.rays.is_built {
            self.rays.caster = Caster::new(&model.colliders, pose);
            self.rays.hints = vec![None; model.light_sensors.len() * model.lights.len()];
            self.rays.is_built = true;
        } else if self.rays.is_stale {
            self.rays.caster.refit(&model.colliders, pose);
        }
        self.rays.is_stale = false;
    }

    /// A new value for a sensor that is due.
    pub(crate) fn refresh_light_sensor(&mut self, sensor: LightSensorIndex) {
        let at = sensor.at();
        let was_looking = std::mem::take(&mut self.state.light_sensors[at].is_looking);
        let arrived = if was_looking {
            self.state.light_sensors[at].arrived
        } else {
            self.arriving(sensor, false)
        };
        let row = &self.model.light_sensors[at];
        let measured = filtered(arrived, row.filter);
        let value = row.table.read(measured, &mut self.state.random);
        let state = &mut self.state.light_sensors[at];
        state.value = rounded(value, row.resolution);
        state.sampling.refresh(self.state.clock);
    }
}
