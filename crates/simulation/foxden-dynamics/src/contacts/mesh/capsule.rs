//! A mesh and a capsule.

use super::merge::keep_deepest;
use super::triangle_search::near_box;
use super::{Placed, clip_segment, unit};
use crate::contacts::ContactPoint;
use crate::math::{Pose, Vector};

/// Shorter axes are not looked along, as a square of the length.
const SHORT_SQUARE: f64 = 1e-6_f32 as f64;
/// Shorter axes are not looked along.
const SHORT: f64 = 1e-5;
/// How far beyond its edges a triangle is still met.
const EDGE_MARGIN: f64 = 1e-5;

/// Adds two points for each triangle that a capsule touches from the front:
/// the ends of that part of its lowest line which lies over the triangle.
/// Normals point into the mesh.
pub(in crate::contacts) fn mesh_capsule(
    placed: Placed,
    (pose, radius, height): (&Pose, f64, f64),
    most: usize,
    out: &mut Vec<ContactPoint>,
) {
    let whole = height + 2.0 * radius;
    let capsule = Capsule {
        centre: pose.translation,
        axis: pose.rotation.column(2),
        radius,
        half: whole * 0.5 - radius,
    };
    let start = out.len();
    for at in near_box(placed, pose, Vector::new(radius, radius, whole / 2.0)) {
        out.extend(
            capsule
                .on_triangle(placed.triangle(at))
                .into_iter()
                .flatten(),
        );
        if out.len() - start >= most {
            out.truncate(start + most);
            break;
        }
    }
    keep_deepest(start, out);
}

struct Capsule {
    centre: Vector,
    axis: Vector,
    radius: f64,
    /// Half the length between the centres of the caps.
    half: f64,
}

/// The axis along which a capsule and a triangle are least deep in each other.
struct Best {
    /// Below 0: how deep they are.
    distance: f64,
    /// Where the side of the triangle towards the capsule is.
    near_side: f64,
    normal: Vector,
}

impl Capsule {
    fn on_triangle(&self, corners: [Vector; 3]) -> Option<[ContactPoint; 2]> {
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c];
        let normal = unit(edges[1].cross(a - b))?;
        if normal.dot(self.centre) - a.dot(normal) < 0.0 {
            return None;
        }
        let best = self.separation(corners, edges, normal)?;
        let lowest = self.centre + best.normal * self.radius;
        let reach = self.axis * self.half;
        let mut ends = [lowest + reach - a, lowest - reach - a];
        let inwards = edges.map(|edge| normal.cross(edge));
        let is_over = clip_segment(&mut ends, -normal, 0.0)
            && clip_segment(&mut ends, inwards[0], EDGE_MARGIN)
            && clip_segment(
                &mut ends,
                inwards[1],
                -(edges[0].dot(inwards[1]) - EDGE_MARGIN),
            )
            && clip_segment(&mut ends, inwards[2], EDGE_MARGIN);
        is_over.then(|| {
            ends.map(|end| {
                let position = end + a;
                let depth = (position - self.centre).dot(best.normal) - best.near_side;
                ContactPoint {
                    position,
                    normal: best.normal,
                    depth: depth.max(0.0),
                }
            })
        })
    }

    /// The axis of the least depth; `None` if some axis separates both.
    fn separation(&self, corners: [Vector; 3], edges: [Vector; 3], normal: Vector) -> Option<Best> {
        let caps = [
            self.centre + self.axis * self.half,
            self.centre - self.axis * self.half,
        ];
        let seen = corners.map(|corner| corner - self.centre);
        let mut best = Best {
            distance: f64::MIN,
            near_side: 0.0,
            normal: Vector::ZERO,
        };
        // the side behind the triangle is never taken
        self.look_along(-normal, seen, true, &mut best)?;
        let twice_across = |way: Vector, direction: Vector| way.cross(direction).cross(direction);
        let axes =
            (0..3)
                .map(|at| self.axis.cross(edges[at]))
                .chain(caps.into_iter().flat_map(|cap| {
                    (0..3).map(move |at| twice_across(cap - corners[at], edges[at]))
                }))
                .chain((0..3).map(|at| twice_across(corners[at] - caps[0], self.axis)))
                .chain(
                    caps.into_iter()
                        .flat_map(|cap| (0..3).map(move |at| corners[at] - cap)),
                );
        for axis in axes {
            if axis.length_squared() > SHORT_SQUARE {
                self.look_along(axis, seen, false, &mut best)?;
            }
        }
        Some(best)
    }

    fn look_along(
        &self,
        axis: Vector,
        seen: [Vector; 3],
        is_one_sided: bool,
        best: &mut Best,
    ) -> Option<()> {
        if axis.length() < SHORT {
            return Some(());
        }
        let axis = unit(axis)?;
        let own = self.axis.dot(axis).abs() * self.half + self.radius;
        let heights = seen.map(|corner| corner.dot(axis));
        let low = heights.into_iter().fold(f64::MAX, f64::min);
        let high = heights.into_iter().fold(f64::MIN, f64::max);
        let (middle, reach) = ((low + high) * 0.5, (high - low) * 0.5);
        if middle.abs() > own + reach {
            return None;
        }
        let distance = middle.abs() - (own + reach);
        if distance > best.distance {
            let is_turned = middle < 0.0 && !is_one_sided;
            let sign = if is_turned { -1.0 } else { 1.0 };
            *best = Best {
                distance,
                near_side: middle * sign - reach,
                normal: axis * sign,
            };
        }
        Some(())
    }
}
