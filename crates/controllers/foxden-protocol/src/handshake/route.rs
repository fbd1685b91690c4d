//! Which way a controller goes, read from its environment.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::handshake::InstancePath;

/// The names of the environment variables.
pub mod variable {
    /// The robot's plain name, set for spawned controllers.
    pub const ROBOT_NAME: &str = "WEBOTS_ROBOT_NAME";
    /// The instance folder with its slash, set for spawned controllers.
    pub const INSTANCE_PATH: &str = "WEBOTS_INSTANCE_PATH";
    /// Where an extern controller connects to.
    pub const CONTROLLER_URL: &str = "WEBOTS_CONTROLLER_URL";
    /// Send standard output as messages.
    pub const STDOUT_REDIRECT: &str = "WEBOTS_STDOUT_REDIRECT";
    /// Send standard error as messages.
    pub const STDERR_REDIRECT: &str = "WEBOTS_STDERR_REDIRECT";
    /// The installation, where bindings find the library.
    pub const HOME: &str = "WEBOTS_HOME";
    /// The simulator's folder for temporary files.
    pub const TEMPORARY_FOLDER: &str = "WEBOTS_TMPDIR";
    /// The project, for MATLAB.
    pub const PROJECT: &str = "WEBOTS_PROJECT";
    /// The controller's name, for MATLAB.
    pub const CONTROLLER_NAME: &str = "WEBOTS_CONTROLLER_NAME";
    /// The controller's arguments, joined, for MATLAB.
    pub const CONTROLLER_ARGUMENTS: &str = "WEBOTS_CONTROLLER_ARGS";
    /// The simulator's version, for MATLAB.
    pub const VERSION: &str = "WEBOTS_VERSION";
}

/// The address of a simulator for an extern controller. Robot names in it are
/// plain, not encoded.
///
/// ```
/// use foxden_protocol::handshake::ControllerUrl;
///
/// let url: ControllerUrl = "tcp://localhost:1234/my robot".parse()?;
/// assert_eq!(url.robot(), Some("my robot"));
/// assert_eq!(url.to_string(), "tcp://localhost:1234/my robot");
/// # Ok::<(), foxden_protocol::handshake::ControllerUrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControllerUrl {
    /// The instance of this machine that was started last.
    Newest {
        /// The robot; none for the only one.
        robot: Option<String>,
    },
    /// An instance of this machine.
    Local {
        /// Its port.
        port: u16,
        /// The robot; none for the only one.
        robot: Option<String>,
    },
    /// An instance anywhere.
    Tcp {
        /// The machine.
        host: String,
        /// The port.
        port: u16,
        /// The robot; none for the only one.
        robot: Option<String>,
    },
}

/// Why an address cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ControllerUrlError {
    /// Neither `ipc` nor `tcp`.
    #[error("{0}: only ipc:// and tcp:// lead to a simulator")]
    Scheme(String),
    /// No number where the port belongs.
    #[error("{0}: the port is missing or wrong")]
    Port(String),
    /// Nothing where the host belongs.
    #[error("{0}: the host is missing")]
    Host(String),
}

impl ControllerUrl {
    /// The robot that is named in it.
    pub fn robot(&self) -> Option<&str> {
        match self {
            Self::Newest { robot } | Self::Local { robot, .. } | Self::Tcp { robot, .. } => {
                robot.as_deref()
            }
        }
    }
}

impl FromStr for ControllerUrl {
    type Err = ControllerUrlError;

    fn from_str(text: &str) -> Result<Self, ControllerUrlError> {
        let named = |robot: &str| Some(robot.to_owned()).filter(|robot| !robot.is_empty());
        let Some((scheme, rest)) = text.split_once("://") else {
            return Ok(Self::Newest { robot: named(text) });
        };
        let wrong_port = || ControllerUrlError::Port(text.to_owned());
        // A robot's name may have slashes and colons in it.
        let (address, robot) = rest
            .split_once('/')
            .map_or((rest, None), |(address, robot)| (address, named(robot)));
        match scheme {
            "ipc" => Ok(Self::Local {
                port: address.parse().map_err(|_| wrong_port())?,
                robot,
            }),
            "tcp" => {
                let (host, port) = address.split_once(':').ok_or_else(wrong_port)?;
                if host.is_empty() {
                    return Err(ControllerUrlError::Host(text.to_owned()));
                }
                Ok(Self::Tcp {
                    host: host.to_owned(),
                    port: port.parse().map_err(|_| wrong_port())?,
                    robot,
                })
            }
            _ => Err(ControllerUrlError::Scheme(text.to_owned())),
        }
    }
}

impl fmt::Display for ControllerUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newest { robot } => return formatter.write_str(robot.as_deref().unwrap_or("")),
            Self::Local { port, .. } => write!(formatter, "ipc://{port}")?,
            Self::Tcp { host, port, .. } => write!(formatter, "tcp://{host}:{port}")?,
        }
        self.robot()
            .map_or(Ok(()), |robot| write!(formatter, "/{robot}"))
    }
}

/// Which way a controller goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// It was spawned by the simulator.
    Spawned {
        /// The instance folder.
        folder: InstancePath,
        /// The robot.
        robot: String,
    },
    /// Another process started it.
    Extern(ControllerUrl),
}

impl Route {
    /// Reads the environment: what the simulator says to its own wins.
    pub fn from_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ControllerUrlError> {
        let given = |name| variable(name).filter(|value| !value.is_empty());
        if let (Some(robot), Some(folder)) =
            (given(variable::ROBOT_NAME), given(variable::INSTANCE_PATH))
        {
            return Ok(Self::Spawned {
                folder: InstancePath::at(&folder),
                robot,
            });
        }
        let url = given(variable::CONTROLLER_URL).unwrap_or_default();
        url.parse().map(Self::Extern)
    }

    /// The environment that makes a controller go this way.
    pub fn to_environment(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Spawned { folder, robot } => vec![
                (variable::ROBOT_NAME, robot.clone()),
                (variable::INSTANCE_PATH, folder.path().to_owned()),
            ],
            Self::Extern(url) => vec![(variable::CONTROLLER_URL, url.to_string())],
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for text in [
            "",
            "robot",
            "ipc://1234",
            "ipc://1234/my robot",
            "tcp://10.0.0.1:1234",
            "tcp://host:1/a/b:c",
        ] {
            let url: ControllerUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), text);
        }
        let slashes: ControllerUrl = "tcp://host:1/a/b:c".parse().unwrap();
        assert_eq!(slashes.robot(), Some("a/b:c"));
    }

    #[test]
    fn addresses_that_lead_nowhere_are_refused() {
        let parse = |text: &str| text.parse::<ControllerUrl>().unwrap_err();
        assert!(matches!(parse("http://x"), ControllerUrlError::Scheme(_)));
        assert!(matches!(parse("tcp://host"), ControllerUrlError::Port(_)));
        assert!(matches!(parse("tcp://:1"), ControllerUrlError::Host(_)));
        assert!(matches!(parse("ipc://robot"), ControllerUrlError::Port(_)));
        assert!(matches!(
            parse("tcp://host:99999"),
            ControllerUrlError::Port(_)
        ));
    }

    #[test]
    fn what_the_simulator_says_wins() {
        let spawned = Route::Spawned {
            folder: InstancePath::of("/tmp", "ada", 1234),
            robot: "my robot".into(),
        };
        let mut environment = spawned.to_environment();
        environment.push((variable::CONTROLLER_URL, "tcp://host:1".into()));
        let look = |wanted: &str| {
            let found = environment.iter().find(|(name, _)| *name == wanted);
            found.map(|(_, value)| value.clone())
        };
        assert_eq!(Route::from_environment(look), Ok(spawned));
        let without = |wanted: &str| look(wanted).filter(|_| wanted != variable::ROBOT_NAME);
        let route = Route::from_environment(without).unwrap();
        assert_eq!(route, Route::Extern("tcp://host:1".parse().unwrap()));
    }
}
