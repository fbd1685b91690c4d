//! How a controller finds its simulator and connects to it.
//!
//! On one machine it connects to a Unix socket in the instance folder
//! ([`InstancePath`]), under the encoded name of the robot
//! ([`encoded_name`]), and sends its first packet at once. Over TCP it sends a
//! [`Greeting`] and waits for the [`GreetingReply`]. Its environment says
//! which way to take ([`Route`]).

mod folder;
mod greeting;
mod name;
mod route;

pub use folder::{InstancePath, StartedBy, user};
pub use greeting::{Greeting, GreetingProgress, GreetingReply};
pub use name::{aliases, encoded_name, percent_encode, tcp_name};
pub use route::{ControllerUrl, ControllerUrlError, Route, variable};
