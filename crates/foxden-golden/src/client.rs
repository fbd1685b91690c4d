//! A controller in process, with the rules of the controller library that
//! recordings show: values before the first sample, commands that wait for a step.

use crate::radio;
use foxden_client::devices::{Emitter, Receiver, State};
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
    motors: BTreeMap<Tag, KnownMotor>,
    /// Motors of which the simulator will tell anew.
    changed_motors: Vec<Tag>,
    leds: BTreeMap<Tag, i32>,
    /// Emitters and receivers.
    radios: BTreeMap<Tag, State>,
    locks: BTreeMap<Tag, bool>,
    /// What the controller wrote there itself, until the simulator says otherwise.
    pub(crate) custom_data: Option<String>,
    presences: BTreeMap<Tag, i16>,
    /// Whether vacuum grippers are on, and whether they hold something.
    grips: BTreeMap<Tag, [bool; 2]>,
}

/// What the library knows of a motor.
struct KnownMotor {
    name: String,
    multiplier: f64,
    target: f64,
    velocity: f64,
}

impl Client {
    pub(crate) fn new(world: &World, robot: RobotIndex) -> Self {
        let mut client = Self {
            robot,
            commands: Vec::new(),
            readings: BTreeMap::new(),
            feedbacks: BTreeMap::new(),
            battery: f64::NAN,
            time: world.clock() / 1000.0,
            returned: 0,
            has_asked_battery: false,
            motors: BTreeMap::new(),
            changed_motors: Vec::new(),
            leds: BTreeMap::new(),
            radios: BTreeMap::new(),
            locks: BTreeMap::new(),
            custom_data: None,
            presences: BTreeMap::new(),
            grips: BTreeMap::new(),
        };
        for (tag, device) in world.devices(robot) {
            let radio = radio::device(world, device.node(), device.node_type);
            client.radios.extend(radio.map(|radio| (tag, radio)));
        }
        client
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

    /// A value for a field, or one of its items, that waits to be sent.
    pub(crate) fn queued(&self, field: FieldRef, item: Option<usize>) -> Option<&Value> {
        self.commands.iter().find_map(|command| match command {
            Command::Write(other, Write::Whole(value)) if *other == field => Some(value),
            Command::Write(other, Write::Item(at, value))
                if *other == field && Some(*at) == item =>
            {
                Some(value)
            }
            _ => None,
        })
    }

    /// Sends a command without stepping, after all that waits.
    pub(crate) fn send_now(&mut self, world: &mut World, command: Command) {
        self.send(command);
        self.flush(world);
    }

    /// The request for a step.
    pub(crate) fn request(&mut self, duration: u32) -> Request {
        if std::mem::take(&mut self.has_asked_battery) {
            self.battery = 0.0;
        }
        for (tag, radio) in &mut self.radios {
            self.commands.extend(radio::commands(radio, *tag, duration));
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
                Reading::Packets { channel, packets } => {
                    if let Some(radio) = self.radios.get_mut(&tag) {
                        radio::receive(radio, channel, packets);
                    }
                }
                Reading::Locked(is_locked) => {
                    self.locks.insert(tag, is_locked);
                }
                Reading::Presence(presence) => {
                    self.presences.insert(tag, presence);
                }
                Reading::GripperOn(is_on) => self.grips.entry(tag).or_default()[0] = is_on,
                Reading::Held(is_held) => self.grips.entry(tag).or_default()[1] = is_held,
                other => {
                    self.readings.insert(tag, other);
                }
            }
        }
        if let Some(battery) = answer.battery {
            self.battery = battery;
        }
    }

    pub(crate) fn emitter(&mut self, tag: Tag) -> Option<&mut Emitter> {
        match self.radios.get_mut(&tag) {
            Some(State::Emitter(emitter)) => Some(emitter),
            _ => None,
        }
    }

    pub(crate) fn receiver(&mut self, tag: Tag) -> Option<&mut Receiver> {
        match self.radios.get_mut(&tag) {
            Some(State::Receiver(receiver)) => Some(receiver),
            _ => None,
        }
    }

    pub(crate) fn number(&self, tag: Tag) -> f64 {
        match self.readings.get(&tag) {
            Some(Reading::Number(value)) => *value,
            _ => f64::NAN,
        }
    }

    pub(crate) fn reading(&self, tag: Tag) -> Option<&Reading> {
        self.readings.get(&tag)
    }

    /// Takes over what the simulator says of a motor at the start.
    pub(crate) fn learn_motor(&mut self, world: &World, tag: Tag, name: &str) {
        if let Some(motor) = world.motor(self.robot, tag) {
            let known = KnownMotor {
                name: name.to_owned(),
                multiplier: motor.spec.multiplier,
                target: motor.target_position(),
                velocity: motor.spec.max_velocity,
            };
            self.motors.insert(tag, known);
        }
    }

    /// The target position and velocity that the library shows.
    pub(crate) fn motor_target(&self, tag: Tag) -> [f64; 2] {
        self.motors
            .get(&tag)
            .map_or([f64::NAN; 2], |motor| [motor.target, motor.velocity])
    }

    pub(crate) fn set_motor_position(&mut self, tag: Tag, position: f64) {
        if position.is_nan() {
            return;
        }
        self.for_coupled(tag, |motor, factor| motor.target = position * factor);
        self.send(Command::MotorPosition(tag, position));
    }

    pub(crate) fn set_motor_velocity(&mut self, tag: Tag, velocity: f64) {
        let is_refused = self
            .motors
            .get(&tag)
            .is_some_and(|motor| velocity < 0.0 && motor.target.is_finite());
        if velocity.is_nan() || is_refused {
            return;
        }
        self.for_coupled(tag, |motor, factor| motor.velocity = velocity * factor);
        self.send(Command::MotorVelocity(tag, velocity));
    }

    pub(crate) fn set_motor_acceleration(&mut self, tag: Tag, acceleration: f64) {
        self.changed_motors.push(tag);
        self.send(Command::MotorAcceleration(tag, acceleration));
    }

    /// The simulator tells all about motors whose fields changed: also a
    /// velocity that it had limited.
    pub(crate) fn learn_again(&mut self, world: &World) {
        for tag in std::mem::take(&mut self.changed_motors) {
            if let (Some(motor), Some(known)) =
                (world.motor(self.robot, tag), self.motors.get_mut(&tag))
            {
                known.velocity = motor.target_velocity();
            }
        }
    }

    /// A motor takes a command as it is, motors coupled with it by their names multiplied.
    fn for_coupled(&mut self, tag: Tag, mut change: impl FnMut(&mut KnownMotor, f64)) {
        let Some(name) = self.motors.get(&tag).map(|motor| motor.name.clone()) else {
            return;
        };
        let group = name.split_once("::").map(|(group, _)| group.to_owned());
        for (other, motor) in &mut self.motors {
            let is_coupled = group.as_ref().is_some_and(|group| {
                motor
                    .name
                    .split_once("::")
                    .is_some_and(|(own, _)| own == group)
            });
            if *other == tag {
                change(motor, 1.0);
            } else if is_coupled {
                let factor = motor.multiplier;
                change(motor, factor);
            }
        }
    }

    pub(crate) fn set_led(&mut self, tag: Tag, value: i32) {
        self.leds.insert(tag, value);
        self.send(Command::Led(tag, value));
    }

    pub(crate) fn set_lock(&mut self, tag: Tag, is_locked: bool) {
        self.locks.insert(tag, is_locked);
        self.send(Command::Lock(tag, is_locked));
    }

    /// Whether another connector is there, and whether this one is locked.
    pub(crate) fn connector(&self, tag: Tag) -> [f64; 2] {
        [
            f64::from(self.presences.get(&tag).copied().unwrap_or(0)),
            f64::from(u8::from(self.locks.get(&tag).copied().unwrap_or(false))),
        ]
    }

    pub(crate) fn set_grip(&mut self, tag: Tag, is_on: bool) {
        self.grips.entry(tag).or_default()[0] = is_on;
        self.send(Command::Grip(tag, is_on));
    }

    /// Whether a vacuum gripper holds something, and whether it is on.
    pub(crate) fn vacuum_gripper(&self, tag: Tag) -> [f64; 2] {
        let [is_on, is_held] = self.grips.get(&tag).copied().unwrap_or_default();
        [is_held, is_on].map(|flag| f64::from(u8::from(flag)))
    }

    pub(crate) fn led(&self, tag: Tag) -> i32 {
        self.leds.get(&tag).copied().unwrap_or(0)
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
