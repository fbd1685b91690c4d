//! LED, pen, connector, vacuum gripper.

use std::ffi::{c_double, c_int};

use super::{Bool, DeviceTag, boolean, device, functions, getters, measured, sampling};

sampling! {
    Connector [period] wb_connector_enable_presence wb_connector_disable_presence wb_connector_get_presence_sampling_period;
    VacuumGripper [period] wb_vacuum_gripper_enable_presence wb_vacuum_gripper_disable_presence wb_vacuum_gripper_get_presence_sampling_period;
}

getters! {
    wb_led_get: Led -> c_int, 0, |state| state.value();
    wb_connector_is_locked: Connector -> Bool, 0, |state| boolean(state.is_locked());
    wb_vacuum_gripper_is_on: VacuumGripper -> Bool, 0, |state| boolean(state.is_on());
}

measured! {
    wb_connector_get_presence: Connector [period] "wb_connector_enable_presence" -> c_int, -1, |state| state.presence;
    wb_vacuum_gripper_get_presence: VacuumGripper [period] "wb_vacuum_gripper_enable_presence" -> Bool, 0, |state| boolean(state.presence);
}

functions! {
    fn wb_led_set(tag: DeviceTag, value: c_int) {
        device!(FUNCTION, tag, Led, (), |state| state.set(value));
    }

    fn wb_pen_write(tag: DeviceTag, write: Bool) {
        device!(FUNCTION, tag, Pen, (), |state| state.write(write != 0));
    }

    fn wb_pen_set_ink_color(tag: DeviceTag, color: c_int, density: c_double) {
        device!(FUNCTION, tag, Pen, (), |state| state.set_ink(color, density));
    }

    fn wb_connector_lock(tag: DeviceTag) {
        device!(FUNCTION, tag, Connector, (), |state| state.set_locked(true));
    }

    fn wb_connector_unlock(tag: DeviceTag) {
        device!(FUNCTION, tag, Connector, (), |state| state.set_locked(false));
    }

    fn wb_vacuum_gripper_turn_on(tag: DeviceTag) {
        device!(FUNCTION, tag, VacuumGripper, (), |state| state.set_on(true));
    }

    fn wb_vacuum_gripper_turn_off(tag: DeviceTag) {
        device!(FUNCTION, tag, VacuumGripper, (), |state| state.set_on(false));
    }
}
