//! What devices set beside their optics.

use crate::optics::{Optics, OpticsError};
use crate::scene::TextureId;

/// A RangeFinder, or the picture that a Lidar takes its layers from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthSettings {
    /// How pixels look into the world.
    pub optics: Optics,
    /// Nearer ranges are infinite, and hide what is behind.
    pub min_range: f64,
    /// Ranges from here on are infinite.
    pub max_range: f64,
    /// Standard deviation of noise in metres; 0: none.
    pub noise: f64,
    /// Ranges are multiples of this; not positive: they are not rounded.
    pub resolution: f64,
}

impl DepthSettings {
    /// Whether pictures can be made.
    ///
    /// # Errors
    /// When size, angle or ranges are out of bounds.
    pub fn check(&self) -> Result<(), OpticsError> {
        self.optics.check()?;
        if !(self.max_range > self.optics.near && self.max_range.is_finite()) {
            return Err(OpticsError::Range(self.optics.near, self.max_range));
        }
        Ok(())
    }
}

/// Depth of field (a Focus node).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Focus {
    /// Where pictures are sharp; 0: everywhere.
    pub distance: f64,
    /// How far around that they are nearly sharp; 0: everywhere.
    pub length: f64,
}

/// A picture that is laid over every picture at a random place (noiseMaskUrl).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoiseMask {
    /// The picture, with alpha.
    pub texture: TextureId,
    /// By how much it is moved in this picture: two numbers from 0 to 1.
    pub offset: [f64; 2],
}

/// A Camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorSettings {
    /// How pixels look into the world.
    pub optics: Optics,
    /// Factor of all light before it is mapped to bytes.
    pub exposure: f64,
    /// Exposure of the Viewpoint: the background is adapted to it.
    pub viewpoint_exposure: f64,
    /// Standard deviation of noise, 1 is full scale; 0: none.
    pub noise: f64,
    /// Whether edges are smoothed.
    pub anti_aliasing: bool,
    /// Light from which pixels glow; negative: none do. It does not show in the
    /// genuine program's recorded pictures, and has no effect here.
    pub bloom_threshold: f64,
    /// Depth of field.
    pub focus: Option<Focus>,
    /// What is laid over every picture.
    pub noise_mask: Option<NoiseMask>,
}

impl ColorSettings {
    /// A camera without effects.
    pub const fn plain(optics: Optics) -> Self {
        Self {
            optics,
            exposure: 1.0,
            viewpoint_exposure: 1.0,
            noise: 0.0,
            anti_aliasing: false,
            bloom_threshold: -1.0,
            focus: None,
            noise_mask: None,
        }
    }
}
