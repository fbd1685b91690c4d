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

/// Handles one request of a supervisor.
struct RequestHandler<'a> {
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
    let handler = RequestHandler {
        world,
        context,
        knowledge,
        answers,
        simulation_requests,
    };
    handler.dispatch(request);
}

impl RequestHandler<'_> {
    /// Calls the method of a request. Each kind of request is named here.
    fn dispatch(mut self, request: &SupervisorRequest) {
        use SupervisorRequest as Ask;
        match request {
            Ask::NodeById { node } => self.node_by_id(*node),
            Ask::NodeByDef { def, proto } => self.node_by_def(def, *proto),
            Ask::NodeByTag { tag } => self.node_by_tag(*tag),
            // without a window nothing is selected
            Ask::SelectedNode => {}
            Ask::FieldByName {
                node,
                proto,
                name,
                internal,
            } => self.field_by_name(*node, *proto, name, *internal),
            Ask::FieldByIndex {
                node,
                proto,
                index,
                internal,
            } => self.field_by_index(*node, *proto, *index, *internal),
            Ask::FieldCount { node, internal } => self.field_count(*node, *internal),
            Ask::GetValue(get) => self.get_value(get),
            Ask::SetValue(set) => self.set_value(set),
            Ask::Insert(insert) => self.insert(insert),
            Ask::Remove { node, field, index } => self.remove_item(*node, *field, *index),
            Ask::RemoveNode { node } => self.remove_node_by_id(*node),
            Ask::Proto(lookup) => self.describe_proto(lookup),
            Ask::Position { .. }
            | Ask::Orientation { .. }
            | Ask::Pose { .. }
            | Ask::Velocity { .. }
            | Ask::CentreOfMass { .. }
            | Ask::ContactPoints { .. }
            | Ask::StaticBalance { .. } => self.look_at_body(request),
            Ask::SetVelocity { .. }
            | Ask::AddForce { .. }
            | Ask::AddForceWithOffset { .. }
            | Ask::AddTorque { .. }
            | Ask::ResetNodePhysics { .. }
            | Ask::ResetPhysics
            | Ask::SetJointPosition { .. }
            | Ask::SaveState { .. }
            | Ask::LoadState { .. } => self.move_body(request),
            Ask::TrackField { .. } | Ask::TrackPose { .. } | Ask::TrackContactPoints { .. } => {
                self.track(request);
            }
            Ask::SetMode(..)
            | Ask::Quit { .. }
            | Ask::Reset
            | Ask::ReloadWorld
            | Ask::LoadWorld { .. }
            | Ask::SetLabel(..)
            | Ask::ExportString { .. }
            | Ask::RestartController { .. }
            | Ask::SetVisibility { .. }
            | Ask::MoveViewpoint { .. }
            | Ask::ExportImage { .. }
            | Ask::StartMovie(..)
            | Ask::StopMovie
            | Ask::StartAnimation { .. }
            | Ask::StopAnimation
            | Ask::SaveWorld(..)
            | Ask::HeadsetUsed
            | Ask::HeadsetPosition
            | Ask::HeadsetOrientation => self.direct(request),
        }
    }

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
