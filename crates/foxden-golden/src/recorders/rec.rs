//! The recorder of all devices, one row per step.

use super::arguments::Arguments;
use super::is_upright;
use super::probe::watched;
use crate::client::{Client, find_field, find_node, leading_number, write_from_words};
use crate::table::{Cell, EXACT, Tolerance};
use foxden_catalogue::NodeType;
use foxden_scene::NodeId;
use foxden_sim::controller::{Answer, Command, Reading, Request, Tag};
use foxden_sim::{RobotIndex, World};

/// Something to record besides devices.
enum Watch {
    Field(String),
    Pose(String),
    Velocity(String),
    Contacts(String),
}

/// A recorder at work.
pub(crate) struct Rec {
    client: Client,
    steps: usize,
    duration: u32,
    has_feedback: bool,
    has_return: bool,
    has_battery: bool,
    drains: bool,
    devices: Vec<(Tag, NodeType)>,
    watches: Vec<Watch>,
    commands: Vec<(usize, String)>,
    done: usize,
    /// Whether it does something that is not simulated.
    pub(crate) is_beyond: bool,
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Rec {
    pub(crate) fn new(world: &World, robot: RobotIndex) -> Self {
        let arguments = Arguments::of(world, robot);
        let step = world.settings().basic_time_step as u32;
        let duration = arguments.integer("dt").map_or(step, |dt| dt.max(0) as u32);
        let mut rec = Self {
            client: Client::new(world, robot),
            steps: arguments.integer("steps").unwrap_or(10).max(0) as usize,
            duration,
            has_feedback: arguments.integer("feedback").unwrap_or(0) != 0,
            has_return: arguments.integer("ret").unwrap_or(0) != 0,
            has_battery: arguments.integer("battery").unwrap_or(0) != 0,
            drains: arguments.integer("drain").unwrap_or(1) != 0,
            devices: Vec::new(),
            watches: Vec::new(),
            commands: arguments.commands(),
            done: 0,
            is_beyond: false,
            header: vec!["step".to_owned(), "time".to_owned()],
            rows: Vec::new(),
        };
        if rec.has_return {
            rec.header.push("ret".to_owned());
        }
        let period = arguments
            .integer("period")
            .filter(|period| *period >= 0)
            .unwrap_or(i64::from(duration));
        for (tag, device) in world.devices(robot) {
            if matches!(device.node_type, NodeType::Emitter | NodeType::Brake) {
                continue;
            }
            let own = arguments
                .integer(&format!("period:{}", device.name))
                .unwrap_or(period);
            rec.add_device(world, tag, device.node_type, &device.name, own);
        }
        if rec.has_battery {
            rec.header.push("battery".to_owned());
            let period = arguments.integer("battery").unwrap_or(0);
            rec.client.send(Command::EnableBattery(period as i16));
        }
        for (key, value) in arguments.all() {
            let watch = match key {
                "watch" => Watch::Field(value.to_owned()),
                "node" => Watch::Pose(value.to_owned()),
                "vel" => Watch::Velocity(value.to_owned()),
                "contacts" => Watch::Contacts(value.to_owned()),
                _ => continue,
            };
            match &watch {
                Watch::Field(field) => rec.header.push(field.clone()),
                Watch::Pose(def) => {
                    rec.header.push(format!("position {def}"));
                    rec.header.push(format!("orientation {def}"));
                }
                Watch::Velocity(def) => rec.header.push(format!("velocity {def}")),
                Watch::Contacts(def) => rec.header.push(format!("contacts {def}")),
            }
            rec.watches.push(watch);
        }
        rec
    }

    fn add_device(&mut self, world: &World, tag: Tag, kind: NodeType, name: &str, period: i64) {
        let mut columns: Vec<&str> = match kind {
            NodeType::GPS => vec![".x", ".y", ".z", ".speed", ".vx", ".vy", ".vz"],
            NodeType::InertialUnit => vec![".roll", ".pitch", ".yaw", ".qx", ".qy", ".qz", ".qw"],
            NodeType::Gyro | NodeType::Accelerometer | NodeType::Compass => vec![".x", ".y", ".z"],
            NodeType::TouchSensor if world.is_force_3d(self.client.robot, tag) => {
                vec![".x", ".y", ".z"]
            }
            NodeType::RotationalMotor | NodeType::LinearMotor => vec![".target", ".velocity"],
            NodeType::Receiver => vec![".packets", ".queue"],
            NodeType::Connector => vec![".presence", ".locked"],
            NodeType::VacuumGripper => vec![".presence", ".on"],
            NodeType::LightSensor
            | NodeType::DistanceSensor
            | NodeType::PositionSensor
            | NodeType::Altimeter
            | NodeType::TouchSensor
            | NodeType::Radar
            | NodeType::LED => vec![""],
            _ => {
                self.is_beyond = true;
                vec![""]
            }
        };
        let is_motor = matches!(kind, NodeType::RotationalMotor | NodeType::LinearMotor);
        if is_motor {
            self.client.learn_motor(world, tag, name);
            if self.has_feedback {
                columns.push(".feedback");
            }
        }
        self.header
            .extend(columns.iter().map(|suffix| format!("{name}{suffix}")));
        self.devices.push((tag, kind));
        if period > 0 {
            if !is_motor {
                self.client.send(Command::Enable(tag, period as i16));
            } else if self.has_feedback {
                self.client
                    .send(Command::EnableFeedback(tag, period as i16));
            }
        }
    }

    pub(crate) fn set_robot(&mut self, robot: RobotIndex) {
        self.client.robot = robot;
    }

    /// What the recorder does with an answer (none at the start); `None` when it has finished.
    pub(crate) fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        if let Some(answer) = answer {
            self.client.receive(answer);
            self.client.learn_again(world);
            self.done += 1;
        }
        self.row(world);
        if self.done >= self.steps {
            return None;
        }
        let commands: Vec<String> = self
            .commands
            .iter()
            .filter(|(at, _)| *at == self.done)
            .map(|(_, command)| command.clone())
            .collect();
        for command in commands {
            self.run(world, &command);
        }
        Some(self.client.request(self.duration))
    }

    /// What a receiver holds, which is then gone unless it is to stay.
    fn packets(&mut self, tag: Tag, row: &mut Vec<Cell>) {
        let Some(receiver) = self.client.receiver(tag) else {
            return;
        };
        let count = receiver.queue_length();
        let mut shown = Vec::new();
        if self.drains {
            while let Ok(packet) = receiver.packet() {
                let text: String = packet
                    .data
                    .iter()
                    .take(12)
                    .take_while(|byte| **byte != 0)
                    .map(|byte| char::from(*byte))
                    .collect();
                let [x, y, z] = packet.direction;
                let (size, strength) = (packet.data.len(), packet.signal);
                shown.push(format!("{text}|{size}|{strength:?}|{x:?};{y:?};{z:?}"));
                receiver.next_packet();
            }
        }
        row.push(Cell::Text(shown.join("/")));
        row.push(Cell::number(count as f64));
    }

    fn row(&mut self, world: &World) {
        let mut row = vec![
            Cell::number(self.done as f64),
            Cell::number(self.client.time),
        ];
        if self.has_return {
            row.push(Cell::number(self.client.returned as f64));
        }
        for at in 0..self.devices.len() {
            let (tag, kind) = self.devices[at];
            match kind {
                NodeType::Receiver => self.packets(tag, &mut row),
                _ => self.device_cells(world, tag, kind, &mut row),
            }
        }
        if self.has_battery {
            row.push(Cell::number(self.client.battery()));
        }
        for watch in &self.watches {
            match watch {
                Watch::Field(field) => row.push(
                    find_field(world, field).map_or_else(missing, |field| watched(world, field)),
                ),
                Watch::Pose(def) => match find_node(world, def) {
                    Some(node) => {
                        let position = world.position(node).unwrap_or([f64::NAN; 3]);
                        let matrix = world.orientation(node).unwrap_or([f64::NAN; 9]);
                        row.push(Cell::Numbers(position.to_vec(), EXACT));
                        row.push(Cell::Numbers(matrix.to_vec(), EXACT));
                    }
                    None => row.extend([missing(), missing()]),
                },
                Watch::Contacts(def) => {
                    row.push(find_node(world, def).map_or_else(missing, |node| {
                        let points: Vec<String> = world
                            .contact_points(node, true)
                            .iter()
                            .map(|contact| {
                                let [x, y, z] = contact.point;
                                format!("{x:?};{y:?};{z:?}")
                            })
                            .collect();
                        Cell::Points(points.join("/"))
                    }))
                }
                Watch::Velocity(def) => {
                    row.push(find_node(world, def).map_or_else(missing, |node| {
                        let velocity = world.velocity(node).unwrap_or([f64::NAN; 6]);
                        Cell::Numbers(velocity.to_vec(), EXACT)
                    }))
                }
            }
        }
        self.rows.push(row);
    }

    fn device_cells(&self, world: &World, tag: Tag, kind: NodeType, row: &mut Vec<Cell>) {
        let reading = self.client.reading(tag);
        if kind == NodeType::InertialUnit && reading.is_none() {
            // the library shows memory that nobody has set
            row.extend(vec![Cell::Unset; 7]);
            return;
        }
        if let Some(Reading::Attitude(parts)) = reading {
            let angles = roll_pitch_yaw(*parts, world.settings().up.z == 1.0);
            row.extend([0, 1, 2].map(|at| match (is_upright(angles[1]), at) {
                (true, 0 | 2) => Cell::Unset,
                _ => Cell::Numbers(vec![angles[at]], Tolerance::Angle),
            }));
            row.extend(parts.map(Cell::number));
            return;
        }
        let mut push = |values: &[f64]| row.extend(values.iter().map(|value| Cell::number(*value)));
        match (kind, reading) {
            (
                NodeType::GPS,
                Some(Reading::Fix {
                    position,
                    speed,
                    velocity,
                }),
            ) => {
                push(position);
                push(&[*speed]);
                push(velocity);
            }
            (NodeType::GPS, _) => push(&[f64::NAN; 7]),
            (_, Some(Reading::Vector(values))) => push(values),
            (NodeType::Gyro | NodeType::Accelerometer | NodeType::Compass, _) => {
                push(&[f64::NAN; 3]);
            }
            (NodeType::TouchSensor, None) if world.is_force_3d(self.client.robot, tag) => {
                push(&[f64::NAN; 3]);
            }
            (NodeType::RotationalMotor | NodeType::LinearMotor, _) => {
                push(&self.client.motor_target(tag));
                if self.has_feedback {
                    push(&[self.client.feedback(tag)]);
                }
            }
            (NodeType::Connector, _) => push(&self.client.connector(tag)),
            (NodeType::VacuumGripper, _) => push(&self.client.vacuum_gripper(tag)),
            (NodeType::Radar, reading) => row.push(Cell::Text(targets_text(reading))),
            (NodeType::LED, _) => push(&[f64::from(self.client.led(tag))]),
            _ => push(&[self.client.number(tag)]),
        }
    }

    fn run(&mut self, world: &mut World, command: &str) {
        let mut words = command.splitn(3, ' ');
        let word = words.next().unwrap_or_default();
        let subject = words.next().unwrap_or_default();
        let rest = words.next().unwrap_or_default();
        let numbers: Vec<f64> = rest.split(' ').map(leading_number).collect();
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
        let device = world.device(self.client.robot, subject);
        let node = |world: &World| -> Option<NodeId> { find_node(world, subject) };
        let client = &mut self.client;
        match (word, device) {
            ("enable", Some(tag)) => client.send(Command::Enable(tag, number(0) as i16)),
            ("disable", Some(tag)) => client.send(Command::Enable(tag, 0)),
            ("position", Some(tag)) => client.set_motor_position(tag, number(0)),
            ("velocity", Some(tag)) => client.set_motor_velocity(tag, number(0)),
            ("acceleration", Some(tag)) => client.set_motor_acceleration(tag, number(0)),
            ("torque" | "force", Some(tag)) => client.send(Command::MotorForce(tag, number(0))),
            // the library refuses what is below zero
            ("avtorque" | "avforce", Some(tag)) => {
                if number(0) >= 0.0 {
                    client.send(Command::MotorAvailableForce(tag, number(0)));
                }
            }
            ("pid", Some(_)) if number(0) <= 0.0 || number(1) < 0.0 || number(2) < 0.0 => {}
            ("pid", Some(tag)) => {
                client.send(Command::MotorControl(
                    tag,
                    [number(0), number(1), number(2)],
                ));
            }
            ("led", Some(tag)) => client.set_led(tag, number(0) as i32),
            ("send", Some(tag)) => {
                if let Some(emitter) = client.emitter(tag) {
                    emitter.send(&[rest.as_bytes(), b"\0"].concat());
                }
            }
            ("sendn", Some(tag)) => {
                let size = number(0).clamp(0.0, 1e6) as usize;
                let times = if number(1) as usize == 0 {
                    1
                } else {
                    number(1) as usize
                };
                // the library refuses to send nothing
                if let Some(emitter) = client.emitter(tag).filter(|_| size > 0) {
                    for at in 0..times {
                        emitter.send(&vec![b'a' + (at % 26) as u8; size]);
                    }
                }
            }
            // what the library refuses is recorded as no change
            ("channel", Some(tag)) => {
                let _ = client
                    .emitter(tag)
                    .map(|emitter| emitter.set_channel(number(0) as i32));
            }
            ("range", Some(tag)) => {
                let _ = client
                    .emitter(tag)
                    .map(|emitter| emitter.set_range(number(0)));
            }
            ("rchannel", Some(tag)) => {
                let channel = number(0) as i32;
                let _ = client
                    .receiver(tag)
                    .map(|receiver| receiver.set_channel(channel));
            }
            ("next", Some(tag)) => {
                if let Some(receiver) = client.receiver(tag) {
                    receiver.next_packet();
                }
            }
            ("lock", Some(tag)) => client.set_lock(tag, true),
            ("unlock", Some(tag)) => client.set_lock(tag, false),
            ("grip", Some(tag)) => client.set_grip(tag, true),
            ("ungrip", Some(tag)) => client.set_grip(tag, false),
            ("brake", Some(tag)) => client.send(Command::Brake(tag, number(0))),
            ("battery", _) => client.send(Command::EnableBattery(leading_number(subject) as i16)),
            ("simreset", _) => client.send(Command::Reset),
            ("savestate", _) => {
                if let Some(node) = node(world) {
                    client.send(Command::SaveState(node, rest.to_owned()));
                }
            }
            ("loadstate", _) => {
                if let Some(node) = node(world) {
                    client.send(Command::LoadState(node, rest.to_owned()));
                }
            }
            ("setvel", _) => {
                if let Some(node) = node(world) {
                    client.send(Command::SetVelocity(node, std::array::from_fn(number)));
                }
            }
            ("remove", _) => {
                if let Some(node) = node(world) {
                    client.flush(world);
                    let _ = world.remove(node);
                }
            }
            ("import", _) => {
                if let Some(field) = find_field(world, subject) {
                    client.flush(world);
                    let at = world.scene().nodes_in(field).len();
                    let _ = world.insert(field, at, rest);
                }
            }
            ("set", _) => {
                if let Some(field) = find_field(world, subject)
                    && let Some(write) = write_from_words(world, field, rest)
                {
                    client.write(field, write);
                }
            }
            ("minfo" | "customdata" | "getcustomdata" | "einfo" | "rinfo" | "visibility", _) => {}
            _ => self.is_beyond = true,
        }
    }
}

/// Targets of a radar as the recorder writes them.
fn targets_text(reading: Option<&Reading>) -> String {
    let Some(Reading::Targets(targets)) = reading else {
        return String::new();
    };
    let texts: Vec<String> = targets
        .iter()
        .map(|target| {
            let (distance, power) = (target.distance, target.power);
            let (speed, azimuth) = (target.speed, target.azimuth);
            format!("{distance:?}|{power:?}|{speed:?}|{azimuth:?}")
        })
        .collect();
    texts.join("/")
}

fn missing() -> Cell {
    Cell::Word("MISSING".to_owned())
}

/// The angles that the controller library makes of a quaternion.
fn roll_pitch_yaw([x, y, z, w]: [f64; 4], is_z_up: bool) -> [f64; 3] {
    if is_z_up {
        [
            (2.0 * (w * x + y * z)).atan2(1.0 - 2.0 * (x * x + y * y)),
            (2.0 * (w * y - z * x)).clamp(-1.0, 1.0).asin(),
            (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z)),
        ]
    } else {
        [
            (2.0 * (w * x - y * z)).atan2(1.0 - 2.0 * (x * x + z * z)),
            (2.0 * (w * z + x * y)).clamp(-1.0, 1.0).asin(),
            (2.0 * (w * y - x * z)).atan2(1.0 - 2.0 * (y * y + z * z)),
        ]
    }
}
