//! Applies the answers about the scene.

use foxden_protocol::field_type_number;
use foxden_protocol::supervisor::{
    FieldDescription, FieldReport, NodeDescription, NodeValue, ReadValue, SupervisorAnswer,
    SupervisorRequest,
};
use foxden_protocol::{FieldId, NodeTypeNumber, Uid};

use super::nodes::NodeReportView;
use super::{ContactPoint, FieldData, KnownField, Proto, Supervisor};

impl Supervisor {
    pub(crate) fn apply(&mut self, answer: SupervisorAnswer, time: f64) {
        match answer {
            SupervisorAnswer::Configure(itself) => {
                self.add_root();
                self.add_node(&NodeReportView {
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
            SupervisorAnswer::NodeByDef(node) => {
                if node.node != Uid::ROOT
                    && let Some(SupervisorRequest::NodeByDef { def, .. }) = self.asked.clone()
                {
                    self.add_node(&NodeReportView {
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
            SupervisorAnswer::NodeById(node)
            | SupervisorAnswer::NodeByTag(node)
            | SupervisorAnswer::SelectedNode(node) => {
                self.apply_node(&node);
            }
            SupervisorAnswer::Field(field) => self.apply_field(field),
            SupervisorAnswer::Value(report) => self.apply_value(report, time),
            SupervisorAnswer::FieldCount { count } => self.found.count = Some(count),
            SupervisorAnswer::Proto(proto) => {
                let node = match &self.asked {
                    Some(SupervisorRequest::Proto(lookup)) => lookup.node,
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
            SupervisorAnswer::ProtoRegenerated => self.remove_internal(),
            SupervisorAnswer::Imported { node } => self.found.imported = Some(node),
            SupervisorAnswer::FieldCountChanged { node, field, count } => {
                let known = self
                    .field_by_name(node, &field, false)
                    .or_else(|| self.field_by_name(node, &field, true));
                if let Some(known) = known.and_then(|known| self.field_mut(known)) {
                    known.count = count;
                }
            }
            SupervisorAnswer::NodeRemoved { node } => self.remove_node(node),
            SupervisorAnswer::AnimationStarted { success }
            | SupervisorAnswer::AnimationStopped { success }
            | SupervisorAnswer::WorldSaved { success } => self.found.success = Some(success),
            SupervisorAnswer::Movie(status) => self.movie = status,
            SupervisorAnswer::HeadsetUsed { used } => self.found.headset_used = used,
            SupervisorAnswer::HeadsetPosition { position } => {
                self.headset_position = Some(Box::new(position));
            }
            SupervisorAnswer::HeadsetOrientation { matrix } => {
                self.headset_orientation = Some(Box::new(matrix));
            }
            answer => self.apply_state(answer, time),
        }
    }

    /// The position and motion of a node. The answer does not name the node;
    /// it is the node of the question.
    fn apply_state(&mut self, answer: SupervisorAnswer, time: f64) {
        let asked = self.asked.clone();
        match (answer, asked) {
            (
                SupervisorAnswer::Position { position },
                Some(SupervisorRequest::Position { node }),
            ) => {
                self.change(node, |node| node.position = Some(position));
            }
            (
                SupervisorAnswer::Orientation { matrix },
                Some(SupervisorRequest::Orientation { node }),
            ) => {
                self.change(node, |node| node.orientation = Some(matrix));
            }
            (
                SupervisorAnswer::CentreOfMass { position },
                Some(SupervisorRequest::CentreOfMass { node }),
            ) => {
                self.change(node, |node| node.centre_of_mass = Some(position));
            }
            (
                SupervisorAnswer::StaticBalance { balanced },
                Some(SupervisorRequest::StaticBalance { node }),
            ) => {
                self.change(node, |node| node.static_balance = balanced);
            }
            (
                SupervisorAnswer::Velocity { linear, angular },
                Some(SupervisorRequest::Velocity { node }),
            ) => {
                let [x, y, z] = linear;
                let [a, b, c] = angular;
                self.change(node, |node| node.velocity = Some([x, y, z, a, b, c]));
            }
            (
                SupervisorAnswer::ExportedString { text },
                Some(SupervisorRequest::ExportString { node }),
            ) => {
                self.change(node, |node| node.content = Some(text.into()));
            }
            (SupervisorAnswer::Pose { from, node, matrix }, asked) => {
                let is_asked = asked == Some(SupervisorRequest::Pose { from, node });
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
                SupervisorAnswer::ContactPoints {
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
            // An answer without a question.
            _ => {}
        }
    }

    fn change(&mut self, uid: Uid, change: impl FnOnce(&mut super::KnownNode)) {
        if let Some(node) = self.node_by_uid_mut(uid) {
            change(node);
        }
    }

    fn apply_node(&mut self, node: &NodeDescription) {
        if node.node == Uid::ROOT || (node.is_internal && !self.allows_internal) {
            return;
        }
        self.add_node(&NodeReportView {
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

    fn apply_field(&mut self, field: FieldDescription) {
        let (node, proto) = match &self.asked {
            Some(
                SupervisorRequest::FieldByName { node, proto, .. }
                | SupervisorRequest::FieldByIndex { node, proto, .. },
            ) => (*node, *proto),
            _ => return,
        };
        let (Some(id), Some(field_type)) = (field.field, field.field_type) else {
            return;
        };
        self.found.field = Some(self.add_field(KnownField {
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

    fn apply_value(&mut self, report: FieldReport, time: f64) {
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
            Some(SupervisorRequest::GetValue(get)) if get.node == node && get.field == field => {
                get.internal
            }
            _ => false,
        };
        let is_it = |known: &KnownField| {
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
        self.add_node(&NodeReportView {
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
