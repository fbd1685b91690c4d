//! The rules of a Webots controller library, without input or output.
//!
//! A controller calls functions. Most of them only change the state of the
//! [`Client`], some ask the simulator. [`Client::request`] returns the packet
//! to send, and the [`Client`] handles the messages that come back
//! ([`foxden_protocol::AnswerHandler`]); the caller owns the connection. The
//! rules are those of the genuine library: a value is NaN before the first
//! sample, setters within a step are merged, and a wrong call returns a
//! [`Misuse`] that says what to do.
//!
//! ```
//! use foxden_client::Client;
//! use foxden_protocol::Dialect;
//!
//! let mut client = Client::new();
//! // The first packet of every controller: no step, the joystick is off.
//! let mut bytes = Vec::new();
//! client.request(0).encode(Dialect::R2023b, &mut bytes);
//! assert_eq!(bytes, b"\x11\0\0\0\0\0\0\0\0\0\x03\0\0\0\x23\0\0");
//! ```

mod client;
pub mod devices;
mod input;
mod misuse;
mod motion;
mod period;
mod robot;
pub mod supervisor;
mod text;

pub use client::{Client, EndNotice};
pub use devices::Device;
pub use input::{Joystick, Keyboard, Mouse};
pub use misuse::Misuse;
pub use motion::{Motion, MotionError};
pub use period::Period;
pub use robot::{Robot, RobotSetting, UserInputWait};
pub use text::Text;
