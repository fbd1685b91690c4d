//! Values of fields as values of Robot Raconteur and back. `foxden.world.FieldInfo`
//! lists the types.

use crate::job::invalid;
use foxden_catalogue::FieldType;
use foxden_scene::Value;
use raconteur::message::ScalarKind;
use raconteur::value::{IntoValue, List, MultiDim, Value as ServiceValue};
use raconteur::{Error, Result};

/// Rows of numbers as an array of two dimensions.
pub(crate) fn matrix<const N: usize>(rows: &[[f64; N]]) -> MultiDim<f64> {
    let columns = (0..N).flat_map(|column| rows.iter().map(move |row| row[column]));
    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    MultiDim::new(vec![count, N as u32], columns.collect()).unwrap_or_default()
}

/// A value for clients.
pub(super) fn to_service(value: Value) -> ServiceValue {
    match value {
        Value::Bool(flag) => flag.into_value(),
        Value::Int(number) => number.into_value(),
        Value::Float(number) => number.into_value(),
        Value::String(text) => (&*text.value).into_value(),
        Value::Vec2(numbers) => numbers.into_value(),
        Value::Vec3(numbers) | Value::Color(numbers) => numbers.into_value(),
        Value::Rotation(numbers) => numbers.into_value(),
        Value::BoolList(items) => items.into_value(),
        Value::IntList(items) => items.into_value(),
        Value::FloatList(items) => items.into_value(),
        Value::StringList(items) => {
            let texts = items.iter().map(|text| text.value.to_string());
            List(texts.collect::<Vec<_>>()).into_value()
        }
        Value::Vec2List(rows) => matrix(&rows).into_value(),
        Value::Vec3List(rows) | Value::ColorList(rows) => matrix(&rows).into_value(),
        Value::RotationList(rows) => matrix(&rows).into_value(),
    }
}

fn wrong(field_type: FieldType, value: &ServiceValue) -> Error {
    let kind = value.kind();
    invalid(format!("a field of type {field_type} does not take {kind}"))
}

/// All numbers of an array as doubles; clients of languages with one kind of number
/// send what they have.
fn numbers(value: &ServiceValue) -> Option<Vec<f64>> {
    let array = match value {
        ServiceValue::Array(array) | ServiceValue::MultiDim(_, array) => array,
        _ => return None,
    };
    macro_rules! widened {
        ($($kind:ident $type:ty),*) => {
            match array.kind() {
                $(ScalarKind::$kind => array.iter::<$type>()?.map(|n| n as f64).collect(),)*
                _ => return None,
            }
        };
    }
    Some(widened!(
        Double f64, Single f32, Int8 i8, UInt8 u8, Int16 i16, UInt16 u16, Int32 i32, UInt32 u32,
        Int64 i64, UInt64 u64
    ))
}

fn exactly<const N: usize>(value: &ServiceValue) -> Option<[f64; N]> {
    numbers(value)?.try_into().ok()
}

/// Rows of an array of two dimensions.
fn rows<const N: usize>(value: &ServiceValue) -> Option<Vec<[f64; N]>> {
    let numbers = numbers(value)?;
    match value {
        ServiceValue::MultiDim(dims, _) => {
            let [count, width] = dims.as_slice().try_into().ok()?;
            if width as usize != N || numbers.len() != count as usize * N {
                return None;
            }
            let count = count as usize;
            let row = |at: usize| std::array::from_fn(|column| numbers[column * count + at]);
            Some((0..count).map(row).collect())
        }
        // no items
        _ if numbers.is_empty() => Some(Vec::new()),
        _ => None,
    }
}

fn whole(number: f64) -> Option<i32> {
    let is_whole = number.fract() == 0.0;
    (is_whole && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number))
        .then_some(number as i32)
}

/// A value of a field from what a client sent.
pub(super) fn from_service(field_type: FieldType, value: ServiceValue) -> Result<Value> {
    let text = |value: &ServiceValue| match value {
        ServiceValue::String(text) => Some(text.to_string()),
        _ => None,
    };
    let flags = |value: &ServiceValue| value.clone().to::<Vec<bool>>().ok();
    let converted = match field_type {
        FieldType::SFBool => match flags(&value).as_deref() {
            Some([flag]) => Some(Value::Bool(*flag)),
            _ => None,
        },
        FieldType::SFInt32 => exactly(&value).and_then(|[number]| whole(number).map(Value::Int)),
        FieldType::SFFloat => exactly(&value).map(|[number]| Value::Float(number)),
        FieldType::SFString => text(&value).map(|text| Value::String(text.as_str().into())),
        FieldType::SFVec2f => exactly(&value).map(Value::Vec2),
        FieldType::SFVec3f => exactly(&value).map(Value::Vec3),
        FieldType::SFRotation => exactly(&value).map(Value::Rotation),
        FieldType::SFColor => exactly(&value).map(Value::Color),
        FieldType::MFBool => flags(&value).map(Value::BoolList),
        FieldType::MFInt32 => numbers(&value)
            .and_then(|numbers| numbers.into_iter().map(whole).collect())
            .map(Value::IntList),
        FieldType::MFFloat => numbers(&value).map(Value::FloatList),
        FieldType::MFString => match &value {
            ServiceValue::List(items) => items
                .iter()
                .map(|item| Some(text(item)?.as_str().into()))
                .collect::<Option<Vec<_>>>()
                .map(Value::StringList),
            _ => None,
        },
        FieldType::MFVec2f => rows(&value).map(Value::Vec2List),
        FieldType::MFVec3f => rows(&value).map(Value::Vec3List),
        FieldType::MFRotation => rows(&value).map(Value::RotationList),
        FieldType::MFColor => rows(&value).map(Value::ColorList),
        FieldType::SFNode | FieldType::MFNode => {
            return Err(invalid("use add_nodes and remove_node for nodes"));
        }
    };
    converted.ok_or_else(|| wrong(field_type, &value))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_the_way_to_a_client_and_back() {
        for value in [
            Value::Bool(true),
            Value::Int(-7),
            Value::Float(0.1),
            Value::String("Grüße".into()),
            Value::Vec2([1.0, 2.0]),
            Value::Vec3([1.0, 2.0, 3.0]),
            Value::Rotation([0.0, 0.0, 1.0, 0.5]),
            Value::Color([0.1, 0.2, 0.3]),
            Value::BoolList(vec![true, false]),
            Value::IntList(vec![1, 2]),
            Value::FloatList(vec![]),
            Value::StringList(vec!["a".into(), "".into()]),
            Value::Vec2List(vec![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
            Value::Vec3List(vec![]),
            Value::RotationList(vec![[0.0, 1.0, 0.0, 2.0]]),
            Value::ColorList(vec![[0.0, 0.5, 1.0]; 4]),
        ] {
            let field_type = value.field_type();
            let back = from_service(field_type, to_service(value.clone())).unwrap();
            assert_eq!(back, value);
        }
    }

    #[test]
    fn values_of_other_types_are_refused() {
        assert!(from_service(FieldType::SFVec3f, vec![1.0, 2.0].into()).is_err());
        assert!(from_service(FieldType::SFInt32, 1.5.into()).is_err());
        assert!(from_service(FieldType::SFBool, "true".into()).is_err());
        assert!(from_service(FieldType::MFNode, 3_u32.into()).is_err());
        assert!(from_service(FieldType::MFVec3f, vec![1.0; 9].into()).is_err());
        assert_eq!(
            from_service(FieldType::SFFloat, 3_i32.into()).unwrap(),
            Value::Float(3.0)
        );
    }
}
