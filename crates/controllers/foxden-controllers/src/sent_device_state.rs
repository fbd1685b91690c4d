//! What a controller was sent about its devices, so that it gets changes only.

use crate::devices::{self, KnownDevice, WorldDevice, tag_at};
use foxden_protocol::AnswerMessage;
use foxden_protocol::devices::DeviceAnswer;
use foxden_sim::{RobotIndex, World};

/// What a controller was sent about its devices.
#[derive(Clone, Debug, Default)]
pub struct SentDeviceState {
    devices: Vec<SentDevice>,
}

#[derive(Clone, Debug)]
struct SentDevice {
    configuration: Option<DeviceAnswer>,
    /// The numbers that the device watches for edits.
    watched_fields: Vec<f64>,
}

fn configuration(
    world: &World,
    robot: RobotIndex,
    known: &[KnownDevice],
    at: usize,
) -> Option<DeviceAnswer> {
    devices::configuration(&WorldDevice::new(world, robot, known, at)?)
}

impl SentDeviceState {
    /// The configurations of all devices from an index on.
    pub fn begin(
        &mut self,
        world: &World,
        robot: RobotIndex,
        known: &[KnownDevice],
        from: usize,
    ) -> Vec<AnswerMessage> {
        self.devices.truncate(from);
        let mut messages = Vec::new();
        for (at, device) in known.iter().enumerate().skip(from) {
            let configuration = configuration(world, robot, known, at);
            let answer = configuration.clone();
            messages.extend(answer.map(|answer| AnswerMessage::Device(tag_at(at), answer)));
            self.devices.push(SentDevice {
                configuration,
                watched_fields: devices::watched_fields(world.scene(), device),
            });
        }
        messages
    }

    /// The messages for devices that are different now.
    pub fn changes(
        &mut self,
        world: &World,
        robot: RobotIndex,
        known: &[KnownDevice],
    ) -> Vec<AnswerMessage> {
        let mut messages = Vec::new();
        let scene = world.scene();
        for (at, (sent, device)) in self.devices.iter_mut().zip(known).enumerate() {
            if scene.get(device.node).is_none() {
                continue;
            }
            let fields = devices::watched_fields(scene, device);
            let is_edited = fields != sent.watched_fields;
            sent.watched_fields = fields;
            let Some(now) = configuration(world, robot, known, at) else {
                continue;
            };
            let changes = devices::changes(sent.configuration.as_ref(), &now, is_edited);
            messages.extend(
                changes
                    .into_iter()
                    .map(|change| AnswerMessage::Device(tag_at(at), change)),
            );
            sent.configuration = Some(now);
        }
        messages
    }
}
