//! Writes wires to a file.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::io::{Seek, Write};
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::SelectAll;
use mcap::records::MessageHeader;
use mcap::write::{WriteOptions, Writer};
use mcap::{Attachment, McapError};
use raconteur_robdef::{DataType, MemberKind};
use serde_json::json;

use super::json_schema::message_schema;
use super::{RecordingError, nanoseconds};
use crate::client::{MemberPath, Session};
use crate::json::{DeclaredType, JsonConverter};
use crate::members::WireValues;
use crate::schema::{Direction, MemberSchema, Schema};
use crate::value::{Timestamp, Value};

/// Values of a wire that may wait for the disk.
const WAITING_VALUES: usize = 4096;

/// What was recorded.
///
/// ```
/// use raconteur::recording::RecordingSummary;
/// fn is_complete(summary: &RecordingSummary) -> bool {
///     summary.messages > 0 && summary.missed == 0
/// }
/// # let _ = is_complete;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordingSummary {
    /// Values in the file.
    pub messages: u64,
    /// Values that were lost because the disk was too slow.
    pub missed: u64,
}

/// Writes wires to an MCAP file.
///
/// ```
/// use raconteur::recording::{Recorder, Recording};
/// let mut file = std::io::Cursor::new(Vec::new());
/// Recorder::new(&mut file)?.finish()?;
/// // It has no wires, so it is no recording.
/// assert!(Recording::read(file.get_ref()).is_err());
/// # Ok::<(), raconteur::recording::RecordingError>(())
/// ```
///
/// ```no_run
/// # async fn example(session: raconteur::client::Session) -> Result<(), Box<dyn std::error::Error>> {
/// # use raconteur::recording::Recorder;
/// let mut recorder = Recorder::new(std::fs::File::create("arm.mcap")?)?;
/// let stop = tokio::time::sleep(std::time::Duration::from_secs(10));
/// recorder.record(&session, &["state".parse()?], stop).await?;
/// # Ok(()) }
/// ```
pub struct Recorder<W: Write + Seek> {
    writer: Writer<W>,
    definitions: BTreeSet<String>,
}

/// A wire that is being recorded.
struct OpenWire {
    channel: u16,
    definition: String,
    data_type: DataType,
    schema: Arc<Schema>,
}

impl<W: Write + Seek> Recorder<W> {
    /// Begins a file.
    pub fn new(file: W) -> Result<Self, RecordingError> {
        let options = WriteOptions::new()
            .compression(None)
            .library(concat!("raconteur ", env!("CARGO_PKG_VERSION")));
        Ok(Self {
            writer: Writer::with_options(file, options)?,
            definitions: BTreeSet::new(),
        })
    }

    /// Records wires until a future ends.
    ///
    /// An error of the service leaves what was recorded before; call
    /// [`Recorder::finish`] also then.
    pub async fn record(
        &mut self,
        session: &Session,
        wires: &[MemberPath],
        stop: impl Future<Output = ()>,
    ) -> Result<RecordingSummary, RecordingError> {
        let mut open = Vec::new();
        let mut connections = Vec::new();
        let mut streams = SelectAll::new();
        for (index, path) in wires.iter().enumerate() {
            let (wire, connection) = self.open(session, path).await?;
            let values: WireValues<Value> = connection.every_value(WAITING_VALUES);
            streams.push(Box::pin(futures_util::stream::unfold(
                values,
                move |mut values| async move {
                    let (value, time) = values.next().await?;
                    let received = Timestamp::now();
                    Some(((index, value, time, received, values.missed()), values))
                },
            )));
            open.push(wire);
            connections.push(connection);
        }
        let mut summary = RecordingSummary::default();
        let mut missed = vec![0; open.len()];
        tokio::pin!(stop);
        let ended = loop {
            tokio::select! {
                () = &mut stop => break None,
                next = streams.next() => match next {
                    Some((index, value, time, received, lost)) => {
                        missed[index] = lost;
                        summary.messages += 1;
                        let sequence = u32::try_from(summary.messages).unwrap_or(u32::MAX);
                        self.write(&open[index], sequence, &value, time, received)?;
                    }
                    None => break Some(session.closed().await),
                },
                error = session.closed() => break Some(error),
            }
        };
        summary.missed = missed.iter().sum();
        if let Some(error) = ended {
            return Err(error.into());
        }
        for connection in &connections {
            let _ = connection.close().await;
        }
        Ok(summary)
    }

    /// Connects to a wire and describes its channel.
    async fn open(
        &mut self,
        session: &Session,
        path: &MemberPath,
    ) -> Result<(OpenWire, crate::members::WireConnection), RecordingError> {
        let no_wire = || RecordingError::NoWire(path.to_string());
        let mut object = session.root();
        let mut types = vec![object.schema().type_name.to_string()];
        for step in &path.objects {
            object = step.follow(&object).await?;
            types.push(object.schema().type_name.to_string());
        }
        match object.schema().require(&path.member)? {
            MemberSchema::Wire { direction, .. } if *direction != Direction::WriteOnly => {}
            _ => return Err(no_wire()),
        }
        let schema = session.schema();
        let type_name = &object.schema().type_name;
        let (service_type, own) = type_name.rsplit_once('.').ok_or_else(no_wire)?;
        let definition = schema.definition(service_type).ok_or_else(no_wire)?;
        let member = definition
            .object(own)
            .and_then(|object| object.member(&path.member));
        let Some(MemberKind::Wire(declared)) = member.map(|member| &member.kind) else {
            return Err(no_wire());
        };
        self.add_definitions(&schema, &types)?;
        let service = &session.url().service;
        let description = message_schema(schema.definitions(), definition, &declared.data_type);
        let schema_id = self.writer.add_schema(
            &format!("{type_name}.{}", path.member),
            "jsonschema",
            description.to_string().as_bytes(),
        )?;
        let metadata = BTreeMap::from([
            ("service".to_owned(), service.clone()),
            ("wire".to_owned(), path.to_string()),
            ("object_types".to_owned(), json!(types).to_string()),
            ("type".to_owned(), declared.data_type.to_string()),
        ]);
        let topic = format!("{service}.{path}");
        let channel = self
            .writer
            .add_channel(schema_id, &topic, "json", &metadata)?;
        let wire = OpenWire {
            channel,
            definition: service_type.to_owned(),
            data_type: declared.data_type.clone(),
            schema: schema.clone(),
        };
        let connection = object.wire::<Value>(&path.member).await?;
        Ok((wire, connection))
    }

    /// Attaches the definitions that types need.
    fn add_definitions(&mut self, schema: &Schema, types: &[String]) -> Result<(), McapError> {
        for name in types
            .iter()
            .flat_map(|name| schema.closure(Schema::definition_of(name)))
        {
            let Some(text) = schema.text(&name) else {
                continue;
            };
            if self.definitions.insert(name.clone()) {
                self.writer.attach(&Attachment {
                    log_time: 0,
                    create_time: 0,
                    name: format!("{name}.robdef"),
                    media_type: "text/plain".to_owned(),
                    data: Cow::Borrowed(text.as_bytes()),
                })?;
            }
        }
        Ok(())
    }

    fn write(
        &mut self,
        wire: &OpenWire,
        sequence: u32,
        value: &Value,
        time: Timestamp,
        received: Timestamp,
    ) -> Result<(), RecordingError> {
        let converter = JsonConverter::new(wire.schema.definitions());
        let declared = wire
            .schema
            .definition(&wire.definition)
            .map(|definition| DeclaredType {
                data_type: &wire.data_type,
                definition,
            });
        let message = json!({
            "time": { "sec": time.seconds(), "nsec": time.nanoseconds() },
            "value": converter.json(value, declared),
        });
        let header = MessageHeader {
            channel_id: wire.channel,
            sequence,
            log_time: nanoseconds(received),
            publish_time: nanoseconds(time),
        };
        let bytes = message.to_string();
        self.writer
            .write_to_known_channel(&header, bytes.as_bytes())?;
        Ok(())
    }

    /// Completes the file.
    pub fn finish(mut self) -> Result<(), RecordingError> {
        self.writer.finish()?;
        Ok(())
    }
}

impl<W: Write + Seek> std::fmt::Debug for Recorder<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}
