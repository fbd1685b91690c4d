//! What supervisors ask for.

use super::devices::KnownDevice;
use super::process::Stream;
use super::scene_access as access;
use foxden_protocol::robot::SimulationMode;
use foxden_protocol::supervisor::{
    Answer, FieldDescription, FieldGet, FieldInsert, FieldReport, NewItem, Period, Request,
};
use foxden_protocol::{AnswerMessage, FieldId, Tag, Uid};
use foxden_scene::{FieldRef, NodeId, export_node, save_file, save_text};
use foxden_sim::controller::{Command, Write};
use foxden_sim::{RobotIndex, World};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a supervisor may want of the whole simulation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
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

/// What one supervisor was told and follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    /// The nodes that it knows.
    nodes: BTreeSet<NodeId>,
    /// The lists that it looked up, with the last count it was told.
    counts: BTreeMap<FieldRef, i32>,
    tracked_fields: BTreeMap<(Uid, FieldId, bool), Clock>,
    tracked_poses: BTreeMap<(Uid, Uid), Clock>,
    /// The document's edits that it knows of.
    edits: u64,
}

/// When something tracked is due.
#[derive(Clone, Copy, Debug)]
struct Clock {
    period: f64,
    last: f64,
}

impl Clock {
    fn new(period: Period, now: f64) -> Self {
        Self {
            period: f64::from(period.milliseconds),
            last: now,
        }
    }

    fn is_due(&mut self, now: f64) -> bool {
        let is_due = now - self.last >= self.period;
        if is_due {
            self.last = now;
        }
        is_due
    }
}

/// Where a supervisor stands.
pub(crate) struct Context<'a> {
    pub(crate) robot: RobotIndex,
    pub(crate) devices: &'a [KnownDevice],
    /// The folder of its controller: relative file names start here.
    pub(crate) folder: &'a Path,
    pub(crate) world_file: &'a Path,
}

/// Does what a supervisor asks for. Commands for the world are added to
/// `commands`; they must have been sent before anything is read.
pub(crate) fn obey(
    world: &mut World,
    context: &Context<'_>,
    knowledge: &mut Knowledge,
    request: &Request,
    answers: &mut Vec<AnswerMessage>,
    wishes: &mut Vec<Wish>,
) {
    let command = |world: &mut World, command| {
        let request = foxden_sim::controller::Request {
            duration: 0,
            commands: vec![command],
        };
        world.submit(context.robot, request);
        world.answer(context.robot);
    };
    let node = |world: &World, uid: Uid| access::node(world.scene(), uid);
    match request {
        Request::SetMode(mode) => wishes.push(Wish::Mode(*mode)),
        Request::Quit { status } => wishes.push(Wish::Quit(*status)),
        Request::Reset => command(world, Command::Reset),
        Request::ReloadWorld => wishes.push(Wish::Load(None)),
        Request::LoadWorld { file } => {
            wishes.push(Wish::Load(Some(context.folder.join(file))));
        }
        Request::NodeById { node: uid } => {
            let found = node(world, *uid)
                .map(|id| access::describe(world.scene(), context.devices, id))
                .filter(|node| !node.is_internal);
            if let Some(found) = found {
                knowledge.learn(world, found.node);
                answers.push(Answer::NodeById(found).into());
            }
        }
        Request::NodeByDef { def, proto } => {
            let scene = world.scene();
            let inside = proto.and_then(|proto| access::node(scene, proto));
            let found = match (proto, inside) {
                (Some(_), None) => None,
                _ => access::find_def(scene, def, inside),
            };
            let found = found.map_or_else(access::nothing, |id| {
                access::describe(scene, context.devices, id)
            });
            knowledge.learn(world, found.node);
            answers.push(Answer::NodeByDef(access::report(found)).into());
        }
        Request::NodeByTag { tag: Tag(tag) } => {
            let device = usize::from(*tag)
                .checked_sub(1)
                .and_then(|at| context.devices.get(at));
            let id = match (tag, device) {
                (0, _) => world.robot(context.robot).map(|robot| robot.node()),
                (_, device) => device.map(|device| device.node),
            };
            if let Some(id) = id {
                let found = access::describe(world.scene(), context.devices, id);
                knowledge.learn(world, found.node);
                answers.push(Answer::NodeByTag(found).into());
            }
        }
        Request::SelectedNode => {}
        Request::FieldByName {
            node: uid,
            name,
            internal,
            ..
        } => {
            let fields = node(world, *uid)
                .map(|id| access::fields(world.scene(), id, *internal))
                .unwrap_or_default();
            let at = fields
                .iter()
                .position(|field| world.scene().field_name(*field) == name);
            answers.push(describe_field(
                world, knowledge, &fields, at, *internal, name,
            ));
        }
        Request::FieldByIndex {
            node: uid,
            index,
            internal,
            ..
        } => {
            let fields = node(world, *uid)
                .map(|id| access::fields(world.scene(), id, *internal))
                .unwrap_or_default();
            let at = Some(*index as usize).filter(|at| *at < fields.len());
            answers.push(describe_field(world, knowledge, &fields, at, *internal, ""));
        }
        Request::FieldCount {
            node: uid,
            internal,
        } => {
            let count = node(world, *uid).map_or(-1, |id| {
                let is_plain = *internal
                    && world
                        .scene()
                        .get(id)
                        .is_some_and(|node| node.proto().is_none());
                if is_plain {
                    return -1;
                }
                let count = access::fields(world.scene(), id, *internal).len();
                i32::try_from(count).unwrap_or(i32::MAX)
            });
            answers.push(Answer::FieldCount { count }.into());
        }
        Request::GetValue(get) => answers.push(get_value(world, context, knowledge, get)),
        Request::SetValue(set) => {
            if let Some(field) = access::field(world.scene(), set.node, set.field, false) {
                let value = access::value(&set.value);
                let write = match set.index {
                    Some(at) => Write::Item(at as usize, value),
                    None => Write::Whole(value),
                };
                command(world, Command::Write(field, write));
            }
        }
        Request::Insert(insert) => insert_item(world, knowledge, insert, answers, wishes),
        Request::Remove {
            node: uid,
            field,
            index,
        } => {
            let Some(field) = access::field(world.scene(), *uid, *field, false) else {
                return;
            };
            let at = index.map_or(0, |at| at as usize);
            let done = if world.scene().field_type(field).is_node() {
                match world.scene().nodes_in(field).get(at).copied() {
                    Some(found) => world.remove(found),
                    None => Ok(()),
                }
            } else {
                world.remove_item(field, at)
            };
            if let Err(error) = done {
                wishes.push(Wish::Say(format!("nothing was removed: {error}")));
            }
            knowledge.tell_edits(world, answers);
        }
        Request::RemoveNode { node: uid } => {
            if let Some(found) = node(world, *uid) {
                if let Err(error) = world.remove(found) {
                    wishes.push(Wish::Say(format!("the node was not removed: {error}")));
                }
                knowledge.tell_edits(world, answers);
            }
        }
        Request::Position { node: uid } => {
            if let Some(position) = node(world, *uid).and_then(|id| world.position(id)) {
                answers.push(Answer::Position { position }.into());
            }
        }
        Request::Orientation { node: uid } => {
            if let Some(matrix) = node(world, *uid).and_then(|id| world.orientation(id)) {
                answers.push(Answer::Orientation { matrix }.into());
            }
        }
        Request::Pose { from, node: uid } => {
            answers.extend(pose(world, *from, *uid));
        }
        Request::Velocity { node: uid } => {
            if let Some(velocity) = node(world, *uid).and_then(|id| world.velocity(id)) {
                let [x, y, z, a, b, c] = velocity;
                let (linear, angular) = ([x, y, z], [a, b, c]);
                answers.push(Answer::Velocity { linear, angular }.into());
            }
        }
        Request::SetVelocity {
            node: uid,
            linear: [x, y, z],
            angular: [a, b, c],
        } => {
            if let Some(found) = node(world, *uid) {
                command(world, Command::SetVelocity(found, [*x, *y, *z, *a, *b, *c]));
            }
        }
        Request::SaveState { node: uid, name } => {
            if let Some(found) = node(world, *uid) {
                command(world, Command::SaveState(found, name.clone()));
            }
        }
        Request::LoadState { node: uid, name } => {
            if let Some(found) = node(world, *uid) {
                command(world, Command::LoadState(found, name.clone()));
            }
        }
        Request::ExportString { node: uid } => {
            let text = node(world, *uid)
                .map(|id| export_node(&world.document(), id))
                .unwrap_or_default();
            answers.push(Answer::ExportedString { text }.into());
        }
        Request::SaveWorld(save) => {
            let file = match &save.file {
                Some(file) => context.folder.join(file),
                None => context.world_file.to_owned(),
            };
            let done = save_file(&file, &save_text(&world.document()));
            if let Err(error) = &done {
                wishes.push(Wish::Say(format!("the world was not saved: {error}")));
            }
            let success = done.is_ok();
            answers.push(Answer::WorldSaved { success }.into());
        }
        Request::RestartController { node: uid } => {
            wishes.extend(node(world, *uid).map(Wish::Restart));
        }
        Request::TrackField {
            node: uid,
            field,
            internal,
            tracking,
        } => {
            let key = (*uid, *field, *internal);
            match tracking {
                Some(period) => {
                    let clock = Clock::new(period.clone(), world.clock());
                    knowledge.tracked_fields.insert(key, clock);
                }
                None => {
                    knowledge.tracked_fields.remove(&key);
                }
            }
        }
        Request::TrackPose {
            from,
            node: uid,
            tracking,
        } => match tracking {
            Some(period) => {
                let clock = Clock::new(period.clone(), world.clock());
                knowledge.tracked_poses.insert((*from, *uid), clock);
            }
            None => {
                knowledge.tracked_poses.remove(&(*from, *uid));
            }
        },
        Request::HeadsetUsed => answers.push(Answer::HeadsetUsed { used: false }.into()),
        // labels, viewpoints and who sees what need a display
        Request::SetLabel(_) | Request::MoveViewpoint { .. } | Request::SetVisibility { .. } => {}
        Request::ExportImage { .. } | Request::StartMovie(_) | Request::StartAnimation { .. } => {
            wishes.push(Wish::Say(
                "images, movies and animations need a display; nothing is recorded".to_owned(),
            ));
            if matches!(request, Request::StartAnimation { .. }) {
                answers.push(Answer::AnimationStarted { success: false }.into());
            }
        }
        other => wishes.push(Wish::Say(format!(
            "a supervisor asked for something that is not done yet: {}",
            name_of(other)
        ))),
    }
}

/// The name of a request, for messages.
fn name_of(request: &Request) -> String {
    let text = format!("{request:?}");
    let end = text.find([' ', '(', '{']).unwrap_or(text.len());
    text[..end].to_owned()
}

fn describe_field(
    world: &World,
    knowledge: &mut Knowledge,
    fields: &[FieldRef],
    at: Option<usize>,
    internal: bool,
    asked: &str,
) -> AnswerMessage {
    let scene = world.scene();
    let found = at.and_then(|at| Some((at, *fields.get(at)?)));
    let description = match found {
        Some((at, field)) => {
            let count = access::count(world, field);
            if count >= 0 && !internal {
                knowledge.counts.insert(field, count);
            }
            FieldDescription {
                field: i32::try_from(at).ok().map(FieldId),
                field_type: Some(scene.field_type(field)),
                internal,
                count,
                actual: None,
                name: scene.field_name(field).to_owned(),
            }
        }
        None => FieldDescription {
            field: None,
            field_type: None,
            internal,
            count: -1,
            actual: None,
            name: asked.to_owned(),
        },
    };
    Answer::Field(description).into()
}

fn get_value(
    world: &World,
    context: &Context<'_>,
    knowledge: &mut Knowledge,
    get: &FieldGet,
) -> AnswerMessage {
    let value = access::field(world.scene(), get.node, get.field, get.internal)
        .and_then(|field| access::read(world, context.devices, field, get.index));
    let report = match value {
        Some(value) => {
            if let foxden_protocol::supervisor::ReadValue::Node(Some(node)) = &value {
                knowledge.learn(world, node.node);
            }
            FieldReport::Value {
                node: get.node,
                proto: get.proto,
                field: get.field,
                is_item: get.index.is_some(),
                value,
            }
        }
        None => FieldReport::Gone,
    };
    Answer::Value(report).into()
}

fn insert_item(
    world: &mut World,
    knowledge: &mut Knowledge,
    insert: &FieldInsert,
    answers: &mut Vec<AnswerMessage>,
    wishes: &mut Vec<Wish>,
) {
    let Some(field) = access::field(world.scene(), insert.node, insert.field, false) else {
        return;
    };
    let at = insert.index.map_or(0, |at| at as usize);
    match &insert.item {
        NewItem::Value(value) => {
            if let Err(error) = world.insert_item(field, at, access::value(value)) {
                wishes.push(Wish::Say(format!("nothing was inserted: {error}")));
            }
            knowledge.tell_edits(world, answers);
        }
        NewItem::NodeSource(text) => {
            let inserted = world.insert(field, at, text);
            let first = match inserted {
                Ok((nodes, _)) => nodes.first().copied(),
                Err(error) => {
                    wishes.push(Wish::Say(error.to_string()));
                    None
                }
            };
            knowledge.tell_edits(world, answers);
            if insert.index.is_none() {
                let node = first.map_or(Uid(-1), access::uid);
                answers.push(Answer::Imported { node }.into());
            }
        }
    }
}

fn pose(world: &World, from: Uid, node: Uid) -> Option<AnswerMessage> {
    let scene = world.scene();
    let origin = match from {
        Uid::ROOT => None,
        from => Some(access::node(scene, from)?),
    };
    let matrix = access::pose(world, access::node(scene, node)?, origin)?;
    Some(Answer::Pose { from, node, matrix }.into())
}

impl Knowledge {
    fn learn(&mut self, world: &World, uid: Uid) {
        self.nodes.extend(access::node(world.scene(), uid));
    }

    /// Tells what the document lost and which lists changed since the last time.
    pub(crate) fn tell_edits(&mut self, world: &World, answers: &mut Vec<AnswerMessage>) {
        if self.edits == world.edits() {
            return;
        }
        self.edits = world.edits();
        let scene = world.scene();
        self.nodes.retain(|id| {
            let lives = scene.get(*id).is_some();
            if !lives {
                let node = access::uid(*id);
                answers.push(Answer::NodeRemoved { node }.into());
            }
            lives
        });
        self.counts.retain(|field, told| {
            if scene.get(field.node).is_none() {
                return false;
            }
            let count = access::count(world, *field);
            if count != *told {
                *told = count;
                let changed = Answer::FieldCountChanged {
                    node: access::uid(field.node),
                    field: scene.field_name(*field).to_owned(),
                    count,
                };
                answers.push(changed.into());
            }
            true
        });
    }

    /// Tells what is tracked and due.
    pub(crate) fn tell_tracked(
        &mut self,
        world: &World,
        devices: &[KnownDevice],
        answers: &mut Vec<AnswerMessage>,
    ) {
        let now = world.clock();
        for ((node, field, internal), clock) in &mut self.tracked_fields {
            let value = access::field(world.scene(), *node, *field, *internal)
                .filter(|_| clock.is_due(now))
                .and_then(|at| access::read(world, devices, at, None));
            if let Some(value) = value {
                let report = FieldReport::Value {
                    node: *node,
                    proto: None,
                    field: *field,
                    is_item: false,
                    value,
                };
                answers.push(Answer::Value(report).into());
            }
        }
        for ((from, node), clock) in &mut self.tracked_poses {
            if clock.is_due(now) {
                answers.extend(pose(world, *from, *node));
            }
        }
    }
}
