//! What the requests of a controller do: those of the robot itself, of its devices and of a
//! supervisor.

use super::{ControllerSession, RequestContext};
use crate::devices;
use crate::instance_folder::RobotFolder;
use crate::process::OutputStream;
use crate::session_state::Phase;
use crate::supervisor::{self, SimulationRequest, SupervisorContext};
use crate::urdf;
use crate::user_input::InputWait;
use foxden_protocol::robot::{self, SimulationMode};
use foxden_protocol::{AnswerPacket, RequestMessages, RequestPacket, RobotMessage};
use foxden_runtime::running_world::RunningWorld;
use foxden_sim::controller::{Command, Request as PortRequest};
use foxden_sim::{RobotIndex, World};

/// The message if a controller waits for user input and there is no input.
const NOBODY_THERE: &str = "the controller waits for a key, the mouse or a joystick, but there is \
                            no input; give it with --keys, --keyboard or a viewer (--view)";

impl ControllerSession {
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
                let text = format!("an image for the controller cannot be shared: {error}");
                simulation_requests.push(SimulationRequest::Say(text));
            }
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
