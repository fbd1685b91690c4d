//! Batteries: what the parts of a robot consume, and when a robot has power.

use crate::devices::DeviceRow;
use crate::model::RobotIndex;
use crate::world::World;
use crate::world::reports::ReportKind;

impl World {
    /// What a robot draws from its battery from now on, in watts, besides its
    /// computer and its motors: a drive that is no motor of the scene.
    /// Its account books it with the motors. Less than nothing is nothing.
    pub fn set_load(&mut self, robot: RobotIndex, watts: f64) {
        if let Some(state) = self.state.robots.find_mut(robot) {
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
        let computer = self.model.robots[robot].cpu_consumption;
        let load = self.state.robots[robot].load;
        // added one by one, in the order of the devices
        let devices = self.motor_powers(robot);
        let power = devices.fold(computer, |sum, power| sum + power) + load;
        let motors = self.motor_powers(robot).sum::<f64>() + load;
        let mut left = energy - power * seconds;
        if left <= 0.0 {
            left = 0.0;
            let node = self.model.robots[robot].node;
            self.reports.tell(node, ReportKind::BatteryEmpty);
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

    /// What each motor of a robot consumes, in watts.
    fn motor_powers(&self, robot: RobotIndex) -> impl Iterator<Item = f64> + '_ {
        let devices = self.model.robots[robot].devices.iter();
        devices.filter_map(|device| {
            let DeviceRow::Motor(motor) = device.row else {
                return None;
            };
            let feedback = self.state.devices.motors[motor].feedback;
            let factor = self.model.devices.motors[motor].consumption_factor;
            (!feedback.is_nan()).then(|| feedback.abs() * factor)
        })
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
