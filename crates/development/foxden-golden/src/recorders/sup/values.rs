//! Values as the recorder writes and reads them.

use super::library::{item, leading_integer};
use crate::client::leading_number;
use foxden_catalogue::FieldType;
use foxden_scene::Value;

/// Numbers joined by `;`.
pub(crate) fn joined(numbers: &[f64]) -> String {
    let shown: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
    shown.join(";")
}

/// A value, or one item of a list; what the library gives for an item that is not there.
pub(crate) fn shown(value: &Value, at: i64) -> String {
    let item = |count: usize| item(at, count);
    let flag = |value: bool| u8::from(value).to_string();
    match value {
        Value::Bool(value) => flag(*value),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::String(text) => text.value.to_string(),
        Value::Vec2(value) => joined(value),
        Value::Vec3(value) => joined(value),
        Value::Rotation(value) => joined(value),
        Value::Color(value) => joined(value),
        Value::BoolList(list) => flag(item(list.len()).is_some_and(|at| list[at])),
        Value::IntList(list) => item(list.len()).map_or(0, |at| list[at]).to_string(),
        Value::FloatList(list) => match item(list.len()) {
            Some(at) => format!("{:?}", list[at]),
            None => "0".to_owned(),
        },
        Value::StringList(list) => match item(list.len()) {
            Some(at) => list[at].value.to_string(),
            None => String::new(),
        },
        Value::Vec2List(list) => item(list.len()).map_or_else(null, |at| joined(&list[at])),
        Value::Vec3List(list) => item(list.len()).map_or_else(null, |at| joined(&list[at])),
        Value::RotationList(list) => item(list.len()).map_or_else(null, |at| joined(&list[at])),
        Value::ColorList(list) => item(list.len()).map_or_else(null, |at| joined(&list[at])),
    }
}

fn null() -> String {
    "NULL".to_owned()
}

/// What a getter of another type gives.
pub(crate) fn mismatched(wanted: FieldType) -> String {
    use FieldType::*;
    match wanted {
        SFBool | SFInt32 | SFFloat | MFBool | MFInt32 | MFFloat => "0".to_owned(),
        SFString | MFString => String::new(),
        _ => null(),
    }
}

/// A value of a type, single or the item of a list, from words; `None` if the library refuses it.
pub(crate) fn parsed(field: FieldType, words: &str) -> Option<Value> {
    use FieldType::*;
    let numbers: Vec<f64> = words
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(leading_number)
        .collect();
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
    // the library refuses what a 32-bit number cannot hold
    let is_fine = |count: usize| (0..count).all(|at| number(at).abs() <= f64::from(f32::MAX));
    // and a rotation without an axis
    let has_axis = (0..3).any(|at| number(at) != 0.0);
    let is_color = (0..3).all(|at| (0.0..=1.0).contains(&number(at)));
    Some(match field {
        SFBool | MFBool => Value::Bool(words == "TRUE"),
        SFInt32 | MFInt32 => Value::Int(leading_integer(words) as i32),
        SFFloat | MFFloat if is_fine(1) => Value::Float(number(0)),
        SFVec2f | MFVec2f if is_fine(2) => Value::Vec2(std::array::from_fn(number)),
        SFVec3f | MFVec3f if is_fine(3) => Value::Vec3(std::array::from_fn(number)),
        SFRotation | MFRotation if is_fine(4) && has_axis => {
            Value::Rotation(std::array::from_fn(number))
        }
        SFColor | MFColor if is_color => Value::Color(std::array::from_fn(number)),
        SFString | MFString => Value::String(words.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_those_of_the_library() {
        assert_eq!(shown(&Value::FloatList(vec![1.5]), 1), "0");
        assert_eq!(shown(&Value::IntList(vec![1]), 1), "0");
        assert_eq!(shown(&Value::Vec3List(vec![[1.0; 3]]), 1), "NULL");
        assert_eq!(parsed(FieldType::SFRotation, "0 0 0 1"), None);
        assert!(parsed(FieldType::SFRotation, "0 0 2 1").is_some());
    }
}
