//! Plain values.

use super::EditError;
use crate::node::{FieldPlace, FieldRef, StoredValue, set_cell};
use crate::scene::{Scene, SceneChange};
use foxden_lang::value::{Value, normalized_rotation};

impl Scene {
    /// Changes a plain value.
    pub fn set(&mut self, field: FieldRef, value: Value) -> Result<(), EditError> {
        self.writable(field)?;
        let expected = self.field_type(field);
        if expected != value.field_type() {
            return Err(EditError::WrongType {
                expected,
                given: value.field_type(),
            });
        }
        if !is_holdable(&value) {
            return Err(EditError::NotFinite);
        }
        let value = match value {
            Value::Rotation(rotation) => Value::Rotation(normalized_rotation(rotation)),
            other => other,
        };
        self.write(field, value);
        Ok(())
    }

    /// Changes one item of a list.
    pub fn set_item(
        &mut self,
        field: FieldRef,
        index: usize,
        item: Value,
    ) -> Result<(), EditError> {
        self.edit_list(field, index, Some(item), |list, index, item| match item {
            Some(item) => list.set_item(index, item),
            None => false,
        })
    }

    /// Inserts an item into a list.
    pub fn insert_item(
        &mut self,
        field: FieldRef,
        index: usize,
        item: Value,
    ) -> Result<(), EditError> {
        self.edit_list(field, index, Some(item), |list, index, item| match item {
            Some(item) => list.insert_item(index, item),
            None => false,
        })
    }

    /// Removes an item from a list.
    pub fn remove_item(&mut self, field: FieldRef, index: usize) -> Result<(), EditError> {
        self.edit_list(field, index, None, |list, index, _| list.remove_item(index))
    }

    fn edit_list(
        &mut self,
        field: FieldRef,
        index: usize,
        item: Option<Value>,
        edit: impl Fn(&mut Value, usize, Option<Value>) -> bool,
    ) -> Result<(), EditError> {
        self.writable(field)?;
        let mut list = self.value(field).ok_or(EditError::NoSuchNode)?.into_owned();
        let count = list.count();
        if let Some(item) = &item {
            let expected = list.field_type().single();
            if item.field_type() != expected {
                return Err(EditError::WrongType {
                    expected,
                    given: item.field_type(),
                });
            }
            if !is_holdable(item) {
                return Err(EditError::NotFinite);
            }
        }
        if !edit(&mut list, index, item) {
            return Err(EditError::NoSuchItem { index, count });
        }
        self.write(field, list);
        Ok(())
    }

    /// Whether a field may be changed from outside: not the inside of an instance.
    pub(crate) fn writable(&self, field: FieldRef) -> Result<(), EditError> {
        let node = self.get(field.node).ok_or(EditError::NoSuchNode)?;
        let is_inside = node.owner.is_some()
            || node.parameter_node().is_some()
            || (node.instance.is_some() && matches!(field.place, FieldPlace::Field(_)));
        if is_inside {
            Err(EditError::ReadOnly)
        } else {
            Ok(())
        }
    }

    fn write(&mut self, field: FieldRef, value: Value) {
        set_cell(
            self.page_mut(field),
            field.place.index(),
            StoredValue::Value(value),
        );
        self.changes.push(SceneChange::Value(field));
        self.pending.fields.insert(field);
    }
}

/// Numbers as large as a 32-bit float holds, colours from 0 to 1.
fn is_holdable(value: &Value) -> bool {
    let number = |number: &f64| number.abs() <= f64::from(f32::MAX);
    let unit = |number: &f64| (0.0..=1.0).contains(number);
    match value {
        Value::Float(value) => number(value),
        Value::Vec2(value) => value.iter().all(number),
        Value::Vec3(value) => value.iter().all(number),
        Value::Rotation(value) => value.iter().all(number),
        Value::Color(value) => value.iter().all(unit),
        Value::FloatList(items) => items.iter().all(number),
        Value::Vec2List(items) => items.iter().flatten().all(number),
        Value::Vec3List(items) => items.iter().flatten().all(number),
        Value::RotationList(items) => items.iter().flatten().all(number),
        Value::ColorList(items) => items.iter().flatten().all(unit),
        Value::Bool(_) | Value::Int(_) | Value::String(_) => true,
        Value::BoolList(_) | Value::IntList(_) | Value::StringList(_) => true,
    }
}
