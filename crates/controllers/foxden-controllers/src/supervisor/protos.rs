//! PROTOs as R2025a asks for them: the one that a node names, and those that
//! it is derived from.

use super::RequestHandler;
use crate::scene_access as access;
use foxden_protocol::supervisor::{ProtoDescription, ProtoLookup, SupervisorAnswer};

impl RequestHandler<'_> {
    /// Describes a PROTO.
    pub(super) fn describe_proto(&mut self, lookup: &ProtoLookup) {
        let description = self.node(lookup.node).and_then(|node| {
            let level = match lookup.proto {
                Some(proto) => access::level(proto).1.checked_add(1)?,
                None => 0,
            };
            let protos = self.world.scene().protos(node);
            let proto = protos.get(usize::from(level))?;
            Some(ProtoDescription {
                proto: Some(access::proto_id(node, level)),
                is_derived: usize::from(level) + 1 < protos.len(),
                field_count: i32::try_from(proto.parameters.len()).unwrap_or(i32::MAX),
                name: proto.name.to_string(),
            })
        });
        self.tell(SupervisorAnswer::Proto(description.unwrap_or(
            ProtoDescription {
                proto: None,
                is_derived: false,
                field_count: 0,
                name: String::new(),
            },
        )));
    }
}
