//! Brakes and position sensors.

use std::ffi::{c_double, c_int};

use foxden_client::Misuse;
use foxden_protocol::devices::JointKind;
use foxden_protocol::{DeviceKind, Tag};

use super::{DeviceTag, device, functions, getters, measured, sampling};
use crate::library::{report_misuse, with};

sampling! {
    PositionSensor [period] wb_position_sensor_enable wb_position_sensor_disable wb_position_sensor_get_sampling_period;
}

pub(super) fn joint_number(joint: JointKind) -> c_int {
    match joint {
        JointKind::Rotational => 0,
        JointKind::Linear => 1,
    }
}

getters! {
    wb_position_sensor_get_type: PositionSensor -> c_int, 0, |state| joint_number(state.joint);
    wb_brake_get_type: Brake -> c_int, 0, |state| joint_number(state.joint);
}

measured! {
    wb_position_sensor_get_value: PositionSensor [period] "wb_position_sensor_enable" -> c_double, f64::NAN, |state| state.position;
}

/// Asks a device of a joint for another device of it.
macro_rules! associated {
    ($function:expr, $tag:expr, $($kind:ident)|+, $wanted:ident) => {
        with($function, 0, |library| {
            use foxden_client::devices::DeviceState;
            let wanted = DeviceKind::$wanted.number();
            match library.client.device_mut(Tag($tag)).map(|device| &mut device.state) {
                $( Some(DeviceState::$kind(state)) => {
                    state.associated = None;
                    state.ask_for(wanted);
                } )+
                _ => {
                    report_misuse($function, &Misuse::Tag);
                    return 0;
                }
            }
            library.flush($function);
            match library.client.device(Tag($tag)).map(|device| &device.state) {
                $( Some(DeviceState::$kind(state)) => state.associated.unwrap_or_default().0, )+
                _ => 0,
            }
        })
    };
}

pub(super) use associated;

functions! {
    fn wb_position_sensor_get_motor(tag: DeviceTag) -> DeviceTag {
        associated!(FUNCTION, tag, PositionSensor, RotationalMotor)
    }

    fn wb_position_sensor_get_brake(tag: DeviceTag) -> DeviceTag {
        associated!(FUNCTION, tag, PositionSensor, Brake)
    }

    fn wb_brake_get_motor(tag: DeviceTag) -> DeviceTag {
        associated!(FUNCTION, tag, Brake, RotationalMotor)
    }

    fn wb_brake_get_position_sensor(tag: DeviceTag) -> DeviceTag {
        associated!(FUNCTION, tag, Brake, PositionSensor)
    }

    fn wb_brake_set_damping_constant(tag: DeviceTag, damping_constant: c_double) {
        if damping_constant.is_nan() {
            return report_misuse(FUNCTION, &Misuse::NotANumber { argument: "damping_constant" });
        }
        device!(FUNCTION, tag, Brake, (), |state| state.set_damping(damping_constant));
    }
}
