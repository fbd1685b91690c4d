//! Identity and devices of the robot: the answer to a controller's first request.

use crate::devices::DeviceKind;
use crate::error::{DecodeError, DecodeErrorReason};
use crate::ids::{NodeTypeNumber, Short};
use crate::layout::layout;
use crate::reader::Reader;
use crate::robot::SimulationMode;
use crate::wire::{Codec, Wire, Writer};

layout! {
    /// A device that gets the next tag.
    pub struct DeviceAnnouncement {
        /// What it is.
        kind: DeviceKind,
        /// Its name, by which controllers find it.
        name: String,
        /// The text of its field `model`.
        model: String,
    }
}

/// Identity and devices of the robot.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotConfiguration {
    /// The name of the robot.
    pub name: String,
    /// The version of the simulator; nothing keeps the library from warning.
    pub version: String,
    /// Whether it is a supervisor; then [`crate::supervisor::SupervisorAnswer::Configure`] follows.
    pub is_supervisor: bool,
    /// Whether the simulation waits for the controller.
    pub synchronization: bool,
    /// Simulated seconds.
    pub time: f64,
    /// The devices, from tag 1.
    pub devices: Vec<DeviceAnnouncement>,
    /// Milliseconds.
    pub basic_time_step: f64,
    /// The folder of the project, without a slash at the end.
    pub project_path: String,
    /// The file of the world.
    pub world_path: String,
    /// The text of the robot's field `model`.
    pub model: String,
    /// A library to load for the robot window; mostly nothing.
    pub window_library: String,
    /// A library to load for a real robot; mostly nothing.
    pub remote_control_library: String,
    /// The name of the controller.
    pub controller: String,
    /// The text of the robot's field `customData`.
    pub custom_data: String,
    /// Whether to open the robot window immediately.
    pub shows_window: bool,
    /// Whether there is a robot window made of HTML.
    pub has_html_window: bool,
    /// The pace of the simulation.
    pub mode: SimulationMode,
}

impl Wire for RobotConfiguration {
    const SMALLEST: usize = 43;

    /// The robot counts as a device; what goes beyond the last tag is left out.
    fn encode(&self, out: &mut Writer<'_>) {
        let count = self.devices.len().min(usize::from(u16::MAX - 1));
        self.name.encode(out);
        self.version.encode(out);
        self.is_supervisor.encode(out);
        self.synchronization.encode(out);
        u16::try_from(count + 1).unwrap_or(u16::MAX).encode(out);
        Short::encode(&NodeTypeNumber::ROBOT, out);
        self.time.encode(out);
        for device in &self.devices[..count] {
            device.encode(out);
        }
        self.basic_time_step.encode(out);
        self.project_path.encode(out);
        self.world_path.encode(out);
        self.model.encode(out);
        self.window_library.encode(out);
        self.remote_control_library.encode(out);
        self.controller.encode(out);
        self.custom_data.encode(out);
        self.shows_window.encode(out);
        self.has_html_window.encode(out);
        self.mode.encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let name = Wire::decode(reader)?;
        let version = Wire::decode(reader)?;
        let is_supervisor = Wire::decode(reader)?;
        let synchronization = Wire::decode(reader)?;
        let start = reader.clone();
        let tags = u16::decode(reader)?;
        let count = reader
            .check_count(i64::from(tags) - 1, DeviceAnnouncement::SMALLEST)
            .map_err(|error| start.error(error.reason))?;
        let start = reader.clone();
        let node_type: NodeTypeNumber = Short::decode(reader)?;
        if node_type != NodeTypeNumber::ROBOT {
            return Err(start.error(DecodeErrorReason::InvalidValue {
                what: "robot's node type",
                value: node_type.0.into(),
            }));
        }
        Ok(Self {
            name,
            version,
            is_supervisor,
            synchronization,
            time: Wire::decode(reader)?,
            devices: (0..count)
                .map(|_| Wire::decode(reader))
                .collect::<Result<_, _>>()?,
            basic_time_step: Wire::decode(reader)?,
            project_path: Wire::decode(reader)?,
            world_path: Wire::decode(reader)?,
            model: Wire::decode(reader)?,
            window_library: Wire::decode(reader)?,
            remote_control_library: Wire::decode(reader)?,
            controller: Wire::decode(reader)?,
            custom_data: Wire::decode(reader)?,
            shows_window: Wire::decode(reader)?,
            has_html_window: Wire::decode(reader)?,
            mode: Wire::decode(reader)?,
        })
    }
}
