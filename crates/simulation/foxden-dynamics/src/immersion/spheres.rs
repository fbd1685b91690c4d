//! Balls in a fluid.

use super::{FluidSurface, Immersed};
use crate::math::Vector;
use std::f64::consts::PI;

/// The part of a ball below a plane at this height above its centre.
pub(super) struct Cap {
    pub volume: f64,
    pub area: f64,
    /// How far the centre of the part is below that of the ball.
    pub below: f64,
}

impl Cap {
    pub fn new(radius: f64, height: f64) -> Self {
        let reach = height + radius;
        let rest = 2.0 * radius - height;
        Self {
            volume: PI / 3.0 * reach * reach * rest,
            area: 2.0 * PI * radius * reach,
            below: 0.75 * (height - radius) * (height - radius) / rest,
        }
    }
}

pub(super) fn immersed(radius: f64, centre: Vector, surface: &FluidSurface) -> Option<Immersed> {
    let depth = surface.depth(centre);
    if depth <= -radius {
        return None;
    }
    if depth >= radius {
        let disk = PI * radius * radius;
        return Some(Immersed {
            volume: 4.0 / 3.0 * disk * radius,
            area: 4.0 * disk,
            shown: [disk; 3],
            centre,
        });
    }
    let cap = Cap::new(radius, depth);
    Some(Immersed {
        volume: cap.volume,
        area: cap.area,
        // a ball that is cut shows nothing along the axes
        shown: [0.0; 3],
        centre: centre - surface.normal * cap.below,
    })
}
