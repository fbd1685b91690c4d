//! Reads the ticket of a recording. A file that is cut off is read up to its end.

use super::record::{self, TicketRecord};
use super::{ASSETS_TOPIC, ATTACHMENT_FOLDER, INPUTS_TOPIC, TicketError, WORLD_TOPIC};
use mcap::McapError;
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// The largest record.
const MOST_BYTES: u64 = 1 << 30;

/// A record that is longer than the file was cut off, unless it is longer than this.
const MOST_CUT_BYTES: u64 = 1 << 28;

/// What was recorded of one world.
#[derive(Clone, Debug, Default)]
pub struct RecordedWorld {
    /// What the program wrote of the world when it was opened.
    pub opened: Vec<u8>,
    /// What it wrote of files, in order.
    pub assets: Vec<Vec<u8>>,
    /// The blocks of inputs, steps and checks, in order.
    pub blocks: Vec<Vec<u8>>,
}

/// The ticket of a recording.
#[derive(Clone, Debug, Default)]
pub struct TicketFile {
    /// The worlds in the order in which they were opened.
    pub worlds: Vec<Arc<RecordedWorld>>,
    /// The contents of files by their hashes.
    pub contents: BTreeMap<String, Arc<[u8]>>,
    /// How the file ends.
    pub end: FileEnd,
}

/// How the file of a recording ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileEnd {
    /// The program completed it.
    #[default]
    Complete,
    /// It ends too early: the program or the machine was stopped, or the disk was full.
    CutOff,
    /// It cannot be read any further.
    Damaged(String),
}

impl TicketFile {
    /// Reads the ticket of a recording.
    ///
    /// # Errors
    /// When the file cannot be read or has no ticket.
    pub fn read(path: &Path) -> Result<Self, TicketError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::read_from(BufReader::new(file), length)
    }

    /// Reads the ticket of a recording that has `length` bytes.
    ///
    /// # Errors
    /// When the bytes cannot be read or have no ticket.
    pub fn read_from(mut input: impl Read + Seek, length: u64) -> Result<Self, TicketError> {
        let has_end = has_end(&mut input, length)?;
        let options = LinearReaderOptions::default()
            .with_prevalidate_chunk_crcs(true)
            .with_record_length_limit(length.min(MOST_BYTES) as usize);
        let mut reader = LinearReader::new_with_options(options);
        let mut ticket = TicketParts::default();
        let mut end = FileEnd::Complete;
        let mut is_mcap = false;
        while let Some(event) = reader.next_event() {
            match event {
                Ok(LinearReadEvent::ReadRequest(wanted)) => {
                    let count = input.read(reader.insert(wanted))?;
                    reader.notify_read(count);
                }
                Ok(LinearReadEvent::Record { opcode, data }) => {
                    is_mcap = true;
                    if !ticket.add(opcode, data) {
                        end = FileEnd::Damaged("a record is shorter than it says".to_owned());
                        break;
                    }
                }
                Err(
                    McapError::UnexpectedEof
                    | McapError::ChunkTooLarge(..MOST_CUT_BYTES)
                    | McapError::RecordTooLarge {
                        len: ..MOST_CUT_BYTES,
                        ..
                    },
                ) => {
                    // a file that was completed ends with the magic bytes: then a record
                    // only seems to be longer than the file
                    end = match has_end {
                        true => FileEnd::Damaged("the length of a record is wrong".to_owned()),
                        false => FileEnd::CutOff,
                    };
                    break;
                }
                Err(error) => {
                    end = FileEnd::Damaged(error.to_string());
                    break;
                }
            }
        }
        if !is_mcap {
            let reason =
                "this is no MCAP file; record one with 'foxden run WORLD --record FILE.mcap'";
            return Err(TicketError::NoTicket(reason.to_owned()));
        }
        if ticket.worlds.is_empty() {
            let reason = match &end {
                FileEnd::CutOff => "the file is cut off before the world of the run".to_owned(),
                FileEnd::Damaged(reason) => format!("the file is damaged: {reason}"),
                FileEnd::Complete => {
                    "the file has no replay ticket; only recordings that 'foxden run WORLD \
                         --record FILE.mcap' made have one"
                        .to_owned()
                }
            };
            return Err(TicketError::NoTicket(reason));
        }
        Ok(Self {
            worlds: ticket.worlds.into_iter().map(Arc::new).collect(),
            contents: ticket.contents,
            end,
        })
    }
}

/// Whether the file ends as a program that completes it lets it end.
fn has_end(input: &mut (impl Read + Seek), length: u64) -> std::io::Result<bool> {
    let mut last = [0; mcap::MAGIC.len()];
    let Some(start) = length.checked_sub(last.len() as u64) else {
        return Ok(false);
    };
    input.seek(SeekFrom::Start(start))?;
    input.read_exact(&mut last)?;
    input.rewind()?;
    Ok(last == mcap::MAGIC)
}

/// What was read so far.
#[derive(Default)]
struct TicketParts {
    topics: BTreeMap<u16, String>,
    worlds: Vec<RecordedWorld>,
    contents: BTreeMap<String, Arc<[u8]>>,
}

impl TicketParts {
    /// Adds a record; `false` if it cannot be read.
    fn add(&mut self, opcode: u8, data: &[u8]) -> bool {
        match record::parse(opcode, data) {
            Some(TicketRecord::Channel { id, topic }) => {
                self.topics.insert(id, topic.to_owned());
            }
            Some(TicketRecord::Message { channel, data }) => {
                let topic = self.topics.get(&channel);
                self.message(topic.cloned().as_deref().unwrap_or_default(), data);
            }
            Some(TicketRecord::Attachment { name, data }) => {
                if let Some(hash) = name.strip_prefix(ATTACHMENT_FOLDER) {
                    self.contents.insert(hash.to_owned(), Arc::from(data));
                }
            }
            Some(TicketRecord::Other) => {}
            None => return false,
        }
        true
    }

    fn message(&mut self, topic: &str, data: &[u8]) {
        if topic == WORLD_TOPIC {
            self.worlds.push(RecordedWorld {
                opened: data.to_owned(),
                ..RecordedWorld::default()
            });
        }
        let Some(world) = self.worlds.last_mut() else {
            return;
        };
        match topic {
            ASSETS_TOPIC => world.assets.push(data.to_owned()),
            INPUTS_TOPIC => world.blocks.push(data.to_owned()),
            _ => {}
        }
    }
}
