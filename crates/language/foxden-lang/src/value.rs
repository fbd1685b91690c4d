//! Plain values: everything a field can hold except nodes.

mod text;

pub use text::ValueTextError;

use foxden_catalogue::{Default, FieldType};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A file, by its index in a library's list. Relative URLs are relative to it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A string with the file it was written in. Two are equal if their characters are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourcedString {
    /// The characters.
    pub value: Arc<str>,
    /// Where they were written.
    pub file: FileId,
}

impl PartialEq for SourcedString {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl From<&str> for SourcedString {
    fn from(value: &str) -> Self {
        Self {
            value: value.into(),
            file: FileId::default(),
        }
    }
}

/// A value of a field that holds no nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the types")]
pub enum Value {
    Bool(bool),
    Int(i32),
    Float(f64),
    String(SourcedString),
    Vec2([f64; 2]),
    Vec3([f64; 3]),
    Rotation([f64; 4]),
    Color([f64; 3]),
    BoolList(Vec<bool>),
    IntList(Vec<i32>),
    FloatList(Vec<f64>),
    StringList(Vec<SourcedString>),
    Vec2List(Vec<[f64; 2]>),
    Vec3List(Vec<[f64; 3]>),
    RotationList(Vec<[f64; 4]>),
    ColorList(Vec<[f64; 3]>),
}

impl Value {
    /// The type.
    pub fn field_type(&self) -> FieldType {
        match self {
            Self::Bool(_) => FieldType::SFBool,
            Self::Int(_) => FieldType::SFInt32,
            Self::Float(_) => FieldType::SFFloat,
            Self::String(_) => FieldType::SFString,
            Self::Vec2(_) => FieldType::SFVec2f,
            Self::Vec3(_) => FieldType::SFVec3f,
            Self::Rotation(_) => FieldType::SFRotation,
            Self::Color(_) => FieldType::SFColor,
            Self::BoolList(_) => FieldType::MFBool,
            Self::IntList(_) => FieldType::MFInt32,
            Self::FloatList(_) => FieldType::MFFloat,
            Self::StringList(_) => FieldType::MFString,
            Self::Vec2List(_) => FieldType::MFVec2f,
            Self::Vec3List(_) => FieldType::MFVec3f,
            Self::RotationList(_) => FieldType::MFRotation,
            Self::ColorList(_) => FieldType::MFColor,
        }
    }

    /// The empty value of a type: zero, the empty string, no items. `None` for nodes.
    pub fn empty(field_type: FieldType) -> Option<Self> {
        Some(match field_type {
            FieldType::SFBool => Self::Bool(false),
            FieldType::SFInt32 => Self::Int(0),
            FieldType::SFFloat => Self::Float(0.0),
            FieldType::SFString => Self::String("".into()),
            FieldType::SFVec2f => Self::Vec2([0.0; 2]),
            FieldType::SFVec3f => Self::Vec3([0.0; 3]),
            FieldType::SFRotation => Self::Rotation([0.0, 0.0, 1.0, 0.0]),
            FieldType::SFColor => Self::Color([0.0; 3]),
            FieldType::MFBool => Self::BoolList(Vec::new()),
            FieldType::MFInt32 => Self::IntList(Vec::new()),
            FieldType::MFFloat => Self::FloatList(Vec::new()),
            FieldType::MFString => Self::StringList(Vec::new()),
            FieldType::MFVec2f => Self::Vec2List(Vec::new()),
            FieldType::MFVec3f => Self::Vec3List(Vec::new()),
            FieldType::MFRotation => Self::RotationList(Vec::new()),
            FieldType::MFColor => Self::ColorList(Vec::new()),
            FieldType::SFNode | FieldType::MFNode => return None,
        })
    }

    /// The default of a built-in field; `None` for nodes.
    pub fn from_default(default: &Default) -> Option<Self> {
        Some(match default {
            Default::Bool(value) => Self::Bool(*value),
            Default::Int(value) => Self::Int(*value),
            Default::Float(value) => Self::Float(*value),
            Default::String(value) => Self::String((*value).into()),
            Default::Vec2(value) => Self::Vec2(*value),
            Default::Vec3(value) => Self::Vec3(*value),
            Default::Rotation(value) => Self::Rotation(*value),
            Default::Color(value) => Self::Color(*value),
            Default::BoolList(items) => Self::BoolList(items.to_vec()),
            Default::IntList(items) => Self::IntList(items.to_vec()),
            Default::FloatList(items) => Self::FloatList(items.to_vec()),
            Default::StringList(items) => {
                Self::StringList(items.iter().map(|item| (*item).into()).collect())
            }
            Default::Vec2List(items) => Self::Vec2List(items.to_vec()),
            Default::Vec3List(items) => Self::Vec3List(items.to_vec()),
            Default::RotationList(items) => Self::RotationList(items.to_vec()),
            Default::ColorList(items) => Self::ColorList(items.to_vec()),
            Default::Node | Default::Nodes => return None,
        })
    }

    /// The number of items of a list, 1 for a single value.
    pub fn count(&self) -> usize {
        match self {
            Self::BoolList(items) => items.len(),
            Self::IntList(items) => items.len(),
            Self::FloatList(items) => items.len(),
            Self::StringList(items) => items.len(),
            Self::Vec2List(items) => items.len(),
            Self::Vec3List(items) => items.len(),
            Self::RotationList(items) => items.len(),
            Self::ColorList(items) => items.len(),
            _ => 1,
        }
    }

    /// One item of a list as a single value; a single value is its own item 0.
    pub fn item(&self, at: usize) -> Option<Self> {
        match self {
            Self::BoolList(items) => items.get(at).copied().map(Self::Bool),
            Self::IntList(items) => items.get(at).copied().map(Self::Int),
            Self::FloatList(items) => items.get(at).copied().map(Self::Float),
            Self::StringList(items) => items.get(at).cloned().map(Self::String),
            Self::Vec2List(items) => items.get(at).copied().map(Self::Vec2),
            Self::Vec3List(items) => items.get(at).copied().map(Self::Vec3),
            Self::RotationList(items) => items.get(at).copied().map(Self::Rotation),
            Self::ColorList(items) => items.get(at).copied().map(Self::Color),
            single => (at == 0).then(|| single.clone()),
        }
    }

    /// Inserts a single value into a list; `false` if the types do not fit or the place does not exist.
    pub fn insert_item(&mut self, at: usize, item: Self) -> bool {
        if at > self.count() {
            return false;
        }
        match (self, item) {
            (Self::BoolList(items), Self::Bool(item)) => items.insert(at, item),
            (Self::IntList(items), Self::Int(item)) => items.insert(at, item),
            (Self::FloatList(items), Self::Float(item)) => items.insert(at, item),
            (Self::StringList(items), Self::String(item)) => items.insert(at, item),
            (Self::Vec2List(items), Self::Vec2(item)) => items.insert(at, item),
            (Self::Vec3List(items), Self::Vec3(item)) => items.insert(at, item),
            (Self::RotationList(items), Self::Rotation(item)) => items.insert(at, item),
            (Self::ColorList(items), Self::Color(item)) => items.insert(at, item),
            _ => return false,
        }
        true
    }

    /// Removes an item of a list; `false` if there is none.
    pub fn remove_item(&mut self, at: usize) -> bool {
        fn remove<T>(items: &mut Vec<T>, at: usize) -> bool {
            let exists = at < items.len();
            if exists {
                items.remove(at);
            }
            exists
        }
        match self {
            Self::BoolList(items) => remove(items, at),
            Self::IntList(items) => remove(items, at),
            Self::FloatList(items) => remove(items, at),
            Self::StringList(items) => remove(items, at),
            Self::Vec2List(items) => remove(items, at),
            Self::Vec3List(items) => remove(items, at),
            Self::RotationList(items) => remove(items, at),
            Self::ColorList(items) => remove(items, at),
            _ => false,
        }
    }

    /// Replaces an item of a list, or the whole of a single value at place 0.
    pub fn set_item(&mut self, at: usize, item: Self) -> bool {
        if !self.field_type().is_multiple() {
            let fits = at == 0 && self.field_type() == item.field_type();
            if fits {
                *self = item;
            }
            return fits;
        }
        at < self.count() && item.field_type() == self.field_type().single() && {
            self.remove_item(at);
            self.insert_item(at, item)
        }
    }

    /// The number in an SFFloat or SFInt32.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Float(value) => Some(*value),
            Self::Int(value) => Some(f64::from(*value)),
            _ => None,
        }
    }

    /// The characters of an SFString.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(&text.value),
            _ => None,
        }
    }
}

/// An SFRotation as it is stored: unit axis, the z axis in place of a null one.
pub fn normalized_rotation([x, y, z, angle]: [f64; 4]) -> [f64; 4] {
    if (x, y, z) == (0.0, 0.0, 0.0) {
        return [0.0, 0.0, 1.0, angle];
    }
    let inverse = 1.0 / (x * x + y * y + z * z).sqrt();
    // an axis that is a unit vector but for rounding stays as it was written
    if (inverse - 1.0).abs() <= 10_000.0 * f64::EPSILON {
        return [x, y, z, angle];
    }
    [x * inverse, y * inverse, z * inverse, angle]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_edited_by_items_of_their_type() {
        let mut list = Value::Vec3List(vec![[0.0; 3], [1.0; 3]]);
        assert!(list.insert_item(2, Value::Vec3([2.0; 3])));
        assert!(!list.insert_item(1, Value::Color([2.0; 3])));
        assert!(!list.insert_item(9, Value::Vec3([2.0; 3])));
        assert!(list.set_item(0, Value::Vec3([9.0; 3])));
        assert!(list.remove_item(1) && !list.remove_item(5));
        assert_eq!(list, Value::Vec3List(vec![[9.0; 3], [2.0; 3]]));
    }

    #[test]
    fn strings_are_equal_wherever_they_were_written() {
        let elsewhere = SourcedString {
            value: "a".into(),
            file: FileId(7),
        };
        assert_eq!(SourcedString::from("a"), elsewhere);
    }
}
