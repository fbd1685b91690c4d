//! Text to values.

use crate::message::{Array, Scalar};
use crate::value::{Fields, IntoValue, Record as Structure, Value};
use raconteur_robdef::{
    ArrayShape, BaseType, Container, NamedType, NumberType, Record, ServiceDefinition,
};
use serde_json::Value as Json;

use super::{
    DeclaredType, JsonConverter, JsonError, is_multidimensional, is_plain_string, is_scalar,
};

type Read<T> = Result<T, String>;

impl JsonConverter<'_> {
    /// Reads a value as people type it: JSON, a list without brackets, or a
    /// word without quotes.
    pub fn read(self, text: &str, typed: DeclaredType<'_>) -> Result<Value, JsonError> {
        if is_plain_string(typed.data_type) {
            return Ok(Value::from(text));
        }
        // A word that is no JSON is a name; several with commas are a list.
        let json = serde_json::from_str(text)
            .or_else(|_| serde_json::from_str(&format!("[{text}]")))
            .unwrap_or_else(|_| Json::String(text.to_owned()));
        self.typed_value(&json, typed)
            .map_err(|reason| mismatch(text, typed, reason))
    }

    /// The value of a declared type that JSON describes.
    pub fn value(self, json: &Json, typed: DeclaredType<'_>) -> Result<Value, JsonError> {
        self.typed_value(json, typed)
            .map_err(|reason| mismatch(&json.to_string(), typed, reason))
    }

    fn typed_value(self, json: &Json, typed: DeclaredType<'_>) -> Read<Value> {
        let plain = typed.data_type.without_container();
        let item = DeclaredType {
            data_type: &plain,
            definition: typed.definition,
        };
        match (typed.data_type.container, json) {
            (Container::None, json) => self.item(json, item),
            (_, Json::Null) => Ok(Value::Null),
            (Container::List, Json::Array(items)) => {
                let items: Read<Vec<_>> = items.iter().map(|json| self.item(json, item)).collect();
                Ok(Value::List(items?))
            }
            (Container::List, _) => Err("a list in brackets is expected".into()),
            (Container::Int32Map, Json::Object(entries)) => entries
                .iter()
                .map(|(key, json)| {
                    let key = key
                        .parse()
                        .map_err(|_| format!("`{key}` is no whole number"))?;
                    Ok((key, self.item(json, item)?))
                })
                .collect::<Read<_>>()
                .map(Value::IntMap),
            (Container::StringMap, Json::Object(entries)) => entries
                .iter()
                .map(|(key, json)| Ok((key.clone(), self.item(json, item)?)))
                .collect::<Read<_>>()
                .map(Value::StringMap),
            _ => Err("a map in braces is expected".into()),
        }
    }

    fn item(self, json: &Json, typed: DeclaredType<'_>) -> Read<Value> {
        match &typed.data_type.base {
            BaseType::Number(number) => {
                if is_multidimensional(typed.data_type) {
                    let (dims, items) = dimensions(json)?;
                    return Ok(Value::MultiDim(dims, array(*number, &items)?));
                }
                Ok(Value::Array(array(*number, &listed(json, typed))?))
            }
            BaseType::String => match json {
                Json::String(text) => Ok(Value::from(text.as_str())),
                other => Ok(Value::from(other.to_string())),
            },
            BaseType::VarValue => varvalue(json),
            BaseType::Named(name) => match self.named(typed.definition, name) {
                Some((NamedType::Enumeration(found), ..)) => {
                    let value = found.values.iter().find(|value| match json {
                        Json::String(name) => value.name == *name,
                        number => number.as_i64() == Some(i64::from(value.value)),
                    });
                    let names = || found.values.iter().map(|value| value.name.as_str());
                    value.map(|value| Value::from(value.value)).ok_or_else(|| {
                        format!("there are {}", names().collect::<Vec<_>>().join(", "))
                    })
                }
                Some((NamedType::Structure(record), full, owner)) => {
                    if json.is_null() {
                        return Ok(Value::Null);
                    }
                    let fields = self.read_fields(json, record, owner)?;
                    Ok(Value::Struct(Structure {
                        type_name: full.into(),
                        fields,
                    }))
                }
                Some((NamedType::Pod(record), full, owner)) => {
                    let pods = |items: &[Json]| -> Read<Vec<Fields>> {
                        items
                            .iter()
                            .map(|json| self.pod_fields(json, record, owner))
                            .collect()
                    };
                    if is_multidimensional(typed.data_type) {
                        let (dims, items) = dimensions(json)?;
                        return Ok(Value::PodMultiDim(full.into(), dims, pods(&items)?));
                    }
                    Ok(Value::Pods(full.into(), pods(&listed(json, typed))?))
                }
                Some((NamedType::NamedArray(record), full, owner)) => {
                    let layout = self.definitions.named_array_layout(&full);
                    let (number, _) = layout.ok_or("a named array without numbers")?;
                    let flat = |items: &[Json]| -> Read<Array> {
                        let mut numbers = Vec::new();
                        for item in items {
                            self.named_numbers(item, record, owner, &mut numbers)?;
                        }
                        array(number, &numbers)
                    };
                    if is_multidimensional(typed.data_type) {
                        let (dims, items) = dimensions(json)?;
                        return Ok(Value::NamedMultiDim(full.into(), dims, flat(&items)?));
                    }
                    // `[1, 2, 3]` for a single one is its numbers, not several.
                    let items = if is_scalar(typed.data_type) {
                        vec![json.clone()]
                    } else {
                        listed(json, typed)
                    };
                    Ok(Value::NamedArrays(full.into(), flat(&items)?))
                }
                _ => Err(format!("the type {name} is not known")),
            },
        }
    }

    fn read_fields(
        self,
        json: &Json,
        record: &Record,
        definition: &ServiceDefinition,
    ) -> Read<Fields> {
        let Json::Object(object) = json else {
            return Err(format!(
                "{{…}} with the fields of {} is expected",
                record.name
            ));
        };
        if let Some(unknown) = object
            .keys()
            .find(|key| *key != "@type" && !record.fields.iter().any(|field| field.name == **key))
        {
            return Err(format!("{} has no field `{unknown}`", record.name));
        }
        record
            .fields
            .iter()
            .map(|field| {
                let json = object
                    .get(&field.name)
                    .ok_or_else(|| format!("the field `{}` is missing", field.name))?;
                let typed = DeclaredType {
                    data_type: &field.data_type,
                    definition,
                };
                Ok((field.name.as_str().into(), self.typed_value(json, typed)?))
            })
            .collect()
    }

    /// A pod's fields: those of several dimensions travel as plain arrays.
    fn pod_fields(
        self,
        json: &Json,
        record: &Record,
        definition: &ServiceDefinition,
    ) -> Read<Fields> {
        let mut fields = self.read_fields(json, record, definition)?;
        for (_, value) in &mut fields {
            *value = match std::mem::take(value) {
                Value::MultiDim(_, array) => Value::Array(array),
                Value::PodMultiDim(name, _, items) => Value::Pods(name, items),
                Value::NamedMultiDim(name, _, array) => Value::NamedArrays(name, array),
                other => other,
            };
        }
        Ok(fields)
    }

    /// The numbers of a named array, written with field names or as a list.
    fn named_numbers(
        self,
        json: &Json,
        record: &Record,
        owner: &ServiceDefinition,
        numbers: &mut Vec<Json>,
    ) -> Read<()> {
        let object = match json {
            Json::Object(object) => object,
            Json::Array(items) => {
                numbers.extend(items.iter().cloned());
                return Ok(());
            }
            _ => {
                return Err(format!(
                    "{{…}} with the fields of {} is expected",
                    record.name
                ));
            }
        };
        for field in &record.fields {
            let value = object
                .get(&field.name)
                .ok_or_else(|| format!("the field `{}` is missing", field.name))?;
            let items: &[Json] = match value {
                Json::Array(items) if field.data_type.array != ArrayShape::Scalar => items,
                one => std::slice::from_ref(one),
            };
            for item in items {
                match &field.data_type.base {
                    BaseType::Named(name) => match self.named(owner, name) {
                        Some((NamedType::NamedArray(inner), _, inner_owner)) => {
                            self.named_numbers(item, inner, inner_owner, numbers)?;
                        }
                        _ => return Err(format!("the type {name} is not known")),
                    },
                    _ => numbers.push(item.clone()),
                }
            }
        }
        Ok(())
    }
}

fn mismatch(text: &str, typed: DeclaredType<'_>, reason: String) -> JsonError {
    const LONGEST: usize = 200;
    let text = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    JsonError {
        text,
        expected: typed.data_type.to_string(),
        reason,
    }
}

/// The items of an array; a scalar is one item.
fn listed(json: &Json, typed: DeclaredType<'_>) -> Vec<Json> {
    let complex = matches!(
        typed.data_type.base,
        BaseType::Number(NumberType::CDouble | NumberType::CSingle)
    );
    match json {
        // `[1, -2]` for one complex number is a pair, not two items.
        Json::Array(items) if !(complex && is_scalar(typed.data_type) && items.len() == 2) => {
            items.clone()
        }
        one => vec![one.clone()],
    }
}

/// `{"dims": […], "array": […]}`.
fn dimensions(json: &Json) -> Read<(Vec<u32>, Vec<Json>)> {
    let expected = "{\"dims\": […], \"array\": […]} is expected";
    let dims = json.get("dims").and_then(Json::as_array).ok_or(expected)?;
    let items = json.get("array").and_then(Json::as_array).ok_or(expected)?;
    let dims: Option<Vec<u32>> = dims
        .iter()
        .map(|dim| dim.as_u64().and_then(|dim| u32::try_from(dim).ok()))
        .collect();
    Ok((dims.ok_or(expected)?, items.clone()))
}

fn array(number: NumberType, items: &[Json]) -> Read<Array> {
    fn all<T: Scalar>(
        items: &[Json],
        convert: impl Fn(&Json) -> Option<T>,
        name: &str,
    ) -> Read<Array> {
        let converted: Read<Vec<T>> = items
            .iter()
            .map(|item| convert(item).ok_or_else(|| format!("{item} is no {name}")))
            .collect();
        Ok(Array::from_slice(&converted?))
    }
    fn real(json: &Json) -> Option<f64> {
        match json {
            Json::String(word) => word.parse().ok(),
            number => number.as_f64(),
        }
    }
    fn pair(json: &Json) -> Option<(f64, f64)> {
        match json {
            Json::Array(parts) => match parts.as_slice() {
                [one, other] => Some((real(one)?, real(other)?)),
                _ => None,
            },
            one => Some((real(one)?, 0.0)),
        }
    }
    macro_rules! whole {
        ($type:ty, $as:ident) => {
            all::<$type>(
                items,
                |json| json.$as().and_then(|number| <$type>::try_from(number).ok()),
                number.keyword(),
            )
        };
    }
    let name = number.keyword();
    match number {
        NumberType::Double => all::<f64>(items, real, name),
        NumberType::Single => all::<f32>(items, |json| Some(real(json)? as f32), name),
        NumberType::Int8 => whole!(i8, as_i64),
        NumberType::UInt8 => whole!(u8, as_u64),
        NumberType::Int16 => whole!(i16, as_i64),
        NumberType::UInt16 => whole!(u16, as_u64),
        NumberType::Int32 => whole!(i32, as_i64),
        NumberType::UInt32 => whole!(u32, as_u64),
        NumberType::Int64 => whole!(i64, as_i64),
        NumberType::UInt64 => whole!(u64, as_u64),
        NumberType::CDouble => all::<(f64, f64)>(items, pair, name),
        NumberType::CSingle => all::<(f32, f32)>(
            items,
            |json| pair(json).map(|(one, other)| (one as f32, other as f32)),
            name,
        ),
        NumberType::Bool => all::<bool>(
            items,
            |json| {
                json.as_bool()
                    .or_else(|| json.as_u64().filter(|n| *n < 2).map(|n| n == 1))
            },
            name,
        ),
    }
}

/// A value whose type is not declared: whole numbers are int32 or int64, other
/// numbers double.
fn varvalue(json: &Json) -> Read<Value> {
    Ok(match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => (*flag).into_value(),
        Json::String(text) => Value::from(text.as_str()),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => match i32::try_from(whole) {
                Ok(small) => small.into_value(),
                Err(_) => whole.into_value(),
            },
            (None, Some(real)) => real.into_value(),
            _ => return Err(format!("{number} is out of range")),
        },
        Json::Array(items) if !items.is_empty() && items.iter().all(Json::is_number) => {
            let whole: Option<Vec<i32>> = items
                .iter()
                .map(|item| item.as_i64().and_then(|number| i32::try_from(number).ok()))
                .collect();
            match whole {
                Some(whole) => whole.into_value(),
                None => Value::Array(array(NumberType::Double, items)?),
            }
        }
        Json::Array(items) => Value::List(items.iter().map(varvalue).collect::<Read<_>>()?),
        Json::Object(entries) => entries
            .iter()
            .map(|(key, json)| Ok((key.clone(), varvalue(json)?)))
            .collect::<Read<_>>()
            .map(Value::StringMap)?,
    })
}
