//! The robot itself: what it is called, its battery, its console, its window.

use std::collections::VecDeque;

use foxden_protocol::robot::{
    OutputStream, RobotAnswer, RobotConfiguration, RobotRequest, SimulationMode, UserInputSet,
};

use crate::input::{Joystick, Keyboard, Mouse};
use crate::{Period, Text};

/// Where the robot is, and in which world.
#[derive(Clone, Debug, Default)]
pub struct RobotSetting {
    /// The robot's name.
    pub name: Text,
    /// The simulator's version.
    pub version: Text,
    /// Whether the simulator waits for the controller.
    pub synchronization: bool,
    /// Milliseconds.
    pub basic_time_step: f64,
    /// The project's folder.
    pub project_path: Text,
    /// The world's file.
    pub world_path: Text,
    /// The robot's model.
    pub model: Text,
    /// The controller's name.
    pub controller: Text,
}

/// For what and for how long a controller waits for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserInputWait {
    /// For what.
    pub events: UserInputSet,
    /// For how long, in milliseconds.
    pub timeout: i32,
}

/// The robot's own state.
#[derive(Clone, Debug)]
pub struct Robot {
    /// Where and in what world it lives.
    pub setting: RobotSetting,
    /// Whether it may change the world.
    pub is_supervisor: bool,
    /// Seconds since the start.
    pub time: f64,
    /// The pace of the simulation, once it is known.
    pub mode: Option<SimulationMode>,
    /// The text of its field `customData`.
    pub custom_data: Text,
    /// How often the battery is measured.
    pub battery_period: Period,
    /// Joules; not a number before the first measurement.
    pub battery: f64,
    /// The keyboard.
    pub keyboard: Keyboard,
    /// The joystick.
    pub joystick: Joystick,
    /// The mouse.
    pub mouse: Mouse,
    /// The robot's description as URDF, as far as it was asked for.
    pub urdf: Option<Text>,
    /// What a person did, once the wait is over.
    pub user_input: Option<UserInputSet>,
    window_messages: VecDeque<Vec<u8>>,
    custom_data_unsent: bool,
    console: Vec<(OutputStream, Vec<u8>)>,
    pin: Option<bool>,
    is_leaving: bool,
    once: Vec<RobotRequest>,
}

impl Default for Robot {
    fn default() -> Self {
        Self {
            setting: RobotSetting::default(),
            is_supervisor: false,
            time: 0.0,
            mode: None,
            custom_data: Text::default(),
            battery_period: Period::default(),
            battery: f64::NAN,
            keyboard: Keyboard::default(),
            joystick: Joystick::default(),
            mouse: Mouse::default(),
            urdf: None,
            user_input: None,
            window_messages: VecDeque::new(),
            custom_data_unsent: false,
            console: Vec::new(),
            pin: None,
            is_leaving: false,
            once: Vec::new(),
        }
    }
}

impl Robot {
    /// The most bytes of window messages that wait to be read; older ones go.
    pub const WINDOW_LIMIT: usize = 64 << 20;

    /// Changes the field `customData`.
    pub fn set_custom_data(&mut self, text: Text) {
        self.custom_data = text;
        self.custom_data_unsent = true;
    }

    /// Starts or stops measuring the battery. Until the first measurement the
    /// value is 0, as in the genuine library.
    pub fn enable_battery(&mut self, milliseconds: i32) {
        self.battery_period.set(milliseconds);
        self.battery = -1.0;
    }

    /// Starts or stops reporting keys.
    pub fn enable_keyboard(&mut self, milliseconds: i32) {
        self.keyboard.enable(milliseconds);
    }

    /// Prints to the simulator's console with the next packet.
    pub fn print(&mut self, stream: OutputStream, text: Vec<u8>) {
        if !text.is_empty() {
            self.console.retain(|(of, _)| *of != stream);
            self.console.push((stream, text));
        }
    }

    /// Fixes the robot to the ground or releases it.
    pub fn pin(&mut self, pinned: bool) {
        self.pin = Some(pinned);
    }

    /// Announces with the next packet that the controller leaves.
    pub fn leave(&mut self) {
        self.is_leaving = true;
    }

    /// Sends a message to the robot window with the next packet.
    pub fn send_to_window(&mut self, data: Vec<u8>) {
        self.once.push(RobotRequest::WindowMessage { data });
    }

    /// Asks for a person's input with the next packet.
    pub fn wait_for_user_input(&mut self, wait: UserInputWait) {
        self.user_input = None;
        self.once.push(RobotRequest::WaitForUserInput {
            events: wait.events,
            timeout: wait.timeout,
        });
    }

    /// Asks for the robot's description with the next packet.
    pub fn ask_for_urdf(&mut self, prefix: String) {
        self.once.push(RobotRequest::Urdf { prefix });
    }

    /// All that came from the robot window since the last call.
    pub fn take_window_messages(&mut self) -> Vec<u8> {
        self.window_messages.drain(..).flatten().collect()
    }

    pub(crate) fn begin_answer(&mut self) {
        self.keyboard.begin_answer();
        self.joystick.begin_answer();
    }

    pub(crate) fn requests(&mut self) -> Vec<RobotRequest> {
        let mut out = Vec::new();
        self.keyboard.requests(&mut out);
        self.joystick.requests(&mut out);
        self.mouse.requests(&mut out);
        if self.battery < 0.0 {
            // the genuine library takes any value below 0 for one that it has
            // to ask for again; a robot without battery reports -1
            self.battery_period.set(self.battery_period.milliseconds());
        }
        if let Some(period) = self.battery_period.take() {
            out.push(RobotRequest::BatteryPeriod { period });
            self.battery = 0.0;
        }
        if std::mem::take(&mut self.custom_data_unsent) {
            out.push(RobotRequest::SetCustomData {
                text: self.custom_data.as_str().to_owned(),
            });
        }
        self.console
            .sort_by_key(|(stream, _)| matches!(stream, OutputStream::Error));
        for (stream, text) in self.console.drain(..) {
            out.push(RobotRequest::Console { stream, text });
        }
        if self.is_leaving {
            out.push(RobotRequest::ClientExit);
        }
        out.extend(self.pin.take().map(|pinned| RobotRequest::Pin { pinned }));
        out.append(&mut self.once);
        out
    }

    pub(crate) fn configure(&mut self, configuration: &RobotConfiguration) {
        self.setting = RobotSetting {
            name: configuration.name.as_str().into(),
            version: configuration.version.as_str().into(),
            synchronization: configuration.synchronization,
            basic_time_step: configuration.basic_time_step,
            project_path: configuration.project_path.as_str().into(),
            world_path: configuration.world_path.as_str().into(),
            model: configuration.model.as_str().into(),
            controller: configuration.controller.as_str().into(),
        };
        self.is_supervisor = configuration.is_supervisor;
        self.time = configuration.time;
        self.custom_data = configuration.custom_data.as_str().into();
        self.mode = Some(configuration.mode);
    }

    /// Handles a message of the robot, except configuration, devices and the
    /// end, which the client handles.
    pub(crate) fn apply(&mut self, answer: RobotAnswer) {
        match answer {
            RobotAnswer::Time { seconds } => self.time = seconds,
            RobotAnswer::Battery { joules } => self.battery = joules,
            RobotAnswer::Keyboard { keys } => self.keyboard.apply(keys),
            RobotAnswer::Joystick(configuration) => self.joystick.configure(configuration),
            RobotAnswer::JoystickValues {
                buttons,
                axes,
                povs,
            } => self.joystick.apply(buttons, axes, povs),
            RobotAnswer::Mouse(mouse) => self.mouse.state = mouse,
            RobotAnswer::Mode(mode) => self.mode = Some(mode),
            RobotAnswer::CustomData { text } => self.custom_data = text.into(),
            RobotAnswer::Supervisor { supervisor } => self.is_supervisor = supervisor,
            RobotAnswer::Model { text } => self.setting.model = text.into(),
            RobotAnswer::Urdf { text } => self.urdf = Some(text.into()),
            RobotAnswer::UserInput { event } => self.user_input = Some(event),
            RobotAnswer::WindowMessage { data } => {
                self.window_messages.push_back(data);
                while self.window_messages.iter().map(Vec::len).sum::<usize>() > Self::WINDOW_LIMIT
                {
                    self.window_messages.pop_front();
                }
            }
            // There is no window to show here; the others are the client's.
            RobotAnswer::ShowWindow
            | RobotAnswer::UpdateWindow
            | RobotAnswer::Configure(_)
            | RobotAnswer::NewDevices { .. }
            | RobotAnswer::Quit => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battery_below_nothing_is_asked_for_again() {
        let mut robot = Robot::default();
        robot.enable_battery(50);
        let asks = |robot: &mut Robot| {
            let requests = robot.requests();
            let is_period =
                |request: &RobotRequest| matches!(request, RobotRequest::BatteryPeriod { .. });
            requests.iter().any(is_period)
        };
        assert!(asks(&mut robot) && !asks(&mut robot));
        assert_eq!(robot.battery, 0.0);
        robot.apply(RobotAnswer::Battery { joules: 3.0 });
        assert!(!asks(&mut robot));
        assert_eq!(robot.battery, 3.0);
        for joules in [-1.0, -0.5] {
            robot.apply(RobotAnswer::Battery { joules });
            assert_eq!(robot.battery, joules);
            assert!(asks(&mut robot));
            assert_eq!(robot.battery, 0.0);
        }
    }
}
