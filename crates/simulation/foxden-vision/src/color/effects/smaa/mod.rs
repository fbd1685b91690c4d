//! Smoothing of edges by their shape: subpixel morphological antialiasing. Rows
//! count as the genuine program's renderer counts them, and offsets have its
//! peculiarities.

mod area;
mod edges;
mod weights;

use edges::Edges;

/// A picture of displayed colours from 0 to 1.
pub(super) struct Picture<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) colors: &'a [[f32; 3]],
}

impl Picture<'_> {
    /// The colour of a pixel; beyond the border that at the border.
    fn color(&self, column: i64, row: i64) -> [f32; 3] {
        let column = column.clamp(0, self.width as i64 - 1) as usize;
        let row = row.clamp(0, self.height as i64 - 1) as usize;
        self.colors[row * self.width + column]
    }
}

/// The picture with smooth edges.
pub(super) fn smoothed(picture: &Picture<'_>) -> Vec<[f32; 3]> {
    let edges = Edges::of(picture);
    let (width, height) = (picture.width as i64, picture.height as i64);
    let mut weights = Vec::with_capacity(picture.colors.len());
    for row in 0..height {
        for column in 0..width {
            weights.push(weights::of(&edges, column, row));
        }
    }
    let weight = |column: i64, row: i64| {
        let column = column.clamp(0, width - 1);
        let row = row.clamp(0, height - 1);
        weights[(row * width + column) as usize]
    };
    let mut all = Vec::with_capacity(picture.colors.len());
    for row in 0..height {
        for column in 0..width {
            let [below, _, left, _] = weight(column, row);
            // the genuine program looks at the wrong side here
            let above = weight(column, row + 1)[1];
            let right = weight(column + 1, row)[3];
            all.push(if below + above + left + right < 1e-5 {
                picture.color(column, row)
            } else {
                let across = if right > left { right } else { -left };
                let down = if above > below { -above } else { below };
                let (beside, share) = if across.abs() > down.abs() {
                    let side = if across > 0.0 { 1 } else { -1 };
                    (picture.color(column + side, row), across.abs())
                } else {
                    let side = if down > 0.0 { 1 } else { -1 };
                    (picture.color(column, row + side), down.abs())
                };
                mixed(picture.color(column, row), beside, share)
            });
        }
    }
    all
}

/// Mixed in linear light.
fn mixed(here: [f32; 3], beside: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|at| {
        let (a, b) = (libm::powf(here[at], 2.2), libm::powf(beside[at], 2.2));
        libm::powf(a + share * (b - a), 1.0 / 2.2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pixels_at_edges_change_and_slanted_edges_become_smooth() {
        let (width, height) = (24, 12);
        // a white area above a line that falls by one pixel in eight
        let colors: Vec<[f32; 3]> = (0..width * height)
            .map(|at| {
                let (column, row) = (at % width, at / width);
                [f32::from(u8::from(row < 4 + column / 8)); 3]
            })
            .collect();
        let picture = Picture {
            width,
            height,
            colors: &colors,
        };
        let smooth = smoothed(&picture);
        let grey = smooth
            .iter()
            .filter(|color| color[0] > 0.05 && color[0] < 0.95);
        assert!(grey.count() > 8);
        assert_eq!(smooth[0], [1.0; 3]);
        assert_eq!(smooth[width * height - 1], [0.0; 3]);
    }
}
