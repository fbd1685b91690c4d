//! Command modes, and in which condition of the robot each is possible.

use crate::job::impossible;
use raconteur::Result;

/// `com.robotraconteur.robotics.robot.RobotCommandMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandMode {
    Invalid = -1,
    Halt = 0,
    Jog = 1,
    Trajectory = 2,
    Position = 3,
    Velocity = 4,
}

/// What clients see of the robot as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// Whether its motors are on.
    pub(super) is_enabled: bool,
    /// An error was reported.
    pub(super) has_error: bool,
    /// An emergency stop was pressed.
    pub(super) is_stopped: bool,
    /// Whether its state is known.
    pub(super) is_connected: bool,
}

/// Flags of `RobotStateFlags`.
pub(super) mod flags {
    pub(crate) const ERROR: u64 = 0x1;
    pub(crate) const EMERGENCY_STOP: u64 = 0x4;
    pub(crate) const BUTTON_1: u64 = 0x8;
    pub(crate) const ENABLED: u64 = 0x2_0000;
    pub(crate) const READY: u64 = 0x4_0000;
    pub(crate) const COMMUNICATION_FAILURE: u64 = 0x20_0000;
    pub(crate) const VALID_POSITION: u64 = 0x100_0000;
    pub(crate) const VALID_VELOCITY: u64 = 0x200_0000;
    pub(crate) const TRAJECTORY: u64 = 0x400_0000;
}

impl Condition {
    /// Whether it can move.
    pub(super) fn is_ready(self) -> bool {
        self.is_enabled && !self.has_error && !self.is_stopped && self.is_connected
    }

    /// Flags of `RobotStateFlags`.
    pub(super) fn flags(self) -> u64 {
        if !self.is_connected {
            return flags::COMMUNICATION_FAILURE;
        }
        let mut found = 0;
        for (is_set, flag) in [
            (self.has_error, flags::ERROR),
            (self.is_stopped, flags::EMERGENCY_STOP | flags::BUTTON_1),
            (self.is_enabled, flags::ENABLED),
            (self.is_ready(), flags::READY),
        ] {
            if is_set {
                found |= flag;
            }
        }
        found
    }

    /// `RobotControllerState`.
    pub(super) fn controller_state(self) -> i32 {
        match self {
            Self {
                is_connected: false,
                ..
            } => 0,
            Self {
                is_stopped: true, ..
            } => 5,
            Self {
                has_error: true, ..
            } => 4,
            Self {
                is_enabled: true, ..
            } => 2,
            _ => 3,
        }
    }

    /// `RobotOperationalMode`: cobot, because clients jog in that one.
    pub(super) fn operational_mode(self) -> i32 {
        match self.is_connected {
            true => 4,
            false => 0,
        }
    }

    /// The mode that the robot has in this condition if it had another one.
    pub(super) fn allowed(self, mode: CommandMode) -> CommandMode {
        let is_broken = !self.is_connected || self.has_error || self.is_stopped;
        match mode {
            _ if is_broken => CommandMode::Invalid,
            CommandMode::Halt => CommandMode::Halt,
            _ if !self.is_ready() => CommandMode::Invalid,
            CommandMode::Invalid => CommandMode::Halt,
            mode => mode,
        }
    }

    /// The mode that a client asks for, if it is possible after another one.
    pub(super) fn change(self, from: CommandMode, number: i32) -> Result<CommandMode> {
        if !self.is_connected || !self.is_ready() && number != CommandMode::Halt as i32 {
            return Err(impossible("Cannot set robot command mode in current state"));
        }
        let to = match number {
            0 => return Ok(CommandMode::Halt),
            _ if from != CommandMode::Halt => {
                return Err(impossible(
                    "Must switch to \"halt\" before selecting new mode",
                ));
            }
            1 => CommandMode::Jog,
            2 => CommandMode::Trajectory,
            3 => CommandMode::Position,
            4 => CommandMode::Velocity,
            5 => {
                return Err(impossible("Robot does not support homing command mode"));
            }
            _ => return Err(impossible("Invalid command mode specified")),
        };
        Ok(to)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const READY: Condition = Condition {
        is_enabled: true,
        has_error: false,
        is_stopped: false,
        is_connected: true,
    };

    #[test]
    fn flags_are_those_of_the_reference() {
        let disabled = Condition {
            is_enabled: false,
            ..READY
        };
        let faulty = Condition {
            has_error: true,
            ..READY
        };
        let stopped = Condition {
            is_stopped: true,
            ..READY
        };
        let lost = Condition {
            is_connected: false,
            ..READY
        };
        for (condition, flags, state, from_halt, from_jog) in [
            (READY, 0x60000, 2, 0, 1),
            (disabled, 0, 3, 0, -1),
            (faulty, 0x20001, 4, -1, -1),
            (stopped, 0x2000c, 5, -1, -1),
            (lost, 0x20_0000, 0, -1, -1),
        ] {
            assert_eq!(condition.flags(), flags, "{condition:?}");
            assert_eq!(condition.controller_state(), state);
            assert_eq!(condition.allowed(CommandMode::Halt) as i32, from_halt);
            assert_eq!(condition.allowed(CommandMode::Jog) as i32, from_jog);
            assert_eq!(
                condition.change(CommandMode::Halt, 1).is_ok(),
                condition == READY
            );
            assert_eq!(
                condition.change(CommandMode::Invalid, 0).is_ok(),
                condition != lost
            );
        }
        assert_eq!(READY.allowed(CommandMode::Invalid), CommandMode::Halt);
    }

    #[test]
    fn modes_change_over_halt() {
        for wanted in 1..=4 {
            let mode = READY.change(CommandMode::Halt, wanted).unwrap();
            assert_eq!(mode as i32, wanted);
            for next in [-1, 1, 2, 3, 4, 5, 7] {
                assert!(READY.change(mode, next).is_err(), "{mode:?} to {next}");
            }
            assert_eq!(READY.change(mode, 0).unwrap(), CommandMode::Halt);
        }
        for wrong in [-1, 5, 6, 7, i32::MAX] {
            assert!(READY.change(CommandMode::Halt, wrong).is_err());
        }
    }
}
