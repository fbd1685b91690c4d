//! Devices that are not simulated yet: they say what they are and show black,
//! so that a controller that has one goes on.

use foxden_protocol::devices::{
    self, DeviceKind, ImageFile, Projection, View, camera, display, lidar, microphone,
    range_finder, skin,
};
use foxden_protocol::{AnswerMessage, Tag, Uid};
use foxden_scene::{NodeId, Scene};
use std::io::{self, Write};
use std::path::Path;

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
            planar: true,
        },
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
    let field_of_view = number(scene, node, "fieldOfView");
    let answer = match kind {
        DeviceKind::Camera => devices::Answer::Camera(camera::Answer::Configure {
            view: view(scene, node, width, height),
            optics: camera::Optics {
                min_field_of_view: field_of_view,
                max_field_of_view: field_of_view,
                has_recognition: false,
                has_segmentation: false,
                exposure: number(scene, node, "exposure"),
                focal_length: 0.0,
                focal_distance: 0.0,
                min_focal_distance: 0.0,
                max_focal_distance: 0.0,
            },
        }),
        DeviceKind::RangeFinder => devices::Answer::RangeFinder(range_finder::Answer::Configure {
            view: view(scene, node, width, height),
            max_range: number(scene, node, "maxRange"),
        }),
        DeviceKind::Lidar => {
            let resolution = size(scene, node, "horizontalResolution");
            let layers = size(scene, node, "numberOfLayers");
            devices::Answer::Lidar(lidar::Answer::Configure {
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
            devices::Answer::Display(display::Answer::Configure { width, height })
        }
        DeviceKind::Microphone => devices::Answer::Microphone(microphone::Answer::Configure {
            aperture: number(scene, node, "aperture"),
            sensitivity: number(scene, node, "sensitivity"),
        }),
        DeviceKind::Skin => devices::Answer::Skin(skin::Answer::Configure { bones: Vec::new() }),
        _ => return None,
    };
    Some(AnswerMessage::Device(tag, answer))
}

/// A file with a black image for a device that was switched on.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn black_image(
    scene: &Scene,
    request: &devices::Request,
    node: NodeId,
    tag: Tag,
    folder: &Path,
) -> io::Result<Option<AnswerMessage>> {
    let pixels = |width: &str, height: &str| {
        usize::from(size(scene, node, width)) * usize::from(size(scene, node, height))
    };
    let bytes = match request {
        devices::Request::Camera(camera::Request::SetPeriod { period }) if *period > 0 => {
            [0, 0, 0, 0xff].repeat(pixels("width", "height"))
        }
        devices::Request::RangeFinder(range_finder::Request::SetPeriod { period })
            if *period > 0 =>
        {
            vec![0; 4 * pixels("width", "height")]
        }
        devices::Request::Lidar(lidar::Request::SetPeriod { period }) if *period > 0 => {
            vec![0; 24 * pixels("horizontalResolution", "numberOfLayers")]
        }
        _ => return Ok(None),
    };
    let path = folder.join(format!("snap.webots.{}", tag.0));
    let file = if bytes.is_empty() {
        ImageFile::None
    } else {
        std::fs::File::create(&path)?.write_all(&bytes)?;
        ImageFile::File {
            size: i32::try_from(bytes.len()).unwrap_or(i32::MAX),
            path: path.display().to_string(),
        }
    };
    let answer = match request {
        devices::Request::Camera(_) => devices::Answer::Camera(camera::Answer::Image(file)),
        devices::Request::RangeFinder(_) => {
            devices::Answer::RangeFinder(range_finder::Answer::Image(file))
        }
        _ => devices::Answer::Lidar(lidar::Answer::Image(file)),
    };
    Ok(Some(AnswerMessage::Device(tag, answer)))
}
