//! Messages from the simulator to a supervisor.

use foxden_catalogue::FieldType;

use crate::dialect::{ActualField, AnswerActualField, AnswerProto};
use crate::error::{DecodeError, DecodeErrorReason};
use crate::ids::{
    FieldId, NodeTypeNumber, OrMinusOne, ProtoId, Tag, Uid, field_type_from_number,
    field_type_number,
};
use crate::layout::{choice, layout, messages};
use crate::reader::Reader;
use crate::supervisor::ReadValue;
use crate::wire::{Codec, Wire, Writer};

messages! {
    /// An answer, or news that come with any answer.
    pub enum SupervisorAnswer: u8, "supervisor answer" {
        /// Who the supervisor is; directly behind the robot's own configuration.
        0 => Configure(configuration: SupervisorConfiguration),
        /// Whether the animation could be started.
        16 => AnimationStarted {
            /// Whether it was done.
            success: bool,
        },
        /// Whether the animation could be saved.
        17 => AnimationStopped {
            /// Whether it was done.
            success: bool,
        },
        /// How the movie goes.
        18 => Movie(status: MovieStatus),
        /// A PROTO was regenerated: forget its internal nodes and fields.
        19 => ProtoRegenerated,
        /// A list that was looked up has another length now.
        20 => FieldCountChanged {
            /// The node.
            node: Uid,
            /// The field.
            field: String,
            /// Its length.
            count: i32,
        },
        /// The number of fields.
        65 => FieldCount {
            /// The number.
            count: i32,
        },
        /// A node as text.
        77 => ExportedString {
            /// The text.
            text: String,
        },
        /// A PROTO (R2025a).
        78 => Proto(proto: ProtoDescription),
        /// Whether the world was saved.
        82 => WorldSaved {
            /// Whether it was.
            success: bool,
        },
        /// The node with the requested number; also sent unasked when its DEF
        /// name changed.
        83 => NodeById(node: NodeDescription),
        /// The node with the requested DEF name.
        84 => NodeByDef(node: NodeReport),
        /// The node of the requested device.
        85 => NodeByTag(node: NodeDescription),
        /// The selected node.
        86 => SelectedNode(node: NodeDescription),
        /// A field, by name or by position.
        87 => Field(field: FieldDescription),
        /// A value, asked for or tracked.
        88 => Value(value: FieldReport),
        /// The node that was imported into a field for one node.
        89 => Imported {
            /// The node.
            node: Uid,
        },
        /// Where a node is.
        90 => Position {
            /// Metres.
            position: [f64; 3],
        },
        /// How a node is turned.
        91 => Orientation {
            /// Rows of the rotation, scale removed.
            matrix: [f64; 9],
        },
        /// A pose, asked for or tracked.
        92 => Pose {
            /// The node it is relative to; [`Uid::ROOT`] for the world.
            from: Uid,
            /// The node.
            node: Uid,
            /// Rows of the transformation.
            matrix: [f64; 16],
        },
        /// Where the centre of mass is.
        93 => CentreOfMass {
            /// Metres.
            position: [f64; 3],
        },
        /// Contact points, asked for or tracked.
        94 => ContactPoints {
            /// The node.
            node: Uid,
            /// Whether those of solids below it count.
            descendants: bool,
            /// The points.
            points: Vec<ContactPointReport>,
        },
        /// Whether the centre of mass is above the support polygon.
        95 => StaticBalance {
            /// Whether the node is balanced.
            balanced: bool,
        },
        /// How fast a solid moves and turns.
        96 => Velocity {
            /// Metres per second.
            linear: [f64; 3],
            /// Radians per second.
            angular: [f64; 3],
        },
        /// A node was removed; one such message for each node below it.
        97 => NodeRemoved {
            /// The node.
            node: Uid,
        },
        /// Whether a headset is in use.
        98 => HeadsetUsed {
            /// Whether a headset is used.
            used: bool,
        },
        /// Where the headset is.
        99 => HeadsetPosition {
            /// Metres.
            position: [f64; 3],
        },
        /// How the headset is turned.
        100 => HeadsetOrientation {
            /// Rows of the rotation.
            matrix: [f64; 9],
        },
    }
}

layout! {
    /// Who the supervisor is.
    pub struct SupervisorConfiguration {
        /// Its own node.
        node: Uid,
        /// The node above it.
        parent: Uid,
        /// Whether it is an instance of a PROTO.
        is_proto: bool,
        /// Whether it is inside of one.
        is_internal: bool,
        /// The name of its PROTO or its type.
        model: String,
        /// Its DEF name, or nothing.
        def: String,
    }
}

choice! {
    /// How a movie goes.
    pub enum MovieStatus: u8, "movie status" {
        /// None is being made.
        Ready = 0,
        /// Pictures are being taken.
        Recording = 1,
        /// The file is being written.
        Saving = 2,
        /// The file could not be written.
        WriteError = 3,
        /// The pictures could not be joined.
        EncodingError = 4,
        /// The simulation prevented it.
        SimulationError = 5,
    }
}

layout! {
    /// A node that was asked for.
    pub struct NodeDescription {
        /// The node, or [`Uid::ROOT`] if there is none.
        node: Uid,
        /// Its type.
        node_type: NodeTypeNumber,
        /// Its tag if it is a device of the asking robot.
        tag: Option<Tag> as OrMinusOne,
        /// The node above it.
        parent: Uid,
        /// Whether it is an instance of a PROTO.
        is_proto: bool,
        /// Whether it is inside of one.
        is_internal: bool,
        /// The name of its PROTO or its type.
        model: String,
        /// Its DEF name, or nothing.
        def: String,
    }
}

layout! {
    /// A node that was asked for by its DEF name, which is not repeated.
    pub struct NodeReport {
        /// The node, or [`Uid::ROOT`] if there is none.
        node: Uid,
        /// Its type.
        node_type: NodeTypeNumber,
        /// Its tag if it is a device of the asking robot.
        tag: Option<Tag> as OrMinusOne,
        /// The node above it; [`Uid::ROOT`] at the top.
        parent: Uid,
        /// Whether it is an instance of a PROTO.
        is_proto: bool,
        /// The name of its PROTO or its type.
        model: String,
    }
}

layout! {
    /// A field that was asked for.
    pub struct FieldDescription {
        /// The field, or none if there is no such one.
        field: Option<FieldId> as OrMinusOne,
        /// Its type; none together with the field.
        field_type: Option<FieldType> as OptionalType,
        /// Whether it is one of the base node inside of a PROTO.
        internal: bool,
        /// The length of a list, 0 or 1 for a node, -1 for other single values.
        count: i32,
        /// The field of the scene tree that it is bound to (R2025a).
        actual: Option<ActualField> as AnswerActualField,
        /// Its name.
        name: String,
    }
}

/// A type number; 0 means none.
pub(crate) struct OptionalType;

impl Codec<Option<FieldType>> for OptionalType {
    const SMALLEST: usize = 4;

    fn encode(value: &Option<FieldType>, out: &mut Writer<'_>) {
        value.map_or(0, field_type_number).encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<FieldType>, DecodeError> {
        if reader.peek() == Some([0; 4]) {
            reader.take(4)?;
            return Ok(None);
        }
        FieldType::decode(reader).map(Some)
    }
}

/// A value that was asked for or is tracked.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldReport {
    /// The node of the field was removed.
    Gone,
    /// The value.
    Value {
        /// The node.
        node: Uid,
        /// The PROTO the field was found in (R2025a).
        proto: Option<ProtoId>,
        /// The field.
        field: FieldId,
        /// Whether the value is one item of a list.
        is_item: bool,
        /// The value.
        value: ReadValue,
    },
}

impl Wire for FieldReport {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut Writer<'_>) {
        let Self::Value {
            node,
            proto,
            field,
            is_item,
            value,
        } = self
        else {
            return OptionalType::encode(&None, out);
        };
        let list = if *is_item { 0x10 } else { 0 };
        (field_type_number(value.single_type()) + list).encode(out);
        node.encode(out);
        AnswerProto::encode(proto, out);
        field.encode(out);
        value.encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let number = i32::decode(reader)?;
        if number == 0 {
            return Ok(Self::Gone);
        }
        let field_type = field_type_from_number(number).ok_or_else(|| {
            start.error(DecodeErrorReason::InvalidValue {
                what: "field type",
                value: number.into(),
            })
        })?;
        Ok(Self::Value {
            node: Wire::decode(reader)?,
            proto: AnswerProto::decode(reader)?,
            field: Wire::decode(reader)?,
            is_item: field_type.is_multiple(),
            value: ReadValue::decode(field_type, reader)?,
        })
    }
}

layout! {
    /// A PROTO that was asked for (R2025a).
    pub struct ProtoDescription {
        /// The PROTO, or none if there is none.
        proto: Option<ProtoId> as OrMinusOne,
        /// Whether it is made from another PROTO.
        is_derived: bool,
        /// How many fields it has.
        field_count: i32,
        /// Its name.
        name: String,
    }
}

layout! {
    /// A point where two solids touch.
    pub struct ContactPointReport {
        /// Where it is.
        point: [f64; 3],
        /// The solid it belongs to.
        node: Uid,
    }
}
