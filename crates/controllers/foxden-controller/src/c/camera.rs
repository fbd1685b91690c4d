//! Cameras and range finders.

use std::ffi::{c_char, c_double, c_int, c_uchar};
use std::ptr::null;
use std::sync::Mutex;

use foxden_client::Misuse;
use foxden_client::devices::{Camera, DevicePicture};

use super::{Bool, DeviceTag, boolean, count, device, functions, getters, sampling, some_text};
use crate::library::report_misuse;
use crate::pictures::{ImageFileError, ImageFormat, save_bgra, save_distances};

sampling! {
    Camera [picture.period] wb_camera_enable wb_camera_disable wb_camera_get_sampling_period;
    RangeFinder [picture.period] wb_range_finder_enable wb_range_finder_disable wb_range_finder_get_sampling_period;
}

/// A recognised object as C programs see it.
#[derive(Debug, PartialEq)]
#[repr(C)]
pub struct RecognitionObject {
    id: c_int,
    position: [c_double; 3],
    orientation: [c_double; 4],
    size: [c_double; 2],
    position_on_image: [c_int; 2],
    size_on_image: [c_int; 2],
    number_of_colors: c_int,
    colors: *const c_double,
    model: *const c_char,
}

// SAFETY: the pointers lead into the device, which is only touched under a lock.
unsafe impl Send for RecognitionObject {}

/// The objects that were last asked for, for each device, where programs read
/// them.
static OBJECTS: Mutex<Vec<(DeviceTag, Vec<RecognitionObject>)>> = Mutex::new(Vec::new());

getters! {
    wb_camera_get_width: Camera -> c_int, -1, |camera| camera.picture.width().map_or(-1, c_int::from);
    wb_camera_get_height: Camera -> c_int, -1, |camera| camera.picture.height().map_or(-1, c_int::from);
    wb_camera_get_fov: Camera -> c_double, f64::NAN, |camera| camera.picture.field_of_view().unwrap_or(f64::NAN);
    wb_camera_get_near: Camera -> c_double, f64::NAN, |camera| camera.picture.near().unwrap_or(f64::NAN);
    wb_camera_get_max_fov: Camera -> c_double, f64::NAN, |camera| camera.optics.max_field_of_view;
    wb_camera_get_min_fov: Camera -> c_double, f64::NAN, |camera| camera.optics.min_field_of_view;
    wb_camera_get_exposure: Camera -> c_double, f64::NAN, |camera| camera.optics.exposure;
    wb_camera_get_focal_length: Camera -> c_double, f64::NAN, |camera| camera.optics.focal_length;
    wb_camera_get_focal_distance: Camera -> c_double, f64::NAN, |camera| camera.optics.focal_distance;
    wb_camera_get_max_focal_distance: Camera -> c_double, f64::NAN, |camera| camera.optics.max_focal_distance;
    wb_camera_get_min_focal_distance: Camera -> c_double, f64::NAN, |camera| camera.optics.min_focal_distance;
    wb_camera_has_recognition: Camera -> Bool, 0, |camera| boolean(camera.optics.has_recognition);
    wb_camera_recognition_has_segmentation: Camera -> Bool, 0, |camera| boolean(camera.optics.has_segmentation);
    wb_range_finder_get_width: RangeFinder -> c_int, -1, |finder| finder.picture.width().map_or(-1, c_int::from);
    wb_range_finder_get_height: RangeFinder -> c_int, -1, |finder| finder.picture.height().map_or(-1, c_int::from);
    wb_range_finder_get_fov: RangeFinder -> c_double, f64::NAN, |finder| finder.picture.field_of_view().unwrap_or(f64::NAN);
    wb_range_finder_get_min_range: RangeFinder -> c_double, f64::NAN, |finder| finder.picture.near().unwrap_or(f64::NAN);
    wb_range_finder_get_max_range: RangeFinder -> c_double, f64::NAN, |finder| finder.max_range;
}

/// Where the bytes of a picture begin.
pub(super) fn bytes(picture: &DevicePicture) -> *const c_uchar {
    picture
        .pixels
        .as_ref()
        .map_or_else(null, |pixels| pixels.bytes().as_ptr())
}

pub(super) fn size(picture: &DevicePicture) -> [u32; 2] {
    [picture.width(), picture.height()].map(|pixels| pixels.map_or(0, u32::from))
}

fn check(function: &str, result: Result<(), Misuse>) {
    if let Err(misuse) = result {
        report_misuse(function, &misuse);
    }
}

/// Saves a picture; 0 if it worked, -1 if not.
pub(super) fn save(
    function: &str,
    file: *const c_char,
    quality: c_int,
    act: impl FnOnce(&str, ImageFormat) -> Result<(), ImageFileError>,
) -> c_int {
    let Some(file) = some_text(file) else {
        report_misuse(
            function,
            &Misuse::Empty {
                argument: "filename",
            },
        );
        return -1;
    };
    match ImageFormat::of(&file, quality).and_then(|format| act(&file, format)) {
        Ok(()) => 0,
        Err(error) => {
            report_misuse(function, &Misuse::Other(error.to_string()));
            -1
        }
    }
}

fn recognition_objects(
    function: &str,
    tag: DeviceTag,
    camera: &Camera,
) -> (*const RecognitionObject, usize) {
    if let Err(misuse) = camera.check_recognition() {
        report_misuse(function, &misuse);
        return (null(), 0);
    }
    if !camera.recognition.period.is_on() {
        report_misuse(
            function,
            &Misuse::Disabled {
                enable: "wb_camera_recognition_enable",
            },
        );
        return (null(), 0);
    }
    let objects: Vec<RecognitionObject> = camera
        .recognition
        .objects
        .iter()
        .zip(&camera.recognition.models)
        .map(|(object, model)| RecognitionObject {
            id: object.id,
            position: object.position,
            orientation: object.orientation,
            size: object.size,
            position_on_image: object.position_on_image,
            size_on_image: object.size_on_image,
            number_of_colors: count(object.colours.len()),
            colors: super::start(&object.colours).cast(),
            model: model.as_c_str().as_ptr(),
        })
        .collect();
    stored(tag, objects)
}

/// Puts the objects of a device where the program reads them. It may read a list
/// until the next step, also after it asked for the number of objects, so the
/// same objects stay where they are.
fn stored(tag: DeviceTag, objects: Vec<RecognitionObject>) -> (*const RecognitionObject, usize) {
    let mut all = OBJECTS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let known = all.iter().position(|(of, _)| *of == tag);
    let at = known.unwrap_or_else(|| {
        all.push((tag, Vec::new()));
        all.len() - 1
    });
    let stored = &mut all[at].1;
    if *stored != objects {
        *stored = objects;
    }
    (super::start(stored), stored.len())
}

functions! {
    fn wb_camera_get_image(tag: DeviceTag) -> *const c_uchar {
        device!(FUNCTION, tag, Camera, null(), |camera| {
            if !camera.picture.period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_camera_enable" });
                return null();
            }
            bytes(&camera.picture)
        })
    }

    fn wb_camera_set_fov(tag: DeviceTag, fov: c_double) {
        device!(FUNCTION, tag, Camera, (), |camera| check(FUNCTION, camera.set_field_of_view(fov)));
    }

    fn wb_camera_set_exposure(tag: DeviceTag, exposure: c_double) {
        device!(FUNCTION, tag, Camera, (), |camera| check(FUNCTION, camera.set_exposure(exposure)));
    }

    fn wb_camera_set_focal_distance(tag: DeviceTag, focal_distance: c_double) {
        device!(FUNCTION, tag, Camera, (), |camera| check(FUNCTION, camera.set_focal_distance(focal_distance)));
    }

    fn wb_camera_save_image(tag: DeviceTag, filename: *const c_char, quality: c_int) -> c_int {
        device!(FUNCTION, tag, Camera, -1, |camera| {
            let picture = &camera.picture;
            save(FUNCTION, filename, quality, |file, format| {
                let pixels = picture.pixels.as_ref().ok_or(ImageFileError::Missing)?;
                save_bgra(file, format, size(picture), pixels.bytes())
            })
        })
    }

    fn wb_camera_recognition_enable(tag: DeviceTag, sampling_period: c_int) {
        if sampling_period < 0 {
            return report_misuse(FUNCTION, &Misuse::NegativePeriod);
        }
        device!(FUNCTION, tag, Camera, (), |camera| match camera.check_recognition() {
            Ok(()) => camera.recognition.period.set(sampling_period),
            Err(misuse) => report_misuse(FUNCTION, &misuse),
        });
    }

    fn wb_camera_recognition_disable(tag: DeviceTag) {
        device!(FUNCTION, tag, Camera, (), |camera| match camera.check_recognition() {
            Ok(()) => camera.recognition.period.set(0),
            Err(misuse) => report_misuse(FUNCTION, &misuse),
        });
    }

    fn wb_camera_recognition_get_sampling_period(tag: DeviceTag) -> c_int {
        device!(FUNCTION, tag, Camera, 0, |camera| {
            check(FUNCTION, camera.check_recognition());
            camera.recognition.period.milliseconds()
        })
    }

    fn wb_camera_recognition_get_number_of_objects(tag: DeviceTag) -> c_int {
        device!(FUNCTION, tag, Camera, 0, |camera| count(recognition_objects(FUNCTION, tag, camera).1))
    }

    fn wb_camera_recognition_get_objects(tag: DeviceTag) -> *const RecognitionObject {
        device!(FUNCTION, tag, Camera, null(), |camera| recognition_objects(FUNCTION, tag, camera).0)
    }

    fn wb_camera_recognition_get_object(tag: DeviceTag, index: c_int) -> *const RecognitionObject {
        device!(FUNCTION, tag, Camera, null(), |camera| {
            let (objects, length) = recognition_objects(FUNCTION, tag, camera);
            match usize::try_from(index) {
                // SAFETY: the index is within the list.
                Ok(index) if index < length => unsafe { objects.add(index) },
                _ => null(),
            }
        })
    }

    fn wb_camera_recognition_enable_segmentation(tag: DeviceTag) {
        device!(FUNCTION, tag, Camera, (), |camera| {
            if let Err(misuse) = camera.check_recognition() {
                report_misuse(FUNCTION, &misuse);
            } else if !camera.recognition.period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_camera_recognition_enable" });
            } else if !camera.optics.has_segmentation {
                let text = "segmentation is disabled: set the field 'segmentation' of the Recognition node to TRUE";
                report_misuse(FUNCTION, &Misuse::Other(text.into()));
            } else {
                camera.recognition.set_segmentation(true);
            }
        });
    }

    fn wb_camera_recognition_disable_segmentation(tag: DeviceTag) {
        device!(FUNCTION, tag, Camera, (), |camera| match camera.check_recognition() {
            Ok(()) => camera.recognition.set_segmentation(false),
            Err(misuse) => report_misuse(FUNCTION, &misuse),
        });
    }

    fn wb_camera_recognition_is_segmentation_enabled(tag: DeviceTag) -> Bool {
        device!(FUNCTION, tag, Camera, 0, |camera| {
            check(FUNCTION, camera.check_recognition());
            boolean(camera.recognition.is_segmentation_enabled())
        })
    }

    fn wb_camera_recognition_get_segmentation_image(tag: DeviceTag) -> *const c_uchar {
        device!(FUNCTION, tag, Camera, null(), |camera| {
            if let Err(misuse) = camera.check_recognition() {
                report_misuse(FUNCTION, &misuse);
                return null();
            }
            if !camera.recognition.is_segmentation_enabled() {
                let enable = "wb_camera_recognition_enable_segmentation";
                report_misuse(FUNCTION, &Misuse::Disabled { enable });
                return null();
            }
            bytes(&camera.recognition.segmentation)
        })
    }

    fn wb_camera_recognition_save_segmentation_image(tag: DeviceTag, filename: *const c_char, quality: c_int) -> c_int {
        device!(FUNCTION, tag, Camera, -1, |camera| {
            let pixels = size(&camera.picture);
            let picture = &camera.recognition.segmentation;
            save(FUNCTION, filename, quality, |file, format| {
                let bytes = picture.pixels.as_ref().ok_or(ImageFileError::Missing)?;
                save_bgra(file, format, pixels, bytes.bytes())
            })
        })
    }

    fn wb_range_finder_get_range_image(tag: DeviceTag) -> *const f32 {
        device!(FUNCTION, tag, RangeFinder, null(), |finder| {
            if !finder.picture.period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_range_finder_enable" });
            }
            bytes(&finder.picture).cast()
        })
    }

    fn wb_range_finder_save_image(tag: DeviceTag, filename: *const c_char, quality: c_int) -> c_int {
        device!(FUNCTION, tag, RangeFinder, -1, |finder| {
            let picture = &finder.picture;
            let near = picture.near().unwrap_or(0.0);
            let far = finder.max_range;
            save(FUNCTION, filename, quality, |file, format| {
                let pixels = picture.pixels.as_ref().ok_or(ImageFileError::Missing)?;
                save_distances(file, format, size(picture), pixels.bytes(), near, far)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects(id: c_int) -> Vec<RecognitionObject> {
        let object = || RecognitionObject {
            id,
            position: [1.0; 3],
            orientation: [0.0; 4],
            size: [2.0; 2],
            position_on_image: [3; 2],
            size_on_image: [4; 2],
            number_of_colors: 0,
            colors: null(),
            model: null(),
        };
        vec![object(), object()]
    }

    #[test]
    fn a_list_of_objects_stays_until_it_changes() {
        let (tag, other) = (250, 251);
        let list = stored(tag, objects(1));
        let beside = stored(other, objects(1));
        // asking again, for the list or its length, does not move it
        assert_eq!(stored(tag, objects(1)), list);
        assert_eq!(stored(other, objects(1)), beside);
        // SAFETY: the list is stored, and nobody else writes to it.
        assert_eq!(unsafe { &*list.0 }.id, 1);
        let (now, length) = stored(tag, objects(2));
        assert_eq!(length, 2);
        // SAFETY: as above.
        assert_eq!(unsafe { &*now }.id, 2);
    }
}
