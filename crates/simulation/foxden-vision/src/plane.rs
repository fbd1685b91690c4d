//! The planar projection.

use crate::optics::Optics;

/// Half of the width and height of a planar picture at distance 1.
pub(crate) fn half_of(optics: &Optics) -> [f64; 2] {
    const LEAST: f64 = 0.001;
    let aspect = f64::from(optics.width) / f64::from(optics.height);
    let tall = 2.0 * libm::atan(libm::tan(f64::from(optics.field_of_view as f32) * 0.5) / aspect);
    let tall = f64::from(tall as f32).clamp(LEAST, std::f64::consts::PI - LEAST);
    let half = libm::tan(f64::from(tall as f32) / 2.0);
    [half * f64::from(aspect as f32), half]
}
