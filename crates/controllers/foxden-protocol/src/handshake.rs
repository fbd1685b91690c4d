//! How a controller finds its simulator and is let in.
//!
//! On one machine they meet at a Unix socket in the instance folder
//! ([`InstanceFolder`]) under the encoded name of the robot ([`encoded_name`]);
//! no word is said before the first packet. Over TCP the controller says a
//! [`Greeting`] and waits for the [`GreetingReply`]. Which way it goes it reads from its
//! environment ([`Route`]).

mod folder;
mod greeting;
mod name;
mod route;

pub use folder::{InstanceFolder, Side, user};
pub use greeting::{Greeting, GreetingProgress, GreetingReply};
pub use name::{aliases, encoded_name, percent_encode, tcp_name};
pub use route::{ControllerUrl, Route, UrlError, variable};
