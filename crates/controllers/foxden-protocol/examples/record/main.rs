//! A simulator that simulates nothing: it lets one controller in, answers all it
//! asks with made-up values, and writes down every packet.
//!
//! ```text
//! cargo run -p foxden-protocol --example record -- intern|extern|tcp OUTPUT PROGRAM [ARGUMENT...]
//! ```
//!
//! The recordings in `tests/captured` were made with it and with the controllers
//! there, linked with the genuine library. Its exit status is the controller's.

mod devices;
mod scene;

use std::error::Error;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};

use foxden_protocol::frame::{self, Framer, RequestFraming};
use foxden_protocol::handshake::{
    ControllerUrl, Greeting, GreetingProgress, GreetingReply, InstancePath, Route, StartedBy,
    percent_encode,
};
use foxden_protocol::{
    AnswerMessage, AnswerPacket, ControllerPacket, Delay, Dialect, RequestDecoder, RequestMessages,
    RequestPacket, RobotMessage, robot,
};

const ROBOT: &str = "my robot";

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("record: {error}");
            ExitCode::from(99)
        }
    }
}

fn run() -> Result<u8, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "intern|extern|tcp OUTPUT PROGRAM [ARGUMENT...]";
    let way = arguments.next().ok_or(usage)?;
    let output = arguments.next().ok_or(usage)?;
    let mut command = Command::new(arguments.next().ok_or(usage)?);
    command.args(arguments);

    let temporary = TemporaryFolder::new()?;
    let (mut connection, mut controller, over_tcp) = accept(&way, &mut command, &temporary)?;
    let mut simulator = Simulator::new(&temporary, over_tcp);
    let mut log = format!("# {way}\n");
    let end = serve(&mut *connection, &mut simulator, &mut log);
    let status = controller.wait()?;
    std::fs::write(output, log)?;
    end?;
    let code = status.code().ok_or("the controller was killed")?;
    eprintln!("record: the controller ended with {code}");
    Ok(u8::try_from(code)?)
}

/// Removed when it goes out of scope.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> std::io::Result<Self> {
        // Short, because paths of sockets are.
        let path = std::env::temp_dir().join(format!("webots/fx{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    fn user(&self) -> &str {
        self.0
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

/// A connection, the controller behind it, and whether it is over TCP.
type Peer = (Box<dyn Stream>, Child, bool);

fn accept(
    way: &str,
    command: &mut Command,
    temporary: &TemporaryFolder,
) -> Result<Peer, Box<dyn Error>> {
    let port = 1234;
    let root = std::env::temp_dir();
    let folder = InstancePath::of(&root.to_string_lossy(), temporary.user(), port);
    let name = percent_encode(ROBOT);
    let robot = Some(ROBOT.to_owned());
    let (route, side) = match way {
        "intern" => {
            let robot = ROBOT.to_owned();
            let folder = folder.clone();
            (Route::Spawned { folder, robot }, StartedBy::Intern)
        }
        "extern" => (
            Route::Extern(ControllerUrl::Local { port, robot }),
            StartedBy::Extern,
        ),
        "tcp" => {
            let listener = TcpListener::bind(("127.0.0.1", 0))?;
            let port = listener.local_addr()?.port();
            let host = "127.0.0.1".to_owned();
            let route = Route::Extern(ControllerUrl::Tcp { host, port, robot });
            command.envs(route.to_environment());
            let controller = command.spawn()?;
            let (mut stream, _) = listener.accept()?;
            stream.set_nodelay(true)?;
            let mut bytes = [0; Greeting::LIMIT];
            let count = stream.read(&mut bytes)?;
            let heard = Greeting::decode(&bytes[..count])?;
            let wanted = Greeting { robot: Some(name) };
            assert_eq!(heard, GreetingProgress::Greeting(wanted), "the greeting");
            stream.write_all(GreetingReply::Connected.as_bytes())?;
            return Ok((Box::new(stream), controller, true));
        }
        _ => return Err("neither intern nor extern nor tcp".into()),
    };
    std::fs::create_dir_all(folder.robot(&name))?;
    let listener = UnixListener::bind(folder.socket(&name, side))?;
    command.env("USER", temporary.user());
    command.envs(route.to_environment());
    let controller = command.spawn()?;
    let (stream, _) = listener.accept()?;
    Ok((Box::new(stream), controller, false))
}

fn serve(
    connection: &mut dyn Stream,
    simulator: &mut Simulator,
    log: &mut String,
) -> Result<(), Box<dyn Error>> {
    let mut framer = Framer::<RequestFraming>::new(frame::DEFAULT_LIMIT);
    let mut decoder = RequestDecoder::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        while let Some(packet) = framer.next()? {
            write_down('>', &packet, log);
            let request = match decoder.decode(&packet)? {
                ControllerPacket::Farewell => return Ok(()),
                ControllerPacket::Request(request) => request,
            };
            let dialect = decoder.dialect().unwrap_or(Dialect::R2023b);
            // The recordings are only worth something if nothing is lost.
            let mut again = Vec::new();
            request.encode(dialect, &mut again);
            assert_eq!(again, packet, "{request:?}");
            for answer in simulator.answers(&request) {
                decoder.observe_answer(&answer);
                let mut packet = Vec::new();
                if simulator.over_tcp {
                    let mut body = Vec::new();
                    answer.encode_body(dialect, &mut body);
                    let images = std::mem::take(&mut simulator.devices.images);
                    frame::encode_chunks(&body, &images, &mut packet);
                } else {
                    answer.encode(dialect, &mut packet);
                }
                write_down('<', &packet, log);
                connection.write_all(&packet)?;
            }
        }
        match connection.read(&mut bytes)? {
            0 => return Ok(()),
            count => framer.push(&bytes[..count]),
        }
    }
}

fn write_down(direction: char, packet: &[u8], log: &mut String) {
    log.push(direction);
    log.push(' ');
    for byte in packet {
        let _ = write!(log, "{byte:02x}");
    }
    log.push('\n');
}

/// The made-up world.
struct Simulator {
    over_tcp: bool,
    time: f64,
    started: bool,
    custom_data: Option<String>,
    battery: bool,
    keyboard: bool,
    mouse: bool,
    joystick: bool,
    devices: devices::Devices,
    scene: scene::Scene,
}

impl Simulator {
    fn new(temporary: &TemporaryFolder, over_tcp: bool) -> Self {
        let folder: &Path = &temporary.0;
        Self {
            over_tcp,
            time: 0.0,
            started: false,
            custom_data: None,
            battery: false,
            keyboard: false,
            mouse: false,
            joystick: false,
            devices: devices::Devices::new(folder, over_tcp),
            scene: scene::Scene::new(),
        }
    }

    /// One answer, or a second one to a wait for input.
    fn answers(&mut self, request: &RequestPacket) -> Vec<AnswerPacket> {
        if !self.started {
            self.started = true;
            return vec![AnswerPacket::in_time(self.configuration())];
        }
        let mut robot = Vec::new();
        let mut scene = Vec::new();
        let mut devices = Vec::new();
        let mut waits = false;
        for block in &request.blocks {
            match block {
                RequestMessages::Robot(messages) => {
                    for message in messages {
                        match message {
                            RobotMessage::Robot(message) => {
                                waits |= self.robot(message, &mut robot);
                            }
                            RobotMessage::Supervisor(message) => {
                                self.scene.answer(message, &mut scene);
                            }
                        }
                    }
                }
                RequestMessages::Device(tag, messages) => {
                    for message in messages {
                        self.devices.answer(*tag, message, &mut devices);
                    }
                }
                RequestMessages::Unknown(tag, _) => panic!("device {tag:?}"),
            }
        }
        let mut messages: Vec<AnswerMessage> = Vec::new();
        if request.duration > 0 {
            self.time += f64::from(request.duration) / 1000.0;
            messages.push(robot::RobotAnswer::Time { seconds: self.time }.into());
            self.report(&mut robot);
            self.devices.report(&mut devices);
            self.scene.report(&mut scene);
        }
        messages.extend(robot.into_iter().map(AnswerMessage::Robot));
        messages.extend(scene.into_iter().map(AnswerMessage::Supervisor));
        messages.extend(devices);
        let mut answers = vec![AnswerPacket::in_time(messages)];
        if waits {
            let event = robot::UserInputSet::KEYBOARD;
            let keys = vec![65];
            answers.push(AnswerPacket::in_time(vec![
                robot::RobotAnswer::Keyboard { keys }.into(),
                robot::RobotAnswer::UserInput { event }.into(),
            ]));
        } else if request.duration > 0 && self.time < 0.05 {
            // News that belong to no request must not end a step.
            let delay = Delay::Unsolicited;
            let messages = vec![robot::RobotAnswer::UpdateWindow.into()];
            answers.insert(0, AnswerPacket { delay, messages });
        }
        answers
    }

    fn configuration(&mut self) -> Vec<AnswerMessage> {
        let mut messages: Vec<AnswerMessage> = vec![
            robot::RobotAnswer::Configure(Box::new(robot::RobotConfiguration {
                name: ROBOT.to_owned(),
                version: String::new(),
                is_supervisor: true,
                synchronization: true,
                time: 0.0,
                devices: devices::announcements(),
                basic_time_step: 32.0,
                project_path: "/project".to_owned(),
                world_path: "/project/worlds/w.wbt".to_owned(),
                model: "fox".to_owned(),
                window_library: String::new(),
                remote_control_library: String::new(),
                controller: "c".to_owned(),
                custom_data: "first".to_owned(),
                shows_window: false,
                has_html_window: false,
                mode: robot::SimulationMode::Fast,
            }))
            .into(),
            self.scene.configuration().into(),
        ];
        messages.extend(devices::configurations());
        messages
    }

    /// Whether the controller waits for a person.
    fn robot(
        &mut self,
        request: &robot::RobotRequest,
        answers: &mut Vec<robot::RobotAnswer>,
    ) -> bool {
        match request {
            robot::RobotRequest::BatteryPeriod { period } => self.battery = *period > 0,
            robot::RobotRequest::KeyboardPeriod { period } => self.keyboard = *period > 0,
            robot::RobotRequest::MousePeriod { period } => self.mouse = *period > 0,
            robot::RobotRequest::JoystickPeriod { period } => {
                self.joystick = *period > 0;
                if self.joystick {
                    answers.push(robot::RobotAnswer::Joystick(
                        robot::JoystickConfiguration::Connected {
                            axes: 2,
                            buttons: 4,
                            povs: 1,
                            model: "stick".to_owned(),
                        },
                    ));
                }
            }
            robot::RobotRequest::SetCustomData { text } => self.custom_data = Some(text.clone()),
            robot::RobotRequest::Urdf { prefix } => answers.push(robot::RobotAnswer::Urdf {
                text: format!("<robot name=\"{prefix}\"/>"),
            }),
            robot::RobotRequest::WindowMessage { data } => {
                let data = data.clone();
                answers.push(robot::RobotAnswer::WindowMessage { data });
            }
            robot::RobotRequest::WaitForUserInput { .. } => return true,
            _ => {}
        }
        false
    }

    fn report(&mut self, answers: &mut Vec<robot::RobotAnswer>) {
        if self.battery {
            answers.push(robot::RobotAnswer::Battery { joules: 12.5 });
        }
        if let Some(text) = self.custom_data.take() {
            answers.push(robot::RobotAnswer::CustomData { text });
        }
        if self.keyboard {
            let keys = vec![0x10000 + 65, 315];
            answers.push(robot::RobotAnswer::Keyboard { keys });
        }
        if self.joystick {
            answers.push(robot::RobotAnswer::JoystickValues {
                buttons: vec![2],
                axes: vec![-7, 8],
                povs: vec![3],
            });
        }
        if self.mouse {
            answers.push(robot::RobotAnswer::Mouse(robot::MouseReport {
                left: true,
                middle: false,
                right: true,
                view: [0.25, 0.75],
                point: [1.0, 2.0, 3.0],
            }));
        }
    }
}
