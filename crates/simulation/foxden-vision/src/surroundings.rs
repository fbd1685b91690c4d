//! What is around all things: background and fog.

use crate::scene::TextureId;

/// The Background node.
#[derive(Clone, Debug, PartialEq)]
pub struct Background {
    /// Sky colour as written in the world.
    pub sky_color: [f64; 3],
    /// Factor of the light that PBR materials get from the sky.
    pub luminosity: f64,
    /// The six sides of a sky box: front, right, back, left, top, bottom
    /// (`frontUrl` and so on); only if all are given.
    pub sky_box: Option<[TextureId; 6]>,
}

/// How fog grows with distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FogKind {
    /// By the distance.
    Linear,
    /// By an exponential function of the distance.
    Exponential,
    /// By an exponential function of the distance squared.
    Exponential2,
}

/// The Fog node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fog {
    /// Colour as written in the world.
    pub color: [f64; 3],
    /// How it grows.
    pub kind: FogKind,
    /// Where it is complete; not positive: there is none.
    pub visibility_range: f64,
}
