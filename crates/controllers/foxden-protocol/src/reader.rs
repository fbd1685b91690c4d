//! Reads values off a packet and keeps count of the position.

use crate::dialect::Dialect;
use crate::error::{DecodeError, DecodeErrorReason};
use crate::supervisor::FieldTypes;

/// A place in a packet, with what must be known of the conversation to read on.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    base: usize,
    /// The dialect, as far as it is known. Reading may find it out.
    pub dialect: Option<Dialect>,
    pub(crate) fields: &'a dyn FieldTypes,
}

impl<'a> Reader<'a> {
    /// Reads `bytes` without knowledge of earlier messages.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::with(bytes, None, &crate::supervisor::NoFields)
    }

    /// Reads `bytes` with what is known of the conversation.
    pub fn with(bytes: &'a [u8], dialect: Option<Dialect>, fields: &'a dyn FieldTypes) -> Self {
        Self {
            bytes,
            position: 0,
            base: 0,
            dialect,
            fields,
        }
    }

    /// The offset of the next byte from the start of the packet.
    pub fn offset(&self) -> usize {
        self.base + self.position
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    /// Whether everything has been read.
    pub fn is_at_end(&self) -> bool {
        self.remaining() == 0
    }

    /// An error at the next byte.
    pub fn error(&self, reason: DecodeErrorReason) -> DecodeError {
        DecodeError {
            offset: self.offset(),
            reason,
        }
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        if count > self.remaining() {
            return Err(self.error(DecodeErrorReason::Truncated {
                needed: count,
                available: self.remaining(),
            }));
        }
        let taken = &self.bytes[self.position..self.position + count];
        self.position += count;
        Ok(taken)
    }

    /// The next `N` bytes, left where they are.
    pub fn peek<const N: usize>(&self) -> Option<[u8; N]> {
        self.bytes[self.position..].first_chunk().copied()
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        match self.peek() {
            Some(taken) => {
                self.position += N;
                Ok(taken)
            }
            None => Err(self.error(DecodeErrorReason::Truncated {
                needed: N,
                available: self.remaining(),
            })),
        }
    }

    /// The bytes up to the next NUL, which is skipped.
    pub fn until_nul(&mut self) -> Result<&'a [u8], DecodeError> {
        let rest = &self.bytes[self.position..];
        match rest.iter().position(|byte| *byte == 0) {
            Some(length) => {
                self.position += length + 1;
                Ok(&rest[..length])
            }
            None => Err(self.error(DecodeErrorReason::EndlessText)),
        }
    }

    /// A reader of the next `count` bytes alone; this one goes on behind them.
    pub fn part(&mut self, count: usize) -> Result<Reader<'a>, DecodeError> {
        let base = self.offset();
        let bytes = self.take(count)?;
        Ok(Reader {
            bytes,
            position: 0,
            base,
            dialect: self.dialect,
            fields: self.fields,
        })
    }

    /// Rejects a list that is longer than the remaining bytes allow, before
    /// memory is allocated.
    pub(crate) fn check_count(&self, count: i64, item_size: usize) -> Result<usize, DecodeError> {
        let most = self.remaining() / item_size.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(self.error(DecodeErrorReason::ImpossibleCount {
                count,
                available: self.remaining(),
            })),
        }
    }
}
