//! What a supervisor does to bodies: velocities, forces, rest and joint positions. They act
//! with the next step.

use crate::arguments::finite;
use crate::errors::{ErrorClass, error};
use crate::world::{Core, node};
use foxden::{Command, World};
use foxden_sim::ExternalForce;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Sends an order about a node: its kind, its numbers, and whether they are given in the
/// frame of the node.
#[pyfunction]
pub(crate) fn intervene(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    kind: &str,
    values: Vec<f64>,
    is_relative: bool,
) -> PyResult<()> {
    for value in &values {
        finite(*value, "a number")?;
    }
    let mut world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let id = world.simulation().running(id);
    if kind != "joint" && !world.simulation().is_solid(id) {
        let message = "only solids have velocities and take forces";
        return Err(error(py, ErrorClass::Edit, message));
    }
    let command = match kind {
        "velocity" => Command::SetVelocity(id, numbers(&values)?),
        "force" => Command::Push(id, ExternalForce::Force(numbers(&values)?), is_relative),
        "torque" => Command::Push(id, ExternalForce::Torque(numbers(&values)?), is_relative),
        "force_at" => {
            let [x, y, z, u, v, w] = numbers(&values)?;
            let force = ExternalForce::ForceAt([x, y, z], [u, v, w]);
            Command::Push(id, force, is_relative)
        }
        "rest" => Command::Rest(id),
        "joint" => {
            let [axis, position] = numbers(&values)?;
            Command::JointPosition(id, axis as usize, position)
        }
        _ => {
            return Err(PyValueError::new_err(format!("there is no order '{kind}'")));
        }
    };
    supervise(py, &mut world, command)
}

/// Puts everything to rest.
#[pyfunction]
pub(crate) fn rest_all(py: Python<'_>, core: &Bound<'_, Core>) -> PyResult<()> {
    supervise(py, &mut *core.get().world(py)?, Command::RestAll)
}

/// Remembers the state of a node under a name, or brings it back.
#[pyfunction]
pub(crate) fn keep_state(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    name: String,
    is_saved: bool,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let command = match is_saved {
        true => Command::SaveState(id, name),
        false => Command::LoadState(id, name),
    };
    supervise(py, &mut world, command)
}

/// Shows a node to a device with pictures, or hides it from the device.
#[pyfunction]
pub(crate) fn set_visible(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    viewer: u32,
    is_visible: bool,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let (id, viewer) = (node(py, &world, number)?, node(py, &world, viewer)?);
    supervise(py, &mut world, Command::Visibility(id, viewer, is_visible))
}

/// Sends what a supervisor wants: it is the order of a robot.
fn supervise(py: Python<'_>, world: &mut World, command: Command) -> PyResult<()> {
    let robot = world.robots().next().map(|(robot, _)| robot);
    let Some(robot) = robot else {
        let message = "the world has no robot, and only robots have programs that do this";
        return Err(error(py, ErrorClass::Edit, message));
    };
    world.command(robot, command);
    Ok(())
}

fn numbers<const N: usize>(values: &[f64]) -> PyResult<[f64; N]> {
    values
        .try_into()
        .map_err(|_| PyValueError::new_err(format!("{N} numbers are needed, not {}", values.len())))
}
