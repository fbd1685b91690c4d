//! The recorder of all devices, one row per step.

use super::arguments::RecorderArguments;
use super::cells::{self, missing, watched};
use super::orders::Order;
use super::recording::Recording;
use crate::client::RecorderClient;
use crate::table::{Cell, EXACT};
use foxden_client::devices::DeviceState;
use foxden_protocol::Tag;
use foxden_scene::NodeId;
use foxden_sim::controller::{Answer, Request};
use foxden_sim::{RobotIndex, World};

/// Something to record besides devices.
enum WatchedValue {
    Field(String),
    Pose(String),
    Velocity(String),
    Contacts(String),
}

impl WatchedValue {
    fn new(key: &str, subject: &str) -> Option<Self> {
        let subject = subject.to_owned();
        Some(match key {
            "watch" => Self::Field(subject),
            "node" => Self::Pose(subject),
            "vel" => Self::Velocity(subject),
            "contacts" => Self::Contacts(subject),
            _ => return None,
        })
    }

    /// Its columns.
    fn header(&self) -> Vec<String> {
        match self {
            Self::Field(field) => vec![field.clone()],
            Self::Pose(def) => vec![format!("position {def}"), format!("orientation {def}")],
            Self::Velocity(def) => vec![format!("velocity {def}")],
            Self::Contacts(def) => vec![format!("contacts {def}")],
        }
    }

    /// One cell for each column.
    fn cells(&self, client: &RecorderClient, world: &World) -> Vec<Cell> {
        let numbers = |numbers: &[f64]| Cell::Numbers(numbers.to_vec(), EXACT);
        match self {
            Self::Field(field) => {
                let field = client.field(world, field);
                vec![field.map_or_else(missing, |field| watched(world, field))]
            }
            Self::Pose(def) => match client.node(world, def) {
                Some(node) => vec![
                    numbers(&world.position(node).unwrap_or([f64::NAN; 3])),
                    numbers(&world.orientation(node).unwrap_or([f64::NAN; 9])),
                ],
                None => vec![missing(), missing()],
            },
            Self::Velocity(def) => vec![client.node(world, def).map_or_else(missing, |node| {
                numbers(&world.velocity(node).unwrap_or([f64::NAN; 6]))
            })],
            Self::Contacts(def) => {
                let node = client.node(world, def);
                vec![node.map_or_else(missing, |node| contacts(world, node))]
            }
        }
    }
}

fn contacts(world: &World, node: NodeId) -> Cell {
    let points: Vec<String> = world
        .contact_points(node, true)
        .iter()
        .map(|contact| contact.point.map(|part| format!("{part:?}")).join(";"))
        .collect();
    Cell::Points(points.join("/"))
}

/// A recorder at work.
pub(crate) struct Rec {
    pub(crate) recording: Recording,
    has_feedback: bool,
    has_return: bool,
    has_battery: bool,
    drains: bool,
    devices: Vec<Tag>,
    watches: Vec<WatchedValue>,
    /// What it does that the harness cannot do.
    pub(crate) beyond: Option<String>,
}

impl Rec {
    pub(crate) fn new(world: &World, robot: RobotIndex) -> Self {
        let arguments = RecorderArguments::of(world, robot);
        let battery = arguments.integer("battery").unwrap_or(0) as i32;
        let is_set = |key: &str, usually: i64| arguments.integer(key).unwrap_or(usually) != 0;
        let mut rec = Self {
            recording: Recording::new(world, robot, &arguments),
            has_feedback: is_set("feedback", 0),
            has_return: is_set("ret", 0),
            has_battery: battery != 0,
            drains: is_set("drain", 1),
            devices: Vec::new(),
            watches: Vec::new(),
            beyond: None,
        };
        if rec.has_return {
            rec.recording.header.push("ret".to_owned());
        }
        for (tag, name) in rec.recording.client.devices() {
            let period = rec.recording.period(&arguments, &name);
            rec.add_device(tag, &name, period);
        }
        let recording = &mut rec.recording;
        if rec.has_battery {
            recording.header.push("battery".to_owned());
            recording.client.library.robot.enable_battery(battery);
        }
        rec.watches.extend(
            arguments
                .all()
                .filter_map(|(key, value)| WatchedValue::new(key, value)),
        );
        recording
            .header
            .extend(rec.watches.iter().flat_map(WatchedValue::header));
        rec
    }

    fn add_device(&mut self, tag: Tag, name: &str, period: i32) {
        let recording = &mut self.recording;
        let Some(state) = recording.client.state(tag) else {
            return;
        };
        if matches!(state, DeviceState::Emitter(_) | DeviceState::Brake(_)) {
            return;
        }
        let is_motor = matches!(
            state,
            DeviceState::RotationalMotor(_) | DeviceState::LinearMotor(_)
        );
        let columns = cells::columns(state);
        if columns.is_none() {
            self.beyond = Some(format!("the device {name:?} is not simulated"));
        }
        let feedback = (is_motor && self.has_feedback).then_some(&".feedback");
        let columns = columns.unwrap_or(&[""]).iter().chain(feedback);
        recording
            .header
            .extend(columns.map(|suffix| format!("{name}{suffix}")));
        self.devices.push(tag);
        if period > 0 && (!is_motor || self.has_feedback) {
            recording.client.enable(tag, period);
        }
    }

    /// What the recorder does with an answer (none at the start); `None` when it has finished.
    pub(crate) fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        self.recording.receive(world, answer);
        self.row(world);
        for command in self.recording.due()? {
            if !self.recording.run(world, &Order::new(&command)) {
                self.beyond = Some(format!("the command {command:?} is not known"));
            }
        }
        Some(self.recording.request(world))
    }

    fn row(&mut self, world: &World) {
        let mut row = self.recording.begin_row();
        let client = &mut self.recording.client;
        if self.has_return {
            row.push(Cell::number(client.returned as f64));
        }
        for tag in &self.devices {
            match client.state(*tag) {
                Some(DeviceState::Receiver(receiver)) => {
                    row.extend(cells::packets(receiver, self.drains));
                }
                Some(state) => {
                    row.extend(cells::device(state));
                    if let DeviceState::RotationalMotor(motor) | DeviceState::LinearMotor(motor) =
                        state
                        && self.has_feedback
                    {
                        row.push(Cell::number(motor.feedback));
                    }
                }
                None => {}
            }
        }
        if self.has_battery {
            row.push(Cell::number(client.library.robot.battery));
        }
        let client = &self.recording.client;
        row.extend(
            self.watches
                .iter()
                .flat_map(|watch| watch.cells(client, world)),
        );
        self.recording.rows.push(row);
    }
}
