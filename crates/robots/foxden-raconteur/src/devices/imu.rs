//! Inertial units as `com.robotraconteur.imu.ImuSensor`, together with a gyro and an
//! accelerometer of the same robot if it has them.
//!
//! They are turned on when a client first uses a wire or pipe.

use super::sensor::with_readings;
use super::{DeviceKey, SampledWires, described};
use crate::job::{FoundDevice, Scope, WorldLink};
use crate::members::Members;
use crate::names;
use crate::values::{named, vector3};
use crate::world::matrix;
use foxden_catalogue::NodeType;
use foxden_sim::controller::Reading;
use raconteur::value::Record;

/// The type of the object.
pub(super) const TYPE: &str = "com.robotraconteur.imu.ImuSensor";

/// The first device of a kind that a robot has.
fn companion(scope: &mut Scope<'_>, device: FoundDevice, kind: NodeType) -> Option<FoundDevice> {
    let devices = names::devices(&scope.run.world, device.robot);
    let found = devices.into_iter().find(|(_, (_, one, _))| *one == kind);
    found.map(|(_, (tag, kind, node))| FoundDevice {
        tag,
        kind,
        node,
        ..device
    })
}

/// An inertial unit.
pub(super) fn object(scope: &mut Scope<'_>, key: &DeviceKey, link: &WorldLink) -> Members {
    let used = key.clone();
    let members = described(TYPE, key, link).on_use(move |scope| {
        // a device that is gone has no values
        let Ok(device) = used.find(scope) else {
            return;
        };
        scope.turn_on(device);
        for kind in [NodeType::Gyro, NodeType::Accelerometer] {
            if let Some(device) = companion(scope, device, kind) {
                scope.turn_on(device);
            }
        }
    });
    with_readings(scope, members, TYPE, key, SampledWires::default())
}

/// Three numbers that a device of the robot measured, with a matrix that says whether they are
/// known: zeros, or -1 first.
fn measured(scope: &mut Scope<'_>, device: FoundDevice, kind: NodeType) -> ([f64; 3], f64) {
    let reading = companion(scope, device, kind)
        .and_then(|found| scope.run.world.reading(found.robot, found.tag));
    match reading {
        Some(Reading::Vector(vector)) => (vector, 0.0),
        _ => ([0.0; 3], -1.0),
    }
}

/// `ImuState` of a reading.
pub(super) fn state(scope: &mut Scope<'_>, device: FoundDevice, reading: &Reading) -> Record {
    let (turn, certainty) = match reading {
        Reading::Attitude([x, y, z, w]) => ([*w, *x, *y, *z], 0.0),
        _ => ([1.0, 0.0, 0.0, 0.0], -1.0),
    };
    let (rates, known_rates) = measured(scope, device, NodeType::Gyro);
    let (accelerations, known_accelerations) = measured(scope, device, NodeType::Accelerometer);
    let covariance = |first: f64| matrix(&[[first, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    Record::new("com.robotraconteur.imu.ImuState")
        .with("angular_velocity", vector3(rates))
        .with("angular_velocity_covariance", covariance(known_rates))
        .with("linear_acceleration", vector3(accelerations))
        .with(
            "linear_acceleration_covariance",
            covariance(known_accelerations),
        )
        .with(
            "orientation",
            named("com.robotraconteur.geometry.Quaternion", &turn),
        )
        .with("orientation_covariance", covariance(certainty))
}
