//! A controller in process: Foxden's controller library and the wire's side of
//! devices, with nothing between them.

use foxden_client::devices::{DevicePicture, DeviceState};
use foxden_client::{Client as Library, Device};
use foxden_controllers::devices::{self, KnownDevice, tag_at};
use foxden_controllers::sent_device_state::SentDeviceState;
use foxden_protocol::{AnswerHandler, AnswerMessage, RequestMessages, RobotMessage, Tag, robot};
use foxden_scene::{FieldRef, NodeId, Value};
use foxden_sim::controller::{Answer, Command, PictureKind, Request, Write};
use foxden_sim::{RobotIndex, World};
use std::cell::RefCell;
use std::collections::HashMap;

/// A controller's side of the port.
pub(crate) struct RecorderClient {
    pub(crate) robot: RobotIndex,
    pub(crate) library: Library,
    devices: Vec<KnownDevice>,
    sent: SentDeviceState,
    /// The edits of the document after which the devices were last looked at.
    known_edits: u64,
    /// Whether a device got a request that it reports back.
    has_changed_device: bool,
    /// What a supervisor wants; it is sent before what devices want.
    commands: Vec<Command>,
    /// Simulated seconds.
    pub(crate) time: f64,
    /// What the last step returned.
    pub(crate) returned: i64,
    /// What the controller wrote there itself, until the simulator says otherwise.
    pub(crate) custom_data: Option<String>,
    /// The nodes that were found by their DEF names.
    named: RefCell<HashMap<String, NodeId>>,
}

impl RecorderClient {
    pub(crate) fn new(world: &World, robot: RobotIndex) -> Self {
        let devices = devices::known_devices(world, robot);
        let mut library = Library::new();
        let name = |node: NodeId| world.scene().text(node, "name").map(|name| name.value);
        library.devices.extend(devices.iter().map(|device| Device {
            kind: device.kind,
            name: name(device.node).as_deref().unwrap_or_default().into(),
            model: "".into(),
            state: DeviceState::new(device.kind),
        }));
        let mut client = Self {
            robot,
            library,
            devices,
            sent: SentDeviceState::default(),
            known_edits: world.edits(),
            has_changed_device: false,
            commands: Vec::new(),
            time: world.time(),
            returned: 0,
            custom_data: None,
            named: RefCell::default(),
        };
        let configurations = client.sent.begin(world, robot, &client.devices, 0);
        client.hear(configurations);
        client
    }

    /// A node by its DEF name. Like the library it stays with the node that it found
    /// first, as long as that exists, whatever else has the name now.
    pub(crate) fn node(&self, world: &World, def: &str) -> Option<NodeId> {
        let mut named = self.named.borrow_mut();
        let is_known = |node: &&NodeId| {
            let node = world.scene().get(**node);
            node.is_some_and(|node| node.def() == Some(def))
        };
        if let Some(known) = named.get(def).filter(is_known) {
            return Some(*known);
        }
        let found = find_node(world, def)?;
        named.insert(def.to_owned(), found);
        Some(found)
    }

    /// A field by `DEF:field`.
    pub(crate) fn field(&self, world: &World, place: &str) -> Option<FieldRef> {
        let (def, name) = place.split_once(':')?;
        world.scene().field(self.node(world, def)?, name)
    }

    pub(crate) fn send(&mut self, command: Command) {
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

    /// Sends a command without stepping, after what waits besides new values of fields.
    pub(crate) fn send_now(&mut self, world: &mut World, command: Command) {
        self.send(command);
        self.flush(world);
    }

    /// The request for a step.
    pub(crate) fn request(&mut self, world: &World, duration: u32) -> Request {
        let asked = self.library.request(duration);
        self.translate(world, asked)
    }

    /// Sends what waits without stepping, as the library does when it asks for something at once.
    /// New values of fields go on waiting.
    pub(crate) fn flush(&mut self, world: &mut World) {
        let commands = std::mem::take(&mut self.commands);
        let is_write = |command: &Command| matches!(command, Command::Write(..));
        let (writes, others) = commands.into_iter().partition(is_write);
        self.commands = others;
        self.flush_with_fields(world);
        self.commands = writes;
    }

    /// Sends all that waits without stepping, as the library does before it inserts something
    /// into a field or removes it from there.
    pub(crate) fn flush_with_fields(&mut self, world: &mut World) {
        let asked = self.library.question();
        let request = self.translate(world, asked);
        if !request.commands.is_empty() {
            world.submit(self.robot, request);
            world.answer(self.robot);
        }
        let saved = devices::saved_images(&self.devices, |port| {
            world.take_saved_images(self.robot, port)
        });
        self.hear(saved);
    }

    /// What the library asks for, and a supervisor's commands, as the world understands them.
    fn translate(&mut self, world: &World, asked: foxden_protocol::RequestPacket) -> Request {
        let mut commands = std::mem::take(&mut self.commands);
        let mut answers = Vec::new();
        for messages in asked.blocks {
            match messages {
                RequestMessages::Robot(requests) => {
                    commands.extend(requests.into_iter().filter_map(robot_command));
                }
                RequestMessages::Device(tag, requests) => {
                    let at = usize::from(tag.0) - 1;
                    for request in &requests {
                        let (scene, known) = (world.scene(), &self.devices);
                        self.has_changed_device |= devices::writes_field(request);
                        devices::obey(scene, known, at, request, &mut commands, &mut answers);
                    }
                }
                RequestMessages::Unknown(..) => {}
            }
        }
        self.hear(answers);
        Request {
            duration: asked.duration,
            commands,
        }
    }

    pub(crate) fn receive(&mut self, world: &World, answer: Answer) {
        self.time = answer.time;
        self.returned = i64::from(answer.delay);
        if self.known_edits != world.edits() || std::mem::take(&mut self.has_changed_device) {
            self.known_edits = world.edits();
            let changes = self.sent.changes(world, self.robot, &self.devices);
            self.hear(changes);
        }
        self.show_pictures(world);
        for (port, reading) in answer.readings {
            let at = self.devices.iter().position(|device| device.port == port);
            let Some(at) = at else { continue };
            let mut messages = Vec::new();
            devices::report(self.devices[at].kind, &reading, |answer| {
                messages.push(AnswerMessage::Device(tag_at(at), answer));
            });
            self.hear(messages);
        }
        if let Some(joules) = answer.battery {
            self.library
                .handle_robot(robot::RobotAnswer::Battery { joules });
        }
    }

    /// Puts the pictures of devices that were ever enabled where the library
    /// has them.
    fn show_pictures(&mut self, world: &World) {
        for (at, device) in self.devices.iter().enumerate() {
            let state = self
                .library
                .devices
                .get_mut(at)
                .map(|device| &mut device.state);
            let show = |picture: &mut DevicePicture, kind: PictureKind| {
                if let Some(bytes) = world.picture(self.robot, device.port, kind) {
                    let mut pixels = Vec::new();
                    bytes.append(true, &mut pixels);
                    picture.pixels = Some(Box::new(pixels));
                }
            };
            match state {
                Some(DeviceState::Camera(camera)) => {
                    show(&mut camera.picture, PictureKind::Main);
                    let segmentation = &mut camera.recognition.segmentation;
                    show(segmentation, PictureKind::Segmentation);
                }
                Some(DeviceState::RangeFinder(finder)) => {
                    show(&mut finder.picture, PictureKind::Main);
                }
                Some(DeviceState::Lidar(lidar)) => show(&mut lidar.picture, PictureKind::Main),
                _ => {}
            }
        }
    }

    fn hear(&mut self, messages: Vec<AnswerMessage>) {
        for message in messages {
            if let AnswerMessage::Device(tag, answer) = message
                && let Some(device) = self.library.device_mut(tag)
            {
                device.state.apply(answer);
            }
        }
    }

    /// The devices with their names, in order.
    pub(crate) fn devices(&self) -> Vec<(Tag, String)> {
        let devices = self.library.devices.iter().enumerate();
        let named = |(at, device): (usize, &Device)| (tag_at(at), device.name.as_str().to_owned());
        devices.map(named).collect()
    }

    /// What the library knows of a device.
    pub(crate) fn state(&mut self, tag: Tag) -> Option<&mut DeviceState> {
        Some(&mut self.library.device_mut(tag)?.state)
    }

    /// Changes how often a device measures.
    pub(crate) fn enable(&mut self, tag: Tag, milliseconds: i32) {
        if let Some(period) = self.state(tag).and_then(DeviceState::period_mut) {
            period.set(milliseconds);
        }
    }
}

/// What the robot itself is asked for, as far as recorders do.
fn robot_command(request: RobotMessage) -> Option<Command> {
    match request {
        RobotMessage::Robot(robot::RobotRequest::BatteryPeriod { period }) => {
            Some(Command::EnableBattery(period as i16))
        }
        _ => None,
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
        // the library refuses a rotation without an axis
        FieldType::SFRotation if (0..3).all(|at| number(at) == 0.0) => return None,
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
