//! Milliseconds and seconds. The world counts milliseconds; forces, speeds and people use
//! seconds.

/// The seconds of a duration in milliseconds.
///
/// ```
/// assert_eq!(foxden_sim::time::seconds(32.0), 0.032);
/// ```
pub fn seconds(milliseconds: f64) -> f64 {
    milliseconds / 1000.0
}

/// The simulated time that controllers get, from the clock in milliseconds. The genuine
/// program multiplies here, which may differ from [`seconds`] in the last bit.
pub(crate) fn simulated_time(clock: f64) -> f64 {
    clock * 0.001
}
