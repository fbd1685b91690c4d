//! Faces of files with more than three corners, cut as the reader of the genuine
//! program cuts them: ear by ear, in single precision.

use crate::math::{self, Vector};
use crate::model::compile::polygons::MOST_TESTS;

/// Edges whose directions differ less than this are one line.
const SAME_LINE: f32 = 1e-6;

/// Cuts the faces of a file.
#[derive(Debug)]
pub(super) struct PolygonCutter {
    tests_left: u64,
}

impl Default for PolygonCutter {
    fn default() -> Self {
        Self {
            tests_left: MOST_TESTS,
        }
    }
}

type Corner = [f32; 3];
type PlanePoint = [f32; 2];

impl PolygonCutter {
    /// The triangles of a face as places in its list of corners; `None` if the faces
    /// of the file take more tests than are possible.
    pub(super) fn triangles(&mut self, corners: &[Vector]) -> Option<Vec<[usize; 3]>> {
        if corners.len() < 3 {
            return Some(Vec::new());
        }
        let single = |corner: &Vector| corner.to_array().map(|part| part as f32);
        let corners: Vec<Corner> = corners.iter().map(single).collect();
        Some(match corners[..] {
            [_, _, _] => vec![[0, 1, 2]],
            [a, b, c, d] => {
                let start = concave_corner([a, b, c, d]);
                let at = |next: usize| (start + next) % 4;
                vec![[start, at(1), at(2)], [start, at(2), at(3)]]
            }
            _ => started_apart(self.ears(&flattened(&corners))?),
        })
    }

    fn ears(&mut self, flat: &[PlanePoint]) -> Option<Vec<[usize; 3]>> {
        let count = flat.len();
        let mut is_cut = vec![false; count];
        let mut found = Vec::with_capacity(count - 2);
        let (mut before, mut next) = (count - 1, 0);
        for _ in 3..count {
            let (mut ear, mut rounds) = (next, 0);
            loop {
                next = following(&is_cut, ear);
                if next < ear {
                    rounds += 1;
                    if rounds == 2 {
                        // no simple polygon: what was cut so far is all there is
                        return Some(found);
                    }
                }
                self.tests_left = self.tests_left.checked_sub(count as u64)?;
                if is_ear(flat, [before, ear, next]) {
                    break;
                }
                (before, ear) = (ear, next);
            }
            found.push([before, ear, next]);
            is_cut[ear] = true;
        }
        let mut rest = (0..count).filter(|at| !is_cut[*at]);
        if let (Some(a), Some(b), Some(c)) = (rest.next(), rest.next(), rest.next()) {
            found.push([a, b, c]);
        }
        Some(found)
    }
}

/// The next corner that is not cut off.
fn following(is_cut: &[bool], at: usize) -> usize {
    let mut next = at + 1;
    loop {
        if next >= is_cut.len() {
            next = 0;
        }
        if !is_cut[next] {
            return next;
        }
        next += 1;
    }
}

fn sub2(one: PlanePoint, two: PlanePoint) -> PlanePoint {
    [one[0] - two[0], one[1] - two[1]]
}

fn dot2(one: PlanePoint, two: PlanePoint) -> f32 {
    one[0] * two[0] + one[1] * two[1]
}

/// Whether a corner can be cut off: it is convex, not on a line, and no other corner
/// is in the triangle.
fn is_ear(flat: &[PlanePoint], places: [usize; 3]) -> bool {
    let [before, ear, next] = places.map(|at| flat[at]);
    if is_left(before, next, ear) {
        return false;
    }
    let unit = |edge: PlanePoint| {
        let length = dot2(edge, edge).sqrt();
        edge.map(|part| part / length)
    };
    let along = dot2(unit(sub2(before, ear)), unit(sub2(next, ear)));
    if (along - 1.0).abs() < SAME_LINE || (along + 1.0).abs() < SAME_LINE {
        return false;
    }
    !flat
        .iter()
        .any(|other| ![before, ear, next].contains(other) && is_inside([before, ear, next], *other))
}

/// Whether a point lies to the left of a line.
fn is_left(from: PlanePoint, to: PlanePoint, point: PlanePoint) -> bool {
    let [from, to, point] = [from, to, point].map(|place| place.map(f64::from));
    let area =
        from[0] * (to[1] - point[1]) + point[0] * (from[1] - to[1]) + to[0] * (point[1] - from[1]);
    area > 0.0
}

fn is_inside([a, b, c]: [PlanePoint; 3], point: PlanePoint) -> bool {
    let (one, two, own) = (sub2(b, a), sub2(c, a), sub2(point, a));
    let dot = |x: PlanePoint, y: PlanePoint| f64::from(dot2(x, y));
    let (aa, ab, bb) = (dot(one, one), dot(one, two), dot(two, two));
    let (ap, bp) = (dot(one, own), dot(two, own));
    let factor = 1.0 / (aa * bb - ab * ab);
    let (first, second) = ((bb * ap - ab * bp) * factor, (aa * bp - ab * ap) * factor);
    first > 0.0 && second > 0.0 && first + second < 1.0
}

/// A face seen along the axis that it mostly faces, counterclockwise.
fn flattened(corners: &[Corner]) -> Vec<PlanePoint> {
    let count = corners.len();
    let normal: [f32; 3] = std::array::from_fn(|axis| {
        let (one, two) = ((axis + 1) % 3, (axis + 2) % 3);
        let around = (0..count).map(|at| {
            let (last, next) = (corners[(at + count - 1) % count], corners[(at + 1) % count]);
            corners[at][one] * (next[two] - last[two])
        });
        around.sum()
    });
    let [x, y, z] = normal.map(f32::abs);
    let long = if x > y {
        if x > z { 0 } else { 2 }
    } else if y > z {
        1
    } else {
        2
    };
    let (mut across, mut along) = ((long + 1) % 3, (long + 2) % 3);
    if normal[long] < 0.0 {
        std::mem::swap(&mut across, &mut along);
    }
    let flat = |corner: &Corner| [corner[across], corner[along]];
    corners.iter().map(flat).collect()
}

/// The corner of four that lies inside of the other three; the first one without such.
fn concave_corner(corners: [Corner; 4]) -> usize {
    let at = |number: usize| corners[number % 4];
    let towards = |from: Corner, to: Corner| -> Corner {
        let edge: Corner = std::array::from_fn(|axis| to[axis] - from[axis]);
        let length = edge.iter().map(|part| part * part).sum::<f32>().sqrt();
        edge.map(|part| part / length)
    };
    let angle = |one: Corner, two: Corner| {
        let cosine: f32 = (0..3).map(|axis| one[axis] * two[axis]).sum();
        math::acos(f64::from(cosine)) as f32
    };
    let is_concave = |number: &usize| {
        let own = at(*number);
        let [left, across, right] =
            [number + 3, number + 2, number + 1].map(|other| towards(own, at(other)));
        angle(left, across) + angle(right, across) > std::f32::consts::PI
    };
    (0..4).find(is_concave).unwrap_or(0)
}

/// Triangles that follow each other do not start with the same corner.
fn started_apart(mut triangles: Vec<[usize; 3]>) -> Vec<[usize; 3]> {
    let mut last = None;
    for triangle in &mut triangles {
        if last == Some(triangle[0]) {
            triangle.rotate_right(1);
        }
        last = Some(triangle[0]);
    }
    triangles
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn cut(corners: &[[f64; 2]]) -> Vec<[usize; 3]> {
        let flat: Vec<Vector> = corners
            .iter()
            .map(|[x, y]| Vector::new(*x, *y, 0.5))
            .collect();
        PolygonCutter::default().triangles(&flat).unwrap()
    }

    /// The area that triangles cover, each counted counterclockwise.
    fn area(corners: &[[f64; 2]], triangles: &[[usize; 3]]) -> f64 {
        let one = |triangle: &[usize; 3]| {
            let [a, b, c] = triangle.map(|at| corners[at]);
            ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2.0
        };
        triangles.iter().map(one).sum()
    }

    #[test]
    fn four_corners_are_cut_from_the_concave_one() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(cut(&square), [[0, 1, 2], [0, 2, 3]]);
        let arrow = [[0.0, 0.0], [1.0, 0.0], [0.2, 0.2], [0.0, 1.0]];
        assert_eq!(cut(&arrow), [[2, 3, 0], [2, 0, 1]]);
    }

    #[test]
    fn many_corners_are_cut_ear_by_ear() {
        let hook = [
            [0.0, 0.0],
            [3.0, 0.0],
            [3.0, 2.0],
            [2.0, 2.0],
            [2.0, 1.0],
            [0.0, 1.0],
        ];
        let triangles = cut(&hook);
        assert_eq!(triangles.len(), 4);
        assert!((area(&hook, &triangles) - 4.0).abs() < 1e-12);
        // none of them covers what is outside
        assert!(triangles.iter().all(|one| area(&hook, &[*one]) > 0.0));
        let hexagon = [
            [1.0, 0.0],
            [2.0, 0.0],
            [3.0, 1.0],
            [2.0, 2.0],
            [1.0, 2.0],
            [0.0, 1.0],
        ];
        assert_eq!(cut(&hexagon), [[5, 0, 1], [2, 5, 1], [5, 2, 3], [3, 4, 5]]);
    }

    #[test]
    fn what_is_no_polygon_ends() {
        assert!(cut(&[[0.0, 0.0]; 7]).len() < 6);
        assert!(cut(&[[f64::NAN, 0.0]; 5]).len() < 6);
        let line: Vec<[f64; 2]> = (0..50).map(|at| [f64::from(at), 0.0]).collect();
        assert!(cut(&line).is_empty());
        let round: Vec<Vector> = (0..30_000)
            .map(|at| {
                let (sin, cos) = math::sin_cos(f64::from(at) / 5_000.0);
                Vector::new(cos * if at % 2 == 0 { 1.0 } else { 0.5 }, sin, 0.0)
            })
            .collect();
        assert_eq!(PolygonCutter::default().triangles(&round), None);
    }
}
