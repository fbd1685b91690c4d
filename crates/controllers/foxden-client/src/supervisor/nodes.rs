//! Nodes that the controller has seen.

use foxden_protocol::{NodeTypeNumber, Tag, Uid};

use super::Supervisor;
use crate::{Misuse, Text};

/// A node for the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeHandle(pub usize);

/// A node that the controller has seen.
#[derive(Debug)]
pub struct KnownNode {
    /// Its number in the simulator.
    pub uid: Uid,
    /// Its type.
    pub node_type: NodeTypeNumber,
    /// The name of its PROTO or its type.
    pub type_name: Text,
    /// The name of its type.
    pub base_type_name: Text,
    /// Its DEF name.
    pub def: Text,
    /// The node above it, if it is known.
    pub parent: Uid,
    /// Whether it is an instance of a PROTO.
    pub is_proto: bool,
    /// Whether it is inside of one.
    pub is_internal: bool,
    /// The PROTO instance it was found in by its DEF name.
    pub parent_proto: Option<NodeHandle>,
    /// Its tag if it is a device.
    pub tag: Option<Tag>,
    /// Where it was when it was last asked.
    pub position: Option<[f64; 3]>,
    /// How it was turned when it was last asked.
    pub orientation: Option<[f64; 9]>,
    /// Where its centre of mass was when it was last asked.
    pub centre_of_mass: Option<[f64; 3]>,
    /// How it moved when it was last asked.
    pub velocity: Option<[f64; 6]>,
    /// Whether it was in static balance when it was last asked.
    pub static_balance: bool,
    /// The text of the node, as of the last request for it.
    pub content: Option<Text>,
    /// Its contact points: of itself, and with all below it.
    pub contact_points: [ContactPoints; 2],
    /// Which contact points old functions mean.
    pub means_descendants: bool,
}

/// Contact points and when they came.
#[derive(Debug)]
pub struct ContactPoints {
    /// The points.
    pub points: Vec<ContactPoint>,
    /// The time of the answer.
    pub last_update: f64,
    /// The time when an old function last asked.
    pub last_question: f64,
}

impl Default for ContactPoints {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            last_update: f64::MIN,
            last_question: -1.0,
        }
    }
}

/// A contact point as C programs see it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct ContactPoint {
    /// Where it is.
    pub point: [f64; 3],
    /// The node it belongs to.
    pub node: i32,
    padding: i32,
}

impl ContactPoint {
    /// A point of a node.
    pub fn new(point: [f64; 3], node: Uid) -> Self {
        Self {
            point,
            node: node.0,
            padding: 0,
        }
    }
}

/// What the simulator says of a node.
pub(super) struct NodeReportView<'a> {
    pub uid: Uid,
    pub node_type: NodeTypeNumber,
    pub tag: Option<Tag>,
    pub parent: Uid,
    pub is_proto: bool,
    pub model: &'a str,
    pub def: Option<&'a str>,
}

impl Supervisor {
    /// The node above all.
    pub fn root(&self) -> Option<NodeHandle> {
        self.handle(Uid::ROOT)
    }

    /// The supervisor's own node.
    pub fn itself(&self) -> Option<NodeHandle> {
        self.itself
    }

    /// The handle of a node that was seen.
    pub fn handle(&self, uid: Uid) -> Option<NodeHandle> {
        self.handles.get(&uid).copied()
    }

    /// A node, if the handle is one of those given out and the node still there.
    pub fn node(&self, handle: NodeHandle) -> Option<&KnownNode> {
        self.nodes.get(&handle).map(|node| &**node)
    }

    /// A node, or what is wrong with it.
    pub fn check_node(
        &self,
        handle: NodeHandle,
        argument: &'static str,
    ) -> Result<&KnownNode, Misuse> {
        self.node(handle).ok_or(Misuse::Node { argument })
    }

    /// A node to be changed.
    pub fn node_mut(&mut self, handle: NodeHandle) -> Option<&mut KnownNode> {
        self.nodes.get_mut(&handle).map(|node| &mut **node)
    }

    pub(super) fn node_by_uid_mut(&mut self, uid: Uid) -> Option<&mut KnownNode> {
        let handle = self.handle(uid)?;
        self.node_mut(handle)
    }

    /// The node that was last found with this DEF name, in the scene or inside
    /// of a PROTO instance.
    pub fn node_by_def(&self, def: &str, proto: Option<NodeHandle>) -> Option<NodeHandle> {
        let matches = |node: &KnownNode| {
            node.parent_proto == proto
                && (proto.is_some() || !node.is_internal)
                && !node.def.is_empty()
                && node.def.as_str() == def
        };
        self.nodes
            .iter()
            .rev()
            .find_map(|(handle, node)| matches(node).then_some(*handle))
    }

    /// The node of a device.
    pub fn node_by_tag(&self, tag: Tag) -> Option<NodeHandle> {
        self.nodes
            .iter()
            .rev()
            .find_map(|(handle, node)| (node.tag == Some(tag)).then_some(*handle))
    }

    pub(super) fn set_itself(&mut self, uid: Uid, is_internal: bool) {
        self.itself = self.handle(uid);
        if let Some(node) = self.node_by_uid_mut(uid) {
            node.is_internal = is_internal;
        }
    }

    pub(super) fn add_root(&mut self) {
        let group = NodeTypeNumber::by_name("Group").unwrap_or_default();
        self.add_node(&NodeReportView {
            uid: Uid::ROOT,
            node_type: group,
            tag: None,
            parent: Uid(-1),
            is_proto: false,
            model: "Group",
            def: None,
        });
    }

    pub(super) fn add_node(&mut self, seen: &NodeReportView<'_>) {
        // Only the last part of a path of DEF names is the node's own.
        let def = seen
            .def
            .map(|def| def.rsplit('.').next().unwrap_or_default());
        if let Some(node) = self.node_by_uid_mut(seen.uid) {
            if let Some(def) = def
                && node.def.as_str() != def
            {
                node.def = def.into();
            }
            return;
        }
        let base = seen.node_type.name().unwrap_or_default();
        let handle = NodeHandle(self.new_handle());
        let node = KnownNode {
            uid: seen.uid,
            node_type: seen.node_type,
            type_name: if seen.model.is_empty() {
                base.into()
            } else {
                seen.model.into()
            },
            base_type_name: base.into(),
            def: def.unwrap_or_default().into(),
            parent: seen.parent,
            is_proto: seen.is_proto,
            is_internal: false,
            parent_proto: None,
            tag: seen.tag,
            position: None,
            orientation: None,
            centre_of_mass: None,
            velocity: None,
            static_balance: false,
            content: None,
            contact_points: Default::default(),
            means_descendants: false,
        };
        self.nodes.insert(handle, Box::new(node));
        self.handles.insert(seen.uid, handle);
    }

    pub(super) fn remove_node(&mut self, uid: Uid) {
        if let Some(handle) = self.handles.remove(&uid) {
            self.nodes.remove(&handle);
        }
        for node in self.nodes.values_mut() {
            if node.parent == uid {
                node.parent = Uid(-1);
            }
        }
        self.poses
            .retain(|pose| pose.node != uid && pose.from != uid);
    }

    pub(super) fn remove_internal(&mut self) {
        let handles = &mut self.handles;
        self.nodes.retain(|_, node| {
            if node.is_internal {
                handles.remove(&node.uid);
            }
            !node.is_internal
        });
        self.fields.retain(|_, field| !field.is_read_only);
    }

    pub(super) fn forget_velocity(&mut self, uid: Uid) {
        if let Some(node) = self.node_by_uid_mut(uid) {
            node.velocity = None;
        }
    }
}
