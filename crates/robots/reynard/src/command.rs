//! What can be asked of Reynard and his den, and why it may be refused.

use crate::body;
use crate::playfield::Playfield;
use foxden_runtime::pace::SPEEDS;
use foxden_runtime::run_handle::RunUnavailable;
use tokio::sync::oneshot;

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum RobotCommand {
    /// Put him somewhere; he stands still then.
    Teleport([f64; 2]),
    /// Put his arm into a posture; it stands still then.
    SetArm([f64; 3]),
    /// Drive at a velocity for some time.
    Drive([f64; 2], f64),
    /// Turn his joints at velocities for some time.
    DriveArm([f64; 3], f64),
    /// Dye his fur.
    Color([f64; 3]),
    /// Plug a tool into his wrist.
    Tool(String),
    /// Stand still, arm included.
    Stop,
}

/// Something to do with the den.
#[derive(Clone, Debug, PartialEq)]
pub enum DenCommand {
    /// Put the lamp somewhere.
    MoveLamp([f64; 2]),
    /// Switch the lamp.
    SwitchLamp(bool),
    /// Everything as it was at the start.
    Reset,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandRefusal {
    /// NaN, or an infinity where it makes no sense.
    #[error("{0} must be a number")]
    NotANumber(&'static str),
    /// A speed that time cannot have.
    #[error("the speed is from {} to {}", SPEEDS.start(), SPEEDS.end())]
    Speed,
    /// There is no such robot.
    #[error("there is no robot '{0}'")]
    NoSuchRobot(String),
    /// There is no such tool.
    #[error("there is no tool '{name}'; there are: {known}")]
    NoSuchTool {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The tool does not fit.
    #[error("the tool does not fit: {0}")]
    DoesNotFit(String),
    /// The world has no such thing.
    #[error("this world has no {0}")]
    Missing(&'static str),
    /// The world did not take the change.
    #[error("the world refused it: {0}")]
    World(String),
    /// The simulation has ended.
    #[error(transparent)]
    Unavailable(#[from] RunUnavailable),
}

/// The answer to an act: when its time is over, if it has one.
pub type CommandAnswer = Result<Option<f64>, CommandRefusal>;

/// What servers send to the thread of the world.
#[derive(Debug)]
pub enum DenRequest {
    /// For one of the robots.
    Robot(usize, RobotCommand, oneshot::Sender<CommandAnswer>),
    /// For the den.
    Den(DenCommand, oneshot::Sender<CommandAnswer>),
}

impl RobotCommand {
    /// The act with its values within Reynard's limits and the field.
    ///
    /// # Errors
    /// When a value is no number, so that there is no nearest allowed one.
    pub fn within_limits(self, field: Playfield) -> Result<Self, CommandRefusal> {
        let numbers = |values: &[f64], what| {
            if values.iter().any(|value| value.is_nan()) {
                return Err(CommandRefusal::NotANumber(what));
            }
            Ok(())
        };
        Ok(match self {
            Self::Teleport(place) => {
                numbers(&place, "a coordinate")?;
                Self::Teleport(field.nearest(place))
            }
            Self::SetArm(arm) => {
                numbers(&arm, "an angle")?;
                Self::SetArm(body::in_reach(arm))
            }
            Self::Drive(velocity, timeout) => {
                numbers(&velocity, "a velocity")?;
                Self::Drive(velocity, timeout)
            }
            Self::DriveArm(velocity, timeout) => {
                numbers(&velocity, "a velocity")?;
                Self::DriveArm(velocity, timeout)
            }
            Self::Color(color) => {
                numbers(&color, "a part of a colour")?;
                Self::Color(color.map(|part| part.clamp(0.0, 1.0)))
            }
            other => other,
        })
    }
}
