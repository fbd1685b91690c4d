//! Skins.

use std::ffi::{c_char, c_double, c_int};
use std::ptr::null;

use foxden_client::Misuse;
use foxden_client::devices::Skin;
use foxden_protocol::devices::skin::SkinRequest;

use super::{Bool, DeviceTag, count, device, functions, getters, numbers};
use crate::library::{report_misuse, with};

getters! {
    wb_skin_get_bone_count: Skin -> c_int, 0, |skin| count(skin.bones.len());
}

/// Sends a request about a bone. Returns whether it was sent.
fn order(
    function: &str,
    tag: DeviceTag,
    order: impl FnOnce(&Skin) -> Result<SkinRequest, Misuse>,
) -> bool {
    let sent = device!(function, tag, Skin, false, |skin| match order(skin) {
        Ok(request) => {
            skin.order(request);
            true
        }
        Err(misuse) => {
            report_misuse(function, &misuse);
            false
        }
    });
    sent && with(function, false, |library| library.flush(function))
}

fn values<const N: usize>(
    argument: &'static str,
    pointer: *const c_double,
) -> Result<[f64; N], Misuse> {
    let values: [f64; N] = numbers(pointer).ok_or(Misuse::Empty { argument })?;
    match values.iter().any(|value| value.is_nan()) {
        true => Err(Misuse::NotANumber { argument }),
        false => Ok(values),
    }
}

functions! {
    fn wb_skin_set_bone_orientation(tag: DeviceTag, index: c_int, orientation: *const c_double, absolute: Bool) {
        order(FUNCTION, tag, |skin| {
            let orientation: [f64; 4] = values("orientation", orientation)?;
            if orientation[..3] == [0.0; 3] {
                return Err(Misuse::Axis);
            }
            let bone = skin.bone(index)?;
            Ok(SkinRequest::SetOrientation { bone, orientation, absolute: absolute != 0 })
        });
    }

    fn wb_skin_set_bone_position(tag: DeviceTag, index: c_int, position: *const c_double, absolute: Bool) {
        order(FUNCTION, tag, |skin| {
            let position = values("position", position)?;
            let bone = skin.bone(index)?;
            Ok(SkinRequest::SetPosition { bone, position, absolute: absolute != 0 })
        });
    }

    fn wb_skin_get_bone_name(tag: DeviceTag, index: c_int) -> *const c_char {
        device!(FUNCTION, tag, Skin, null(), |skin| match skin.bone(index) {
            Ok(bone) => skin.bones[usize::from(bone)].as_c_str().as_ptr(),
            Err(misuse) => {
                report_misuse(FUNCTION, &misuse);
                null()
            }
        })
    }

    fn wb_skin_get_bone_orientation(tag: DeviceTag, index: c_int, absolute: Bool) -> *const c_double {
        let absolute = absolute != 0;
        let asked = order(FUNCTION, tag, |skin| Ok(SkinRequest::Orientation { bone: skin.bone(index)?, absolute }));
        match asked {
            true => device!(FUNCTION, tag, Skin, null(), |skin| skin.orientation.as_ptr()),
            false => null(),
        }
    }

    fn wb_skin_get_bone_position(tag: DeviceTag, index: c_int, absolute: Bool) -> *const c_double {
        let absolute = absolute != 0;
        let asked = order(FUNCTION, tag, |skin| Ok(SkinRequest::Position { bone: skin.bone(index)?, absolute }));
        match asked {
            true => device!(FUNCTION, tag, Skin, null(), |skin| skin.position.as_ptr()),
            false => null(),
        }
    }
}
