//! Pictures of a running world: the cameras that render the visible scene for
//! devices and for callers, and the devices whose pictures are due.
//!
//! What can be seen is in `visible_scene`; how it is drawn is in `foxden-vision`.

mod due_pictures;
pub mod picture_requests;
mod shared_pixels;

pub use shared_pixels::SharedPixels;

use crate::controller::{PictureKind, Tag};
use crate::devices::lidar::Lidar;
use crate::devices::lidar_scan::{LidarPoint, Scan};
use crate::devices::{DeviceRow, index_of};
use crate::model::{NodeRow, PoseIndex, RobotIndex};
use crate::visible_scene::{ChangedNodes, Sources, VisibleWorld};
use crate::world::World;
use foxden_scene::NodeId;
use foxden_vision::{
    ColorCamera, ColorSettings, DepthCamera, DepthSettings, FaceRotations, Optics, Projection,
    SegmentationCamera, View,
};
use std::collections::{HashMap, HashSet};

/// The visible scene and the cameras that render it. They are derived from
/// document, model and state, so they are no part of the state.
#[derive(Debug, Default)]
pub(crate) struct PictureRenderer {
    pub(crate) visible: VisibleWorld,
    pub(crate) changed: ChangedNodes,
    /// By device.
    depth: HashMap<NodeId, DepthCamera>,
    color: HashMap<NodeId, ColorCamera>,
    segmentation: HashMap<NodeId, SegmentationCamera>,
    /// Devices whose picture of this step was taken together with others.
    ready: HashSet<NodeId>,
}

impl PictureRenderer {
    /// Everything is read again when a device looks next.
    pub(crate) fn forget(&mut self) {
        let visibility = self.visible.scene.visibility;
        *self = Self::default();
        self.visible.scene.visibility = visibility;
    }
}

/// How a device with pictures sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeviceView {
    /// Pixels in a row; of a lidar, those of its picture.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The horizontal angle of view.
    pub field_of_view: f64,
    /// The near plane of a camera, the least range of others.
    pub near: f64,
    /// The greatest range; infinite for cameras.
    pub max_range: f64,
    /// Whether its projection is planar.
    pub is_planar: bool,
}

/// A picture in memory, as controllers have it. A clone of its numbers keeps the picture.
#[derive(Clone, Copy, Debug)]
pub enum PictureBytes<'a> {
    /// Blue, green, red, alpha for each pixel.
    Colors(&'a SharedPixels<u8>),
    /// Metres for each pixel.
    Distances(&'a SharedPixels<f32>),
    /// Metres for each ray of a lidar, then its points; whether they are wanted.
    Scan(&'a SharedPixels<f32>, &'a SharedPixels<LidarPoint>, bool),
}

impl PictureBytes<'_> {
    /// Appends the bytes of the picture as they lie in memory: numbers with
    /// the lowest byte first. `has_points` adds the points of a lidar.
    pub fn append(&self, has_points: bool, bytes: &mut Vec<u8>) {
        match self {
            Self::Colors(pixels) => bytes.extend_from_slice(pixels),
            Self::Distances(distances) | Self::Scan(distances, ..) => {
                bytes.extend(distances.iter().flat_map(|metres| metres.to_le_bytes()));
            }
        }
        if let Self::Scan(_, points, _) = self
            && has_points
        {
            for point in points.iter() {
                let [x, y, z] = point.position.map(f32::to_le_bytes);
                let (layer, time) = (point.layer.to_le_bytes(), point.time.to_le_bytes());
                bytes.extend_from_slice([x, y, z, layer, time].as_flattened());
            }
        }
    }
}

impl World {
    /// The picture of a device; `None` before it was enabled for the first time.
    pub fn picture(
        &self,
        robot: RobotIndex,
        tag: Tag,
        kind: PictureKind,
    ) -> Option<PictureBytes<'_>> {
        let state = &self.state;
        match (self.device_row(robot, tag)?, kind) {
            (DeviceRow::Camera(at), PictureKind::Main) => {
                let camera = &state.devices.cameras[at];
                let is_there = camera.shutter.is_set_up;
                is_there.then_some(PictureBytes::Colors(&camera.picture))
            }
            (DeviceRow::Camera(at), PictureKind::Segmentation) => {
                let pixels = &state.devices.cameras[at].segmentation;
                (!pixels.is_empty()).then_some(PictureBytes::Colors(pixels))
            }
            (DeviceRow::RangeFinder(at), PictureKind::Main) => {
                let finder = &state.devices.range_finders[at];
                let is_there = finder.shutter.is_set_up;
                is_there.then_some(PictureBytes::Distances(&finder.picture))
            }
            (DeviceRow::Lidar(at), PictureKind::Main) => {
                let lidar = &state.devices.lidars[at];
                let scan = PictureBytes::Scan(&lidar.distances, &lidar.cloud, lidar.has_cloud);
                lidar.shutter.is_set_up.then_some(scan)
            }
            _ => None,
        }
    }

    /// How a device sees, after impossible values of its fields were replaced.
    pub fn device_view(&self, node: NodeId) -> Option<DeviceView> {
        let view = |optics: &Optics, near: f64, max_range: f64| DeviceView {
            width: optics.width,
            height: optics.height,
            field_of_view: optics.field_of_view,
            near,
            max_range,
            is_planar: optics.projection == Projection::Planar,
        };
        let NodeRow::Device(row) = self.model.node_rows.get(&node)? else {
            return None;
        };
        Some(match *row {
            DeviceRow::Camera(at) => {
                let row = &self.model.devices.cameras[at];
                view(&row.optics, row.optics.near, f64::INFINITY)
            }
            DeviceRow::RangeFinder(at) => {
                let row = &self.model.devices.range_finders[at];
                view(&row.optics, row.ranges.min, row.ranges.max)
            }
            DeviceRow::Lidar(at) => {
                let row = &self.model.devices.lidars[at];
                DeviceView {
                    // controllers keep the one that the lidar started with
                    field_of_view: row.scan.field_of_view,
                    ..view(&row.optics, row.ranges.min, row.ranges.max)
                }
            }
            DeviceRow::Display(at) => {
                let [width, height] = self.model.devices.displays[at].size.map(u32::from);
                DeviceView {
                    width,
                    height,
                    field_of_view: 0.0,
                    near: 0.0,
                    max_range: 0.0,
                    is_planar: true,
                }
            }
            _ => return None,
        })
    }

    /// How a lidar scans, and its frequencies: now, at least, at most.
    pub fn lidar_scan(&self, node: NodeId) -> Option<(Scan, [f64; 3])> {
        let at = index_of::<Lidar>(&self.model, node)?;
        let row = &self.model.devices.lidars[at];
        Some((row.scan, row.frequencies))
    }

    /// Shows a node to a device again, or hides it from it. What is hidden from
    /// the viewpoint is shown to devices.
    pub(crate) fn show_node(&mut self, node: NodeId, device: NodeId, is_visible: bool) {
        let hidden = self.state.hidden.entry(device).or_default();
        match is_visible {
            true => {
                // showing a node shows all that is in it
                let scene = &self.scene;
                hidden.retain(|other| {
                    *other != node && !scene.ancestors(*other).any(|above| above == node)
                });
            }
            false => {
                hidden.insert(node);
            }
        }
    }

    /// How pictures find what is seen. They do not depend on it: this is for tests
    /// that compare the two ways.
    pub fn set_visibility(&mut self, visibility: foxden_vision::Visibility) {
        self.pictures.visible.scene.visibility = visibility;
    }

    /// Brings the visible scene up to date.
    pub(crate) fn update_visible_scene(&mut self) {
        self.state.refresh_poses(&self.model);
        let sources = Sources {
            scene: &self.scene,
            assets: &self.assets,
            model: &self.model,
            state: &self.state,
        };
        let was_built = self.pictures.visible.is_built();
        let PictureRenderer {
            visible, changed, ..
        } = &mut self.pictures;
        visible.update(&sources, changed);
        let is_first = visible.take_missing_pictures() || !was_built;
        self.show_displays(is_first);
        self.show_inks(is_first);
        let scene = &mut self.pictures.visible.scene;
        scene.threads = self.threads.as_ref().map_or(1, |pool| pool.helpers() + 1);
        scene.update();
    }

    /// Renders distances as a device sees them; `None` if its fields make that impossible.
    pub(crate) fn render_depth(
        &mut self,
        device: NodeId,
        settings: DepthSettings,
        (place, faces): (PoseIndex, FaceRotations),
        period: i32,
        picture: &mut SharedPixels<f32>,
    ) -> bool {
        if self.pictures.ready.remove(&device)
            && let Some(camera) = self.pictures.depth.get(&device)
        {
            picture.replace(camera.last());
            return true;
        }
        self.update_visible_scene();
        let hidden = self.hidden_instances(device);
        let view = View {
            pose: foxden_vision::ViewPose {
                faces,
                ..self.pictures.visible.view_pose(place)
            },
            time: self.state.clock,
            period: f64::from(period),
            hidden: &hidden,
        };
        let PictureRenderer { visible, depth, .. } = &mut self.pictures;
        let camera = depth.entry(device).or_default();
        match camera.render(&visible.scene, &settings, &view) {
            Ok(ranges) => {
                picture.replace(ranges);
                true
            }
            Err(_) => false,
        }
    }

    /// Renders colours as a device sees them: blue, green, red, alpha.
    pub(crate) fn render_color(
        &mut self,
        device: NodeId,
        settings: ColorSettings,
        place: PoseIndex,
        period: i32,
        picture: &mut SharedPixels<u8>,
    ) -> bool {
        if self.pictures.ready.remove(&device)
            && let Some(camera) = self.pictures.color.get(&device)
        {
            picture.replace(camera.last().as_flattened());
            return true;
        }
        self.update_visible_scene();
        let hidden = self.hidden_instances(device);
        let view = View {
            pose: self.pictures.visible.view_pose(place),
            time: self.state.clock,
            period: f64::from(period),
            hidden: &hidden,
        };
        let PictureRenderer { visible, color, .. } = &mut self.pictures;
        let camera = color.entry(device).or_default();
        match camera.render(&visible.scene, &settings, &view) {
            Ok(pixels) => {
                picture.replace(pixels.as_flattened());
                true
            }
            Err(_) => false,
        }
    }

    /// Renders the colours of objects: blue, green, red, alpha.
    pub(crate) fn render_segmentation(
        &mut self,
        device: NodeId,
        optics: Optics,
        place: PoseIndex,
        picture: &mut SharedPixels<u8>,
    ) -> bool {
        self.update_visible_scene();
        let hidden = self.hidden_instances(device);
        let view = View {
            hidden: &hidden,
            time: self.state.clock,
            ..View::at(self.pictures.visible.view_pose(place))
        };
        let PictureRenderer {
            visible,
            segmentation,
            ..
        } = &mut self.pictures;
        let camera = segmentation.entry(device).or_default();
        match camera.render(&visible.scene, &optics, &view) {
            Ok(pixels) => {
                picture.replace(pixels.as_flattened());
                true
            }
            Err(_) => false,
        }
    }

    fn hidden_instances(&self, device: NodeId) -> Vec<foxden_vision::InstanceId> {
        match self.state.hidden.get(&device) {
            Some(nodes) if !nodes.is_empty() => {
                self.pictures.visible.instances_below(&self.scene, nodes)
            }
            _ => Vec::new(),
        }
    }
}
