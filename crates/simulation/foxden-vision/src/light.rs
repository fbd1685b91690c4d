//! Lights.

/// What all lights have. Only those that are on belong into the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Its kind and place.
    pub kind: LightKind,
    /// Colour as written in the world, not linear.
    pub color: [f64; 3],
    /// Intensity.
    pub intensity: f64,
    /// Share in the ambient light.
    pub ambient_intensity: f64,
    /// Whether shapes cast shadows in it.
    pub casts_shadows: bool,
}

/// A kind of light, in the world's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightKind {
    /// Parallel light.
    Directional {
        /// Where it shines; of any length.
        direction: [f64; 3],
    },
    /// Light from a point.
    Point {
        /// Where it is.
        location: [f64; 3],
        /// Parts of the divisor with distance to the power of 0, 1 and 2.
        attenuation: [f64; 3],
        /// Where it ends.
        radius: f64,
    },
    /// Light from a point in a cone.
    Spot {
        /// Where it is.
        location: [f64; 3],
        /// Where it shines; of any length.
        direction: [f64; 3],
        /// Parts of the divisor with distance to the power of 0, 1 and 2.
        attenuation: [f64; 3],
        /// Where it ends.
        radius: f64,
        /// Up to this angle it is undiminished.
        beam_width: f64,
        /// From this angle on it is dark.
        cut_off_angle: f64,
    },
}
