//! Reads recordings.

use std::collections::BTreeMap;
use std::sync::Arc;

use raconteur_robdef::MemberKind;
use serde_json::Value as Json;

use super::RecordingError;
use super::record::{WireRecord, for_each};
use crate::client::MemberPath;
use crate::json::{DeclaredType, JsonConverter};
use crate::schema::Schema;
use crate::value::{Timestamp, Value};

/// A wire of a recording.
///
/// ```
/// use raconteur::recording::RecordedWire;
/// fn root_type(wire: &RecordedWire) -> Option<&String> {
///     wire.object_types.first()
/// }
/// # let _ = root_type;
/// ```
#[derive(Clone, Debug)]
pub struct RecordedWire {
    /// Name of the service.
    pub service: String,
    /// The wire, seen from the root object.
    pub path: MemberPath,
    /// The types of the objects of the path, the root object first.
    pub object_types: Vec<String>,
}

/// A value of a recording.
///
/// ```
/// use raconteur::recording::RecordedMessage;
/// fn is_late(message: &RecordedMessage) -> bool {
///     message.received / 1_000_000_000 > message.time.seconds().unsigned_abs() + 1
/// }
/// # let _ = is_late;
/// ```
#[derive(Clone, Debug)]
pub struct RecordedMessage {
    /// The wire, as an index of [`Recording::wires`].
    pub wire: usize,
    /// Arrival in nanoseconds since 1970.
    pub received: u64,
    /// The time of the packet.
    pub time: Timestamp,
    /// The value.
    pub value: Value,
}

/// The wires and values of an MCAP file that [`Recorder`](super::Recorder) wrote.
///
/// ```
/// use raconteur::recording::{RecordedMessage, RecordedWire, Recording};
/// fn describe(bytes: &[u8]) -> Result<(), raconteur::recording::RecordingError> {
///     let recording = Recording::read(bytes)?;
///     for wire in recording.wires() {
///         let RecordedWire { service, path, .. } = wire;
///         println!("{service}: {path}");
///     }
///     let newest: Option<&RecordedMessage> = recording.messages().last();
///     println!("{newest:?} of {:?}", recording.schema().definitions());
///     Ok(())
/// }
/// # let _ = describe;
/// ```
#[derive(Debug)]
pub struct Recording {
    schema: Arc<Schema>,
    wires: Vec<RecordedWire>,
    messages: Vec<RecordedMessage>,
}

/// A channel of the file.
enum RecordedChannel {
    /// It is no wire.
    Foreign,
    /// A wire without values so far.
    New(BTreeMap<String, String>),
    /// A wire, as an index of [`Recording::wires`].
    Wire(usize),
}

fn format_error(reason: impl Into<String>) -> RecordingError {
    RecordingError::Format(reason.into())
}

impl Recording {
    /// Reads the bytes of a file. Values are sorted by their arrival.
    pub fn read(file: &[u8]) -> Result<Self, RecordingError> {
        let mut texts = Vec::new();
        for_each(file, |record| {
            if let WireRecord::Attachment { name, data } = record
                && name.ends_with(".robdef")
            {
                let text = String::from_utf8(data.to_owned());
                texts.push(text.map_err(|_| format_error(format!("{name} is no text")))?);
            }
            Ok::<_, RecordingError>(())
        })?;
        if texts.is_empty() {
            return Err(format_error("it has no service definitions"));
        }
        let schema = Schema::parse(&texts)?;
        let mut recording = Self {
            schema,
            wires: Vec::new(),
            messages: Vec::new(),
        };
        let mut channels = BTreeMap::new();
        for_each(file, |record| recording.add(record, &mut channels))?;
        recording.messages.sort_by_key(|message| message.received);
        Ok(recording)
    }

    /// Adds a record of the file.
    fn add(
        &mut self,
        record: WireRecord<'_>,
        channels: &mut BTreeMap<u16, RecordedChannel>,
    ) -> Result<(), RecordingError> {
        match record {
            WireRecord::Channel {
                id,
                encoding,
                metadata,
            } => {
                // the summary lists a channel twice
                channels
                    .entry(id)
                    .or_insert(match metadata.contains_key("wire") {
                        true if encoding == "json" => RecordedChannel::New(metadata),
                        _ => RecordedChannel::Foreign,
                    });
            }
            WireRecord::Message {
                channel,
                received,
                data,
            } => {
                let channel = channels
                    .get_mut(&channel)
                    .ok_or_else(|| format_error(format!("channel {channel} is missing")))?;
                let wire = match channel {
                    RecordedChannel::Foreign => return Ok(()),
                    RecordedChannel::Wire(wire) => *wire,
                    RecordedChannel::New(metadata) => {
                        self.wires.push(read_wire(metadata)?);
                        let wire = self.wires.len() - 1;
                        *channel = RecordedChannel::Wire(wire);
                        wire
                    }
                };
                let (time, value) = self.read_value(wire, data)?;
                self.messages.push(RecordedMessage {
                    wire,
                    received,
                    time,
                    value,
                });
            }
            WireRecord::Attachment { .. } | WireRecord::Other => {}
        }
        Ok(())
    }

    fn read_value(&self, wire: usize, data: &[u8]) -> Result<(Timestamp, Value), RecordingError> {
        let wire = &self.wires[wire];
        let json: Json = serde_json::from_slice(data)
            .map_err(|error| format_error(format!("{}: {error}", wire.path)))?;
        let time = (|| {
            let seconds = json["time"]["sec"].as_i64()?;
            let rest = i32::try_from(json["time"]["nsec"].as_i64()?).ok()?;
            Timestamp::new(seconds, rest)
        })();
        let time = time.ok_or_else(|| format_error(format!("{}: no time", wire.path)))?;
        let type_name = wire.object_types.last().map_or("", String::as_str);
        let definition = self.schema.definition(Schema::definition_of(type_name));
        let own = type_name.rsplit_once('.').map_or("", |(_, own)| own);
        let member = definition
            .and_then(|definition| definition.object(own))
            .and_then(|object| object.member(&wire.path.member));
        let (Some(definition), Some(MemberKind::Wire(declared))) =
            (definition, member.map(|member| &member.kind))
        else {
            return Err(format_error(format!(
                "{type_name} has no wire {}",
                wire.path
            )));
        };
        let declared = DeclaredType {
            data_type: &declared.data_type,
            definition,
        };
        let converter = JsonConverter::new(self.schema.definitions());
        Ok((time, converter.value(&json["value"], declared)?))
    }

    /// The wires that have values.
    pub fn wires(&self) -> &[RecordedWire] {
        &self.wires
    }

    /// The values, sorted by their arrival.
    pub fn messages(&self) -> &[RecordedMessage] {
        &self.messages
    }

    /// The service definitions.
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }
}

fn read_wire(metadata: &BTreeMap<String, String>) -> Result<RecordedWire, RecordingError> {
    let text = |name: &str| {
        metadata
            .get(name)
            .ok_or_else(|| format_error(format!("a channel has no `{name}`")))
    };
    let path: MemberPath = text("wire")?.parse()?;
    let object_types: Vec<String> = serde_json::from_str::<Json>(text("object_types")?)
        .ok()
        .and_then(|types| {
            let types = types.as_array()?.iter();
            types.map(|name| name.as_str().map(str::to_owned)).collect()
        })
        .ok_or_else(|| format_error("`object_types` of a channel is no list of names"))?;
    if object_types.len() != path.objects.len() + 1 {
        return Err(format_error(format!("{path}: a wrong number of types")));
    }
    Ok(RecordedWire {
        service: text("service")?.clone(),
        path,
        object_types,
    })
}
