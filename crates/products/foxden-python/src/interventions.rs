//! What a supervisor does to bodies: velocities, forces, rest and joint positions. They act
//! with the next step.

use crate::arguments::finite;
use crate::errors::{ErrorClass, error};
use crate::world::{Core, node};
use foxden::Command;
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
    // the orders of a supervisor are those of a robot
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
