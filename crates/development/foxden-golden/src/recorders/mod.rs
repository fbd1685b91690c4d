//! What the recording controllers did, done in process.

pub(crate) mod arguments;
pub(crate) mod cells;
pub(crate) mod dumper;
pub(crate) mod log;
pub(crate) mod orders;
pub(crate) mod probe;
pub(crate) mod rec;
pub(crate) mod recording;
pub(crate) mod sup;
pub(crate) mod vis;
pub(crate) mod watch;

/// Whether a pitch is straight up or down: roll and yaw are what rounding leaves then.
pub(crate) fn is_upright(pitch: f64) -> bool {
    pitch.abs() > std::f64::consts::FRAC_PI_2 - 1e-7
}
