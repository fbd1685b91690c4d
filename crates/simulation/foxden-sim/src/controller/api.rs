//! The port of a robot: what a controller sends, and what it gets back.

use crate::bodies::external_forces::ExternalForce;
use crate::devices::display::DisplayOrder;
use crate::devices::recognition::RecognisedObject;
use crate::math::AxisAngle;
use foxden_scene::{FieldRef, NodeId, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A device of a robot: 0 is the robot itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tag(pub u16);

/// What a controller sends when it steps. Commands act at once, writes of a
/// supervisor at the start of the next step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// How many milliseconds to wait; 0 sends the commands and waits for nothing.
    pub duration: u32,
    /// What the devices shall do, in order.
    pub commands: Vec<Command>,
}

/// One request of a controller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Sample a sensor with this period in milliseconds; 0 turns it off.
    Enable(Tag, i16),
    /// Sample the battery.
    EnableBattery(i16),
    /// Sample the force or torque of a motor.
    EnableFeedback(Tag, i16),
    /// Move a motor; infinite for velocity control.
    MotorPosition(Tag, f64),
    /// Set the speed of a motor.
    MotorVelocity(Tag, f64),
    /// Limit the acceleration of a motor; -1 for none.
    MotorAcceleration(Tag, f64),
    /// Limit the force or torque of a motor.
    MotorAvailableForce(Tag, f64),
    /// Drive a motor with a force or torque.
    MotorForce(Tag, f64),
    /// Set the control constants of a motor.
    MotorControl(Tag, [f64; 3]),
    /// Set the damping that a brake adds.
    Brake(Tag, f64),
    /// Light an LED.
    Led(Tag, i32),
    /// Send a packet in the next step.
    Send {
        /// The emitter.
        tag: Tag,
        /// On which channel; -1 reaches all.
        channel: i32,
        /// The range in metres; -1 for any distance.
        range: f64,
        /// The packet.
        data: Vec<u8>,
    },
    /// Listen to a channel; -1 receives all.
    ReceiverChannel(Tag, i32),
    /// Lock a connector, or unlock it.
    Lock(Tag, bool),
    /// Turn a vacuum gripper on, or off.
    Grip(Tag, bool),
    /// Change how a camera sees.
    Camera(Tag, CameraOrder),
    /// Change how a lidar scans.
    Lidar(Tag, LidarOrder),
    /// Draw on a display.
    Display(Tag, DisplayOrder),
    /// Change what a pen does.
    Pen(Tag, PenOrder),
    /// Show a node to a device, or hide it from it.
    Visibility(NodeId, NodeId, bool),
    /// Change a field at the start of the next step.
    Write(FieldRef, Write),
    /// Set the velocity of a solid: linear, then angular.
    SetVelocity(NodeId, [f64; 6]),
    /// Push a body in the next step; the flag says whether the push is given in its frame.
    Push(NodeId, ExternalForce, bool),
    /// Put a solid and all below it to rest.
    Rest(NodeId),
    /// Put everything to rest.
    RestAll,
    /// Put an axis of a joint, the first is 1, to a position.
    JointPosition(NodeId, usize, f64),
    /// Put the simulation back to its start during the next step.
    Reset,
    /// Remember the state of a node under a name.
    SaveState(NodeId, String),
    /// Bring back the remembered state of a node.
    LoadState(NodeId, String),
    /// Look at the contact points of a solid.
    AskAboutContacts(NodeId, ContactQuestion),
}

/// What a supervisor wants to know about contact points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContactQuestion {
    /// The points themselves.
    Points,
    /// Whether the centre of mass is above them.
    Balance,
}

impl Command {
    /// The device that it is for; `None` for the robot itself.
    pub fn tag(&self) -> Option<Tag> {
        match self {
            Self::Enable(tag, _)
            | Self::EnableFeedback(tag, _)
            | Self::MotorPosition(tag, _)
            | Self::MotorVelocity(tag, _)
            | Self::MotorAcceleration(tag, _)
            | Self::MotorAvailableForce(tag, _)
            | Self::MotorForce(tag, _)
            | Self::MotorControl(tag, _)
            | Self::Brake(tag, _)
            | Self::Led(tag, _)
            | Self::Send { tag, .. }
            | Self::ReceiverChannel(tag, _)
            | Self::Lock(tag, _)
            | Self::Grip(tag, _)
            | Self::Camera(tag, _)
            | Self::Lidar(tag, _)
            | Self::Display(tag, _)
            | Self::Pen(tag, _) => Some(*tag),
            Self::EnableBattery(_)
            | Self::Visibility(..)
            | Self::Write(..)
            | Self::SetVelocity(..)
            | Self::Push(..)
            | Self::Rest(_)
            | Self::RestAll
            | Self::JointPosition(..)
            | Self::Reset
            | Self::SaveState(..)
            | Self::LoadState(..)
            | Self::AskAboutContacts(..) => None,
        }
    }
}

/// What a controller asks of a camera besides its period.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum CameraOrder {
    /// Zoom to an angle.
    FieldOfView(f64),
    /// Expose.
    Exposure(f64),
    /// Focus at a distance.
    FocalDistance(f64),
    /// Recognise objects with this period in milliseconds; 0 turns it off.
    Recognition(i16),
    /// Take pictures of the objects' colours, or no longer.
    Segmentation(bool),
}

/// What a controller asks of a lidar besides its period.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum LidarOrder {
    /// Turn this often in a second.
    Frequency(f64),
    /// Compute points too, or no longer.
    PointCloud(bool),
}

/// What a controller asks of a pen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum PenOrder {
    /// Paint, or no longer.
    Write(bool),
    /// Take another ink: red, green, blue, and its density.
    Ink([u8; 3], f64),
}

/// A change of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Write {
    /// The whole value.
    Whole(Value),
    /// One item of a list.
    Item(usize, Value),
}

impl Write {
    /// With angles of rotations from -π to π.
    pub(crate) fn within_half_a_turn(self) -> Self {
        let turned = |rotation: [f64; 4]| {
            let rotation: AxisAngle = rotation.into();
            rotation.within_half_a_turn().to_array()
        };
        let brought = |value: Value| match value {
            Value::Rotation(rotation) => Value::Rotation(turned(rotation)),
            Value::RotationList(rotations) => {
                Value::RotationList(rotations.into_iter().map(turned).collect())
            }
            other => other,
        };
        match self {
            Self::Whole(value) => Self::Whole(brought(value)),
            Self::Item(at, value) => Self::Item(at, brought(value)),
        }
    }
}

/// What a controller gets when its time has passed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The simulated time in seconds.
    pub time: f64,
    /// How many milliseconds later than asked.
    pub delay: u32,
    /// New values of sensors, in the order of the tags.
    pub readings: Vec<(Tag, Reading)>,
    /// A new value of the battery.
    pub battery: Option<f64>,
}

/// What a sensor measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reading {
    /// One number.
    Number(f64),
    /// The force or torque of a motor.
    Feedback(f64),
    /// Three numbers.
    Vector([f64; 3]),
    /// Where a GPS is and how it moves.
    Fix {
        /// The position.
        position: [f64; 3],
        /// The speed.
        speed: f64,
        /// The velocity.
        velocity: [f64; 3],
    },
    /// How an inertial unit is turned: a quaternion as x, y, z, w.
    Attitude([f64; 4]),
    /// What a receiver got.
    Packets {
        /// The receiver's channel.
        channel: i32,
        /// The packets, in the order in which they were sent.
        packets: Vec<Packet>,
    },
    /// Whether another connector is there: 1, 0, or -1 for one that cannot know.
    Presence(i16),
    /// Whether a connector is locked.
    Locked(bool),
    /// Whether a vacuum gripper holds something.
    Held(bool),
    /// Whether a vacuum gripper is on.
    GripperOn(bool),
    /// What a radar sees.
    Targets(Vec<RadarTarget>),
    /// There is a new picture: [`crate::World::picture`] gives it.
    Picture(PictureKind),
    /// What a camera recognises.
    Objects(Vec<RecognisedObject>),
    /// Nothing yet.
    Nothing,
}

/// Which picture of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureKind {
    /// What it sees.
    Main,
    /// The colours of the objects that a camera recognises.
    Segmentation,
}

/// Something that a radar sees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RadarTarget {
    /// How far away, in metres.
    pub distance: f64,
    /// What comes back of it, in dBm.
    pub power: f64,
    /// How fast it goes away, in metres per second.
    pub speed: f64,
    /// In which direction, in radians; to the right is positive.
    pub azimuth: f64,
}

/// A packet that a receiver got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Packet {
    /// What was sent.
    pub data: Arc<[u8]>,
    /// Where the emitter is, in the frame of the receiver.
    pub direction: [f64; 3],
    /// How strong the signal is.
    pub strength: f64,
}
