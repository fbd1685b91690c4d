//! The service definitions, as text and checked.

use raconteur::Result;
use raconteur::schema::Schema;
use std::sync::Arc;

macro_rules! texts {
    ($($file:literal)*) => {
        [$(include_str!(concat!("../robdef/", $file, ".robdef"))),*]
    };
}

/// All definitions that services of a world use.
pub(crate) fn schema() -> Result<Arc<Schema>> {
    Schema::parse(&texts! {
        "standard/com.robotraconteur.action"
        "standard/com.robotraconteur.color"
        "standard/com.robotraconteur.datatype"
        "standard/com.robotraconteur.datetime"
        "standard/com.robotraconteur.device"
        "standard/com.robotraconteur.device.clock"
        "standard/com.robotraconteur.device.isoch"
        "standard/com.robotraconteur.eventlog"
        "standard/com.robotraconteur.fiducial"
        "standard/com.robotraconteur.geometry"
        "standard/com.robotraconteur.geometryf"
        "standard/com.robotraconteur.geometryi"
        "standard/com.robotraconteur.gps"
        "standard/com.robotraconteur.hid.joystick"
        "standard/com.robotraconteur.identifier"
        "standard/com.robotraconteur.image"
        "standard/com.robotraconteur.imaging"
        "standard/com.robotraconteur.imaging.camerainfo"
        "standard/com.robotraconteur.imu"
        "standard/com.robotraconteur.laserscan"
        "standard/com.robotraconteur.laserscanner"
        "standard/com.robotraconteur.lighting"
        "standard/com.robotraconteur.param"
        "standard/com.robotraconteur.pointcloud"
        "standard/com.robotraconteur.pointcloud.sensor"
        "standard/com.robotraconteur.resource"
        "standard/com.robotraconteur.robotics.joints"
        "standard/com.robotraconteur.robotics.payload"
        "standard/com.robotraconteur.robotics.robot"
        "standard/com.robotraconteur.robotics.tool"
        "standard/com.robotraconteur.robotics.trajectory"
        "standard/com.robotraconteur.sensor"
        "standard/com.robotraconteur.sensordata"
        "standard/com.robotraconteur.servo"
        "standard/com.robotraconteur.signal"
        "standard/com.robotraconteur.units"
        "standard/com.robotraconteur.uuid"
        "foxden.devices"
        "foxden.robot"
        "foxden.world"
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_fit_together() {
        let schema = schema().unwrap();
        for name in [
            "foxden.world.World",
            "foxden.robot.Robot",
            "foxden.devices.LightSensor",
        ] {
            assert!(schema.object(name).is_some(), "{name}");
        }
        let implemented = schema.implements("foxden.devices.LightSensor");
        assert!(implemented.contains(&"com.robotraconteur.sensor.Sensor".to_owned()));
    }
}
