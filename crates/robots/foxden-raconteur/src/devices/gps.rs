//! GPS devices as `com.robotraconteur.gps.GpsSensor`.
//!
//! They are turned on when a client first uses a wire or pipe.

use super::sensor::with_readings;
use super::{DeviceKey, SampledWires, described};
use crate::job::{FoundDevice, Scope, WorldLink};
use crate::members::Members;
use crate::world::matrix;
use foxden_scene::Value as FieldValue;
use foxden_sim::controller::Reading;
use raconteur::value::Record;

/// The type of the object.
pub(super) const TYPE: &str = "com.robotraconteur.gps.GpsSensor";

/// Numbers of `GpsMeasurementStatusCode`.
const NO_FIX: i32 = -1;
const FIX: i32 = 0;

/// The flag of `GpsMeasureSourceFlags` for what a GPS measures itself.
const BY_GPS: u16 = 0x1;

/// `GpsCovarianceTypeCode`: the variances are known.
const DIAGONAL_KNOWN: i32 = 2;

/// Fields of `GpsState` that a simulated GPS does not know.
const UNKNOWN: [&str; 17] = [
    "pitch",
    "roll",
    "dip",
    "gdop",
    "pdop",
    "hdop",
    "vdop",
    "tdop",
    "err",
    "err_horz",
    "err_track",
    "err_speed",
    "err_climb",
    "err_time",
    "err_pitch",
    "err_roll",
    "err_dip",
];

/// A GPS.
pub(super) fn object(scope: &mut Scope<'_>, key: &DeviceKey, link: &WorldLink) -> Members {
    let used = key.clone();
    let members = described(TYPE, key, link).on_use(move |scope| {
        // a device that is gone has no values
        if let Ok(device) = used.find(scope) {
            scope.turn_on(device);
        }
    });
    with_readings(scope, members, TYPE, key, SampledWires::default())
}

/// Whether positions are latitude, longitude and altitude.
fn is_geographic(scope: &Scope<'_>) -> bool {
    let world = &scope.run.world;
    let system = world
        .world_info()
        .and_then(|info| world.scene().value_of(info, "gpsCoordinateSystem"));
    system.as_deref().and_then(|system| system.as_str()) == Some("WGS84")
}

/// The standard deviation of positions, in metres.
fn accuracy(scope: &Scope<'_>, device: FoundDevice) -> f64 {
    let world = &scope.run.world;
    let field = world.scene().base_field(device.node, "accuracy");
    match field.and_then(|field| world.get(field)) {
        Some(FieldValue::Float(metres)) => metres,
        _ => 0.0,
    }
}

/// `GpsState` of a reading.
pub(super) fn state(scope: &mut Scope<'_>, device: FoundDevice, reading: &Reading) -> Record {
    let nothing = ([f64::NAN; 3], f64::NAN, [f64::NAN; 3]);
    let (position, speed, velocity) = match reading {
        Reading::Fix {
            position,
            speed,
            velocity,
        } => (*position, *speed, *velocity),
        _ => nothing,
    };
    let status_code = match reading {
        Reading::Fix { .. } => FIX,
        _ => NO_FIX,
    };
    let [latitude, longitude] = match is_geographic(scope) {
        true => [position[0], position[1]],
        false => [f64::NAN; 2],
    };
    // x is east, y is north
    let [east, north, up] = velocity;
    let track = match east == 0.0 && north == 0.0 {
        true => f64::NAN,
        false => east.atan2(north).to_degrees().rem_euclid(360.0),
    };
    let status = Record::new("com.robotraconteur.gps.GpsStatus")
        .with("satellites_used", 0_u16)
        .with("satellite_used_prn", Vec::<i32>::new())
        .with("satellites_visible", 0_u16)
        .with("satellite_visible_prn", Vec::<i32>::new())
        .with("satellite_visible_z", Vec::<i32>::new())
        .with("satellite_visible_azimuth", Vec::<i32>::new())
        .with("satellite_visible_snr", Vec::<i32>::new())
        .with("status_code", status_code)
        .with("motion_source_flags", BY_GPS)
        .with("orientation_source_flags", 0_u16)
        .with("position_source_flags", BY_GPS);
    let variance = accuracy(scope, device).powi(2);
    let covariance = matrix(&[
        [variance, 0.0, 0.0],
        [0.0, variance, 0.0],
        [0.0, 0.0, variance],
    ]);
    let mut state = Record::new("com.robotraconteur.gps.GpsState")
        .with("status", status)
        .with("time", scope.clock().utc())
        .with("latitude_deg", latitude)
        .with("longitude_deg", longitude)
        .with("altitude", position[2])
        .with("track_deg", track)
        .with("speed", speed)
        .with("climb", up);
    for name in UNKNOWN {
        state = state.with(name, f64::NAN);
    }
    state
        .with("position_covariance", covariance)
        .with("position_covariance_type", DIAGONAL_KNOWN)
}
