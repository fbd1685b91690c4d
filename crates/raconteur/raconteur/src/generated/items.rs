//! Arrays of pods and named arrays as values.

use bytestring::ByteString;

use crate::error::{Error, ErrorCode, Result};
use crate::message::{Array, Scalar};
use crate::value::{ArrayItem, Dimensions, Fields, MultiDim, Record, Value};

/// A record of numbers whose size is bounded, declared by `pod`.
pub trait Pod: Sized {
    /// Qualified type.
    const TYPE: &'static str;
    /// The fields in order.
    fn into_fields(self) -> Fields;
    /// The other way round.
    fn from_fields(fields: Fields) -> Result<Self>;
}

/// An array of numbers whose items have names, declared by `namedarray`.
pub trait NamedArray: Sized {
    /// Qualified type.
    const TYPE: &'static str;
    /// How many numbers make one.
    const COUNT: usize;
    /// What it is made of.
    type Number: Scalar;
    /// Appends its numbers.
    fn put_numbers(&self, numbers: &mut Vec<Self::Number>);
    /// Takes one from the front; `None` if there are too few numbers.
    fn take_numbers(numbers: &mut Numbers<'_, Self::Number>) -> Option<Self>;
}

/// Numbers that are taken from the front.
#[derive(Debug)]
pub struct Numbers<'a, T>(&'a [T]);

impl<T: Scalar> Numbers<'_, T> {
    /// One number.
    pub fn number(&mut self) -> Option<T> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Several numbers.
    pub fn numbers<const N: usize>(&mut self) -> Option<[T; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// Numbers of an array too long for the stack.
    pub fn number_vector(&mut self, count: usize) -> Option<Vec<T>> {
        let (first, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(first.to_vec())
    }

    /// Named arrays of an array too long for the stack.
    pub fn item_vector<I: NamedArray<Number = T>>(&mut self, count: usize) -> Option<Vec<I>> {
        (0..count).map(|_| I::take_numbers(self)).collect()
    }

    /// A named array within this one.
    pub fn item<I: NamedArray<Number = T>>(&mut self) -> Option<I> {
        I::take_numbers(self)
    }

    /// Several named arrays within this one.
    pub fn items<I: NamedArray<Number = T>, const N: usize>(&mut self) -> Option<[I; N]> {
        let mut items = Vec::with_capacity(N);
        for _ in 0..N {
            items.push(I::take_numbers(self)?);
        }
        items.try_into().ok()
    }
}

fn mismatch<T>(expected: &str, value: &Value) -> Result<T> {
    let message = format!("expected {expected}, got {}", value.kind());
    Err(Error::new(ErrorCode::DataTypeError, message))
}

fn same_type(found: &str, expected: &str) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    let message = format!("expected {expected}, got {found}");
    Err(Error::new(ErrorCode::DataTypeError, message))
}

fn join<T>(dims: Dimensions, items: Vec<T>) -> Result<MultiDim<T>> {
    MultiDim::new(dims, items).ok_or_else(|| {
        Error::new(
            ErrorCode::DataTypeError,
            "dims do not fit the length of the array",
        )
    })
}

/// The fields of a structure or pod.
pub fn fields(fields: Vec<(&'static str, Value)>) -> Fields {
    fields
        .into_iter()
        .map(|(name, value)| (ByteString::from_static(name), value))
        .collect()
}

/// A structure.
pub fn structure(type_name: &'static str, values: Vec<(&'static str, Value)>) -> Record {
    Record {
        type_name: ByteString::from_static(type_name),
        fields: fields(values),
    }
}

/// The fields of a structure of that type.
pub fn fields_of(value: Value, type_name: &str) -> Result<Fields> {
    match value {
        Value::Struct(record) => {
            same_type(&record.type_name, type_name)?;
            Ok(record.fields)
        }
        Value::Null => Err(Error::new(
            ErrorCode::NullValue,
            format!("{type_name} is null, which `nullable` would allow"),
        )),
        other => mismatch(type_name, &other),
    }
}

/// The one item of an array.
pub fn single<T>(mut items: Vec<T>) -> Result<T> {
    match (items.pop(), items.is_empty()) {
        (Some(item), true) => Ok(item),
        _ => Err(Error::new(
            ErrorCode::DataTypeError,
            "expected exactly one item",
        )),
    }
}

/// The value of a pod's field of several dimensions: a plain array.
pub fn flat_to_value<T: ArrayItem>(array: MultiDim<T>) -> Value {
    T::array_to_value(array.into_parts().1)
}

/// A pod's field of several dimensions from a plain array.
pub fn flat_from_value<T: ArrayItem>(value: Value, dims: &[u32]) -> Result<MultiDim<T>> {
    join(dims.to_vec(), T::array_from_value(value)?)
}

/// The value of an array of pods.
pub fn pod_array_to_value<T: Pod>(items: Vec<T>) -> Value {
    let items = items.into_iter().map(T::into_fields).collect();
    Value::Pods(ByteString::from_static(T::TYPE), items)
}

/// An array of pods from its value.
pub fn pod_array_from_value<T: Pod>(value: Value) -> Result<Vec<T>> {
    match value {
        Value::Pods(name, items) => {
            same_type(&name, T::TYPE)?;
            items.into_iter().map(T::from_fields).collect()
        }
        other => mismatch(T::TYPE, &other),
    }
}

/// The value of a multidimensional array of pods.
pub fn pod_multidim_to_value<T: Pod>(array: MultiDim<T>) -> Value {
    let (dims, items) = array.into_parts();
    let items = items.into_iter().map(T::into_fields).collect();
    Value::PodMultiDim(ByteString::from_static(T::TYPE), dims, items)
}

/// A multidimensional array of pods from its value.
pub fn pod_multidim_from_value<T: Pod>(value: Value) -> Result<MultiDim<T>> {
    match value {
        Value::PodMultiDim(name, dims, items) => {
            same_type(&name, T::TYPE)?;
            let items: Result<_> = items.into_iter().map(T::from_fields).collect();
            join(dims, items?)
        }
        other => mismatch(T::TYPE, &other),
    }
}

fn numbers<T: NamedArray>(items: &[T]) -> Array {
    let mut numbers = Vec::with_capacity(items.len() * T::COUNT);
    for item in items {
        item.put_numbers(&mut numbers);
    }
    Array::from_slice(&numbers)
}

fn from_numbers<T: NamedArray>(array: &Array) -> Result<Vec<T>> {
    let wrong = || {
        let message = format!("these numbers do not make {}", T::TYPE);
        Error::new(ErrorCode::DataTypeError, message)
    };
    let numbers: Vec<T::Number> = array.to_vec().ok_or_else(wrong)?;
    if T::COUNT == 0 || !numbers.len().is_multiple_of(T::COUNT) {
        return Err(wrong());
    }
    numbers
        .chunks(T::COUNT)
        .map(|chunk| T::take_numbers(&mut Numbers(chunk)).ok_or_else(wrong))
        .collect()
}

/// The value of an array of named arrays.
pub fn named_array_array_to_value<T: NamedArray>(items: Vec<T>) -> Value {
    Value::NamedArrays(ByteString::from_static(T::TYPE), numbers(&items))
}

/// An array of named arrays from its value.
pub fn named_array_array_from_value<T: NamedArray>(value: Value) -> Result<Vec<T>> {
    match value {
        Value::NamedArrays(name, array) => {
            same_type(&name, T::TYPE)?;
            from_numbers(&array)
        }
        other => mismatch(T::TYPE, &other),
    }
}

/// The value of a multidimensional array of named arrays.
pub fn named_array_multidim_to_value<T: NamedArray>(array: MultiDim<T>) -> Value {
    let (dims, items) = array.into_parts();
    Value::NamedMultiDim(ByteString::from_static(T::TYPE), dims, numbers(&items))
}

/// A multidimensional array of named arrays from its value.
pub fn named_array_multidim_from_value<T: NamedArray>(value: Value) -> Result<MultiDim<T>> {
    match value {
        Value::NamedMultiDim(name, dims, array) => {
            same_type(&name, T::TYPE)?;
            join(dims, from_numbers(&array)?)
        }
        other => mismatch(T::TYPE, &other),
    }
}
