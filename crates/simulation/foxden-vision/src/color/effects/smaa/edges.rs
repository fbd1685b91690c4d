//! Where colours change: at the left of a pixel and at its lower side.

use super::Picture;

/// A change of this much of full scale is an edge.
const THRESHOLD: f32 = 0.1;

/// For each pixel: an edge on the left, and one below.
pub(super) struct Edges {
    width: i64,
    height: i64,
    list: Vec<[f32; 2]>,
}

impl Edges {
    pub(super) fn of(picture: &Picture<'_>) -> Self {
        let (width, height) = (picture.width as i64, picture.height as i64);
        let mut list = Vec::with_capacity(picture.colors.len());
        for row in 0..height {
            for column in 0..width {
                let here = picture.color(column, row);
                let delta = |right: i64, down: i64| {
                    let there = picture.color(column + right, row + down);
                    (0..3)
                        .map(|at| (here[at] - there[at]).abs())
                        .fold(0.0, f32::max)
                };
                let own = [delta(-1, 0), delta(0, 1)];
                let is_edge = own.map(|delta| delta >= THRESHOLD);
                let mut edges = [0.0; 2];
                if is_edge[0] || is_edge[1] {
                    let others = [delta(1, 0), delta(0, -1), delta(-2, 0), delta(0, 2)];
                    let most = others.into_iter().fold(own[0].max(own[1]), f32::max);
                    for at in 0..2 {
                        let counts = is_edge[at] && own[at] >= 0.5 * most;
                        edges[at] = f32::from(u8::from(counts));
                    }
                }
                list.push(edges);
            }
        }
        Self {
            width,
            height,
            list,
        }
    }

    /// The edges of a pixel; beyond the border those at the border.
    pub(super) fn at(&self, column: i64, row: i64) -> [f32; 2] {
        let column = column.clamp(0, self.width - 1);
        let row = row.clamp(0, self.height - 1);
        self.list[(row * self.width + column) as usize]
    }

    /// Edges at a place in pixels, mixed of the four pixels around it.
    pub(super) fn sample(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (across, down) = (x - 0.5 - left, y - 0.5 - top);
        let (left, top) = (left as i64, top as i64);
        std::array::from_fn(|at| {
            let line = |row: i64| {
                let (near, far) = (self.at(left, row)[at], self.at(left + 1, row)[at]);
                near + across * (far - near)
            };
            line(top) + down * (line(top + 1) - line(top))
        })
    }
}
