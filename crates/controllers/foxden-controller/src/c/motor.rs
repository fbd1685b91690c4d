//! Motors.

use std::ffi::{c_double, c_int};

use foxden_client::Misuse;
use foxden_client::devices::Motor;
use foxden_protocol::{DeviceKind, Tag};

use super::joint::{associated, joint_number};
use super::{DeviceTag, device, functions};
use crate::library::{report_misuse, with};

/// Changes a setting of a motor.
fn set_motor(
    function: &str,
    tag: DeviceTag,
    tell: impl FnOnce(&mut Motor) -> Result<(), Misuse>,
    follow: impl Fn(&mut Motor),
) {
    with(function, (), |library| {
        if let Err(misuse) = library.client.drive(Tag(tag), tell, follow) {
            report_misuse(function, &misuse);
        }
    });
}

/// Starts or stops measuring the force.
fn measure(function: &str, tag: DeviceTag, sampling_period: c_int) {
    if sampling_period < 0 {
        return report_misuse(function, &Misuse::NegativePeriod);
    }
    let set = |motor: &mut Motor| {
        motor.feedback_period.set(sampling_period);
        Ok(())
    };
    set_motor(function, tag, set, |_| {});
}

macro_rules! motor_getters {
    ($($name:ident -> $type:ty, $missing:expr, |$motor:ident| $value:expr;)*) => {
        functions! {$(
            fn $name(tag: DeviceTag) -> $type {
                device!(FUNCTION, tag, RotationalMotor | LinearMotor, $missing, |$motor| $value)
            }
        )*}
    };
}

motor_getters! {
    wb_motor_get_type -> c_int, 0, |motor| joint_number(motor.configuration.joint);
    wb_motor_get_target_position -> c_double, f64::NAN, |motor| motor.position;
    wb_motor_get_min_position -> c_double, f64::NAN, |motor| motor.configuration.min_position;
    wb_motor_get_max_position -> c_double, f64::NAN, |motor| motor.configuration.max_position;
    wb_motor_get_velocity -> c_double, f64::NAN, |motor| motor.velocity;
    wb_motor_get_max_velocity -> c_double, f64::NAN, |motor| motor.configuration.max_velocity;
    wb_motor_get_acceleration -> c_double, f64::NAN, |motor| motor.acceleration;
    wb_motor_get_available_force -> c_double, f64::NAN, |motor| motor.available_force;
    wb_motor_get_max_force -> c_double, f64::NAN, |motor| motor.configuration.max_force;
    wb_motor_get_available_torque -> c_double, f64::NAN, |motor| motor.available_force;
    wb_motor_get_max_torque -> c_double, f64::NAN, |motor| motor.configuration.max_force;
    wb_motor_get_multiplier -> c_double, f64::NAN, |motor| motor.configuration.multiplier;
    wb_motor_get_force_feedback -> c_double, f64::NAN, |motor| motor.feedback;
    wb_motor_get_torque_feedback -> c_double, f64::NAN, |motor| motor.feedback;
    wb_motor_get_force_feedback_sampling_period -> c_int, 0, |motor| motor.feedback_period.milliseconds();
    wb_motor_get_torque_feedback_sampling_period -> c_int, 0, |motor| motor.feedback_period.milliseconds();
}

functions! {
    fn wb_motor_set_position(tag: DeviceTag, position: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_position(position), |motor| motor.follow_position(position));
    }

    fn wb_motor_set_velocity(tag: DeviceTag, velocity: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_velocity(velocity), |motor| motor.follow_velocity(velocity));
    }

    fn wb_motor_set_acceleration(tag: DeviceTag, acceleration: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_acceleration(acceleration), |_| {});
    }

    fn wb_motor_set_force(tag: DeviceTag, force: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_force(force), |motor| motor.follow_force(force));
    }

    fn wb_motor_set_torque(tag: DeviceTag, torque: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_force(torque), |motor| motor.follow_force(torque));
    }

    fn wb_motor_set_available_force(tag: DeviceTag, force: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_available_force(force), |_| {});
    }

    fn wb_motor_set_available_torque(tag: DeviceTag, torque: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_available_force(torque), |_| {});
    }

    fn wb_motor_set_control_pid(tag: DeviceTag, p: c_double, i: c_double, d: c_double) {
        set_motor(FUNCTION, tag, |motor| motor.set_gains([p, i, d]), |_| {});
    }

    fn wb_motor_enable_force_feedback(tag: DeviceTag, sampling_period: c_int) {
        measure(FUNCTION, tag, sampling_period);
    }

    fn wb_motor_disable_force_feedback(tag: DeviceTag) {
        measure(FUNCTION, tag, 0);
    }

    fn wb_motor_enable_torque_feedback(tag: DeviceTag, sampling_period: c_int) {
        measure(FUNCTION, tag, sampling_period);
    }

    fn wb_motor_disable_torque_feedback(tag: DeviceTag) {
        measure(FUNCTION, tag, 0);
    }

    fn wb_motor_get_brake(tag: DeviceTag) -> DeviceTag {
        associated!(FUNCTION, tag, RotationalMotor | LinearMotor, Brake)
    }

    fn wb_motor_get_position_sensor(tag: DeviceTag) -> DeviceTag {
        associated!(FUNCTION, tag, RotationalMotor | LinearMotor, PositionSensor)
    }
}
