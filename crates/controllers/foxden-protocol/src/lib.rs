//! The messages between Webots controllers and their simulator.
//!
//! A controller is linked with a library that finds the simulator
//! ([`handshake`]), sends packets ([`frame`]) of messages for the [`robot`], its
//! [`devices`] and, if it is a [`supervisor`], the scene, and reads what comes
//! back. Here these are types with one layout each, written and read in both
//! directions, so that the simulator and a library of our own share them. The
//! two supported releases differ in a few places, all in [`dialect`]. Nothing
//! here does input or output.
//!
//! ```
//! use foxden_protocol::{ControllerPacket, RequestDecoder, RequestMessages, robot};
//!
//! // What the library of R2023b sends first: no step, joystick off.
//! let bytes = b"\x11\0\0\0\0\0\0\0\0\0\x03\0\0\0\x23\0\0";
//! let ControllerPacket::Request(request) = RequestDecoder::new().decode(bytes)? else { panic!() };
//! assert!(request.is_immediate());
//! let RequestMessages::Robot(messages) = &request.blocks[0] else { panic!() };
//! assert_eq!(messages[0], robot::RobotRequest::JoystickPeriod { period: 0 }.into());
//! # Ok::<(), foxden_protocol::DecodeError>(())
//! ```

mod answer;
pub mod devices;
pub mod dialect;
mod error;
pub mod frame;
pub mod handshake;
mod ids;
mod layout;
mod reader;
mod request;
pub mod robot;
#[cfg(test)]
mod sample;
pub mod supervisor;
mod wire;

pub use answer::{
    AnswerDecoder, AnswerHandler, AnswerMessage, AnswerPacket, Delay, read_answer, read_answer_body,
};
pub use devices::DeviceKind;
pub use dialect::{ActualField, Dialect};
pub use error::{DecodeError, DecodeErrorReason};
pub use ids::{
    FieldId, NodeTypeNumber, ProtoId, Tag, Uid, field_type_from_number, field_type_number,
};
pub use reader::Reader;
pub use request::{ControllerPacket, RequestDecoder, RequestMessages, RequestPacket, RobotMessage};
pub use wire::{Wire, Writer};

#[cfg(test)]
mod round_trip;
