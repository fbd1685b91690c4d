//! Pixels of triangles.

use super::setup::{Plane, Setup};

/// The depth and, if wanted, the number of what is seen in each pixel.
pub(crate) trait Surface {
    /// Offers a value of 1/w for a pixel; says whether it is taken.
    fn offer(&mut self, at: usize, over: f32, column: f32, row: f32) -> bool;
}

/// Depths, and what w times 1/w is after interpolation.
pub(crate) struct Depths<'a> {
    pub(crate) depths: &'a mut [f32],
    pub(crate) units: &'a mut [f32],
    pub(crate) unit: Plane,
}

impl Surface for Depths<'_> {
    #[inline(always)]
    fn offer(&mut self, at: usize, over: f32, column: f32, row: f32) -> bool {
        let is_nearer = over > self.depths[at];
        if is_nearer {
            self.depths[at] = over;
            self.units[at] = self.unit.at(column, row);
        }
        is_nearer
    }
}

/// Depths and numbers.
pub(crate) struct Numbered<'a> {
    pub(crate) depths: &'a mut [f32],
    pub(crate) numbers: &'a mut [u32],
    pub(crate) number: u32,
}

impl Surface for Numbered<'_> {
    #[inline(always)]
    fn offer(&mut self, at: usize, over: f32, _: f32, _: f32) -> bool {
        let is_nearer = over > self.depths[at];
        if is_nearer {
            self.depths[at] = over;
            self.numbers[at] = self.number;
        }
        is_nearer
    }
}

/// A pixel of a patch that is not hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fragment {
    pub(crate) pixel: u32,
    pub(crate) patch: u32,
}

/// Lists pixels that are not hidden, without changing depths.
pub(crate) struct Listed<'a> {
    pub(crate) depths: &'a [f32],
    pub(crate) fragments: &'a mut Vec<Fragment>,
    pub(crate) number: u32,
}

impl Surface for Listed<'_> {
    #[inline(always)]
    fn offer(&mut self, at: usize, over: f32, _: f32, _: f32) -> bool {
        let is_nearer = over > self.depths[at];
        if is_nearer {
            self.fragments.push(Fragment {
                pixel: at as u32,
                patch: self.number,
            });
        }
        is_nearer
    }
}

/// Below this width, asking each pixel is faster than computing where a row begins.
const NARROW: u32 = 12;

/// The columns of a row where an edge value is positive, within bounds.
fn span(start: i64, step: i64, from: i64, to: i64) -> (i64, i64) {
    // start + step * column > 0
    match step {
        0 if start > 0 => (from, to),
        0 => (from, from),
        1.. => {
            let first = (-start).div_euclid(step) + 1;
            (from.max(first), to)
        }
        _ => {
            let last = (start - 1).div_euclid(-step);
            (from, to.min(last + 1))
        }
    }
}

/// Offers all pixels of a triangle. Says whether any was taken.
pub(crate) fn fill(setup: &Setup, width: u32, surface: &mut impl Surface) -> bool {
    let [left, top, right, bottom] = setup.bounds;
    let edges = setup.edges();
    let is_narrow = right - left <= NARROW;
    let mut is_seen = false;
    for row in top..bottom {
        let starts: [i64; 3] =
            std::array::from_fn(|at| edges[at][0] + edges[at][2] * i64::from(row));
        let first = row as usize * width as usize;
        if is_narrow {
            let mut values: [i64; 3] =
                std::array::from_fn(|at| starts[at] + edges[at][1] * i64::from(left));
            for column in left..right {
                if values[0] > 0 && values[1] > 0 && values[2] > 0 {
                    let place = (column as f32, row as f32);
                    let over = setup.over.at(place.0, place.1);
                    is_seen |= surface.offer(first + column as usize, over, place.0, place.1);
                }
                for at in 0..3 {
                    values[at] += edges[at][1];
                }
            }
        } else {
            let (mut from, mut to) = (i64::from(left), i64::from(right));
            for at in 0..3 {
                (from, to) = span(starts[at], edges[at][1], from, to);
            }
            if from < to {
                is_seen |= fill_row(&setup.over, row, from as u32, to as u32, first, surface);
            }
        }
    }
    is_seen
}

#[inline(always)]
fn fill_row(
    over: &Plane,
    row: u32,
    from: u32,
    to: u32,
    first: usize,
    surface: &mut impl Surface,
) -> bool {
    let mut is_seen = false;
    for column in from..to {
        let value = over.at(column as f32, row as f32);
        is_seen |= surface.offer(first + column as usize, value, column as f32, row as f32);
    }
    is_seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::frame::Frame;

    fn covered(places: [[f32; 2]; 3]) -> Vec<usize> {
        let frame = Frame::new(16, 16, [1.0; 2], 0.1, 10.0);
        let mut depths = vec![0.0; 256];
        let places = places.map(|[x, y]| [x, y, 0.5]);
        if let Some((setup, _)) = Setup::new(&frame, &places) {
            let mut surface = Depths {
                depths: &mut depths,
                units: &mut vec![1.0; 256],
                unit: Plane::default(),
            };
            fill(&setup, 16, &mut surface);
        }
        (0..256).filter(|at| depths[*at] == 0.5).collect()
    }

    #[test]
    fn two_triangles_share_an_edge_without_gap_or_overlap() {
        // a square from 1 to 15: wide rows, and one from 1 to 9: narrow rows
        for far in [15.0, 9.0] {
            let (a, b, c, d) = ([1.0, 1.0], [1.0, far], [far, far], [far, 1.0]);
            let (one, other) = (covered([a, b, c]), covered([a, c, d]));
            let side = far as usize - 1;
            assert_eq!(one.len() + other.len(), side * side);
            assert!(one.iter().all(|at| !other.contains(at)));
        }
    }

    #[test]
    fn edges_through_centres_belong_to_the_upper_left() {
        let (low, high) = (1.5, 4.5);
        let square = |x0: f32, y0: f32, x1: f32, y1: f32| {
            let mut all = covered([[x0, y0], [x0, y1], [x1, y1]]);
            all.extend(covered([[x0, y0], [x1, y1], [x1, y0]]));
            all.sort_unstable();
            all
        };
        let all = square(low, low, high, high);
        assert_eq!(all.len(), 9);
        assert_eq!(all[0], 16 + 1);
    }

    #[test]
    fn backs_are_not_drawn() {
        assert!(covered([[1.0, 1.0], [9.0, 9.0], [1.0, 9.0]]).is_empty());
    }

    #[test]
    fn rows_begin_where_asking_each_pixel_says() {
        for start in [-1000, -256, -255, -1, 0, 1, 255, 256, 1000] {
            for step in [-300, -256, -1, 0, 1, 7, 256] {
                let slow: Vec<i64> = (0..20).filter(|at| start + step * at > 0).collect();
                let (from, to) = span(start, step, 0, 20);
                let fast: Vec<i64> = (from..to.max(from)).collect();
                assert_eq!(slow, fast, "{start} {step}");
            }
        }
    }
}
