//! Recordings of a run: the messages of the protocol in an MCAP file, or in one
//! HTML file together with the page that shows them.
//!
//! Each kind of message has a channel (`hello`, `scene`, `changes`, `frame`,
//! `values`, `console`, `events`, `clock`). Geometries and textures are attachments.
//! Times are simulated times in nanoseconds. An MCAP file also has the
//! [ticket](foxden_runtime::ticket) with which the run can be made again.

mod html;

use crate::blobs::Blobs;
use foxden_runtime::ticket;
use mcap::records::MessageHeader;
use mcap::write::{WriteOptions, Writer};
use mcap::{Attachment, McapError};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// How many bytes are gathered before they are written as a chunk. What is not in
/// a whole chunk is lost in a crash.
const CHUNK_BYTES: usize = 1 << 20;

/// A chunk is written at least this often, in simulated seconds.
const CHUNK_TIME: f64 = 2.0;

/// The channels and the encoding of their messages.
const CHANNELS: [(&str, &str); 11] = [
    ("hello", "json"),
    ("scene", "json"),
    ("changes", "json"),
    ("frame", "foxden-frame"),
    ("values", "json"),
    ("console", "json"),
    ("events", "json"),
    ("clock", "json"),
    (ticket::WORLD_TOPIC, "json"),
    (ticket::ASSETS_TOPIC, "json"),
    (ticket::INPUTS_TOPIC, "foxden-inputs"),
];

/// The form of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Mcap,
    Html,
}

impl Form {
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "mcap" => Some(Self::Mcap),
            "html" | "htm" => Some(Self::Html),
            _ => None,
        }
    }
}

/// Writes what viewers would see.
pub struct Recorder {
    writer: Writer<BufWriter<File>>,
    channels: BTreeMap<&'static str, u16>,
    attached: BTreeSet<String>,
    form: Form,
    target: PathBuf,
    /// The MCAP file: the target itself, or a file beside it that becomes part of it.
    file: PathBuf,
    sequence: u32,
    gathered: usize,
    chunk_time: f64,
    failure: Option<io::Error>,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Recorder({})", self.target.display())
    }
}

/// A new file. What has its name is removed, not followed: only the name of the whole
/// recording was checked, and a link could lead anywhere.
fn new_part(path: &Path) -> io::Result<File> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

fn reason(error: McapError) -> io::Error {
    match error {
        McapError::Io(error) => error,
        other => io::Error::other(other),
    }
}

impl Recorder {
    /// Whether the name of a file asks for a form that there is.
    pub fn has_form(path: &Path) -> bool {
        Form::of(path).is_some()
    }

    /// Whether a recording can be made, as far as that can be said without replacing
    /// a file that is there.
    ///
    /// # Errors
    /// When the file cannot be written, its name asks for no form that there is, or
    /// the page is not in this build and the recording needs it.
    pub fn check(path: &Path) -> io::Result<()> {
        if Form::of(path) == Some(Form::Html) {
            html::check()?;
        }
        match path.try_exists()? {
            true => File::options().append(true).open(path).map(drop),
            false => match path.parent() {
                Some(folder) if folder != Path::new("") => folder.metadata().map(drop),
                _ => Ok(()),
            },
        }
    }

    /// Begins a recording.
    ///
    /// # Errors
    /// When the file cannot be written, its name asks for no form that there is, or
    /// the page is not in this build and the recording needs it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let form = Form::of(path)
            .ok_or_else(|| io::Error::other("a recording is a .mcap or .html file"))?;
        let file = match form {
            Form::Mcap => path.to_owned(),
            Form::Html => {
                html::check()?;
                path.with_extension("part.mcap")
            }
        };
        let output = match form {
            Form::Mcap => File::create(&file)?,
            Form::Html => new_part(&file)?,
        };
        let output = BufWriter::new(output);
        let options = WriteOptions::new()
            .compression(None)
            .profile("foxden-view")
            .library(concat!("foxden ", env!("CARGO_PKG_VERSION")))
            .chunk_size(None)
            // chunks are written as a whole, so that a file that is cut off has only
            // whole ones before its end
            .disable_seeking(true);
        let mut writer = options.create(output).map_err(reason)?;
        let mut channels = BTreeMap::new();
        for (topic, encoding) in CHANNELS {
            let id = writer
                .add_channel(0, topic, encoding, &BTreeMap::new())
                .map_err(reason)?;
            channels.insert(topic, id);
        }
        Ok(Self {
            writer,
            channels,
            attached: BTreeSet::new(),
            form,
            target: path.to_owned(),
            file,
            sequence: 0,
            gathered: 0,
            chunk_time: 0.0,
            failure: None,
        })
    }

    /// Adds a message. After a failure nothing more is written.
    pub fn write(&mut self, topic: &'static str, time: f64, bytes: &[u8]) {
        if self.failure.is_none()
            && let Err(error) = self.add(topic, time, bytes)
        {
            self.failure = Some(error);
        }
    }

    fn add(&mut self, topic: &'static str, time: f64, bytes: &[u8]) -> io::Result<()> {
        let Some(channel_id) = self.channels.get(topic).copied() else {
            return Ok(());
        };
        let nanoseconds = (time * 1e9).max(0.0) as u64;
        let header = MessageHeader {
            channel_id,
            sequence: self.sequence,
            log_time: nanoseconds,
            publish_time: nanoseconds,
        };
        self.sequence = self.sequence.wrapping_add(1);
        self.writer
            .write_to_known_channel(&header, bytes)
            .map_err(reason)?;
        self.gathered += bytes.len();
        let is_due = (time - self.chunk_time).abs() >= CHUNK_TIME;
        if self.gathered >= CHUNK_BYTES || is_due {
            self.chunk_time = time;
            self.end_chunk()?;
        }
        Ok(())
    }

    /// Writes what is gathered to the file.
    fn end_chunk(&mut self) -> io::Result<()> {
        self.gathered = 0;
        self.writer.flush().map_err(reason)
    }

    /// Writes everything to the file, so that a crash does not lose it.
    pub fn flush(&mut self) {
        if self.failure.is_none()
            && let Err(error) = self.end_chunk()
        {
            self.failure = Some(error);
        }
    }

    /// Notes that the recording is not complete; nothing more is written.
    pub fn fail(&mut self, error: io::Error) {
        self.failure.get_or_insert(error);
    }

    /// Why nothing more is written, if that is so.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    /// Whether a recording with this name can have a ticket.
    pub fn has_ticket(path: &Path) -> bool {
        Form::of(path) == Some(Form::Mcap)
    }

    /// Adds the content of a file for the ticket.
    pub fn attach_asset(&mut self, hash: &str, content: &[u8]) {
        let name = format!("{}{hash}", ticket::ATTACHMENT_FOLDER);
        if self.failure.is_none() && self.attached.insert(name.clone()) {
            self.attach_bytes(name, "application/octet-stream", content);
        }
    }

    fn attach_bytes(&mut self, name: String, media_type: &str, bytes: &[u8]) {
        let attachment = Attachment {
            log_time: 0,
            create_time: 0,
            name,
            media_type: media_type.to_owned(),
            data: Cow::Borrowed(bytes),
        };
        if let Err(error) = self.writer.attach(&attachment) {
            self.failure = Some(reason(error));
        }
    }

    /// Adds geometries and textures that are not in it yet.
    pub fn attach(&mut self, blobs: &Blobs) {
        for name in blobs.names() {
            if self.failure.is_some() || !self.attached.insert(name.to_string()) {
                continue;
            }
            let Some(bytes) = blobs.bytes(&name) else {
                continue;
            };
            let (folder, media_type) = match blobs.is_texture(&name) {
                true => ("texture", "image/png"),
                false => ("geometry", "application/octet-stream"),
            };
            self.attach_bytes(format!("{folder}/{name}"), media_type, &bytes);
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// When the file could not be written, now or before.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(error) = self.failure.take() {
            return Err(self.unfinished(error));
        }
        let finished = self.writer.finish().map(drop).map_err(reason);
        if let Err(error) = finished {
            return Err(self.unfinished(error));
        }
        // whatever is buffered must be in the file before it is read
        let mut output = self.writer.into_inner();
        output.stream_position()?;
        drop(output);
        if self.form == Form::Html {
            html::write(&self.file, &self.target).map_err(|error| partial(&self.file, error))?;
            std::fs::remove_file(&self.file)?;
        }
        Ok(())
    }

    /// An error with the place of what was recorded before it.
    fn unfinished(&self, error: io::Error) -> io::Error {
        match self.form {
            Form::Mcap => error,
            Form::Html => partial(&self.file, error),
        }
    }
}

/// The error of a recording whose messages are in another file than the wanted one.
fn partial(file: &Path, error: io::Error) -> io::Error {
    let place = file.display();
    io::Error::other(format!("{error}; what was recorded is in {place}"))
}

/// A recorder that several parts of a program write to.
#[derive(Clone, Debug)]
pub struct SharedRecorder(Arc<Mutex<Option<Recorder>>>);

impl SharedRecorder {
    /// Shares a recorder.
    pub fn new(recorder: Recorder) -> Self {
        Self(Arc::new(Mutex::new(Some(recorder))))
    }

    /// Does something with the recorder, unless it is finished.
    pub fn with(&self, work: impl FnOnce(&mut Recorder)) {
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(recorder) = &mut *shared {
            work(recorder);
        }
    }

    /// Completes the file, once.
    ///
    /// # Errors
    /// When the file could not be written, now or before.
    pub fn finish(&self) -> io::Result<()> {
        let recorder = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        recorder.map_or(Ok(()), Recorder::finish)
    }
}
