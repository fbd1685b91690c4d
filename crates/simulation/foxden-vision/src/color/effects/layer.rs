//! Pictures of light that effects sample between pixels.

use crate::half;

/// Linear light of a picture of any size.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) light: Vec<[f32; 3]>,
}

impl Layer {
    /// A picture of a value for each pixel, by its place from 0 to 1.
    pub(super) fn of(width: usize, height: usize, value: impl Fn([f32; 2]) -> [f32; 3]) -> Self {
        let light = (0..width * height)
            .map(|at| {
                let (column, row) = ((at % width) as f32, (at / width) as f32);
                let place = [(column + 0.5) / width as f32, (row + 0.5) / height as f32];
                value(place).map(half::rounded)
            })
            .collect();
        Self {
            width,
            height,
            light,
        }
    }

    /// The light at a place from 0 to 1, mixed of four pixels; beyond the border
    /// that at the border.
    pub(super) fn sample(&self, [u, v]: [f32; 2]) -> [f32; 3] {
        let along = |part: f32, count: usize| {
            let place = part * count as f32 - 0.5;
            let first = place.floor();
            let index = |at: f32| at.clamp(0.0, (count - 1) as f32) as usize;
            ([index(first), index(first + 1.0)], place - first)
        };
        let ((columns, across), (rows, down)) = (along(u, self.width), along(v, self.height));
        let line = |row: usize| -> [f32; 3] {
            let near = self.light[row * self.width + columns[0]];
            let far = self.light[row * self.width + columns[1]];
            std::array::from_fn(|at| near[at] + across * (far[at] - near[at]))
        };
        let (near, far) = (line(rows[0]), line(rows[1]));
        std::array::from_fn(|at| near[at] + down * (far[at] - near[at]))
    }

    /// A picture of a size blurred along one axis with weights for the pixel and
    /// those at each distance from it; pairs of them are sampled at once.
    pub(super) fn blurred(
        &self,
        size: [usize; 2],
        axis: usize,
        step: f32,
        weights: &[f32],
    ) -> Self {
        Self::of(size[0], size[1], |place| {
            let mut sum = self.sample(place).map(|part| part * weights[0]);
            for (pair, at) in weights[1..].chunks_exact(2).zip(0_u8..) {
                let weight = pair[0] + pair[1];
                let distance = f32::from(2 * at + 1) + pair[0] / weight;
                for way in [1.0, -1.0] {
                    let mut there = place;
                    there[axis] += way * distance * step;
                    let seen = self.sample(there);
                    for channel in 0..3 {
                        sum[channel] += weight * seen[channel];
                    }
                }
            }
            sum
        })
    }
}
