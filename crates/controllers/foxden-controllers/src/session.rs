//! One robot and its controller.

use crate::connection::{ControllerConnection, Incoming, Patience};
use crate::devices::{self, KnownDevice};
use crate::image_files::ImageFiles;

use crate::instance_folder::RobotFolder;
use crate::named_file::AllowedFolders;
use crate::process::{OutputStream, Process};
use crate::recordings::Recordings;
use crate::sent_device_state::SentDeviceState;
use crate::session_state::{Absence, Phase, SessionState};
use crate::silence_timer::SilenceTimer;
use crate::supervisor::{self, Knowledge, SimulationRequest, SupervisorContext};
use crate::urdf;
use crate::user_input::{InputReports, InputSource, InputWait};
use crate::window_messages::WindowMessages;
use foxden_protocol::robot::{self, SimulationMode};
use foxden_protocol::{
    AnswerMessage, AnswerPacket, Delay, RequestMessages, RequestPacket, RobotMessage,
};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::controller::{Command, Reading, Request as PortRequest};
use foxden_sim::{RobotIndex, World};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;

/// The message if a controller waits for user input and there is no input.
const NOBODY_THERE: &str = "the controller waits for a key, the mouse or a joystick, and nobody is \
                            there; see --keys and --keyboard";

/// A robot that a controller drives, or will.
pub(crate) struct Session {
    /// The robot.
    pub(crate) robot: NodeId,
    pub(crate) name: String,
    pub(crate) controller: String,
    /// The folder of the controller.
    pub(crate) folder: PathBuf,
    /// The name under which controllers find it; robots may have one name.
    pub(crate) address: String,
    /// The folders of the robot's sockets, one for each way to write its address.
    pub(crate) socket_folders: Vec<RobotFolder>,
    /// The program, if Foxden started it.
    pub(crate) process: Option<Process>,
    pub(crate) is_extern: bool,
    /// Where its controller is in its life.
    pub(crate) state: SessionState,
    /// Whether its controller is to be started again.
    pub(crate) wants_restart: bool,
    /// For how long it keeps others waiting.
    pub(crate) silence_timer: SilenceTimer,
    pub(crate) devices: Vec<KnownDevice>,
    pub(crate) knowledge: Knowledge,
    /// What was sent to its controller about its robot.
    pub(crate) sent: SentRobotState,
    /// Whether the controller may have changed one of its devices itself.
    pub(crate) has_changed_device: bool,
    /// Answers of devices that wait for the end of the request.
    pub(crate) device_answers: Vec<AnswerMessage>,
    /// The messages of robot windows, if windows are shown.
    pub(crate) windows: Option<WindowMessages>,
    /// Whether it was reported that there is no robot window.
    told_no_window: bool,
    /// Who is in front of the simulation.
    pub(crate) input: InputSource,
    /// What its controller wants to know of the person.
    input_reports: InputReports,
    /// What is sent right after the answer to the current request.
    afterwards: Option<Vec<AnswerMessage>>,
    /// Its field of this name, and after how many edits that was read.
    synchronization: Cell<Option<(u64, bool)>>,
    /// The pictures of its devices.
    images: ImageFiles,
}

/// What was sent to a controller about its robot, so that changes are sent once.
pub(crate) struct SentRobotState {
    pub(crate) mode: SimulationMode,
    pub(crate) custom_data: String,
    pub(crate) model: String,
    pub(crate) is_supervisor: bool,
    pub(crate) devices: SentDeviceState,
    /// The edits of the document that the controller knows of.
    pub(crate) edits: u64,
}

impl Default for SentRobotState {
    fn default() -> Self {
        Self {
            mode: SimulationMode::Fast,
            custom_data: String::new(),
            model: String::new(),
            is_supervisor: false,
            devices: SentDeviceState::default(),
            edits: 0,
        }
    }
}

/// What a request depends on besides the world and its session.
pub(crate) struct RequestContext<'a> {
    pub(crate) world_file: &'a std::path::Path,
    pub(crate) mode: SimulationMode,
    pub(crate) allowed_folders: &'a AllowedFolders,
    pub(crate) recordings: &'a RefCell<Recordings>,
}

impl Session {
    pub(crate) fn new(robot: NodeId, name: String, controller: String) -> Self {
        Self {
            robot,
            name,
            controller,
            folder: PathBuf::new(),
            address: String::new(),
            socket_folders: Vec::new(),
            process: None,
            is_extern: false,
            state: SessionState::Absent(Absence::Expected),
            wants_restart: false,
            silence_timer: SilenceTimer::default(),
            devices: Vec::new(),
            knowledge: Knowledge::default(),
            sent: SentRobotState::default(),
            has_changed_device: false,
            device_answers: Vec::new(),
            windows: None,
            told_no_window: false,
            input: InputSource::default(),
            input_reports: InputReports::default(),
            afterwards: None,
            synchronization: Cell::new(None),
            images: ImageFiles::default(),
        }
    }

    /// Its place in the world, which edits may move.
    pub(crate) fn index(&self, world: &World) -> Option<RobotIndex> {
        world.robot_of(self.robot)
    }

    /// Whether the simulation waits for it.
    pub(crate) fn is_synchronous(&self, world: &World) -> bool {
        let edits = world.edits();
        match self.synchronization.get() {
            Some((read_at, is_synchronous)) if read_at == edits => is_synchronous,
            _ => {
                let field = world.scene().boolean(self.robot, "synchronization");
                // nobody waits for the controller of a robot that is gone
                let is_synchronous = field.unwrap_or(true) && self.index(world).is_some();
                self.synchronization.set(Some((edits, is_synchronous)));
                is_synchronous
            }
        }
    }

    /// Takes a connection.
    pub(crate) fn adopt(&mut self, connection: ControllerConnection) {
        self.state = SessionState::Connected(Box::new(connection), Phase::New);
        self.input_reports = InputReports::default();
        self.silence_timer = SilenceTimer::default();
    }

    /// Whether its controller has connected and its configuration was not sent yet.
    pub(crate) fn is_new(&self) -> bool {
        self.state.is_in(Phase::New)
    }

    /// Forgets the controller; an extern one may come again.
    pub(crate) fn disconnect(&mut self) {
        self.state = match self.is_extern {
            true => SessionState::Absent(Absence::Left),
            false => SessionState::Over,
        };
        self.knowledge = Knowledge::default();
        self.device_answers.clear();
        self.images = ImageFiles::default();
        self.silence_timer = SilenceTimer::default();
    }

    /// Whether no step can be made because of it. `is_absent_expected` tells
    /// whether the simulation waits for controllers that are absent.
    pub(crate) fn blocks_step(&self, world: &World, is_absent_expected: bool) -> bool {
        let is_missed = match &self.state {
            SessionState::Connected(_, phase) => matches!(phase, Phase::New | Phase::Thinking),
            SessionState::Absent(Absence::Expected | Absence::Left) => is_absent_expected,
            SessionState::Absent(Absence::GivenUp { .. }) | SessionState::Over => false,
        };
        is_missed && !self.wants_restart && self.is_synchronous(world)
    }

    /// The next thing that came.
    pub(crate) fn receive(&mut self, patience: Patience) -> Incoming {
        let Some(connection) = self.state.connection_mut() else {
            return Incoming::Nothing;
        };
        let incoming = match (patience, self.input_reports.quiet_until(&self.input)) {
            // it waits for its time to end and hardly ever says something before
            (Patience::Moment, Some(end)) => connection.receive_until(end),
            _ => connection.receive(patience),
        };
        if matches!(incoming, Incoming::Nothing)
            && let Some(messages) = self.input_reports.end(&self.input)
        {
            // one that is gone is noticed when it is listened to next
            let _ = self.send(&AnswerPacket::in_time(messages));
        }
        incoming
    }

    /// Serves one request; an error ends the connection.
    pub(crate) fn serve(
        &mut self,
        world: &mut RunningWorld,
        context: &RequestContext<'_>,
        request: &RequestPacket,
        simulation_requests: &mut Vec<SimulationRequest>,
    ) -> std::io::Result<()> {
        let Some(robot) = self.index(world) else {
            // the answer is that it is over
            self.state.enter(Phase::Waiting);
            return Ok(());
        };
        let mut greeting = Vec::new();
        if self.is_new() {
            self.state.enter(Phase::Thinking);
            // what another controller of this robot asked for is over
            world.restart_controller(robot);
            simulation_requests.push(SimulationRequest::ClearLabels);
            greeting = self.configuration(world, robot, context);
        }
        let mut commands = Vec::new();
        let mut answers = Vec::new();
        for block in &request.blocks {
            match block {
                RequestMessages::Robot(messages) => {
                    for message in messages {
                        match message {
                            RobotMessage::Robot(message) => {
                                self.obey_robot(world, message, &mut commands, simulation_requests);
                            }
                            RobotMessage::Supervisor(message) => {
                                send_commands(world, robot, &mut commands);
                                let context = SupervisorContext {
                                    robot,
                                    node: self.robot,
                                    devices: &self.devices,
                                    folder: &self.folder,
                                    world_file: context.world_file,
                                    allowed_folders: context.allowed_folders,
                                    recordings: context.recordings,
                                };
                                supervisor::obey(
                                    world,
                                    &context,
                                    &mut self.knowledge,
                                    message,
                                    &mut answers,
                                    simulation_requests,
                                );
                            }
                        }
                    }
                }
                RequestMessages::Device(tag, messages) => {
                    let Some(at) = usize::from(tag.0).checked_sub(1) else {
                        continue;
                    };
                    for message in messages {
                        self.obey_device(world, at, message, &mut commands);
                    }
                }
                RequestMessages::Unknown(..) => {}
            }
        }
        // a controller that changes the mode gets the new one, or its library keeps the old
        let context = &RequestContext {
            mode: requested_mode(simulation_requests).unwrap_or(context.mode),
            ..*context
        };
        if request.is_immediate() {
            send_commands(world, robot, &mut commands);
            self.announce_images(world, robot, simulation_requests);
            let saved =
                devices::saved_images(&self.devices, |port| world.take_saved_images(robot, port));
            self.device_answers.extend(saved);
            greeting.append(&mut answers);
            let mut answers = greeting;
            self.tell_changes(world, robot, context, &mut answers);
            self.tell_movie(context, &mut answers);
            self.knowledge.tell_edits(world, &mut answers);
            self.knowledge
                .tell_tracked(world, &self.devices, &mut answers);
            answers.append(&mut self.device_answers);
            self.send(&AnswerPacket::in_time(answers))?;
            return match self.afterwards.take() {
                Some(messages) => self.send(&AnswerPacket::in_time(messages)),
                None => Ok(()),
            };
        }
        if !greeting.is_empty() {
            // it asks for a step before it has its configuration: that is sent at once, and the
            // controller asks again
            return self.send(&AnswerPacket::in_time(greeting));
        }
        // what a supervisor asked together with a step is answered at the end of the step
        self.device_answers.splice(0..0, answers);
        let duration = request.duration;
        // what an earlier controller of the robot waited for is not for this one
        world.answer(robot);
        world.submit(robot, PortRequest { duration, commands });
        self.announce_images(world, robot, simulation_requests);
        let saved =
            devices::saved_images(&self.devices, |port| world.take_saved_images(robot, port));
        self.device_answers.extend(saved);
        self.state.enter(Phase::Waiting);
        Ok(())
    }

    fn obey_robot(
        &mut self,
        world: &mut RunningWorld,
        message: &robot::RobotRequest,
        commands: &mut Vec<Command>,
        simulation_requests: &mut Vec<SimulationRequest>,
    ) {
        match message {
            robot::RobotRequest::BatteryPeriod { period } => {
                commands.push(Command::EnableBattery(*period as i16));
            }
            robot::RobotRequest::SetCustomData { text } => {
                if let Some(field) = world.scene().base_field(self.robot, "customData") {
                    let value = foxden_scene::Value::String(text.as_str().into());
                    let write = foxden_sim::controller::Write::Whole(value);
                    if let Err(error) = world.set(field, write) {
                        simulation_requests.push(SimulationRequest::Say(format!(
                            "customData was not set: {error}"
                        )));
                    }
                }
            }
            robot::RobotRequest::Console { stream, text } => {
                let stream = match stream {
                    robot::OutputStream::Out => OutputStream::Output,
                    robot::OutputStream::Error => OutputStream::Error,
                };
                simulation_requests.push(SimulationRequest::Print(stream, text.clone()));
            }
            robot::RobotRequest::WaitForUserInput { events, timeout } => {
                let input = &self.input;
                match (self.input_reports).begin(*events, *timeout, input, world.clock()) {
                    InputWait::Finished(messages) => self.afterwards = Some(messages),
                    InputWait::Pending => {}
                    InputWait::Endless => {
                        simulation_requests.push(SimulationRequest::Say(NOBODY_THERE.to_owned()))
                    }
                }
            }
            robot::RobotRequest::Urdf { prefix } => {
                let text = urdf::describe(world, self.robot, prefix);
                self.device_answers
                    .push(robot::RobotAnswer::Urdf { text }.into());
            }
            robot::RobotRequest::Pin { pinned: true } => simulation_requests.push(
                SimulationRequest::Say("pin_to_static_environment is not simulated".to_owned()),
            ),
            robot::RobotRequest::WindowMessage { data } => match &self.windows {
                Some(windows) => windows.receive(self.robot, data),
                None if self.told_no_window => {}
                None => {
                    self.told_no_window = true;
                    simulation_requests.push(SimulationRequest::Say(
                        "there is no robot window without a viewer (foxden view): what is sent \
                         to it is lost"
                            .to_owned(),
                    ));
                }
            },
            other => {
                let answer = self.input_reports.obey(other, &self.input, world.clock());
                self.device_answers.extend(answer);
            }
        }
    }

    fn obey_device(
        &mut self,
        world: &World,
        at: usize,
        message: &foxden_protocol::devices::DeviceRequest,
        commands: &mut Vec<Command>,
    ) {
        let scene = world.scene();
        self.has_changed_device |= devices::writes_field(message);
        let answers = &mut self.device_answers;
        devices::obey(scene, &self.devices, at, message, commands, answers);
        self.images.note(at, message);
    }

    /// Makes files for pictures that were switched on, and announces where they are.
    fn announce_images(
        &mut self,
        world: &World,
        robot: RobotIndex,
        simulation_requests: &mut Vec<SimulationRequest>,
    ) {
        if let Some(connection) = self.state.connection_mut()
            && let Some(folder) = self.socket_folders.first().map(RobotFolder::path)
        {
            let (devices, answers) = (&self.devices, &mut self.device_answers);
            let done = (self.images).announce(world, robot, devices, folder, connection, answers);
            if let Err(error) = done {
                let text = format!("no room for an image: {error}");
                simulation_requests.push(SimulationRequest::Say(text));
            }
        }
    }

    /// A supervisor that removed itself lives until the end of the step.
    pub(crate) fn remove_itself(&mut self, world: &mut RunningWorld) {
        if let Some(node) = self.knowledge.removes_itself.take() {
            // what cannot be removed stays
            let _ = world.remove(node);
        }
    }

    /// Sends what the world has for it, if its time has come.
    pub(crate) fn answer(
        &mut self,
        world: &mut RunningWorld,
        context: &RequestContext<'_>,
    ) -> std::io::Result<()> {
        if !self.state.is_in(Phase::Waiting) {
            return Ok(());
        }
        let Some(robot) = self.index(world) else {
            return Ok(());
        };
        let Some(found) = world.answer(robot) else {
            return Ok(());
        };
        self.state.enter(Phase::Thinking);
        let mut messages: Vec<AnswerMessage> = vec![
            robot::RobotAnswer::Time {
                seconds: world.time(),
            }
            .into(),
        ];
        self.tell_changes(world, robot, context, &mut messages);
        self.tell_movie(context, &mut messages);
        if let Some(joules) = found.battery {
            messages.push(robot::RobotAnswer::Battery { joules }.into());
        }
        self.input_reports
            .tell(&self.input, world.clock(), &mut messages);
        self.knowledge.tell_edits(world, &mut messages);
        self.knowledge
            .tell_tracked(world, &self.devices, &mut messages);
        messages.append(&mut self.device_answers);
        for (port, reading) in &found.readings {
            let at = self.devices.iter().position(|device| device.port == *port);
            let Some(at) = at else { continue };
            if let (Reading::Picture(kind), Some(connection)) =
                (reading, self.state.connection_mut())
            {
                let device = (at, &self.devices[at]);
                self.images
                    .update(world, robot, device, *kind, connection)?;
                continue;
            }
            let tag = devices::tag_at(at);
            devices::report(self.devices[at].kind, reading, |answer| {
                messages.push(AnswerMessage::Device(tag, answer));
            });
        }
        let windows = self.windows.as_ref();
        if let Some(data) = windows.and_then(|windows| windows.take_for(self.robot)) {
            messages.push(robot::RobotAnswer::WindowMessage { data }.into());
        }
        self.send(&AnswerPacket {
            delay: Delay::Regular {
                milliseconds: found.delay,
            },
            messages,
        })
    }

    /// Tells a supervisor how the movie goes, if that has changed.
    fn tell_movie(&mut self, context: &RequestContext<'_>, messages: &mut Vec<AnswerMessage>) {
        if self.sent.is_supervisor {
            let status = context.recordings.borrow_mut().movie_status();
            self.knowledge.tell_movie(status, messages);
        }
    }

    /// Sends the end to the controller; its next step returns -1.
    pub(crate) fn quit(&mut self) {
        self.state.enter(Phase::Thinking);
        // a controller that is gone needs no message
        let _ = self.send(&AnswerPacket::in_time(vec![
            robot::RobotAnswer::Quit.into(),
        ]));
    }

    fn send(&mut self, answer: &AnswerPacket) -> std::io::Result<()> {
        match self.state.connection_mut() {
            Some(connection) => connection.send(answer),
            None => Ok(()),
        }
    }
}

/// The mode that a controller wants the simulation to have, if it wants one.
fn requested_mode(simulation_requests: &[SimulationRequest]) -> Option<SimulationMode> {
    simulation_requests
        .iter()
        .rev()
        .find_map(|wish| match wish {
            SimulationRequest::Mode(mode) => Some(*mode),
            _ => None,
        })
}

pub(crate) fn custom_data(world: &World, robot: NodeId) -> String {
    text(world, robot, "customData")
}

pub(crate) fn text(world: &World, node: NodeId, field: &str) -> String {
    let found = world.scene().text(node, field);
    found.map(|text| text.value.to_string()).unwrap_or_default()
}

/// Sends commands at once, without a step.
fn send_commands(world: &mut RunningWorld, robot: RobotIndex, commands: &mut Vec<Command>) {
    if !commands.is_empty() {
        let request = PortRequest {
            duration: 0,
            commands: std::mem::take(commands),
        };
        world.submit(robot, request);
        world.answer(robot);
    }
}
