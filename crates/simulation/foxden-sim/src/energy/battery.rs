//! Batteries drain, chargers fill them.

use crate::devices::DeviceRow;
use crate::energy::indicator_colors::ColoredTarget;
use crate::model::{ChargerIndex, RobotIndex, RowIndex};
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
    fn apply_power_rule(&mut self, robot: RobotIndex) {
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

    /// A charger's part of a step: which robot is near, how much energy flows, which
    /// colour it shows.
    pub(crate) fn charge(&mut self, charger: ChargerIndex) {
        if self.state.chargers[charger].battery.len() < 3 {
            return;
        }
        self.find_robot(charger);
        let [energy, maximum, speed] =
            std::array::from_fn(|at| self.state.chargers[charger].battery[at]);
        let seconds = self.model.settings.seconds();
        let robot = self.state.chargers[charger]
            .connected
            .filter(|robot| self.state.robots[*robot].battery.len() >= 3);
        let left = match robot {
            None => {
                let filled = energy + speed * seconds;
                let filled = if filled > maximum { maximum } else { filled };
                self.state.charger_ledgers[charger].drawn += filled - energy;
                filled
            }
            Some(robot) => self.give(charger, robot, energy, seconds),
        };
        self.state.chargers[charger].battery[0] = left;
        self.show(charger, energy / maximum);
    }

    /// Looks whether the robot of a charger is still near, and for another one
    /// among those after it if not.
    fn find_robot(&mut self, charger: ChargerIndex) {
        let (model, state) = (&*self.model, &self.state);
        let row = &model.chargers[charger];
        let connected = state.chargers[charger].connected;
        let position = state.pose_now(model, row.place).translation;
        let reaches = |robot: RobotIndex, is_connected: bool| {
            // the field of the robot, not its place in the world, as in the genuine simulator
            let place = model.robots[robot].place;
            let way = position - state.local_poses[place].translation;
            row.carrier != Some(robot) && row.reaches(way.length_squared(), is_connected)
        };
        let stays = connected.filter(|robot| row.carrier == Some(*robot) || reaches(*robot, true));
        let found = stays.or_else(|| {
            let order = &model.robot_order;
            let rank = connected.and_then(|robot| order.iter().position(|other| *other == robot));
            let mut later = order.iter().skip(rank.map_or(0, |rank| rank + 1)).copied();
            later.find(|robot| reaches(*robot, false))
        });
        self.state.chargers[charger].connected = found;
    }

    /// Energy flows to a robot; what the charger has left.
    fn give(&mut self, charger: ChargerIndex, robot: RobotIndex, energy: f64, seconds: f64) -> f64 {
        let [has, room, speed] = std::array::from_fn(|at| self.state.robots[robot].battery[at]);
        let mut flow = speed * seconds;
        let mut left = energy - flow;
        if flow > energy {
            flow = energy;
            left = 0.0;
        }
        let mut got = has;
        if has >= room {
            left = energy;
        } else {
            got = has + flow;
            if got > room {
                got = room;
            }
            let ledger = &mut self.state.charger_ledgers[charger];
            ledger.given += got - has;
            ledger.lost += (energy - left) - (got - has);
            self.state.robot_ledgers[robot].received += got - has;
        }
        self.state.robots[robot].set_energy(got);
        self.apply_power_rule(robot);
        left
    }

    /// Colours tell how full a charger is.
    pub(crate) fn show(&mut self, charger: ChargerIndex, ratio: f64) {
        let row = &self.model.chargers[charger];
        if row.targets.is_empty() && !self.scene.nodes_of(row.node, "children").is_empty() {
            self.reports.tell_once(row.node, Event::NothingToColor);
        }
        for at in 0..row.targets.len() {
            let row = &self.model.chargers[charger];
            let target = row.targets[at];
            let initial = match target {
                ColoredTarget::Light(light) => self.model.lights[light].initial_color,
                ColoredTarget::Emissive(emissive) => self.model.emissives[emissive].initial_color,
            };
            let color = row.shown(ratio, initial);
            self.paint(target, color);
        }
    }
}
