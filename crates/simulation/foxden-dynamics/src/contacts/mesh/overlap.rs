//! Whether boxes and triangles overlap, in 32 bits.

use crate::geometry::Node;
use crate::geometry::single::{Frame, Point};

/// Added to each part of a rotation so that rounding hides no box.
const MARGIN: f32 = 1e-6;
/// How near the plane of a triangle a corner lies in it.
const FLAT: f32 = 0.000_001;

/// A box that a tree is searched for.
pub(super) struct TurnedBox {
    /// From the frame of the box to that of the tree.
    to_tree: Frame,
    /// The rotation of `to_tree` without signs, a little larger.
    reach: [Point; 3],
    half: Point,
}

impl TurnedBox {
    pub fn new(to_tree: Frame, half: Point) -> Self {
        let reach = to_tree
            .rows
            .map(|row| Point(row.0.map(|part| MARGIN + part.abs())));
        Self {
            to_tree,
            reach,
            half,
        }
    }

    /// Whether it overlaps a box of the tree.
    pub fn overlaps(&self, node: &Node) -> bool {
        overlap(
            &self.to_tree,
            &self.reach,
            node,
            (Point::default(), self.half),
        )
    }

    /// Whether a box of the tree is wholly inside it.
    pub fn contains(&self, node: &Node, to_box: &Frame) -> bool {
        (0..3).all(|axis| {
            let column = to_box.column(axis);
            let centre = node.centre.dot(column);
            let reach = (column[0] * node.half[0]).abs()
                + (column[1] * node.half[1]).abs()
                + (column[2] * node.half[2]).abs();
            let place = to_box.place[axis];
            self.half[axis] - place >= centre + reach && -self.half[axis] - place <= centre - reach
        })
    }

    /// Half the lengths of its edges.
    pub const fn half(&self) -> Point {
        self.half
    }
}

/// Two trees that are searched together.
pub(super) struct TurnedTree {
    to_other: Frame,
    reach: [Point; 3],
}

impl TurnedTree {
    /// The frame leads from this tree to the other one.
    pub fn new(to_other: Frame) -> Self {
        let reach = to_other
            .rows
            .map(|row| Point(row.0.map(|part| MARGIN + part.abs())));
        Self { to_other, reach }
    }

    /// Whether a box of the other tree overlaps one of this.
    pub fn overlap(&self, other: &Node, own: &Node) -> bool {
        overlap(&self.to_other, &self.reach, other, (own.centre, own.half))
    }
}

/// Whether an upright box overlaps a turned one: their axes and the products
/// of these are looked along.
fn overlap(frame: &Frame, reach: &[Point; 3], upright: &Node, turned: (Point, Point)) -> bool {
    let (centre, half) = turned;
    let way = frame.apply_to_origin(centre) - upright.centre;
    let own = upright.half;
    for axis in 0..3 {
        let far: f32 = (0..3).map(|row| half[row] * reach[row][axis]).sum();
        if way[axis].abs() > own[axis] + far {
            return false;
        }
    }
    for row in 0..3 {
        if way.dot(frame.rows[row]).abs() > own.dot(reach[row]) + half[row] {
            return false;
        }
    }
    for row in 0..3 {
        let (next, last) = ((row + 1) % 3, (row + 2) % 3);
        for axis in 0..3 {
            let (right, up) = ((axis + 1) % 3, (axis + 2) % 3);
            let apart = way[up] * frame.rows[row][right] - way[right] * frame.rows[row][up];
            let far = own[right] * reach[row][up]
                + own[up] * reach[row][right]
                + half[next] * reach[last][axis]
                + half[last] * reach[next][axis];
            if apart.abs() > far {
                return false;
            }
        }
    }
    true
}

/// Whether a triangle overlaps an upright box about the origin.
pub(super) fn triangle_box([a, b, c]: [Point; 3], half: Point) -> bool {
    for axis in 0..3 {
        let low = a[axis].min(b[axis]).min(c[axis]);
        let high = a[axis].max(b[axis]).max(c[axis]);
        if low > half[axis] || high < -half[axis] {
            return false;
        }
    }
    let (first, second) = (b - a, c - b);
    let normal = first.cross(second);
    let offset = -normal.dot(a);
    let corner = normal.with(half, |part, half| if part > 0.0 { half } else { -half });
    if normal.dot(corner * -1.0) + offset > 0.0 || normal.dot(corner) + offset < 0.0 {
        return false;
    }
    let third = a - c;
    // for each edge, the two corners whose heights differ along x, y and z
    let edges = [
        (first, [[a, c], [a, c], [b, c]]),
        (second, [[a, c], [a, c], [a, b]]),
        (third, [[a, b], [a, b], [b, c]]),
    ];
    edges.into_iter().all(|(edge, corners)| {
        corners.into_iter().enumerate().all(|(axis, pair)| {
            let (right, up) = ((axis + 1) % 3, (axis + 2) % 3);
            let heights = pair.map(|corner| edge[up] * corner[right] - edge[right] * corner[up]);
            let far = edge[up].abs() * half[right] + edge[right].abs() * half[up];
            let [one, two] = heights;
            one.min(two) <= far && one.max(two) >= -far
        })
    })
}

/// Whether two triangles meet.
pub(super) fn triangle_triangle(one: [Point; 3], two: [Point; 3]) -> bool {
    let Some((normal_one, heights_two)) = heights(one, two) else {
        return false;
    };
    let Some((normal_two, heights_one)) = heights(two, one) else {
        return false;
    };
    let along = normal_one.cross(normal_two);
    let axis = Point(along.0.map(f32::abs)).largest_axis();
    let first = interval(one.map(|corner| corner[axis]), heights_one);
    let second = interval(two.map(|corner| corner[axis]), heights_two);
    let (Some(first), Some(second)) = (first, second) else {
        return coplanar(normal_one, one, two);
    };
    let (own, other) = (first.scale(), second.scale());
    let ends = |interval: Interval, both: f32, foreign: f32| {
        let start = interval.corner * both;
        let one = start + interval.ways[0] * interval.spans[1] * foreign;
        let two = start + interval.ways[1] * interval.spans[0] * foreign;
        (one.min(two), one.max(two))
    };
    let (low_one, high_one) = ends(first, own * other, other);
    let (low_two, high_two) = ends_of_second(second, own, other);
    !(high_one < low_two || high_two < low_one)
}

/// The ends of the second interval, multiplied in the order of the genuine engine.
fn ends_of_second(interval: Interval, own: f32, other: f32) -> (f32, f32) {
    let start = interval.corner * (own * other);
    let one = start + interval.ways[0] * own * interval.spans[1];
    let two = start + interval.ways[1] * own * interval.spans[0];
    (one.min(two), one.max(two))
}

/// The normal of a triangle and the heights of another's corners above it;
/// `None` if they are all on one side.
fn heights([a, b, c]: [Point; 3], other: [Point; 3]) -> Option<(Point, [f32; 3])> {
    let normal = (b - a).cross(c - a);
    let offset = -normal.dot(a);
    let square = normal.dot(normal);
    let heights = other.map(|corner| {
        let height = normal.dot(corner) + offset;
        let size = if offset.abs() >= square {
            offset.abs()
        } else {
            offset.abs().max(square.min(corner.dot(corner)))
        };
        if height.abs() <= FLAT * size {
            0.0
        } else {
            height
        }
    });
    let [x, y, z] = heights;
    let is_apart = x * y > 0.0 && x * z > 0.0;
    (!is_apart).then_some((normal, heights))
}

/// Where a triangle meets the line in which both planes meet, not divided yet.
#[derive(Clone, Copy)]
struct Interval {
    corner: f32,
    ways: [f32; 2],
    spans: [f32; 2],
}

impl Interval {
    fn scale(&self) -> f32 {
        self.spans[0] * self.spans[1]
    }
}

/// The interval of a triangle, seen from the corner that is alone on its side;
/// `None` if the triangle lies in the plane of the other.
fn interval(places: [f32; 3], heights: [f32; 3]) -> Option<Interval> {
    let [x, y, z] = heights;
    let alone = if x * y > 0.0 {
        2
    } else if x * z > 0.0 {
        1
    } else if y * z > 0.0 || x != 0.0 {
        0
    } else if y != 0.0 {
        1
    } else if z != 0.0 {
        2
    } else {
        return None;
    };
    let others = match alone {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    };
    let height = heights[alone];
    Some(Interval {
        corner: places[alone],
        ways: others.map(|at| (places[at] - places[alone]) * height),
        spans: others.map(|at| height - heights[at]),
    })
}

/// Whether two triangles in one plane overlap.
fn coplanar(normal: Point, one: [Point; 3], two: [Point; 3]) -> bool {
    let [x, y, z] = normal.0.map(f32::abs);
    let (right, up) = if x > y {
        if x > z { (1, 2) } else { (0, 1) }
    } else if z > y {
        (0, 1)
    } else {
        (0, 2)
    };
    let flat = |corner: Point| [corner[right], corner[up]];
    let (one, two) = (one.map(flat), two.map(flat));
    let edges = [(0, 1), (1, 2), (2, 0)];
    edges.into_iter().any(|(a, b)| {
        edges
            .into_iter()
            .any(|(c, d)| edges_cross((one[a], one[b]), (two[c], two[d])))
    }) || is_inside(one[0], two)
        || is_inside(two[0], one)
}

fn edges_cross(one: ([f32; 2], [f32; 2]), two: ([f32; 2], [f32; 2])) -> bool {
    let ((from, to), (start, end)) = (one, two);
    let a = [to[0] - from[0], to[1] - from[1]];
    let b = [start[0] - end[0], start[1] - end[1]];
    let c = [from[0] - start[0], from[1] - start[1]];
    let f = a[1] * b[0] - a[0] * b[1];
    let d = b[1] * c[0] - b[0] * c[1];
    let e = a[0] * c[1] - a[1] * c[0];
    let is_between = |value: f32| {
        (f > 0.0 && value >= 0.0 && value <= f) || (f < 0.0 && value <= 0.0 && value >= f)
    };
    is_between(d) && is_between(e)
}

fn is_inside(point: [f32; 2], [a, b, c]: [[f32; 2]; 3]) -> bool {
    let side = |from: [f32; 2], to: [f32; 2]| {
        let (across, along) = (to[1] - from[1], -(to[0] - from[0]));
        let offset = -across * from[0] - along * from[1];
        across * point[0] + along * point[1] + offset
    };
    let (x, y, z) = (side(a, b), side(b, c), side(c, a));
    x * y > 0.0 && x * z > 0.0
}
