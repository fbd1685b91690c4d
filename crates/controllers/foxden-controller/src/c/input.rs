//! Keyboard, joystick, mouse.

use std::ffi::{c_char, c_double, c_int};
use std::ptr::null;
use std::sync::Mutex;

use foxden_client::{Joystick, Misuse};

use super::{Bool, boolean, count, functions};
use crate::library::{ControllerLibrary, report_misuse, with};

/// The mouse as C programs see it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct MouseState {
    u: c_double,
    v: c_double,
    x: c_double,
    y: c_double,
    z: c_double,
    left: Bool,
    middle: Bool,
    right: Bool,
}

impl MouseState {
    const UNKNOWN: Self = Self {
        u: f64::NAN,
        v: f64::NAN,
        x: f64::NAN,
        y: f64::NAN,
        z: f64::NAN,
        left: 0,
        middle: 0,
        right: 0,
    };

    fn of(library: &ControllerLibrary) -> Self {
        let state = &library.client.robot.mouse.state;
        Self {
            u: state.view[0],
            v: state.view[1],
            x: state.point[0],
            y: state.point[1],
            z: state.point[2],
            left: boolean(state.left),
            middle: boolean(state.middle),
            right: boolean(state.right),
        }
    }
}

/// The state that programs get a pointer to.
static MOUSE: Mutex<MouseState> = Mutex::new(MouseState::UNKNOWN);

/// Works on the joystick if it is on.
fn joystick<R>(function: &str, missing: R, act: impl FnOnce(&mut Joystick) -> R) -> R {
    with(function, missing, |library| {
        let joystick = &mut library.client.robot.joystick;
        if !joystick.period.is_on() {
            let enable = "wb_joystick_enable";
            report_misuse(function, &Misuse::Disabled { enable });
        }
        act(joystick)
    })
}

/// Changes the joystick, which must be on.
fn set_joystick(function: &str, act: impl FnOnce(&mut Joystick)) {
    joystick(function, (), |joystick| {
        if joystick.period.is_on() {
            act(joystick);
        }
    });
}

fn item(function: &str, argument: &'static str, list: &[i32], index: c_int) -> c_int {
    let found = usize::try_from(index)
        .ok()
        .and_then(|index| list.get(index));
    found.copied().unwrap_or_else(|| {
        let most = list.len() as f64 - 1.0;
        let value = f64::from(index);
        report_misuse(
            function,
            &Misuse::Range {
                argument,
                value,
                least: 0.0,
                most,
            },
        );
        0
    })
}

functions! {
    fn wb_keyboard_enable(sampling_period: c_int) {
        with(FUNCTION, (), |library| library.client.robot.enable_keyboard(sampling_period));
    }

    fn wb_keyboard_disable() {
        with(FUNCTION, (), |library| library.client.robot.enable_keyboard(0));
    }

    fn wb_keyboard_get_sampling_period() -> c_int {
        with(FUNCTION, 0, |library| library.client.robot.keyboard.period.milliseconds())
    }

    fn wb_keyboard_get_key() -> c_int {
        with(FUNCTION, -1, |library| {
            let keyboard = &mut library.client.robot.keyboard;
            if !keyboard.period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_keyboard_enable" });
            }
            keyboard.next_key()
        })
    }

    fn wb_joystick_enable(sampling_period: c_int) {
        with(FUNCTION, (), |library| library.client.robot.joystick.period.set(sampling_period));
    }

    fn wb_joystick_disable() {
        with(FUNCTION, (), |library| library.client.robot.joystick.period.set(0));
    }

    fn wb_joystick_get_sampling_period() -> c_int {
        with(FUNCTION, 0, |library| library.client.robot.joystick.period.milliseconds())
    }

    fn wb_joystick_is_connected() -> Bool {
        joystick(FUNCTION, 0, |joystick| boolean(joystick.period.is_on() && joystick.model.is_some()))
    }

    fn wb_joystick_get_model() -> *const c_char {
        with(FUNCTION, null(), |library| {
            let model = &library.client.robot.joystick.model;
            model.as_ref().map_or_else(null, |model| model.as_c_str().as_ptr())
        })
    }

    fn wb_joystick_get_number_of_axes() -> c_int {
        joystick(FUNCTION, 0, |joystick| count(joystick.axes.len()))
    }

    fn wb_joystick_get_axis_value(axis: c_int) -> c_int {
        joystick(FUNCTION, 0, |joystick| item(FUNCTION, "axis", &joystick.axes, axis))
    }

    fn wb_joystick_get_number_of_povs() -> c_int {
        joystick(FUNCTION, 0, |joystick| count(joystick.povs.len()))
    }

    fn wb_joystick_get_pov_value(pov: c_int) -> c_int {
        joystick(FUNCTION, 0, |joystick| item(FUNCTION, "pov", &joystick.povs, pov))
    }

    fn wb_joystick_get_pressed_button() -> c_int {
        joystick(FUNCTION, -1, Joystick::next_button)
    }

    fn wb_joystick_set_constant_force(level: c_int) {
        set_joystick(FUNCTION, |joystick| joystick.set_force(level));
    }

    fn wb_joystick_set_constant_force_duration(duration: c_double) {
        if duration < 0.0 {
            return report_misuse(FUNCTION, &Misuse::Negative { argument: "duration" });
        }
        set_joystick(FUNCTION, |joystick| joystick.set_force_duration(duration));
    }

    fn wb_joystick_set_auto_centering_gain(gain: c_double) {
        set_joystick(FUNCTION, |joystick| joystick.set_auto_centering_gain(gain));
    }

    fn wb_joystick_set_resistance_gain(gain: c_double) {
        set_joystick(FUNCTION, |joystick| joystick.set_resistance_gain(gain));
    }

    fn wb_joystick_set_force_axis(axis: c_int) {
        set_joystick(FUNCTION, |joystick| match u32::try_from(axis) {
            Ok(axis) if (axis as usize) < joystick.axes.len() => joystick.set_force_axis(axis),
            _ => {
                item(FUNCTION, "axis", &joystick.axes, axis);
            }
        });
    }

    fn wb_mouse_enable(sampling_period: c_int) {
        if sampling_period < 0 {
            return report_misuse(FUNCTION, &Misuse::NegativePeriod);
        }
        with(FUNCTION, (), |library| library.client.robot.mouse.period.set(sampling_period));
    }

    fn wb_mouse_disable() {
        with(FUNCTION, (), |library| library.client.robot.mouse.period.set(0));
    }

    fn wb_mouse_get_sampling_period() -> c_int {
        with(FUNCTION, 0, |library| library.client.robot.mouse.period.milliseconds())
    }

    fn wb_mouse_enable_3d_position() {
        with(FUNCTION, (), |library| {
            let mouse = &mut library.client.robot.mouse;
            match mouse.period.is_on() {
                true => mouse.set_position_3d(true),
                false => report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_mouse_enable" }),
            }
        });
    }

    fn wb_mouse_disable_3d_position() {
        with(FUNCTION, (), |library| library.client.robot.mouse.set_position_3d(false));
    }

    fn wb_mouse_is_3d_position_enabled() -> Bool {
        with(FUNCTION, 0, |library| boolean(library.client.robot.mouse.position_3d))
    }

    fn wb_mouse_get_state() -> MouseState {
        with(FUNCTION, MouseState::UNKNOWN, |library| MouseState::of(library))
    }

    fn wb_mouse_get_state_pointer() -> *mut MouseState {
        let state = with(FUNCTION, MouseState::UNKNOWN, |library| MouseState::of(library));
        let mut place = MOUSE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *place = state;
        &raw mut *place
    }
}
