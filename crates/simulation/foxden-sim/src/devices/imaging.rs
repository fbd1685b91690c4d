//! What cameras, range-finders and lidars have in common: the fields of their
//! optics, when they take pictures, and the size of these.

use crate::controller::{PictureKind, Reading};
use crate::devices::lidar_scan::Scan;
use crate::devices::{Device, DeviceAnswer, Sampling, read_again};
use crate::model::Model;
use crate::model::compile::read;
use crate::world::World;
use foxden_scene::{NodeId, Scene};
use foxden_vision::{Lens, Optics, Projection, VisionRules};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use std::sync::Arc;

/// The field of view of a device whose own is impossible.
#[expect(
    clippy::approx_constant,
    reason = "the genuine program has these digits"
)]
const USUAL_FIELD_OF_VIEW: f64 = 0.7854;
/// The near plane of a device whose own is impossible.
pub(crate) const USUAL_NEAR: f64 = 0.01;

/// How many pixels the pictures of all devices of a world may have together, so
/// that memory stays bounded.
pub(crate) const MOST_PIXELS_TOGETHER: u64 = 1 << 26;
/// A measured point of a lidar takes as much memory as this number of pixels.
const PIXELS_PER_POINT: u64 = 7;

/// Reads the optics of a device. Impossible values are replaced as the genuine
/// program does it.
pub(crate) fn optics(scene: &Scene, node: NodeId, [width, height]: [u32; 2]) -> Optics {
    let number = |name: &str| read::number(scene, node, name);
    let projection = match read::text(scene, node, "projection").as_str() {
        "cylindrical" => Projection::Cylindrical,
        "spherical" => Projection::Spherical,
        _ => Projection::Planar,
    };
    let angle = number("fieldOfView");
    let most = match projection {
        Projection::Planar => PI,
        _ => Optics::GREATEST_ANGLE,
    };
    let is_impossible = !(angle > 0.0 && angle <= most);
    let near = number("near");
    Optics {
        projection,
        width,
        height,
        field_of_view: if is_impossible {
            USUAL_FIELD_OF_VIEW
        } else {
            angle
        },
        near: if near <= 0.0 { USUAL_NEAR } else { near },
        lens: read::child(scene, node, "lens").map(|lens| Lens {
            center: read::vector2(scene, lens, "center"),
            radial: read::vector2(scene, lens, "radialCoefficients"),
            tangential: read::vector2(scene, lens, "tangentialCoefficients"),
        }),
        motion_blur: number("motionBlur").max(0.0),
        rules: VisionRules::Genuine,
    }
}

/// The size of a picture by the fields of its device; at least one pixel.
pub(crate) fn size(scene: &Scene, node: NodeId) -> [u32; 2] {
    ["width", "height"].map(|name| {
        let pixels = u32::try_from(read::integer(scene, node, name)).unwrap_or(1);
        pixels.clamp(1, u32::from(u16::MAX))
    })
}

/// Gives a picture of one pixel to each device whose picture would be too large
/// by itself, or too large beside those of the devices before it. Returns these
/// devices. The controller reads the same size from the device.
pub(crate) fn limit_pictures(model: &mut Model) -> Vec<NodeId> {
    let mut left = MOST_PIXELS_TOGETHER;
    let mut limited = Vec::new();
    let mut fits = |node: NodeId, width: u32, height: u32, points: usize| {
        let pixels = u64::from(width) * u64::from(height);
        let needed = pixels.saturating_add(PIXELS_PER_POINT.saturating_mul(points as u64));
        let fits = pixels <= Optics::MOST_PIXELS && needed <= left;
        match fits {
            true => left -= needed,
            false => limited.push(node),
        }
        fits
    };
    let devices = &mut model.devices;
    for row in &mut devices.cameras {
        let Optics { width, height, .. } = row.optics;
        if !fits(row.mount.node, width, height, 0) {
            (row.optics.width, row.optics.height) = (1, 1);
        }
    }
    for row in &mut devices.range_finders {
        let Optics { width, height, .. } = row.optics;
        if !fits(row.mount.node, width, height, 0) {
            (row.optics.width, row.optics.height) = (1, 1);
        }
    }
    for row in &mut devices.lidars {
        let scan = &row.scan;
        if !fits(row.mount.node, scan.width, scan.height, scan.points()) {
            let (across, down) = (scan.field_of_view, scan.vertical_field_of_view);
            row.scan = Scan::new(1, 1, across, down, scan.is_rotating);
            (row.optics.width, row.optics.height) = (row.scan.width, row.scan.height);
        }
    }
    for row in &mut devices.displays {
        let [width, height] = row.size.map(u32::from);
        if !fits(row.mount.node, width, height, 0) {
            row.size = [1, 1];
        }
    }
    limited
}

/// A device that takes pictures. An edit changes everything but their size, which a controller
/// asks for once.
pub(crate) trait Imaging: Device {
    /// Its lens and the size of its pictures.
    fn optics(&mut self) -> &mut Optics;

    /// Takes over the size that it had before.
    fn keep_size(&mut self, mut before: Self) {
        let (now, then) = (self.optics(), before.optics());
        (now.width, now.height) = (then.width, then.height);
    }

    /// Its fields changed. One that was ever enabled follows what is not read from them for
    /// each picture.
    fn edited(world: &mut World, index: Self::Index, before: &Self);
}

/// The nodes that a supervisor hid from a device are visible to it again after a reset.
pub(crate) fn show_all<D: Device>(world: &mut World, index: D::Index) {
    let node = D::rows(&world.model.devices)[index].mount().node;
    world.state.hidden.remove(&node);
}

/// A field of a device changed.
pub(crate) fn edit<D: Imaging>(world: &mut World, index: D::Index) -> bool {
    let before = D::rows(&world.model.devices)[index].clone();
    read_again::<D>(world, index);
    let model = Arc::make_mut(&mut world.model);
    D::rows_mut(&mut model.devices)[index].keep_size(before.clone());
    D::edited(world, index, &before);
    true
}

/// The scene was compiled again.
pub(crate) fn keep_sizes<D: Imaging>(world: &mut World, before: Option<&Model>) {
    let Some(before) = before else { return };
    let indices: Vec<D::Index> = D::rows(&world.model.devices).indices().collect();
    for index in indices {
        let model = Arc::make_mut(&mut world.model);
        let row = &mut D::rows_mut(&mut model.devices)[index];
        let node = row.mount().node;
        let mut old = D::rows(&before.devices).iter();
        if let Some(old) = old.find(|old| old.mount().node == node) {
            row.keep_size(old.clone());
            D::edited(world, index, old);
        }
    }
}

/// Adds the picture to the answer, if it is new.
pub(crate) fn answer_picture<D: Imaging>(
    world: &mut World,
    index: D::Index,
    answer: &mut DeviceAnswer<'_>,
) {
    let state = &mut D::states_mut(&mut world.state.devices)[index];
    if D::sampling(state).is_some_and(|sampling| std::mem::take(&mut sampling.is_pending)) {
        answer.push(Reading::Picture(PictureKind::Main));
    }
}

/// The nearest and the farthest distance that is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ranges {
    pub(crate) near: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Ranges {
    /// Reads the ranges of a device. The scene has replaced impossible ones.
    pub(crate) fn read(scene: &Scene, node: NodeId) -> Self {
        let number = |name: &str| read::number(scene, node, name);
        let near = number("near");
        Self {
            near: if near <= 0.0 { USUAL_NEAR } else { near },
            min: number("minRange"),
            max: number("maxRange"),
        }
    }

    /// The near plane and the least range for the renderer. With a near plane behind the
    /// greatest range nothing is seen.
    pub(crate) fn rendered(&self, min: f64) -> [f64; 2] {
        match self.near < self.max {
            true => [self.near, min],
            false => [self.max / 2.0, self.max],
        }
    }
}

/// When a device takes pictures, and whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shutter {
    pub(crate) sampling: Sampling,
    /// Whether it was ever enabled: before that it has no picture at all.
    pub(crate) is_set_up: bool,
}

impl Shutter {
    pub(crate) const NEW: Self = Self {
        sampling: Sampling::OFF,
        is_set_up: false,
    };
}
