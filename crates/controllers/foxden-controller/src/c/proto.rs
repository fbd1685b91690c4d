//! PROTOs as such, which R2025a shows to supervisors.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;

use foxden_client::Misuse;
use foxden_client::supervisor::{FieldHandle, ProtoHandle};
use foxden_protocol::supervisor::{ProtoLookup, SupervisorRequest};
use foxden_protocol::{Dialect, FieldId};

use super::node::{FieldRef, NodeRef, field_reference, handle};
use super::supervisor::supervise;
use super::{Bool, boolean, functions, some_text};
use crate::library::ControllerLibrary;

/// A PROTO for C programs; a number, not an address.
pub type ProtoRef = *mut c_void;

fn proto_reference(handle: Option<ProtoHandle>) -> ProtoRef {
    handle.map_or(null_mut(), |handle| {
        std::ptr::without_provenance_mut(handle.0)
    })
}

fn proto_of(
    library: &mut ControllerLibrary,
    function: &str,
    lookup: ProtoLookup,
) -> Result<ProtoRef, Misuse> {
    if library.dialect() == Dialect::R2023b {
        return Err(Misuse::Other(
            "the simulator is of R2023b and knows no PROTO references".into(),
        ));
    }
    library.ask(function, SupervisorRequest::Proto(lookup));
    Ok(proto_reference(library.client.supervisor.found.proto))
}

functions! {
    fn wb_supervisor_node_get_proto(node: NodeRef) -> ProtoRef {
        supervise(FUNCTION, null_mut(), |library| {
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            if !node.is_proto {
                return Ok(null_mut());
            }
            let lookup = ProtoLookup { node: node.uid, proto: None };
            proto_of(library, FUNCTION, lookup)
        })
    }

    fn wb_supervisor_proto_get_parent(proto: ProtoRef) -> ProtoRef {
        supervise(FUNCTION, null_mut(), |library| {
            let known = library.client.supervisor.proto(ProtoHandle(proto.addr()))?;
            if !known.is_derived {
                return Ok(null_mut());
            }
            let lookup = ProtoLookup { node: known.node, proto: Some(known.id) };
            proto_of(library, FUNCTION, lookup)
        })
    }

    fn wb_supervisor_proto_get_type_name(proto: ProtoRef) -> *const c_char {
        supervise(FUNCTION, c"".as_ptr(), |library| {
            let known = library.client.supervisor.proto(ProtoHandle(proto.addr()))?;
            Ok(known.type_name.as_c_str().as_ptr())
        })
    }

    fn wb_supervisor_proto_is_derived(proto: ProtoRef) -> Bool {
        supervise(FUNCTION, 0, |library| {
            let known = library.client.supervisor.proto(ProtoHandle(proto.addr()))?;
            Ok(boolean(known.is_derived))
        })
    }

    fn wb_supervisor_proto_get_number_of_fields(proto: ProtoRef) -> c_int {
        supervise(FUNCTION, -1, |library| {
            let known = library.client.supervisor.proto(ProtoHandle(proto.addr()))?;
            Ok(known.field_count)
        })
    }

    fn wb_supervisor_proto_get_field(proto: ProtoRef, field_name: *const c_char) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| {
            let known = library.client.supervisor.proto(ProtoHandle(proto.addr()))?;
            let (node, id) = (known.node, known.id);
            let name = some_text(field_name).ok_or(Misuse::Empty { argument: "field_name" })?;
            let seen = library.client.supervisor.field_of_proto(id, |field| field.name.as_str() == name);
            if seen.is_some() {
                return Ok(field_reference(seen));
            }
            let request = SupervisorRequest::FieldByName { node, proto: Some(id), name, internal: false };
            library.ask(FUNCTION, request);
            Ok(field_reference(library.client.supervisor.found.field))
        })
    }

    fn wb_supervisor_proto_get_field_by_index(proto: ProtoRef, index: c_int) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| {
            let known = library.client.supervisor.proto(ProtoHandle(proto.addr()))?;
            let (node, id) = (known.node, known.id);
            let Ok(position) = u32::try_from(index) else {
                return Err(Misuse::Negative { argument: "index" });
            };
            let seen = library.client.supervisor.field_of_proto(id, |field| field.id == FieldId(index));
            if seen.is_some() {
                return Ok(field_reference(seen));
            }
            let request = SupervisorRequest::FieldByIndex { node, proto: Some(id), index: position, internal: false };
            library.ask(FUNCTION, request);
            Ok(field_reference(library.client.supervisor.found.field))
        })
    }

    fn wb_supervisor_field_get_actual_field(field: FieldRef) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| {
            let known = library.client.supervisor.field(FieldHandle(field.addr()))?;
            let Some((node, id)) = known.actual else {
                return Ok(match known.is_read_only {
                    true => null_mut(),
                    false => field,
                });
            };
            if let Some(seen) = library.client.supervisor.field_by_actual((node, id)) {
                return Ok(field_reference(Some(seen)));
            }
            let index = u32::try_from(id.0).unwrap_or_default();
            let request = SupervisorRequest::FieldByIndex { node, proto: None, index, internal: false };
            library.ask(FUNCTION, request);
            Ok(field_reference(library.client.supervisor.found.field))
        })
    }
}
