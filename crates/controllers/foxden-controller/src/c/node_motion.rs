//! Where nodes are, how they move, what they touch and what pushes them.

use std::ffi::{c_char, c_double, c_int};
use std::ptr::null_mut;

use foxden_client::Misuse;
use foxden_client::supervisor::{ContactPoint, KnownNode};
use foxden_protocol::Uid;
use foxden_protocol::supervisor::{SupervisorRequest, TrackingPeriod};

use super::node::{NodeRef, check_number, find_by_id, handle, reference, send_to_node, uid};
use super::supervisor::{NOT_A_NUMBER, supervise};
use super::{Bool, boolean, count, functions, numbers, old_name, text};
use crate::library::ControllerLibrary;

/// The number of a node to measure from; NULL is the world.
fn from_uid(library: &ControllerLibrary, node: NodeRef) -> Result<Uid, Misuse> {
    if node.is_null() {
        return Ok(Uid::ROOT);
    }
    uid(library, node, "from_node")
}

/// Asks for something of a node and reads where the answer was put.
fn measured(
    function: &str,
    node: NodeRef,
    question: impl FnOnce(Uid) -> SupervisorRequest,
    get: impl FnOnce(&KnownNode) -> Option<*const c_double>,
) -> *const c_double {
    supervise(function, NOT_A_NUMBER.as_ptr(), |library| {
        let asked = uid(library, node, "node")?;
        library.ask(function, question(asked));
        let answer = library.client.supervisor.node(handle(node)).and_then(get);
        Ok(answer.unwrap_or(NOT_A_NUMBER.as_ptr()))
    })
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

/// The newest contact points of a node.
fn contact_points(
    library: &mut ControllerLibrary,
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
        SupervisorRequest::ContactPoints {
            node: of,
            descendants,
        },
    );
    Ok(())
}

/// A contact point for the old functions.
fn contact_point(
    library: &mut ControllerLibrary,
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
    tracking: Option<TrackingPeriod>,
) {
    send_to_node(function, node, |node| {
        Ok(SupervisorRequest::TrackContactPoints {
            node,
            descendants,
            tracking,
        })
    });
}

fn period(milliseconds: c_int) -> Result<Option<TrackingPeriod>, Misuse> {
    match milliseconds {
        0.. => Ok(Some(TrackingPeriod { milliseconds })),
        _ => Err(Misuse::NegativePeriod),
    }
}

functions! {
    fn wb_supervisor_node_save_state(node: NodeRef, state_name: *const c_char) {
        send_to_node(FUNCTION, node, |node| {
            let name = text(state_name).ok_or(Misuse::Empty { argument: "state_name" })?;
            Ok(SupervisorRequest::SaveState { node, name })
        });
    }

    fn wb_supervisor_node_load_state(node: NodeRef, state_name: *const c_char) {
        send_to_node(FUNCTION, node, |node| {
            let name = text(state_name).ok_or(Misuse::Empty { argument: "state_name" })?;
            Ok(SupervisorRequest::LoadState { node, name })
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
                    library.ask(FUNCTION, SupervisorRequest::SetJointPosition { node, position, axis });
                    Ok(())
                }
                _ => Err(Misuse::Index { index, least: 1, most: axes }),
            }
        });
    }

    fn wb_supervisor_node_get_position(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| SupervisorRequest::Position { node }, |node| Some(node.position.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_orientation(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| SupervisorRequest::Orientation { node }, |node| Some(node.orientation.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_center_of_mass(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| SupervisorRequest::CentreOfMass { node }, |node| Some(node.centre_of_mass.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_velocity(node: NodeRef) -> *const c_double {
        measured(FUNCTION, node, |node| SupervisorRequest::Velocity { node }, |node| Some(node.velocity.as_ref()?.as_ptr()))
    }

    fn wb_supervisor_node_get_pose(node: NodeRef, from_node: NodeRef) -> *const c_double {
        supervise(FUNCTION, NOT_A_NUMBER.as_ptr(), |library| {
            let from = from_uid(library, from_node)?;
            let node = uid(library, node, "node")?;
            let time = library.client.robot.time;
            if let Some(pose) = library.client.supervisor.tracked_pose(node, from, time) {
                return Ok(pose.as_ptr());
            }
            library.ask(FUNCTION, SupervisorRequest::Pose { from, node });
            Ok(library.client.supervisor.pose().as_ptr())
        })
    }

    fn wb_supervisor_node_enable_pose_tracking(node: NodeRef, sampling_period: c_int, from_node: NodeRef) {
        supervise(FUNCTION, (), |library| {
            let tracking = period(sampling_period)?;
            let from = from_uid(library, from_node)?;
            let node = uid(library, node, "node")?;
            library.client.supervisor.track_pose(node, from);
            library.ask(FUNCTION, SupervisorRequest::TrackPose { from, node, tracking });
            Ok(())
        });
    }

    fn wb_supervisor_node_disable_pose_tracking(node: NodeRef, from_node: NodeRef) {
        supervise(FUNCTION, (), |library| {
            let from = from_uid(library, from_node)?;
            let node = uid(library, node, "node")?;
            library.client.supervisor.forget_pose(node, from);
            let tracking = None;
            library.ask(FUNCTION, SupervisorRequest::TrackPose { from, node, tracking });
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
        old_name!(FUNCTION, "wb_supervisor_node_get_contact_points()");
        let descendants = include_descendants != 0;
        supervise(FUNCTION, -1, |library| {
            contact_points(library, FUNCTION, node, descendants)?;
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            Ok(count(node.contact_points[usize::from(descendants)].points.len()))
        })
    }

    fn wb_supervisor_node_get_contact_point(node: NodeRef, index: c_int) -> *const c_double {
        old_name!(FUNCTION, "wb_supervisor_node_get_contact_points()");
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
        old_name!(FUNCTION, "wb_supervisor_node_get_contact_points()");
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
            Err(misuse) => crate::library::report_misuse(FUNCTION, &misuse),
        }
    }

    fn wb_supervisor_node_enable_contact_point_tracking(node: NodeRef, sampling_period: c_int, include_descendants: Bool) {
        old_name!(FUNCTION, "wb_supervisor_node_enable_contact_points_tracking()");
        wb_supervisor_node_enable_contact_points_tracking(node, sampling_period, include_descendants);
    }

    fn wb_supervisor_node_disable_contact_points_tracking(node: NodeRef) {
        track_contact_points(FUNCTION, node, false, None);
    }

    fn wb_supervisor_node_disable_contact_point_tracking(node: NodeRef, _include_descendants: Bool) {
        old_name!(FUNCTION, "wb_supervisor_node_disable_contact_points_tracking()");
        track_contact_points(FUNCTION, node, false, None);
    }

    fn wb_supervisor_node_get_static_balance(node: NodeRef) -> Bool {
        supervise(FUNCTION, 0, |library| {
            let of = uid(library, node, "node")?;
            library.ask(FUNCTION, SupervisorRequest::StaticBalance { node: of });
            let node = library.client.supervisor.check_node(handle(node), "node")?;
            Ok(boolean(node.static_balance))
        })
    }

    fn wb_supervisor_node_set_velocity(node: NodeRef, velocity: *const c_double) {
        send_to_node(FUNCTION, node, |node| {
            let [x, y, z, a, b, c] = finite("velocity", velocity)?;
            Ok(SupervisorRequest::SetVelocity { node, linear: [x, y, z], angular: [a, b, c] })
        });
    }

    fn wb_supervisor_node_reset_physics(node: NodeRef) {
        send_to_node(FUNCTION, node, |node| Ok(SupervisorRequest::ResetNodePhysics { node }));
    }

    fn wb_supervisor_node_add_force(node: NodeRef, force: *const c_double, relative: Bool) {
        send_to_node(FUNCTION, node, |node| {
            let force = finite("force", force)?;
            Ok(SupervisorRequest::AddForce { node, force, relative: relative != 0 })
        });
    }

    fn wb_supervisor_node_add_force_with_offset(node: NodeRef, force: *const c_double, offset: *const c_double, relative: Bool) {
        send_to_node(FUNCTION, node, |node| {
            let force = finite("force", force)?;
            let offset = finite("offset", offset)?;
            Ok(SupervisorRequest::AddForceWithOffset { node, force, offset, relative: relative != 0 })
        });
    }

    fn wb_supervisor_node_add_torque(node: NodeRef, torque: *const c_double, relative: Bool) {
        send_to_node(FUNCTION, node, |node| {
            let torque = finite("torque", torque)?;
            Ok(SupervisorRequest::AddTorque { node, torque, relative: relative != 0 })
        });
    }
}
