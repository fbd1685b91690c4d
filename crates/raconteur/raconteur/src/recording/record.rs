//! The records of an MCAP file that a recording consists of. The library trusts the
//! lengths in a record; here they are compared with what is there.

use std::collections::BTreeMap;

use mcap::McapError;
use mcap::records::op;
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};

/// A record of a recording.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum WireRecord<'d> {
    /// A channel.
    Channel {
        id: u16,
        encoding: &'d str,
        metadata: BTreeMap<String, String>,
    },
    /// A message of a channel.
    Message {
        channel: u16,
        received: u64,
        data: &'d [u8],
    },
    /// An attached file.
    Attachment { name: &'d str, data: &'d [u8] },
    /// A record that a recording does not need.
    Other,
}

/// Gives each record of a file, those inside of chunks too, to a function.
pub(super) fn for_each<E: From<McapError>>(
    file: &[u8],
    mut use_record: impl FnMut(WireRecord<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let options = LinearReaderOptions::default().with_record_length_limit(file.len());
    let mut reader = LinearReader::new_with_options(options);
    let mut rest = file;
    while let Some(event) = reader.next_event() {
        match event? {
            LinearReadEvent::ReadRequest(wanted) => {
                let (read, others) = rest.split_at(wanted.min(rest.len()));
                reader.insert(read.len()).copy_from_slice(read);
                reader.notify_read(read.len());
                rest = others;
            }
            LinearReadEvent::Record { opcode, data } => {
                use_record(parse(opcode, data).ok_or(McapError::UnexpectedEof)?)?;
            }
        }
    }
    Ok(())
}

/// Reads a record; `None` if it is shorter than it says.
fn parse(opcode: u8, data: &[u8]) -> Option<WireRecord<'_>> {
    let mut rest = data;
    Some(match opcode {
        op::CHANNEL => {
            let id = u16::from_le_bytes(take(&mut rest)?);
            // the number of its schema
            take::<2>(&mut rest)?;
            let _topic = text(&mut rest)?;
            let encoding = text(&mut rest)?;
            let mut pairs = block(&mut rest)?;
            let mut metadata = BTreeMap::new();
            while !pairs.is_empty() {
                let (key, value) = (text(&mut pairs)?, text(&mut pairs)?);
                metadata.insert(key.to_owned(), value.to_owned());
            }
            WireRecord::Channel {
                id,
                encoding,
                metadata,
            }
        }
        op::MESSAGE => {
            let channel = u16::from_le_bytes(take(&mut rest)?);
            // the sequence number
            take::<4>(&mut rest)?;
            let received = u64::from_le_bytes(take(&mut rest)?);
            // when it was published
            take::<8>(&mut rest)?;
            WireRecord::Message {
                channel,
                received,
                data: rest,
            }
        }
        op::ATTACHMENT => {
            // two times
            take::<16>(&mut rest)?;
            let name = text(&mut rest)?;
            let _media_type = text(&mut rest)?;
            let length = u64::from_le_bytes(take(&mut rest)?);
            let data = rest.get(..usize::try_from(length).ok()?)?;
            WireRecord::Attachment { name, data }
        }
        _ => WireRecord::Other,
    })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

/// Bytes with their number before them.
fn block<'d>(rest: &mut &'d [u8]) -> Option<&'d [u8]> {
    let length = u32::from_le_bytes(take(rest)?);
    let (block, others) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = others;
    Some(block)
}

fn text<'d>(rest: &mut &'d [u8]) -> Option<&'d str> {
    std::str::from_utf8(block(rest)?).ok()
}
