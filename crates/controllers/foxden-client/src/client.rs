//! One controller: its robot, its devices, and what it knows of the scene.

use foxden_protocol::{
    AnswerHandler, DecodeError, Reader, RequestMessages, RequestPacket, RobotMessage, Tag, robot,
    supervisor,
};

use crate::Misuse;
use crate::devices::{Device, DeviceState, Motor};
use crate::robot::Robot;
use crate::supervisor::Supervisor;

/// Whether the simulator has ended the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndNotice {
    /// The controller continues.
    None,
    /// The current step returns -1.
    Now,
    /// The end came with an answer between steps: the next step returns -1.
    Later,
}

/// A controller.
#[derive(Debug)]
pub struct Client {
    /// The robot.
    pub robot: Robot,
    /// The devices, from tag 1.
    pub devices: Vec<Device>,
    /// What is known of the scene, if the robot is a supervisor.
    pub supervisor: Supervisor,
    /// Whether the simulator has ended the controller.
    pub ending: EndNotice,
    /// Whether the configuration has come.
    pub is_configured: bool,
    /// Milliseconds of the last step that was asked for.
    pub step_duration: u32,
}

impl Default for Client {
    fn default() -> Self {
        Self::new()
    }
}

impl Client {
    /// Before the first packet.
    pub fn new() -> Self {
        Self {
            robot: Robot::default(),
            devices: Vec::new(),
            supervisor: Supervisor::default(),
            ending: EndNotice::None,
            is_configured: false,
            step_duration: 0,
        }
    }

    /// The packet for a step, or with 0 for an answer without a step. It
    /// contains everything that waits to be sent, except changes of fields
    /// without a step.
    pub fn request(&mut self, duration: u32) -> RequestPacket {
        self.step_duration = duration;
        self.messages(duration, false)
    }

    /// What to send for a question between two steps.
    pub fn question(&mut self) -> RequestPacket {
        self.messages(0, true)
    }

    fn messages(&mut self, duration: u32, between_steps: bool) -> RequestPacket {
        let mut blocks = Vec::new();
        let mut robot: Vec<RobotMessage> =
            self.robot.requests().into_iter().map(Into::into).collect();
        if self.robot.is_supervisor {
            let requests = self.supervisor.requests(between_steps);
            robot.extend(requests.into_iter().map(RobotMessage::from));
        }
        if !robot.is_empty() {
            blocks.push(RequestMessages::Robot(robot));
        }
        for (device, tag) in self.devices.iter_mut().zip(1..) {
            let requests = device.state.requests(self.step_duration);
            if !requests.is_empty() {
                blocks.push(RequestMessages::Device(Tag(tag), requests));
            }
        }
        RequestPacket { duration, blocks }
    }

    /// Before the answer to a step: what was typed is forgotten.
    pub fn begin_answer(&mut self) {
        self.robot.begin_answer();
    }

    fn add_devices(&mut self, devices: Vec<robot::DeviceAnnouncement>) {
        self.devices
            .extend(devices.into_iter().map(|device| Device {
                kind: device.kind,
                name: device.name.into(),
                model: device.model.into(),
                state: DeviceState::new(device.kind),
            }));
    }

    /// The device with a tag.
    pub fn device(&self, tag: Tag) -> Option<&Device> {
        self.devices.get(usize::from(tag.0).checked_sub(1)?)
    }

    /// The device with a tag.
    pub fn device_mut(&mut self, tag: Tag) -> Option<&mut Device> {
        self.devices.get_mut(usize::from(tag.0).checked_sub(1)?)
    }

    /// The first device with a name.
    pub fn tag_of(&self, name: &str) -> Option<Tag> {
        self.devices
            .iter()
            .zip(1..)
            .find_map(|(device, tag)| (device.name.as_str() == name).then_some(Tag(tag)))
    }

    /// The motor with a tag.
    pub fn motor_mut(&mut self, tag: Tag) -> Option<&mut Motor> {
        match &mut self.device_mut(tag)?.state {
            DeviceState::RotationalMotor(motor) | DeviceState::LinearMotor(motor) => Some(motor),
            _ => None,
        }
    }

    /// Sets something on a motor and on the motors coupled to it.
    pub fn drive(
        &mut self,
        tag: Tag,
        tell: impl FnOnce(&mut Motor) -> Result<(), Misuse>,
        follow: impl Fn(&mut Motor),
    ) -> Result<(), Misuse> {
        let motor = self.motor_mut(tag).ok_or(Misuse::Tag)?;
        tell(motor)?;
        for coupled in motor.configuration.coupled.clone() {
            if let Some(motor) = self.motor_mut(coupled) {
                follow(motor);
            }
        }
        Ok(())
    }
}

impl AnswerHandler for Client {
    fn is_supervisor(&self) -> bool {
        self.robot.is_supervisor
    }

    fn handle_robot(&mut self, message: robot::RobotAnswer) {
        match message {
            robot::RobotAnswer::Configure(configuration) => {
                self.robot.configure(&configuration);
                self.devices.clear();
                self.add_devices(configuration.devices);
                self.is_configured = true;
            }
            robot::RobotAnswer::NewDevices { devices } => self.add_devices(devices),
            robot::RobotAnswer::Quit => self.ending = EndNotice::Now,
            message => self.robot.apply(message),
        }
    }

    fn handle_supervisor(&mut self, message: supervisor::SupervisorAnswer) {
        self.supervisor.apply(message, self.robot.time);
    }

    fn handle_device(&mut self, tag: Tag, reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
        match self.device_mut(tag) {
            Some(device) => device.state.read(reader).map(|()| true),
            None => Ok(false),
        }
    }
}
