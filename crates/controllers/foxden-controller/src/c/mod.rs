//! The exported names, one file for each header or family of devices.

pub mod any_device;
pub mod camera;
pub mod constants;
pub mod display;
pub mod fields;
pub mod input;
pub mod joint;
pub mod lidar;
pub mod motion;
pub mod motor;
pub mod node;
pub mod node_motion;
pub mod proto;
pub mod radio;
pub mod radio_devices;
pub mod remote;
pub mod robot;
pub mod sensors;
pub mod skin;
pub mod speaker;
pub mod supervisor;
pub mod switches;
pub mod utilities;

use std::ffi::{CStr, c_char, c_double, c_int};

/// The number of a device.
pub type DeviceTag = u16;

/// C programs of this interface have a `bool` of one byte, 0 or not.
pub type Bool = u8;

/// Declares exported functions. In the body `FUNCTION` is the name.
macro_rules! functions {
    ($(
        $(#[$meta:meta])*
        fn $name:ident ( $($argument:ident : $type:ty),* $(,)? ) $(-> $result:ty)? $body:block
    )*) => {$(
        $(#[$meta])*
        #[doc = concat!("See `", stringify!($name), "` in the headers.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) $(-> $result)? {
            #[allow(dead_code, reason = "some functions never complain")]
            const FUNCTION: &str = stringify!($name);
            $body
        }
    )*};
}

/// Warns once that the name of this function is deprecated.
macro_rules! old_name {
    ($function:expr, $instead:literal) => {{
        static WARNING: std::sync::Once = std::sync::Once::new();
        $crate::library::warn_deprecated(&WARNING, $function, $instead);
    }};
}

/// Works on the state of a device of one kind, or refuses the tag.
macro_rules! device {
    ($function:expr, $tag:expr, $($kind:ident)|+, $missing:expr, |$state:ident| $act:expr) => {
        $crate::library::with($function, $missing, |library| {
            let state = library
                .client
                .device_mut(foxden_protocol::Tag($tag))
                .map(|device| &mut device.state);
            match state {
                $( Some(foxden_client::devices::DeviceState::$kind($state)) => $act, )+
                _ => {
                    $crate::library::report_misuse($function, &foxden_client::Misuse::Tag);
                    $missing
                }
            }
        })
    };
}

/// The three functions that switch a sensor on and off.
macro_rules! sampling {
    ($($kind:ident [$($period:tt)+] $enable:ident $disable:ident $get:ident;)*) => {$(
        functions! {
            fn $enable(tag: $crate::c::DeviceTag, sampling_period: std::ffi::c_int) {
                if sampling_period < 0 {
                    let misuse = foxden_client::Misuse::NegativePeriod;
                    return $crate::library::report_misuse(FUNCTION, &misuse);
                }
                device!(FUNCTION, tag, $kind, (), |state| state.$($period)+.set(sampling_period));
                $crate::library::publish_readings();
            }

            fn $disable(tag: $crate::c::DeviceTag) {
                device!(FUNCTION, tag, $kind, (), |state| state.$($period)+.set(0));
                $crate::library::publish_readings();
            }

            fn $get(tag: $crate::c::DeviceTag) -> std::ffi::c_int {
                device!(FUNCTION, tag, $kind, 0, |state| state.$($period)+.milliseconds())
            }
        }
    )*};
}

/// Getters of a device: what to give, and what if there is none.
macro_rules! getters {
    ($($name:ident : $kind:ident -> $type:ty, $missing:expr, |$state:ident| $value:expr;)*) => {
        functions! {$(
            fn $name(tag: $crate::c::DeviceTag) -> $type {
                device!(FUNCTION, tag, $kind, $missing, |$state| $value)
            }
        )*}
    };
}

/// Getters of values that exist only while the device is enabled; for a
/// disabled device they return the last value and print an error.
macro_rules! measured {
    ($($name:ident : $kind:ident [$($period:tt)+] $enable:literal -> $type:ty, $missing:expr, |$state:ident| $value:expr;)*) => {
        functions! {$(
            fn $name(tag: $crate::c::DeviceTag) -> $type {
                device!(FUNCTION, tag, $kind, $missing, |$state| {
                    if !$state.$($period)+.is_on() {
                        let misuse = foxden_client::Misuse::Disabled { enable: $enable };
                        $crate::library::report_misuse(FUNCTION, &misuse);
                    }
                    $value
                })
            }
        )*}
    };
}

pub(crate) use {device, functions, getters, measured, old_name, sampling};

/// The text of a C string; none if it is NULL. Bytes that are no UTF-8 are
/// replaced.
pub(crate) fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the interface demands a C string that lives during the call.
    let text = unsafe { CStr::from_ptr(pointer) };
    Some(text.to_string_lossy().into_owned())
}

/// The text of a C string that has some.
pub(crate) fn some_text(pointer: *const c_char) -> Option<String> {
    text(pointer).filter(|text| !text.is_empty())
}

/// Numbers that a C program has put somewhere; none if it is NULL.
pub(crate) fn numbers<const N: usize>(pointer: *const c_double) -> Option<[f64; N]> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the interface demands that many numbers.
    Some(unsafe { std::ptr::read_unaligned(pointer.cast()) })
}

/// A count for C.
pub(crate) fn count(length: usize) -> c_int {
    c_int::try_from(length).unwrap_or(c_int::MAX)
}

/// A truth value for C.
pub(crate) fn boolean(value: bool) -> Bool {
    Bool::from(value)
}

/// Where a list begins; NULL if it is empty.
pub(crate) fn start<T>(list: &[T]) -> *const T {
    match list {
        [] => std::ptr::null(),
        list => list.as_ptr(),
    }
}
