//! Fields: looking them up, reading and changing them.

use super::RequestHandler;
use crate::scene_access as access;
use foxden_catalogue::NodeType;
use foxden_protocol::supervisor::{
    FieldDescription, FieldGet, FieldInsert, FieldReport, FieldSet, NewItem, ReadValue,
    SupervisorAnswer,
};
use foxden_protocol::{ActualField, FieldId, ProtoId, Uid};
use foxden_scene::{FieldRef, NodeId};
use foxden_sim::controller::{Command, Write};

impl RequestHandler<'_> {
    /// Describes the field of a node with a name.
    pub(super) fn field_by_name(
        &mut self,
        node: Uid,
        proto: Option<ProtoId>,
        name: &str,
        internal: bool,
    ) {
        let fields = self.fields(node, proto, internal);
        let scene = self.world.scene();
        let at = fields
            .iter()
            .position(|field| scene.field_name(*field) == name);
        self.describe_field(&fields, at, internal, name);
    }

    /// Describes the field of a node with an index.
    pub(super) fn field_by_index(
        &mut self,
        node: Uid,
        proto: Option<ProtoId>,
        index: u32,
        internal: bool,
    ) {
        let fields = self.fields(node, proto, internal);
        let at = Some(index as usize).filter(|at| *at < fields.len());
        self.describe_field(&fields, at, internal, "");
    }

    /// Tells how many fields a node has; -1 for none.
    pub(super) fn field_count(&mut self, node: Uid, internal: bool) {
        let count = self.node(node).map_or(-1, |id| {
            let scene = self.world.scene();
            let is_plain = internal && scene.get(id).is_some_and(|node| node.proto().is_none());
            if is_plain {
                return -1;
            }
            let count = access::fields(scene, id, internal).len();
            i32::try_from(count).unwrap_or(i32::MAX)
        });
        self.tell(SupervisorAnswer::FieldCount { count });
    }

    /// Changes a field at the start of the next step.
    pub(super) fn set_value(&mut self, set: &FieldSet) {
        let scene = self.world.scene();
        if let Some(field) = access::field(scene, set.node, None, set.field, false) {
            let value = access::value(&set.value);
            let write = match set.index {
                Some(at) => Write::Item(at as usize, value),
                None => Write::Whole(value),
            };
            self.command(Command::Write(field, write));
        }
    }

    /// Removes a node.
    pub(super) fn remove_node_by_id(&mut self, node: Uid) {
        if let Some(found) = self.node(node) {
            self.remove_node(found);
        }
    }

    fn fields(&self, node: Uid, proto: Option<ProtoId>, internal: bool) -> Vec<FieldRef> {
        let scene = self.world.scene();
        self.node(node)
            .map(|id| match proto.map(access::level) {
                Some((_, level)) => scene.parameters_at(id, level),
                None => access::fields(scene, id, internal),
            })
            .unwrap_or_default()
    }

    fn describe_field(
        &mut self,
        fields: &[FieldRef],
        at: Option<usize>,
        internal: bool,
        asked: &str,
    ) {
        let found = at.and_then(|at| Some((at, *fields.get(at)?)));
        let Some((at, field)) = found else {
            return self.tell(SupervisorAnswer::Field(FieldDescription {
                field: None,
                field_type: None,
                internal: false,
                count: -1,
                actual: None,
                name: asked.to_owned(),
            }));
        };
        let count = access::count(self.world, field);
        if count >= 0 && !internal {
            self.knowledge.watch(field, count);
        }
        let scene = self.world.scene();
        let description = FieldDescription {
            field: i32::try_from(at).ok().map(FieldId),
            field_type: Some(scene.field_type(field)),
            internal,
            count,
            actual: self.actual(field),
            name: scene.field_name(field).to_owned(),
        };
        self.tell(SupervisorAnswer::Field(description));
    }

    /// The field of the scene tree that a field stands for.
    fn actual(&self, field: FieldRef) -> Option<ActualField> {
        let scene = self.world.scene();
        let owner = scene.owner_of(field);
        let is_internal = scene.get(owner.node)?.is_in_body();
        let fields = access::fields(scene, owner.node, false);
        let at = fields.iter().position(|other| *other == owner)?;
        (!is_internal).then_some(ActualField {
            node: access::uid(owner.node),
            field: FieldId(i32::try_from(at).ok()?),
        })
    }

    /// Sends the value of a field.
    pub(super) fn get_value(&mut self, get: &FieldGet) {
        let scene = self.world.scene();
        let value = access::field(scene, get.node, get.proto, get.field, get.internal)
            .and_then(|field| access::read(self.world, self.context.devices, field, get.index));
        let report = match value {
            Some(value) => {
                if let ReadValue::Node(Some(node)) = &value {
                    self.knowledge.learn(self.world, node.node);
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
        self.tell(SupervisorAnswer::Value(report));
    }

    /// Inserts an item or nodes.
    pub(super) fn insert(&mut self, insert: &FieldInsert) {
        let scene = self.world.scene();
        let Some(field) = access::field(scene, insert.node, None, insert.field, false) else {
            return;
        };
        let at = insert.index.map_or(0, |at| at as usize);
        match &insert.item {
            NewItem::Value(value) => {
                let inserted = self.world.insert_item(field, at, access::value(value));
                if let Err(error) = inserted {
                    self.say(format!("nothing was inserted: {error}"));
                }
                self.tell_edits();
            }
            NewItem::NodeSource(text) => {
                let inserted = self.world.insert(field, at, text);
                let first = match inserted {
                    Ok(inserted) => inserted.nodes.first().copied(),
                    Err(error) => {
                        self.say(error.to_string());
                        None
                    }
                };
                self.tell_edits();
                if insert.index.is_none() {
                    let node = first.map_or(Uid(-1), access::uid);
                    self.tell(SupervisorAnswer::Imported { node });
                }
            }
        }
    }

    /// Removes an item or a node of a field.
    pub(super) fn remove_item(&mut self, node: Uid, field: FieldId, index: Option<u32>) {
        let scene = self.world.scene();
        let Some(field) = access::field(scene, node, None, field, false) else {
            return;
        };
        let at = index.map_or(0, |at| at as usize);
        if scene.field_type(field).is_node() {
            if let Some(found) = scene.nodes_in(field).get(at).copied() {
                self.remove_node(found);
            }
            return;
        }
        if let Err(error) = self.world.remove_item(field, at) {
            self.say(format!("nothing was removed: {error}"));
        }
        self.tell_edits();
    }

    /// Removes a node; a supervisor that removes itself lives until the end of the step.
    fn remove_node(&mut self, node: NodeId) {
        let kind = self.world.scene().get(node).map(|found| found.base_type());
        if matches!(kind, Some(NodeType::WorldInfo | NodeType::Viewpoint)) {
            return self.say("a world keeps its WorldInfo and its Viewpoint");
        }
        if access::stands_for(self.world.scene(), self.context.node, node) {
            self.knowledge.removes_itself = Some(node);
            return;
        }
        if let Err(error) = self.world.remove(node) {
            self.say(format!("the node was not removed: {error}"));
        }
        self.tell_edits();
    }

    fn tell_edits(&mut self) {
        self.knowledge.tell_edits(self.world, self.answers);
    }
}
