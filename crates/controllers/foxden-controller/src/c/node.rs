//! Nodes of the scene: finding them, their names and their fields.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use foxden_client::Misuse;
use foxden_client::supervisor::{FieldHandle, KnownNode, NodeHandle, Supervisor};
use foxden_protocol::supervisor::SupervisorRequest;
use foxden_protocol::{Dialect, FieldId, NodeTypeNumber, Tag, Uid};

use super::supervisor::supervise;
use super::{Bool, DeviceTag, boolean, functions, some_text};
use crate::library::ControllerLibrary;

/// A node of the scene for C programs; a number, not an address.
pub type NodeRef = *mut c_void;
/// A field of the scene for C programs; a number, not an address.
pub type FieldRef = *mut c_void;
pub(super) fn handle(node: NodeRef) -> NodeHandle {
    NodeHandle(node.addr())
}

pub(super) fn reference(handle: Option<NodeHandle>) -> NodeRef {
    handle.map_or(null_mut(), |handle| {
        std::ptr::without_provenance_mut(handle.0)
    })
}

pub(super) fn field_reference(handle: Option<FieldHandle>) -> FieldRef {
    handle.map_or(null_mut(), |handle| {
        std::ptr::without_provenance_mut(handle.0)
    })
}

/// The number of a node, or what is wrong with it.
pub(super) fn uid(
    library: &ControllerLibrary,
    node: NodeRef,
    argument: &'static str,
) -> Result<Uid, Misuse> {
    let node = library
        .client
        .supervisor
        .check_node(handle(node), argument)?;
    Ok(node.uid)
}

/// Asks for a node that is not known yet.
fn find(
    library: &mut ControllerLibrary,
    function: &str,
    request: SupervisorRequest,
) -> Option<NodeHandle> {
    library.ask(function, request);
    let supervisor = &library.client.supervisor;
    supervisor.handle(supervisor.found.node?)
}

pub(super) fn find_by_id(
    library: &mut ControllerLibrary,
    function: &str,
    id: Uid,
    internal: bool,
) -> Option<NodeHandle> {
    if let Some(known) = library.client.supervisor.handle(id) {
        return Some(known);
    }
    library.client.supervisor.allows_internal = internal;
    find(library, function, SupervisorRequest::NodeById { node: id })
}

/// What is remembered of a node, without a question.
fn known<R: Clone>(
    function: &str,
    node: NodeRef,
    missing: R,
    get: impl FnOnce(&KnownNode) -> R,
) -> R {
    supervise(function, missing, |library| {
        library
            .client
            .supervisor
            .check_node(handle(node), "node")
            .map(get)
    })
}

/// Sends a request about a node.
pub(super) fn send_to_node(
    function: &str,
    node: NodeRef,
    order: impl FnOnce(Uid) -> Result<SupervisorRequest, Misuse>,
) {
    supervise(function, (), |library| {
        let node = uid(library, node, "node")?;
        let request = order(node)?;
        library.ask(function, request);
        Ok(())
    });
}

pub(super) fn check_number(value: f64) -> Result<(), Misuse> {
    match value.abs() <= f64::from(f32::MAX) {
        true => Ok(()),
        false => Err(Misuse::Number { value }),
    }
}

/// A field of a node by its name, asked for once.
fn field_by_name(
    library: &mut ControllerLibrary,
    function: &str,
    node: NodeRef,
    name: *const c_char,
    internal: bool,
) -> Result<FieldRef, Misuse> {
    let found = library.client.supervisor.check_node(handle(node), "node")?;
    if internal && !found.is_proto && library.dialect() == Dialect::R2023b {
        return Err(Misuse::NoProto);
    }
    let of = found.uid;
    let name = some_text(name).ok_or(Misuse::Empty {
        argument: "field_name",
    })?;
    if let Some(known) = library.client.supervisor.field_by_name(of, &name, internal) {
        return Ok(field_reference(Some(known)));
    }
    let proto = None;
    library.ask(
        function,
        SupervisorRequest::FieldByName {
            node: of,
            proto,
            name,
            internal,
        },
    );
    let supervisor = &mut library.client.supervisor;
    supervisor.found.field = supervisor.found.field.or(supervisor.field_instead());
    Ok(field_reference(found_field(supervisor, node, internal)))
}

fn field_by_index(
    library: &mut ControllerLibrary,
    function: &str,
    node: NodeRef,
    index: c_int,
    internal: bool,
) -> Result<FieldRef, Misuse> {
    let of = uid(library, node, "node")?;
    let Ok(position) = u32::try_from(index) else {
        return Err(Misuse::Negative { argument: "index" });
    };
    let id = FieldId(index);
    if let Some(known) = library.client.supervisor.field_by_id(of, id, internal) {
        return Ok(field_reference(Some(known)));
    }
    let proto = None;
    let request = SupervisorRequest::FieldByIndex {
        node: of,
        proto,
        index: position,
        internal,
    };
    library.ask(function, request);
    Ok(field_reference(found_field(
        &mut library.client.supervisor,
        node,
        internal,
    )))
}

fn found_field(supervisor: &mut Supervisor, node: NodeRef, internal: bool) -> Option<FieldHandle> {
    let field = supervisor.found.field?;
    supervisor.mark_read_only(field, handle(node), internal);
    Some(field)
}

fn number_of_fields(function: &str, node: NodeRef, internal: bool) -> c_int {
    supervise(function, -1, |library| {
        let node = uid(library, node, "node")?;
        library.ask(function, SupervisorRequest::FieldCount { node, internal });
        let count = library.client.supervisor.found.count;
        Ok(count.filter(|count| *count > 0).unwrap_or(-1))
    })
}

functions! {
    fn wb_supervisor_node_get_root() -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| Ok(reference(library.client.supervisor.root())))
    }

    fn wb_supervisor_node_get_self() -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| Ok(reference(library.client.supervisor.itself())))
    }

    fn wb_supervisor_node_get_id(node: NodeRef) -> c_int {
        supervise(FUNCTION, -1, |library| {
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            match node.is_internal {
                true => Err(Misuse::InternalNode),
                false => Ok(node.uid.0),
            }
        })
    }

    fn wb_supervisor_node_get_from_id(id: c_int) -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            if id < 0 {
                return Err(Misuse::Negative { argument: "id" });
            }
            Ok(reference(find_by_id(library, FUNCTION, Uid(id), false)))
        })
    }

    fn wb_supervisor_node_get_from_def(def: *const c_char) -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            let def = some_text(def).ok_or(Misuse::Empty { argument: "def" })?;
            if let Some(known) = library.client.supervisor.node_by_def(&def, None) {
                return Ok(reference(Some(known)));
            }
            let proto = None;
            Ok(reference(find(library, FUNCTION, SupervisorRequest::NodeByDef { def, proto })))
        })
    }

    fn wb_supervisor_node_get_from_device(tag: DeviceTag) -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            if usize::from(tag) > library.client.devices.len() {
                return Err(Misuse::Tag);
            }
            if tag == 0 {
                return Ok(reference(library.client.supervisor.itself()));
            }
            let tag = Tag(tag);
            if let Some(known) = library.client.supervisor.node_by_tag(tag) {
                return Ok(reference(Some(known)));
            }
            library.client.supervisor.allows_internal = true;
            Ok(reference(find(library, FUNCTION, SupervisorRequest::NodeByTag { tag })))
        })
    }

    fn wb_supervisor_node_get_from_proto_def(node: NodeRef, def: *const c_char) -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            let def = some_text(def).ok_or(Misuse::Empty { argument: "def" })?;
            let instance = library.client.supervisor.check_node(handle(node), "node")?;
            if !instance.is_proto {
                return Err(Misuse::NoProto);
            }
            let proto = Some(instance.uid);
            let inside = Some(handle(node));
            if let Some(known) = library.client.supervisor.node_by_def(&def, inside) {
                return Ok(reference(Some(known)));
            }
            let found = find(library, FUNCTION, SupervisorRequest::NodeByDef { def, proto });
            if let Some(found) = found.and_then(|found| library.client.supervisor.node_mut(found)) {
                found.is_internal = true;
                found.parent_proto = inside;
            }
            Ok(reference(found))
        })
    }

    fn wb_supervisor_node_get_parent_node(node: NodeRef) -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            let parent = library.client.supervisor.check_node(handle(node), "node")?.parent;
            Ok(match parent {
                Uid(0..) => reference(find_by_id(library, FUNCTION, parent, true)),
                _ => null_mut(),
            })
        })
    }

    fn wb_supervisor_node_get_selected() -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            Ok(reference(find(library, FUNCTION, SupervisorRequest::SelectedNode)))
        })
    }

    fn wb_supervisor_node_get_type(node: NodeRef) -> c_int {
        known(FUNCTION, node, 0, |node| node.node_type.0)
    }

    fn wb_supervisor_node_get_def(node: NodeRef) -> *const c_char {
        known(FUNCTION, node, c"".as_ptr(), |node| node.def.as_c_str().as_ptr())
    }

    fn wb_supervisor_node_get_type_name(node: NodeRef) -> *const c_char {
        known(FUNCTION, node, c"".as_ptr(), |node| node.type_name.as_c_str().as_ptr())
    }

    fn wb_supervisor_node_get_base_type_name(node: NodeRef) -> *const c_char {
        known(FUNCTION, node, c"".as_ptr(), |node| node.base_type_name.as_c_str().as_ptr())
    }

    fn wb_supervisor_node_is_proto(node: NodeRef) -> Bool {
        known(FUNCTION, node, 0, |node| boolean(node.is_proto))
    }

    fn wb_supervisor_node_export_string(node: NodeRef) -> *const c_char {
        supervise(FUNCTION, c"".as_ptr(), |library| {
            let of = uid(library, node, "node")?;
            library.ask(FUNCTION, SupervisorRequest::ExportString { node: of });
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            Ok(node.content.as_ref().map_or_else(null, |content| content.as_c_str().as_ptr()))
        })
    }

    fn wb_supervisor_node_get_field(node: NodeRef, field_name: *const c_char) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| field_by_name(library, FUNCTION, node, field_name, false))
    }

    fn wb_supervisor_node_get_field_by_index(node: NodeRef, index: c_int) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| field_by_index(library, FUNCTION, node, index, false))
    }

    fn wb_supervisor_node_get_number_of_fields(node: NodeRef) -> c_int {
        number_of_fields(FUNCTION, node, false)
    }

    fn wb_supervisor_node_get_proto_field(node: NodeRef, field_name: *const c_char) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| field_by_name(library, FUNCTION, node, field_name, true))
    }

    fn wb_supervisor_node_get_proto_field_by_index(node: NodeRef, index: c_int) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| field_by_index(library, FUNCTION, node, index, true))
    }

    fn wb_supervisor_node_get_proto_number_of_fields(node: NodeRef) -> c_int {
        number_of_fields(FUNCTION, node, true)
    }

    fn wb_supervisor_node_get_base_node_field(node: NodeRef, field_name: *const c_char) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| field_by_name(library, FUNCTION, node, field_name, true))
    }

    fn wb_supervisor_node_get_base_node_field_by_index(node: NodeRef, index: c_int) -> FieldRef {
        supervise(FUNCTION, null_mut(), |library| field_by_index(library, FUNCTION, node, index, true))
    }

    fn wb_supervisor_node_get_number_of_base_node_fields(node: NodeRef) -> c_int {
        number_of_fields(FUNCTION, node, true)
    }

    fn wb_supervisor_node_remove(node: NodeRef) {
        send_to_node(FUNCTION, node, |node| match node {
            Uid::ROOT => Err(Misuse::Node { argument: "node" }),
            node => Ok(SupervisorRequest::RemoveNode { node }),
        });
    }

    fn wb_supervisor_node_restart_controller(node: NodeRef) {
        send_to_node(FUNCTION, node, |node| Ok(SupervisorRequest::RestartController { node }));
    }

    fn wb_supervisor_node_move_viewpoint(node: NodeRef) {
        send_to_node(FUNCTION, node, |node| Ok(SupervisorRequest::MoveViewpoint { node }));
    }

    fn wb_supervisor_node_set_visibility(node: NodeRef, from: NodeRef, visible: Bool) {
        supervise(FUNCTION, (), |library| {
            let of = uid(library, node, "node")?;
            let viewer = library.client.supervisor.check_node(handle(from), "from")?;
            let Some("Viewpoint" | "Camera" | "Lidar" | "RangeFinder") = viewer.node_type.name() else {
                return Err(Misuse::Other(
                    "'from' is neither the viewpoint nor a camera, lidar or range-finder".into(),
                ));
            };
            let viewer = viewer.uid;
            library.ask(FUNCTION, SupervisorRequest::SetVisibility { node: of, viewer, visible: visible != 0 });
            Ok(())
        });
    }

    fn wb_node_get_name(node_type: c_int) -> *const c_char {
        static NAMES: OnceLock<Vec<CString>> = OnceLock::new();
        let names = NAMES.get_or_init(|| {
            let named = (1..).map_while(|number| NodeTypeNumber(number).name());
            named.map(|name| CString::new(name).unwrap_or_default()).collect()
        });
        let place = usize::try_from(node_type - 1).ok();
        place.and_then(|place| names.get(place)).map_or_else(null, |name| name.as_ptr())
    }
}
