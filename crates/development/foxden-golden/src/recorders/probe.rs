//! The recorder with one row per step: light and distance sensors, battery,
//! torque and watched fields.

use super::arguments::RecorderArguments;
use super::cells::{self, missing, watched};
use super::orders::Order;
use super::recording::Recording;
use crate::table::Cell;
use foxden_client::devices::DeviceState;
use foxden_protocol::Tag;
use foxden_sim::controller::{Answer, Request};
use foxden_sim::{RobotIndex, World};

/// A recorder at work.
pub(crate) struct Probe {
    pub(crate) recording: Recording,
    sensors: Vec<Tag>,
    has_battery: bool,
    has_torque: bool,
    watches: Vec<String>,
    torque: Option<Tag>,
    /// What it does that the harness cannot do.
    pub(crate) beyond: Option<String>,
}

impl Probe {
    pub(crate) fn new(world: &World, robot: RobotIndex) -> Self {
        let arguments = RecorderArguments::of(world, robot);
        let battery = arguments.integer("battery").unwrap_or(0) as i32;
        let watches = arguments.all().filter(|(key, _)| *key == "watch");
        let mut probe = Self {
            recording: Recording::new(world, robot, &arguments),
            sensors: Vec::new(),
            has_battery: battery != 0,
            has_torque: arguments.integer("torque").unwrap_or(0) != 0,
            watches: watches.map(|(_, field)| field.to_owned()).collect(),
            torque: None,
            beyond: None,
        };
        probe.enable_sensors(&arguments);
        let recording = &mut probe.recording;
        if probe.has_battery {
            recording.header.push("battery".to_owned());
            recording.client.library.robot.enable_battery(battery);
        }
        if probe.has_torque {
            recording.header.push("torque".to_owned());
        }
        recording.header.extend(probe.watches.iter().cloned());
        probe
    }

    fn enable_sensors(&mut self, arguments: &RecorderArguments) {
        for (tag, name) in self.recording.client.devices() {
            let state = self.recording.client.state(tag);
            if !matches!(
                state,
                Some(DeviceState::LightSensor(_) | DeviceState::DistanceSensor(_))
            ) {
                continue;
            }
            let period = self.recording.period(arguments, &name);
            if period > 0 {
                self.recording.client.enable(tag, period);
            }
            self.sensors.push(tag);
            self.recording.header.push(name);
        }
    }

    /// What the recorder does with an answer (none at the start); `None` when it has finished.
    pub(crate) fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        self.recording.receive(world, answer);
        self.row(world);
        for command in self.recording.due()? {
            self.run(world, &Order::new(&command));
        }
        Some(self.recording.request(world))
    }

    fn row(&mut self, world: &World) {
        let mut row = self.recording.begin_row();
        let client = &mut self.recording.client;
        for tag in &self.sensors {
            row.extend(
                client
                    .state(*tag)
                    .map_or_else(Vec::new, |state| cells::device(state)),
            );
        }
        if self.has_battery {
            row.push(Cell::number(client.library.robot.battery));
        }
        if self.has_torque {
            let motor = self.torque.and_then(|tag| client.library.motor_mut(tag));
            row.push(Cell::number(motor.map_or(f64::NAN, |motor| motor.feedback)));
        }
        row.extend(self.watches.iter().map(|watch| {
            let field = client.field(world, watch);
            field.map_or_else(missing, |field| watched(world, field))
        }));
        self.recording.rows.push(row);
    }

    fn run(&mut self, world: &mut World, order: &Order<'_>) {
        let client = &mut self.recording.client;
        match (order.word, client.library.tag_of(order.subject)) {
            ("feedback", Some(tag)) => {
                client.enable(tag, order.number(0) as i32);
                self.torque = Some(tag);
            }
            _ => {
                if !self.recording.run(world, order) {
                    self.beyond = Some(format!("the command {:?} is not known", order.word));
                }
            }
        }
    }
}
