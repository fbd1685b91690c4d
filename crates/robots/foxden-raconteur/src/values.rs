//! Values of the standard structures: identifiers, times, poses, device information.

use foxden_runtime::pace::{Pace, Speed};
use foxden_runtime::run::Run;
use foxden_sim::math::Matrix;
use raconteur::message::Array;
use raconteur::value::{IntoValue, List, Record, Value};
use sha1::{Digest, Sha1};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// Simulated clocks of `com.robotraconteur.datetime.ClockTypeCode`.
const SIM_CLOCK_REALTIME: u32 = 9;
const SIM_CLOCK_SCALED: u32 = 10;

/// Microseconds in a second.
const MICROSECONDS: f64 = 1e6;

/// 16 bytes that depend on a name only (version 5 of RFC 9562).
fn uuid_bytes(name: &str) -> [u8; 16] {
    let mut hash = Sha1::new();
    hash.update(b"foxden\0");
    hash.update(name.as_bytes());
    let hash = hash.finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    bytes
}

/// `UUID`.
pub(crate) fn uuid(bytes: [u8; 16]) -> Value {
    named("com.robotraconteur.uuid.UUID", &bytes)
}

/// A named array of its numbers.
pub(crate) fn named<T: raconteur::message::Scalar>(type_name: &'static str, items: &[T]) -> Value {
    Value::NamedArrays(type_name.into(), Array::from_slice(items))
}

/// An identifier. `path` is what makes it different from others of the same name.
pub(crate) fn identifier(name: &str, path: &str) -> Record {
    let bytes = match path.is_empty() {
        true => [0; 16],
        false => uuid_bytes(path),
    };
    Record::new("com.robotraconteur.identifier.Identifier")
        .with("name", name)
        .with("uuid", uuid(bytes))
}

/// An identifier as an attribute of a service.
pub(crate) fn identifier_text(name: &str, path: &str) -> String {
    use std::fmt::Write;
    let mut text = format!("{name}|");
    for (at, byte) in uuid_bytes(path).iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        // writing to a string does not fail
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The simulated time of a world for its clients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldClock {
    /// Wall time when the world was opened, in seconds since 1970.
    start: f64,
    /// Simulated seconds since the world was opened; never goes back.
    elapsed: f64,
    /// Simulated seconds since the world was loaded or reset.
    pub(crate) time: f64,
    pace: Pace,
}

impl WorldClock {
    /// The clock of a run that was opened at `start`.
    pub(crate) fn of(run: &Run, start: SystemTime) -> Self {
        let since = start.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            start: since.as_secs_f64(),
            elapsed: run.time(),
            time: run.world.time(),
            pace: run.pace(),
        }
    }

    /// `TimeSpec3` of our own structures: simulated microseconds.
    pub(crate) fn stamp(&self) -> Value {
        microseconds(self.time)
    }

    /// `TimeSpec3` of standard structures: the moment of [`time_spec`](Self::time_spec), because
    /// clients compare it with the clock of the device.
    pub(crate) fn device_stamp(&self) -> Value {
        microseconds(self.start + self.elapsed)
    }

    fn info(&self, clock_type: u32) -> Value {
        Value::Pods(
            "com.robotraconteur.datetime.ClockInfo".into(),
            vec![vec![
                ("clock_type".into(), clock_type.into_value()),
                ("clock_uuid".into(), uuid([0; 16])),
                ("offset_microseconds".into(), 0_i64.into_value()),
            ]],
        )
    }

    fn moment(&self, type_name: &'static str, clock_type: u32, seconds: f64) -> Value {
        let whole = seconds.floor();
        let nanoseconds = ((seconds - whole) * 1e9) as i32;
        Value::Pods(
            type_name.into(),
            vec![vec![
                ("clock_info".into(), self.info(clock_type)),
                ("seconds".into(), (whole as i64).into_value()),
                (
                    "nanoseconds".into(),
                    nanoseconds.min(999_999_999).into_value(),
                ),
            ]],
        )
    }

    /// `TimeSpec2`: the start of the run on the wall clock plus simulated time.
    pub(crate) fn time_spec(&self) -> Value {
        let clock_type = match self.pace.speed {
            Speed::Factor(1.0) => SIM_CLOCK_REALTIME,
            _ => SIM_CLOCK_SCALED,
        };
        self.moment(
            "com.robotraconteur.datetime.TimeSpec2",
            clock_type,
            self.start + self.elapsed,
        )
    }

    /// The same moment as `DateTimeUTC`.
    pub(crate) fn utc(&self) -> Value {
        self.moment(
            "com.robotraconteur.datetime.DateTimeUTC",
            SIM_CLOCK_SCALED,
            self.start + self.elapsed,
        )
    }

    /// `DeviceTime`.
    pub(crate) fn device_time(&self, seqno: u64) -> Value {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let utc = self.moment(
            "com.robotraconteur.datetime.DateTimeUTC",
            1,
            now.as_secs_f64(),
        );
        Value::Pods(
            "com.robotraconteur.device.clock.DeviceTime".into(),
            vec![vec![
                ("device_ts".into(), self.time_spec()),
                ("device_utc".into(), utc),
                ("device_seqno".into(), seqno.into_value()),
            ]],
        )
    }
}

/// `TimeSpec3` from seconds.
fn microseconds(seconds: f64) -> Value {
    let microseconds = (seconds * MICROSECONDS).round() as i64;
    named("com.robotraconteur.datetime.TimeSpec3", &[microseconds])
}

/// A pose: orientation as w, x, y, z, then position.
pub(crate) fn pose(orientation: [f64; 4], position: [f64; 3]) -> Value {
    let [w, x, y, z] = orientation;
    let [px, py, pz] = position;
    named(POSE, &[w, x, y, z, px, py, pz])
}

/// A rotation as w, x, y, z of length 1. The sign is that of genuine robots: the part by which it
/// is computed is positive.
pub(crate) fn named_quaternion(rotation: &Matrix) -> [f64; 4] {
    let turn = rotation.quaternion().normalized();
    // adding zero makes a negative zero positive
    [turn.w, turn.v.x, turn.v.y, turn.v.z].map(|part| part + 0.0)
}

/// The type of a pose.
pub(crate) const POSE: &str = "com.robotraconteur.geometry.Pose";

/// A spatial velocity from linear and angular parts as the simulator has them.
pub(crate) fn spatial_velocity([x, y, z, a, b, c]: [f64; 6]) -> Value {
    named(
        "com.robotraconteur.geometry.SpatialVelocity",
        &[a, b, c, x, y, z],
    )
}

/// A point.
pub(crate) fn point(position: [f64; 3]) -> Value {
    named("com.robotraconteur.geometry.Point", &position)
}

/// A vector.
pub(crate) fn vector3(vector: [f64; 3]) -> Value {
    named("com.robotraconteur.geometry.Vector3", &vector)
}

/// A colour.
pub(crate) fn color(color: [f64; 3]) -> Value {
    named("com.robotraconteur.color.ColorRGB", &color)
}

/// The numbers of a value that is a named array of `N` numbers.
pub(crate) fn numbers<const N: usize>(value: &Value) -> raconteur::Result<[f64; N]> {
    let wrong = || {
        raconteur::Error::new(
            raconteur::ErrorCode::DataTypeMismatch,
            format!("expected {N} numbers, got {}", value.kind()),
        )
    };
    let array = match value {
        Value::NamedArrays(_, array) | Value::Array(array) => array,
        _ => return Err(wrong()),
    };
    let numbers = array.to_vec::<f64>().ok_or_else(wrong)?;
    numbers.try_into().map_err(|_| wrong())
}

/// What describes a device to clients.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeviceDescription {
    /// Its name.
    pub(crate) name: String,
    /// What makes it different from devices of the same name elsewhere.
    pub(crate) path: String,
    /// The robot that it is a part of: name and path.
    pub(crate) parent: Option<(String, String)>,
    /// The type of its node or the name of its PROTO.
    pub(crate) model: String,
    /// For people.
    pub(crate) text: String,
    /// The type of its object.
    pub(crate) object_type: &'static str,
    /// Its pose in the world, if it has one.
    pub(crate) pose: Option<([f64; 4], [f64; 3])>,
}

/// An empty map of anything.
pub(crate) fn no_extras() -> Value {
    Value::StringMap(BTreeMap::new())
}

impl DeviceDescription {
    /// Its identifier.
    pub(crate) fn identifier(&self) -> Record {
        identifier(&self.name, &self.path)
    }

    /// `com.robotraconteur.sensordata.SensorDataHeader` of what it measured at a time.
    pub(crate) fn data_header(&self, time: Value, seqno: u64) -> Record {
        let (orientation, position) = self.pose.unwrap_or(([1.0, 0.0, 0.0, 0.0], [0.0; 3]));
        let source = Record::new("com.robotraconteur.sensordata.SensorDataSourceInfo")
            .with("source", self.identifier())
            .with("source_world_pose", pose(orientation, position))
            .with("source_config_nonce", "")
            .with("source_params", no_extras())
            .with("extended", no_extras());
        Record::new("com.robotraconteur.sensordata.SensorDataHeader")
            .with("ts", time)
            .with("seqno", seqno)
            .with("source_info", source)
    }

    /// Its pose in the world, with names.
    pub(crate) fn named_pose(&self) -> Option<Record> {
        self.pose.map(|(orientation, position)| {
            Record::new("com.robotraconteur.geometry.NamedPose")
                .with("parent_frame", identifier("world", ""))
                .with("frame", self.identifier())
                .with("pose", pose(orientation, position))
        })
    }

    /// The robot that it is a part of.
    pub(crate) fn parent_identifier(&self) -> Option<Record> {
        let parent = self.parent.as_ref();
        parent.map(|(name, path)| identifier(name, path))
    }

    /// `com.robotraconteur.device.DeviceInfo`.
    pub(crate) fn info(&self) -> Record {
        Record::new("com.robotraconteur.device.DeviceInfo")
            .with("device", self.identifier())
            .with("parent_device", self.parent_identifier())
            .with("manufacturer", identifier("Foxden", "foxden"))
            .with("model", identifier(&self.model, &self.model))
            .with("options", List::<Value>::default())
            .with("capabilities", List::<Value>::default())
            .with("serial_number", "")
            .with("device_classes", List::<Value>::default())
            .with("user_description", self.text.as_str())
            .with("description_resource", Value::Null)
            .with("implemented_types", List(vec![self.object_type.to_owned()]))
            .with("device_origin_pose", self.named_pose())
            .with("associated_devices", Value::StringMap(BTreeMap::new()))
            .with("extended", no_extras())
    }
}

/// Roll, pitch and yaw of a quaternion x, y, z, w.
pub(crate) fn roll_pitch_yaw([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    let roll = (2.0 * (w * x + y * z)).atan2(1.0 - 2.0 * (x * x + y * y));
    let pitch = (2.0 * (w * y - z * x)).clamp(-1.0, 1.0).asin();
    let yaw = (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z));
    [roll, pitch, yaw]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_about_z_is_its_yaw() {
        let (sine, cosine) = 0.35_f64.sin_cos();
        let [roll, pitch, yaw] = roll_pitch_yaw([0.0, 0.0, sine, cosine]);
        assert!((yaw - 0.7).abs() < 1e-12 && roll.abs() < 1e-12 && pitch.abs() < 1e-12);
    }

    #[test]
    fn identifiers_depend_on_their_path_only() {
        assert_eq!(identifier_text("a", "x/a"), identifier_text("a", "x/a"));
        assert_ne!(identifier_text("a", "x/a"), identifier_text("a", "y/a"));
        let bytes = uuid_bytes("x/a");
        assert_eq!((bytes[6] >> 4, bytes[8] >> 6), (5, 2));
    }
}
