//! The kinds of members that are more than a question and an answer.
//!
//! A service keeps these as fields of its object and hands them to the node
//! by name; a client gets their other ends from an object reference.

mod attachment;
mod callback;
mod event;
mod generator;
mod memory;
mod pipe;
mod property;
mod send_check;
mod shared_member;
mod typed_generator;
mod wire;

pub use callback::Callback;
pub use event::Event;
pub use generator::{Generator, GeneratorFn, generator};
pub use memory::{ArrayMemory, Memory};
pub use pipe::{Pipe, PipeEndpoint};
pub use property::Property;
pub use typed_generator::TypedGenerator;
pub use wire::{Wire, WireConnection, WireValues};

pub(crate) use attachment::{Attachment, Attachments};
pub(crate) use pipe::{PipeSetup, PipeState};
pub(crate) use wire::{WireState, packet_elements, read_packet};

pub(crate) mod transfer {
    pub(crate) use super::memory::{read_count, split};
}
