//! Lights of a scene as they act on points.

use super::{Point, linear_color};
use crate::light::{Light, LightKind};
use crate::vector::{Vector, dot, length, long_normalized, scale, short, sub};

/// Of each kind of light this many count.
const MOST_OF_A_KIND: usize = 48;

/// A light, relative to the camera's position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lamp {
    kind: LampKind,
    /// Linear colour.
    pub(crate) color: Vector,
    pub(crate) intensity: f32,
    pub(crate) casts_shadows: bool,
}

#[derive(Clone, Copy, Debug)]
enum LampKind {
    Parallel {
        to_light: Vector,
    },
    Round {
        location: Vector,
        attenuation: Vector,
        radius: f32,
        spot: Option<Spot>,
    },
}

#[derive(Clone, Copy, Debug)]
struct Spot {
    direction: Vector,
    beam_width: f32,
    cut_off: f32,
}

/// How a light reaches a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Unit vector to the light.
    pub(crate) to_light: Vector,
    /// How far the light is.
    pub(crate) distance: f32,
    /// What is left of it.
    pub(crate) part: f32,
}

/// All lights that act.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lamps {
    pub(crate) all: Vec<Lamp>,
    /// Sum of what is everywhere.
    pub(crate) ambient: Vector,
    pub(crate) has_shadows: bool,
}

impl Lamps {
    pub(crate) fn new(lights: &[Light], eye: [f64; 3]) -> Self {
        let mut counts = [0_usize; 3];
        let mut lamps = Self::default();
        for light in lights {
            let kind = match light.kind {
                LightKind::Directional { .. } => 0,
                LightKind::Point { .. } => 1,
                LightKind::Spot { .. } => 2,
            };
            counts[kind] += 1;
            if counts[kind] > MOST_OF_A_KIND {
                continue;
            }
            for channel in 0..3 {
                lamps.ambient[channel] += (light.ambient_intensity * light.color[channel]) as f32;
            }
            lamps.has_shadows |= light.casts_shadows;
            lamps.all.push(Lamp::new(light, eye));
        }
        lamps
    }
}

impl Lamp {
    fn new(light: &Light, eye: [f64; 3]) -> Self {
        let relative = |location: [f64; 3]| -> Vector {
            std::array::from_fn(|axis| (location[axis] - eye[axis]) as f32)
        };
        let unit = |direction: [f64; 3]| short(long_normalized(direction));
        let kind = match light.kind {
            LightKind::Directional { direction } => LampKind::Parallel {
                to_light: scale(unit(direction), -1.0),
            },
            LightKind::Point {
                location,
                attenuation,
                radius,
            } => LampKind::Round {
                location: relative(location),
                attenuation: short(attenuation),
                radius: radius as f32,
                spot: None,
            },
            LightKind::Spot {
                location,
                direction,
                attenuation,
                radius,
                beam_width,
                cut_off_angle,
            } => LampKind::Round {
                location: relative(location),
                attenuation: short(attenuation),
                radius: radius as f32,
                spot: Some(Spot {
                    direction: unit(direction),
                    beam_width: beam_width.min(cut_off_angle) as f32,
                    cut_off: cut_off_angle as f32,
                }),
            },
        };
        Self {
            kind,
            color: linear_color(light.color),
            intensity: light.intensity as f32,
            casts_shadows: light.casts_shadows,
        }
    }

    /// The way from a place to the light: a direction or a vector, and how many
    /// times it is to go.
    pub(crate) fn way(&self, place: [f64; 3]) -> ([f64; 3], f64) {
        match &self.kind {
            LampKind::Parallel { to_light } => (to_light.map(f64::from), f64::INFINITY),
            LampKind::Round { location, .. } => (
                std::array::from_fn(|axis| f64::from(location[axis]) - place[axis]),
                1.0,
            ),
        }
    }

    /// How the light reaches a point; `None` if nothing of it does.
    pub(crate) fn reach(&self, point: &Point) -> Option<Reach> {
        match &self.kind {
            LampKind::Parallel { to_light } => Some(Reach {
                to_light: *to_light,
                distance: f32::INFINITY,
                part: 1.0,
            }),
            LampKind::Round {
                location,
                attenuation,
                radius,
                spot,
            } => {
                let way = sub(*location, point.position);
                let distance = length(way);
                if distance > *radius {
                    return None;
                }
                let to_light = scale(way, 1.0 / distance);
                let [a0, a1, a2] = *attenuation;
                let mut part = 1.0 / (a0 + distance * (a1 + a2 * distance));
                if let Some(spot) = spot {
                    let cosine = -dot(to_light, spot.direction);
                    let angle = libm::acosf(cosine.clamp(-1.0, 1.0));
                    if angle >= spot.cut_off {
                        return None;
                    }
                    if angle > spot.beam_width {
                        part *= (spot.cut_off - angle) / (spot.cut_off - spot.beam_width);
                    }
                }
                Some(Reach {
                    to_light,
                    distance,
                    part,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_fades_between_its_angles_and_ends_at_its_radius() {
        let light = Light {
            kind: LightKind::Spot {
                location: [0.0, 0.0, 2.0],
                direction: [0.0, 0.0, -3.0],
                attenuation: [1.0, 0.0, 1.0],
                radius: 10.0,
                beam_width: 0.0,
                cut_off_angle: std::f64::consts::FRAC_PI_2,
            },
            color: [1.0; 3],
            intensity: 1.0,
            ambient_intensity: 0.5,
            casts_shadows: false,
        };
        let lamps = Lamps::new(&[light], [0.0; 3]);
        assert_eq!(lamps.ambient, [0.5; 3]);
        let reach = |position: Vector| {
            let point = Point {
                position,
                normal: [0.0, 0.0, 1.0],
                view: [0.0, 0.0, 1.0],
                distance: 1.0,
                steps: [[0.0; 3]; 2],
            };
            lamps.all[0].reach(&point).map_or(0.0, |reach| reach.part)
        };
        assert!((reach([0.0; 3]) - 0.2).abs() < 1e-6);
        // at 45 degrees half is left
        assert!((reach([2.0, 0.0, 0.0]) - 0.5 / 9.0).abs() < 1e-6);
        assert_eq!(reach([0.0, 0.0, 3.0]), 0.0);
        assert_eq!(reach([0.0, 0.0, -9.0]), 0.0);
    }
}
