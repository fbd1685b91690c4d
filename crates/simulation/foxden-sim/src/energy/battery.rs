//! Batteries drain, chargers fill them.

use crate::energy::indicator_colors::Target;
use crate::model::robot::DeviceRow;
use crate::model::{ChargerIndex, LedIndex, Model, NodeRow, RobotIndex};
use crate::world::World;
use crate::world::events::Event;

impl World {
    /// What a robot draws from its battery from now on, in watts, besides its
    /// computer and its motors: a drive that no motor of the scene stands for.
    /// Its account books it with the motors. Less than nothing is nothing.
    pub fn set_load(&mut self, robot: RobotIndex, watts: f64) {
        if let Some(state) = self.state.robots.get_mut(robot.at()) {
            state.load = watts.max(0.0);
        }
    }

    /// A robot's battery after a step.
    pub(crate) fn drain(&mut self, robot: RobotIndex) {
        let energy = self.state.robots[robot.at()].energy();
        // one that was empty before keeps the power it has, even if it never drained
        if energy.is_nan() || energy <= 0.0 {
            return;
        }
        let seconds = self.model.settings.seconds();
        let motors = self.motor_power(robot) + self.state.robots[robot.at()].load;
        let computer = self.model.robots[robot.at()].cpu_consumption;
        let mut left = energy - (computer + motors) * seconds;
        if left <= 0.0 {
            left = 0.0;
            let node = self.model.robots[robot.at()].node;
            self.reports.tell(node, Event::BatteryEmpty);
            let clock = self.state.clock;
            self.state.robots[robot.at()]
                .battery_sampling
                .refresh(clock);
        }
        self.state.robot_ledgers[robot.at()].consume(
            computer * seconds,
            motors * seconds,
            energy - left,
        );
        self.state.robots[robot.at()].set_energy(left);
        self.apply_power_rule(robot);
    }

    fn motor_power(&self, robot: RobotIndex) -> f64 {
        self.model.robots[robot.at()]
            .devices
            .iter()
            .map(|device| match device.row {
                DeviceRow::Motor(motor) => {
                    let feedback = self.state.motors[motor.at()].feedback;
                    let factor = self.model.motors[motor.at()].consumption_factor;
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
        let energy = self.state.robots[robot.at()].energy();
        let is_powered = self.state.robots[robot.at()].is_powered;
        if energy > 0.0 && !is_powered {
            self.set_power(robot, true);
        } else if energy == 0.0 && is_powered {
            self.set_power(robot, false);
        }
    }

    fn set_power(&mut self, robot: RobotIndex, is_powered: bool) {
        self.state.robots[robot.at()].is_powered = is_powered;
        for at in 0..self.model.robots[robot.at()].devices.len() {
            match self.model.robots[robot.at()].devices[at].row {
                DeviceRow::Motor(motor) => {
                    self.set_motor_power(motor, is_powered);
                }
                DeviceRow::Led(led) if !is_powered => self.set_led(led, 0),
                _ => {}
            }
        }
    }

    /// A charger's part of a step: who is near, what flows, what it shows.
    pub(crate) fn charge(&mut self, charger: ChargerIndex) {
        if self.state.chargers[charger.at()].battery.len() < 3 {
            return;
        }
        self.find_robot(charger);
        let [energy, maximum, speed] =
            std::array::from_fn(|at| self.state.chargers[charger.at()].battery[at]);
        let seconds = self.model.settings.seconds();
        let robot = self.state.chargers[charger.at()]
            .connected
            .filter(|robot| self.state.robots[robot.at()].battery.len() >= 3);
        let left = match robot {
            None => {
                let filled = energy + speed * seconds;
                let filled = if filled > maximum { maximum } else { filled };
                self.state.charger_ledgers[charger.at()].drawn += filled - energy;
                filled
            }
            Some(robot) => self.give(charger, robot, energy, seconds),
        };
        self.state.chargers[charger.at()].battery[0] = left;
        self.show(charger, energy / maximum);
    }

    /// Looks whether the robot of a charger is still near, and for another one
    /// among those after it if not.
    fn find_robot(&mut self, charger: ChargerIndex) {
        let (model, state) = (&*self.model, &self.state);
        let row = &model.chargers[charger.at()];
        let connected = state.chargers[charger.at()].connected;
        let position = state.pose_now(model, row.place).translation;
        let reaches = |robot: RobotIndex, is_connected: bool| {
            // the field of the robot, not its place in the world, as in the genuine simulator
            let place = model.robots[robot.at()].place;
            let way = position - state.places[place.at()].translation;
            row.carrier != Some(robot) && row.reaches(way.length_squared(), is_connected)
        };
        let stays = connected.filter(|robot| row.carrier == Some(*robot) || reaches(*robot, true));
        let found = stays.or_else(|| {
            let order = &model.robot_order;
            let rank = connected.and_then(|robot| order.iter().position(|other| *other == robot));
            let mut later = order.iter().skip(rank.map_or(0, |rank| rank + 1)).copied();
            later.find(|robot| reaches(*robot, false))
        });
        self.state.chargers[charger.at()].connected = found;
    }

    /// Energy flows to a robot; what the charger has left.
    fn give(&mut self, charger: ChargerIndex, robot: RobotIndex, energy: f64, seconds: f64) -> f64 {
        let [has, room, speed] =
            std::array::from_fn(|at| self.state.robots[robot.at()].battery[at]);
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
            let ledger = &mut self.state.charger_ledgers[charger.at()];
            ledger.given += got - has;
            ledger.lost += (energy - left) - (got - has);
            self.state.robot_ledgers[robot.at()].received += got - has;
        }
        self.state.robots[robot.at()].set_energy(got);
        self.apply_power_rule(robot);
        left
    }

    /// Colours tell how full a charger is.
    pub(crate) fn show(&mut self, charger: ChargerIndex, ratio: f64) {
        let model = self.model.clone();
        let row = &model.chargers[charger.at()];
        if row.targets.is_empty() && !self.scene.nodes_of(row.node, "children").is_empty() {
            self.reports.tell_once(row.node, Event::NothingToColor);
        }
        for target in &row.targets {
            let initial = match *target {
                Target::Light(light) => model.lights[light.at()].initial_color,
                Target::Emissive(emissive) => model.emissives[emissive.at()].initial_color,
            };
            self.paint(*target, row.shown(ratio, initial));
        }
    }

    /// Lights an LED, or turns it off. One that has the value already is left
    /// as it is, whatever was written to its lights since.
    pub(crate) fn set_led(&mut self, led: LedIndex, value: i32) {
        let has_targets = !self.model.leds[led.at()].targets.is_empty();
        if has_targets && self.state.leds[led.at()] != value {
            self.state.leds[led.at()] = value;
            self.show_led(led);
        }
    }

    /// Gives what an LED lights the colour of its value.
    fn show_led(&mut self, led: LedIndex) {
        let model = self.model.clone();
        let row = &model.leds[led.at()];
        let value = self.state.leds[led.at()];
        let color = row.color(value);
        for target in &row.targets {
            self.paint(*target, color);
            if let Target::Light(light) = *target {
                self.state.lights[light.at()].is_on = value != 0;
            }
        }
    }

    /// Gives a light or an appearance a colour. Lights and materials bring it
    /// to within their limits; a PBRAppearance keeps it as it is.
    fn paint(&mut self, target: Target, color: [f64; 3]) {
        // what is no number stays so
        let limited = color.map(|channel| channel.clamp(0.0, 1.0));
        match target {
            Target::Light(light) => self.state.lights[light.at()].color = limited,
            Target::Emissive(emissive) => {
                let is_limited = self.model.emissives[emissive.at()].is_limited;
                let shown = if is_limited { limited } else { color };
                self.state.emissives[emissive.at()] = shown;
            }
        }
    }

    /// Shows the values of LEDs that are new or have other things to light than before.
    pub(crate) fn show_new_leds(&mut self, before: Option<&Model>) {
        for at in 0..self.model.leds.len() {
            let led = LedIndex::new(at);
            let lit = |model: &Model, led: LedIndex| model.lit_by(led).collect::<Vec<_>>();
            let node = self.model.leds[at].node;
            let lit_before = before.and_then(|model| match model.things.get(&node) {
                Some(NodeRow::Led(led)) => Some(lit(model, *led)),
                _ => None,
            });
            if lit_before != Some(lit(&self.model, led)) {
                self.show_led(led);
            }
        }
    }

    /// An LED goes dark; its lights keep their colour, but are off.
    pub(crate) fn reset_led(&mut self, led: LedIndex) {
        self.state.leds[led.at()] = 0;
        for target in &self.model.leds[led.at()].targets {
            match *target {
                Target::Light(light) => self.state.lights[light.at()].is_on = false,
                Target::Emissive(emissive) => self.state.emissives[emissive.at()] = [0.0; 3],
            }
        }
    }
}
