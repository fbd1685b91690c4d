//! Devices that are not simulated yet: they say what they are and show black,
//! so that a controller that has one goes on.

use crate::connection::Connection;
use foxden_protocol::devices::{
    self, DeviceKind, ImageFile, Projection, View, camera, display, lidar, microphone,
    range_finder, skin,
};
use foxden_protocol::frame::{ChunkedImage, ImageKind};
use foxden_protocol::{AnswerMessage, Tag, Uid};
use foxden_scene::{NodeId, Scene};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The largest image; a world may ask for any size.
const MAX_IMAGE_BYTES: usize = 256 << 20;

/// A pixel of a camera: blue, green, red, alpha.
const OPAQUE_BLACK: [u8; 4] = [0, 0, 0, 0xff];

/// A distance in metres.
const RANGE_BYTES: usize = 4;

/// A point of a lidar's cloud: its place, layer and time.
const POINT_BYTES: usize = 20;

fn number(scene: &Scene, node: NodeId, field: &str) -> f64 {
    scene.float(node, field).unwrap_or(0.0)
}

fn size(scene: &Scene, node: NodeId, field: &str) -> u16 {
    u16::try_from(scene.integer(node, field).unwrap_or(0)).unwrap_or(0)
}

fn view(scene: &Scene, node: NodeId, width: u16, height: u16) -> View {
    View {
        node: Uid(i32::try_from(node.number()).unwrap_or(0)),
        width,
        height,
        projection: Projection {
            field_of_view: number(scene, node, "fieldOfView"),
            near: number(scene, node, "near"),
            planar: scene
                .text(node, "projection")
                .is_none_or(|projection| &*projection.value == "planar"),
        },
    }
}

fn has_segmentation(scene: &Scene, camera: NodeId) -> bool {
    scene
        .node_in(camera, "recognition")
        .is_some_and(|recognition| scene.boolean(recognition, "segmentation").unwrap_or(false))
}

/// What a camera's parts say, although nothing is seen through them.
fn optics(scene: &Scene, camera: NodeId) -> camera::Optics {
    let (zoom, focus) = (
        scene.node_in(camera, "zoom"),
        scene.node_in(camera, "focus"),
    );
    let zoomed = |field: &str| match zoom {
        Some(zoom) => number(scene, zoom, field),
        None => number(scene, camera, "fieldOfView"),
    };
    let focused = |field: &str| focus.map_or(0.0, |focus| number(scene, focus, field));
    camera::Optics {
        min_field_of_view: zoomed("minFieldOfView"),
        max_field_of_view: zoomed("maxFieldOfView"),
        has_recognition: scene.node_in(camera, "recognition").is_some(),
        has_segmentation: has_segmentation(scene, camera),
        exposure: number(scene, camera, "exposure"),
        focal_length: focused("focalLength"),
        focal_distance: focused("focalDistance"),
        min_focal_distance: focused("minFocalDistance"),
        max_focal_distance: focused("maxFocalDistance"),
    }
}

/// What a controller must know of the device.
pub(crate) fn configuration(
    scene: &Scene,
    kind: DeviceKind,
    node: NodeId,
    tag: Tag,
) -> Option<AnswerMessage> {
    let (width, height) = (size(scene, node, "width"), size(scene, node, "height"));
    let answer = match kind {
        DeviceKind::Camera => devices::DeviceAnswer::Camera(camera::Answer::Configure {
            view: view(scene, node, width, height),
            optics: optics(scene, node),
        }),
        DeviceKind::RangeFinder => {
            devices::DeviceAnswer::RangeFinder(range_finder::RangeFinderAnswer::Configure {
                view: view(scene, node, width, height),
                max_range: number(scene, node, "maxRange"),
            })
        }
        DeviceKind::Lidar => {
            let resolution = size(scene, node, "horizontalResolution");
            let layers = size(scene, node, "numberOfLayers");
            devices::DeviceAnswer::Lidar(lidar::Answer::Configure {
                view: view(scene, node, resolution, layers),
                scan: lidar::Scan {
                    max_range: number(scene, node, "maxRange"),
                    layers,
                    frequency: number(scene, node, "defaultFrequency"),
                    min_frequency: number(scene, node, "minFrequency"),
                    max_frequency: number(scene, node, "maxFrequency"),
                    vertical_field_of_view: number(scene, node, "verticalFieldOfView"),
                    horizontal_resolution: f64::from(resolution),
                },
            })
        }
        DeviceKind::Display => {
            devices::DeviceAnswer::Display(display::Answer::Configure { width, height })
        }
        DeviceKind::Microphone => {
            devices::DeviceAnswer::Microphone(microphone::MicrophoneAnswer::Configure {
                aperture: number(scene, node, "aperture"),
                sensitivity: number(scene, node, "sensitivity"),
            })
        }
        DeviceKind::Skin => {
            devices::DeviceAnswer::Skin(skin::SkinAnswer::Configure { bones: Vec::new() })
        }
        _ => return None,
    };
    Some(AnswerMessage::Device(tag, answer))
}

/// Shows black through a device that was switched on: in a file to a controller
/// on this machine, with the next answer over TCP. What is constant is shown once.
///
/// # Errors
/// When it is too large, or the file cannot be written.
pub(crate) fn show_black(
    scene: &Scene,
    request: &devices::DeviceRequest,
    node: NodeId,
    tag: Tag,
    folder: &Path,
    connection: &mut Connection,
) -> io::Result<Option<AnswerMessage>> {
    let Some((kind, pixel, count)) = black(scene, request, node) else {
        return Ok(None);
    };
    if pixel.len() * count > MAX_IMAGE_BYTES {
        return Err(io::Error::other("it is too large"));
    }
    let pixels = pixel.repeat(count);
    if !connection.is_local() {
        connection.show(ChunkedImage { tag, kind, pixels });
        return Ok(None);
    }
    let suffix = match kind {
        ImageKind::Main => "",
        ImageKind::Segmentation => "segmentation",
    };
    let path = folder.join(format!("snap.webots.{}{suffix}", tag.0));
    let file = image_file(&path, &pixels)?;
    let answer = match request {
        devices::DeviceRequest::RangeFinder(_) => {
            devices::DeviceAnswer::RangeFinder(range_finder::RangeFinderAnswer::Image(file))
        }
        devices::DeviceRequest::Lidar(_) => {
            devices::DeviceAnswer::Lidar(lidar::Answer::Image(file))
        }
        _ => devices::DeviceAnswer::Camera(match kind {
            ImageKind::Main => camera::Answer::Image(file),
            ImageKind::Segmentation => camera::Answer::SegmentationImage(file),
        }),
    };
    Ok(Some(AnswerMessage::Device(tag, answer)))
}

/// What a request switches on: which image, its black, and how many pixels it has.
fn black(
    scene: &Scene,
    request: &devices::DeviceRequest,
    node: NodeId,
) -> Option<(ImageKind, &'static [u8], usize)> {
    use devices::DeviceRequest as Ask;
    let pixels = |width: &str, height: &str| {
        usize::from(size(scene, node, width)) * usize::from(size(scene, node, height))
    };
    match request {
        Ask::Camera(camera::Request::SetPeriod { period: 1.. }) => {
            Some((ImageKind::Main, &OPAQUE_BLACK, pixels("width", "height")))
        }
        Ask::Camera(camera::Request::SetSegmentation { enabled: true })
            if has_segmentation(scene, node) =>
        {
            let count = pixels("width", "height");
            Some((ImageKind::Segmentation, &OPAQUE_BLACK, count))
        }
        Ask::RangeFinder(range_finder::RangeFinderRequest::SetPeriod { period: 1.. }) => Some((
            ImageKind::Main,
            &[0; RANGE_BYTES],
            pixels("width", "height"),
        )),
        Ask::Lidar(lidar::Request::SetPeriod { period: 1.. }) => Some((
            ImageKind::Main,
            // the points follow the ranges, whether they are asked for or not
            &[0; RANGE_BYTES + POINT_BYTES],
            pixels("horizontalResolution", "numberOfLayers"),
        )),
        _ => None,
    }
}

/// Writes an image where a controller may have it in its memory already, so
/// the file is never shorter than it was.
fn image_file(path: &Path, pixels: &[u8]) -> io::Result<ImageFile> {
    if pixels.is_empty() {
        return Ok(ImageFile::None);
    }
    let mut options = File::options();
    let mut file = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    file.write_all(pixels)?;
    Ok(ImageFile::File {
        size: i32::try_from(pixels.len()).unwrap_or(i32::MAX),
        path: path.display().to_string(),
    })
}
