//! The differences between R2023b and R2025a on the wire. No other module
//! depends on the release.
//!
//! A controller does not say which library it uses. The decoder sees it in the
//! requests: R2025a writes a PROTO number after the node of a field request,
//! mostly -1, where R2023b has a name or a small number.
//!
//! | message | R2023b | R2025a |
//! |---|---|---|
//! | field requests 64, 87, 88 and answer 88 | | PROTO number behind the node |
//! | field answer 87 | | node and field it stands for, before the name |
//! | PROTO request and answer 78 | | all of it |
//! | sound request 1 of the speaker | | content of the file behind each sound |

use crate::error::DecodeError;
use crate::ids::{FieldId, OrMinusOne, ProtoId, Uid};
use crate::reader::Reader;
use crate::wire::{Bytes, Codec, Writer};

/// The release of the controller library on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Webots R2023b.
    R2023b,
    /// Webots R2025a.
    R2025a,
}

impl Dialect {
    /// Both, for tables and tests.
    pub const ALL: [Self; 2] = [Self::R2023b, Self::R2025a];

    /// The version of the simulator that a library of this release expects.
    /// With another version it prints a warning; an empty text prevents that
    /// in both releases.
    pub fn version(self) -> &'static str {
        match self {
            Self::R2023b => "R2023b",
            Self::R2025a => "R2025a",
        }
    }
}

/// The PROTO of a field request. Reading it also detects the dialect.
pub(crate) struct RequestProto;

impl Codec<Option<ProtoId>> for RequestProto {
    const SMALLEST: usize = 0;

    fn encode(value: &Option<ProtoId>, out: &mut Writer<'_>) {
        if out.dialect == Dialect::R2025a {
            OrMinusOne::encode(value, out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<ProtoId>, DecodeError> {
        // In R2023b a name, an index or a field is here, never four bytes 255.
        if reader.peek() == Some([0xff; 4]) {
            reader.dialect = Some(Dialect::R2025a);
        }
        match reader.dialect {
            Some(Dialect::R2025a) => OrMinusOne::decode(reader),
            // A PROTO number other than -1 can only come from an answer to
            // message 78, and that answer has already shown the dialect. So
            // this is the older release.
            Some(Dialect::R2023b) | None => {
                reader.dialect = Some(Dialect::R2023b);
                Ok(None)
            }
        }
    }
}

/// The PROTO in an answer.
pub(crate) struct AnswerProto;

impl Codec<Option<ProtoId>> for AnswerProto {
    const SMALLEST: usize = 0;

    fn encode(value: &Option<ProtoId>, out: &mut Writer<'_>) {
        RequestProto::encode(value, out);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<ProtoId>, DecodeError> {
        match reader.dialect {
            Some(Dialect::R2025a) => OrMinusOne::decode(reader),
            Some(Dialect::R2023b) | None => Ok(None),
        }
    }
}

/// The field of the scene tree that a PROTO field is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActualField {
    /// Its node.
    pub node: Uid,
    /// Its position there.
    pub field: FieldId,
}

/// The actual field in an answer: two numbers in R2025a, nothing before.
pub(crate) struct AnswerActualField;

impl Codec<Option<ActualField>> for AnswerActualField {
    const SMALLEST: usize = 0;

    fn encode(value: &Option<ActualField>, out: &mut Writer<'_>) {
        if out.dialect == Dialect::R2025a {
            OrMinusOne::encode(&value.map(|actual| actual.node), out);
            OrMinusOne::encode(&value.map(|actual| actual.field), out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Option<ActualField>, DecodeError> {
        if reader.dialect != Some(Dialect::R2025a) {
            return Ok(None);
        }
        let node: Option<Uid> = OrMinusOne::decode(reader)?;
        let field: Option<FieldId> = OrMinusOne::decode(reader)?;
        Ok(node
            .zip(field)
            .map(|(node, field)| ActualField { node, field }))
    }
}

/// The content of a sound file, sent along by R2025a the first time.
pub(crate) struct SoundContent;

impl Codec<Vec<u8>> for SoundContent {
    const SMALLEST: usize = 0;

    fn encode(value: &Vec<u8>, out: &mut Writer<'_>) {
        if out.dialect == Dialect::R2025a {
            Bytes::encode(value, out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Vec<u8>, DecodeError> {
        match reader.dialect {
            Some(Dialect::R2025a) => Bytes::decode(reader),
            Some(Dialect::R2023b) | None => Ok(Vec::new()),
        }
    }
}

/// Reads a block whose layout shows the dialect: by the known dialect, else as
/// R2023b if that reads every byte, else as R2025a.
pub(crate) fn read_either_way<T>(
    reader: &mut Reader<'_>,
    read: impl Fn(&mut Reader<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    if reader.dialect.is_some() {
        return read(reader);
    }
    let start = reader.clone();
    let as_older = {
        reader.dialect = Some(Dialect::R2023b);
        read(reader)
    };
    let Err(error) = as_older else {
        // Most blocks fit both ways and prove nothing.
        reader.dialect = None;
        return as_older;
    };
    *reader = start;
    reader.dialect = Some(Dialect::R2025a);
    read(reader).map_err(|_| error)
}
