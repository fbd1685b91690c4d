//! What one light brings to one sensor: fading with the distance, the angle, the beam of a spot.

use super::{LightNode, LightNodeKind};
use crate::math::{Vector, acos};

/// How far away directional light is taken to start.
pub const FAR: f64 = 1000.0;

/// A light in world coordinates.
#[derive(Clone, Copy, Debug)]
pub struct LightSource<'m> {
    /// Its fields.
    pub light: &'m LightNode,
    /// Its place in the world.
    pub position: Vector,
    /// The axis of a spot in the world.
    pub axis: Vector,
}

/// A sensor in world coordinates.
#[derive(Clone, Copy, Debug)]
pub struct LightReceiver {
    /// Its place.
    pub position: Vector,
    /// Where it looks.
    pub normal: Vector,
}

/// What one light brings before colours: the parts of the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// From the sensor to the light, of length 1.
    pub towards: Vector,
    /// How far the light is.
    pub distance: f64,
    /// How much it fades on the way.
    pub attenuation: f64,
    /// The cosine of the angle of incidence.
    pub cosine: f64,
    /// How much of the beam of a spot.
    pub spot: f64,
    /// The direct part, before fading; 0 if it comes from behind.
    pub direct: f64,
}

impl Contribution {
    /// Where the light is for a sensor at a position, at most at a distance: directional lights
    /// are infinitely far away.
    pub fn light_position(&self, sensor: [f64; 3], most: f64) -> [f64; 3] {
        (Vector::from(sensor) + self.towards * self.distance.min(most)).to_array()
    }

    /// What `source` contributes at `receiver` if nothing is between.
    #[inline]
    pub fn new(source: &LightSource<'_>, receiver: &LightReceiver) -> Self {
        let light = source.light;
        let (towards, distance, attenuation) = match light.kind {
            LightNodeKind::Directional { .. } => (-source.axis, FAR, 1.0),
            LightNodeKind::Point | LightNodeKind::Spot { .. } => {
                let way = source.position - receiver.position;
                let distance = way.length();
                let Vector { x, y, z } = light.attenuation;
                let fading = x + y * distance + z * distance * distance;
                (way * (1.0 / distance), distance, 1.0 / fading)
            }
        };
        let cosine = receiver.normal.dot(towards);
        let spot = spot_factor(light.kind, towards, source.axis);
        let direct = if cosine > 0.0 {
            light.intensity * cosine * spot
        } else {
            0.0
        };
        Self {
            towards,
            distance,
            attenuation,
            cosine,
            spot,
            direct,
        }
    }

    /// The factor of the light's colour.
    #[inline]
    pub fn factor(&self, ambient: f64, is_blocked: bool) -> f64 {
        let direct = if is_blocked { 0.0 } else { self.direct };
        self.attenuation * (ambient + direct)
    }
}

fn spot_factor(kind: LightNodeKind, towards: Vector, axis: Vector) -> f64 {
    let LightNodeKind::Spot {
        cut_off_angle,
        beam_width,
        ..
    } = kind
    else {
        return 1.0;
    };
    let angle = acos((-towards).dot(axis).clamp(-1.0, 1.0));
    if angle > cut_off_angle {
        0.0
    } else if angle <= beam_width {
        1.0
    } else {
        (angle - cut_off_angle) / (beam_width - cut_off_angle)
    }
}

/// The mean of the filtered channels.
pub fn filtered(sum: [f64; 3], filter: [f64; 3]) -> f64 {
    (sum[0] * filter[0] + sum[1] * filter[1] + sum[2] * filter[2]) / 3.0
}
