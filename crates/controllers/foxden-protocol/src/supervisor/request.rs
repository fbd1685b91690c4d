//! What a supervisor asks for.

use crate::dialect::{Dialect, RequestProto};
use crate::error::DecodeError;
use crate::ids::{FieldId, Long, OrMinusOne, ProtoId, Tag, Uid};
use crate::layout::{layout, messages};
use crate::reader::Reader;
use crate::robot::SimulationMode;
use crate::supervisor::{FieldGet, FieldInsert, FieldSet};
use crate::wire::{Codec, Wire, Writer};

messages! {
    /// A request about the scene or the simulation. All but [`SupervisorRequest::SetValue`]
    /// come in immediate requests.
    pub enum SupervisorRequest: u8, "supervisor request" {
        /// Pause, go on or change the pace.
        56 => SetMode(mode: SimulationMode),
        /// End the simulation with an exit status.
        54 => Quit {
            /// The exit status.
            status: i32,
        },
        /// Set everything back to the start after this step; controllers go on.
        55 => Reset,
        /// Read the world file again.
        52 => ReloadWorld,
        /// Stop all motion.
        57 => ResetPhysics,
        /// Go to another world.
        51 => LoadWorld {
            /// Its file.
            file: String,
        },
        /// Describe the node with this number.
        83 => NodeById {
            /// The node.
            node: Uid,
        },
        /// Describe the node with this DEF name.
        84 => NodeByDef {
            /// The name; several joined by dots lead downwards.
            def: String,
            /// The PROTO instance to search in.
            proto: Option<Uid> as OrMinusOne,
        },
        /// Describe the node of a device.
        85 => NodeByTag {
            /// The device.
            tag: Tag as Long,
        },
        /// Describe the node that is selected in the window.
        86 => SelectedNode,
        /// Look up a field by its name.
        87 => FieldByName {
            /// The node.
            node: Uid,
            /// The PROTO to look in (R2025a).
            proto: Option<ProtoId> as RequestProto,
            /// The name of the field.
            name: String,
            /// Whether to look at the base node inside of a PROTO.
            internal: bool,
        },
        /// Look up a field by its position.
        64 => FieldByIndex {
            /// The node.
            node: Uid,
            /// The PROTO to look in (R2025a).
            proto: Option<ProtoId> as RequestProto,
            /// The position.
            index: u32,
            /// Whether to look at the base node inside of a PROTO.
            internal: bool,
        },
        /// Count the fields.
        65 => FieldCount {
            /// The node.
            node: Uid,
            /// Whether to look at the base node inside of a PROTO.
            internal: bool,
        },
        /// Start or stop reporting a pose in every step.
        102 => TrackPose {
            /// The node the pose is relative to; [`Uid::ROOT`] for the world.
            from: Uid,
            /// The node.
            node: Uid,
            /// The period of the reports; `None` ends them.
            tracking: Option<TrackingPeriod> as Tracking,
        },
        /// Describe the PROTO of a node or its parent (R2025a).
        78 => Proto(lookup: ProtoLookup),
        /// Start or stop reporting a field in every step.
        101 => TrackField {
            /// The node.
            node: Uid,
            /// The field.
            field: FieldId,
            /// Whether it is one of the base node inside of a PROTO.
            internal: bool,
            /// The period of the reports; `None` ends them.
            tracking: Option<TrackingPeriod> as Tracking,
        },
        /// Read a value.
        88 => GetValue(get: FieldGet),
        /// Write a value at the start of the next step.
        62 => SetValue(set: FieldSet),
        /// Put a value into a list, or a node into a field.
        89 => Insert(insert: FieldInsert),
        /// Take a value out of a list, or a node out of a field.
        63 => Remove {
            /// The node.
            node: Uid,
            /// The field.
            field: FieldId,
            /// The position in a list.
            index: Option<u32> as OrMinusOne,
        },
        /// Write a text over the picture.
        53 => SetLabel(label: Label),
        /// Take a node out of the scene.
        97 => RemoveNode {
            /// The node.
            node: Uid,
        },
        /// Where a node is.
        90 => Position {
            /// The node.
            node: Uid,
        },
        /// How a node is turned.
        91 => Orientation {
            /// The node.
            node: Uid,
        },
        /// Where a node is and how it is turned, seen from another.
        92 => Pose {
            /// The node the pose is relative to; [`Uid::ROOT`] for the world.
            from: Uid,
            /// The node.
            node: Uid,
        },
        /// Where the centre of mass is.
        93 => CentreOfMass {
            /// The node.
            node: Uid,
        },
        /// Start or stop reporting contact points in every step.
        103 => TrackContactPoints {
            /// The node.
            node: Uid,
            /// Whether those of solids below it count.
            descendants: bool,
            /// The period of the reports; `None` ends them.
            tracking: Option<TrackingPeriod> as Tracking,
        },
        /// Where a solid touches others.
        94 => ContactPoints {
            /// The node.
            node: Uid,
            /// Whether those of solids below it count.
            descendants: bool,
        },
        /// Whether the centre of mass is above the support polygon.
        95 => StaticBalance {
            /// The node.
            node: Uid,
        },
        /// How fast a solid moves and turns.
        96 => Velocity {
            /// The node.
            node: Uid,
        },
        /// Make a solid move and turn.
        66 => SetVelocity {
            /// The node.
            node: Uid,
            /// Metres per second.
            linear: [f64; 3],
            /// Radians per second.
            angular: [f64; 3],
        },
        /// Write a node as in a world file.
        77 => ExportString {
            /// The node.
            node: Uid,
        },
        /// Stop the motion of a solid.
        67 => ResetNodePhysics {
            /// The node.
            node: Uid,
        },
        /// Restart the controller of a robot.
        68 => RestartController {
            /// The robot.
            node: Uid,
        },
        /// Show or hide a node in one view.
        69 => SetVisibility {
            /// The node.
            node: Uid,
            /// The camera or viewpoint.
            viewer: Uid,
            /// Whether it is shown.
            visible: bool,
        },
        /// Look at a node.
        70 => MoveViewpoint {
            /// The node.
            node: Uid,
        },
        /// Push at the centre of mass.
        71 => AddForce {
            /// The node.
            node: Uid,
            /// Newtons.
            force: [f64; 3],
            /// Whether in the node's own axes.
            relative: bool,
        },
        /// Push at a point.
        72 => AddForceWithOffset {
            /// The node.
            node: Uid,
            /// Newtons.
            force: [f64; 3],
            /// The point in the node's axes.
            offset: [f64; 3],
            /// Whether the force is in the node's own axes.
            relative: bool,
        },
        /// Turn.
        73 => AddTorque {
            /// The node.
            node: Uid,
            /// Newton metres.
            torque: [f64; 3],
            /// Whether in the node's own axes.
            relative: bool,
        },
        /// Save a picture of the view.
        50 => ExportImage {
            /// 1 to 100 for formats that lose detail.
            quality: u8,
            /// The file.
            file: String,
        },
        /// Record a movie.
        58 => StartMovie(movie: Movie),
        /// End the movie.
        59 => StopMovie,
        /// Record an animation for a web page.
        60 => StartAnimation {
            /// The page's file.
            file: String,
        },
        /// End the animation.
        61 => StopAnimation,
        /// Save the world.
        82 => SaveWorld(save: SaveWorld),
        /// Whether a headset is in use.
        98 => HeadsetUsed,
        /// Where the headset is.
        99 => HeadsetPosition,
        /// How the headset is turned.
        100 => HeadsetOrientation,
        /// Remember the state of a node.
        74 => SaveState {
            /// The node.
            node: Uid,
            /// The name to remember it by.
            name: String,
        },
        /// Go back to a remembered state.
        75 => LoadState {
            /// The node.
            node: Uid,
            /// The name it was remembered by.
            name: String,
        },
        /// Move a joint.
        76 => SetJointPosition {
            /// The joint.
            node: Uid,
            /// Radians or metres.
            position: f64,
            /// The axis, from 1.
            axis: u32,
        },
    }
}

layout! {
    /// How often something is reported, in milliseconds; 0 means with every answer.
    pub struct TrackingPeriod {
        /// Milliseconds.
        milliseconds: i32,
    }
}

/// A flag, then the period if it is set.
pub(crate) struct Tracking;

impl Codec<Option<TrackingPeriod>> for Tracking {
    const SMALLEST: usize = 1;

    fn encode(value: &Option<TrackingPeriod>, out: &mut Writer<'_>) {
        value.is_some().encode(out);
        if let Some(period) = value {
            period.encode(out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<TrackingPeriod>, DecodeError> {
        bool::decode(reader)?
            .then(|| TrackingPeriod::decode(reader))
            .transpose()
    }
}

/// A PROTO to describe (R2025a).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtoLookup {
    /// The node.
    pub node: Uid,
    /// The PROTO whose parent is asked for; none for the PROTO of the node.
    pub proto: Option<ProtoId>,
}

impl Wire for ProtoLookup {
    const SMALLEST: usize = 8;

    fn encode(&self, out: &mut Writer<'_>) {
        self.node.encode(out);
        OrMinusOne::encode(&self.proto, out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        // Only R2025a sends this.
        reader.dialect = Some(Dialect::R2025a);
        Ok(Self {
            node: Wire::decode(reader)?,
            proto: OrMinusOne::decode(reader)?,
        })
    }
}

layout! {
    /// A text over the picture.
    pub struct Label {
        /// Its number, chosen by the controller.
        id: u16,
        /// From the left, as a part of the width.
        x: f64,
        /// From the top, as a part of the height.
        y: f64,
        /// Height of the letters, as a part of the height.
        size: f64,
        /// Transparency (0 to 255), red, green, blue, from the highest byte down.
        colour: u32,
        /// The text.
        text: String,
        /// The name of the font.
        font: String,
    }
}

layout! {
    /// A movie to record.
    pub struct Movie {
        /// Pixels.
        width: i32,
        /// Pixels.
        height: i32,
        /// For old programs only.
        codec: u8,
        /// 1 to 100.
        quality: u8,
        /// How many times faster than the simulation it plays.
        acceleration: u8,
        /// Whether the acceleration is written into the picture.
        caption: bool,
        /// The file.
        file: String,
    }
}

/// Where to save the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveWorld {
    /// The file; none for the one it was read from.
    pub file: Option<String>,
}

impl Wire for SaveWorld {
    const SMALLEST: usize = 1;

    fn encode(&self, out: &mut Writer<'_>) {
        self.file.is_some().encode(out);
        if let Some(file) = &self.file {
            file.encode(out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let file = bool::decode(reader)?
            .then(|| String::decode(reader))
            .transpose()?;
        Ok(Self { file })
    }
}
