//! What a supervisor asks about nodes: where they are, what they weigh, what holds them.

use crate::world::{Core, node};
use pyo3::prelude::*;

/// The number of the node above a node; none for the root.
#[pyfunction]
pub(crate) fn parent(py: Python<'_>, core: &Bound<'_, Core>, number: u32) -> PyResult<Option<u32>> {
    let world = core.get().world(py)?;
    let id = node(py, &world, number)?;
    let found = world.simulation().scene().parent(id);
    Ok(found.map(|node| node.number()))
}

/// Where a node is, seen from another one or from the world: the rows of a matrix of four
/// rows. None if one of them has no place.
#[pyfunction]
pub(crate) fn pose(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    from_number: Option<u32>,
) -> PyResult<Option<[f64; 16]>> {
    let world = core.get().world(py)?;
    let simulation = world.simulation();
    let id = simulation.running(node(py, &world, number)?);
    let from = from_number.map(|number| node(py, &world, number));
    let from = from.transpose()?.map(|from| simulation.running(from));
    Ok(simulation.pose(id, from))
}

/// The centre of mass of a solid with all below it, and whether it lies above what the solid
/// stands on. None for nodes that are no solids.
#[pyfunction]
pub(crate) fn mass_centre(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<Option<([f64; 3], bool)>> {
    let world = core.get().world(py)?;
    let simulation = world.simulation();
    let id = simulation.running(node(py, &world, number)?);
    let centre = simulation.center_of_mass(id);
    Ok(centre.zip(simulation.is_balanced(id)))
}
