//! Plane pictures: how points of the world become places in a picture.

use crate::instance::Transform;
use crate::optics::ViewPose;
use crate::placement::camera_axes;
use crate::vector::{Matrix, short};

/// A plane picture that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// Pixels in a row.
    pub(crate) width: u32,
    /// Rows.
    pub(crate) height: u32,
    /// Half of the width and height at distance 1.
    pub(crate) half: [f64; 2],
    /// Width and height of a pixel at distance 1.
    pixel: [f64; 2],
    /// What is nearer is cut away.
    pub(crate) near: f32,
    /// What is farther is cut away.
    pub(crate) far: f32,
    /// What makes the depth of clip space of a distance, if there is a far plane.
    depth: Option<[f32; 2]>,
    /// Where the camera is.
    pub(crate) position: [f64; 3],
    /// Forward, left and up as columns.
    pub(crate) axes: Matrix,
    /// The part that is needed: first column and row, and those after the last.
    pub(crate) window: [u32; 4],
}

/// A corner in the picture's space before it is divided by `w`, the distance
/// along the optical axis: x to the right, y down, both from -w to w within the
/// picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Corner {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) w: f32,
}

/// From the frame of a geometry to that of the camera, with rounding to single precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelView {
    rows: [[f32; 4]; 3],
    scale: [f32; 2],
}

impl Frame {
    pub(crate) fn new(width: u32, height: u32, half: [f64; 2], near: f64, far: f64) -> Self {
        Self {
            width,
            height,
            half,
            pixel: [
                2.0 * half[0] / f64::from(width),
                2.0 * half[1] / f64::from(height),
            ],
            near: near as f32,
            far: far as f32,
            depth: far.is_finite().then(|| {
                let length = far - near;
                [
                    (2.0 * far * near / length) as f32,
                    ((far + near) / length) as f32,
                ]
            }),
            position: [0.0; 3],
            axes: crate::vector::IDENTITY,
            window: [0, 0, width, height],
        }
    }

    /// As the picture of a face of a device at a pose.
    pub(crate) fn at(mut self, pose: &ViewPose, face: usize) -> Self {
        self.position = pose.position;
        self.axes = camera_axes(pose.of_face(face), pose.position);
        self
    }

    /// Whether the ball around a box of a geometry is outside of the picture for
    /// certain: a quick test for most of what is not seen.
    pub(crate) fn is_far_off(&self, transform: &Transform, [low, high]: [[f32; 3]; 2]) -> bool {
        let mut square = 0.0;
        let middle: [f64; 3] = std::array::from_fn(|axis| {
            let (low, high) = (f64::from(low[axis]), f64::from(high[axis]));
            let half = (high - low) / 2.0 * transform.scale[axis];
            square += half * half;
            (low + high) / 2.0 * transform.scale[axis]
        });
        let way: [f64; 3] = std::array::from_fn(|row| {
            let [a, b, c] = transform.rotation[row];
            a * middle[0] + b * middle[1] + c * middle[2] + transform.position[row]
                - self.position[row]
        });
        let along = |column: usize| {
            self.axes[0][column] * way[0]
                + self.axes[1][column] * way[1]
                + self.axes[2][column] * way[2]
        };
        let (ahead, left, up) = (along(0), along(1), along(2));
        // more than single precision rounds
        let size = way[0].abs() + way[1].abs() + way[2].abs();
        let reach = square.sqrt() * 1.001 + 1e-4 * (1.0 + size);
        let beside =
            |aside: f64, half: f64| aside.abs() - ahead * half > reach * (1.0 + half * half).sqrt();
        ahead + reach < f64::from(self.near)
            || ahead - reach > f64::from(self.far)
            || beside(left, self.half[0])
            || beside(up, self.half[1])
    }

    pub(crate) fn model_view(&self, transform: &Transform) -> ModelView {
        let eye = short(self.position);
        let moved = short(transform.position);
        let rows = std::array::from_fn(|row| {
            // products of the genuine renderer in single precision
            let axis: [f32; 3] = std::array::from_fn(|at| self.axes[at][row] as f32);
            let part = |column: usize| {
                let scale = transform.scale[column] as f32;
                let [a, b, c] = [0, 1, 2].map(|at| transform.rotation[at][column] as f32 * scale);
                axis[0] * a + axis[1] * b + axis[2] * c
            };
            let back = -(axis[0] * eye[0] + axis[1] * eye[1] + axis[2] * eye[2]);
            let shift = axis[0] * moved[0] + axis[1] * moved[1] + axis[2] * moved[2] + back;
            [part(0), part(1), part(2), shift]
        });
        ModelView {
            rows,
            scale: self.half.map(|half| -(1.0 / half) as f32),
        }
    }

    /// Where a corner is in the picture, in pixels, and 1/w.
    pub(crate) fn place(&self, corner: Corner) -> [f32; 3] {
        let over = 1.0 / corner.w;
        let half = [self.width as f32 * 0.5, self.height as f32 * 0.5];
        [
            super::fused(corner.x * over, half[0], half[0]),
            super::fused(corner.y * over, half[1], half[1]),
            over,
        ]
    }

    /// Where a corner that was cut is: the genuine renderer rounds more often there.
    pub(crate) fn place_cut(&self, corner: Corner) -> [f32; 3] {
        let over = 1.0 / corner.w;
        let half = [self.width as f32 * 0.5, self.height as f32 * 0.5];
        [
            corner.x * over * half[0] + half[0],
            corner.y * over * half[1] + half[1],
            over,
        ]
    }

    /// How far a distance is beyond the near plane and before the far plane, up
    /// to a factor. The difference of large numbers decides where edges are cut.
    pub(crate) fn within(&self, distance: f32) -> [f32; 2] {
        match self.depth {
            Some([shift, factor]) => {
                let depth = factor * distance - shift;
                [depth + distance, distance - depth]
            }
            None => [distance - self.near, f32::INFINITY],
        }
    }

    /// The direction of a place in pixels, in the world, with forward part 1.
    pub(crate) fn direction(&self, x: f64, y: f64) -> [f64; 3] {
        let right = x * self.pixel[0] - self.half[0];
        let up = self.half[1] - y * self.pixel[1];
        let local = [1.0, -right, up];
        std::array::from_fn(|axis| {
            self.axes[axis][0] * local[0]
                + self.axes[axis][1] * local[1]
                + self.axes[axis][2] * local[2]
        })
    }
}

impl ModelView {
    fn part(&self, row: usize, [x, y, z]: [f32; 3]) -> f32 {
        let [a, b, c, d] = self.rows[row];
        a * x + b * y + c * z + d
    }

    /// A vertex of the geometry in the picture's space.
    pub(crate) fn corner(&self, position: [f32; 3]) -> Corner {
        Corner {
            x: self.part(1, position) * self.scale[0],
            y: self.part(2, position) * self.scale[1],
            w: self.part(0, position),
        }
    }

    /// w, x and y of a vertex as functions of its position: three factors and a shift.
    pub(super) fn functions(&self) -> [[f64; 4]; 3] {
        let factors = [1.0, self.scale[0], self.scale[1]];
        std::array::from_fn(|row| {
            self.rows[row].map(|part| f64::from(part) * f64::from(factors[row]))
        })
    }

    /// Whether a box is outside of the picture for certain.
    pub(crate) fn misses(&self, [low, high]: [[f32; 3]; 2], frame: &Frame) -> bool {
        let corners: [Corner; 8] = std::array::from_fn(|at| {
            self.corner(std::array::from_fn(|axis| {
                if at >> axis & 1 == 0 {
                    low[axis]
                } else {
                    high[axis]
                }
            }))
        });
        let all = |test: &dyn Fn(&Corner) -> bool| corners.iter().all(test);
        all(&|c| c.w < frame.near)
            || all(&|c| c.w > frame.far)
            || all(&|c| c.x > c.w)
            || all(&|c| c.x < -c.w)
            || all(&|c| c.y > c.w)
            || all(&|c| c.y < -c.w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_test_drops_nothing_that_is_seen() {
        let frame = Frame::new(64, 48, [0.5, 0.4], 0.1, 20.0).at(&ViewPose::default(), 0);
        let bounds = [[-0.5; 3], [0.5; 3]];
        let (mut dropped, mut seen) = (0, 0);
        for x in -3..24 {
            for y in -12..12 {
                for z in -3..3 {
                    let transform = Transform {
                        position: [f64::from(x), f64::from(y) * 0.7, f64::from(z) * 0.9],
                        scale: [1.0, 2.0, 0.5],
                        ..Transform::IDENTITY
                    };
                    let misses = frame.model_view(&transform).misses(bounds, &frame);
                    let is_far_off = frame.is_far_off(&transform, bounds);
                    assert!(!is_far_off || misses, "{transform:?}");
                    dropped += i32::from(is_far_off);
                    seen += i32::from(!misses);
                }
            }
        }
        assert!(dropped > 1000 && seen > 100, "{dropped} {seen}");
    }
}
