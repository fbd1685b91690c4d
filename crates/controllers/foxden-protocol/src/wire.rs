//! The encoding of single values: little-endian, unaligned, unpadded.

use crate::dialect::Dialect;
use crate::error::{DecodeError, DecodeErrorReason};
use crate::reader::Reader;

/// Where messages are written to, in one dialect.
pub struct Writer<'a> {
    /// The bytes so far.
    pub bytes: &'a mut Vec<u8>,
    /// The dialect of the other side.
    pub dialect: Dialect,
}

/// A value with one layout on the wire.
///
/// ```
/// use foxden_protocol::{Dialect, Reader, Wire, Writer};
///
/// let mut bytes = Vec::new();
/// String::from("eye").encode(&mut Writer { bytes: &mut bytes, dialect: Dialect::R2023b });
/// assert_eq!(bytes, b"eye\0");
/// assert_eq!(String::decode(&mut Reader::new(&bytes)).unwrap(), "eye");
/// ```
pub trait Wire: Sized {
    /// The fewest bytes a value takes; bounds the length of lists.
    const SMALLEST: usize;

    /// Appends the value.
    fn encode(&self, out: &mut Writer<'_>);

    /// Reads a value.
    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError>;
}

/// Another layout for a type that has a usual one.
pub(crate) trait Codec<T> {
    const SMALLEST: usize;
    fn encode(value: &T, out: &mut Writer<'_>);
    fn decode(reader: &mut Reader<'_>) -> Result<T, DecodeError>;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Wire for $number {
            const SMALLEST: usize = size_of::<$number>();

            fn encode(&self, out: &mut Writer<'_>) {
                out.bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                reader.array().map(<$number>::from_le_bytes)
            }
        }
    )*};
}

numbers!(u8, u16, i16, u32, i32, f32, f64);

impl Wire for bool {
    const SMALLEST: usize = 1;

    fn encode(&self, out: &mut Writer<'_>) {
        out.bytes.push(u8::from(*self));
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        u8::decode(reader).map(|byte| byte != 0)
    }
}

/// Texts end at their first NUL; foreign bytes are replaced, because a name in
/// another encoding is no reason to reject a controller.
impl Wire for String {
    const SMALLEST: usize = 1;

    fn encode(&self, out: &mut Writer<'_>) {
        out.bytes.extend_from_slice(up_to_nul(self.as_bytes()));
        out.bytes.push(0);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        reader
            .until_nul()
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

impl<T: Wire + Copy + Default, const N: usize> Wire for [T; N] {
    const SMALLEST: usize = N * T::SMALLEST;

    fn encode(&self, out: &mut Writer<'_>) {
        for item in self {
            item.encode(out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::decode(reader)?;
        }
        Ok(items)
    }
}

/// Lists have an `i32` count unless their message says otherwise.
impl<T: Wire> Wire for Vec<T> {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut Writer<'_>) {
        Counted::<i32>::encode(self, out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Counted::<i32>::decode(reader)
    }
}

/// A list after a count of type `C`.
pub(crate) struct Counted<C>(std::marker::PhantomData<C>);

/// A number of items.
pub(crate) trait Count: Wire {
    fn narrow(length: usize) -> Self;
    fn widen(self) -> i64;
}

macro_rules! counts {
    ($($number:ty),*) => {$(
        impl Count for $number {
            fn narrow(length: usize) -> Self {
                Self::try_from(length).unwrap_or(Self::MAX)
            }

            fn widen(self) -> i64 {
                i64::from(self)
            }
        }
    )*};
}

counts!(u8, u16, i16, u32, i32);

impl<T: Wire, C: Count> Codec<Vec<T>> for Counted<C> {
    const SMALLEST: usize = C::SMALLEST;

    /// Items that the count cannot express are left out.
    fn encode(value: &Vec<T>, out: &mut Writer<'_>) {
        let count = C::narrow(value.len());
        count.encode(out);
        let count = count.widen();
        for item in value.iter().take(usize::try_from(count).unwrap_or(0)) {
            item.encode(out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Vec<T>, DecodeError> {
        let start = reader.clone();
        let count = C::decode(reader)?.widen();
        let count = reader
            .check_count(count, T::SMALLEST)
            .map_err(|error| start.error(error.reason))?;
        (0..count).map(|_| T::decode(reader)).collect()
    }
}

/// Bytes after an `i32` length, copied as a block.
pub(crate) struct Bytes;

impl Codec<Vec<u8>> for Bytes {
    const SMALLEST: usize = 4;

    fn encode(value: &Vec<u8>, out: &mut Writer<'_>) {
        let length = i32::narrow(value.len());
        length.encode(out);
        let length = usize::try_from(length).unwrap_or(0);
        out.bytes.extend_from_slice(&value[..length]);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Vec<u8>, DecodeError> {
        let start = reader.clone();
        let length = i32::decode(reader)?;
        let length = reader
            .check_count(i64::from(length), 1)
            .map_err(|error| start.error(error.reason))?;
        reader.take(length).map(<[u8]>::to_vec)
    }
}

/// A text after its length as `u16`, final NUL included in both.
pub(crate) struct SizedText;

impl Codec<String> for SizedText {
    const SMALLEST: usize = 3;

    /// What the length cannot express is cut off, between two characters.
    fn encode(value: &String, out: &mut Writer<'_>) {
        let mut end = up_to_nul(value.as_bytes())
            .len()
            .min(usize::from(u16::MAX - 1));
        while !value.is_char_boundary(end) {
            end -= 1;
        }
        u16::narrow(end + 1).encode(out);
        out.bytes.extend_from_slice(&value.as_bytes()[..end]);
        out.bytes.push(0);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<String, DecodeError> {
        let length = u16::decode(reader)?;
        let mut part = reader.part(usize::from(length))?;
        let text = String::decode(&mut part)?;
        finished(&part)?;
        Ok(text)
    }
}

/// Printed bytes after their length as `u32`, final NUL included in both. They
/// stay bytes, because the library cuts them anywhere.
pub(crate) struct PrintedBytes;

impl Codec<Vec<u8>> for PrintedBytes {
    const SMALLEST: usize = 5;

    fn encode(value: &Vec<u8>, out: &mut Writer<'_>) {
        let printed = up_to_nul(value);
        u32::narrow(printed.len() + 1).encode(out);
        out.bytes.extend_from_slice(printed);
        out.bytes.push(0);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Vec<u8>, DecodeError> {
        let start = reader.clone();
        let length = u32::decode(reader)?;
        let length = reader
            .check_count(i64::from(length), 1)
            .map_err(|error| start.error(error.reason))?;
        let mut part = reader.part(length)?;
        let printed = part.until_nul()?.to_vec();
        finished(&part)?;
        Ok(printed)
    }
}

/// Refuses bytes behind the end of a value that was said to fill its part.
pub(crate) fn finished(part: &Reader<'_>) -> Result<(), DecodeError> {
    if part.is_at_end() {
        return Ok(());
    }
    let found = part.offset() as u64;
    Err(part.error(DecodeErrorReason::WrongSize {
        announced: found + part.remaining() as u64,
        found,
    }))
}

pub(crate) fn up_to_nul(bytes: &[u8]) -> &[u8] {
    match bytes.iter().position(|byte| *byte == 0) {
        Some(end) => &bytes[..end],
        None => bytes,
    }
}
