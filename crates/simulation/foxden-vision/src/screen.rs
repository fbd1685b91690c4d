//! Places in a picture from 0 to 1 as effects on whole pictures have them: the
//! genuine program draws two triangles over the picture and interpolates.

use crate::raster::{Plane, Slopes};

/// The two triangles: above and below the diagonal from the upper right corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    size: [f32; 2],
    halves: [[Plane; 2]; 2],
}

impl Screen {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let (w, h) = (width as f32, height as f32);
        let half = |corners: [[f32; 2]; 3]| {
            let slopes = Slopes::new(&corners.map(|[u, v]| [u * w, v * h, 1.0]));
            [0, 1].map(|axis| slopes.plane(corners.map(|corner| corner[axis])))
        };
        Self {
            size: [w, h],
            halves: [
                half([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]),
                half([[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]),
            ],
        }
    }

    /// The place of the centre of a pixel.
    pub(crate) fn place(&self, column: u32, row: u32) -> [f32; 2] {
        let (column, row) = (column as f32, row as f32);
        let sum = (column + 0.5) / self.size[0] + (row + 0.5) / self.size[1];
        let half = usize::from(sum >= 1.0);
        self.halves[half].map(|plane| plane.at(column, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_centres_but_for_rounding() {
        let screen = Screen::new(33, 7);
        for row in 0..7 {
            for column in 0..33 {
                let [u, v] = screen.place(column, row);
                assert!((u - (column as f32 + 0.5) / 33.0).abs() < 1e-6);
                assert!((v - (row as f32 + 0.5) / 7.0).abs() < 1e-6);
            }
        }
    }
}
