//! Fields that the controller has seen.

use foxden_protocol::supervisor::{FieldGet, PlainValue};
use foxden_protocol::{FieldId, ProtoId, Uid};

use super::{NodeHandle, Supervisor};
use crate::{Misuse, Text};

/// The type of a field by its number: 1 to 9, and 16 more for lists.
pub type FieldTypeNumber = i32;

/// The bit of all lists.
pub const LIST: FieldTypeNumber = 0x10;
/// The number of fields with one node.
pub const NODE: FieldTypeNumber = 9;

/// A field for the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldHandle(pub usize);

/// A field that the controller has seen.
#[derive(Debug)]
pub struct KnownField {
    /// Its name.
    pub name: Text,
    /// Its type.
    pub field_type: FieldTypeNumber,
    /// The length of a list, 0 or 1 for a node, -1 for other single values.
    pub count: i32,
    /// The node it belongs to.
    pub node: Uid,
    /// The PROTO it was found in.
    pub proto: Option<ProtoId>,
    /// Its number.
    pub id: FieldId,
    /// Whether it is one of the base node inside of a PROTO.
    pub is_internal: bool,
    /// Whether it cannot be changed.
    pub is_read_only: bool,
    /// The field of the scene tree that it is bound to.
    pub actual: Option<(Uid, FieldId)>,
    /// The value that came last.
    pub data: FieldData,
    /// When it came.
    pub last_update: f64,
}

/// The value of a field, or of one item of it, where C programs read it.
#[derive(Clone, Debug, Default)]
pub struct FieldData {
    /// Of a field of truth values.
    pub boolean: bool,
    /// Of a field of integers.
    pub integer: i32,
    /// Of a field of numbers, vectors, colours or rotations.
    pub numbers: [f64; 4],
    /// Of a field of text.
    pub text: Text,
    /// Of a field of nodes; 0 for none.
    pub node: Uid,
}

impl FieldData {
    pub(super) fn set(&mut self, value: &PlainValue) {
        match value {
            PlainValue::Bool(value) => self.boolean = *value,
            PlainValue::Int32(value) => self.integer = *value,
            PlainValue::Float(value) => self.numbers[0] = *value,
            PlainValue::Vec2f(value) => self.numbers[..2].copy_from_slice(value),
            PlainValue::Vec3f(value) | PlainValue::Color(value) => {
                self.numbers[..3].copy_from_slice(value);
            }
            PlainValue::Rotation(value) => self.numbers = *value,
            PlainValue::String(value) => self.text = value.as_str().into(),
        }
    }
}

impl KnownField {
    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.field_type & LIST != 0
    }

    /// The name of its type.
    pub fn type_name(&self) -> &'static str {
        type_name(self.field_type)
    }

    /// The question for its value.
    pub fn question(&self, index: Option<u32>) -> FieldGet {
        FieldGet {
            node: self.node,
            proto: self.proto,
            field: self.id,
            internal: self.is_internal,
            index,
        }
    }
}

/// The name of a field type.
pub fn type_name(number: FieldTypeNumber) -> &'static str {
    match foxden_protocol::field_type_from_number(number) {
        Some(field_type) => field_type.name(),
        None => "",
    }
}

impl Supervisor {
    /// A field, if the handle is one of those given out.
    pub fn field(&self, handle: FieldHandle) -> Result<&KnownField, Misuse> {
        self.fields
            .get(&handle)
            .map(|field| &**field)
            .ok_or(Misuse::Field)
    }

    /// A field to be changed.
    pub fn field_mut(&mut self, handle: FieldHandle) -> Option<&mut KnownField> {
        self.fields.get_mut(&handle).map(|field| &mut **field)
    }

    /// A field of a type; if it is to be changed, one that can be.
    pub fn check_field(
        &self,
        handle: FieldHandle,
        field_type: FieldTypeNumber,
        to_change: bool,
    ) -> Result<&KnownField, Misuse> {
        let field = self.field(handle)?;
        if to_change && field.is_read_only {
            return Err(Misuse::ReadOnly);
        }
        if field.field_type != field_type {
            return Err(Misuse::FieldType {
                found: field.type_name(),
            });
        }
        Ok(field)
    }

    /// The field of a node that was found by this name.
    pub fn field_by_name(&self, node: Uid, name: &str, internal: bool) -> Option<FieldHandle> {
        self.find_field(|field| {
            field.node == node
                && field.proto.is_none()
                && field.is_internal == internal
                && field.name.as_str() == name
        })
    }

    /// The field of a node that was found by this number.
    pub fn field_by_id(&self, node: Uid, id: FieldId, internal: bool) -> Option<FieldHandle> {
        self.find_field(|field| {
            field.node == node
                && field.proto.is_none()
                && field.is_internal == internal
                && field.id == id
        })
    }

    /// The field of a PROTO that was found by this number or name.
    pub fn field_of_proto(
        &self,
        proto: ProtoId,
        matches: impl Fn(&KnownField) -> bool,
    ) -> Option<FieldHandle> {
        self.find_field(|field| field.proto == Some(proto) && matches(field))
    }

    fn find_field(&self, matches: impl Fn(&KnownField) -> bool) -> Option<FieldHandle> {
        self.fields
            .iter()
            .rev()
            .find_map(|(handle, field)| matches(field).then_some(*handle))
    }

    pub(super) fn add_field(&mut self, field: KnownField) -> FieldHandle {
        let handle = FieldHandle(self.new_handle());
        self.fields.insert(handle, Box::new(field));
        handle
    }

    /// After a field was found: fields of hidden nodes cannot be changed.
    pub fn mark_read_only(&mut self, field: FieldHandle, node: NodeHandle, always: bool) {
        let hidden = self.node(node).is_some_and(|node| node.is_internal);
        if let Some(field) = self.field_mut(field) {
            field.is_read_only |= always || hidden;
        }
    }
}

/// An index into a list of `count` items, negative ones counted from the end;
/// one more when something is inserted.
pub fn resolve_index(index: i32, count: i32, inserts: bool) -> Result<u32, Misuse> {
    let most = if inserts { count } else { count - 1 };
    let least = -most - 1;
    if index < least || index > most {
        return Err(match count {
            0 if !inserts => Misuse::EmptyList,
            _ => Misuse::Index { index, least, most },
        });
    }
    let index = if index < 0 { index + most + 1 } else { index };
    Ok(u32::try_from(index).unwrap_or(0))
}
