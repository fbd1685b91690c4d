//! Lidars.

use std::ffi::{c_double, c_float, c_int};
use std::ptr::null;

use foxden_client::Misuse;
use foxden_client::devices::Lidar;

use super::camera::bytes;
use super::{Bool, DeviceTag, boolean, count, device, functions, getters, sampling};
use crate::library::report_misuse;

/// A point as C programs see it, and as the simulator writes it.
#[derive(Debug)]
#[repr(C)]
pub struct LidarPoint {
    x: c_float,
    y: c_float,
    z: c_float,
    layer_id: c_int,
    time: c_float,
}

sampling! {
    Lidar [picture.period] wb_lidar_enable wb_lidar_disable wb_lidar_get_sampling_period;
}

getters! {
    wb_lidar_is_point_cloud_enabled: Lidar -> Bool, 0, |lidar| boolean(lidar.has_point_cloud());
    wb_lidar_get_horizontal_resolution: Lidar -> c_int, 0, |lidar| count(lidar.horizontal_resolution());
    wb_lidar_get_number_of_layers: Lidar -> c_int, 0, |lidar| c_int::from(lidar.scan.layers);
    wb_lidar_get_min_frequency: Lidar -> c_double, f64::NAN, |lidar| lidar.scan.min_frequency;
    wb_lidar_get_max_frequency: Lidar -> c_double, f64::NAN, |lidar| lidar.scan.max_frequency;
    wb_lidar_get_frequency: Lidar -> c_double, f64::NAN, |lidar| lidar.scan.frequency;
    wb_lidar_get_fov: Lidar -> c_double, f64::NAN, |lidar| lidar.picture.field_of_view().unwrap_or(f64::NAN);
    wb_lidar_get_vertical_fov: Lidar -> c_double, f64::NAN, |lidar| lidar.scan.vertical_field_of_view;
    wb_lidar_get_min_range: Lidar -> c_double, f64::NAN, |lidar| lidar.picture.near().unwrap_or(f64::NAN);
    wb_lidar_get_max_range: Lidar -> c_double, f64::NAN, |lidar| lidar.scan.max_range;
}

fn check_on(lidar: &Lidar) -> Result<(), Misuse> {
    match lidar.picture.period.is_on() {
        true => Ok(()),
        false => Err(Misuse::Disabled {
            enable: "wb_lidar_enable",
        }),
    }
}

/// The bytes of the distances, and of the points if they are there.
fn distances(lidar: &Lidar) -> *const c_float {
    let needed = 4 * lidar.point_count();
    match &lidar.picture.pixels {
        Some(pixels) if pixels.bytes().len() >= needed => bytes(&lidar.picture).cast(),
        _ => null(),
    }
}

fn points(lidar: &Lidar) -> Result<*const LidarPoint, Misuse> {
    if !lidar.has_point_cloud() {
        return Err(Misuse::Disabled {
            enable: "wb_lidar_enable_point_cloud",
        });
    }
    check_on(lidar)?;
    let count = lidar.point_count();
    let needed = count * (4 + size_of::<LidarPoint>());
    match &lidar.picture.pixels {
        Some(pixels) if pixels.bytes().len() >= needed => {
            Ok(pixels.bytes()[4 * count..].as_ptr().cast())
        }
        _ => Ok(null()),
    }
}

fn check_layer(lidar: &Lidar, layer: c_int) -> Result<usize, Misuse> {
    let most = c_int::from(lidar.scan.layers) - 1;
    match usize::try_from(layer) {
        Ok(place) if layer <= most => Ok(place * lidar.horizontal_resolution()),
        _ => Err(Misuse::Index {
            index: layer,
            least: 0,
            most,
        }),
    }
}

/// What was asked for, or NULL with a complaint.
fn given<T>(function: &str, result: Result<*const T, Misuse>) -> *const T {
    result.unwrap_or_else(|misuse| {
        report_misuse(function, &misuse);
        null()
    })
}

fn offset<T>(start: *const T, place: usize) -> *const T {
    match start.is_null() {
        true => null(),
        // SAFETY: the place is within what was measured before.
        false => unsafe { start.add(place) },
    }
}

functions! {
    fn wb_lidar_enable_point_cloud(tag: DeviceTag) {
        device!(FUNCTION, tag, Lidar, (), |lidar| lidar.set_point_cloud(true));
    }

    fn wb_lidar_disable_point_cloud(tag: DeviceTag) {
        device!(FUNCTION, tag, Lidar, (), |lidar| lidar.set_point_cloud(false));
    }

    fn wb_lidar_set_frequency(tag: DeviceTag, frequency: c_double) {
        device!(FUNCTION, tag, Lidar, (), |lidar| {
            if let Err(misuse) = lidar.set_frequency(frequency) {
                report_misuse(FUNCTION, &misuse);
            }
        });
    }

    fn wb_lidar_get_range_image(tag: DeviceTag) -> *const c_float {
        device!(FUNCTION, tag, Lidar, null(), |lidar| {
            if let Err(misuse) = check_on(lidar) {
                report_misuse(FUNCTION, &misuse);
            }
            distances(lidar)
        })
    }

    fn wb_lidar_get_layer_range_image(tag: DeviceTag, layer: c_int) -> *const c_float {
        device!(FUNCTION, tag, Lidar, null(), |lidar| given(FUNCTION, check_on(lidar).and_then(|()| {
            let place = check_layer(lidar, layer)?;
            Ok(offset(distances(lidar), place))
        })))
    }

    fn wb_lidar_get_point_cloud(tag: DeviceTag) -> *const LidarPoint {
        device!(FUNCTION, tag, Lidar, null(), |lidar| given(FUNCTION, points(lidar)))
    }

    fn wb_lidar_get_layer_point_cloud(tag: DeviceTag, layer: c_int) -> *const LidarPoint {
        device!(FUNCTION, tag, Lidar, null(), |lidar| given(FUNCTION, points(lidar).and_then(|points| {
            let place = check_layer(lidar, layer)?;
            Ok(offset(points, place))
        })))
    }

    fn wb_lidar_get_number_of_points(tag: DeviceTag) -> c_int {
        device!(FUNCTION, tag, Lidar, 0, |lidar| match points(lidar) {
            Ok(_) => count(lidar.point_count()),
            Err(misuse) => {
                report_misuse(FUNCTION, &misuse);
                0
            }
        })
    }

    fn wb_lidar_get_point(tag: DeviceTag, index: c_int) -> *const LidarPoint {
        device!(FUNCTION, tag, Lidar, null(), |lidar| given(FUNCTION, points(lidar).and_then(|points| {
            let most = count(lidar.point_count()) - 1;
            match usize::try_from(index) {
                Ok(place) if index <= most => Ok(offset(points, place)),
                _ => Err(Misuse::Index { index, least: 0, most }),
            }
        })))
    }
}
