//! Fog between a point and the camera.

use crate::shade::linear_color;
use crate::surroundings::{Fog, FogKind};

/// Fog with linear colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Haze {
    color: [f32; 3],
    kind: FogKind,
    range: f32,
}

impl Haze {
    /// `None` if there is nothing of it.
    pub(crate) fn new(fog: &Fog) -> Option<Self> {
        (fog.visibility_range > 0.0).then(|| Self {
            color: linear_color(fog.color),
            kind: fog.kind,
            range: fog.visibility_range as f32,
        })
    }

    /// The light of a point at a distance.
    pub(crate) fn seen(&self, light: [f32; 3], distance: f32) -> [f32; 3] {
        let depth = distance / self.range;
        let clear = match self.kind {
            FogKind::Linear => (self.range - distance) / self.range,
            FogKind::Exponential => libm::expf(-depth),
            FogKind::Exponential2 => libm::expf(-depth * depth),
        };
        let share = libm::powf(1.0 - clear.clamp(0.0, 1.0), 2.2);
        std::array::from_fn(|channel| {
            light[channel] + (self.color[channel] - light[channel]) * share
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_fog_is_complete_at_its_range() {
        let fog = Fog {
            color: [1.0; 3],
            kind: FogKind::Linear,
            visibility_range: 10.0,
        };
        let Some(haze) = Haze::new(&fog) else {
            unreachable!()
        };
        assert_eq!(haze.seen([0.0; 3], 0.0), [0.0; 3]);
        assert_eq!(haze.seen([0.0; 3], 12.0), [1.0; 3]);
        let half = haze.seen([0.0; 3], 5.0)[0];
        assert!((half - 0.217_637_64).abs() < 1e-6);
        assert!(
            Haze::new(&Fog {
                visibility_range: 0.0,
                ..fog
            })
            .is_none()
        );
    }
}
