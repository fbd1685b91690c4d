//! Values to text.

use crate::message::{Array, ScalarKind};
use crate::value::{Fields, Value};
use raconteur_robdef::{
    ArrayShape, BaseType, Container, DataType, NamedType, Record, ServiceDefinition,
};
use serde_json::{Map, Value as Json, json};

use super::{DeclaredType, JsonConverter, field_type, is_scalar};

impl JsonConverter<'_> {
    /// The value as people like to read it: texts and numbers plainly,
    /// everything else as JSON.
    pub fn plain(self, value: &Value, typed: Option<DeclaredType<'_>>) -> String {
        match self.json(value, typed) {
            Json::String(text) => text,
            other => other.to_string(),
        }
    }

    /// The value as JSON.
    pub fn json(self, value: &Value, typed: Option<DeclaredType<'_>>) -> Json {
        let inner = typed.filter(|typed| typed.data_type.container == Container::None);
        // Items of a container have its type without the container.
        let item_type = typed.map(|typed| (typed.data_type.without_container(), typed.definition));
        let item = |value: &Value| {
            let typed = item_type
                .as_ref()
                .map(|(data_type, definition)| DeclaredType {
                    data_type,
                    definition,
                });
            self.json(value, typed)
        };
        match value {
            Value::Null => Json::Null,
            Value::List(items) => items.iter().map(item).collect(),
            Value::IntMap(items) => {
                let entry = |(key, value): (&i32, &Value)| (key.to_string(), item(value));
                Json::Object(items.iter().map(entry).collect())
            }
            Value::StringMap(items) => {
                let entry = |(key, value): (&String, &Value)| (key.clone(), item(value));
                Json::Object(items.iter().map(entry).collect())
            }
            Value::String(text) => Json::String(text.to_string()),
            Value::Array(array) => self.array(array, inner),
            Value::MultiDim(dims, array) => json!({ "dims": dims, "array": numbers(array) }),
            Value::Struct(record) => {
                let mut object = self.fields(&record.type_name, &record.fields);
                if typed.is_none_or(|typed| typed.data_type.base == BaseType::VarValue) {
                    object.insert("@type".into(), Json::String(record.type_name.to_string()));
                }
                Json::Object(object)
            }
            Value::Pods(name, items) => {
                let pods = items
                    .iter()
                    .map(|fields| Json::Object(self.fields(name, fields)));
                single_or_all(pods.collect(), inner)
            }
            Value::PodMultiDim(name, dims, items) => {
                let pods = items
                    .iter()
                    .map(|fields| Json::Object(self.fields(name, fields)));
                json!({ "dims": dims, "array": pods.collect::<Vec<_>>() })
            }
            Value::NamedArrays(name, array) => single_or_all(self.named_items(name, array), inner),
            Value::NamedMultiDim(name, dims, array) => {
                json!({ "dims": dims, "array": self.named_items(name, array) })
            }
        }
    }

    fn array(self, array: &Array, typed: Option<DeclaredType<'_>>) -> Json {
        let items = numbers(array);
        let Some(typed) = typed else {
            return Json::Array(items);
        };
        match &typed.data_type.base {
            BaseType::Named(name) => match (self.named(typed.definition, name), items.first()) {
                (Some((NamedType::Enumeration(found), ..)), Some(number)) => {
                    let value = found
                        .values
                        .iter()
                        .find(|value| number == &json!(value.value));
                    value.map_or_else(|| number.clone(), |value| json!(value.name))
                }
                _ => Json::Array(items),
            },
            BaseType::Number(_) => single_or_all(items, Some(typed)),
            _ => Json::Array(items),
        }
    }

    fn fields(self, type_name: &str, fields: &Fields) -> Map<String, Json> {
        let record = match self.by_name(type_name) {
            Some((NamedType::Structure(record) | NamedType::Pod(record), owner)) => {
                Some((record, owner))
            }
            _ => None,
        };
        fields
            .iter()
            .map(|(name, value)| {
                let typed = record.and_then(|(record, owner)| field_type(record, owner, name));
                (name.to_string(), self.json(value, typed))
            })
            .collect()
    }

    /// Named arrays as objects with their field names.
    fn named_items(self, type_name: &str, array: &Array) -> Vec<Json> {
        let layout = self.definitions.named_array_layout(type_name);
        let items = numbers(array);
        match (self.by_name(type_name), layout) {
            (Some((NamedType::NamedArray(record), owner)), Some((_, count))) if count > 0 => items
                .chunks(count)
                .map(|chunk| self.named_item(record, owner, &mut chunk.iter()))
                .collect(),
            _ => items,
        }
    }

    fn named_item(
        self,
        record: &Record,
        owner: &ServiceDefinition,
        numbers: &mut std::slice::Iter<'_, Json>,
    ) -> Json {
        let mut object = Map::new();
        for field in &record.fields {
            let count = match &field.data_type.array {
                ArrayShape::Fixed(length) => *length as usize,
                _ => 1,
            };
            let mut items = Vec::new();
            for _ in 0..count {
                items.push(match &field.data_type.base {
                    BaseType::Named(name) => match self.named(owner, name) {
                        Some((NamedType::NamedArray(inner), _, inner_owner)) => {
                            self.named_item(inner, inner_owner, numbers)
                        }
                        _ => Json::Null,
                    },
                    _ => numbers.next().cloned().unwrap_or(Json::Null),
                });
            }
            let value = if is_scalar(&field.data_type) {
                items.pop().unwrap_or(Json::Null)
            } else {
                Json::Array(items)
            };
            object.insert(field.name.clone(), value);
        }
        Json::Object(object)
    }
}

/// The one item of a scalar, or all of them.
fn single_or_all(mut items: Vec<Json>, typed: Option<DeclaredType<'_>>) -> Json {
    let scalar =
        |data_type: &DataType| is_scalar(data_type) && data_type.base != BaseType::VarValue;
    if items.len() == 1 && typed.is_some_and(|typed| scalar(typed.data_type)) {
        items.pop().unwrap_or(Json::Null)
    } else {
        Json::Array(items)
    }
}

fn numbers(array: &Array) -> Vec<Json> {
    /// JSON has no infinities; they become words.
    fn real(number: f64) -> Json {
        serde_json::Number::from_f64(number)
            .map_or_else(|| Json::String(number.to_string()), Json::Number)
    }
    macro_rules! items {
        ($type:ty, $convert:expr) => {
            array
                .iter::<$type>()
                .into_iter()
                .flatten()
                .map($convert)
                .collect()
        };
    }
    // Through its own digits, so that 0.1 stays 0.1.
    let single = |number: f32| real(number.to_string().parse().unwrap_or(f64::from(number)));
    match array.kind() {
        ScalarKind::Double => items!(f64, real),
        ScalarKind::Single => items!(f32, single),
        ScalarKind::Int8 => items!(i8, Json::from),
        ScalarKind::UInt8 => items!(u8, Json::from),
        ScalarKind::Int16 => items!(i16, Json::from),
        ScalarKind::UInt16 => items!(u16, Json::from),
        ScalarKind::Int32 => items!(i32, Json::from),
        ScalarKind::UInt32 => items!(u32, Json::from),
        ScalarKind::Int64 => items!(i64, Json::from),
        ScalarKind::UInt64 => items!(u64, Json::from),
        ScalarKind::ComplexDouble => items!((f64, f64), |(a, b)| json!([real(a), real(b)])),
        ScalarKind::ComplexSingle => items!((f32, f32), |(a, b)| json!([single(a), single(b)])),
        ScalarKind::Bool => items!(bool, Json::from),
    }
}
