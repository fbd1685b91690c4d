//! Messages from the robot to its controller.

use crate::error::DecodeError;
use crate::layout::{layout, messages};
use crate::reader::Reader;
use crate::robot::{DeviceAnnouncement, RobotConfiguration, SimulationMode, UserInputSet};
use crate::wire::{Bytes, Counted, Wire, Writer};

messages! {
    /// A message of the robot.
    pub enum RobotAnswer: u8, "robot answer" {
        /// Identity and devices of the robot; answers the first request.
        0 => Configure(configuration: Box<RobotConfiguration>),
        /// Leave: the next step returns -1.
        2 => Quit,
        /// The joystick.
        3 => Joystick(joystick: JoystickConfiguration),
        /// The time.
        4 => Time {
            /// Simulated seconds.
            seconds: f64,
        },
        /// What is left in the battery.
        5 => Battery {
            /// Joules; -1 without a battery.
            joules: f64,
        },
        /// The pressed keys.
        6 => Keyboard {
            /// Upper-case letters or special codes, with modifiers; the library
            /// keeps seven.
            keys: Vec<i32> as Counted<u8>,
        },
        /// What the joystick does.
        7 => JoystickValues {
            /// The pressed buttons.
            buttons: Vec<i32>,
            /// The position of each axis.
            axes: Vec<i32>,
            /// The direction of each point of view.
            povs: Vec<i32>,
        },
        /// What the mouse does.
        8 => Mouse(mouse: MouseReport),
        /// Open the robot window.
        9 => ShowWindow,
        /// The pace of the simulation changed.
        10 => Mode(mode: SimulationMode),
        /// The field `customData` changed.
        11 => CustomData {
            /// The text.
            text: String,
        },
        /// Whether the robot is a supervisor changed.
        12 => Supervisor {
            /// Whether the robot is a supervisor.
            supervisor: bool,
        },
        /// The field `model` changed.
        13 => Model {
            /// The text.
            text: String,
        },
        /// Update the robot window.
        14 => UpdateWindow,
        /// Devices were added; they get the next tags.
        15 => NewDevices {
            /// The devices.
            devices: Vec<DeviceAnnouncement> as Counted<u16>,
        },
        /// The robot as URDF.
        46 => Urdf {
            /// The text.
            text: String,
        },
        /// What the person in front of the robot did.
        80 => UserInput {
            /// What; [`UserInputSet::NONE`] if the time is over.
            event: UserInputSet,
        },
        /// A message of the robot window.
        81 => WindowMessage {
            /// The message with its final NUL, or several so.
            data: Vec<u8> as Bytes,
        },
    }
}

impl Wire for Box<RobotConfiguration> {
    const SMALLEST: usize = RobotConfiguration::SMALLEST;

    fn encode(&self, out: &mut Writer<'_>) {
        RobotConfiguration::encode(self, out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        RobotConfiguration::decode(reader).map(Box::new)
    }
}

/// The joystick that the controller has enabled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoystickConfiguration {
    /// None is plugged in.
    Missing,
    /// One is there.
    Connected {
        /// How many axes it has.
        axes: i32,
        /// How many buttons.
        buttons: i32,
        /// How many points of view.
        povs: i32,
        /// What it is called.
        model: String,
    },
}

impl Wire for JoystickConfiguration {
    const SMALLEST: usize = 12;

    fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Missing => [-1; 3].encode(out),
            Self::Connected {
                axes,
                buttons,
                povs,
                model,
            } => {
                [*axes, *buttons, *povs].encode(out);
                model.encode(out);
            }
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let [axes, buttons, povs] = Wire::decode(reader)?;
        if axes < 0 && buttons < 0 && povs < 0 {
            return Ok(Self::Missing);
        }
        Ok(Self::Connected {
            axes,
            buttons,
            povs,
            model: Wire::decode(reader)?,
        })
    }
}

layout! {
    /// What the mouse does.
    pub struct MouseReport {
        /// Whether the left button is pressed.
        left: bool,
        /// Whether the middle button is pressed.
        middle: bool,
        /// Whether the right button is pressed.
        right: bool,
        /// Place in the view, 0 to 1 from the left and the top; NaN outside.
        view: [f64; 2],
        /// The point in the scene, or NaN.
        point: [f64; 3],
    }
}
