//! What was sent to one supervisor, so that it gets changes.

use super::tracking::Tracks;
use crate::scene_access as access;
use foxden_protocol::supervisor::{MovieStatus, SupervisorAnswer};
use foxden_protocol::{AnswerMessage, Uid};
use foxden_scene::{FieldRef, NodeId};
use foxden_sim::World;
use std::collections::BTreeMap;

/// What was sent to one supervisor, and what it tracks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    /// The nodes that it knows, with the DEF name that was sent.
    nodes: BTreeMap<NodeId, String>,
    /// The lists that it looked up, with the last count that was sent.
    counts: BTreeMap<FieldRef, i32>,
    pub(super) tracks: Tracks,
    /// The node to remove at the end of the step: the supervisor's own.
    pub(crate) removes_itself: Option<NodeId>,
    /// The document's edits that it knows of.
    edits: u64,
    regenerations: u64,
    /// The status of the movie that was sent.
    movie: Option<MovieStatus>,
}

impl Knowledge {
    /// A supervisor that starts now.
    pub(crate) fn new(world: &World) -> Self {
        Self {
            edits: world.edits(),
            regenerations: world.regenerations(),
            ..Self::default()
        }
    }

    /// A node was sent to it.
    pub(super) fn learn(&mut self, world: &World, uid: Uid) {
        let Some(id) = access::node(world.scene(), uid) else {
            return;
        };
        self.nodes.insert(id, def_of(world, id));
    }

    /// The length of a list was sent to it.
    pub(super) fn watch(&mut self, field: FieldRef, count: i32) {
        self.counts.insert(field, count);
    }

    /// Tells how the movie goes, if that has changed. Without a message none is made.
    pub(crate) fn tell_movie(&mut self, status: MovieStatus, answers: &mut Vec<AnswerMessage>) {
        if self.movie.unwrap_or(MovieStatus::Ready) != status {
            self.movie = Some(status);
            answers.push(SupervisorAnswer::Movie(status).into());
        }
    }

    /// Tells what the document lost, what has another name and which lists
    /// changed since the last time.
    pub(crate) fn tell_edits(&mut self, world: &World, answers: &mut Vec<AnswerMessage>) {
        if self.edits == world.edits() {
            return;
        }
        self.edits = world.edits();
        let scene = world.scene();
        let mut tell = |answer: SupervisorAnswer| answers.push(answer.into());
        if self.regenerations != world.regenerations() {
            self.regenerations = world.regenerations();
            tell(SupervisorAnswer::ProtoRegenerated);
        }
        self.nodes.retain(|id, told| {
            if scene.get(*id).is_none() {
                let node = access::uid(*id);
                tell(SupervisorAnswer::NodeRemoved { node });
                return false;
            }
            let def = def_of(world, *id);
            if def != *told {
                *told = def;
                tell(SupervisorAnswer::NodeById(access::describe(
                    scene,
                    &[],
                    *id,
                )));
            }
            true
        });
        self.counts.retain(|field, told| {
            if scene.get(field.node).is_none() {
                return false;
            }
            let count = access::count(world, *field);
            if count != *told {
                *told = count;
                tell(SupervisorAnswer::FieldCountChanged {
                    node: access::uid(field.node),
                    field: scene.field_name(*field).to_owned(),
                    count,
                });
            }
            true
        });
    }
}

fn def_of(world: &World, id: NodeId) -> String {
    let node = world.scene().get(id);
    let def = node.and_then(|node| node.def());
    def.unwrap_or_default().to_owned()
}
