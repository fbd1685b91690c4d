//! Messages from a controller to its robot.

use crate::layout::{choice, messages};
use crate::wire::{Bytes, PrintedBytes, SizedText};

messages! {
    /// A message for the robot. Periods are in milliseconds, 0 switches off.
    pub enum RobotRequest: u8, "robot request" {
        /// Report keys.
        34 => KeyboardPeriod {
            /// The period.
            period: u16,
        },
        /// Report the joystick. Every controller sends this once at the start.
        35 => JoystickPeriod {
            /// The period.
            period: u16,
        },
        /// How strongly the joystick pushes back.
        41 => ForceFeedback {
            /// The level.
            level: i16,
        },
        /// For how long the joystick pushes back.
        42 => ForceFeedbackDuration {
            /// Seconds.
            duration: f64,
        },
        /// How strongly the joystick returns to the middle.
        43 => AutoCenteringGain {
            /// The gain.
            gain: f64,
        },
        /// How strongly the joystick resists.
        44 => ResistanceGain {
            /// The gain.
            gain: f64,
        },
        /// Which axis of the joystick pushes back.
        45 => ForceAxis {
            /// The axis.
            axis: u32,
        },
        /// Report the mouse.
        36 => MousePeriod {
            /// The period.
            period: u16,
        },
        /// Whether to report the point in the scene under the mouse too.
        39 => MousePosition3d {
            /// Whether it is enabled.
            enabled: bool,
        },
        /// Report the battery.
        31 => BatteryPeriod {
            /// The period.
            period: u16,
        },
        /// Write the field `customData`.
        37 => SetCustomData {
            /// The text.
            text: String as SizedText,
        },
        /// What the controller has printed.
        30 => Console {
            /// To which stream.
            stream: OutputStream,
            /// The bytes; a message may end inside of a character.
            text: Vec<u8> as PrintedBytes,
        },
        /// The controller is about to leave and waits for one more answer.
        38 => ClientExit,
        /// A real robot is in charge now.
        32 => RemoteOn,
        /// The simulated robot is in charge again.
        33 => RemoteOff,
        /// Fix the robot to the ground, or release it.
        40 => Pin {
            /// Whether it is nailed.
            pinned: bool,
        },
        /// A message for the robot window.
        81 => WindowMessage {
            /// The message, with its final NUL if it is text.
            data: Vec<u8> as Bytes,
        },
        /// Wait for the person in front of the robot.
        80 => WaitForUserInput {
            /// For what; see [`UserInputSet`].
            events: UserInputSet,
            /// For how long at most, in milliseconds of the wall clock.
            timeout: i32,
        },
        /// Describe the robot as URDF.
        46 => Urdf {
            /// Put before all names.
            prefix: String as SizedText,
        },
    }
}

choice! {
    /// Where a controller prints to.
    pub enum OutputStream: u8, "output stream" {
        /// Standard output.
        Out = 1,
        /// Standard error.
        Error = 2,
    }
}

/// A set of things a person can do, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserInputSet(pub i32);

impl UserInputSet {
    /// The simulation ends.
    pub const QUIT: Self = Self(-1);
    /// No event: the time of the wait is over.
    pub const NONE: Self = Self(0);
    /// A mouse button.
    pub const MOUSE_CLICK: Self = Self(1);
    /// The mouse.
    pub const MOUSE_MOVE: Self = Self(2);
    /// A key.
    pub const KEYBOARD: Self = Self(4);
    /// A joystick's button.
    pub const JOYSTICK_BUTTON: Self = Self(8);
    /// A joystick's axis.
    pub const JOYSTICK_AXIS: Self = Self(16);
    /// A joystick's point of view.
    pub const JOYSTICK_POV: Self = Self(32);

    /// Whether all of `other` is in this set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl crate::wire::Wire for UserInputSet {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut crate::wire::Writer<'_>) {
        self.0.encode(out);
    }

    fn decode(reader: &mut crate::reader::Reader<'_>) -> Result<Self, crate::DecodeError> {
        i32::decode(reader).map(Self)
    }
}
