//! Sensors that are enabled and then report values.

use std::ffi::{CString, c_char, c_double, c_int, c_void};
use std::ptr::null;

use foxden_client::Misuse;
use foxden_client::devices::degrees_minutes_seconds;
use foxden_protocol::devices::{distance_sensor, gps, touch_sensor};

use super::{count, device, functions, getters, measured, sampling, start};
use crate::library::report_misuse;

sampling! {
    Accelerometer [period] wb_accelerometer_enable wb_accelerometer_disable wb_accelerometer_get_sampling_period;
    Altimeter [period] wb_altimeter_enable wb_altimeter_disable wb_altimeter_get_sampling_period;
    Compass [period] wb_compass_enable wb_compass_disable wb_compass_get_sampling_period;
    DistanceSensor [period] wb_distance_sensor_enable wb_distance_sensor_disable wb_distance_sensor_get_sampling_period;
    Gps [period] wb_gps_enable wb_gps_disable wb_gps_get_sampling_period;
    Gyro [period] wb_gyro_enable wb_gyro_disable wb_gyro_get_sampling_period;
    InertialUnit [period] wb_inertial_unit_enable wb_inertial_unit_disable wb_inertial_unit_get_sampling_period;
    LightSensor [period] wb_light_sensor_enable wb_light_sensor_disable wb_light_sensor_get_sampling_period;
    Microphone [period] wb_microphone_enable wb_microphone_disable wb_microphone_get_sampling_period;
    Radar [period] wb_radar_enable wb_radar_disable wb_radar_get_sampling_period;
    TouchSensor [period] wb_touch_sensor_enable wb_touch_sensor_disable wb_touch_sensor_get_sampling_period;
}

getters! {
    wb_accelerometer_get_lookup_table_size: Accelerometer -> c_int, 0, |state| count(state.lookup_table_size());
    wb_accelerometer_get_lookup_table: Accelerometer -> *const c_double, null(), |state| start(&state.lookup_table);
    wb_compass_get_lookup_table_size: Compass -> c_int, 0, |state| count(state.lookup_table_size());
    wb_compass_get_lookup_table: Compass -> *const c_double, null(), |state| start(&state.lookup_table);
    wb_gyro_get_lookup_table_size: Gyro -> c_int, 0, |state| count(state.lookup_table_size());
    wb_gyro_get_lookup_table: Gyro -> *const c_double, null(), |state| start(&state.lookup_table);
    wb_light_sensor_get_lookup_table_size: LightSensor -> c_int, 0, |state| count(state.lookup_table_size());
    wb_light_sensor_get_lookup_table: LightSensor -> *const c_double, null(), |state| start(&state.lookup_table);
    wb_distance_sensor_get_lookup_table_size: DistanceSensor -> c_int, 0, |state| count(state.lookup_table.len() / 3);
    wb_distance_sensor_get_lookup_table: DistanceSensor -> *const c_double, null(), |state| start(&state.lookup_table);
    wb_distance_sensor_get_max_value: DistanceSensor -> c_double, f64::NAN, |state| state.max_value;
    wb_distance_sensor_get_min_value: DistanceSensor -> c_double, f64::NAN, |state| state.min_value;
    wb_distance_sensor_get_aperture: DistanceSensor -> c_double, f64::NAN, |state| state.aperture;
    wb_distance_sensor_get_type: DistanceSensor -> c_int, 0, |state| match state.kind {
        distance_sensor::DistanceSensorKind::Generic => 0,
        distance_sensor::DistanceSensorKind::InfraRed => 1,
        distance_sensor::DistanceSensorKind::Sonar => 2,
        distance_sensor::DistanceSensorKind::Laser => 3,
    };
    wb_touch_sensor_get_lookup_table_size: TouchSensor -> c_int, 0, |state| count(state.lookup_table.len() / 3);
    wb_touch_sensor_get_lookup_table: TouchSensor -> *const c_double, null(), |state| start(&state.lookup_table);
    wb_touch_sensor_get_type: TouchSensor -> c_int, 0, |state| match state.kind {
        touch_sensor::TouchSensorKind::Bumper => 0,
        touch_sensor::TouchSensorKind::Force => 1,
        touch_sensor::TouchSensorKind::Force3d => 2,
    };
    wb_gps_get_coordinate_system: Gps -> c_int, 0, |state| match state.coordinates {
        gps::Coordinates::Local => 0,
        gps::Coordinates::Wgs84 => 1,
    };
    wb_inertial_unit_get_noise: InertialUnit -> c_double, 0.0, |state| state.noise;
    wb_radar_get_min_range: Radar -> c_double, 0.0, |state| state.min_range;
    wb_radar_get_max_range: Radar -> c_double, 0.0, |state| state.max_range;
    wb_radar_get_horizontal_fov: Radar -> c_double, 0.0, |state| state.horizontal_field_of_view;
    wb_radar_get_vertical_fov: Radar -> c_double, 0.0, |state| state.vertical_field_of_view;
}

measured! {
    wb_light_sensor_get_value: LightSensor [period] "wb_light_sensor_enable" -> c_double, f64::NAN, |state| state.value;
    wb_altimeter_get_value: Altimeter [period] "wb_altimeter_enable" -> c_double, f64::NAN, |state| state.value;
    wb_distance_sensor_get_value: DistanceSensor [period] "wb_distance_sensor_enable" -> c_double, f64::NAN, |state| state.value;
    wb_touch_sensor_get_value: TouchSensor [period] "wb_touch_sensor_enable" -> c_double, f64::NAN, |state| state.value;
    wb_accelerometer_get_values: Accelerometer [period] "wb_accelerometer_enable" -> *const c_double, null(), |state| state.value.as_ptr();
    wb_compass_get_values: Compass [period] "wb_compass_enable" -> *const c_double, null(), |state| state.value.as_ptr();
    wb_gyro_get_values: Gyro [period] "wb_gyro_enable" -> *const c_double, null(), |state| state.value.as_ptr();
    wb_gps_get_values: Gps [period] "wb_gps_enable" -> *const c_double, null(), |state| state.position.as_ptr();
    wb_gps_get_speed: Gps [period] "wb_gps_enable" -> c_double, f64::NAN, |state| state.speed;
    wb_gps_get_speed_vector: Gps [period] "wb_gps_enable" -> *const c_double, null(), |state| state.velocity.as_ptr();
    wb_inertial_unit_get_quaternion: InertialUnit [period] "wb_inertial_unit_enable" -> *const c_double, null(), |state| state.quaternion.as_ptr();
    wb_inertial_unit_get_roll_pitch_yaw: InertialUnit [period] "wb_inertial_unit_enable" -> *const c_double, null(), |state| {
        state.angles = state.roll_pitch_yaw();
        state.angles.as_ptr()
    };
    wb_microphone_get_sample_data: Microphone [period] "wb_microphone_enable" -> *const c_void, null(), |state| start(&state.samples).cast();
    wb_microphone_get_sample_size: Microphone [period] "wb_microphone_enable" -> c_int, -1, |state| count(state.samples.len());
    wb_radar_get_number_of_targets: Radar [period] "wb_radar_enable" -> c_int, 0, |state| count(state.targets.len());
    wb_radar_get_targets: Radar [period] "wb_radar_enable" -> *const [c_double; 4], null(), |state| start(&state.targets);
}

functions! {
    fn wb_touch_sensor_get_values(tag: super::DeviceTag) -> *const c_double {
        device!(FUNCTION, tag, TouchSensor, null(), |state| {
            if state.kind != touch_sensor::TouchSensorKind::Force3d {
                report_misuse(FUNCTION, &Misuse::OtherType { wanted: "force-3d", instead: "wb_touch_sensor_get_value" });
                return null();
            }
            if !state.period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_touch_sensor_enable" });
            }
            state.force.as_ptr()
        })
    }

    fn wb_radar_get_target(tag: super::DeviceTag, index: c_int) -> *const [c_double; 4] {
        device!(FUNCTION, tag, Radar, null(), |state| {
            if !state.period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_radar_enable" });
            }
            let target = usize::try_from(index).ok().and_then(|index| state.targets.get(index));
            target.map_or_else(null, std::ptr::from_ref)
        })
    }

    fn wb_gps_convert_to_degrees_minutes_seconds(decimal_degrees: c_double) -> *const c_char {
        let text = degrees_minutes_seconds(decimal_degrees);
        // The controller owns the text; bindings free it with `free`.
        let text = CString::new(text).unwrap_or_default();
        // SAFETY: the copy is made of a C string.
        unsafe { libc::strdup(text.as_ptr()) }
    }
}
