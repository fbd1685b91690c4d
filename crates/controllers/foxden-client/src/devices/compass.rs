//! Points north.

use foxden_protocol::devices::compass;

use super::sampled::lookup_sensor;

lookup_sensor! {
    /// Points north.
    Compass: [f64; 3] = [f64::NAN; 3],
    compass::{CompassRequest, CompassAnswer}
}
