//! What all devices have.

use std::ffi::{c_char, c_double, c_int};
use std::ptr::null;

use foxden_protocol::{NodeTypeNumber, Tag};

use super::{DeviceTag, functions};
use crate::library::with;
use crate::readings;

functions! {
    fn wb_device_get_name(dt: DeviceTag) -> *const c_char {
        with(FUNCTION, null(), |library| match dt {
            0 => library.client.robot.setting.name.as_c_str().as_ptr(),
            tag => library
                .client
                .device(Tag(tag))
                .map_or_else(null, |device| device.name.as_c_str().as_ptr()),
        })
    }

    fn wb_device_get_model(dt: DeviceTag) -> *const c_char {
        with(FUNCTION, null(), |library| {
            library
                .client
                .device(Tag(dt))
                .map_or_else(null, |device| device.model.as_c_str().as_ptr())
        })
    }

    fn wb_device_get_node_type(dt: DeviceTag) -> c_int {
        with(FUNCTION, 0, |library| match dt {
            0 => NodeTypeNumber::ROBOT.0,
            tag => library
                .client
                .device(Tag(tag))
                .map_or(0, |device| device.kind.number().0),
        })
    }

    fn wb_device_get_type(dt: DeviceTag) -> c_int {
        wb_device_get_node_type(dt)
    }

    /// Foxden's own: where the newest value of a sensor is, for as long as the
    /// program runs. While there is no number, the sensor's `get_value` has to
    /// be called. NULL if there is no such device.
    fn foxden_reading(dt: DeviceTag) -> *const c_double {
        with(FUNCTION, null(), |library| {
            readings::place(&library.client, Tag(dt)).unwrap_or_else(null)
        })
    }
}
