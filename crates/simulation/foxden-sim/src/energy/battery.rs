//! Batteries: what the parts of a robot consume, and when a robot has power.

use crate::devices::DeviceRow;
use crate::model::{RobotIndex, RowIndex};
use crate::world::World;
use crate::world::events::Event;

impl World {
    /// What a robot draws from its battery from now on, in watts, besides its
    /// computer and its motors: a drive that is no motor of the scene.
    /// Its account books it with the motors. Less than nothing is nothing.
    pub fn set_load(&mut self, robot: RobotIndex, watts: f64) {
        if let Some(state) = self.state.robots.get_mut(robot.at()) {
            state.load = watts.max(0.0);
        }
    }

    /// A robot's battery after a step.
    pub(crate) fn drain(&mut self, robot: RobotIndex) {
        let energy = self.state.robots[robot].energy();
        // one that was empty before keeps the power it has, even if it never drained
        if energy.is_nan() || energy <= 0.0 {
            return;
        }
        let seconds = self.model.settings.seconds();
        let motors = self.motor_power(robot) + self.state.robots[robot].load;
        let computer = self.model.robots[robot].cpu_consumption;
        let mut left = energy - (computer + motors) * seconds;
        if left <= 0.0 {
            left = 0.0;
            let node = self.model.robots[robot].node;
            self.reports.tell(node, Event::BatteryEmpty);
            let clock = self.state.clock;
            self.state.robots[robot].battery_sampling.refresh(clock);
        }
        self.state.robot_ledgers[robot].consume(
            computer * seconds,
            motors * seconds,
            energy - left,
        );
        self.state.robots[robot].set_energy(left);
        self.apply_power_rule(robot);
    }

    fn motor_power(&self, robot: RobotIndex) -> f64 {
        self.model.robots[robot]
            .devices
            .iter()
            .map(|device| match device.row {
                DeviceRow::Motor(motor) => {
                    let feedback = self.state.devices.motors[motor].feedback;
                    let factor = self.model.devices.motors[motor].consumption_factor;
                    if feedback.is_nan() {
                        0.0
                    } else {
                        feedback.abs() * factor
                    }
                }
                _ => 0.0,
            })
            .sum()
    }

    /// A robot with energy has power, one whose battery is at 0 has not.
    pub(super) fn apply_power_rule(&mut self, robot: RobotIndex) {
        let energy = self.state.robots[robot].energy();
        let is_powered = self.state.robots[robot].is_powered;
        if energy > 0.0 && !is_powered {
            self.set_power(robot, true);
        } else if energy == 0.0 && is_powered {
            self.set_power(robot, false);
        }
    }

    fn set_power(&mut self, robot: RobotIndex, is_powered: bool) {
        self.state.robots[robot].is_powered = is_powered;
        for at in 0..self.model.robots[robot].devices.len() {
            let device = self.model.robots[robot].devices[at].row;
            self.device_power_changed(device, is_powered);
        }
    }
}
