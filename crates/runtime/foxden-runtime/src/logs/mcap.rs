//! What happened in a run, as an MCAP file: one message a step on each of three
//! channels, in JSON.
//!
//! | topic | a message |
//! |---|---|
//! | `/poses` | for each robot its name, position and rotation matrix |
//! | `/energy` | for each robot with a battery its name and joules |
//! | `/sensors` | for each robot its name and what its sensors measured last |
//!
//! Times are simulated times in nanoseconds.

use ::mcap::McapError;
use ::mcap::records::MessageHeader;
use ::mcap::write::{WriteOptions, Writer};
use foxden_sim::World;
use foxden_sim::controller::Reading;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The channels: topic, and the JSON schema of its messages.
const CHANNELS: [(&str, &str); 3] = [
    (
        "/poses",
        r#"{"title":"poses","type":"object","properties":{"robots":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"position":{"type":"array","items":{"type":"number"}},"orientation":{"type":"array","items":{"type":"number"}}}}}}}"#,
    ),
    (
        "/energy",
        r#"{"title":"energy","type":"object","properties":{"robots":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"energy":{"type":"number"}}}}}}"#,
    ),
    (
        "/sensors",
        r#"{"title":"sensors","type":"object","properties":{"robots":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"values":{"type":"object"}}}}}}"#,
    ),
];

/// How many rows are gathered before they are written as a chunk. If the disk is
/// full, those of the last chunk are lost.
const ROWS_OF_A_CHUNK: u32 = 256;

/// What ends a file without a summary: the end of the data, a footer that names
/// no summary, and the magic bytes.
fn ending() -> Vec<u8> {
    let record = |kind: u8, content: &[u8]| {
        let length = (content.len() as u64).to_le_bytes();
        [&[kind][..], &length, content].concat()
    };
    [
        record(0x0f, &[0; 4]),
        record(0x02, &[0; 20]),
        ::mcap::MAGIC.to_vec(),
    ]
    .concat()
}

/// A file that takes nothing more once it is closed: the writer would complete
/// what was cut off when it goes.
struct Gate {
    file: File,
    is_closed: Arc<AtomicBool>,
}

impl Gate {
    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}

impl Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.is_closed() {
            true => Ok(bytes.len()),
            false => self.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.is_closed() {
            true => Ok(()),
            false => self.file.flush(),
        }
    }
}

impl Seek for Gate {
    fn seek(&mut self, position: io::SeekFrom) -> io::Result<u64> {
        match self.is_closed() {
            // a position would be computed with; an error ends the attempt
            true => Err(io::Error::other("the log is closed")),
            false => self.file.seek(position),
        }
    }
}

/// Writes what happens, step by step.
pub struct McapLog {
    writer: Writer<BufWriter<Gate>>,
    /// The same file, to cut it where the disk was full.
    file: File,
    is_closed: Arc<AtomicBool>,
    /// How much of the file is whole chunks.
    written: u64,
    channels: [u16; 3],
    rows: u32,
}

impl McapLog {
    /// A log with its channels and the state at the start.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(output: File, world: &World) -> io::Result<Self> {
        let options = WriteOptions::new()
            .compression(None)
            .profile("")
            .library("foxden");
        let file = output.try_clone()?;
        let is_closed = Arc::<AtomicBool>::default();
        let output = BufWriter::new(Gate {
            file: output,
            is_closed: is_closed.clone(),
        });
        let mut writer = options.create(output).map_err(reason)?;
        let mut channels = [0; 3];
        for (channel, (topic, schema)) in channels.iter_mut().zip(CHANNELS) {
            let id = writer
                .add_schema(&topic[1..], "jsonschema", schema.as_bytes())
                .map_err(reason)?;
            *channel = writer
                .add_channel(id, topic, "json", &BTreeMap::new())
                .map_err(reason)?;
        }
        let mut log = Self {
            writer,
            file,
            is_closed,
            written: 0,
            channels,
            rows: 0,
        };
        log.row(world)?;
        log.end_chunk()?;
        Ok(log)
    }

    /// Adds the messages of now.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn row(&mut self, world: &World) -> io::Result<()> {
        self.add(world).or_else(|error| self.cut(error))?;
        match self.rows.is_multiple_of(ROWS_OF_A_CHUNK) {
            true => self.end_chunk(),
            false => Ok(()),
        }
    }

    /// Writes a chunk; the file is whole then.
    fn end_chunk(&mut self) -> io::Result<()> {
        match self.writer.flush().map_err(reason) {
            Ok(()) => {
                // a pipe has no position, and cannot be cut
                self.written = self.file.stream_position().unwrap_or(0);
                Ok(())
            }
            Err(error) => self.cut(error),
        }
    }

    /// After an error: lets the file end with the last whole chunk, so that it
    /// can be read.
    fn cut(&mut self, error: io::Error) -> io::Result<()> {
        self.is_closed.store(true, Ordering::Relaxed);
        if self.written > 0 && self.file.set_len(self.written).is_ok() {
            // there is room again where the broken chunk was
            let _ = self
                .file
                .seek(io::SeekFrom::Start(self.written))
                .and_then(|_| self.file.write_all(&ending()));
            // nothing more is written
            self.written = 0;
        }
        Err(error)
    }

    fn add(&mut self, world: &World) -> io::Result<()> {
        let time = (world.clock() * 1e6).max(0.0) as u64;
        let messages = [poses(world), energies(world), sensors(world)];
        for (channel_id, robots) in self.channels.into_iter().zip(messages) {
            let header = MessageHeader {
                channel_id,
                sequence: self.rows,
                log_time: time,
                publish_time: time,
            };
            let text = json!({ "robots": robots }).to_string();
            self.writer
                .write_to_known_channel(&header, text.as_bytes())
                .map_err(reason)?;
        }
        self.rows = self.rows.wrapping_add(1);
        Ok(())
    }

    /// Writes the summary at the end of the file.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.end_chunk()?;
        let finished = self.writer.finish().map(drop).map_err(reason);
        finished.or_else(|error| self.cut(error))
    }
}

/// What the system said, without the library's words around it.
fn reason(error: McapError) -> io::Error {
    match error {
        McapError::Io(error) => error,
        other => io::Error::other(other),
    }
}

fn poses(world: &World) -> Vec<Value> {
    world
        .robots()
        .filter_map(|(index, robot)| {
            let (position, orientation) = world.robot_pose(index)?;
            Some(json!({ "name": robot.name, "position": position, "orientation": orientation }))
        })
        .collect()
}

fn energies(world: &World) -> Vec<Value> {
    world
        .robots()
        .filter_map(|(index, robot)| {
            let energy = world.robot_energy(index)?;
            Some(json!({ "name": robot.name, "energy": energy }))
        })
        .collect()
}

fn sensors(world: &World) -> Vec<Value> {
    world
        .robots()
        .map(|(index, robot)| {
            let values: Map<String, Value> = world
                .devices(index)
                .filter_map(|(tag, device)| {
                    Some((device.name.clone(), value(&world.reading(index, tag)?)))
                })
                .collect();
            json!({ "name": robot.name, "values": values })
        })
        .collect()
}

/// A reading as JSON; numbers that are none are null.
fn value(reading: &Reading) -> Value {
    match reading {
        Reading::Number(number) | Reading::Feedback(number) => json!(number),
        Reading::Vector(numbers) => json!(numbers),
        Reading::Attitude(numbers) => json!(numbers),
        Reading::Fix {
            position,
            speed,
            velocity,
        } => json!({ "position": position, "speed": speed, "velocity": velocity }),
        _ => Value::Null,
    }
}
