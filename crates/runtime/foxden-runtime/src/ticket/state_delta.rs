//! The bytes of a state as changes of the bytes of an earlier one. A world in which
//! little happens has small changes.

use super::TicketError;
use super::operation::{put_number, take_bytes, take_number};
use std::collections::HashMap;

/// How many equal bytes end a change: to name a shorter piece costs as much.
const LEAST_EQUAL: usize = 6;

/// How far ahead an equal piece is searched at the same distance from the start.
const NEAR: usize = 512;

/// The pieces of the earlier bytes by which moved parts are found again.
const PIECE: usize = 32;

/// The largest state.
const MOST_BYTES: u64 = 1 << 29;

/// Appends the changes that turn `before` into `now`.
///
/// They are pieces: a position in `before`, a number of bytes to copy from there, and
/// new bytes after them.
pub fn encode(before: &[u8], now: &[u8], output: &mut Vec<u8>) {
    put_number(now.len() as u64, output);
    let mut index = None;
    let (mut from, mut at) = (0, 0);
    let mut expected = 0;
    while at < now.len() {
        let copied = common(&before[from..], &now[at..]);
        // positions are mostly where the last piece ended
        put_number(zigzag(from as i64 - expected as i64), output);
        put_number(copied as u64, output);
        at += copied;
        from += copied;
        let (length, next) = find_equal(before, now, from, at, &mut index);
        put_number(length as u64, output);
        output.extend(&now[at..at + length]);
        at += length;
        expected = (from + length).min(before.len());
        from = next;
    }
}

/// The bytes after the changes.
///
/// # Errors
/// When the changes do not fit to the bytes.
pub fn decode(before: &[u8], changes: &[u8]) -> Result<Vec<u8>, TicketError> {
    let damaged = || TicketError::Damaged("a state does not fit to the one before".to_owned());
    let mut rest = changes;
    let count = take_number(&mut rest)?;
    if count > MOST_BYTES {
        return Err(damaged());
    }
    let count = count as usize;
    let mut now = Vec::new();
    let mut expected = 0_usize;
    while now.len() < count {
        let shift = isize::try_from(unzigzag(take_number(&mut rest)?)).map_err(|_| damaged())?;
        let from = expected.checked_add_signed(shift).ok_or_else(damaged)?;
        let copied = usize::try_from(take_number(&mut rest)?).map_err(|_| damaged())?;
        let end = from.checked_add(copied).ok_or_else(damaged)?;
        now.extend(before.get(from..end).ok_or_else(damaged)?);
        let length = take_number(&mut rest)?;
        let new = take_bytes(&mut rest, length)?;
        now.extend(new);
        expected = end.saturating_add(new.len()).min(before.len());
    }
    match now.len() == count && rest.is_empty() {
        true => Ok(now),
        false => Err(damaged()),
    }
}

fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// How many bytes are equal from the start.
fn common(one: &[u8], other: &[u8]) -> usize {
    let pairs = one.chunks_exact(16).zip(other.chunks_exact(16));
    let whole = 16 * pairs.take_while(|(one, other)| one == other).count();
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(one, other)| one == other).count()
}

type PieceIndex<'b> = HashMap<&'b [u8], usize>;

/// How many new bytes come until something equal is found, and where that is in the
/// earlier bytes.
fn find_equal<'b>(
    before: &'b [u8],
    now: &[u8],
    from: usize,
    at: usize,
    index: &mut Option<PieceIndex<'b>>,
) -> (usize, usize) {
    let (old, new) = (&before[from..], &now[at..]);
    let near = old.len().min(new.len()).min(NEAR);
    let mut equal = 0;
    for position in 0..near {
        equal = match old[position] == new[position] {
            true => equal + 1,
            false => 0,
        };
        if equal == LEAST_EQUAL {
            let length = position + 1 - LEAST_EQUAL;
            return (length, from + length);
        }
    }
    // the rest is shorter than a piece: it is written as it is
    let index = index.get_or_insert_with(|| {
        let pieces = before.chunks_exact(PIECE).enumerate();
        pieces.map(|(at, piece)| (piece, at * PIECE)).collect()
    });
    for (position, window) in new.windows(PIECE).enumerate() {
        if let Some(found) = index.get(window) {
            return (position, *found);
        }
    }
    (new.len(), before.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Numbers without order, the same in each run.
    fn numbers(seed: u64) -> impl Iterator<Item = u64> {
        let mut state = seed;
        std::iter::repeat_with(move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state >> 33
        })
    }

    fn changed(before: &[u8], now: &[u8]) -> usize {
        let mut changes = Vec::new();
        encode(before, now, &mut changes);
        assert_eq!(decode(before, &changes).unwrap(), now);
        changes.len()
    }

    #[test]
    fn small_changes_take_few_bytes() {
        let before: Vec<u8> = numbers(1).take(20_000).map(|number| number as u8).collect();
        assert!(changed(&before, &before) < 10);
        let mut now = before.clone();
        now[10_000] ^= 1;
        now[10_007] ^= 1;
        assert!(changed(&before, &now) < 30);
        // something comes in and something goes
        let mut moved = before.clone();
        moved.drain(5_000..5_100);
        moved.splice(15_000..15_000, [7; 500]);
        let size = changed(&before, &moved);
        assert!(size < 800, "{size}");
    }

    #[test]
    fn everything_can_follow_everything() {
        let mut random = numbers(2);
        let mut next = |most: u64| (random.next().unwrap() % most) as usize;
        let mut before: Vec<u8> = Vec::new();
        for _ in 0..500 {
            let mut now = before.clone();
            for _ in 0..next(8) {
                let at = next(now.len() as u64 + 1);
                let end = (at + next(200)).min(now.len());
                let value = next(256) as u8;
                now.splice(at..end, vec![value; next(200)]);
            }
            now.truncate(5_000);
            changed(&before, &now);
            before = now;
        }
    }

    #[test]
    fn a_state_may_begin_with_a_part_that_was_later_before() {
        // found by fuzzing: the first piece is empty then, and was refused
        let part = |seed: u64| -> Vec<u8> {
            let bytes = numbers(seed).map(|number| number as u8);
            bytes.take(2 * PIECE).collect()
        };
        let [one, two, three] = [1, 2, 3].map(part);
        changed(&[&one[..], &two].concat(), &[&two[..], &three].concat());
        changed(
            &[&one[..], &two, &three].concat(),
            &[&three[..], &two, &one].concat(),
        );
    }

    #[test]
    fn a_shift_beyond_all_numbers_is_an_error() {
        let mut changes = Vec::new();
        for number in [9, zigzag(i64::MAX), 1, 0] {
            put_number(number, &mut changes);
        }
        assert!(decode(&[1, 2, 3], &changes).is_err());
        let mut changes = Vec::new();
        // three bytes, then a shift that is too far from the end of them
        for number in [9, 0, 3, 0, zigzag(i64::MAX), 1, 0] {
            put_number(number, &mut changes);
        }
        assert!(decode(&[1, 2, 3], &changes).is_err());
    }

    #[test]
    fn damaged_changes_are_an_error_or_other_bytes() {
        let before: Vec<u8> = (0..=255).collect();
        let mut now = before.clone();
        now[100] = 0;
        now.drain(10..40);
        let mut changes = Vec::new();
        encode(&before, &now, &mut changes);
        for at in 0..changes.len() {
            for flip in [1, 0x10, 0x80, 0xff] {
                let mut other = changes.clone();
                other[at] ^= flip;
                // must end, and within its memory
                let _ = decode(&before, &other);
            }
            assert!(decode(&before, &changes[..at]).is_err());
        }
    }
}
