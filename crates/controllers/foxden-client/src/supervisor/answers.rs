//! Takes in what the simulator says of the scene.

use foxden_protocol::field_type_number;
use foxden_protocol::supervisor::{
    Answer, FieldDescription, FieldReport, NodeDescription, NodeValue, ReadValue, Request,
};
use foxden_protocol::{FieldId, NodeTypeNumber, Uid};

use super::nodes::Seen;
use super::{ContactPoint, Field, FieldData, Proto, Supervisor};

impl Supervisor {
    pub(crate) fn hear(&mut self, answer: Answer, time: f64) {
        match answer {
            Answer::Configure(itself) => {
                self.add_root();
                self.add_node(&Seen {
                    uid: itself.node,
                    node_type: NodeTypeNumber::ROBOT,
                    tag: None,
                    parent: itself.parent,
                    is_proto: itself.is_proto,
                    model: &itself.model,
                    def: Some(&itself.def),
                });
                self.set_itself(itself.node, itself.is_internal);
            }
            Answer::NodeByDef(node) => {
                if node.node != Uid::ROOT
                    && let Some(Request::NodeByDef { def, .. }) = self.asked.clone()
                {
                    self.add_node(&Seen {
                        uid: node.node,
                        node_type: node.node_type,
                        tag: node.tag,
                        parent: node.parent,
                        is_proto: node.is_proto,
                        model: &node.model,
                        def: Some(&def),
                    });
                    self.found.node = Some(node.node);
                }
            }
            Answer::NodeById(node) | Answer::NodeByTag(node) | Answer::SelectedNode(node) => {
                self.hear_node(&node);
            }
            Answer::Field(field) => self.hear_field(field),
            Answer::Value(report) => self.hear_value(report, time),
            Answer::FieldCount { count } => self.found.count = Some(count),
            Answer::Proto(proto) => {
                let node = match &self.asked {
                    Some(Request::Proto(lookup)) => lookup.node,
                    _ => Uid::ROOT,
                };
                if let Some(id) = proto.proto {
                    self.found.proto = Some(self.add_proto(Proto {
                        type_name: proto.name.into(),
                        node,
                        id,
                        is_derived: proto.is_derived,
                        field_count: proto.field_count,
                    }));
                }
            }
            Answer::ProtoRegenerated => self.remove_internal(),
            Answer::Imported { node } => self.found.imported = Some(node),
            Answer::FieldCountChanged { node, field, count } => {
                let known = self
                    .field_by_name(node, &field, false)
                    .or_else(|| self.field_by_name(node, &field, true));
                if let Some(known) = known.and_then(|known| self.field_mut(known)) {
                    known.count = count;
                }
            }
            Answer::NodeRemoved { node } => self.remove_node(node),
            Answer::AnimationStarted { success }
            | Answer::AnimationStopped { success }
            | Answer::WorldSaved { success } => self.found.success = Some(success),
            Answer::Movie(status) => self.movie = status,
            Answer::HeadsetUsed { used } => self.found.headset_used = used,
            Answer::HeadsetPosition { position } => {
                self.headset_position = Some(Box::new(position));
            }
            Answer::HeadsetOrientation { matrix } => {
                self.headset_orientation = Some(Box::new(matrix));
            }
            answer => self.hear_state(answer, time),
        }
    }

    /// Where a node is and how it moves. The simulator does not repeat of which
    /// node it speaks; it is the one that was asked for.
    fn hear_state(&mut self, answer: Answer, time: f64) {
        let asked = self.asked.clone();
        match (answer, asked) {
            (Answer::Position { position }, Some(Request::Position { node })) => {
                self.change(node, |node| node.position = Some(position));
            }
            (Answer::Orientation { matrix }, Some(Request::Orientation { node })) => {
                self.change(node, |node| node.orientation = Some(matrix));
            }
            (Answer::CentreOfMass { position }, Some(Request::CentreOfMass { node })) => {
                self.change(node, |node| node.centre_of_mass = Some(position));
            }
            (Answer::StaticBalance { balanced }, Some(Request::StaticBalance { node })) => {
                self.change(node, |node| node.static_balance = balanced);
            }
            (Answer::Velocity { linear, angular }, Some(Request::Velocity { node })) => {
                let [x, y, z] = linear;
                let [a, b, c] = angular;
                self.change(node, |node| node.velocity = Some([x, y, z, a, b, c]));
            }
            (Answer::ExportedString { text }, Some(Request::ExportString { node })) => {
                self.change(node, |node| node.content = Some(text.into()));
            }
            (Answer::Pose { from, node, matrix }, asked) => {
                let is_asked = asked == Some(Request::Pose { from, node });
                let tracked = self
                    .poses
                    .iter_mut()
                    .find(|pose| pose.node == node && pose.from == from);
                match tracked {
                    Some(pose) if !is_asked => {
                        *pose.matrix = matrix;
                        pose.last_update = time;
                    }
                    _ => *self.pose = matrix,
                }
            }
            (
                Answer::ContactPoints {
                    node,
                    descendants,
                    points,
                },
                _,
            ) => {
                let points = points
                    .into_iter()
                    .map(|point| ContactPoint::new(point.point, point.node))
                    .collect();
                self.change(node, |node| {
                    let known = &mut node.contact_points[usize::from(descendants)];
                    known.points = points;
                    known.last_update = time;
                });
            }
            // An answer that nobody asked for.
            _ => {}
        }
    }

    fn change(&mut self, uid: Uid, change: impl FnOnce(&mut super::Node)) {
        if let Some(node) = self.node_by_uid_mut(uid) {
            change(node);
        }
    }

    fn hear_node(&mut self, node: &NodeDescription) {
        if node.node == Uid::ROOT || (node.is_internal && !self.allows_internal) {
            return;
        }
        self.add_node(&Seen {
            uid: node.node,
            node_type: node.node_type,
            tag: node.tag,
            parent: node.parent,
            is_proto: node.is_proto,
            model: &node.model,
            def: Some(&node.def),
        });
        self.name_node(node.node);
    }

    fn hear_field(&mut self, field: FieldDescription) {
        let (node, proto) = match &self.asked {
            Some(
                Request::FieldByName { node, proto, .. }
                | Request::FieldByIndex { node, proto, .. },
            ) => (*node, *proto),
            _ => return,
        };
        let (Some(id), Some(field_type)) = (field.field, field.field_type) else {
            return;
        };
        self.found.field = Some(self.add_field(Field {
            name: field.name.into(),
            field_type: field_type_number(field_type),
            count: field.count,
            node,
            proto,
            id,
            is_internal: field.internal,
            is_read_only: field.internal || proto.is_some(),
            actual: field.actual.map(|actual| (actual.node, actual.field)),
            data: FieldData::default(),
            last_update: f64::MIN,
        }));
    }

    fn hear_value(&mut self, report: FieldReport, time: f64) {
        let FieldReport::Value {
            node,
            proto,
            field,
            value,
            ..
        } = report
        else {
            return;
        };
        if let ReadValue::Node(Some(seen)) = &value {
            self.see_value(seen);
        }
        let internal = match &self.asked {
            Some(Request::GetValue(get)) if get.node == node && get.field == field => get.internal,
            _ => false,
        };
        let is_it = |known: &Field| {
            known.node == node
                && known.id == field
                && known.proto == proto
                && known.is_internal == internal
        };
        for known in self.fields.values_mut().filter(|known| is_it(known)) {
            match &value {
                ReadValue::Value(value) => known.data.set(value),
                ReadValue::Node(seen) => {
                    known.data.node = seen.as_ref().map_or(Uid::ROOT, |seen| seen.node);
                }
            }
            known.last_update = time;
        }
    }

    fn see_value(&mut self, seen: &NodeValue) {
        self.add_node(&Seen {
            uid: seen.node,
            node_type: seen.node_type,
            tag: seen.tag,
            parent: seen.parent,
            is_proto: seen.is_proto,
            model: &seen.model,
            def: Some(&seen.def),
        });
    }

    /// The field of the scene tree that was asked for by its number.
    pub fn field_by_actual(&self, actual: (Uid, FieldId)) -> Option<super::FieldHandle> {
        self.field_by_id(actual.0, actual.1, false)
    }
}
