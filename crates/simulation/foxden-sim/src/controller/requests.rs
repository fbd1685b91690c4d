//! What controllers send and get.

use crate::controller::{Answer, Command, Request, Tag};
use crate::devices::{DeviceAnswer, DeviceRow};
use crate::model::RobotIndex;
use crate::model::RowIndex;
use crate::model::robot::WaitingRequest;
use crate::world::World;
use crate::world::reports::ReportKind;

impl World {
    /// Takes a request of a robot's controller. Its answer is there after the
    /// step in which its time has passed; at once for a duration of 0.
    pub fn submit(&mut self, robot: RobotIndex, request: Request) {
        let Request {
            duration,
            mut commands,
        } = request;
        self.submit_from(robot, duration, &mut commands);
    }

    /// [`World::submit`] with the commands of a list, which is empty afterwards and keeps its
    /// memory: for callers that send a request in each step.
    pub fn submit_from(&mut self, robot: RobotIndex, duration: u32, commands: &mut Vec<Command>) {
        if robot.at() >= self.model.robots.len() {
            commands.clear();
            return;
        }
        for command in commands.drain(..) {
            self.obey(robot, command);
        }
        let (clock, time) = (self.state.clock, self.time());
        let row = &mut self.state.robots[robot];
        row.is_configured = true;
        if duration == 0 {
            let answer = Answer {
                time,
                ..Answer::default()
            };
            self.answers.put(robot, answer);
            return;
        }
        let measured = clock - row.previous_request;
        let delay = (measured - f64::from(duration)).max(0.0) as u32;
        row.previous_request = clock;
        row.waiting = Some(WaitingRequest {
            since: clock,
            duration,
            delay,
        });
    }

    pub(crate) fn obey(&mut self, robot: RobotIndex, command: Command) {
        if let Some(tag) = command.tag() {
            return self.obey_tag(robot, tag, command);
        }
        let row = &mut self.state.robots[robot];
        match command {
            Command::EnableBattery(period) => {
                row.battery_sampling.enable(period, self.state.clock);
            }
            Command::Write(field, write) => row.queue.push((field, write)),
            Command::Visibility(node, device, is_visible) => {
                self.show_node(node, device, is_visible);
            }
            Command::SetVelocity(node, velocity) => self.set_velocity(node, velocity),
            Command::Push(node, push, is_relative) => self.push(node, push, is_relative),
            Command::Rest(node) => self.rest(node),
            Command::RestAll => self.rest_all(),
            Command::JointPosition(node, axis, position) => self.put_joint(node, axis, position),
            Command::Reset => self.state.is_reset_wanted = true,
            Command::SaveState(node, name) => self.save_state(node, &name),
            Command::LoadState(node, name) => self.restore_node(node, &name),
            Command::AskAboutContacts(node, question) => self.ask_about_contacts(node, question),
            // commands to devices have a tag
            _ => {}
        }
    }

    fn obey_tag(&mut self, robot: RobotIndex, tag: Tag, command: Command) {
        let devices = &self.model.robots[robot].devices;
        let at = usize::from(tag.0).checked_sub(1);
        let Some(device) = at.and_then(|at| devices.get(at)) else {
            return;
        };
        if device.row == DeviceRow::None && matches!(command, Command::Enable(..)) {
            // one report for all devices of this type of the robot
            let first = devices
                .iter()
                .find(|other| other.node_type == device.node_type);
            let node = first.unwrap_or(device).node;
            self.reports.tell_once(node, ReportKind::NotSimulated);
        }
        self.obey_device(device.row, command);
    }

    /// Where the rows of a device are, by its tag.
    pub(crate) fn device_row(&self, robot: RobotIndex, tag: Tag) -> Option<DeviceRow> {
        let at = usize::from(tag.0).checked_sub(1)?;
        Some(self.robot(robot)?.devices.get(at)?.row)
    }

    /// Refreshes the sensors of robots whose controllers wait, and answers those whose time has come.
    pub(crate) fn answer_controllers(&mut self) {
        self.render_due_pictures();
        for rank in 0..self.model.robot_order.len() {
            let robot = self.model.robot_order[rank];
            let Some(waiting) = self.state.robots[robot].waiting else {
                continue;
            };
            self.refresh_sensors(robot);
            if waiting.since + f64::from(waiting.duration) <= self.state.clock {
                self.state.robots[robot].waiting = None;
                let answer = self.gather(robot, waiting.delay);
                self.answers.put(robot, answer);
            }
        }
    }

    fn refresh_sensors(&mut self, robot: RobotIndex) {
        let clock = self.state.clock;
        let row = &mut self.state.robots[robot];
        if !row.is_powered {
            return;
        }
        if row.battery_sampling.is_due(clock) {
            row.battery_sampling.refresh(clock);
        }
        for at in 0..self.model.robots[robot].devices.len() {
            self.refresh_device(self.model.robots[robot].devices[at].row);
        }
    }

    fn gather(&mut self, robot: RobotIndex, delay: u32) -> Answer {
        let mut answer = Answer {
            time: self.time(),
            delay,
            ..Answer::default()
        };
        for at in 0..self.model.robots[robot].devices.len() {
            let device = self.model.robots[robot].devices[at].row;
            let news = DeviceAnswer {
                tag: Tag(at as u16 + 1),
                readings: &mut answer.readings,
            };
            self.answer_device(device, news);
        }
        let row = &mut self.state.robots[robot];
        if std::mem::take(&mut row.battery_sampling.is_pending) {
            answer.battery = Some(row.energy());
        }
        answer
    }
}
