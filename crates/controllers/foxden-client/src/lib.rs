//! What a Webots controller library knows and decides, without input or output.
//!
//! A controller calls functions; most only change what is remembered here, some
//! ask the simulator. [`Client::request`] says what is to be sent, and
//! [`Client::hear`] takes in what came back; whoever holds the connection moves
//! the packets. The rules are those of the genuine library: values are not a
//! number before the first sample, setters of a step are merged, wrong calls are
//! refused with a [`Misuse`] that says what to do.
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
