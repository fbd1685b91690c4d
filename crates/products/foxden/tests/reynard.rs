//! `foxden reynard` as a process: what it prints, when it ends and how.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/support/prerequisites.rs"]
mod prerequisites;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(240);

fn foxden(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foxden"));
    command
        .arg("reynard")
        .args(arguments)
        .arg("--robotraconteur-nodename=test.reynard")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

struct Running(Child);

impl Running {
    fn start(arguments: &[&str]) -> Self {
        Self(foxden(arguments).spawn().unwrap())
    }

    /// Asks it to end, as a terminal or a service manager does.
    fn end(&mut self) -> Option<i32> {
        let id = self.0.id().to_string();
        let killed = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(killed.success());
        self.0.wait().unwrap().code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts it on a free port with further options. Somebody else may be quicker to
/// take the port, and then another one is tried.
fn start_on_free_port(options: &[&str]) -> Running {
    let begin = Instant::now();
    let check_time = || assert!(begin.elapsed() < PATIENCE, "it does not serve");
    loop {
        check_time();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let http = format!("--http-port={port}");
        let mut running = Running::start(&[&[http.as_str()], options].concat());
        while running.0.try_wait().unwrap().is_none() {
            if state(port).is_some() {
                return running;
            }
            check_time();
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn state(port: u16) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    let request =
        format!("GET /api/state HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn it_prints_the_addresses_of_its_servers_and_ends_when_asked() {
    let mut running = Running::start(&[
        "--http-port=0",
        "--ascii-socket-port=0",
        "--robotraconteur-tcp-port=0",
        "--robots=2",
    ]);
    let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
    let mut port = 0;
    loop {
        let line = lines.next().expect("more lines").unwrap();
        if let Some(address) = line.trim().strip_prefix("page") {
            let digits: String = address.chars().filter(char::is_ascii_digit).collect();
            port = digits.parse().unwrap();
        }
        if line.ends_with("?service=reynard_2") {
            break;
        }
    }
    assert!(state(port).unwrap().starts_with("HTTP/1.1 200"));
    assert_eq!(running.end(), Some(0));
}

#[test]
fn quiet_prints_nothing() {
    let options = [
        "--quiet",
        "--disable-ascii-socket",
        "--disable-robotraconteur",
    ];
    let mut running = start_on_free_port(&options);
    assert_eq!(running.end(), Some(0));
    let mut printed = String::new();
    for stream in [
        running
            .0
            .stdout
            .take()
            .map(|s| Box::new(s) as Box<dyn Read>),
        running
            .0
            .stderr
            .take()
            .map(|s| Box::new(s) as Box<dyn Read>),
    ] {
        stream.unwrap().read_to_string(&mut printed).unwrap();
    }
    assert_eq!(printed, "");
}

#[test]
fn a_port_in_use_is_one_line_and_exit_code_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    for (option, server) in [
        ("--http-port", "HTTP"),
        ("--ascii-socket-port", "ASCII"),
        ("--robotraconteur-tcp-port", "Robot Raconteur"),
    ] {
        let mut arguments = vec![format!("{option}={port}")];
        for other in [
            "--http-port",
            "--ascii-socket-port",
            "--robotraconteur-tcp-port",
        ] {
            if other != option {
                arguments.push(format!("{other}=0"));
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = foxden(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let wanted = format!(
            "foxden: the {server} port {port} cannot be opened: another program uses it; choose another port, or end that program\n"
        );
        assert_eq!(String::from_utf8(output.stderr).unwrap(), wanted);
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_world_without_reynard_is_refused() {
    let world = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../worlds/charging_station.wbt"
    );
    let servers = [
        "--http-port=0",
        "--ascii-socket-port=0",
        "--robotraconteur-tcp-port=0",
    ];
    for (file, reason) in [
        (world, "no robot of the world is a Reynard"),
        ("/nowhere/at/all.wbt", "there is no such file"),
    ] {
        let output = foxden(&[&servers[..], &["--offline", "--world", file]].concat())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(reason), "{text}");
    }
}

#[test]
fn too_many_for_a_world_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("walled_in.wbt");
    let world = r#"#VRML_SIM R2023b utf8
IMPORTABLE EXTERNPROTO "webots://projects/robots/foxden/reynard/protos/Reynard.proto"
WorldInfo { basicTimeStep 50 }
Reynard { }
Solid { name "wall" boundingObject Box { size 20 20 0.1 } }
"#;
    std::fs::write(&file, world).unwrap();
    let arguments = [
        "--http-port=0",
        "--ascii-socket-port=0",
        "--robotraconteur-tcp-port=0",
        "--offline",
        "--robots=3",
        "--world",
        file.to_str().unwrap(),
    ];
    let output = foxden(&arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let wanted = "foxden: this world has space for 1 of 3 Reynards\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), wanted);
    assert!(output.stdout.is_empty());
}

/// Lets a command keep what nodes of Robot Raconteur know of each other in a
/// folder of the test.
fn apart(command: &mut Command, folder: &std::path::Path) {
    for (variable, name) in [
        ("ROBOTRACONTEUR_SYSTEM_RUN_DIR", "system"),
        ("ROBOTRACONTEUR_USER_RUN_DIR", "user"),
        ("ROBOTRACONTEUR_SYSTEM_STATE_DIR", "state"),
        ("ROBOTRACONTEUR_USER_STATE_DIR", "state"),
        ("ROBOTRACONTEUR_SYSTEM_CONFIG_DIR", "config"),
        ("ROBOTRACONTEUR_USER_CONFIG_DIR", "config"),
    ] {
        command.env(variable, folder.join(name));
    }
}

/// The genuine client finds him by the type of his service, in one of two ways.
fn is_found(way: &str, options: &[&str]) {
    let workspace = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let Some(python) = prerequisites::genuine_python(&workspace) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let servers = [
        "--http-port=0",
        "--ascii-socket-port=0",
        "--robotraconteur-tcp-port=0",
    ];
    let mut server = foxden(&[&servers[..], options].concat());
    apart(&mut server, folder.path());
    let mut running = Running(server.spawn().unwrap());
    let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("?service=reynard")));
    let mut finder = Command::new(python);
    finder
        .arg(workspace.join("tests/reynard/find_reynard.py"))
        .args([way, "test.reynard"])
        .env("ROBOTRACONTEUR_LOG_LEVEL", "WARNING")
        .env("PYTHONDONTWRITEBYTECODE", "1");
    apart(&mut finder, folder.path());
    let output = finder.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        printed.trim(),
        "all is well",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(running.end(), Some(0));
}

#[test]
fn programs_on_this_machine_find_him() {
    is_found("local", &[]);
}

#[test]
fn a_public_server_is_announced() {
    is_found("public", &["--robotraconteur-public"]);
}
