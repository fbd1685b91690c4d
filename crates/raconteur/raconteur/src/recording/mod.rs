//! Recording of wires to MCAP files, and replay.
//!
//! [`Recorder::record`] writes every value of some wires of a session to an
//! [MCAP](https://mcap.dev) file. [`Recording`] reads such a file, and
//! [`Replay`] offers services with the same wires that play it.
//!
//! Each wire is a channel `service.path.wire` of JSON messages
//! `{"time": {"sec": …, "nsec": …}, "value": …}` with a JSON schema, so that
//! other programs that read MCAP show them. The service definitions are
//! attachments. The time of a message in the file is the time of its arrival;
//! the time of publication is the time that the packet has.
//!
//! ```no_run
//! # async fn example(session: raconteur::client::Session) -> Result<(), Box<dyn std::error::Error>> {
//! use raconteur::recording::{Recorder, Recording, RecordingSummary, Replay};
//!
//! let mut recorder = Recorder::new(std::fs::File::create("arm.mcap")?)?;
//! let wires = ["state".parse()?, "tools[0].force".parse()?];
//! let stop = tokio::time::sleep(std::time::Duration::from_secs(10));
//! let summary: RecordingSummary = recorder.record(&session, &wires, stop).await?;
//! recorder.finish()?;
//! println!("{} values, {} missed", summary.messages, summary.missed);
//!
//! let recording = Recording::read(&std::fs::read("arm.mcap")?)?;
//! let replay = Replay::new(recording)?;
//! let node = raconteur::Node::new("replay")?;
//! for service in replay.services() {
//!     node.register(service)?;
//! }
//! let listener = node.listen("127.0.0.1:29201", Default::default()).await?;
//! replay.wait_for_client().await;
//! replay.play(1.0).await;
//! # Ok(()) }
//! ```

mod json_schema;
mod reader;
mod record;
mod recorder;
mod replay;

pub use reader::{RecordedMessage, RecordedWire, Recording};
pub use recorder::{Recorder, RecordingSummary};
pub use replay::Replay;

use crate::client::InvalidPath;
use crate::json::JsonError;
use crate::value::Timestamp;

/// Recording or reading a recording failed.
///
/// ```
/// use raconteur::recording::RecordingError;
/// fn is_lost(error: &RecordingError) -> bool {
///     matches!(error, RecordingError::Node(_))
/// }
/// # let _ = is_lost;
/// ```
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The service could not be used.
    #[error("{0}")]
    Node(#[from] crate::Error),
    /// The file could not be written or is no MCAP file.
    #[error("{0}")]
    File(#[from] mcap::McapError),
    /// A member that is no wire, or one whose values only clients send.
    #[error("`{0}` is not a wire that the service sends")]
    NoWire(String),
    /// A file that is no recording of wires.
    #[error("this is no recording of Robot Raconteur wires: {0}")]
    Format(String),
    /// A path in a file that cannot be read.
    #[error("{0}")]
    Path(#[from] InvalidPath),
    /// A value in a file that does not fit its type.
    #[error("{0}")]
    Value(#[from] JsonError),
}

/// Nanoseconds since 1970 as files have them; times before that are zero.
fn nanoseconds(time: Timestamp) -> u64 {
    let seconds = u64::try_from(time.seconds()).unwrap_or(0);
    let rest = u64::try_from(time.nanoseconds()).unwrap_or(0);
    seconds.saturating_mul(1_000_000_000).saturating_add(rest)
}
