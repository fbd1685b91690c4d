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
use super::process::OutputStream;
use super::recordings::Recordings;
use super::scene_access as access;
use foxden_protocol::robot::SimulationMode;
use foxden_protocol::supervisor::{Label, SupervisorAnswer, SupervisorRequest};
use foxden_protocol::{AnswerMessage, Uid};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::controller::Command;
use foxden_sim::{ExternalForce, RobotIndex};
pub(crate) use knowledge::Knowledge;
use std::cell::RefCell;
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
    /// Show a text over the picture.
    SetLabel(Label),
    /// Remove the texts of the controller before.
    ClearLabels,
    /// Look at a node.
    LookAt(NodeId),
    /// Something to tell the person in front of the screen.
    Say(String),
    /// Something that the controller prints.
    Print(OutputStream, Vec<u8>),
}

/// The supervisor that sent a request.
pub(crate) struct SupervisorContext<'a> {
    pub(crate) robot: RobotIndex,
    /// Its own node.
    pub(crate) node: NodeId,
    pub(crate) devices: &'a [KnownDevice],
    /// The folder of its controller: relative file names start here.
    pub(crate) folder: &'a Path,
    pub(crate) world_file: &'a Path,
    /// Where it may name files.
    pub(crate) allowed_folders: &'a AllowedFolders,
    pub(crate) recordings: &'a RefCell<Recordings>,
}

/// Handles one request of a supervisor.
struct RequestHandler<'a> {
    world: &'a mut RunningWorld,
    context: &'a SupervisorContext<'a>,
    knowledge: &'a mut Knowledge,
    answers: &'a mut Vec<AnswerMessage>,
    simulation_requests: &'a mut Vec<SimulationRequest>,
}

/// Does what a supervisor asks for. Commands for the world that came before
/// must have been sent already.
pub(crate) fn obey(
    world: &mut RunningWorld,
    context: &SupervisorContext<'_>,
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
            Ask::Position { node } => self.position(*node),
            Ask::Orientation { node } => self.orientation(*node),
            Ask::Pose { from, node } => self.pose(*from, *node),
            Ask::Velocity { node } => self.velocity(*node),
            Ask::CentreOfMass { node } => self.center_of_mass(*node),
            Ask::ContactPoints { node, descendants } => self.contact_points(*node, *descendants),
            Ask::StaticBalance { node } => self.static_balance(*node),
            Ask::SetVelocity {
                node,
                linear,
                angular,
            } => self.set_velocity(*node, *linear, *angular),
            Ask::AddForce {
                node,
                force,
                relative,
            } => self.push(*node, ExternalForce::Force(*force), *relative),
            Ask::AddForceWithOffset {
                node,
                force,
                offset,
                relative,
            } => self.push(*node, ExternalForce::ForceAt(*force, *offset), *relative),
            Ask::AddTorque {
                node,
                torque,
                relative,
            } => self.push(*node, ExternalForce::Torque(*torque), *relative),
            Ask::ResetNodePhysics { node } => self.reset_physics(Some(*node)),
            Ask::ResetPhysics => self.reset_physics(None),
            Ask::SetJointPosition {
                node,
                position,
                axis,
            } => self.set_joint_position(*node, *axis as usize, *position),
            Ask::SaveState { node, name } => self.save_state(*node, name),
            Ask::LoadState { node, name } => self.load_state(*node, name),
            Ask::TrackField {
                node,
                field,
                internal,
                tracking,
            } => self.track_field(*node, *field, *internal, tracking.as_ref()),
            Ask::TrackPose {
                from,
                node,
                tracking,
            } => self.track_pose(*from, *node, tracking.as_ref()),
            Ask::TrackContactPoints {
                node,
                descendants,
                tracking,
            } => self.track_contact_points(*node, *descendants, tracking.as_ref()),
            Ask::SetMode(mode) => self.ask(SimulationRequest::Mode(*mode)),
            Ask::Quit { status } => self.ask(SimulationRequest::Quit(*status)),
            Ask::Reset => self.command(Command::Reset),
            Ask::ReloadWorld => self.ask(SimulationRequest::Load(None)),
            Ask::LoadWorld { file } => self.load_world(file),
            Ask::RestartController { node } => self.restart_controller(*node),
            Ask::ExportString { node } => self.export_string(*node),
            Ask::SaveWorld(save) => self.save_world(save),
            Ask::SetVisibility {
                node,
                viewer,
                visible,
            } => self.set_visibility(*node, *viewer, *visible),
            Ask::ExportImage { file, quality } => self.export_image(file, *quality),
            Ask::StartMovie(movie) => self.start_movie(movie),
            Ask::StartAnimation { file } => self.start_animation(file),
            Ask::StopMovie => self.context.recordings.borrow_mut().stop_movie(self.world),
            Ask::StopAnimation => self.stop_animation(),
            Ask::HeadsetUsed => self.tell(SupervisorAnswer::HeadsetUsed { used: false }),
            // no answer: the library shows that there is none
            Ask::HeadsetPosition | Ask::HeadsetOrientation => {
                self.say("there is no virtual reality headset");
            }
            Ask::SetLabel(label) => self.ask(SimulationRequest::SetLabel(label.clone())),
            Ask::MoveViewpoint { node } => {
                if let Some(node) = self.running(*node) {
                    self.ask(SimulationRequest::LookAt(node));
                }
            }
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
        let SupervisorContext {
            folder,
            allowed_folders,
            ..
        } = self.context;
        allowed_folders.admit(folder, name, purpose)
    }
}
