//! `foxden controller`

use super::unusable;
use crate::exit_code::ExitCode;
use crate::terminal::warn;
use clap::{Args, ValueEnum};
use foxden_controllers::controller_search::program_at;
use foxden_controllers::listener::{ListenOptions, USUAL_PORT};
use foxden_controllers::secret::{self, Secret};
use foxden_protocol::handshake::{ControllerUrl, variable};
use std::net::IpAddr;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden controller controllers/my_controller/my_controller.py
  foxden controller --robot-name cub controllers/cub fast 3
  foxden controller --ip-address 192.168.1.7 --secret 3f0c… --robot-name cub my_controller

A controller that you start without this command needs the address of its robot, with the secret
in front of the robot's name; 'foxden run' prints it:
  WEBOTS_CONTROLLER_URL=tcp://192.168.1.7:1235/SECRET~cub

The controller drives a robot whose field 'controller' is \"<extern>\". It runs in its own folder,
with its runtime.ini. Start 'foxden run' first.
Exit code: that of the controller; 2 wrong usage or no such program.")]
pub(crate) struct ControllerArguments {
    /// The controller: an executable, a .py, .jar, .class or .m file, or the folder that holds one
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// Arguments for the controller
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    arguments: Vec<String>,
    /// The robot to drive; not needed if only one robot waits for an extern controller
    #[arg(long, value_name = "NAME")]
    robot_name: Option<String>,
    /// How to connect; tcp if an address is given, else ipc
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// The machine that the simulation runs on, for tcp; this one if not given
    #[arg(long, value_name = "ADDRESS")]
    ip_address: Option<String>,
    /// The port of the simulation; if not given, 1234 with tcp, and that of the newest run on this machine with ipc
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The secret that 'foxden run' prints, for tcp; not needed for the same user on the same machine. The variable FOXDEN_CONTROLLER_SECRET does the same, and other users cannot read it
    #[arg(long, value_name = "SECRET", value_parser = Secret::chosen)]
    secret: Option<Secret>,
    /// Sends what the controller prints to the simulation, which prints it
    #[arg(long)]
    stdout_redirect: bool,
    /// Sends what the controller prints as errors to the simulation, which prints it
    #[arg(long)]
    stderr_redirect: bool,
    /// The folder of the controller library; WEBOTS_HOME/lib/controller if not given
    #[arg(long, value_name = "DIR", value_parser = super::folder)]
    controller_library: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum Protocol {
    /// A local socket, on the same machine
    Ipc,
    /// The network
    Tcp,
}

impl ControllerArguments {
    fn url(&self) -> Result<ControllerUrl, String> {
        let robot = self.robot_name.clone().filter(|name| !name.is_empty());
        let default = match self.ip_address {
            Some(_) => Protocol::Tcp,
            None => Protocol::Ipc,
        };
        match (self.protocol.unwrap_or(default), &self.ip_address) {
            (Protocol::Ipc, Some(_)) => Err(
                "--ip-address has no meaning with --protocol ipc; leave it out, or use --protocol tcp"
                    .to_owned(),
            ),
            (Protocol::Ipc, None) => Ok(match self.port {
                Some(port) => ControllerUrl::Local { port, robot },
                None => ControllerUrl::Newest { robot },
            }),
            (Protocol::Tcp, address) => {
                let host = address.clone().unwrap_or_else(|| "127.0.0.1".to_owned());
                let port = self.port.unwrap_or(USUAL_PORT);
                let robot = match self.known_secret(&host, port)? {
                    Some(secret) => Some(secret.name_for(robot.as_deref())),
                    None => robot,
                };
                Ok(ControllerUrl::Tcp { host, port, robot })
            }
        }
    }

    /// The secret that was given, or that of a Foxden of this user on this machine.
    fn known_secret(&self, host: &str, port: u16) -> Result<Option<Secret>, String> {
        if let Some(secret) = &self.secret {
            return Ok(Some(secret.clone()));
        }
        let chosen = std::env::var(secret::VARIABLE).unwrap_or_default();
        if !chosen.is_empty() {
            let explained = |reason| format!("{}: {reason}", secret::VARIABLE);
            return Secret::chosen(&chosen).map(Some).map_err(explained);
        }
        let is_here = host == "localhost"
            || host
                .parse()
                .is_ok_and(|address: IpAddr| address.is_loopback());
        let folder = ListenOptions::from_environment().instance(port);
        Ok(is_here.then(|| Secret::of_instance(&folder)).flatten())
    }
}

/// Becomes the controller, so that its exit code and its signals are its own.
pub(crate) fn run(arguments: &ControllerArguments) -> ExitCode {
    let url = match arguments.url() {
        Ok(url) => url,
        Err(reason) => return unusable(&reason),
    };
    let mut places = super::controllers::controller_paths();
    let library = arguments.controller_library.as_ref();
    if let Some(library) = library.and_then(|one| std::path::absolute(one).ok()) {
        places.libraries = Some(library);
    }
    let program = match program_at(&arguments.program, &arguments.arguments, &places) {
        Ok(program) => program,
        Err(error) => return unusable(&error.to_string()),
    };
    if let Some(remark) = &program.remark {
        warn(remark);
    }
    let mut command = program.command();
    command
        .env_remove(variable::ROBOT_NAME)
        .env_remove(variable::INSTANCE_PATH)
        .env(variable::CONTROLLER_URL, url.to_string());
    for (is_wanted, name) in [
        (arguments.stdout_redirect, variable::STDOUT_REDIRECT),
        (arguments.stderr_redirect, variable::STDERR_REDIRECT),
    ] {
        match is_wanted {
            true => command.env(name, "1"),
            false => command.env_remove(name),
        };
    }
    let error = command.exec();
    let command = program.command.display();
    unusable(&format!("{command} cannot be started: {error}"))
}
