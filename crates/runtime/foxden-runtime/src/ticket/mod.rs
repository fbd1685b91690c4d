//! Replay tickets: everything that a run depended on, so that it can be made again
//! and compared.
//!
//! A ticket is a part of a recording, an MCAP file. It has three channels and the
//! contents of all files as attachments:
//!
//! | topic | a message |
//! |---|---|
//! | [`WORLD_TOPIC`] | a world was opened: a JSON text of the program that wrote it |
//! | [`ASSETS_TOPIC`] | files that were found and read: a JSON text of that program |
//! | [`INPUTS_TOPIC`] | a [`block`] of inputs, steps and checks of the state |
//!
//! The messages after a world belong to it, until the next world. The
//! [`TicketRecorder`](recorder::TicketRecorder) makes the blocks, a
//! [`TicketFile`](file::TicketFile) reads them, and a [`Replay`](replay::Replay)
//! applies them to a world.

pub mod block;
pub mod event_stream;
pub mod file;
pub mod operation;
mod record;
pub mod recorder;
pub mod replay;
pub mod state_delta;

/// The topic of worlds.
pub const WORLD_TOPIC: &str = "world";

/// The topic of files.
pub const ASSETS_TOPIC: &str = "assets";

/// The topic of inputs, steps and checks.
pub const INPUTS_TOPIC: &str = "inputs";

/// What the names of attached files begin with; their hash follows.
pub const ATTACHMENT_FOLDER: &str = "asset/";

/// The version of the format of blocks. A program reads its own only.
pub const FORMAT: u32 = 1;

/// Why a ticket cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TicketError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The file has no ticket.
    #[error("{0}")]
    NoTicket(String),
    /// A part is not what it should be.
    #[error("the recording is damaged: {0}")]
    Damaged(String),
}
