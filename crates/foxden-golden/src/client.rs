//! A controller in process, with the rules of the controller library that
//! recordings show: values before the first sample, commands that wait for a step.

use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::controller::{Answer, Command, Reading, Request, Tag, Write};
use foxden_sim::{RobotIndex, World};
use std::collections::BTreeMap;

/// A controller's side of the port.
pub(crate) struct Client {
    pub(crate) robot: RobotIndex,
    commands: Vec<Command>,
    readings: BTreeMap<Tag, Reading>,
    feedbacks: BTreeMap<Tag, f64>,
    battery: f64,
    /// Simulated seconds.
    pub(crate) time: f64,
    /// What the last step returned.
    pub(crate) returned: i64,
    has_asked_battery: bool,
}

impl Client {
    pub(crate) fn new(robot: RobotIndex) -> Self {
        Self {
            robot,
            commands: Vec::new(),
            readings: BTreeMap::new(),
            feedbacks: BTreeMap::new(),
            battery: f64::NAN,
            time: 0.0,
            returned: 0,
            has_asked_battery: false,
        }
    }

    pub(crate) fn send(&mut self, command: Command) {
        if let Command::EnableBattery(period) = command
            && period > 0
        {
            self.battery = -1.0;
            self.has_asked_battery = true;
        }
        self.commands.push(command);
    }

    /// Queues a field; an earlier value for the same item is replaced.
    pub(crate) fn write(&mut self, field: FieldRef, write: Write) {
        let is_same = |command: &Command| match (command, &write) {
            (Command::Write(other, Write::Whole(_)), Write::Whole(_)) => *other == field,
            (Command::Write(other, Write::Item(a, _)), Write::Item(b, _)) => {
                *other == field && a == b
            }
            _ => false,
        };
        match self.commands.iter_mut().find(|command| is_same(command)) {
            Some(command) => *command = Command::Write(field, write),
            None => self.commands.push(Command::Write(field, write)),
        }
    }

    /// The request for a step.
    pub(crate) fn request(&mut self, duration: u32) -> Request {
        if std::mem::take(&mut self.has_asked_battery) {
            self.battery = 0.0;
        }
        Request {
            duration,
            commands: std::mem::take(&mut self.commands),
        }
    }

    /// Sends what waits without stepping, as the library does before it asks for something at once.
    pub(crate) fn flush(&mut self, world: &mut World) {
        if !self.commands.is_empty() {
            let request = Request {
                duration: 0,
                commands: std::mem::take(&mut self.commands),
            };
            world.submit(self.robot, request);
            world.answer(self.robot);
        }
    }

    pub(crate) fn receive(&mut self, answer: Answer) {
        self.time = answer.time;
        self.returned = i64::from(answer.delay);
        for (tag, reading) in answer.readings {
            match reading {
                Reading::Feedback(value) => {
                    self.feedbacks.insert(tag, value);
                }
                other => {
                    self.readings.insert(tag, other);
                }
            }
        }
        if let Some(battery) = answer.battery {
            self.battery = battery;
        }
    }

    pub(crate) fn number(&self, tag: Tag) -> f64 {
        match self.readings.get(&tag) {
            Some(Reading::Number(value)) => *value,
            _ => f64::NAN,
        }
    }

    pub(crate) fn feedback(&self, tag: Tag) -> f64 {
        self.feedbacks.get(&tag).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn battery(&self) -> f64 {
        self.battery
    }
}

/// A field by `DEF:field`.
pub(crate) fn find_field(world: &World, place: &str) -> Option<FieldRef> {
    let (def, name) = place.split_once(':')?;
    let node = find_node(world, def)?;
    world.scene().field(node, name)
}

/// A node by its DEF name.
pub(crate) fn find_node(world: &World, def: &str) -> Option<NodeId> {
    world.scene().find_def(def)
}

/// A value for a field from words, as the recorders read them.
pub(crate) fn write_from_words(world: &World, field: FieldRef, words: &str) -> Option<Write> {
    use foxden_catalogue::FieldType;
    let numbers: Vec<f64> = words.split_whitespace().map(leading_number).collect();
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
    Some(Write::Whole(match world.scene().field_type(field) {
        FieldType::SFBool => Value::Bool(words.trim() == "TRUE"),
        FieldType::SFInt32 => Value::Int(number(0) as i32),
        FieldType::SFFloat => Value::Float(number(0)),
        FieldType::SFVec2f => Value::Vec2(std::array::from_fn(number)),
        FieldType::SFVec3f => Value::Vec3(std::array::from_fn(number)),
        FieldType::SFRotation => Value::Rotation(std::array::from_fn(number)),
        FieldType::SFColor => Value::Color(std::array::from_fn(number)),
        FieldType::SFString => Value::String(words.into()),
        FieldType::MFFloat => {
            return Some(Write::Item(number(0) as usize, Value::Float(number(1))));
        }
        _ => return None,
    }))
}

/// A number as the C library reads it: what cannot be read is 0.
pub(crate) fn leading_number(word: &str) -> f64 {
    word.parse().unwrap_or(0.0)
}
