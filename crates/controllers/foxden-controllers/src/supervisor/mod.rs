//! What supervisors ask for.

mod bodies;
mod fields;
mod knowledge;
mod nodes;
mod protos;
mod simulation;
mod tracking;

use super::devices::KnownDevice;
use super::named_file::{AllowedFolders, Forbidden, Purpose};
use super::process::Stream;
use super::scene_access as access;
use foxden_protocol::robot::SimulationMode;
use foxden_protocol::supervisor::{SupervisorAnswer, SupervisorRequest};
use foxden_protocol::{AnswerMessage, Uid};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::RobotIndex;
use foxden_sim::controller::Command;
pub(crate) use knowledge::Knowledge;
use std::path::{Path, PathBuf};

/// What a supervisor may want of the whole simulation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SimulationRequest {
    /// End, with this status.
    Quit(i32),
    /// Go on at another pace.
    Mode(SimulationMode),
    /// Open a world; the same again if there is no name.
    Load(Option<PathBuf>),
    /// Start the controller of a robot again.
    Restart(NodeId),
    /// Something to tell the person in front of the screen.
    Say(String),
    /// Something that the controller prints.
    Print(Stream, Vec<u8>),
}

/// Where a supervisor stands.
pub(crate) struct Context<'a> {
    pub(crate) robot: RobotIndex,
    /// Its own node.
    pub(crate) node: NodeId,
    pub(crate) devices: &'a [KnownDevice],
    /// The folder of its controller: relative file names start here.
    pub(crate) folder: &'a Path,
    pub(crate) world_file: &'a Path,
    /// Where it may name files.
    pub(crate) allowed_folders: &'a AllowedFolders,
}

/// A supervisor's request under way.
struct Work<'a> {
    world: &'a mut RunningWorld,
    context: &'a Context<'a>,
    knowledge: &'a mut Knowledge,
    answers: &'a mut Vec<AnswerMessage>,
    simulation_requests: &'a mut Vec<SimulationRequest>,
}

/// Does what a supervisor asks for. Commands for the world that came before
/// must have been sent already.
pub(crate) fn obey(
    world: &mut RunningWorld,
    context: &Context<'_>,
    knowledge: &mut Knowledge,
    request: &SupervisorRequest,
    answers: &mut Vec<AnswerMessage>,
    simulation_requests: &mut Vec<SimulationRequest>,
) {
    let mut work = Work {
        world,
        context,
        knowledge,
        answers,
        simulation_requests,
    };
    let is_done = work.find_node(request)
        || work.look_at_field(request)
        || work.look_at_proto(request)
        || work.change(request)
        || work.look_at_body(request)
        || work.move_body(request)
        || work.track(request)
        || work.direct(request);
    debug_assert!(is_done, "{request:?}");
}

impl Work<'_> {
    fn node(&self, uid: Uid) -> Option<NodeId> {
        access::node(self.world.scene(), uid)
    }

    /// The node that runs, where a parameter of a PROTO was named.
    fn running(&self, uid: Uid) -> Option<NodeId> {
        self.node(uid).map(|id| self.world.running(id))
    }

    fn tell(&mut self, answer: SupervisorAnswer) {
        self.answers.push(answer.into());
    }

    fn say(&mut self, text: impl Into<String>) {
        self.simulation_requests
            .push(SimulationRequest::Say(text.into()));
    }

    fn command(&mut self, command: Command) {
        let request = foxden_sim::controller::Request {
            duration: 0,
            commands: vec![command],
        };
        self.world.submit(self.context.robot, request);
        self.world.answer(self.context.robot);
    }

    /// A file as a supervisor names it, if it may.
    fn file(&self, name: &str, purpose: Purpose) -> Result<PathBuf, Forbidden> {
        let Context {
            folder,
            allowed_folders,
            ..
        } = self.context;
        allowed_folders.admit(folder, name, purpose)
    }
}
