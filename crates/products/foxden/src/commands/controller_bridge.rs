//! Lets viewers use the controllers of a run, and supervisors record what viewers see.

use foxden_controllers::controls::{ControllerControls, ControllerOrder};
use foxden_controllers::recordings::AnimationRecorder;
use foxden_controllers::user_input::{HeldInput, HeldJoystick, InputSource};
use foxden_controllers::view_requests::ViewRequests;
use foxden_controllers::window_messages::WindowMessages;
use foxden_protocol::supervisor::Label;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_view::command::{ControllerAction, JoystickInput, UserInput};
use foxden_view::controller_access::{ControllerAccess, ControllerState};
use foxden_view::description::LabelEntry;
use foxden_view::hub::Hub;
use std::path::Path;
use std::sync::Arc;

/// How many keys, buttons and axes a person has at most.
const MOST_INPUTS: usize = 64;

/// The controllers of a run and the person in front of it.
pub(crate) struct ControllerBridge {
    pub(crate) controls: ControllerControls,
    pub(crate) input: InputSource,
    pub(crate) windows: WindowMessages,
    pub(crate) view_requests: ViewRequests,
}

impl ControllerAccess for ControllerBridge {
    fn state(&self, robot: NodeId) -> Option<ControllerState> {
        let status = self.controls.status(robot)?;
        Some(ControllerState {
            name: status.name,
            state: status.state,
            is_restartable: status.is_started_here,
        })
    }

    fn act(&mut self, robot: NodeId, action: ControllerAction) -> Result<(), String> {
        let order = match action {
            ControllerAction::Restart => ControllerOrder::Restart,
            ControllerAction::Stop => ControllerOrder::Stop,
        };
        self.controls.send(robot, order)
    }

    fn restart_all(&mut self) {
        self.controls.restart_all();
    }

    fn input(
        &mut self,
        _world: &RunningWorld,
        robot: NodeId,
        input: &UserInput,
    ) -> Result<(), String> {
        let limited = |list: &[i32]| list.iter().copied().take(MOST_INPUTS).collect();
        let mouse = input.mouse.unwrap_or_default();
        let joystick = input.joystick.as_ref().map(|joystick| HeldJoystick {
            model: joystick.model.chars().take(MOST_INPUTS).collect(),
            button_count: joystick.button_count.min(MOST_INPUTS),
            buttons: limited(&joystick.buttons),
            axes: limited(&joystick.axes),
            povs: limited(&joystick.povs),
        });
        let held = HeldInput {
            keys: limited(&input.keys),
            mouse_buttons: [mouse.left, mouse.middle, mouse.right],
            mouse: input.mouse.map(|mouse| [mouse.u, mouse.v]),
            point: mouse.point,
            joystick,
        };
        self.input.hold(robot, held);
        Ok(())
    }

    fn joystick(&self, world: &RunningWorld) -> Option<JoystickInput> {
        let held = self.input.held_joystick(world.clock())?;
        Some(JoystickInput {
            model: held.model,
            axes: held.axes,
            buttons: held.buttons,
            povs: held.povs,
            button_count: held.button_count,
        })
    }

    fn send_to_controller(&mut self, robot: NodeId, message: &str) -> Result<(), String> {
        let status = self.controls.status(robot);
        if status.is_none_or(|status| status.state == "ended") {
            return Err("no controller of this robot runs that could take the message".to_owned());
        }
        self.windows.send(robot, message);
        Ok(())
    }

    fn take_window_messages(&mut self) -> Vec<(NodeId, String)> {
        self.windows.take()
    }

    fn label_changes(&self) -> u64 {
        self.view_requests.changes()
    }

    fn labels(&self) -> Vec<LabelEntry> {
        let labels = self.view_requests.labels().into_iter();
        let entry = |(robot, label): (NodeId, Label)| {
            let [transparency, red, green, blue] = label.colour.to_be_bytes();
            let part = |byte: u8| f64::from(byte) / 255.0;
            LabelEntry {
                robot: robot.number(),
                id: label.id,
                position: [label.x, label.y],
                size: label.size,
                color: [part(red), part(green), part(blue)],
                opacity: 1.0 - part(transparency),
                text: label.text,
                font: label.font,
            }
        };
        labels.map(entry).collect()
    }

    fn take_look(&mut self) -> Option<NodeId> {
        self.view_requests.take_look()
    }
}

/// Animations of supervisors: recordings for viewers.
pub(crate) struct Animations(pub(crate) Arc<Hub>);

impl AnimationRecorder for Animations {
    fn start(&self, file: &Path) -> std::io::Result<()> {
        self.0.animation.start(file)
    }

    fn stop(&self) -> std::io::Result<()> {
        self.0.animation.stop()
    }
}
