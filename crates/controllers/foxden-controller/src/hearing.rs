//! A client that listens, and what else is to be done with what it hears.

use foxden_client::Client;
use foxden_protocol::{DecodeError, Hearer, Reader, Tag, robot, supervisor};

use crate::{pictures, readings};

/// Lets the client hear, shows new readings and maps new pictures.
pub(crate) struct Hearing<'a>(pub(crate) &'a mut Client);

impl Hearer for Hearing<'_> {
    fn is_supervisor(&self) -> bool {
        self.0.is_supervisor()
    }

    fn hear_robot(&mut self, message: robot::Answer) {
        use robot::Answer::{Configure, NewDevices};
        let changes_devices = matches!(message, Configure(_) | NewDevices { .. });
        self.0.hear_robot(message);
        if changes_devices {
            readings::publish_all(self.0);
        }
    }

    fn hear_supervisor(&mut self, message: supervisor::Answer) {
        self.0.hear_supervisor(message);
    }

    fn hear_device(&mut self, tag: Tag, reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
        let is_known = self.0.hear_device(tag, reader)?;
        if let Some(device) = self.0.device_mut(tag) {
            readings::publish(tag, &device.state);
            pictures::map_announced(device);
        }
        Ok(is_known)
    }
}
