//! The nodes and fields of the scene that a supervisor has looked up.
//!
//! Nodes and fields are looked up once and get a handle, which is never
//! reused. Most functions ask one question ([`Supervisor::ask`]), which is
//! sent immediately. New values of fields wait for the next step, merged by
//! field and item.

mod answers;
mod fields;
mod nodes;
mod protos;

pub use fields::{
    FieldData, FieldHandle, FieldTypeNumber, KnownField, LIST, NODE, resolve_index, type_name,
};
pub use nodes::{ContactPoint, ContactPoints, KnownNode, NodeHandle};
pub use protos::{Proto, ProtoHandle};

use std::collections::BTreeMap;

use foxden_protocol::Uid;
use foxden_protocol::supervisor::{FieldSet, MovieStatus, PlainValue, SupervisorRequest};

/// The scene as far as the controller has seen it.
#[derive(Debug)]
pub struct Supervisor {
    nodes: BTreeMap<NodeHandle, Box<KnownNode>>,
    handles: BTreeMap<Uid, NodeHandle>,
    fields: BTreeMap<FieldHandle, Box<KnownField>>,
    protos: BTreeMap<ProtoHandle, Box<Proto>>,
    last_handle: usize,
    itself: Option<NodeHandle>,
    queue: Vec<QueuedSet>,
    asked: Option<SupervisorRequest>,
    unasked: Option<Uid>,
    /// Whether nodes inside of a PROTO may be found by the question.
    pub allows_internal: bool,
    /// The result of the last question.
    pub found: QuestionResult,
    /// How the movie goes.
    pub movie: MovieStatus,
    poses: Vec<TrackedPose>,
    pose: Box<[f64; 16]>,
    /// Where the headset is, if one is in use.
    pub headset_position: Option<Box<[f64; 3]>>,
    /// How the headset is turned, if one is in use.
    pub headset_orientation: Option<Box<[f64; 9]>>,
}

/// The result of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionResult {
    /// A node.
    pub node: Option<Uid>,
    /// A field.
    pub field: Option<FieldHandle>,
    /// A PROTO.
    pub proto: Option<ProtoHandle>,
    /// A number of fields.
    pub count: Option<i32>,
    /// The node that was put into a field.
    pub imported: Option<Uid>,
    /// Whether the simulator did what was requested; it answers only if it did
    /// not.
    pub success: Option<bool>,
    /// Whether a headset is in use.
    pub headset_used: bool,
}

#[derive(Debug)]
struct QueuedSet {
    field: FieldHandle,
    index: Option<u32>,
    value: PlainValue,
}

#[derive(Debug)]
struct TrackedPose {
    from: Uid,
    node: Uid,
    matrix: Box<[f64; 16]>,
    last_update: f64,
}

impl Default for Supervisor {
    fn default() -> Self {
        Self {
            nodes: BTreeMap::new(),
            handles: BTreeMap::new(),
            fields: BTreeMap::new(),
            protos: BTreeMap::new(),
            last_handle: 0,
            itself: None,
            queue: Vec::new(),
            asked: None,
            unasked: None,
            allows_internal: false,
            found: QuestionResult::default(),
            movie: MovieStatus::Ready,
            poses: Vec::new(),
            pose: Box::new([0.0; 16]),
            headset_position: None,
            headset_orientation: None,
        }
    }
}

impl Supervisor {
    /// Handles look like addresses to C; these are none that exist.
    fn new_handle(&mut self) -> usize {
        self.last_handle += 16;
        self.last_handle
    }

    /// Asks a question, which is sent immediately.
    pub fn ask(&mut self, request: SupervisorRequest) {
        self.found = QuestionResult::default();
        match &request {
            SupervisorRequest::HeadsetPosition => self.headset_position = None,
            SupervisorRequest::HeadsetOrientation => self.headset_orientation = None,
            SupervisorRequest::Velocity { node } => self.forget_velocity(*node),
            request if looks_up_node(request) => self.unasked = None,
            _ => {}
        }
        self.asked = Some(request);
    }

    /// Ends the question, with or without an answer.
    pub fn end_question(&mut self) {
        self.asked = None;
        self.allows_internal = false;
    }

    /// The simulator has sent a node. Without a question for a node it counts
    /// as a question of the library itself until a node is looked up, as in
    /// the genuine library: it is then sent instead of everything about
    /// fields.
    fn name_node(&mut self, node: Uid) {
        self.found.node = Some(node);
        if !self.asked.as_ref().is_some_and(looks_up_node) {
            self.unasked = Some(node);
        }
    }

    /// The field that was found last. It is the result for a question that was
    /// not sent.
    pub fn field_instead(&self) -> Option<FieldHandle> {
        self.unasked?;
        self.fields.last_key_value().map(|(handle, _)| *handle)
    }

    /// What to send. New values of fields wait for a step, or for a question
    /// that changes a list, which comes behind them.
    pub(crate) fn requests(&mut self, between_steps: bool) -> Vec<SupervisorRequest> {
        let asked = if between_steps {
            self.asked.clone()
        } else {
            None
        };
        if let Some(node) = self.unasked {
            let asked = asked.filter(|request| !concerns_fields(request));
            return [SupervisorRequest::NodeById { node }]
                .into_iter()
                .chain(asked)
                .collect();
        }
        let changes_list = matches!(
            asked,
            Some(SupervisorRequest::Insert(_) | SupervisorRequest::Remove { .. })
        );
        let mut requests = Vec::new();
        if !between_steps || changes_list {
            for set in std::mem::take(&mut self.queue) {
                if let Some(field) = self.fields.get(&set.field) {
                    requests.push(SupervisorRequest::SetValue(FieldSet {
                        node: field.node,
                        field: field.id,
                        index: set.index,
                        value: set.value,
                    }));
                }
            }
        }
        requests.extend(asked);
        requests
    }

    /// Puts a new value of a field into the next step.
    pub fn set(&mut self, field: FieldHandle, index: Option<u32>, value: PlainValue) {
        let known = self
            .queue
            .iter_mut()
            .find(|set| set.field == field && set.index == index);
        match known {
            Some(set) => set.value = value,
            None => self.queue.push(QueuedSet {
                field,
                index,
                value,
            }),
        }
    }

    /// Whether a new value of an item waits for the next step. The genuine
    /// library then forgets to insert or remove at the same place.
    pub fn is_set_waiting(&self, field: FieldHandle, index: Option<u32>) -> bool {
        self.queue
            .iter()
            .any(|set| set.field == field && set.index == index)
    }

    /// Whether the value of a field is known without a question: it waits to be
    /// sent, or it is tracked and came with this step.
    pub fn knows(&mut self, field: FieldHandle, index: Option<u32>, time: f64) -> bool {
        let waiting = self
            .queue
            .iter()
            .find(|set| set.field == field && set.index == index);
        let Some(known) = self.fields.get_mut(&field) else {
            return false;
        };
        if let Some(set) = waiting {
            known.data.set(&set.value);
            return true;
        }
        known.count == -1 && known.last_update == time
    }

    /// The pose that came last, or the tracked one if it came with this step.
    pub fn tracked_pose(&self, node: Uid, from: Uid, time: f64) -> Option<&[f64; 16]> {
        self.poses
            .iter()
            .find(|pose| pose.node == node && pose.from == from)
            .filter(|pose| pose.last_update == time)
            .map(|pose| &*pose.matrix)
    }

    /// The pose that was last asked for.
    pub fn pose(&self) -> &[f64; 16] {
        &self.pose
    }

    /// Remembers that a pose is tracked.
    pub fn track_pose(&mut self, node: Uid, from: Uid) {
        self.poses.push(TrackedPose {
            from,
            node,
            matrix: Box::new([0.0; 16]),
            last_update: f64::MIN,
        });
    }

    /// Ends the tracking of a pose.
    pub fn forget_pose(&mut self, node: Uid, from: Uid) {
        self.poses
            .retain(|pose| pose.node != node || pose.from != from);
    }
}

fn looks_up_node(request: &SupervisorRequest) -> bool {
    matches!(
        request,
        SupervisorRequest::NodeById { .. }
            | SupervisorRequest::NodeByDef { .. }
            | SupervisorRequest::NodeByTag { .. }
            | SupervisorRequest::SelectedNode
    )
}

/// Whether the genuine library asks for a node or for this, but not for both.
fn concerns_fields(request: &SupervisorRequest) -> bool {
    matches!(
        request,
        SupervisorRequest::FieldByName { .. }
            | SupervisorRequest::FieldByIndex { .. }
            | SupervisorRequest::FieldCount { .. }
            | SupervisorRequest::TrackPose { .. }
            | SupervisorRequest::Proto(_)
            | SupervisorRequest::TrackField { .. }
            | SupervisorRequest::GetValue(_)
            | SupervisorRequest::SetValue(_)
            | SupervisorRequest::Insert(_)
            | SupervisorRequest::Remove { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_protocol::NodeTypeNumber;
    use foxden_protocol::supervisor::{NodeDescription, SupervisorAnswer};

    fn named(node: Uid) -> SupervisorAnswer {
        SupervisorAnswer::NodeById(NodeDescription {
            node,
            node_type: NodeTypeNumber::ROBOT,
            tag: None,
            parent: Uid::ROOT,
            is_proto: false,
            is_internal: false,
            model: "Robot".to_owned(),
            def: String::new(),
        })
    }

    #[test]
    fn a_node_named_unasked_goes_out_in_place_of_fields_until_one_is_looked_up() {
        let mut supervisor = Supervisor::default();
        let node = Uid(7);
        supervisor.apply(named(node), 0.0);
        let count = SupervisorRequest::FieldCount {
            node,
            internal: false,
        };
        supervisor.ask(count.clone());
        assert_eq!(
            supervisor.requests(true),
            [SupervisorRequest::NodeById { node }]
        );
        let position = SupervisorRequest::Position { node };
        supervisor.ask(position.clone());
        let both = [SupervisorRequest::NodeById { node }, position];
        assert_eq!(supervisor.requests(true), both);
        let lookup = SupervisorRequest::NodeById { node: Uid(8) };
        supervisor.ask(lookup.clone());
        assert_eq!(supervisor.requests(true), [lookup]);
        supervisor.apply(named(Uid(8)), 0.0);
        supervisor.end_question();
        supervisor.ask(count.clone());
        assert_eq!(supervisor.requests(true), [count]);
    }
}
