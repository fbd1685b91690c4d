//! Pictures of devices and of the world.

use crate::errors::{ErrorClass, error};
use crate::world::{Core, device, node};
use foxden_sim::PictureBytes;
use foxden_sim::controller::PictureKind;
use foxden_sim::picture_requests::Standpoint;
use foxden_vision::{PictureFormat, encode_picture};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The greatest side of a picture of the world, in pixels.
const MOST_PIXELS: u32 = 8192;

/// Width, height, horizontal angle of view, least and greatest range.
type ViewRow = (u32, u32, f64, f64, f64);

/// How a device with pictures sees; none for other devices.
#[pyfunction]
pub(crate) fn view(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<Option<ViewRow>> {
    let world = core.get().world(py)?;
    let node = node(py, &world, number)?;
    let view = world.simulation().device_view(node);
    Ok(view.map(|view| {
        let (near, far) = (view.near, view.max_range);
        (view.width, view.height, view.field_of_view, near, far)
    }))
}

/// The bytes of the last picture of a device: four for each pixel of a camera (blue,
/// green, red, alpha), a `float32` for each pixel of a range-finder or ray of a lidar.
#[pyfunction]
pub(crate) fn picture<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    number: u32,
    segmentation: bool,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let kind = match segmentation {
        true => PictureKind::Segmentation,
        false => PictureKind::Main,
    };
    bytes_of(py, core, number, kind, |picture| match picture {
        PictureBytes::Colors(pixels) => Ok(PyBytes::new(py, pixels)),
        PictureBytes::Distances(distances) | PictureBytes::Scan(distances, ..) => {
            PyBytes::new_with(py, 4 * distances.len(), |bytes| {
                for (place, metres) in bytes.chunks_exact_mut(4).zip(distances) {
                    place.copy_from_slice(&metres.to_le_bytes());
                }
                Ok(())
            })
        }
    })
}

/// The points of a lidar: x, y, z, layer (`int32`) and time for each, four bytes a value.
#[pyfunction]
pub(crate) fn points<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    number: u32,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    bytes_of(py, core, number, PictureKind::Main, |picture| {
        let mut bytes = Vec::new();
        if let PictureBytes::Scan(_, points, true) = picture {
            PictureBytes::Scan(&[], points, true).append(true, &mut bytes);
        }
        Ok(PyBytes::new(py, &bytes))
    })
}

fn bytes_of<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    number: u32,
    kind: PictureKind,
    bytes: impl FnOnce(PictureBytes<'_>) -> PyResult<Bound<'py, PyBytes>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let simulation = world.simulation();
    let index = simulation.robot_of(device.robot().node());
    let picture = index.and_then(|index| simulation.picture(index, device.tag(), kind));
    picture.map(bytes).transpose()
}

/// A picture of the world from its Viewpoint: a PNG file, or the bytes of its pixels (red,
/// green, blue).
#[pyfunction]
pub(crate) fn render<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    width: u32,
    height: u32,
    is_file: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    if !(1..=MOST_PIXELS).contains(&width) || !(1..=MOST_PIXELS).contains(&height) {
        let message = format!("a picture has 1 to {MOST_PIXELS} pixels on each side");
        return Err(error(py, ErrorClass::Picture, message));
    }
    let world = core.get().world(py)?;
    // a copy is drawn, because drawing brings poses up to date that the next step reads
    let mut copy = world.simulation().fork();
    drop(world);
    let file = py.detach(|| {
        let picture = copy
            .render(&Standpoint::Viewpoint, Some([width, height]))
            .map_err(|reason| reason.to_string())?;
        if !is_file {
            let pixels = picture.pixels.chunks_exact(4);
            return Ok(pixels
                .flat_map(|pixel| [pixel[2], pixel[1], pixel[0]])
                .collect());
        }
        encode_picture(picture.size, &picture.pixels, PictureFormat::Png)
            .map_err(|reason| reason.to_string())
    });
    let file = file.map_err(|reason| error(py, ErrorClass::Picture, reason))?;
    Ok(PyBytes::new(py, &file))
}
