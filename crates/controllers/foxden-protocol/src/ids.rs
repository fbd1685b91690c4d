//! The numbers that name things on the wire.

use foxden_catalogue::{FieldType, NodeType};

use crate::error::{DecodeError, DecodeErrorReason};
use crate::reader::Reader;
use crate::wire::{Codec, Wire, Writer};

/// A device of one robot: 0 is the robot, devices are 1 and up in the order
/// they were announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(pub u16);

impl Tag {
    /// The robot itself.
    pub const ROBOT: Self = Self(0);
}

/// A node: positive and stable for its life. 0 is the root, or none in answers;
/// -1 stands for an unknown parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uid(pub i32);

impl Uid {
    /// The root of the scene; in answers also "no node".
    pub const ROOT: Self = Self(0);
}

/// A field of a node: its position among the visible fields or, if it is said
/// to be internal, among those of the base node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub i32);

/// A PROTO in the ancestry of a node, in R2025a. Never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProtoId(pub i32);

/// The number of a node type in the controller API, the same in both releases. The
/// catalogue has it; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeTypeNumber(pub i32);

impl NodeTypeNumber {
    /// No node.
    pub const NONE: Self = Self(0);
    /// Robot.
    pub const ROBOT: Self = Self(34);

    /// The number of the type with this name.
    ///
    /// ```
    /// # use foxden_protocol::NodeTypeNumber;
    /// assert_eq!(NodeTypeNumber::by_name("LightSensor"), Some(NodeTypeNumber(49)));
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        Self::of(NodeType::by_name(name)?)
    }

    /// The number of a built-in type; abstract types have none.
    pub fn of(node_type: NodeType) -> Option<Self> {
        node_type.model().controller_number.map(Self)
    }

    /// The name of the type with this number.
    pub fn name(self) -> Option<&'static str> {
        Some(self.node_type()?.name())
    }

    /// The built-in type with this number.
    pub fn node_type(self) -> Option<NodeType> {
        NodeType::all().find(|kind| Self::of(*kind) == Some(self))
    }
}

/// The types of single values by their number on the wire.
const SINGLE_TYPES: [FieldType; 9] = [
    FieldType::SFBool,
    FieldType::SFInt32,
    FieldType::SFFloat,
    FieldType::SFVec2f,
    FieldType::SFVec3f,
    FieldType::SFRotation,
    FieldType::SFColor,
    FieldType::SFString,
    FieldType::SFNode,
];

const MULTIPLE_TYPES: [FieldType; 9] = [
    FieldType::MFBool,
    FieldType::MFInt32,
    FieldType::MFFloat,
    FieldType::MFVec2f,
    FieldType::MFVec3f,
    FieldType::MFRotation,
    FieldType::MFColor,
    FieldType::MFString,
    FieldType::MFNode,
];

/// The number of a field type on the wire: 1 to 9, and 16 more for lists.
///
/// ```
/// # use foxden_catalogue::FieldType;
/// assert_eq!(foxden_protocol::field_type_number(FieldType::MFVec3f), 0x15);
/// ```
pub fn field_type_number(field_type: FieldType) -> i32 {
    let (table, first) = if field_type.is_multiple() {
        (&MULTIPLE_TYPES, 0x11)
    } else {
        (&SINGLE_TYPES, 0x01)
    };
    table
        .iter()
        .zip(first..)
        .find(|(known, _)| **known == field_type)
        .map_or(0, |(_, number)| number)
}

/// The field type with this number on the wire.
pub fn field_type_from_number(number: i32) -> Option<FieldType> {
    let (table, at) = match number {
        0x01..=0x09 => (&SINGLE_TYPES, number - 0x01),
        0x11..=0x19 => (&MULTIPLE_TYPES, number - 0x11),
        _ => return None,
    };
    table.get(usize::try_from(at).ok()?).copied()
}

impl Wire for FieldType {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut Writer<'_>) {
        field_type_number(*self).encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let number = i32::decode(reader)?;
        field_type_from_number(number).ok_or_else(|| {
            start.error(DecodeErrorReason::InvalidValue {
                what: "field type",
                value: number.into(),
            })
        })
    }
}

macro_rules! transparent {
    ($($name:ident($number:ty)),*) => {$(
        impl Wire for $name {
            const SMALLEST: usize = size_of::<$number>();

            fn encode(&self, out: &mut Writer<'_>) {
                self.0.encode(out);
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                <$number>::decode(reader).map(Self)
            }
        }
    )*};
}

transparent!(
    Tag(u16),
    Uid(i32),
    FieldId(i32),
    ProtoId(i32),
    NodeTypeNumber(i32)
);

/// A value in fewer or more bytes than usual: node types in two.
pub(crate) struct Short;

impl Codec<NodeTypeNumber> for Short {
    const SMALLEST: usize = 2;

    fn encode(value: &NodeTypeNumber, out: &mut Writer<'_>) {
        u16::try_from(value.0).unwrap_or(0).encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<NodeTypeNumber, DecodeError> {
        u16::decode(reader).map(|number| NodeTypeNumber(number.into()))
    }
}

/// A tag in four bytes.
pub(crate) struct Long;

impl Codec<Tag> for Long {
    const SMALLEST: usize = 4;

    fn encode(value: &Tag, out: &mut Writer<'_>) {
        i32::from(value.0).encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Tag, DecodeError> {
        let start = reader.clone();
        let number = i32::decode(reader)?;
        u16::try_from(number).map(Tag).map_err(|_| {
            start.error(DecodeErrorReason::InvalidValue {
                what: "device tag",
                value: number.into(),
            })
        })
    }
}

/// A number of four bytes where -1 stands for none.
pub(crate) struct OrMinusOne;

macro_rules! or_minus_one {
    ($($name:ident, $what:literal, $inner:ty);*) => {$(
        impl Codec<Option<$name>> for OrMinusOne {
            const SMALLEST: usize = 4;

            fn encode(value: &Option<$name>, out: &mut Writer<'_>) {
                value.map_or(-1, |value| i32::from(value.0)).encode(out);
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Option<$name>, DecodeError> {
                let start = reader.clone();
                match i32::decode(reader)? {
                    -1 => Ok(None),
                    number => match <$inner>::try_from(number) {
                        Ok(inner) if number >= 0 => Ok(Some($name(inner))),
                        _ => Err(start.error(DecodeErrorReason::InvalidValue {
                            what: $what,
                            value: number.into(),
                        })),
                    },
                }
            }
        }
    )*};
}

or_minus_one!(Tag, "device tag", u16; FieldId, "field", i32; ProtoId, "PROTO", i32; Uid, "node", i32);

impl Codec<Option<u32>> for OrMinusOne {
    const SMALLEST: usize = 4;

    fn encode(value: &Option<u32>, out: &mut Writer<'_>) {
        value.unwrap_or(u32::MAX).encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<u32>, DecodeError> {
        u32::decode(reader).map(|number| Some(number).filter(|number| *number != u32::MAX))
    }
}

/// A tag of two bytes where 0 stands for none.
pub(crate) struct OrZero;

impl Codec<Option<Tag>> for OrZero {
    const SMALLEST: usize = 2;

    fn encode(value: &Option<Tag>, out: &mut Writer<'_>) {
        value.unwrap_or_default().encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<Tag>, DecodeError> {
        Tag::decode(reader).map(|tag| Some(tag).filter(|tag| *tag != Tag::ROBOT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_the_catalogue_has_a_number() {
        for node_type in NodeType::all() {
            let model = node_type.model();
            // Written as HingeJointParameters since they were merged.
            if model.is_abstract || node_type == NodeType::Hinge2JointParameters {
                continue;
            }
            let number = NodeTypeNumber::of(node_type).map(|number| number.node_type());
            assert_eq!(number, Some(Some(node_type)), "{}", node_type.name());
        }
        assert_eq!(
            NodeTypeNumber::by_name("WorldInfo"),
            Some(NodeTypeNumber(84))
        );
        assert_eq!(NodeTypeNumber(87).name(), Some("Radio"));
        assert_eq!(NodeTypeNumber(0).name(), None);
        assert_eq!(NodeTypeNumber(88).name(), None);
    }

    #[test]
    fn field_types_have_the_numbers_of_the_api() {
        assert_eq!(field_type_number(FieldType::SFBool), 1);
        assert_eq!(field_type_number(FieldType::SFString), 8);
        assert_eq!(field_type_number(FieldType::MFNode), 0x19);
        for number in -1..0x30 {
            if let Some(field_type) = field_type_from_number(number) {
                assert_eq!(field_type_number(field_type), number);
            }
        }
    }
}
