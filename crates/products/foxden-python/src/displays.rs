//! Drawings on displays. They act with the next step, in the order in which they were made.

use crate::errors::{ErrorClass, error};
use crate::world::{Core, device};
use foxden::{Command, World};
use foxden_sim::devices::display::{DisplayOrder, DisplayPicture, FontFace, PixelOrder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The number of the image that `draw_image` uses; it is deleted when it is drawn.
const OWN_IMAGE: i32 = i32::MAX;

/// Draws something: what, its whole numbers, whether it is filled (or smooth, for a font), and
/// its text.
#[pyfunction]
pub(crate) fn draw(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    kind: &str,
    numbers: Vec<i32>,
    is_filled: bool,
    text: String,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let order = match kind {
        "color" => DisplayOrder::Color(fixed::<1>(&numbers)?[0] as u32),
        "alpha" => DisplayOrder::Alpha(fixed::<1>(&numbers)?[0].clamp(0, 255) as u8),
        "opacity" => DisplayOrder::Opacity(fixed::<1>(&numbers)?[0].clamp(0, 255) as u8),
        "font" => DisplayOrder::Font {
            face: Some(FontFace::of_name(&text)),
            size: fixed::<1>(&numbers)?[0].unsigned_abs(),
            is_smooth: is_filled,
        },
        "pixel" => DisplayOrder::Pixel(fixed(&numbers)?),
        "line" => {
            let [a, b, c, d] = fixed(&numbers)?;
            DisplayOrder::Line([a, b], [c, d])
        }
        "text" => DisplayOrder::Text(fixed(&numbers)?, text),
        "rectangle" => {
            let [a, b, c, d] = fixed(&numbers)?;
            DisplayOrder::Rectangle([a, b], [c, d], is_filled)
        }
        "oval" => {
            let [a, b, c, d] = fixed(&numbers)?;
            DisplayOrder::Oval([a, b], [c, d], is_filled)
        }
        "polygon" => {
            let points = numbers.chunks_exact(2).map(|point| [point[0], point[1]]);
            DisplayOrder::Polygon(points.collect(), is_filled)
        }
        "detach" => DisplayOrder::Detach,
        _ => {
            let message = format!("there is no drawing '{kind}'");
            return Err(PyValueError::new_err(message));
        }
    };
    send(py, &mut world, number, vec![order])
}

/// Draws a picture of width times height pixels (red, green, blue, alpha) at a place, by its
/// alpha or as it is.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn draw_image(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    pixels: &[u8],
    width: usize,
    height: usize,
    place: [i32; 2],
    is_blended: bool,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let picture = DisplayPicture::from_bytes(width, height, PixelOrder::Rgba, pixels);
    let picture = picture.ok_or_else(|| {
        PyValueError::new_err(format!(
            "a picture of {width} x {height} pixels has {} bytes less or more",
            pixels.len()
        ))
    })?;
    let orders = vec![
        DisplayOrder::Load(OWN_IMAGE, picture),
        DisplayOrder::Paste(OWN_IMAGE, place, is_blended),
        DisplayOrder::Delete(OWN_IMAGE),
    ];
    send(py, &mut world, number, orders)
}

/// Shows the picture of a camera of the same robot below the drawings.
#[pyfunction]
pub(crate) fn attach_camera(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    camera: u32,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let own = device(py, &world, number)?;
    let camera = device(py, &world, camera)?;
    if camera.robot() != own.robot() {
        let message = "a display shows cameras of its own robot only";
        return Err(error(py, ErrorClass::Edit, message));
    }
    send(
        py,
        &mut world,
        number,
        vec![DisplayOrder::Attach(camera.tag())],
    )
}

fn send(py: Python<'_>, world: &mut World, number: u32, orders: Vec<DisplayOrder>) -> PyResult<()> {
    let device = device(py, world, number)?;
    for order in orders {
        world.command(device.robot(), Command::Display(device.tag(), order));
    }
    Ok(())
}

fn fixed<const N: usize>(numbers: &[i32]) -> PyResult<[i32; N]> {
    numbers.try_into().map_err(|_| {
        PyValueError::new_err(format!("{N} numbers are needed, not {}", numbers.len()))
    })
}

/// What a display shows: width, height, and red, green, blue and alpha of its pixels. None
/// if it is not simulated.
#[pyfunction]
pub(crate) fn display_image<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    number: u32,
) -> PyResult<Option<(u32, u32, Bound<'py, PyBytes>)>> {
    let world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let simulation = world.simulation();
    let robot = simulation.robot_of(device.robot().node());
    let found = robot.and_then(|robot| simulation.display_picture(robot, device.tag()));
    Ok(found.map(|([width, height], bytes)| (width, height, PyBytes::new(py, &bytes))))
}
