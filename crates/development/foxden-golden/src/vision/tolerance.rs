//! How near pictures must be, by what a device does to them. A rule names a
//! feature, never a world.

use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};

/// The part by which numbers in lines may differ.
pub(super) const NUMBER: f64 = 1e-9;
/// The part by which distances may differ: a few roundings of the recording's
/// renderer, which computes in single precision, are not repeated.
pub(super) const DEPTH: f64 = 1e-6;
/// The part by which points of a cloud may differ: they are kept in single precision.
pub(super) const POINT: f64 = 5e-6;
/// How far colours may differ where nothing else is said.
pub(super) const COLOR: u8 = 1;
/// How many pixels of any picture may lie on the other side of an edge.
pub(super) const SILHOUETTE: f64 = 2.0;

/// How near the colours of a picture must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ColorTolerance {
    /// The share of the pixels that differ more than usual.
    pub(super) beside: f64,
    /// By how much these may differ; more only if a pixel beside has the colour.
    pub(super) most: u8,
    /// The share of the pixels that may differ even more.
    pub(super) far: f64,
    /// By how much all pixels may differ on average.
    pub(super) mean: f64,
}

impl ColorTolerance {
    /// 1/255 for 99 % of the pixels, 3/255 or the colour beside for the rest.
    const USUAL: Self = Self {
        beside: 0.01,
        most: 3,
        far: 0.0,
        mean: 1.0,
    };

    /// Equal but on silhouettes.
    pub(super) const EXACT_OR_SILHOUETTE: Self = Self {
        beside: 0.005,
        most: 0,
        far: 0.0,
        mean: 255.0,
    };
}

/// What is done to the pictures of a device besides showing the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Effects {
    /// Sigma of the noise: of metres, or of the range of a colour.
    pub(crate) noise: f64,
    /// A texture with anisotropic filtering, a sky box, depth of field, bloom
    /// or anti-aliasing: what the software renderer makes of them differs.
    pub(crate) is_filtered: bool,
    /// Lens or resolution: ranges are mixed at edges.
    pub(crate) is_resampled: bool,
}

impl Effects {
    /// The effects of a device of a scene, by its name.
    pub(crate) fn of(scene: &Scene, device: &str) -> Self {
        let is_named = |node: &NodeId| {
            let name = scene.text(*node, "name");
            name.is_some_and(|name| &*name.value == device) && is_picture_device(scene, *node)
        };
        let Some(node) = scene.ids().find(is_named) else {
            return Self::default();
        };
        let number = |name: &str| scene.float(node, name).unwrap_or(0.0);
        let has = |name: &str| scene.node_in(node, name).is_some();
        let is_camera = kind(scene, node) == Some(NodeType::Camera);
        let is_smoothed = scene.boolean(node, "antiAliasing").unwrap_or(false)
            || has("focus")
            || number("bloomThreshold") > 0.0;
        Self {
            noise: number("noise"),
            is_filtered: is_camera && (is_smoothed || has_filtered_pictures(scene)),
            is_resampled: has("lens") || number("resolution") > 0.0,
        }
    }

    /// Notes what a recorder edits: `command STEP set,DEF,FIELD,VALUE`.
    pub(super) fn note(&mut self, line: &str) {
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let ["command", _, "set", _, field, value, ..] = words[..] else {
            return;
        };
        let value: f64 = value.parse().unwrap_or(0.0);
        match field {
            "noise" => self.noise = self.noise.max(value),
            "resolution" => self.is_resampled |= value > 0.0,
            "antiAliasing" => self.is_filtered |= value != 0.0,
            _ => {}
        }
    }

    /// The effects of both.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            noise: self.noise.max(other.noise),
            is_filtered: self.is_filtered || other.is_filtered,
            is_resampled: self.is_resampled || other.is_resampled,
        }
    }

    pub(super) fn color(&self) -> ColorTolerance {
        let noise = self.noise * 255.0;
        if noise > 0.0 {
            // hash noise: the last bit of a coordinate decides about a pixel
            return ColorTolerance {
                beside: 1.0,
                most: (8.0 * noise).min(255.0) as u8,
                far: 0.02,
                mean: 2.0 * noise,
            };
        }
        match self.is_filtered {
            true => ColorTolerance {
                beside: 1.0,
                most: 24,
                far: 0.02,
                mean: 6.0,
            },
            false => ColorTolerance::USUAL,
        }
    }

    /// How far two noisy distances may be apart.
    pub(super) fn noise_span(&self) -> f64 {
        12.0 * self.noise
    }

    /// The share of distances that may lie on the other side of an edge.
    pub(super) fn edges(&self) -> f64 {
        match self.is_resampled || self.noise > 0.0 {
            true => 0.03,
            false => 0.01,
        }
    }
}

fn kind(scene: &Scene, node: NodeId) -> Option<NodeType> {
    Some(scene.get(node)?.base_type())
}

fn is_picture_device(scene: &Scene, node: NodeId) -> bool {
    matches!(
        kind(scene, node),
        Some(NodeType::Camera | NodeType::RangeFinder | NodeType::Lidar)
    )
}

/// Whether a texture is filtered in a way that depends on the renderer.
fn has_filtered_pictures(scene: &Scene) -> bool {
    scene.ids().any(|node| match kind(scene, node) {
        Some(NodeType::ImageTexture) => {
            names_file(scene, node, "url") && scene.integer(node, "filtering").unwrap_or(0) > 1
        }
        Some(NodeType::Background) => names_file(scene, node, "frontUrl"),
        _ => false,
    })
}

fn names_file(scene: &Scene, node: NodeId, field: &str) -> bool {
    let value = scene.value_of(node, field);
    matches!(value.as_deref(), Some(Value::StringList(urls)) if !urls.is_empty())
}
