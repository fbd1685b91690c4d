//! Pictures of devices and of the world.

use crate::errors::{ErrorClass, error};
use crate::world::{Core, device, node};
use foxden_sim::controller::PictureKind;
use foxden_sim::picture_requests::Standpoint;
use foxden_sim::{LidarPoint, PictureBytes, SharedPixels};
use foxden_vision::{PictureFormat, encode_picture};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::{c_int, c_void};

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

/// The numbers of a picture, which Python code reads where the device has them. They stay
/// as they are when the device takes the next picture, which then goes elsewhere.
#[pyclass(frozen, module = "foxden._foxden")]
pub(crate) struct Picture(Numbers);

enum Numbers {
    Colors(SharedPixels<u8>),
    Distances(SharedPixels<f32>),
    Points(SharedPixels<LidarPoint>),
}

impl Numbers {
    /// Where they are, and how many bytes they have.
    fn memory(&self) -> (*const c_void, usize) {
        fn place<T>(numbers: &[T]) -> (*const c_void, usize) {
            (numbers.as_ptr().cast(), size_of_val(numbers))
        }
        match self {
            Self::Colors(pixels) => place(pixels),
            Self::Distances(distances) => place(distances),
            Self::Points(points) => place(points),
        }
    }
}

#[pymethods]
impl Picture {
    /// Shows the bytes to Python code, which cannot write them.
    ///
    /// # Safety
    /// `view` must be a `Py_buffer` that may be filled, as Python gives it.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let (start, length) = slf.get().0.memory();
        // SAFETY: the view is Python's. It holds a reference to this object, whose numbers
        // are never moved or written, because the device writes only numbers that nobody
        // else holds; none of the types has padding; and the view is marked as read-only.
        let result = unsafe {
            ffi::PyBuffer_FillInfo(
                view,
                slf.as_ptr(),
                start.cast_mut(),
                length.cast_signed(),
                1,
                flags,
            )
        };
        match result {
            0 => Ok(()),
            _ => Err(PyErr::fetch(slf.py())),
        }
    }
}

/// The last picture of a device: four bytes for each pixel of a camera (blue, green, red,
/// alpha), a `float32` for each pixel of a range-finder or ray of a lidar.
#[pyfunction]
pub(crate) fn picture(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    segmentation: bool,
) -> PyResult<Option<Picture>> {
    let kind = match segmentation {
        true => PictureKind::Segmentation,
        false => PictureKind::Main,
    };
    numbers(py, core, number, kind, |picture| match picture {
        PictureBytes::Colors(pixels) => Some(Numbers::Colors(pixels.clone())),
        PictureBytes::Distances(distances) | PictureBytes::Scan(distances, ..) => {
            Some(Numbers::Distances(distances.clone()))
        }
    })
}

/// The points of a lidar: x, y, z, layer (`int32`) and time for each, four bytes a value.
#[pyfunction]
pub(crate) fn points(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<Option<Picture>> {
    numbers(
        py,
        core,
        number,
        PictureKind::Main,
        |picture| match picture {
            PictureBytes::Scan(_, points, true) => Some(Numbers::Points(points.clone())),
            _ => None,
        },
    )
}

fn numbers(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    kind: PictureKind,
    chosen: impl FnOnce(PictureBytes<'_>) -> Option<Numbers>,
) -> PyResult<Option<Picture>> {
    let world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let simulation = world.simulation();
    let index = simulation.robot_of(device.robot().node());
    let picture = index.and_then(|index| simulation.picture(index, device.tag(), kind));
    Ok(picture.and_then(chosen).map(Picture))
}

/// A picture of the world from its Viewpoint: a PNG file, or the bytes of its pixels (red,
/// green, blue).
#[pyfunction]
pub(crate) fn render<'py>(
    py: Python<'py>,
    core: &Bound<'py, Core>,
    width: i64,
    height: i64,
    is_file: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let pixels = |count: i64| {
        let count = u32::try_from(count).ok();
        count.filter(|count| (1..=MOST_PIXELS).contains(count))
    };
    let (Some(width), Some(height)) = (pixels(width), pixels(height)) else {
        let message = format!("a picture has 1 to {MOST_PIXELS} pixels on each side");
        return Err(error(py, ErrorClass::Picture, message));
    };
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
