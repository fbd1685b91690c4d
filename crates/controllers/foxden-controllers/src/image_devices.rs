//! What a controller must know of devices with pictures, and of those that
//! are not simulated: Microphone and Skin.

use foxden_protocol::devices::{
    self, DeviceKind, Projection, View, camera, display, lidar, microphone, range_finder, skin,
};
use foxden_protocol::{AnswerMessage, Tag, Uid};
use foxden_scene::{NodeId, Scene};
use foxden_sim::World;

fn number(scene: &Scene, node: NodeId, field: &str) -> f64 {
    scene.float(node, field).unwrap_or(0.0)
}

/// A size as it is told; no picture has more pixels in a row.
fn short(pixels: u32) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

/// How a device sees, and its greatest range.
fn view(world: &World, node: NodeId) -> Option<(View, f64)> {
    let seen = world.device_view(node)?;
    let view = View {
        node: Uid(i32::try_from(node.number()).unwrap_or(0)),
        width: short(seen.width),
        height: short(seen.height),
        projection: Projection {
            field_of_view: seen.field_of_view,
            near: seen.near,
            planar: seen.is_planar,
        },
    };
    Some((view, seen.max_range))
}

fn has_segmentation(scene: &Scene, camera: NodeId) -> bool {
    scene
        .node_in(camera, "recognition")
        .is_some_and(|recognition| scene.boolean(recognition, "segmentation").unwrap_or(false))
}

/// What a camera's parts say.
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
    world: &World,
    kind: DeviceKind,
    node: NodeId,
    tag: Tag,
) -> Option<AnswerMessage> {
    let scene = world.scene();
    let answer = match kind {
        DeviceKind::Camera => devices::DeviceAnswer::Camera(camera::Answer::Configure {
            view: view(world, node)?.0,
            optics: optics(scene, node),
        }),
        DeviceKind::RangeFinder => {
            let (view, max_range) = view(world, node)?;
            devices::DeviceAnswer::RangeFinder(range_finder::RangeFinderAnswer::Configure {
                view,
                max_range,
            })
        }
        DeviceKind::Lidar => lidar_configuration(world, node)?,
        DeviceKind::Display => {
            let view = view(world, node)?.0;
            devices::DeviceAnswer::Display(display::Answer::Configure {
                width: view.width,
                height: view.height,
            })
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

fn lidar_configuration(world: &World, node: NodeId) -> Option<devices::DeviceAnswer> {
    let (view, max_range) = view(world, node)?;
    let (scan, [frequency, min_frequency, max_frequency]) = world.lidar_scan(node)?;
    // the number of layers is told as the field has it, although another one
    // is scanned after an edit
    let is_edited = |field: &str, made: u32| {
        let written = world.scene().integer(node, field);
        written
            .and_then(|written| u16::try_from(written).ok())
            .filter(|written| *written > 0 && u32::from(*written) <= scan.height)
            .unwrap_or(short(made))
    };
    Some(devices::DeviceAnswer::Lidar(lidar::Answer::Configure {
        view: View {
            width: short(scan.resolution),
            height: short(scan.layers),
            ..view
        },
        scan: lidar::Scan {
            max_range,
            layers: is_edited("numberOfLayers", scan.layers),
            frequency,
            min_frequency,
            max_frequency,
            vertical_field_of_view: scan.vertical_field_of_view,
            horizontal_resolution: f64::from(scan.resolution),
        },
    }))
}

/// The fields of a device with pictures whose edit its controller hears of.
pub(crate) fn told_fields(world: &World, kind: DeviceKind, node: NodeId) -> Vec<f64> {
    let fields: &[&str] = match kind {
        DeviceKind::Camera => &["fieldOfView", "near"],
        DeviceKind::RangeFinder => &["fieldOfView", "minRange", "maxRange"],
        DeviceKind::Lidar => &[
            "fieldOfView",
            "minRange",
            "maxRange",
            "defaultFrequency",
            "minFrequency",
            "maxFrequency",
        ],
        _ => &[],
    };
    let scene = world.scene();
    let numbers = fields.iter().map(|field| number(scene, node, field));
    let zoom = scene.node_in(node, "zoom").into_iter().flat_map(|zoom| {
        let limits = ["minFieldOfView", "maxFieldOfView"];
        limits.map(|field| number(scene, zoom, field))
    });
    numbers.chain(zoom).collect()
}

/// How a change of a device with pictures is told: without its size, which
/// cannot change while a picture is in use.
pub(crate) fn reconfiguration(after: &devices::DeviceAnswer) -> Option<devices::DeviceAnswer> {
    use devices::DeviceAnswer as Tell;
    Some(match after {
        Tell::Camera(camera::Answer::Configure { view, optics }) => {
            Tell::Camera(camera::Answer::Reconfigure {
                projection: view.projection.clone(),
                optics: optics.clone(),
            })
        }
        Tell::RangeFinder(range_finder::RangeFinderAnswer::Configure { view, max_range }) => {
            Tell::RangeFinder(range_finder::RangeFinderAnswer::Reconfigure {
                projection: view.projection.clone(),
                max_range: *max_range,
            })
        }
        Tell::Lidar(lidar::Answer::Configure { view, scan }) => {
            Tell::Lidar(lidar::Answer::Reconfigure {
                projection: view.projection.clone(),
                scan: scan.clone(),
            })
        }
        _ => return None,
    })
}

/// Whether a camera can take pictures of the objects' colours.
pub(crate) fn segmentation_of(answer: &AnswerMessage) -> Option<bool> {
    match answer {
        AnswerMessage::Device(
            _,
            devices::DeviceAnswer::Camera(camera::Answer::Configure { optics, .. }),
        ) => Some(optics.has_segmentation),
        _ => None,
    }
}
