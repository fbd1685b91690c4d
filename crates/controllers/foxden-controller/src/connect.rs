//! Finds the simulator.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use foxden_protocol::Dialect;
use foxden_protocol::handshake::{
    ControllerUrl, Greeting, GreetingReply, InstancePath, Route, StartedBy, encoded_name, tcp_name,
    user, variable,
};

use crate::connection::SimulatorConnection;

/// How often a connection is tried, once a second.
const ATTEMPTS: u32 = 50;

/// Why a connection could not be made.
enum ConnectFailure {
    /// The world is being loaded; waiting costs no attempt.
    Loading,
    /// It may work later.
    Later(String),
    /// It cannot work, and trying again does not help.
    Never(String),
}

/// Connects, or ends the process.
pub fn connect() -> SimulatorConnection {
    let environment = |name: &str| std::env::var(name).ok();
    let route = match Route::from_environment(environment) {
        Ok(route) => route,
        Err(error) => give_up(&format!("{error} ({})", variable::CONTROLLER_URL)),
    };
    let mut attempt = 0;
    let mut told_loading = false;
    loop {
        match try_route(&route) {
            Ok(connection) => return connection,
            Err(ConnectFailure::Never(reason)) => give_up(&reason),
            Err(ConnectFailure::Loading) => {
                if !told_loading {
                    eprintln!(
                        "The simulation world is not yet ready, pending until loading is done..."
                    );
                    told_loading = true;
                }
            }
            Err(ConnectFailure::Later(reason)) => {
                if attempt % 5 == 0 && attempt < ATTEMPTS {
                    let left = ATTEMPTS - attempt;
                    eprintln!("{reason}, retrying for another {left} seconds...");
                }
                attempt += 1;
                if attempt > ATTEMPTS {
                    give_up(&reason);
                }
            }
        }
        sleep(Duration::from_secs(1));
    }
}

fn give_up(reason: &str) -> ! {
    eprintln!("Error: {reason}. Giving up...");
    std::process::exit(1);
}

fn try_route(route: &Route) -> Result<SimulatorConnection, ConnectFailure> {
    match route {
        Route::Spawned { folder, robot } => {
            let name = encoded_name(robot, folder, Dialect::R2023b);
            local(folder, &name, StartedBy::Intern)
        }
        Route::Extern(ControllerUrl::Tcp { host, port, robot }) => {
            tcp(host, *port, robot.as_deref())
        }
        Route::Extern(ControllerUrl::Local { port, robot }) => instance(*port, robot.as_deref()),
        Route::Extern(ControllerUrl::Newest { robot }) => {
            instance(newest_instance()?, robot.as_deref())
        }
    }
}

/// The folders where simulators create their instance folders; the snap
/// package has its own.
pub fn temporary_folder() -> String {
    let given = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (given(variable::HOME), given("HOME")) {
        (Some(installation), Some(home)) if installation.contains("/snap/webots") => {
            format!("{home}/snap/webots/common/tmp")
        }
        _ => "/tmp".into(),
    }
}

fn newest_instance() -> Result<u16, ConnectFailure> {
    let user = user(|name| std::env::var(name).ok());
    let folder = format!("{}/webots/{user}", temporary_folder());
    let entries = fs::read_dir(&folder).map_err(|_| {
        ConnectFailure::Later(format!("There is no simulator: cannot open {folder}"))
    })?;
    let mut newest = None;
    for entry in entries.flatten() {
        let port: Option<u16> = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        let changed = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok();
        if let (Some(port), Some(changed)) = (port, changed) {
            newest = newest.max(Some((changed, port)));
        }
    }
    newest
        .map(|(_, port)| port)
        .ok_or_else(|| ConnectFailure::Later(format!("There is no simulator: {folder} is empty")))
}

fn instance(port: u16, robot: Option<&str>) -> Result<SimulatorConnection, ConnectFailure> {
    let user = user(|name| std::env::var(name).ok());
    let folder = InstancePath::of(&temporary_folder(), &user, port);
    if !Path::new(folder.path()).is_dir() {
        return Err(ConnectFailure::Later(format!(
            "Cannot connect to the simulator with port {port}: there is no folder {folder}"
        )));
    }
    if Path::new(&folder.loading()).exists() {
        return Err(ConnectFailure::Loading);
    }
    match robot {
        Some(robot) => {
            let mut result = Err(ConnectFailure::Later(String::new()));
            // The releases shorten long names in different ways.
            for dialect in Dialect::ALL {
                result = local(
                    &folder,
                    &encoded_name(robot, &folder, dialect),
                    StartedBy::Extern,
                );
                if result.is_ok() {
                    break;
                }
            }
            let waiting = waiting_robots(&folder);
            result.map_err(|failure| match failure {
                ConnectFailure::Later(_) if !waiting.iter().any(|name| name == robot) => {
                    ConnectFailure::Later(not_waiting(robot, &waiting))
                }
                failure => failure,
            })
        }
        None => local(&folder, &only_robot(&folder, port)?, StartedBy::Extern),
    }
}

/// The message about a robot that does not wait for a controller, with those that do.
fn not_waiting(robot: &str, waiting: &[String]) -> String {
    let others = match waiting {
        [] => "there are none yet".to_owned(),
        names => format!("there are: {}", names.join(", ")),
    };
    format!(
        "The specified robot '{robot}' is not in the list of robots with <extern> controllers ({others})"
    )
}

/// The names of the robots that wait for an extern controller, sorted.
fn waiting_robots(folder: &InstancePath) -> Vec<String> {
    let mut robots = Vec::new();
    for entry in fs::read_dir(folder.robots())
        .into_iter()
        .flatten()
        .flatten()
    {
        if let Ok(name) = entry.file_name().into_string()
            && Path::new(&folder.socket(&name, StartedBy::Extern)).exists()
        {
            robots.push(name);
        }
    }
    robots.sort();
    robots
}

fn only_robot(folder: &InstancePath, port: u16) -> Result<String, ConnectFailure> {
    match waiting_robots(folder).as_slice() {
        [] => Err(ConnectFailure::Later(
            "The simulation has not yet started or has no robot with an <extern> controller".into(),
        )),
        [robot] => Ok(robot.clone()),
        robots => Err(ConnectFailure::Never(format!(
            "no robot name in {}, and simulator {port} has several robots with an <extern> controller: {}",
            variable::CONTROLLER_URL,
            robots.join(", ")
        ))),
    }
}

fn local(
    folder: &InstancePath,
    name: &str,
    side: StartedBy,
) -> Result<SimulatorConnection, ConnectFailure> {
    let socket = folder.socket(name, side);
    UnixStream::connect(&socket)
        .map(SimulatorConnection::local)
        .map_err(|error| {
            ConnectFailure::Later(format!(
                "The specified robot is not in the list of robots with <extern> controllers ({socket}: {error})"
            ))
        })
}

fn tcp(host: &str, port: u16, robot: Option<&str>) -> Result<SimulatorConnection, ConnectFailure> {
    let unreachable =
        |error| ConnectFailure::Later(format!("Cannot connect to {host}:{port}: {error}"));
    let mut stream = TcpStream::connect((host, port)).map_err(unreachable)?;
    // Each request waits for an answer; holding back small packets only delays.
    stream.set_nodelay(true).map_err(unreachable)?;
    let robot = robot.map(|robot| tcp_name(robot, Dialect::R2023b));
    let greeting = Greeting { robot };
    stream.write_all(&greeting.encode()).map_err(unreachable)?;
    let mut reply = [0; 10];
    let size = stream.read(&mut reply).map_err(unreachable)?;
    match GreetingReply::decode(&reply[..size]) {
        Ok(GreetingReply::Connected) => Ok(SimulatorConnection::tcp(stream)),
        Ok(GreetingReply::Processing) => Err(ConnectFailure::Loading),
        Ok(GreetingReply::Failed) => Err(ConnectFailure::Later(
            "The specified robot is not in the list of robots with <extern> controllers".into(),
        )),
        Ok(GreetingReply::Forbidden) => Err(ConnectFailure::Never(format!(
            "{host}:{port} refuses this controller: the robot has one already, or this address is not allowed"
        ))),
        Err(_) => Err(ConnectFailure::Never(format!(
            "{host}:{port} does not answer like a simulator"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::not_waiting;

    #[test]
    fn a_misspelt_robot_is_answered_with_those_that_wait() {
        let message = not_waiting("gard", &["guard".to_owned()]);
        assert!(message.contains("'gard'") && message.ends_with("(there are: guard)"));
        assert!(not_waiting("gard", &[]).ends_with("(there are none yet)"));
    }
}
