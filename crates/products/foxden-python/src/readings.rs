//! What devices measured, as objects of Python.

use crate::world::{Core, device};
use foxden::Reading;
use foxden_sim::controller::Packet;
use foxden_sim::devices::recognition::RecognisedObject;
use foxden_sim::light::explain::LightShare;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Number of the node, position, orientation, size, position and size in the picture,
/// colours, model.
type ObjectRow = (
    u32,
    [f64; 3],
    [f64; 4],
    [f64; 2],
    [i32; 2],
    [i32; 2],
    Vec<[f64; 3]>,
    String,
);

/// The bytes of a packet, the direction of its emitter, the strength of its signal.
type PacketRow<'py> = (Bound<'py, PyBytes>, [f64; 3], f64);

/// The last reading of a kind; none if there was none yet.
#[pyfunction]
pub(crate) fn reading(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    kind: &str,
) -> PyResult<Option<Py<PyAny>>> {
    let is_wanted: fn(&Reading) -> bool = match kind {
        "number" => |reading| matches!(reading, Reading::Number(_)),
        "feedback" => |reading| matches!(reading, Reading::Feedback(_)),
        "vector" => |reading| matches!(reading, Reading::Vector(_)),
        "fix" => |reading| matches!(reading, Reading::Fix { .. }),
        "attitude" => |reading| matches!(reading, Reading::Attitude(_)),
        "presence" => |reading| matches!(reading, Reading::Presence(_)),
        "locked" => |reading| matches!(reading, Reading::Locked(_)),
        "held" => |reading| matches!(reading, Reading::Held(_)),
        "gripper_on" => |reading| matches!(reading, Reading::GripperOn(_)),
        "targets" => |reading| matches!(reading, Reading::Targets(_)),
        "objects" => |reading| matches!(reading, Reading::Objects(_)),
        "picture" => |reading| matches!(reading, Reading::Picture(_)),
        _ => {
            return Err(PyValueError::new_err(format!(
                "there is no reading '{kind}'"
            )));
        }
    };
    let world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let found = world.readings(device).iter().find(|one| is_wanted(one));
    found.map(|reading| object(py, reading)).transpose()
}

fn object(py: Python<'_>, reading: &Reading) -> PyResult<Py<PyAny>> {
    match reading {
        Reading::Number(number) | Reading::Feedback(number) => number.into_py_any(py),
        Reading::Vector([x, y, z]) => (*x, *y, *z).into_py_any(py),
        Reading::Fix {
            position: [x, y, z],
            speed,
            velocity: [u, v, w],
        } => ((*x, *y, *z), *speed, (*u, *v, *w)).into_py_any(py),
        Reading::Attitude([x, y, z, w]) => (*x, *y, *z, *w).into_py_any(py),
        Reading::Presence(presence) => presence.into_py_any(py),
        Reading::Locked(flag) | Reading::Held(flag) | Reading::GripperOn(flag) => {
            flag.into_py_any(py)
        }
        Reading::Targets(targets) => {
            let rows = targets.iter();
            let rows = rows.map(|one| (one.distance, one.power, one.speed, one.azimuth));
            rows.collect::<Vec<_>>().into_py_any(py)
        }
        Reading::Objects(objects) => {
            let rows: Vec<ObjectRow> = objects.iter().map(object_row).collect();
            rows.into_py_any(py)
        }
        // pictures have functions of their own, packets a queue
        Reading::Picture(_) | Reading::Packets { .. } | Reading::Nothing => Ok(py.None()),
    }
}

fn object_row(one: &RecognisedObject) -> ObjectRow {
    (
        one.node.number(),
        one.position,
        one.orientation,
        one.size,
        one.position_on_image,
        one.size_on_image,
        one.colors.clone(),
        one.model.clone(),
    )
}

/// One light of an explanation: path, distance, attenuation, cosine, spot, ambient part,
/// direct part, path of the solid in the way, what arrives for each channel.
type LightRow = (
    String,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    Option<String>,
    [f64; 3],
);

/// Why a light sensor reads what it reads: one row for each light that is on, the
/// irradiance, and the value without noise. None for other devices.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<Option<(Vec<LightRow>, f64, f64)>> {
    let mut world = core.get().world(py)?;
    let node = device(py, &world, number)?.robot().node();
    let simulation = world.simulation_mut();
    let found = simulation.robot_of(node).and_then(|robot| {
        let mut devices = simulation.devices(robot);
        let (tag, _) = devices.find(|(_, device)| device.node().number() == number)?;
        Some((robot, tag))
    });
    let explained = found.and_then(|(robot, tag)| simulation.explain_device(robot, tag));
    Ok(explained.map(|explained| {
        let rows = explained.parts.iter().map(light_row).collect();
        (rows, explained.irradiance, explained.value)
    }))
}

fn light_row(part: &LightShare) -> LightRow {
    let contribution = &part.contribution;
    (
        part.light.clone(),
        contribution.distance,
        contribution.attenuation,
        contribution.cosine,
        contribution.spot,
        part.ambient,
        contribution.direct,
        part.occluder
            .as_ref()
            .map(|occluder| occluder.solid.clone()),
        part.arrives,
    )
}

/// Takes the packets that a receiver heard.
#[pyfunction]
pub(crate) fn packets<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    number: u32,
) -> PyResult<Vec<PacketRow<'py>>> {
    let mut world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let packets = world.take_packets(device).into_iter();
    let row = |packet: Packet| {
        let data = PyBytes::new(py, &packet.data);
        (data, packet.direction, packet.strength)
    };
    Ok(packets.map(row).collect())
}
