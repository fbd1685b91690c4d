//! What a Lidar makes of its picture: layers, points, and the parts that a
//! rotating one sweeps over.

use std::f64::consts::{PI, TAU};

/// The greatest number of columns and rows.
const MOST_ALONG: f64 = 100_000.0;

/// The fields of a Lidar that decide about the size of its picture, as corrected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LidarShape {
    /// Points of a layer.
    pub horizontal_resolution: u32,
    /// Layers.
    pub layers: u32,
    /// Horizontal angle of the picture.
    pub field_of_view: f64,
    /// Vertical angle as set; the picture covers more: [`LidarShape::covered`].
    pub vertical_field_of_view: f64,
    /// Whether it turns.
    pub rotates: bool,
    /// Pixels in a row of the picture.
    pub width: u32,
    /// Rows of the picture.
    pub height: u32,
}

impl LidarShape {
    /// The shape for these fields; values that are not possible are corrected
    /// as the genuine program does.
    pub fn new(
        horizontal_resolution: i32,
        layers: i32,
        field_of_view: f64,
        vertical_field_of_view: f64,
        rotates: bool,
    ) -> Self {
        let vertical = if vertical_field_of_view > 0.0 {
            vertical_field_of_view.min(PI)
        } else {
            0.1
        };
        let mut shape = Self {
            horizontal_resolution: horizontal_resolution.max(1) as u32,
            layers: layers.max(1) as u32,
            field_of_view,
            vertical_field_of_view: vertical,
            rotates,
            width: 1,
            height: 1,
        };
        shape.measure();
        if shape.height < shape.layers {
            let covered = shape.covered();
            let resolution = libm::ceil(f64::from(shape.layers) * field_of_view / covered);
            shape.horizontal_resolution = resolution.clamp(1.0, MOST_ALONG) as u32;
            shape.measure();
            if shape.height < shape.layers {
                shape.vertical_field_of_view =
                    f64::from(shape.layers) * field_of_view / f64::from(shape.width);
                shape.measure();
                shape.layers = shape.layers.min(shape.height);
            }
        }
        shape
    }

    fn measure(&mut self) {
        let resolution = f64::from(self.horizontal_resolution);
        self.width = if self.rotates {
            libm::ceil(resolution * (self.field_of_view / TAU)).clamp(1.0, MOST_ALONG) as u32
        } else {
            self.horizontal_resolution
        };
        let width = f64::from(self.width);
        self.height = if self.layers == 1 {
            1
        } else {
            let angle = self.vertical_field_of_view + self.field_of_view / width;
            libm::ceil(angle * (width / self.field_of_view)).clamp(1.0, MOST_ALONG) as u32
        };
    }

    /// The vertical angle that the picture covers.
    pub fn covered(&self) -> f64 {
        self.field_of_view * f64::from(self.height) / f64::from(self.width)
    }

    /// The row of the picture that a layer is taken from; layer 0 is the highest.
    pub fn row(&self, layer: u32) -> u32 {
        if self.layers < 2 || self.height == self.layers {
            return layer.min(self.height - 1);
        }
        let skip = f64::from(self.height - 1) / f64::from(self.layers - 1);
        ((f64::from(layer) * skip) as u32).min(self.height - 1)
    }

    /// Copies the layers of a picture of a lidar that does not rotate.
    pub fn layers_of(&self, picture: &[f32], ranges: &mut Vec<f32>) {
        ranges.clear();
        let width = self.width as usize;
        for layer in 0..self.layers {
            let first = self.row(layer) as usize * width;
            if let Some(row) = picture.get(first..first + width) {
                ranges.extend_from_slice(row);
            }
        }
    }

    /// Copies the part of a picture that a rotating lidar swept over in a step:
    /// `before` and `now` are its angles before and after the step's turn.
    /// `ranges` has `layers` rows of `horizontal_resolution` values.
    pub fn sweep(&self, picture: &[f32], before: f64, now: f64, ranges: &mut [f32]) {
        let (width, count) = (self.width as usize, self.horizontal_resolution as usize);
        if ranges.len() != count * self.layers as usize
            || picture.len() != width * self.height as usize
        {
            return;
        }
        let share = ((now - before).abs() / self.field_of_view).min(1.0);
        let middle = f64::from(self.width) / 2.0;
        let from = (middle * (1.0 - share)) as usize;
        let to = ((middle * (1.0 + share)) as usize).min(width);
        let turns = (before / TAU).abs();
        let angle = (turns - turns.floor()) * TAU;
        let start = (f64::from(self.horizontal_resolution) * (angle / TAU)) as i64;
        let offset = (start as f64 - middle) as i64;
        for layer in 0..self.layers {
            let row = self.row(layer) as usize * width;
            for column in from..to {
                let at = (column as i64 + offset).rem_euclid(count as i64) as usize;
                ranges[layer as usize * count + at] = picture[row + column];
            }
        }
    }

    /// The place of the point of a range, in the frame of the lidar.
    pub fn point(&self, layer: u32, column: u32, range: f32, tilt: f64) -> [f32; 3] {
        let theta = if self.rotates {
            -TAU * f64::from(column) / f64::from(self.horizontal_resolution)
        } else {
            let steps = f64::from(self.width) - 1.0;
            self.field_of_view / 2.0 - f64::from(column) * self.field_of_view / steps
        };
        let phi = if self.layers > 1 {
            let covered = self.covered();
            covered / 2.0 - f64::from(layer) * covered / f64::from(self.layers - 1) + tilt
        } else {
            tilt
        };
        let range = f64::from(range);
        [
            (range * libm::cos(theta) * libm::cos(phi)) as f32,
            (range * libm::sin(theta) * libm::cos(phi)) as f32,
            (range * libm::sin(phi)) as f32,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn pictures_have_at_least_as_many_rows_as_layers() {
        let usual = LidarShape::new(512, 4, FRAC_PI_2, 0.2, false);
        assert_eq!((usual.width, usual.height), (512, 67));
        assert_eq!([0, 1, 2, 3].map(|layer| usual.row(layer)), [0, 22, 44, 66]);
        let one = LidarShape::new(64, 1, FRAC_PI_2, 0.2, false);
        assert_eq!((one.height, one.row(0)), (1, 0));
        let narrow = LidarShape::new(64, 16, FRAC_PI_2, 0.05, false);
        assert!(narrow.height >= narrow.layers);
        let bad = LidarShape::new(-3, 0, FRAC_PI_2, -1.0, false);
        assert_eq!((bad.width, bad.layers), (1, 1));
    }

    #[test]
    fn a_sweep_fills_the_part_that_was_turned_over_and_wraps() {
        let shape = LidarShape::new(8, 1, PI, 0.2, true);
        assert_eq!(shape.width, 4);
        let picture = [1.0, 2.0, 3.0, 4.0];
        let mut ranges = [0.0; 8];
        shape.sweep(&picture, 0.0, -PI, &mut ranges);
        assert_eq!(ranges, [3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0]);
        let mut half = [0.0; 8];
        shape.sweep(&picture, -PI, -1.5 * PI, &mut half);
        assert_eq!(half, [0.0, 0.0, 0.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn points_span_the_whole_angle() {
        let shape = LidarShape::new(3, 1, PI, 0.2, false);
        let [x, y, z] = shape.point(0, 0, 2.0, 0.0);
        assert!(x.abs() < 1e-6 && (y - 2.0).abs() < 1e-6 && z == 0.0);
        assert_eq!(shape.point(0, 1, 2.0, 0.0), [2.0, 0.0, 0.0]);
    }
}
