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

use foxden_sim::World;
use foxden_sim::controller::Reading;
use mcap::records::MessageHeader;
use mcap::write::{WriteOptions, Writer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, Seek, Write};

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

/// Writes what happens, step by step.
pub struct McapLog<W: Write + Seek> {
    writer: Writer<W>,
    channels: [u16; 3],
    rows: u32,
}

impl<W: Write + Seek> McapLog<W> {
    /// A log with its channels and the state at the start.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn new(output: W, world: &World) -> io::Result<Self> {
        let options = WriteOptions::new()
            .compression(None)
            .profile("")
            .library("foxden");
        let mut writer = options.create(output).map_err(io::Error::other)?;
        let mut channels = [0; 3];
        for (channel, (topic, schema)) in channels.iter_mut().zip(CHANNELS) {
            let id = writer
                .add_schema(&topic[1..], "jsonschema", schema.as_bytes())
                .map_err(io::Error::other)?;
            *channel = writer
                .add_channel(id, topic, "json", &BTreeMap::new())
                .map_err(io::Error::other)?;
        }
        let mut log = Self {
            writer,
            channels,
            rows: 0,
        };
        log.row(world)?;
        Ok(log)
    }

    /// Adds the messages of now.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn row(&mut self, world: &World) -> io::Result<()> {
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
                .map_err(io::Error::other)?;
        }
        self.rows = self.rows.wrapping_add(1);
        Ok(())
    }

    /// Writes the summary at the end of the file.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.finish().map_err(io::Error::other)?;
        self.writer.into_inner().flush()
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
