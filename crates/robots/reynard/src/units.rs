//! Millimetres and degrees for the servers that use them.

use std::f64::consts::PI;

/// Digits after the point that survive a change of units and back.
const FINEST: f64 = 1e9;

/// Metres to millimetres. What the change of units adds beyond a picometre is
/// taken away again, so that 55 mm are 55.0 and not 55.00000000000001.
///
/// ```
/// use reynard::units::millimetres;
/// assert_eq!(millimetres(11.0 * 0.005), 55.0);
/// ```
pub fn millimetres(metres: f64) -> f64 {
    tidy(metres * 1000.0)
}

/// Millimetres to metres.
pub fn metres(millimetres: f64) -> f64 {
    millimetres / 1000.0
}

/// Radians to degrees, tidied like [`millimetres`].
pub fn degrees(radians: f64) -> f64 {
    tidy(radians * 180.0 / PI)
}

/// Degrees to radians.
pub fn radians(degrees: f64) -> f64 {
    degrees * PI / 180.0
}

fn tidy(value: f64) -> f64 {
    // adding 0 makes -0 a plain 0
    (value * FINEST).round() / FINEST + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_people_type_come_back_as_they_were() {
        for tenth in -1800..1800 {
            let value = f64::from(tenth) / 10.0;
            assert_eq!(degrees(radians(value)), value);
            assert_eq!(millimetres(metres(value)), value);
        }
        assert!(millimetres(-0.0).is_sign_positive());
    }
}
