//! One robot and its controller.

mod requests;

use crate::connection::{ControllerConnection, Incoming, Patience};
use crate::devices::{self, KnownDevice};
use crate::image_files::ImageFiles;
use crate::instance_folder::RobotFolder;
use crate::named_file::AllowedFolders;
use crate::process::Process;
use crate::recordings::Recordings;
use crate::sent_device_state::SentDeviceState;
use crate::session_state::{Absence, Phase, SessionState};
use crate::silence_timer::SilenceTimer;
use crate::supervisor::Knowledge;
use crate::user_input::{InputReports, InputSource};
use crate::window_messages::WindowMessages;
use foxden_protocol::robot::{self, SimulationMode};
use foxden_protocol::{AnswerMessage, AnswerPacket, Delay};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::controller::Reading;
use foxden_sim::{RobotIndex, World};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;

/// A robot that a controller drives, or will.
pub(crate) struct ControllerSession {
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

impl ControllerSession {
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
                // the controller of a robot that was removed is not waited for
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

pub(crate) fn custom_data(world: &World, robot: NodeId) -> String {
    text(world, robot, "customData")
}

pub(crate) fn text(world: &World, node: NodeId, field: &str) -> String {
    let found = world.scene().text(node, field);
    found.map(|text| text.value.to_string()).unwrap_or_default()
}
