//! Two meshes.

use super::triangle_search::meeting_pairs;
use super::{Placed, unit};
use crate::contacts::ContactPoint;
use crate::math::Vector;

/// How far in front of a plane a point still counts as behind it.
const IN_PLANE: f64 = 1e-8;
/// How much shallower than the deepest point others may be.
const DEEPEST_MARGIN: f64 = 1e-6;
/// Cubes of this many to a metre hold one point each.
const CUBES: f64 = 10_000.0;
/// Points whose depths differ by less have their normals averaged.
const SAME_DEPTH: f64 = 1e-5;
/// Normals whose sum is shorter take the point away.
const NO_NORMAL: f64 = 1e-7;
/// How many lists of points there are, and how many points each remembers.
const LISTS: usize = 256;
const LIST_LENGTH: usize = 4;
/// The most corners of a clipped triangle.
const MOST_CORNERS: usize = 8;

/// Adds the points where two meshes touch. Normals point into the first.
/// Edges are not looked at, and what is wholly inside does not touch.
pub(in crate::contacts) fn mesh_mesh(
    one: Placed,
    two: Placed,
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let mut found = Points::new(most);
    for [own, other] in meeting_pairs(one, two) {
        if let Some(touch) = touch(one.triangle(own), two.triangle(other)) {
            for position in touch.points {
                found.add(ContactPoint {
                    position,
                    normal: touch.normal,
                    depth: touch.depth,
                });
            }
        }
    }
    out.extend(found.points.into_iter().map(|(point, _)| point));
}

struct Touch {
    points: Vec<Vector>,
    normal: Vector,
    depth: f64,
}

/// The deepest points of one triangle behind the other, on the side that is
/// less deep.
fn touch(one: [Vector; 3], two: [Vector; 3]) -> Option<Touch> {
    let behind_one = deepest_behind(one, two);
    let behind_two = deepest_behind(two, one);
    let touch = match (behind_one, behind_two) {
        (Some(first), Some(second)) if second.depth < first.depth => second,
        (Some(first), _) => Touch {
            normal: -first.normal,
            ..first
        },
        (None, second) => second?,
    };
    (touch.depth >= 0.0).then_some(touch)
}

/// The points of a triangle over another and deepest behind it; `None` if the
/// other has no area. If nothing is over it the depth is below everything.
fn deepest_behind(triangle: [Vector; 3], other: [Vector; 3]) -> Option<Touch> {
    let [a, b, c] = triangle;
    let normal = unit((b - a).cross(c - a))?;
    let distance = normal.dot(a);
    let mut points = other.to_vec();
    for (from, to) in [(a, b), (b, c), (c, a)] {
        if let Some(outwards) = unit((to - from).cross(normal)) {
            points = clip_behind(&points, outwards, outwards.dot(from));
        }
    }
    let mut touch = Touch {
        points: Vec::new(),
        normal,
        depth: f64::NEG_INFINITY,
    };
    for point in points {
        let depth = -(normal.dot(point) - distance);
        if depth > touch.depth {
            touch.depth = depth;
            touch.points.clear();
            touch.points.push(point);
        } else if depth + DEEPEST_MARGIN >= touch.depth {
            touch.points.push(point);
        }
    }
    Some(touch)
}

/// The part of a polygon behind a plane.
fn clip_behind(points: &[Vector], normal: Vector, distance: f64) -> Vec<Vector> {
    let mut kept = Vec::with_capacity(MOST_CORNERS);
    let height = |point: Vector| normal.dot(point) - distance;
    let is_front = |point: Vector| height(point) > IN_PLANE;
    for (at, &point) in points.iter().enumerate() {
        if !is_front(point) {
            kept.push(point);
        }
        let next = points[(at + 1) % points.len()];
        if is_front(point) != is_front(next) {
            let way = next - point;
            kept.push(way * (-height(point) / way.dot(normal)) + point);
        }
    }
    kept.truncate(MOST_CORNERS);
    kept
}

/// Points found so far, at most one in a cube.
struct Points {
    most: usize,
    /// With the length of the sum of normals that were averaged.
    points: Vec<(ContactPoint, f64)>,
    lists: Vec<Vec<Key>>,
}

/// A remembered point: the number of its cube and its place in the list.
#[derive(Clone, Copy)]
struct Key {
    cube: u32,
    at: usize,
}

impl Points {
    fn new(most: usize) -> Self {
        Self {
            most,
            points: Vec::new(),
            lists: vec![Vec::new(); LISTS],
        }
    }

    fn add(&mut self, point: ContactPoint) {
        let cube = cube(point.position);
        let known = self.lists[list(cube)].iter().find(|key| {
            let (other, _) = &self.points[key.at];
            // the diagonal of a cube, and a little for rounding
            let near = 1.000_01 * 3.0_f64.sqrt() / CUBES;
            key.cube == cube && (other.position - point.position).length() < near
        });
        match known.copied() {
            Some(key) => self.meet(key, point),
            None if self.points.len() < self.most => {
                let at = self.points.len();
                self.points.push((point, 1.0));
                let list = &mut self.lists[list(cube)];
                // a full list forgets what comes later
                if list.len() < LIST_LENGTH {
                    list.push(Key { cube, at });
                }
            }
            None => {}
        }
    }

    /// A point in the cube of another one.
    fn meet(&mut self, key: Key, point: ContactPoint) {
        let (known, sum) = &mut self.points[key.at];
        let difference = point.depth - known.depth;
        if difference > SAME_DEPTH {
            known.normal = point.normal;
            known.depth = point.depth;
            *sum = 1.0;
        } else if difference >= -SAME_DEPTH {
            let normal = point.normal + known.normal * *sum;
            let length = normal.length();
            if length > NO_NORMAL {
                known.normal = normal * (1.0 / length);
                *sum = length;
            } else {
                self.remove(key.at);
            }
        }
    }

    /// Takes a point away; the last one comes to its place.
    fn remove(&mut self, at: usize) {
        let last = self.points.len() - 1;
        let place = |points: &Self, at: usize| list(cube(points.points[at].0.position));
        let own = place(self, at);
        self.lists[own].retain(|key| key.at != at);
        let moved = place(self, last);
        for key in &mut self.lists[moved] {
            if key.at == last {
                key.at = at;
            }
        }
        self.points.swap_remove(at);
    }
}

/// The number of the cube that a point is in, as the genuine engine mixes it.
fn cube(position: Vector) -> u32 {
    let mut mixed = 0_u32;
    for at in 0..3 {
        if at > 0 {
            mixed = mixed.rotate_left(11);
        }
        let bits = (position[at] * CUBES).floor().to_bits();
        let folded = bits as u32 ^ (bits >> 32) as u32;
        for byte in folded.to_be_bytes() {
            mixed = (mixed << 4).wrapping_add(u32::from(byte)) ^ (mixed >> 28);
        }
    }
    mixed
}

/// The list in which a cube is remembered.
const fn list(cube: u32) -> usize {
    let mixed = cube ^ (cube >> 16);
    ((mixed ^ (mixed >> 8)) & 0xff) as usize
}
