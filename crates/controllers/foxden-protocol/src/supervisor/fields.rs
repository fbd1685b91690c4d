//! The types of the fields that a controller has looked up.

use std::collections::BTreeMap;

use foxden_catalogue::FieldType;

use crate::ids::{FieldId, ProtoId, Uid};
use crate::supervisor::{SupervisorAnswer, SupervisorRequest};

/// Gives the decoder of requests the types of fields.
pub trait FieldTypes {
    /// The type of a field, if it is known.
    fn field_type(
        &self,
        node: Uid,
        proto: Option<ProtoId>,
        field: FieldId,
        internal: bool,
    ) -> Option<FieldType>;
}

/// Knows no field.
pub struct NoFields;

impl FieldTypes for NoFields {
    fn field_type(&self, _: Uid, _: Option<ProtoId>, _: FieldId, _: bool) -> Option<FieldType> {
        None
    }
}

/// Learns the types of fields from the messages of one controller: the answer
/// has the type of a field, the request before it has the node.
#[derive(Clone, Debug, Default)]
pub struct KnownFields {
    asked: Option<(Uid, Option<ProtoId>)>,
    types: BTreeMap<(Uid, Option<ProtoId>, FieldId, bool), FieldType>,
}

impl KnownFields {
    /// The largest number of fields that is remembered; more are ignored.
    pub const LIMIT: usize = 1 << 20;

    /// Takes note of a request.
    pub fn observe_request(&mut self, request: &SupervisorRequest) {
        match request {
            SupervisorRequest::FieldByName { node, proto, .. }
            | SupervisorRequest::FieldByIndex { node, proto, .. } => {
                self.asked = Some((*node, *proto));
            }
            SupervisorRequest::SetValue(set) => {
                self.remember((set.node, None, set.field, false), set.field_type());
            }
            _ => {}
        }
    }

    /// Listens to an answer.
    pub fn observe_answer(&mut self, answer: &SupervisorAnswer) {
        match answer {
            SupervisorAnswer::Field(found) => {
                let Some((node, proto)) = self.asked.take() else {
                    return;
                };
                let Some(field_type) = found.field_type else {
                    return;
                };
                if let Some(field) = found.field {
                    self.remember((node, proto, field, found.internal), field_type);
                }
                if let Some(actual) = found.actual {
                    self.remember((actual.node, None, actual.field, false), field_type);
                }
            }
            SupervisorAnswer::NodeRemoved { node } => {
                self.types.retain(|(of, ..), _| of != node);
            }
            _ => {}
        }
    }

    fn remember(&mut self, key: (Uid, Option<ProtoId>, FieldId, bool), field_type: FieldType) {
        if self.types.len() < Self::LIMIT {
            self.types.insert(key, field_type);
        }
    }
}

impl FieldTypes for KnownFields {
    fn field_type(
        &self,
        node: Uid,
        proto: Option<ProtoId>,
        field: FieldId,
        internal: bool,
    ) -> Option<FieldType> {
        self.types.get(&(node, proto, field, internal)).copied()
    }
}
