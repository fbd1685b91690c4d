//! The recorder with one row per step: light and distance sensors, battery,
//! torque and watched fields.

use super::arguments::Arguments;
use crate::client::{Client, find_field, find_node, leading_number, write_from_words};
use crate::table::{Cell, EXACT, Tolerance};
use foxden_catalogue::{FieldType, NodeType};
use foxden_scene::{FieldRef, Value};
use foxden_sim::controller::{Answer, Command, Request, Tag};
use foxden_sim::{RobotIndex, World};

/// The recorder's arguments.
struct Orders {
    steps: usize,
    duration: u32,
    battery: i16,
    has_torque: bool,
    watches: Vec<String>,
    /// Before which step, and what.
    commands: Vec<(usize, String)>,
}

/// A recorder at work.
pub(crate) struct Probe {
    client: Client,
    orders: Orders,
    sensors: Vec<Tag>,
    torque: Option<Tag>,
    done: usize,
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Probe {
    pub(crate) fn new(world: &World, robot: RobotIndex) -> Self {
        let step = world.settings().basic_time_step as u32;
        let arguments = Arguments::of(world, robot);
        let integer = |key: &str| arguments.integer(key);
        let orders = Orders {
            steps: integer("steps").unwrap_or(10).max(0) as usize,
            duration: integer("dt").map_or(step, |dt| dt.max(0) as u32),
            battery: integer("battery").unwrap_or(0) as i16,
            has_torque: integer("torque").unwrap_or(0) != 0,
            watches: arguments
                .all()
                .filter(|(key, _)| *key == "watch")
                .map(|(_, field)| field.to_owned())
                .collect(),
            commands: arguments.commands(),
        };
        let mut client = Client::new(world, robot);
        let period = integer("period")
            .filter(|period| *period >= 0)
            .unwrap_or(i64::from(orders.duration));
        let mut header = vec!["step".to_owned(), "time".to_owned()];
        let mut sensors = Vec::new();
        for (tag, device) in world.devices(robot) {
            if !matches!(
                device.node_type,
                NodeType::LightSensor | NodeType::DistanceSensor
            ) {
                continue;
            }
            sensors.push(tag);
            header.push(device.name.clone());
            let own = integer(&format!("period:{}", device.name)).unwrap_or(period);
            if own > 0 {
                client.send(Command::Enable(tag, own as i16));
            }
        }
        if orders.battery != 0 {
            header.push("battery".to_owned());
            client.send(Command::EnableBattery(orders.battery));
        }
        if orders.has_torque {
            header.push("torque".to_owned());
        }
        header.extend(orders.watches.iter().cloned());
        Self {
            client,
            orders,
            sensors,
            torque: None,
            done: 0,
            header,
            rows: Vec::new(),
        }
    }

    pub(crate) fn set_robot(&mut self, robot: RobotIndex) {
        self.client.robot = robot;
    }

    /// What the recorder does with an answer (none at the start); `None` when it has finished.
    pub(crate) fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        if let Some(answer) = answer {
            self.client.receive(answer);
            self.done += 1;
        }
        self.row(world);
        if self.done >= self.orders.steps {
            return None;
        }
        let commands: Vec<String> = self
            .orders
            .commands
            .iter()
            .filter(|(at, _)| *at == self.done)
            .map(|(_, command)| command.clone())
            .collect();
        for command in commands {
            self.run(world, &command);
        }
        Some(self.client.request(self.orders.duration))
    }

    fn row(&mut self, world: &World) {
        let mut row = vec![
            Cell::number(self.done as f64),
            Cell::number(self.client.time),
        ];
        row.extend(
            self.sensors
                .iter()
                .map(|tag| Cell::number(self.client.number(*tag))),
        );
        if self.orders.battery != 0 {
            row.push(Cell::number(self.client.battery()));
        }
        if self.orders.has_torque {
            let torque = self
                .torque
                .map_or(f64::NAN, |tag| self.client.feedback(tag));
            row.push(Cell::number(torque));
        }
        row.extend(self.orders.watches.iter().map(|watch| {
            find_field(world, watch).map_or_else(
                || Cell::Word("MISSING".into()),
                |field| watched(world, field),
            )
        }));
        self.rows.push(row);
    }

    fn run(&mut self, world: &mut World, command: &str) {
        let mut words = command.splitn(3, ' ');
        let word = words.next().unwrap_or_default();
        let subject = words.next().unwrap_or_default();
        let rest = words.next().unwrap_or_default();
        let device = world.device(self.client.robot, subject);
        match (word, device) {
            ("disable", Some(tag)) => self.client.send(Command::Enable(tag, 0)),
            ("enable", Some(tag)) => {
                self.client
                    .send(Command::Enable(tag, leading_number(rest) as i16));
            }
            ("position", Some(tag)) => {
                self.client
                    .send(Command::MotorPosition(tag, leading_number(rest)));
            }
            ("velocity", Some(tag)) => {
                self.client
                    .send(Command::MotorVelocity(tag, leading_number(rest)));
            }
            ("feedback", Some(tag)) => {
                self.client
                    .send(Command::EnableFeedback(tag, leading_number(rest) as i16));
                self.torque = Some(tag);
            }
            ("battery", _) => self
                .client
                .send(Command::EnableBattery(leading_number(subject) as i16)),
            ("simreset", _) => self.client.send(Command::Reset),
            ("savestate", _) => {
                if let Some(node) = find_node(world, subject) {
                    self.client.send(Command::SaveState(node, rest.to_owned()));
                }
            }
            ("loadstate", _) => {
                if let Some(node) = find_node(world, subject) {
                    self.client.send(Command::LoadState(node, rest.to_owned()));
                }
            }
            ("remove", _) => {
                if let Some(node) = find_node(world, subject) {
                    self.client.flush(world);
                    // a refusal shows in the fields that are watched
                    let _ = world.remove(node);
                }
            }
            ("import", _) => {
                if let Some(field) = find_field(world, subject) {
                    self.client.flush(world);
                    let at = world.scene().nodes_in(field).len();
                    // a refusal shows in the fields that are watched
                    let _ = world.insert(field, at, rest);
                }
            }
            ("set", _) => {
                if let Some(field) = find_field(world, subject)
                    && let Some(write) = write_from_words(world, field, rest)
                {
                    self.client.write(field, write);
                }
            }
            _ => {}
        }
    }
}

/// A field as recorders write it.
pub(crate) fn watched(world: &World, field: FieldRef) -> Cell {
    let scene = world.scene();
    match scene.field_type(field) {
        FieldType::SFNode => Cell::Word(
            scene
                .nodes_in(field)
                .first()
                .and_then(|node| scene.get(*node))
                .map_or_else(|| "NULL".to_owned(), |node| node.type_name().to_owned()),
        ),
        FieldType::MFNode => Cell::number(scene.nodes_in(field).len() as f64),
        _ => match world.get(field) {
            Some(Value::Bool(value)) => Cell::number(f64::from(u8::from(value))),
            Some(Value::Int(value)) => Cell::number(f64::from(value)),
            Some(Value::Float(value)) => Cell::number(value),
            Some(Value::Vec2(value)) => Cell::Numbers(value.to_vec(), EXACT),
            Some(Value::Vec3(value)) => Cell::Numbers(value.to_vec(), EXACT),
            Some(Value::Rotation(value)) => Cell::Numbers(value.to_vec(), Tolerance::Rotation),
            Some(Value::Color(value)) => Cell::Numbers(value.to_vec(), Tolerance::Color),
            Some(Value::FloatList(value)) => Cell::Numbers(value, EXACT),
            Some(Value::String(text)) => Cell::Word(text.value.to_string()),
            Some(other) => Cell::number(other.count() as f64),
            None => Cell::Word("MISSING".to_owned()),
        },
    }
}
