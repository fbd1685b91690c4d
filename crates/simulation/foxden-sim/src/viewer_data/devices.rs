//! What devices do now, for people who watch them.

use crate::controller::Tag;
use crate::devices::DeviceRow;
use crate::model::RobotIndex;
use crate::world::World;

/// What a motor does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorStatus {
    /// The position of its axis; `None` if it drives none.
    pub position: Option<f64>,
    /// How fast it moved without a body in the last step.
    pub velocity: f64,
    /// The force or torque of the last step; not a number where there is none to measure.
    pub force: f64,
    /// The least position, where it differs from the greatest.
    pub min_position: f64,
    /// The greatest position.
    pub max_position: f64,
    /// The greatest speed.
    pub max_velocity: f64,
    /// The greatest force or torque.
    pub max_force: f64,
}

/// What an LED shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedStatus {
    /// Its value; 0 is off.
    pub value: i32,
    /// How many colours it has.
    pub colors: usize,
    /// Whether the value is a brightness.
    pub is_gradual: bool,
}

impl World {
    /// What a motor of a robot does.
    pub fn motor_status(&self, robot: RobotIndex, tag: Tag) -> Option<MotorStatus> {
        let DeviceRow::Motor(at) = self.device_row(robot, tag)? else {
            return None;
        };
        let row = &self.model.devices.motors[at];
        let state = &self.state.devices.motors[at];
        let position = row
            .joint
            .map(|(joint, axis)| self.state.joints[joint][usize::from(axis)]);
        Some(MotorStatus {
            position,
            velocity: state.speed,
            force: state.feedback,
            min_position: row.min_position,
            max_position: row.max_position,
            max_velocity: row.max_velocity,
            max_force: row.max_force,
        })
    }

    /// What an LED of a robot shows.
    pub fn led_status(&self, robot: RobotIndex, tag: Tag) -> Option<LedStatus> {
        let DeviceRow::Led(at) = self.device_row(robot, tag)? else {
            return None;
        };
        let row = &self.model.devices.leds[at];
        Some(LedStatus {
            value: self.state.devices.leds[at].value,
            colors: row.colors.len(),
            is_gradual: row.is_gradual,
        })
    }

    /// What a display shows: its size, and red, green, blue and alpha of its pixels.
    pub fn display_picture(&self, robot: RobotIndex, tag: Tag) -> Option<([u32; 2], Vec<u8>)> {
        let DeviceRow::Display(at) = self.device_row(robot, tag)? else {
            return None;
        };
        let (size, pixels) = self.shown_display(at);
        let bytes = pixels.iter().flat_map(|word| {
            let [alpha, red, green, blue] = word.to_be_bytes();
            [red, green, blue, alpha]
        });
        Some((size, bytes.collect()))
    }

    /// The energy, the maximum and the recharge speed of a robot's battery, as far
    /// as they are given.
    pub fn robot_battery(&self, robot: RobotIndex) -> &[f64] {
        let robot = crate::model::RowIndex::at(robot);
        self.state
            .robots
            .get(robot)
            .map_or(&[], |state| &state.battery)
    }

    /// How often a sensor is sampled, in milliseconds; 0 if it is off, `None` for
    /// devices that measure nothing.
    pub fn sampling_period(&mut self, robot: RobotIndex, tag: Tag) -> Option<i32> {
        let row = self.device_row(robot, tag)?;
        Some(self.state.devices.sampling(row)?.period)
    }

    /// Whether a sensor was sampled in the last step.
    pub fn is_sampled_now(&mut self, robot: RobotIndex, tag: Tag) -> bool {
        let clock = self.state.clock;
        let Some(row) = self.device_row(robot, tag) else {
            return false;
        };
        let sampling = self.state.devices.sampling(row);
        sampling.is_some_and(|one| one.period != 0 && one.elapsed(clock) == 0.0)
    }
}
