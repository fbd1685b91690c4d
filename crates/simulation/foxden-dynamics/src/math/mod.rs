//! Vectors, rotations and the functions of real numbers that the simulator
//! uses. All transcendental functions come from here, from one library, so
//! that a run gives the same bits on every machine.

mod pose;
mod rotation;
mod vector;

pub use pose::Pose;
pub use rotation::{AxisAngle, Matrix, Quaternion};
pub use vector::Vector;

pub use libm::{acos, asin, atan, atan2, cos, exp, log, log2, log10, pow, sin, sqrt, tan};

/// An angle brought to within half a turn of zero.
pub fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let turned = angle % TAU;
    if turned > PI {
        turned - TAU
    } else if turned < -PI {
        turned + TAU
    } else {
        turned
    }
}
