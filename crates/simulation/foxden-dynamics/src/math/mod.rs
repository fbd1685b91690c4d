//! Vectors, rotations and the functions of real numbers that the simulator
//! uses. All transcendental functions come from here: sine, cosine and their
//! inverses are our own, the others those of one library, so that a run gives the
//! same bits on every machine.

mod pose;
mod rotation;
mod trigonometry;
mod vector;

pub use pose::Pose;
pub use rotation::{AxisAngle, Matrix, Quaternion};
pub use vector::Vector;

pub use libm::{atan, exp, log, log2, log10, pow, sqrt, tan};
pub use trigonometry::{acos, asin, atan2, cos, sin, sin_cos};

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
