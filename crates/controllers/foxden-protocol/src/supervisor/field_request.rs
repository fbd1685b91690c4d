//! Values to read, write and insert. Their layout depends on the type of the field.

use foxden_catalogue::FieldType;

use crate::dialect::RequestProto;
use crate::error::{DecodeError, DecodeErrorReason};
use crate::ids::{FieldId, OrMinusOne, ProtoId, Uid, field_type_number};
use crate::reader::Reader;
use crate::supervisor::{NewItem, PlainValue};
use crate::wire::{Codec, Wire, Writer};

/// A value to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldGet {
    /// The node.
    pub node: Uid,
    /// The PROTO the field was found in (R2025a).
    pub proto: Option<ProtoId>,
    /// The field.
    pub field: FieldId,
    /// Whether it is one of the base node inside of a PROTO.
    pub internal: bool,
    /// The position in a list; none for single values.
    pub index: Option<u32>,
}

impl Wire for FieldGet {
    const SMALLEST: usize = 9;

    fn encode(&self, out: &mut Writer<'_>) {
        self.node.encode(out);
        RequestProto::encode(&self.proto, out);
        self.field.encode(out);
        self.internal.encode(out);
        if let Some(index) = self.index {
            index.encode(out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let node = Uid::decode(reader)?;
        let proto = RequestProto::decode(reader)?;
        let field = FieldId::decode(reader)?;
        let internal = bool::decode(reader)?;
        let is_list = match reader.fields.field_type(node, proto, field, internal) {
            Some(field_type) => field_type.is_multiple(),
            // The library sends nothing after a "get", so the remaining bytes
            // show it.
            None => match reader.remaining() {
                0 => false,
                4 => true,
                _ => return Err(unknown_field(&start, node, field)),
            },
        };
        let index = is_list.then(|| u32::decode(reader)).transpose()?;
        Ok(Self {
            node,
            proto,
            field,
            internal,
            index,
        })
    }
}

/// A value to write.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSet {
    /// The node.
    pub node: Uid,
    /// The field.
    pub field: FieldId,
    /// The position in a list; none for single values.
    pub index: Option<u32>,
    /// The value.
    pub value: PlainValue,
}

impl FieldSet {
    /// The type of the field.
    pub fn field_type(&self) -> FieldType {
        let single = self.value.single_type();
        if self.index.is_none() {
            return single;
        }
        crate::ids::field_type_from_number(field_type_number(single) + 0x10).unwrap_or(single)
    }
}

impl Wire for FieldSet {
    const SMALLEST: usize = 17;

    fn encode(&self, out: &mut Writer<'_>) {
        self.node.encode(out);
        self.field.encode(out);
        self.field_type().encode(out);
        OrMinusOne::encode(&self.index, out);
        self.value.encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let node = Uid::decode(reader)?;
        let field = FieldId::decode(reader)?;
        let type_start = reader.clone();
        let field_type = FieldType::decode(reader)?;
        let index: Option<u32> = OrMinusOne::decode(reader)?;
        let wrong_type = || {
            type_start.error(DecodeErrorReason::InvalidValue {
                what: "type of a value that can be set",
                value: field_type_number(field_type).into(),
            })
        };
        if field_type.is_multiple() != index.is_some() {
            return Err(wrong_type());
        }
        let value = PlainValue::decode(field_type, reader)?.ok_or_else(wrong_type)?;
        Ok(Self {
            node,
            field,
            index,
            value,
        })
    }
}

/// A value to put into a list, or a node to put into a field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldInsert {
    /// The node.
    pub node: Uid,
    /// The field.
    pub field: FieldId,
    /// The position in a list; none for a field that holds one node.
    pub index: Option<u32>,
    /// What is put there.
    pub item: NewItem,
}

impl Wire for FieldInsert {
    const SMALLEST: usize = 13;

    fn encode(&self, out: &mut Writer<'_>) {
        self.node.encode(out);
        self.field.encode(out);
        OrMinusOne::encode(&self.index, out);
        self.item.encode(out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let node = Uid::decode(reader)?;
        let field = FieldId::decode(reader)?;
        let index: Option<u32> = OrMinusOne::decode(reader)?;
        let field_type = match reader.fields.field_type(node, None, field, false) {
            Some(field_type) => field_type,
            // Only nodes can be put into a field that is no list.
            None if index.is_none() => FieldType::SFNode,
            None => return Err(unknown_field(&start, node, field)),
        };
        Ok(Self {
            node,
            field,
            index,
            item: NewItem::decode(field_type, reader)?,
        })
    }
}

fn unknown_field(at: &Reader<'_>, node: Uid, field: FieldId) -> DecodeError {
    at.error(DecodeErrorReason::UnknownField {
        node: node.0,
        field: field.0,
    })
}
