//! The first value in which a state differs from the bytes of another one.
//!
//! The bytes have no names. Up to the first difference both states have the same
//! values in the same order, so the walk over the fields of one state finds the name
//! of the value and reads the other value from the bytes.

use serde::ser::{self, Serialize};
use std::fmt;

/// A value that is not the same in two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDifference {
    /// Its place in the state, such as `robots[0].battery[0]`.
    pub field: String,
    /// The node that it belongs to, where that is known.
    pub node: Option<String>,
    /// The value in the bytes.
    pub recorded: String,
    /// The value in the state.
    pub found: String,
}

impl fmt::Display for StateDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.field)?;
        if let Some(node) = &self.node {
            write!(formatter, " ({node})")?;
        }
        write!(formatter, ": {} and {}", self.recorded, self.found)
    }
}

/// The first difference between a state and the bytes that
/// [`to_bytes`](super::decoding::to_bytes) made of another; `None` if there is none.
pub(crate) fn first_difference(state: &impl Serialize, recorded: &[u8]) -> Option<StateDifference> {
    let mut walk = Walk {
        rest: recorded,
        path: String::new(),
    };
    match state.serialize(&mut walk) {
        Ok(()) if walk.rest.is_empty() => None,
        Ok(()) => Some(StateDifference {
            field: "the end".to_owned(),
            node: None,
            recorded: format!("{} more bytes", walk.rest.len()),
            found: "nothing".to_owned(),
        }),
        Err(Stop::Difference(difference)) => Some(*difference),
        Err(Stop::Other(message)) => Some(StateDifference {
            field: walk.path,
            node: None,
            recorded: message,
            found: "a state".to_owned(),
        }),
    }
}

/// Why the walk ends early.
#[derive(Debug)]
enum Stop {
    Difference(Box<StateDifference>),
    Other(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Difference(difference) => write!(formatter, "{difference}"),
            Self::Other(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Other(message.to_string())
    }
}

type Walked = Result<(), Stop>;

struct Walk<'b> {
    rest: &'b [u8],
    path: String,
}

impl Walk<'_> {
    fn differs(&self, recorded: impl fmt::Display, found: impl fmt::Display) -> Walked {
        Err(Stop::Difference(Box::new(StateDifference {
            field: self.path.trim_start_matches('.').to_owned(),
            node: None,
            recorded: recorded.to_string(),
            found: found.to_string(),
        })))
    }

    /// The next integer of the bytes; `None` where they end.
    fn bits(&mut self) -> Option<u64> {
        let mut bits = 0;
        for shift in (0..70).step_by(7) {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            bits |= u64::from(byte & 0x7f).wrapping_shl(shift);
            if *byte < 0x80 {
                return Some(bits);
            }
        }
        None
    }

    fn compare(&mut self, found: u64, show: impl Fn(u64) -> String) -> Walked {
        match self.bits() {
            Some(recorded) if recorded == found => Ok(()),
            Some(recorded) => self.differs(show(recorded), show(found)),
            None => self.differs("nothing", show(found)),
        }
    }

    fn compare_count(&mut self, found: u64) -> Walked {
        self.compare(found, |count| format!("{count} items"))
    }

    fn compare_bytes(&mut self, found: &[u8], show: impl Fn(&[u8]) -> String) -> Walked {
        let Some(count) = self.bits() else {
            return self.differs("nothing", show(found));
        };
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let count = count.min(self.rest.len());
        let (recorded, rest) = self.rest.split_at(count);
        self.rest = rest;
        match recorded == found {
            true => Ok(()),
            false => self.differs(show(recorded), show(found)),
        }
    }

    /// Walks through a part with a longer path.
    fn part<T: Serialize + ?Sized>(&mut self, name: fmt::Arguments<'_>, part: &T) -> Walked {
        use fmt::Write as _;
        let length = self.path.len();
        // a String takes every text
        let _ = self.path.write_fmt(name);
        part.serialize(&mut *self)?;
        self.path.truncate(length);
        Ok(())
    }
}

/// Integers are encoded as 64 bits; negative ones by their sign extension.
macro_rules! integers {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, value: $type) -> Walked {
            self.compare(value as u64, |bits| (bits as $type).to_string())
        })*
    };
}

impl<'w, 'b> ser::Serializer for &'w mut Walk<'b> {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Parts<'w, 'b>;
    type SerializeTuple = Parts<'w, 'b>;
    type SerializeTupleStruct = Parts<'w, 'b>;
    type SerializeTupleVariant = Parts<'w, 'b>;
    type SerializeMap = Parts<'w, 'b>;
    type SerializeStruct = Parts<'w, 'b>;
    type SerializeStructVariant = Parts<'w, 'b>;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    fn serialize_bool(self, value: bool) -> Walked {
        self.compare(value.into(), |bits| (bits != 0).to_string())
    }

    fn serialize_char(self, value: char) -> Walked {
        self.compare(value.into(), |bits| bits.to_string())
    }

    fn serialize_f32(self, value: f32) -> Walked {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Walked {
        let Some((raw, rest)) = self.rest.split_first_chunk::<8>() else {
            return self.differs("nothing", value);
        };
        self.rest = rest;
        let recorded = f64::from_le_bytes(*raw);
        // as in the hash, all NaN are equal
        match recorded.to_bits() == value.to_bits() || (recorded.is_nan() && value.is_nan()) {
            true => Ok(()),
            false => self.differs(format!("{recorded:?}"), format!("{value:?}")),
        }
    }

    fn serialize_str(self, value: &str) -> Walked {
        self.compare_bytes(value.as_bytes(), |text| {
            format!("{:?}", String::from_utf8_lossy(text))
        })
    }

    fn serialize_bytes(self, value: &[u8]) -> Walked {
        self.compare_bytes(value, |bytes| format!("{} bytes", bytes.len()))
    }

    fn serialize_none(self) -> Walked {
        self.compare(0, is_there)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Walked {
        self.compare(1, is_there)?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Walked {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Walked {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, name: &'static str) -> Walked {
        self.compare(index.into(), |bits| variant(bits, index, name))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        value: &T,
    ) -> Walked {
        self.compare(index.into(), |bits| variant(bits, index, name))?;
        self.part(format_args!(".{name}"), value)
    }

    fn serialize_seq(self, count: Option<usize>) -> Result<Parts<'w, 'b>, Stop> {
        let count = count.ok_or_else(|| Stop::Other("a list without a length".to_owned()))?;
        self.compare_count(count as u64)?;
        Ok(Parts::of(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'w, 'b>, Stop> {
        Ok(Parts::of(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'w, 'b>, Stop> {
        Ok(Parts::of(self))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'b>, Stop> {
        self.compare(index.into(), |bits| variant(bits, index, name))?;
        Ok(Parts::of(self))
    }

    fn serialize_map(self, count: Option<usize>) -> Result<Parts<'w, 'b>, Stop> {
        self.serialize_seq(count)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'w, 'b>, Stop> {
        Ok(Parts::of(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'b>, Stop> {
        self.compare(index.into(), |bits| variant(bits, index, name))?;
        Ok(Parts::of(self))
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

fn is_there(bits: u64) -> String {
    match bits {
        0 => "none".to_owned(),
        _ => "a value".to_owned(),
    }
}

/// The name of a variant is known for the own one only.
fn variant(bits: u64, own: u32, name: &str) -> String {
    match bits == u64::from(own) {
        true => name.to_owned(),
        false => format!("variant {bits}"),
    }
}

/// The parts of a list or struct.
struct Parts<'w, 'b> {
    walk: &'w mut Walk<'b>,
    index: usize,
}

impl<'w, 'b> Parts<'w, 'b> {
    fn of(walk: &'w mut Walk<'b>) -> Self {
        Self { walk, index: 0 }
    }

    fn next<T: Serialize + ?Sized>(&mut self, part: &T) -> Walked {
        let index = self.index;
        self.index += 1;
        self.walk.part(format_args!("[{index}]"), part)
    }
}

macro_rules! lists {
    ($($name:ident: $method:ident),*) => {
        $(impl ser::$name for Parts<'_, '_> {
            type Ok = ();
            type Error = Stop;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
                self.next(value)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        })*
    };
}

lists! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

macro_rules! structs {
    ($($name:ident),*) => {
        $(impl ser::$name for Parts<'_, '_> {
            type Ok = ();
            type Error = Stop;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Walked {
                self.walk.part(format_args!(".{name}"), value)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        })*
    };
}

structs! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Walked {
        let index = self.index;
        self.walk.part(format_args!("[{index}].key"), key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        self.next(value)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::state::decoding::to_bytes;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Clone, Serialize)]
    struct Sample {
        clock: f64,
        rows: Vec<Row>,
        names: BTreeMap<u32, String>,
        mode: Mode,
        extra: Option<i32>,
    }

    #[derive(Clone, Serialize)]
    struct Row {
        speeds: [f64; 2],
        is_on: bool,
    }

    #[derive(Clone, Serialize)]
    enum Mode {
        Off,
        Speed(f64),
    }

    fn sample() -> Sample {
        let row = Row {
            speeds: [1.0, f64::NAN],
            is_on: false,
        };
        Sample {
            clock: 8.0,
            rows: vec![row.clone(), row],
            names: BTreeMap::from([(7, "left".to_owned())]),
            mode: Mode::Speed(2.5),
            extra: Some(-3),
        }
    }

    type Change = Box<dyn FnOnce(&mut Sample)>;

    fn difference(change: impl FnOnce(&mut Sample)) -> Option<String> {
        let recorded = to_bytes(&sample());
        let mut found = sample();
        change(&mut found);
        first_difference(&found, &recorded).map(|difference| difference.to_string())
    }

    #[test]
    fn the_first_value_is_named() {
        assert_eq!(difference(|_| ()), None);
        let cases: [(Change, &str); 8] = [
            (Box::new(|one| one.clock = 9.0), "clock: 8.0 and 9.0"),
            (
                Box::new(|one| one.rows[1].speeds[0] = 1.0 + f64::EPSILON),
                "rows[1].speeds[0]: 1.0 and 1.0000000000000002",
            ),
            (
                Box::new(|one| one.rows[0].is_on = true),
                "rows[0].is_on: false and true",
            ),
            (
                Box::new(|one| one.rows.truncate(1)),
                "rows: 2 items and 1 items",
            ),
            (
                Box::new(|one| drop(one.names.insert(7, "right".to_owned()))),
                "names[0]: \"left\" and \"right\"",
            ),
            (
                Box::new(|one| one.mode = Mode::Off),
                "mode: variant 1 and Off",
            ),
            (
                Box::new(|one| one.mode = Mode::Speed(-0.0)),
                "mode.Speed: 2.5 and -0.0",
            ),
            (Box::new(|one| one.extra = Some(4)), "extra: -3 and 4"),
        ];
        for (change, expected) in cases {
            assert_eq!(difference(change).as_deref(), Some(expected));
        }
    }

    #[test]
    fn bytes_that_are_cut_off_are_a_difference() {
        let recorded = to_bytes(&sample());
        for end in 0..recorded.len() {
            assert!(
                first_difference(&sample(), &recorded[..end]).is_some(),
                "{end}"
            );
        }
        let longer = [recorded.as_slice(), &[0]].concat();
        assert!(first_difference(&sample(), &longer).is_some());
    }
}
