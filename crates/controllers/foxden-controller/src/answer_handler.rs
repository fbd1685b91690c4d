//! Handles the messages of the simulator.

use foxden_client::Client;
use foxden_protocol::{AnswerHandler, DecodeError, Reader, Tag, robot, supervisor};

use crate::{pictures, readings};

/// Passes the messages to the client, publishes new readings and maps new
/// pictures.
pub(crate) struct LibraryAnswerHandler<'a>(pub(crate) &'a mut Client);

impl AnswerHandler for LibraryAnswerHandler<'_> {
    fn is_supervisor(&self) -> bool {
        self.0.is_supervisor()
    }

    fn handle_robot(&mut self, message: robot::RobotAnswer) {
        use robot::RobotAnswer::{Configure, NewDevices};
        let changes_devices = matches!(message, Configure(_) | NewDevices { .. });
        self.0.handle_robot(message);
        if changes_devices {
            readings::publish_all(self.0);
        }
    }

    fn handle_supervisor(&mut self, message: supervisor::SupervisorAnswer) {
        self.0.handle_supervisor(message);
    }

    fn handle_device(&mut self, tag: Tag, reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
        let is_known = self.0.handle_device(tag, reader)?;
        if let Some(device) = self.0.device_mut(tag) {
            readings::publish(tag, &device.state);
            pictures::map_announced(device);
        }
        Ok(is_known)
    }
}
