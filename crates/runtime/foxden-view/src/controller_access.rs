//! What a viewer may do with controllers. The crate of the controllers comes later
//! in the layers, so the program that has both implements this.

use crate::command::{ControllerAction, JoystickInput, UserInput};
use crate::description::LabelEntry;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;

/// The state of a controller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ControllerState {
    /// The name of its program.
    pub name: String,
    /// `running`, `starting`, `extern`, `ended` or `none`.
    pub state: &'static str,
    /// Whether it can be restarted.
    pub is_restartable: bool,
}

impl ControllerState {
    /// Whether a program drives the robot.
    pub fn is_driving(&self) -> bool {
        matches!(self.state, "running" | "starting" | "extern")
    }
}

/// Access to the controllers of a run. All functions are called in the thread of
/// the world, between two steps.
pub trait ControllerAccess: Send {
    /// The state of a robot's controller; `None` if it has none.
    fn state(&self, robot: NodeId) -> Option<ControllerState>;

    /// Restarts or stops the controller of a robot.
    ///
    /// # Errors
    /// When it has none, or it was not started here.
    fn act(&mut self, robot: NodeId, action: ControllerAction) -> Result<(), String>;

    /// Restarts all controllers that were started here: the world goes back to its
    /// start.
    fn restart_all(&mut self);

    /// A person uses keyboard, mouse and joystick for a robot.
    ///
    /// # Errors
    /// When the robot has no controller.
    fn input(
        &mut self,
        world: &RunningWorld,
        robot: NodeId,
        input: &UserInput,
    ) -> Result<(), String>;

    /// The joystick that controllers get now, if there is one.
    fn joystick(&self, _world: &RunningWorld) -> Option<JoystickInput> {
        None
    }

    /// A robot window sends a message to the controller of its robot.
    ///
    /// # Errors
    /// When the robot has no controller.
    fn send_to_controller(&mut self, robot: NodeId, message: &str) -> Result<(), String>;

    /// Messages of controllers to robot windows since the last call.
    fn take_window_messages(&mut self) -> Vec<(NodeId, String)>;

    /// How often supervisors changed their labels.
    fn label_changes(&self) -> u64 {
        0
    }

    /// The texts that supervisors put over the picture.
    fn labels(&self) -> Vec<LabelEntry> {
        Vec::new()
    }

    /// The node that a supervisor wants to be looked at, once.
    fn take_look(&mut self) -> Option<NodeId> {
        None
    }
}

/// Controllers that nobody can reach: of all robots the same is said, and every request is
/// refused.
#[derive(Clone, Debug)]
pub struct UnreachableControllers {
    state: Option<ControllerState>,
    refusal: &'static str,
}

impl UnreachableControllers {
    /// No controllers run.
    pub const NONE: Self = Self {
        state: None,
        refusal: "no controllers run in this world",
    };

    /// Something of this name drives all robots; `refusal` says why it takes no requests.
    pub fn driven_by(name: &str, refusal: &'static str) -> Self {
        Self {
            state: Some(ControllerState {
                name: name.to_owned(),
                state: "running",
                is_restartable: false,
            }),
            refusal,
        }
    }
}

impl ControllerAccess for UnreachableControllers {
    fn state(&self, _robot: NodeId) -> Option<ControllerState> {
        self.state.clone()
    }

    fn act(&mut self, _robot: NodeId, _action: ControllerAction) -> Result<(), String> {
        Err(self.refusal.to_owned())
    }

    fn restart_all(&mut self) {}

    fn input(
        &mut self,
        _world: &RunningWorld,
        _robot: NodeId,
        _input: &UserInput,
    ) -> Result<(), String> {
        Err(self.refusal.to_owned())
    }

    fn send_to_controller(&mut self, _robot: NodeId, _message: &str) -> Result<(), String> {
        Err(self.refusal.to_owned())
    }

    fn take_window_messages(&mut self) -> Vec<(NodeId, String)> {
        Vec::new()
    }
}
