//! Nodes of the scene.

use std::ffi::{c_char, c_double, c_int, c_void};
use std::ptr::{null, null_mut};

use foxden_client::Misuse;
use foxden_client::supervisor::{
    ContactPoint, FieldHandle, Node, NodeHandle, ProtoHandle, Supervisor,
};
use foxden_protocol::supervisor::{Period, ProtoLookup, Request};
use foxden_protocol::{Dialect, FieldId, NodeTypeNumber, Tag, Uid};

use super::supervisor::{NOT_A_NUMBER, supervise};
use super::{Bool, DeviceTag, boolean, count, functions, numbers, some_text, text};
use crate::library::Library;

/// A node of the scene for C programs; it points nowhere.
pub type NodeRef = *mut c_void;
/// A field of the scene for C programs; it points nowhere.
pub type FieldRef = *mut c_void;
/// A PROTO for C programs; it points nowhere.
pub type ProtoRef = *mut c_void;

pub(super) fn handle(node: NodeRef) -> NodeHandle {
    NodeHandle(node.addr())
}

fn reference(handle: Option<NodeHandle>) -> NodeRef {
    handle.map_or(null_mut(), |handle| {
        std::ptr::without_provenance_mut(handle.0)
    })
}

fn field_reference(handle: Option<FieldHandle>) -> FieldRef {
    handle.map_or(null_mut(), |handle| {
        std::ptr::without_provenance_mut(handle.0)
    })
}

fn proto_reference(handle: Option<ProtoHandle>) -> ProtoRef {
    handle.map_or(null_mut(), |handle| {
        std::ptr::without_provenance_mut(handle.0)
    })
}

/// The number of a node, or what is wrong with it.
fn uid(library: &Library, node: NodeRef, argument: &'static str) -> Result<Uid, Misuse> {
    let node = library
        .client
        .supervisor
        .check_node(handle(node), argument)?;
    Ok(node.uid)
}

/// The number of a node to measure from; NULL is the world.
fn from_uid(library: &Library, node: NodeRef) -> Result<Uid, Misuse> {
    if node.is_null() {
        return Ok(Uid::ROOT);
    }
    uid(library, node, "from_node")
}

/// Asks for a node that is not known yet.
fn find(library: &mut Library, function: &str, request: Request) -> Option<NodeHandle> {
    library.ask(function, request);
    let supervisor = &library.client.supervisor;
    supervisor.handle(supervisor.found.node?)
}

fn find_by_id(
    library: &mut Library,
    function: &str,
    id: Uid,
    internal: bool,
) -> Option<NodeHandle> {
    if let Some(known) = library.client.supervisor.handle(id) {
        return Some(known);
    }
    library.client.supervisor.allows_internal = internal;
    find(library, function, Request::NodeById { node: id })
}

/// What is remembered of a node, without a question.
fn known<R: Clone>(function: &str, node: NodeRef, missing: R, get: impl FnOnce(&Node) -> R) -> R {
    supervise(function, missing, |library| {
        library
            .client
            .supervisor
            .check_node(handle(node), "node")
            .map(get)
    })
}

/// Asks for something of a node and reads where the answer was put.
fn measured(
    function: &str,
    node: NodeRef,
    question: impl FnOnce(Uid) -> Request,
    get: impl FnOnce(&Node) -> Option<*const c_double>,
) -> *const c_double {
    supervise(function, NOT_A_NUMBER.as_ptr(), |library| {
        let asked = uid(library, node, "node")?;
        library.ask(function, question(asked));
        let answer = library.client.supervisor.node(handle(node)).and_then(get);
        Ok(answer.unwrap_or(NOT_A_NUMBER.as_ptr()))
    })
}

/// Tells the simulator something of a node.
fn tell(function: &str, node: NodeRef, order: impl FnOnce(Uid) -> Result<Request, Misuse>) {
    supervise(function, (), |library| {
        let node = uid(library, node, "node")?;
        let request = order(node)?;
        library.ask(function, request);
        Ok(())
    });
}

pub(super) fn finite<const N: usize>(
    argument: &'static str,
    pointer: *const c_double,
) -> Result<[f64; N], Misuse> {
    let values: [f64; N] = numbers(pointer).ok_or(Misuse::Empty { argument })?;
    for value in values {
        check_number(value)?;
    }
    Ok(values)
}

pub(super) fn check_number(value: f64) -> Result<(), Misuse> {
    match value.abs() <= f64::from(f32::MAX) {
        true => Ok(()),
        false => Err(Misuse::Number { value }),
    }
}

/// A field of a node by its name, asked for once.
fn field_by_name(
    library: &mut Library,
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
        Request::FieldByName {
            node: of,
            proto,
            name,
            internal,
        },
    );
    Ok(field_reference(found_field(
        &mut library.client.supervisor,
        node,
        internal,
    )))
}

fn field_by_index(
    library: &mut Library,
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
    let request = Request::FieldByIndex {
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
        library.ask(function, Request::FieldCount { node, internal });
        let count = library.client.supervisor.found.count;
        Ok(count.filter(|count| *count > 0).unwrap_or(-1))
    })
}

/// The newest contact points of a node.
fn contact_points(
    library: &mut Library,
    function: &str,
    node: NodeRef,
    descendants: bool,
) -> Result<(), Misuse> {
    let of = uid(library, node, "node")?;
    let time = library.client.robot.time;
    if let Some(node) = library.client.supervisor.node_mut(handle(node)) {
        node.means_descendants = descendants;
        let known = &mut node.contact_points[usize::from(descendants)];
        known.last_question = time;
        if known.last_update == time {
            return Ok(());
        }
    }
    library.ask(
        function,
        Request::ContactPoints {
            node: of,
            descendants,
        },
    );
    Ok(())
}

/// A contact point for the old functions.
fn contact_point(
    library: &mut Library,
    function: &str,
    node: NodeRef,
    index: c_int,
) -> Result<Option<ContactPoint>, Misuse> {
    let checked = library.client.supervisor.check_node(handle(node), "node")?;
    let descendants = checked.means_descendants;
    contact_points(library, function, node, descendants)?;
    let index = usize::try_from(index).ok();
    let node = library.client.supervisor.node(handle(node));
    let points = node.map(|node| &node.contact_points[usize::from(descendants)].points);
    Ok(points
        .zip(index)
        .and_then(|(points, index)| points.get(index))
        .copied())
}

fn track_contact_points(
    function: &str,
    node: NodeRef,
    descendants: bool,
    tracking: Option<Period>,
) {
    tell(function, node, |node| {
        Ok(Request::TrackContactPoints {
            node,
            descendants,
            tracking,
        })
    });
}

fn period(milliseconds: c_int) -> Result<Option<Period>, Misuse> {
    match milliseconds {
        0.. => Ok(Some(Period { milliseconds })),
        _ => Err(Misuse::NegativePeriod),
    }
}

fn proto_of(
    library: &mut Library,
    function: &str,
    lookup: ProtoLookup,
) -> Result<ProtoRef, Misuse> {
    if library.dialect() == Dialect::R2023b {
        return Err(Misuse::Other(
            "the simulator is of R2023b and knows no PROTO references".into(),
        ));
    }
    library.ask(function, Request::Proto(lookup));
    Ok(proto_reference(library.client.supervisor.found.proto))
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
            Ok(reference(find(library, FUNCTION, Request::NodeByDef { def, proto })))
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
            Ok(reference(find(library, FUNCTION, Request::NodeByTag { tag })))
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
            let found = find(library, FUNCTION, Request::NodeByDef { def, proto });
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
            Ok(reference(find(library, FUNCTION, Request::SelectedNode)))
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
            library.ask(FUNCTION, Request::ExportString { node: of });
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            Ok(node.content.as_c_str().as_ptr())
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
            let request = Request::FieldByName { node, proto: Some(id), name, internal: false };
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
            let request = Request::FieldByIndex { node, proto: Some(id), index: position, internal: false };
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
            let request = Request::FieldByIndex { node, proto: None, index, internal: false };
            library.ask(FUNCTION, request);
            Ok(field_reference(library.client.supervisor.found.field))
        })
    }

    fn wb_supervisor_node_remove(node: NodeRef) {
        tell(FUNCTION, node, |node| match node {
            Uid::ROOT => Err(Misuse::Node { argument: "node" }),
            node => Ok(Request::RemoveNode { node }),
        });
    }

    fn wb_supervisor_node_save_state(node: NodeRef, state_name: *const c_char) {
        tell(FUNCTION, node, |node| {
            let name = text(state_name).ok_or(Misuse::Empty { argument: "state_name" })?;
            Ok(Request::SaveState { node, name })
        });
    }

    fn wb_supervisor_node_load_state(node: NodeRef, state_name: *const c_char) {
        tell(FUNCTION, node, |node| {
            let name = text(state_name).ok_or(Misuse::Empty { argument: "state_name" })?;
            Ok(Request::LoadState { node, name })
        });
    }

    fn wb_supervisor_node_set_joint_position(node: NodeRef, position: c_double, index: c_int) {
        supervise(FUNCTION, (), |library| {
            let joint = library.client.supervisor.check_node(handle(node), "node")?;
            let axes = match joint.node_type.name() {
                Some("HingeJoint" | "SliderJoint") => 1,
                Some("Hinge2Joint") => 2,
                Some("BallJoint") => 3,
                _ => return Err(Misuse::Other("'node' is not a joint".into())),
            };
            let node = joint.uid;
            match u32::try_from(index) {
                Ok(axis @ 1..) if index <= axes => {
                    library.ask(FUNCTION, Request::SetJointPosition { node, position, axis });
                    Ok(())
                }
                _ => Err(Misuse::Index { index, least: 1, most: axes }),
            }
        });
    }

    fn wb_supervisor_node_get_position(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| Request::Position { node }, |node| Some(node.position.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_orientation(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| Request::Orientation { node }, |node| Some(node.orientation.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_center_of_mass(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| Request::CentreOfMass { node }, |node| Some(node.centre_of_mass.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_velocity(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| Request::Velocity { node }, |node| Some(node.velocity.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_pose(node: NodeRef, from_node: NodeRef) -> *const c_double {
        supervise(FUNCTION, NOT_A_NUMBER.as_ptr(), |library| {
            let from = from_uid(library, from_node)?;
            let node = uid(library, node, "node")?;
            let time = library.client.robot.time;
            if let Some(pose) = library.client.supervisor.tracked_pose(node, from, time) {
                return Ok(pose.as_ptr());
            }
            library.ask(FUNCTION, Request::Pose { from, node });
            Ok(library.client.supervisor.pose().as_ptr())
        })
    }

    fn wb_supervisor_node_enable_pose_tracking(node: NodeRef, sampling_period: c_int, from_node: NodeRef) {
        supervise(FUNCTION, (), |library| {
            let tracking = period(sampling_period)?;
            let from = from_uid(library, from_node)?;
            let node = uid(library, node, "node")?;
            library.client.supervisor.track_pose(node, from);
            library.ask(FUNCTION, Request::TrackPose { from, node, tracking });
            Ok(())
        });
    }

    fn wb_supervisor_node_disable_pose_tracking(node: NodeRef, from_node: NodeRef) {
        supervise(FUNCTION, (), |library| {
            let from = from_uid(library, from_node)?;
            let node = uid(library, node, "node")?;
            library.client.supervisor.forget_pose(node, from);
            let tracking = None;
            library.ask(FUNCTION, Request::TrackPose { from, node, tracking });
            Ok(())
        });
    }

    fn wb_supervisor_node_get_contact_points(node: NodeRef, include_descendants: Bool, size: *mut c_int) -> *mut ContactPoint {
        let descendants = include_descendants != 0;
        let (points, length) = supervise(FUNCTION, (null_mut(), 0), |library| {
            contact_points(library, FUNCTION, node, descendants)?;
            let Some(node) = library.client.supervisor.node_mut(handle(node)) else {
                return Ok((null_mut(), 0));
            };
            let points = &mut node.contact_points[usize::from(descendants)].points;
            Ok(match points.is_empty() {
                true => (null_mut(), 0),
                false => (points.as_mut_ptr(), count(points.len())),
            })
        });
        if !size.is_null() {
            // SAFETY: the interface demands a place for a number.
            unsafe { *size = length };
        }
        points
    }

    fn wb_supervisor_node_get_number_of_contact_points(node: NodeRef, include_descendants: Bool) -> c_int {
        let descendants = include_descendants != 0;
        supervise(FUNCTION, -1, |library| {
            contact_points(library, FUNCTION, node, descendants)?;
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            Ok(count(node.contact_points[usize::from(descendants)].points.len()))
        })
    }

    fn wb_supervisor_node_get_contact_point(node: NodeRef, index: c_int) -> *const c_double {
        supervise(FUNCTION, NOT_A_NUMBER.as_ptr(), |library| {
            if contact_point(library, FUNCTION, node, index)?.is_none() {
                return Ok(NOT_A_NUMBER.as_ptr());
            }
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            let points = &node.contact_points[usize::from(node.means_descendants)].points;
            let point = usize::try_from(index).ok().and_then(|index| points.get(index));
            Ok(point.map_or(NOT_A_NUMBER.as_ptr(), |point| point.point.as_ptr()))
        })
    }

    fn wb_supervisor_node_get_contact_point_node(node: NodeRef, index: c_int) -> NodeRef {
        supervise(FUNCTION, null_mut(), |library| {
            let Some(point) = contact_point(library, FUNCTION, node, index)? else {
                return Ok(null_mut());
            };
            Ok(reference(find_by_id(library, FUNCTION, Uid(point.node), true)))
        })
    }

    fn wb_supervisor_node_enable_contact_points_tracking(node: NodeRef, sampling_period: c_int, include_descendants: Bool) {
        match period(sampling_period) {
            Ok(tracking) => track_contact_points(FUNCTION, node, include_descendants != 0, tracking),
            Err(misuse) => crate::library::complain(FUNCTION, &misuse),
        }
    }

    fn wb_supervisor_node_enable_contact_point_tracking(node: NodeRef, sampling_period: c_int, include_descendants: Bool) {
        wb_supervisor_node_enable_contact_points_tracking(node, sampling_period, include_descendants);
    }

    fn wb_supervisor_node_disable_contact_points_tracking(node: NodeRef) {
        track_contact_points(FUNCTION, node, false, None);
    }

    fn wb_supervisor_node_disable_contact_point_tracking(node: NodeRef, _include_descendants: Bool) {
        track_contact_points(FUNCTION, node, false, None);
    }

    fn wb_supervisor_node_get_static_balance(node: NodeRef) -> Bool {
        supervise(FUNCTION, 0, |library| {
            let of = uid(library, node, "node")?;
            library.ask(FUNCTION, Request::StaticBalance { node: of });
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            Ok(boolean(node.static_balance))
        })
    }

    fn wb_supervisor_node_set_velocity(node: NodeRef, velocity: *const c_double) {
        tell(FUNCTION, node, |node| {
            let [x, y, z, a, b, c] = finite("velocity", velocity)?;
            Ok(Request::SetVelocity { node, linear: [x, y, z], angular: [a, b, c] })
        });
    }

    fn wb_supervisor_node_reset_physics(node: NodeRef) {
        tell(FUNCTION, node, |node| Ok(Request::ResetNodePhysics { node }));
    }

    fn wb_supervisor_node_restart_controller(node: NodeRef) {
        tell(FUNCTION, node, |node| Ok(Request::RestartController { node }));
    }

    fn wb_supervisor_node_move_viewpoint(node: NodeRef) {
        tell(FUNCTION, node, |node| Ok(Request::MoveViewpoint { node }));
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
            library.ask(FUNCTION, Request::SetVisibility { node: of, viewer, visible: visible != 0 });
            Ok(())
        });
    }

    fn wb_supervisor_node_add_force(node: NodeRef, force: *const c_double, relative: Bool) {
        tell(FUNCTION, node, |node| {
            let force = finite("force", force)?;
            Ok(Request::AddForce { node, force, relative: relative != 0 })
        });
    }

    fn wb_supervisor_node_add_force_with_offset(node: NodeRef, force: *const c_double, offset: *const c_double, relative: Bool) {
        tell(FUNCTION, node, |node| {
            let force = finite("force", force)?;
            let offset = finite("offset", offset)?;
            Ok(Request::AddForceWithOffset { node, force, offset, relative: relative != 0 })
        });
    }

    fn wb_supervisor_node_add_torque(node: NodeRef, torque: *const c_double, relative: Bool) {
        tell(FUNCTION, node, |node| {
            let torque = finite("torque", torque)?;
            Ok(Request::AddTorque { node, torque, relative: relative != 0 })
        });
    }

    fn wb_node_get_name(node_type: c_int) -> *const c_char {
        const NAMES: [&std::ffi::CStr; 87] = [c"Appearance", c"Background", c"Billboard", c"Box", c"CadShape", c"Capsule", c"Color", c"Cone", c"Coordinate", c"Cylinder", c"DirectionalLight", c"ElevationGrid", c"Fog", c"Group", c"ImageTexture", c"IndexedFaceSet", c"IndexedLineSet", c"Material", c"Mesh", c"Muscle", c"Normal", c"PBRAppearance", c"Plane", c"PointLight", c"PointSet", c"Pose", c"Shape", c"Sphere", c"SpotLight", c"TextureCoordinate", c"TextureTransform", c"Transform", c"Viewpoint", c"Robot", c"Accelerometer", c"Altimeter", c"Brake", c"Camera", c"Compass", c"Connector", c"Display", c"DistanceSensor", c"Emitter", c"GPS", c"Gyro", c"InertialUnit", c"LED", c"Lidar", c"LightSensor", c"LinearMotor", c"Pen", c"PositionSensor", c"Propeller", c"Radar", c"RangeFinder", c"Receiver", c"RotationalMotor", c"Skin", c"Speaker", c"TouchSensor", c"VacuumGripper", c"BallJoint", c"BallJointParameters", c"Charger", c"ContactProperties", c"Damping", c"Fluid", c"Focus", c"HingeJoint", c"HingeJointParameters", c"Hinge2Joint", c"ImmersionProperties", c"JointParameters", c"Lens", c"LensFlare", c"Physics", c"Recognition", c"SliderJoint", c"Slot", c"Solid", c"SolidReference", c"Track", c"TrackWheel", c"WorldInfo", c"Zoom", c"Microphone", c"Radio"];
        let named = NodeTypeNumber(node_type).name().is_some();
        let place = usize::try_from(node_type - 1).ok().filter(|_| named);
        place.and_then(|place| NAMES.get(place)).map_or_else(null, |name| name.as_ptr())
    }
}
