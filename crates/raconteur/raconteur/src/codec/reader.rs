//! A cursor over one message that checks before it takes.

use bytes::Bytes;
use bytestring::ByteString;

use super::{CodecError, Limits};
use crate::message::{Array, ScalarKind};

/// The position in the input, and how many bytes may still be allocated.
pub(super) struct Reader<'a> {
    frame: &'a Bytes,
    at: usize,
    end: usize,
    limits: &'a Limits,
    elements_left: usize,
}

impl<'a> Reader<'a> {
    pub fn new(frame: &'a Bytes, at: usize, limits: &'a Limits) -> Self {
        Self {
            frame,
            at,
            end: frame.len(),
            limits,
            elements_left: limits.elements,
        }
    }

    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn left(&self) -> usize {
        self.end - self.at
    }

    /// Narrows reading to `size` bytes that began at `start`; gives the end to
    /// restore afterwards with [`Reader::leave`].
    pub fn enter(
        &mut self,
        start: usize,
        size: usize,
        what: &'static str,
    ) -> Result<usize, CodecError> {
        let end = start
            .checked_add(size)
            .filter(|end| *end <= self.end && *end >= self.at)
            .ok_or(CodecError::Truncated(what))?;
        Ok(std::mem::replace(&mut self.end, end))
    }

    /// Ends what [`Reader::enter`] began; every byte must have been read.
    pub fn leave(&mut self, outer: usize, what: &'static str) -> Result<(), CodecError> {
        if self.at != self.end {
            return Err(CodecError::LeftOver(what));
        }
        self.end = outer;
        Ok(())
    }

    /// Counts `count` elements of at least `least` bytes each before any of
    /// them is allocated.
    pub fn expect(
        &mut self,
        count: usize,
        least: usize,
        what: &'static str,
    ) -> Result<(), CodecError> {
        if count > self.left() / least || count > self.elements_left {
            return Err(CodecError::Count { what, count });
        }
        self.elements_left -= count;
        Ok(())
    }

    pub fn slice(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], CodecError> {
        if length > self.left() {
            return Err(CodecError::Truncated(what));
        }
        let slice = &self.frame[self.at..self.at + length];
        self.at += length;
        Ok(slice)
    }

    fn fixed<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], CodecError> {
        let mut raw = [0; N];
        raw.copy_from_slice(self.slice(N, what)?);
        Ok(raw)
    }

    pub fn u8(&mut self, what: &'static str) -> Result<u8, CodecError> {
        self.fixed::<1>(what).map(|[byte]| byte)
    }

    pub fn u16(&mut self, what: &'static str) -> Result<u16, CodecError> {
        self.fixed(what).map(u16::from_le_bytes)
    }

    pub fn u32(&mut self, what: &'static str) -> Result<u32, CodecError> {
        self.fixed(what).map(u32::from_le_bytes)
    }

    pub fn id(&mut self, what: &'static str) -> Result<crate::message::NodeId, CodecError> {
        self.fixed(what).map(crate::message::NodeId::from_bytes)
    }

    /// An unsigned integer of variable length.
    pub fn unsigned(&mut self, what: &'static str) -> Result<u32, CodecError> {
        match self.u8(what)? {
            short @ 0..=252 => Ok(u32::from(short)),
            253 => self.u16(what).map(u32::from),
            254 => self.u32(what),
            255 => Err(CodecError::Range(what)),
        }
    }

    /// A signed integer of variable length.
    pub fn signed(&mut self, what: &'static str) -> Result<i32, CodecError> {
        match self.u8(what)? as i8 {
            125 => self.fixed(what).map(i16::from_le_bytes).map(i32::from),
            126 => self.fixed(what).map(i32::from_le_bytes),
            127 => Err(CodecError::Range(what)),
            short => Ok(i32::from(short)),
        }
    }

    /// A shared piece of the message.
    pub fn bytes(&mut self, length: usize, what: &'static str) -> Result<Bytes, CodecError> {
        let start = self.at;
        let slice = self.slice(length, what)?;
        if slice.is_empty() {
            return Ok(Bytes::new());
        }
        if length < self.limits.copy_below && self.frame.len() > self.limits.share_message {
            return Ok(Bytes::copy_from_slice(slice));
        }
        Ok(self.frame.slice(start..start + length))
    }

    /// A text of known length.
    pub fn text(
        &mut self,
        length: usize,
        longest: usize,
        what: &'static str,
    ) -> Result<ByteString, CodecError> {
        if length > longest {
            return Err(CodecError::TextLength { what, length });
        }
        ByteString::try_from(self.bytes(length, what)?).map_err(|_| CodecError::Utf8(what))
    }

    /// Packed numbers.
    pub fn array(&mut self, kind: ScalarKind, count: usize) -> Result<Array, CodecError> {
        let what = "array";
        let length = count
            .checked_mul(kind.size())
            .ok_or(CodecError::Count { what, count })?;
        let bytes = self.bytes(length, what)?;
        Array::from_bytes(kind, bytes).ok_or(CodecError::Truncated(what))
    }
}
