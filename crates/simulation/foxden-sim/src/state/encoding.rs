//! The state as a stream of plain values, made from the one list of fields that
//! serde derives for every state struct. The hash reads this stream, and so does
//! the encoder of bytes, so that neither can leave out a field.

use serde::ser::{self, Serialize};
use std::fmt;

/// Where the values of a state go.
pub(crate) trait Sink {
    /// An integer, a flag, a length or the number of a variant.
    fn bits(&mut self, bits: u64);

    /// A number.
    fn number(&mut self, number: f64);

    /// Characters or bytes; their count goes before them.
    fn bytes(&mut self, bytes: &[u8]);
}

/// Sends all values of a state into a sink.
pub(crate) fn encode<S: Sink>(state: &impl Serialize, sink: &mut S) -> Result<(), EncodeError> {
    state.serialize(&mut Encoder(sink))
}

/// A value that cannot be encoded; state structs have none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the state cannot be encoded: {0}")]
pub(crate) struct EncodeError(String);

impl ser::Error for EncodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

struct Encoder<'s, S>(&'s mut S);

type Encoded = Result<(), EncodeError>;

macro_rules! integers {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, value: $type) -> Encoded {
            self.0.bits(value as u64);
            Ok(())
        })*
    };
}

impl<'e, 's, S: Sink> ser::Serializer for &'e mut Encoder<'s, S> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_char: char
    }

    fn serialize_f32(self, value: f32) -> Encoded {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Encoded {
        self.0.number(value);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Encoded {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Encoded {
        self.0.bits(value.len() as u64);
        self.0.bytes(value);
        Ok(())
    }

    fn serialize_none(self) -> Encoded {
        self.serialize_bool(false)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Encoded {
        self.0.bits(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Encoded {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Encoded {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Encoded {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Encoded {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Encoded {
        self.0.bits(index.into());
        value.serialize(self)
    }

    fn serialize_seq(self, count: Option<usize>) -> Result<Self, EncodeError> {
        let count = count.ok_or_else(|| EncodeError("a list without a length".to_owned()))?;
        self.0.bits(count as u64);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, EncodeError> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, EncodeError> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, EncodeError> {
        self.0.bits(index.into());
        Ok(self)
    }

    fn serialize_map(self, count: Option<usize>) -> Result<Self, EncodeError> {
        self.serialize_seq(count)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, EncodeError> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, EncodeError> {
        self.0.bits(index.into());
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! compounds {
    ($($name:ident: $method:ident($($key:ty)?)),*) => {
        $(impl<'e, 's, S: Sink> ser::$name for &'e mut Encoder<'s, S> {
            type Ok = ();
            type Error = EncodeError;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Encoded {
                value.serialize(&mut **self)
            }

            fn end(self) -> Encoded {
                Ok(())
            }
        })*
    };
}

compounds! {
    SerializeSeq: serialize_element(),
    SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(),
    SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(&'static str),
    SerializeStructVariant: serialize_field(&'static str)
}

impl<S: Sink> ser::SerializeMap for &mut Encoder<'_, S> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Encoded {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Encoded {
        value.serialize(&mut **self)
    }

    fn end(self) -> Encoded {
        Ok(())
    }
}
