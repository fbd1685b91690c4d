//! Values of fields.

use foxden_catalogue::FieldType;

use crate::error::DecodeError;
use crate::ids::{NodeTypeNumber, OrMinusOne, Tag, Uid};
use crate::layout::layout;
use crate::reader::Reader;
use crate::wire::{Wire, Writer};

/// A value that is no node: that of a field, or one item of a list.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the language's types")]
pub enum PlainValue {
    Bool(bool),
    Int32(i32),
    Float(f64),
    Vec2f([f64; 2]),
    Vec3f([f64; 3]),
    Rotation([f64; 4]),
    Color([f64; 3]),
    String(String),
}

impl PlainValue {
    /// The type of a field that holds one such value.
    pub fn single_type(&self) -> FieldType {
        match self {
            Self::Bool(_) => FieldType::SFBool,
            Self::Int32(_) => FieldType::SFInt32,
            Self::Float(_) => FieldType::SFFloat,
            Self::Vec2f(_) => FieldType::SFVec2f,
            Self::Vec3f(_) => FieldType::SFVec3f,
            Self::Rotation(_) => FieldType::SFRotation,
            Self::Color(_) => FieldType::SFColor,
            Self::String(_) => FieldType::SFString,
        }
    }

    pub(crate) fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Bool(value) => value.encode(out),
            Self::Int32(value) => value.encode(out),
            Self::Float(value) => value.encode(out),
            Self::Vec2f(value) => value.encode(out),
            Self::Vec3f(value) | Self::Color(value) => value.encode(out),
            Self::Rotation(value) => value.encode(out),
            Self::String(value) => value.encode(out),
        }
    }

    /// Reads a value of this type; none for nodes.
    pub(crate) fn decode(
        field_type: FieldType,
        reader: &mut Reader<'_>,
    ) -> Result<Option<Self>, DecodeError> {
        Ok(Some(match field_type.single() {
            FieldType::SFBool => Self::Bool(Wire::decode(reader)?),
            FieldType::SFInt32 => Self::Int32(Wire::decode(reader)?),
            FieldType::SFFloat => Self::Float(Wire::decode(reader)?),
            FieldType::SFVec2f => Self::Vec2f(Wire::decode(reader)?),
            FieldType::SFVec3f => Self::Vec3f(Wire::decode(reader)?),
            FieldType::SFRotation => Self::Rotation(Wire::decode(reader)?),
            FieldType::SFColor => Self::Color(Wire::decode(reader)?),
            FieldType::SFString => Self::String(Wire::decode(reader)?),
            _ => return Ok(None),
        }))
    }
}

/// What is put into a list, or into an empty field for a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NewItem {
    /// A plain value.
    Value(PlainValue),
    /// A node, written as in a world file.
    NodeSource(String),
}

impl NewItem {
    pub(crate) fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Value(value) => value.encode(out),
            Self::NodeSource(source) => source.encode(out),
        }
    }

    pub(crate) fn decode(
        field_type: FieldType,
        reader: &mut Reader<'_>,
    ) -> Result<Self, DecodeError> {
        Ok(match PlainValue::decode(field_type, reader)? {
            Some(value) => Self::Value(value),
            None => Self::NodeSource(Wire::decode(reader)?),
        })
    }
}

layout! {
    /// A node as the value of a field.
    pub struct NodeValue {
        /// The node.
        node: Uid,
        /// Its type.
        node_type: NodeTypeNumber,
        /// Its tag if it is a device of the asking robot.
        tag: Option<Tag> as OrMinusOne,
        /// The node above it.
        parent: Uid,
        /// Whether it is an instance of a PROTO.
        is_proto: bool,
        /// The name of its PROTO or its type.
        model: String,
        /// Its DEF name, or nothing.
        def: String,
    }
}

/// A value that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadValue {
    /// A plain value.
    Value(PlainValue),
    /// A node, or an empty field for one.
    Node(Option<NodeValue>),
}

impl ReadValue {
    /// The type of a field that holds one such value.
    pub fn single_type(&self) -> FieldType {
        match self {
            Self::Value(value) => value.single_type(),
            Self::Node(_) => FieldType::SFNode,
        }
    }

    pub(crate) fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::Value(value) => value.encode(out),
            Self::Node(Some(node)) => node.encode(out),
            Self::Node(None) => Uid::ROOT.encode(out),
        }
    }

    pub(crate) fn decode(
        field_type: FieldType,
        reader: &mut Reader<'_>,
    ) -> Result<Self, DecodeError> {
        if let Some(value) = PlainValue::decode(field_type, reader)? {
            return Ok(Self::Value(value));
        }
        if reader.peek() == Some([0; 4]) {
            reader.take(4)?;
            return Ok(Self::Node(None));
        }
        NodeValue::decode(reader).map(|node| Self::Node(Some(node)))
    }
}
