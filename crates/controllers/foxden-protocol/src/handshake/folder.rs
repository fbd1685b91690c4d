//! The folder where a running simulator can be found on its machine.

use std::fmt;

/// Who started the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartedBy {
    /// The simulator.
    Intern,
    /// Another process.
    Extern,
}

/// The folder of one running simulator, with a slash at its end.
///
/// ```
/// use foxden_protocol::handshake::{InstancePath, StartedBy};
///
/// let folder = InstancePath::of("/tmp", "ada", 1234);
/// assert_eq!(folder.to_string(), "/tmp/webots/ada/1234/");
/// assert_eq!(folder.socket("my%20robot", StartedBy::Extern), "/tmp/webots/ada/1234/ipc/my%20robot/extern");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstancePath(String);

impl InstancePath {
    /// The folder of the instance with this port.
    pub fn of(temporary: &str, user: &str, port: u16) -> Self {
        Self(format!("{temporary}/webots/{user}/{port}/"))
    }

    /// The folder that a spawned controller finds in its environment.
    pub fn at(path: &str) -> Self {
        let slash = if path.ends_with('/') { "" } else { "/" };
        Self(format!("{path}{slash}"))
    }

    /// The path, with a slash at its end.
    pub fn path(&self) -> &str {
        &self.0
    }

    /// Exists while a world is being loaded: controllers wait.
    pub fn loading(&self) -> String {
        format!("{}loading", self.0)
    }

    /// Contains the seconds since 1970. The simulator rewrites it regularly,
    /// so an old number means that the simulator has ended.
    pub fn live(&self) -> String {
        format!("{}live.txt", self.0)
    }

    /// Holds a folder for each robot.
    pub fn robots(&self) -> String {
        format!("{}ipc", self.0)
    }

    /// The folder of a robot, by its encoded name.
    pub fn robot(&self, encoded_name: &str) -> String {
        format!("{}ipc/{encoded_name}", self.0)
    }

    /// The socket of a robot, by its encoded name.
    pub fn socket(&self, encoded_name: &str, side: StartedBy) -> String {
        let file = match side {
            StartedBy::Intern => "intern",
            StartedBy::Extern => "extern",
        };
        format!("{}ipc/{encoded_name}/{file}", self.0)
    }

    /// The file that a rendering device's picture is mapped from.
    pub fn image(&self, encoded_name: &str, device: &str) -> String {
        format!("{}ipc/{encoded_name}/snap.webots.{device}", self.0)
    }
}

impl fmt::Display for InstancePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The user's name as used in the folder: `USER`, else `USERNAME`, else
/// `default`.
///
/// ```
/// use foxden_protocol::handshake::user;
/// assert_eq!(user(|name| (name == "USERNAME").then(|| "ada".into())), "ada");
/// assert_eq!(user(|_| None), "default");
/// ```
pub fn user(variable: impl Fn(&str) -> Option<String>) -> String {
    ["USER", "USERNAME"]
        .into_iter()
        .filter_map(variable)
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "default".to_owned())
}
