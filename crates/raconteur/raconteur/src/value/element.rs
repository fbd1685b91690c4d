//! Values to elements and back.

use std::collections::BTreeMap;

use bytestring::ByteString;

use super::{Dimensions, Fields, Record, Value};
use crate::error::{Error, Result};
use crate::message::{Array, Composite, Data, Element, ElementName};

impl Value {
    /// The element that carries this value.
    ///
    /// ```
    /// use raconteur::value::Value;
    /// let element = Value::from("hello").into_element("value");
    /// assert_eq!(element.as_str(), Some("hello"));
    /// ```
    pub fn into_element(self, name: impl Into<ElementName>) -> Element {
        let (type_name, data) = match self {
            Self::Null => return Element::new(name, Data::Void),
            Self::Array(array) => return Element::new(name, Data::Array(array)),
            Self::String(text) => return Element::text(name, text),
            Self::MultiDim(dims, array) => (
                ByteString::new(),
                dimensioned(
                    Composite::MultiDim,
                    &dims,
                    Element::new("array", Data::Array(array)),
                ),
            ),
            Self::Struct(record) => (
                record.type_name,
                Data::Nested(Composite::Struct, fields_to_elements(record.fields)),
            ),
            Self::List(items) => (
                ByteString::new(),
                Data::Nested(
                    Composite::List,
                    (0..)
                        .zip(items)
                        .map(|(index, item): (i32, _)| item.into_element(index))
                        .collect(),
                ),
            ),
            Self::IntMap(items) => (
                ByteString::new(),
                Data::Nested(
                    Composite::IntMap,
                    items
                        .into_iter()
                        .map(|(key, item)| item.into_element(key))
                        .collect(),
                ),
            ),
            Self::StringMap(items) => (
                ByteString::new(),
                Data::Nested(
                    Composite::StringMap,
                    items
                        .into_iter()
                        .map(|(key, item)| item.into_element(key))
                        .collect(),
                ),
            ),
            Self::Pods(type_name, items) => (type_name, pods(items)),
            Self::PodMultiDim(type_name, dims, items) => {
                let mut array = Element::new("array", pods(items));
                array.type_name = type_name.clone();
                (type_name, dimensioned(Composite::PodMultiDim, &dims, array))
            }
            Self::NamedArrays(type_name, array) => (type_name, named(array)),
            Self::NamedMultiDim(type_name, dims, array) => {
                let mut array = Element::new("array", named(array));
                array.type_name = type_name.clone();
                (
                    type_name,
                    dimensioned(Composite::NamedMultiDim, &dims, array),
                )
            }
        };
        Element {
            type_name,
            ..Element::new(name, data)
        }
    }

    /// The value that an element carries.
    ///
    /// ```
    /// use raconteur::value::Value;
    /// let element = Value::from("fox").into_element("name");
    /// assert_eq!(Value::from_element(element)?, Value::from("fox"));
    /// # Ok::<(), raconteur::Error>(())
    /// ```
    pub fn from_element(element: Element) -> Result<Self> {
        let Element {
            type_name, data, ..
        } = element;
        let (kind, children) = match data {
            Data::Void => return Ok(Self::Null),
            Data::Array(array) => return Ok(Self::Array(array)),
            Data::String(bytes) => {
                return ByteString::try_from(bytes)
                    .map(Self::String)
                    .map_err(|_| Error::data_type("a string is not UTF-8"));
            }
            Data::Nested(kind, children) => (kind, children),
        };
        match kind {
            Composite::Struct => Ok(Self::Struct(Record {
                type_name,
                fields: elements_to_fields(children)?,
            })),
            Composite::List => list(children).map(Self::List),
            Composite::IntMap => {
                let mut items = BTreeMap::new();
                for child in children {
                    let key = child
                        .name
                        .as_number()
                        .ok_or_else(|| Error::data_type("a map key is not a number"))?;
                    if items.insert(key, Self::from_element(child)?).is_some() {
                        return Err(Error::data_type(format!("the map key {key} occurs twice")));
                    }
                }
                Ok(Self::IntMap(items))
            }
            Composite::StringMap => {
                let mut items = BTreeMap::new();
                for child in children {
                    let key = child.name.to_text().to_string();
                    if items.contains_key(&key) {
                        return Err(Error::data_type(format!("the map key {key} occurs twice")));
                    }
                    items.insert(key, Self::from_element(child)?);
                }
                Ok(Self::StringMap(items))
            }
            Composite::Pod => Err(Error::data_type("a pod outside of a pod array")),
            Composite::PodArray => Ok(Self::Pods(type_name, read_pods(children)?)),
            Composite::NamedArray => Ok(Self::NamedArrays(type_name, read_named(children)?)),
            Composite::MultiDim => {
                let (dims, array) = split_dimensions(children)?;
                let array = numbers(array)?;
                check_dimensions(&dims, array.len())?;
                Ok(Self::MultiDim(dims, array))
            }
            Composite::PodMultiDim => {
                let (dims, array) = split_dimensions(children)?;
                let items = match array.data {
                    Data::Nested(Composite::PodArray, children) => read_pods(children)?,
                    _ => return Err(Error::data_type("array must be a pod array")),
                };
                check_dimensions(&dims, items.len())?;
                Ok(Self::PodMultiDim(type_name, dims, items))
            }
            Composite::NamedMultiDim => {
                let (dims, array) = split_dimensions(children)?;
                let array = match array.data {
                    Data::Nested(Composite::NamedArray, children) => read_named(children)?,
                    _ => return Err(Error::data_type("array must be a namedarray array")),
                };
                let count = product(&dims)?;
                if count != 0 && !array.len().is_multiple_of(count)
                    || count == 0 && !array.is_empty()
                {
                    return Err(Error::data_type("dims do not fit the namedarray"));
                }
                Ok(Self::NamedMultiDim(type_name, dims, array))
            }
        }
    }
}

fn fields_to_elements(fields: Fields) -> Vec<Element> {
    fields
        .into_iter()
        .map(|(name, value)| value.into_element(name))
        .collect()
}

fn elements_to_fields(children: Vec<Element>) -> Result<Fields> {
    children
        .into_iter()
        .map(|child| Ok((child.name.to_text(), Value::from_element(child)?)))
        .collect()
}

fn pods(items: Vec<Fields>) -> Data {
    let items = (0..)
        .zip(items)
        .map(|(index, fields): (i32, _)| {
            Element::new(
                index,
                Data::Nested(Composite::Pod, fields_to_elements(fields)),
            )
        })
        .collect();
    Data::Nested(Composite::PodArray, items)
}

fn named(array: Array) -> Data {
    Data::Nested(
        Composite::NamedArray,
        vec![Element::new("array", Data::Array(array))],
    )
}

fn dimensioned(kind: Composite, dims: &[u32], array: Element) -> Data {
    let dims = Element::new("dims", Data::Array(Array::from_slice(dims)));
    Data::Nested(kind, vec![dims, array])
}

fn list(children: Vec<Element>) -> Result<Vec<Value>> {
    let count = children.len();
    let mut items: Vec<Option<Value>> = Vec::with_capacity(count);
    items.resize_with(count, || None);
    for child in children {
        let slot = child
            .name
            .as_number()
            .and_then(|index| usize::try_from(index).ok())
            .and_then(|index| items.get_mut(index))
            .filter(|slot| slot.is_none())
            .ok_or_else(|| Error::data_type("a list has a gap or a double index"))?;
        *slot = Some(Value::from_element(child)?);
    }
    Ok(items.into_iter().flatten().collect())
}

fn read_pods(children: Vec<Element>) -> Result<Vec<Fields>> {
    children
        .into_iter()
        .map(|child| match child.data {
            Data::Nested(Composite::Pod, fields) => elements_to_fields(fields),
            _ => Err(Error::data_type("an item of a pod array is no pod")),
        })
        .collect()
}

fn read_named(mut children: Vec<Element>) -> Result<Array> {
    match children.pop() {
        Some(array) if children.is_empty() && array.name == *"array" => numbers(array),
        _ => Err(Error::missing_element("array")),
    }
}

fn numbers(element: Element) -> Result<Array> {
    match element.data {
        Data::Array(array) => Ok(array),
        _ => Err(Error::data_type("array must hold numbers")),
    }
}

fn split_dimensions(mut children: Vec<Element>) -> Result<(Dimensions, Element)> {
    let mut take = |name: &str| {
        children
            .iter()
            .position(|child| child.name == *name)
            .map(|at| children.swap_remove(at))
            .ok_or_else(|| Error::missing_element(name))
    };
    let dims = take("dims")?;
    let array = take("array")?;
    let dims = numbers(dims)?
        .to_vec::<u32>()
        .ok_or_else(|| Error::data_type("dims must be uint32"))?;
    Ok((dims, array))
}

fn product(dims: &[u32]) -> Result<usize> {
    dims.iter()
        .try_fold(1usize, |product, dim| product.checked_mul(*dim as usize))
        .ok_or_else(|| Error::data_type("dims are too large"))
}

fn check_dimensions(dims: &[u32], length: usize) -> Result<()> {
    if product(dims)? == length {
        Ok(())
    } else {
        Err(Error::data_type("dims do not fit the length of the array"))
    }
}
