//! The configuration of a robot: sent to its controller at the start, and when it changes.

use crate::devices::{self, KnownDevice};
use crate::scene_access as access;
use crate::session::{ControllerSession, RequestContext, custom_data, text};
use crate::supervisor::Knowledge;
use foxden_lang::resolve::project_root;
use foxden_protocol::robot::{self, DeviceAnnouncement, RobotConfiguration};
use foxden_protocol::supervisor as scene_messages;
use foxden_protocol::{AnswerMessage, Uid};
use foxden_sim::controller::Tag as Port;
use foxden_sim::{RobotIndex, World};

/// A tag that no device has.
const NO_PORT: Port = Port(u16::MAX);

impl ControllerSession {
    /// What a controller must know before anything else.
    pub(crate) fn configuration(
        &mut self,
        world: &World,
        robot: RobotIndex,
        context: &RequestContext<'_>,
    ) -> Vec<AnswerMessage> {
        let scene = world.scene();
        self.devices = devices::known_devices(world, robot);
        self.sent.mode = context.mode;
        self.sent.custom_data = custom_data(world, self.robot);
        self.sent.model = text(world, self.robot, "model");
        let is_supervisor = scene.boolean(self.robot, "supervisor").unwrap_or(false);
        self.sent.is_supervisor = is_supervisor;
        let configuration = RobotConfiguration {
            name: self.name.clone(),
            // without a version the library has nothing to warn of
            version: String::new(),
            is_supervisor,
            synchronization: self.is_synchronous(world),
            time: world.time(),
            devices: self
                .devices
                .iter()
                .map(|device| announcement(world, device))
                .collect(),
            basic_time_step: world.settings().basic_time_step,
            project_path: project_root(context.world_file).display().to_string(),
            world_path: context.world_file.display().to_string(),
            model: self.sent.model.clone(),
            window_library: String::new(),
            remote_control_library: String::new(),
            controller: self.controller.clone(),
            custom_data: self.sent.custom_data.clone(),
            shows_window: false,
            has_html_window: false,
            mode: context.mode,
        };
        let mut messages = vec![robot::RobotAnswer::Configure(Box::new(configuration)).into()];
        if is_supervisor {
            let own = access::describe(scene, &self.devices, self.robot);
            let configuration = scene_messages::SupervisorConfiguration {
                node: own.node,
                parent: match own.parent {
                    Uid(-1) => Uid::ROOT,
                    parent => parent,
                },
                is_proto: own.is_proto,
                is_internal: own.is_internal,
                model: own.model,
                def: own.def,
            };
            messages.push(scene_messages::SupervisorAnswer::Configure(configuration).into());
        }
        self.knowledge = Knowledge::new(world);
        self.sent.edits = world.edits();
        messages.extend(self.sent.devices.begin(world, robot, &self.devices, 0));
        messages
    }

    /// What changed about the robot and its devices since it was last sent.
    pub(crate) fn tell_changes(
        &mut self,
        world: &World,
        robot: RobotIndex,
        context: &RequestContext<'_>,
        messages: &mut Vec<AnswerMessage>,
    ) {
        if self.sent.mode != context.mode {
            self.sent.mode = context.mode;
            messages.push(robot::RobotAnswer::Mode(context.mode).into());
        }
        if self.sent.edits == world.edits() && !self.has_changed_device {
            return;
        }
        self.has_changed_device = false;
        self.sent.edits = world.edits();
        let data = custom_data(world, self.robot);
        if data != self.sent.custom_data {
            self.sent.custom_data.clone_from(&data);
            messages.push(robot::RobotAnswer::CustomData { text: data }.into());
        }
        let scene = world.scene();
        let supervisor = scene.boolean(self.robot, "supervisor").unwrap_or(false);
        if supervisor != self.sent.is_supervisor {
            self.sent.is_supervisor = supervisor;
            messages.push(robot::RobotAnswer::Supervisor { supervisor }.into());
        }
        let model = text(world, self.robot, "model");
        if model != self.sent.model {
            self.sent.model.clone_from(&model);
            messages.push(robot::RobotAnswer::Model { text: model }.into());
        }
        self.follow_devices(world, robot, messages);
    }

    /// Devices may have come, gone or moved in the world's count; tags stay.
    fn follow_devices(
        &mut self,
        world: &World,
        robot: RobotIndex,
        messages: &mut Vec<AnswerMessage>,
    ) {
        let now = devices::known_devices(world, robot);
        for device in &mut self.devices {
            let found = now.iter().find(|other| other.node == device.node);
            device.port = found.map_or(NO_PORT, |found| found.port);
        }
        let known = self.devices.len();
        for device in now {
            if !self.devices.iter().any(|other| other.node == device.node) {
                self.devices.push(device);
            }
        }
        let new = &self.devices[known..];
        if !new.is_empty() {
            let devices = new
                .iter()
                .map(|device| announcement(world, device))
                .collect();
            messages.push(robot::RobotAnswer::NewDevices { devices }.into());
        }
        let changes = self.sent.devices.changes(world, robot, &self.devices);
        self.device_answers.extend(changes);
        let configurations = self.sent.devices.begin(world, robot, &self.devices, known);
        messages.extend(configurations);
    }
}

fn announcement(world: &World, device: &KnownDevice) -> DeviceAnnouncement {
    DeviceAnnouncement {
        kind: device.kind,
        name: text(world, device.node, "name"),
        model: text(world, device.node, "model"),
    }
}
