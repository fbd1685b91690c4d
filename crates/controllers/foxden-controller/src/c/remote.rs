//! Values that a remote control plugin sets instead of measured ones.

use std::ffi::{c_double, c_int, c_uchar, c_void};
use std::ptr::null_mut;

use foxden_client::Misuse;
use foxden_protocol::Tag;
use foxden_protocol::devices::touch_sensor::TouchSensorKind;

use super::{DeviceTag, device, functions, numbers};
use crate::library::{publish_readings, report_misuse, with};
use crate::pictures;

macro_rules! setters {
    ($($name:ident : $($kind:ident)|+, $type:ty, |$state:ident, $value:ident| $set:expr;)*) => {
        functions! {$(
            fn $name(tag: DeviceTag, value: $type) {
                device!(FUNCTION, tag, $($kind)|+, (), |$state| {
                    let $value = value;
                    $set
                });
                publish_readings();
            }
        )*}
    };
}

macro_rules! vector_setters {
    ($($name:ident : $kind:ident, |$state:ident, $values:ident| $set:expr;)*) => {
        functions! {$(
            fn $name(tag: DeviceTag, values: *const c_double) {
                let Some($values) = numbers::<3>(values) else {
                    return report_misuse(FUNCTION, &Misuse::Empty { argument: "values" });
                };
                device!(FUNCTION, tag, $kind, (), |$state| $set);
            }
        )*}
    };
}

setters! {
    wbr_altimeter_set_value: Altimeter, c_double, |state, value| state.value = value;
    wbr_distance_sensor_set_value: DistanceSensor, c_double, |state, value| state.value = value;
    wbr_gps_set_speed: Gps, c_double, |state, value| state.speed = value;
    wbr_light_sensor_set_value: LightSensor, c_double, |state, value| state.value = value;
    wbr_position_sensor_set_value: PositionSensor, c_double, |state, value| state.position = value;
    wbr_motor_set_force_feedback: RotationalMotor | LinearMotor, c_double, |state, value| state.feedback = value;
    wbr_motor_set_torque_feedback: RotationalMotor | LinearMotor, c_double, |state, value| state.feedback = value;
}

vector_setters! {
    wbr_accelerometer_set_values: Accelerometer, |state, values| state.value = values;
    wbr_compass_set_values: Compass, |state, values| state.value = values;
    wbr_gyro_set_values: Gyro, |state, values| state.value = values;
    wbr_gps_set_values: Gps, |state, values| state.position = values;
    wbr_gps_set_velocity_vector: Gps, |state, values| state.velocity = values;
}

functions! {
    fn wbr_touch_sensor_set_value(tag: DeviceTag, value: c_double) {
        device!(FUNCTION, tag, TouchSensor, (), |state| match state.kind {
            TouchSensorKind::Bumper | TouchSensorKind::Force => state.value = value,
            TouchSensorKind::Force3d => report_misuse(FUNCTION, &Misuse::OtherType {
                wanted: "bumper or force",
                instead: "wbr_touch_sensor_set_values",
            }),
        });
        publish_readings();
    }

    fn wbr_touch_sensor_set_values(tag: DeviceTag, values: *const c_double) {
        let Some(values) = numbers::<3>(values) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "values" });
        };
        device!(FUNCTION, tag, TouchSensor, (), |state| match state.kind {
            TouchSensorKind::Force3d => state.force = values,
            TouchSensorKind::Bumper | TouchSensorKind::Force => report_misuse(FUNCTION, &Misuse::OtherType {
                wanted: "force-3d",
                instead: "wbr_touch_sensor_set_value",
            }),
        });
    }
}

/// Bytes that a plugin gives.
fn bytes<'a>(pointer: *const c_uchar, size: c_int) -> Option<&'a [u8]> {
    let size = usize::try_from(size).ok()?;
    // SAFETY: the interface demands as many bytes as are announced.
    (!pointer.is_null()).then(|| unsafe { std::slice::from_raw_parts(pointer, size) })
}

/// Puts another picture in the place of a device's.
fn set_image(function: &str, tag: DeviceTag, image: *const c_uchar) {
    with(function, (), |library| {
        let Some(picture) = pictures::of_device(&mut library.client, Tag(tag)) else {
            return report_misuse(function, &Misuse::Tag);
        };
        let length = usize::from(picture.width().unwrap_or(0))
            * usize::from(picture.height().unwrap_or(0))
            * 4;
        let (Some(pixels), Some(image)) = (&mut picture.pixels, bytes(image, super::count(length)))
        else {
            return;
        };
        for (place, byte) in pixels.bytes_mut().iter_mut().zip(image) {
            *place = *byte;
        }
    });
}

fn image_buffer(function: &str, tag: DeviceTag) -> *mut c_uchar {
    with(function, null_mut(), |library| {
        let Some(picture) = pictures::of_device(&mut library.client, Tag(tag)) else {
            report_misuse(function, &Misuse::Tag);
            return null_mut();
        };
        let pixels = picture.pixels.as_mut();
        pixels.map_or_else(null_mut, |pixels| pixels.bytes_mut().as_mut_ptr())
    })
}

functions! {
    fn wb_remote_control_custom_function(_argument: *mut c_void) -> *mut c_void {
        report_misuse(FUNCTION, &Misuse::Other("there is no remote control plugin".into()));
        null_mut()
    }

    fn wbr_robot_battery_sensor_set_value(value: c_double) {
        if value < 0.0 {
            return report_misuse(FUNCTION, &Misuse::Negative { argument: "value" });
        }
        with(FUNCTION, (), |library| library.client.robot.battery = value);
    }

    fn wbr_microphone_set_buffer(tag: DeviceTag, buffer: *const c_uchar, size: c_int) {
        let Some(samples) = bytes(buffer, size) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "buffer" });
        };
        device!(FUNCTION, tag, Microphone, (), |state| state.samples = samples.to_vec());
    }

    fn wbr_radar_set_targets(tag: DeviceTag, targets: *const [c_double; 4], target_number: c_int) {
        let (Ok(length), false) = (usize::try_from(target_number), targets.is_null()) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "targets" });
        };
        // SAFETY: the interface demands as many targets as are announced.
        let targets = unsafe { std::slice::from_raw_parts(targets, length) };
        device!(FUNCTION, tag, Radar, (), |state| state.targets = targets.to_vec());
    }

    fn wbr_camera_recognition_set_object(tag: DeviceTag, objects: *const c_void, object_number: c_int) {
        // Without a plugin only the simulator recognises objects.
        let _ = (tag, objects, object_number);
        report_misuse(FUNCTION, &Misuse::Other("there is no remote control plugin".into()));
    }

    fn wbr_display_save_image(_tag: DeviceTag, _id: c_int, _width: c_int, _height: c_int, _image: *mut c_uchar) {
        report_misuse(FUNCTION, &Misuse::Other("there is no remote control plugin".into()));
    }

    fn wbr_camera_set_image(tag: DeviceTag, image: *const c_uchar) {
        set_image(FUNCTION, tag, image);
    }

    fn wbr_lidar_set_image(tag: DeviceTag, image: *const c_uchar) {
        set_image(FUNCTION, tag, image);
    }

    fn wbr_range_finder_set_image(tag: DeviceTag, image: *const c_uchar) {
        set_image(FUNCTION, tag, image);
    }

    fn wbr_camera_get_image_buffer(tag: DeviceTag) -> *mut c_uchar {
        image_buffer(FUNCTION, tag)
    }

    fn wbr_lidar_get_image_buffer(tag: DeviceTag) -> *mut c_uchar {
        image_buffer(FUNCTION, tag)
    }

    fn wbr_range_finder_get_image_buffer(tag: DeviceTag) -> *mut c_uchar {
        image_buffer(FUNCTION, tag)
    }
}
