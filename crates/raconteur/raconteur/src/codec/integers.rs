//! Integers of variable length, as version 4 writes them.

use bytes::{BufMut, BytesMut};

/// Bytes of an unsigned integer.
pub(super) const fn unsigned_length(value: u32) -> usize {
    match value {
        0..=252 => 1,
        253..=0xffff => 3,
        _ => 5,
    }
}

/// Appends an unsigned integer in its shortest form.
pub(super) fn put_unsigned(out: &mut BytesMut, value: u32) {
    match value {
        0..=252 => out.put_u8(value as u8),
        253..=0xffff => {
            out.put_u8(253);
            out.put_u16_le(value as u16);
        }
        _ => {
            out.put_u8(254);
            out.put_u32_le(value);
        }
    }
}

/// Bytes of a signed integer.
pub(super) const fn signed_length(value: i32) -> usize {
    match value {
        -128..=124 => 1,
        -0x8000..=0x7fff => 3,
        _ => 5,
    }
}

/// Appends a signed integer in its shortest form.
pub(super) fn put_signed(out: &mut BytesMut, value: i32) {
    match value {
        -128..=124 => out.put_i8(value as i8),
        -0x8000..=0x7fff => {
            out.put_i8(125);
            out.put_i16_le(value as i16);
        }
        _ => {
            out.put_i8(126);
            out.put_i32_le(value);
        }
    }
}

/// The size to write in front of `rest` bytes, where the size counts itself.
pub(super) const fn self_including(rest: usize) -> usize {
    match rest {
        0..=251 => rest + 1,
        252..=65532 => rest + 3,
        _ => rest + 5,
    }
}
