//! What controllers send and get.

use crate::controller::{Answer, Command, Reading, Request, Tag, Write};
use crate::devices::lookup::rounded;
use crate::devices::position_sensor::PositionSource;
use crate::model::robot::{DeviceRow, Waiting};
use crate::model::{MotorIndex, RobotIndex};
use crate::world::World;
use crate::world::events::Event;
use foxden_scene::Value;

impl World {
    /// Takes a request of a robot's controller. Its answer is there after the
    /// step in which its time has passed; at once for a duration of 0.
    pub fn submit(&mut self, robot: RobotIndex, request: Request) {
        if robot.at() >= self.model.robots.len() {
            return;
        }
        for command in request.commands {
            self.obey(robot, command);
        }
        let (clock, time) = (self.state.clock, self.time());
        let row = &mut self.state.robots[robot.at()];
        row.is_configured = true;
        if request.duration == 0 {
            row.answer = Some(Answer {
                time,
                ..Answer::default()
            });
            return;
        }
        let measured = clock - row.previous_request;
        let delay = (measured - f64::from(request.duration)).max(0.0) as u32;
        row.previous_request = clock;
        row.waiting = Some(Waiting {
            since: clock,
            duration: request.duration,
            delay,
        });
    }

    fn obey(&mut self, robot: RobotIndex, command: Command) {
        let clock = self.state.clock;
        match command {
            Command::Enable(tag, period) => self.enable(robot, tag, period),
            Command::EnableBattery(period) => {
                self.state.robots[robot.at()]
                    .battery_sampling
                    .enable(period, clock);
            }
            Command::EnableFeedback(tag, period) => {
                if let Some(DeviceRow::Motor(motor)) = self.device_row(robot, tag)
                    && self.can_feel(motor)
                {
                    self.state.motors[motor.at()]
                        .feedback_sampling
                        .enable(period, clock);
                }
            }
            Command::MotorPosition(tag, _)
            | Command::MotorVelocity(tag, _)
            | Command::MotorAcceleration(tag, _)
            | Command::MotorAvailableForce(tag, _)
            | Command::MotorForce(tag, _)
            | Command::MotorControl(tag, _) => self.command_motor(robot, tag, &command),
            Command::Led(tag, value) => {
                if let Some(DeviceRow::Led(led)) = self.device_row(robot, tag) {
                    self.set_led(led, value);
                }
            }
            Command::Brake(tag, damping) => {
                if let Some(DeviceRow::Brake(source)) = self.device_row(robot, tag) {
                    self.brake(source, damping);
                }
            }
            Command::Send {
                tag,
                channel,
                range,
                data,
            } => {
                if let Some(DeviceRow::Emitter(emitter)) = self.device_row(robot, tag) {
                    self.send(emitter, channel, range, data);
                }
            }
            Command::ReceiverChannel(tag, channel) => {
                if let Some(DeviceRow::Receiver(receiver)) = self.device_row(robot, tag) {
                    let allowed = self.model.receivers[receiver.at()].allowed(channel);
                    self.state.receivers[receiver.at()].channel = allowed;
                }
            }
            Command::Lock(tag, is_locked) => {
                if let Some(DeviceRow::Connector(connector)) = self.device_row(robot, tag) {
                    self.set_lock(connector, is_locked);
                }
            }
            Command::Grip(tag, is_on) => {
                if let Some(DeviceRow::VacuumGripper(gripper)) = self.device_row(robot, tag) {
                    self.turn_gripper(gripper, is_on);
                }
            }
            Command::Write(field, write) => {
                self.state.robots[robot.at()].queue.push((field, write))
            }
            Command::SetVelocity(node, velocity) => self.set_velocity(node, velocity),
            Command::Push(node, push, is_relative) => self.push(node, push, is_relative),
            Command::Rest(node) => self.rest(node),
            Command::RestAll => self.rest_all(),
            Command::JointPosition(node, axis, position) => self.put_joint(node, axis, position),
            Command::Reset => self.state.is_reset_wanted = true,
            Command::SaveState(node, name) => self.save_state(node, &name),
            Command::LoadState(node, name) => self.restore_node(node, &name),
        }
    }

    fn brake(&mut self, source: PositionSource, damping: f64) {
        match source {
            PositionSource::Track(track) => self.state.tracks[track.at()].brake = damping,
            PositionSource::Joint(joint, axis) => {
                if let Some(id) = self.state.bodies.joints[joint.at()] {
                    let dynamics = &mut self.state.bodies.dynamics;
                    dynamics.set_brake(id, axis as usize, damping);
                }
            }
        }
    }

    fn device_row(&self, robot: RobotIndex, tag: Tag) -> Option<DeviceRow> {
        let at = usize::from(tag.0).checked_sub(1)?;
        Some(self.model.robots[robot.at()].devices.get(at)?.row)
    }

    fn enable(&mut self, robot: RobotIndex, tag: Tag, period: i16) {
        let clock = self.state.clock;
        match self.device_row(robot, tag) {
            Some(DeviceRow::LightSensor(sensor)) => {
                self.state.light_sensors[sensor.at()]
                    .sampling
                    .enable(period, clock);
            }
            Some(DeviceRow::PositionSensor(sensor)) => {
                self.state.position_sensors[sensor.at()]
                    .sampling
                    .enable(period, clock);
            }
            Some(DeviceRow::Sensor(sensor)) => {
                self.state.sensors[sensor.at()]
                    .sampling
                    .enable(period, clock);
            }
            Some(DeviceRow::Receiver(receiver)) => {
                self.state.receivers[receiver.at()]
                    .sampling
                    .enable(period, clock);
            }
            Some(DeviceRow::Connector(connector)) => {
                self.state.connectors[connector.at()]
                    .sampling
                    .enable(period, clock);
            }
            Some(DeviceRow::Radar(radar)) => {
                let sampling = &mut self.state.radars[radar.at()].sampling;
                sampling.enable(period, clock);
            }
            Some(DeviceRow::VacuumGripper(gripper)) => {
                let sampling = &mut self.state.vacuum_grippers[gripper.at()].sampling;
                sampling.enable(period, clock);
            }
            Some(DeviceRow::None) => {
                let at = usize::from(tag.0) - 1;
                let devices = &self.model.robots[robot.at()].devices;
                let kind = |node| self.scene.get(node).map(|node| node.base_type());
                let used = devices[at].node;
                // the first of its kind speaks for all of this robot
                let first = devices
                    .iter()
                    .map(|device| device.node)
                    .find(|node| kind(*node) == kind(used));
                self.reports
                    .tell_once(first.unwrap_or(used), Event::NotSimulated);
            }
            _ => {}
        }
    }

    fn command_motor(&mut self, robot: RobotIndex, tag: Tag, command: &Command) {
        let Some(DeviceRow::Motor(motor)) = self.device_row(robot, tag) else {
            return;
        };
        match command {
            Command::MotorAcceleration(_, acceleration) => {
                return self.write_motor(motor, "acceleration", Value::Float(*acceleration));
            }
            Command::MotorControl(_, constants) => {
                return self.write_motor(motor, "controlPID", Value::Vec3(*constants));
            }
            _ => {}
        }
        // where to go and how fast is for all of them, the means are each motor's own
        let is_shared = matches!(
            command,
            Command::MotorPosition(..) | Command::MotorVelocity(..) | Command::MotorForce(..)
        );
        if is_shared {
            for at in self.model.motors[motor.at()].coupled.clone() {
                self.command_one_motor(at, command);
            }
        }
        self.command_one_motor(motor, command);
    }

    fn command_one_motor(&mut self, motor: MotorIndex, command: &Command) {
        let Some(motor) = self.motor_mut(motor) else {
            return;
        };
        match command {
            Command::MotorPosition(_, position) => {
                motor.set_position(*position);
            }
            Command::MotorVelocity(_, velocity) => {
                motor.set_velocity(*velocity);
            }
            Command::MotorAvailableForce(_, force) => {
                motor.set_available(*force);
            }
            Command::MotorForce(_, force) => {
                motor.set_force(*force);
            }
            _ => {}
        }
    }

    /// What a controller says about a motor that is a field of it: supervisors
    /// see it, and it stays after a reset.
    fn write_motor(&mut self, motor: MotorIndex, name: &str, value: Value) {
        let node = self.model.motors[motor.at()].node;
        if let Some(field) = self.scene.base_field(node, name)
            && self.get(field).as_ref() != Some(&value)
        {
            // a value that the scene refuses changes nothing
            let _ = self.set(field, Write::Whole(value));
        }
        // whatever it was told, the motor wakes its body
        self.motor_mut(motor);
    }

    /// Refreshes the sensors of robots whose controllers wait, and answers those whose time has come.
    pub(crate) fn answer_controllers(&mut self) {
        for rank in 0..self.model.robot_order.len() {
            let robot = self.model.robot_order[rank];
            let at = robot.at();
            let Some(waiting) = self.state.robots[at].waiting else {
                continue;
            };
            self.refresh_sensors(robot);
            if waiting.since + f64::from(waiting.duration) <= self.state.clock {
                self.state.robots[at].waiting = None;
                let answer = self.gather(robot, waiting.delay);
                self.state.robots[at].answer = Some(answer);
            }
        }
    }

    fn refresh_sensors(&mut self, robot: RobotIndex) {
        let clock = self.state.clock;
        let is_powered = self.state.robots[robot.at()].is_powered;
        let battery = &mut self.state.robots[robot.at()].battery_sampling;
        if battery.is_due(clock) && is_powered {
            battery.refresh(clock);
        }
        if !is_powered {
            return;
        }
        for at in 0..self.model.robots[robot.at()].devices.len() {
            match self.model.robots[robot.at()].devices[at].row {
                DeviceRow::LightSensor(sensor) => {
                    if self.state.light_sensors[sensor.at()].sampling.is_due(clock) {
                        self.refresh_light_sensor(sensor);
                    }
                }
                DeviceRow::PositionSensor(sensor) => {
                    let row = &self.model.position_sensors[sensor.at()];
                    let state = &mut self.state.position_sensors[sensor.at()];
                    if state.sampling.is_due(clock) {
                        let mut value = match row.source {
                            PositionSource::Joint(joint, axis) => {
                                self.state.joints[joint.at()][axis as usize]
                            }
                            PositionSource::Track(track) => self.state.tracks[track.at()].position,
                        };
                        if row.noise != 0.0 {
                            value += row.noise * self.state.random.gaussian();
                        }
                        state.value = rounded(value, row.resolution);
                        state.sampling.refresh(clock);
                    }
                }
                DeviceRow::Motor(motor) => {
                    let state = &mut self.state.motors[motor.at()];
                    if state.feedback_sampling.is_due(clock) {
                        state.feedback_value = state.feedback;
                        state.feedback_sampling.refresh(clock);
                    }
                }
                DeviceRow::Sensor(sensor) => {
                    if self.state.sensors[sensor.at()].sampling.is_due(clock) {
                        self.refresh_sensor(sensor);
                    }
                }
                DeviceRow::Receiver(receiver) => {
                    if self.state.receivers[receiver.at()].sampling.is_due(clock) {
                        self.refresh_receiver(receiver);
                    }
                }
                DeviceRow::Connector(connector) => {
                    let state = &self.state.connectors[connector.at()];
                    if state.sampling.is_due(clock) {
                        self.refresh_connector(connector);
                    }
                }
                DeviceRow::Radar(radar) => {
                    if self.state.radars[radar.at()].sampling.is_due(clock) {
                        self.refresh_radar(radar);
                    }
                }
                DeviceRow::VacuumGripper(gripper) => {
                    let state = &mut self.state.vacuum_grippers[gripper.at()];
                    if state.sampling.is_due(clock) {
                        state.has_held = state.grip.is_some();
                        state.sampling.refresh(clock);
                    }
                }
                DeviceRow::Led(_)
                | DeviceRow::Brake(..)
                | DeviceRow::Emitter(_)
                | DeviceRow::None => {}
            }
        }
    }

    fn gather(&mut self, robot: RobotIndex, delay: u32) -> Answer {
        let mut answer = Answer {
            time: self.time(),
            delay,
            ..Answer::default()
        };
        let model = self.model.clone();
        for (device, tag) in model.robots[robot.at()].devices.iter().zip(1..) {
            let (sampling, reading) = match device.row {
                DeviceRow::LightSensor(sensor) => {
                    let state = &mut self.state.light_sensors[sensor.at()];
                    (&mut state.sampling, Reading::Number(state.value))
                }
                DeviceRow::PositionSensor(sensor) => {
                    let state = &mut self.state.position_sensors[sensor.at()];
                    (&mut state.sampling, Reading::Number(state.value))
                }
                DeviceRow::Motor(motor) => {
                    let state = &mut self.state.motors[motor.at()];
                    let reading = Reading::Feedback(state.feedback_value);
                    (&mut state.feedback_sampling, reading)
                }
                DeviceRow::Sensor(sensor) => {
                    let state = &mut self.state.sensors[sensor.at()];
                    (&mut state.sampling, state.reading.clone())
                }
                DeviceRow::Receiver(receiver) => {
                    let sampling = &mut self.state.receivers[receiver.at()].sampling;
                    if std::mem::take(&mut sampling.is_pending) {
                        answer.readings.push((Tag(tag), self.packets(receiver)));
                    }
                    continue;
                }
                DeviceRow::Connector(connector) => {
                    let state = &mut self.state.connectors[connector.at()];
                    let is_to_tell = std::mem::take(&mut state.is_to_tell);
                    if std::mem::take(&mut state.sampling.is_pending) {
                        let presence = Reading::Presence(state.presence);
                        answer.readings.push((Tag(tag), presence));
                    }
                    if is_to_tell {
                        let is_locked = Reading::Locked(state.is_locked);
                        answer.readings.push((Tag(tag), is_locked));
                    }
                    continue;
                }
                DeviceRow::Radar(radar) => {
                    let state = &mut self.state.radars[radar.at()];
                    let reading = Reading::Targets(state.targets.clone());
                    (&mut state.sampling, reading)
                }
                DeviceRow::VacuumGripper(gripper) => {
                    let state = &mut self.state.vacuum_grippers[gripper.at()];
                    if std::mem::take(&mut state.sampling.is_pending) {
                        let held = Reading::Held(state.has_held);
                        answer.readings.push((Tag(tag), held));
                    }
                    if std::mem::take(&mut state.is_to_tell) {
                        let is_on = Reading::GripperOn(state.is_on);
                        answer.readings.push((Tag(tag), is_on));
                    }
                    continue;
                }
                DeviceRow::Led(_)
                | DeviceRow::Brake(..)
                | DeviceRow::Emitter(_)
                | DeviceRow::None => continue,
            };
            if std::mem::take(&mut sampling.is_pending) {
                answer.readings.push((Tag(tag), reading));
            }
        }
        let row = &mut self.state.robots[robot.at()];
        if std::mem::take(&mut row.battery_sampling.is_pending) {
            answer.battery = Some(row.energy());
        }
        answer
    }
}
