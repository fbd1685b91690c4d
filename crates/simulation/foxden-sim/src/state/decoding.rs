//! Bytes of a state, and the state that they encode. The bytes are those of one
//! version of Foxden: they carry no names, only values in the order of the fields.

use super::encoding::{Sink, encode};
use serde::de::{self, DeserializeOwned, DeserializeSeed, Visitor};
use serde::{Deserializer, Serialize};
use std::fmt;

/// Why bytes are no state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StateDecodeError(pub(crate) String);

impl de::Error for StateDecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Integers take as many bytes as they need, seven bits in each.
pub(super) struct ByteSink(pub(super) Vec<u8>);

impl Sink for ByteSink {
    fn bits(&mut self, bits: u64) {
        let mut left = bits;
        while left >= 0x80 {
            self.0.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.0.push(left as u8);
    }

    fn number(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }
}

/// The bytes of a value.
pub fn to_bytes(state: &impl Serialize) -> Vec<u8> {
    let mut sink = ByteSink(Vec::new());
    let encoded = encode(state, &mut sink);
    debug_assert!(encoded.is_ok(), "every state struct can be encoded");
    sink.0
}

/// The value that bytes encode.
///
/// # Errors
/// If the bytes are no such value.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StateDecodeError> {
    let mut decoder = StateDecoder { bytes };
    let state = T::deserialize(&mut decoder)?;
    match decoder.bytes {
        [] => Ok(state),
        rest => Err(StateDecodeError(format!(
            "{} bytes are left after the state",
            rest.len()
        ))),
    }
}

struct StateDecoder<'b> {
    bytes: &'b [u8],
}

impl<'b> StateDecoder<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], StateDecodeError> {
        let end = || StateDecodeError("the bytes end in the middle of the state".to_owned());
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or_else(end)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn bits(&mut self) -> Result<u64, StateDecodeError> {
        let mut bits = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.take(1)?[0];
            bits |= u64::from(byte & 0x7f).wrapping_shl(shift);
            if byte < 0x80 {
                return Ok(bits);
            }
        }
        Err(StateDecodeError("an integer is too long".to_owned()))
    }

    fn number(&mut self) -> Result<f64, StateDecodeError> {
        let mut raw = [0; 8];
        raw.copy_from_slice(self.take(8)?);
        Ok(f64::from_le_bytes(raw))
    }

    fn flag(&mut self) -> Result<bool, StateDecodeError> {
        match self.bits()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(StateDecodeError(format!("{other} is neither yes nor no"))),
        }
    }

    /// A length; each item takes no less than `least` bytes.
    fn count(&mut self) -> Result<usize, StateDecodeError> {
        let count = self.bits()?;
        // an item may take no byte, but no state has that many of them
        if count > (1 << 16) + 8 * self.bytes.len() as u64 {
            return Err(StateDecodeError(format!(
                "a list of {count} items is too long"
            )));
        }
        Ok(count as usize)
    }
}

macro_rules! integers {
    ($($name:ident: $visit:ident($type:ty)),*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
            let bits = self.bits()?;
            let value = bits as $type;
            if value as u64 != bits {
                return Err(StateDecodeError(format!("{bits} is out of range")));
            }
            visitor.$visit(value)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut StateDecoder<'de> {
    type Error = StateDecodeError;

    integers! {
        deserialize_i8: visit_i8(i8), deserialize_i16: visit_i16(i16),
        deserialize_i32: visit_i32(i32), deserialize_i64: visit_i64(i64),
        deserialize_u8: visit_u8(u8), deserialize_u16: visit_u16(u16),
        deserialize_u32: visit_u32(u32), deserialize_u64: visit_u64(u64)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        visitor.visit_bool(self.flag()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        visitor.visit_f32(self.number()? as f32)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        visitor.visit_f64(self.number()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        let bits = self.bits()?;
        let letter = u32::try_from(bits).ok().and_then(char::from_u32);
        visitor.visit_char(letter.ok_or_else(|| StateDecodeError(format!("{bits} is no letter")))?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        let count = self.count()?;
        let text = std::str::from_utf8(self.take(count)?);
        visitor.visit_str(text.map_err(|_| StateDecodeError("a text is not UTF-8".to_owned()))?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        let count = self.count()?;
        visitor.visit_bytes(self.take(count)?)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        match self.flag()? {
            true => visitor.visit_some(self),
            false => visitor.visit_none(),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        let left = self.count()?;
        visitor.visit_seq(Items {
            decoder: self,
            left,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        visitor.visit_seq(Items {
            decoder: self,
            left,
        })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_tuple(left, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StateDecodeError> {
        let left = self.count()?;
        visitor.visit_map(Items {
            decoder: self,
            left,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        visitor.visit_enum(self)
    }

    fn deserialize_identifier<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_u32(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, StateDecodeError> {
        Err(StateDecodeError(
            "the bytes do not say what they hold".to_owned(),
        ))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_any(visitor)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The items of a list that are still to come.
struct Items<'d, 'b> {
    decoder: &'d mut StateDecoder<'b>,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Items<'_, 'de> {
    type Error = StateDecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, StateDecodeError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.decoder).map(Some)
    }
}

impl<'de> de::MapAccess<'de> for Items<'_, 'de> {
    type Error = StateDecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, StateDecodeError> {
        de::SeqAccess::next_element_seed(self, seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, StateDecodeError> {
        seed.deserialize(&mut *self.decoder)
    }
}

impl<'de> de::EnumAccess<'de> for &mut StateDecoder<'de> {
    type Error = StateDecodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), StateDecodeError> {
        let variant = seed.deserialize(&mut *self)?;
        Ok((variant, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut StateDecoder<'de> {
    type Error = StateDecodeError;

    fn unit_variant(self) -> Result<(), StateDecodeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, StateDecodeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_tuple(left, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, StateDecodeError> {
        self.deserialize_tuple(fields.len(), visitor)
    }
}
