//! Boxes in a fluid: cases by how many corners are on the smaller side.

use super::{FluidSurface, Immersed};
use crate::math::{Matrix, Pose, Vector};

/// A corner on one side of the surface.
#[derive(Clone, Copy)]
struct Corner {
    /// 1 or -1 along each axis.
    side: Vector,
    /// How far from the surface.
    depth: f64,
}

/// What is cut off a box, in its frame.
#[derive(Default)]
struct Part {
    volume: f64,
    /// Sides that belong to it, by the axis that they stand across.
    shown: [f64; 3],
    centre: Vector,
}

/// A box, and how the surface cuts it.
struct Cut {
    size: Vector,
    half: Vector,
    /// The size of the surface's normal along the axes of the box.
    normal: Vector,
}

pub(super) fn immersed(
    size: Vector,
    pose: &Pose,
    body: &Matrix,
    surface: &FluidSurface,
) -> Option<Immersed> {
    let half = size * 0.5;
    let normal = pose.rotation.transposed() * surface.normal;
    let depth = surface.depth(pose.translation);
    let corners: [Corner; 8] = std::array::from_fn(|at| {
        let sign = |bit: usize| if at & bit == 0 { -1.0 } else { 1.0 };
        let side = Vector::new(sign(4), sign(2), sign(1));
        let reach = side.x * normal.x * half.x + side.y * normal.y * half.y;
        Corner {
            side,
            depth: depth - (reach + side.z * normal.z * half.z),
        }
    });
    let wet = corners.iter().filter(|corner| corner.depth > 0.0).count();
    if wet == 0 {
        return None;
    }
    let is_mostly_wet = wet > 4;
    let mut cut_off: Vec<Corner> = corners
        .into_iter()
        .filter(|corner| (corner.depth > 0.0) != is_mostly_wet)
        .map(|corner| Corner {
            depth: corner.depth.abs(),
            ..corner
        })
        .collect();
    cut_off.sort_by(|one, two| two.depth.total_cmp(&one.depth));
    let cut = Cut {
        size,
        half,
        normal: Vector::new(normal.x.abs(), normal.y.abs(), normal.z.abs()),
    };
    let mut part = cut.part(&cut_off);
    if is_mostly_wet {
        let volume = size.x * size.y * size.z - part.volume;
        part.centre = part.centre * (-part.volume / volume);
        part.volume = volume;
        for axis in 0..3 {
            let (one, two) = others(axis);
            // one side of each pair only, as the genuine engine has it
            part.shown[axis] = size[one] * size[two] - part.shown[axis];
        }
    }
    let turned = body.transposed() * pose.rotation;
    let shown = std::array::from_fn(|axis| {
        let row = turned.0[axis];
        (0..3).map(|at| row[at].abs() * part.shown[at]).sum()
    });
    Some(Immersed {
        volume: part.volume,
        area: part.shown.iter().sum(),
        shown,
        centre: pose.apply(part.centre),
    })
}

/// The two other axes, in turn.
fn others(axis: usize) -> (usize, usize) {
    ((axis + 1) % 3, (axis + 2) % 3)
}

impl Cut {
    /// What corners on one side of the surface enclose; the deepest stands first.
    fn part(&self, corners: &[Corner]) -> Part {
        match corners {
            [] => Part::default(),
            [one, two] => self.edge(one, two),
            [deepest, rest @ ..] => {
                let across = |axis: usize| {
                    let mut sides = corners.iter().map(|corner| corner.side[axis]);
                    sides.all(|side| side == deepest.side[axis])
                };
                match (0..3).find(|axis| across(*axis)) {
                    Some(face) if rest.len() == 3 => self.face(corners, face),
                    _ => self.corner(deepest, rest),
                }
            }
        }
    }

    /// How far the surface cuts an edge from a corner.
    fn reach(&self, corner: &Corner, axis: usize) -> f64 {
        corner.depth / self.normal[axis]
    }

    /// A corner, and up to three of its neighbours: a tetrahedron without those
    /// that would stand beyond the neighbours.
    fn corner(&self, deepest: &Corner, neighbours: &[Corner]) -> Part {
        let mut part = Part::default();
        let products = 6.0 * self.normal.x * self.normal.y * self.normal.z;
        let mut weighted = Vector::ZERO;
        let all = std::iter::once((deepest, 1.0)).chain(neighbours.iter().map(|at| (at, -1.0)));
        for (corner, sign) in all {
            let volume = sign * corner.depth * corner.depth * corner.depth / products;
            let centre: [f64; 3] = std::array::from_fn(|axis| {
                let is_inwards = corner.side[axis] == deepest.side[axis];
                let quarter = self.reach(corner, axis) * if is_inwards { 0.25 } else { -0.25 };
                corner.side[axis] * (self.half[axis] - quarter)
            });
            part.volume += volume;
            weighted += Vector::from(centre) * volume;
        }
        part.centre = weighted * (1.0 / part.volume);
        let triangle = |corner: &Corner, axis: usize| {
            let (one, two) = others(axis);
            0.5 * self.reach(corner, one) * self.reach(corner, two)
        };
        for axis in 0..3 {
            let mut shown = triangle(deepest, axis);
            for neighbour in neighbours {
                let is_beyond = neighbour.side[axis] != deepest.side[axis];
                shown += triangle(neighbour, axis) * if is_beyond { 1.0 } else { -1.0 };
            }
            // a lone corner counts double, as in the genuine engine
            part.shown[axis] = if neighbours.is_empty() {
                2.0 * shown
            } else {
                shown
            };
        }
        part
    }

    /// Two corners: a wedge along the edge between them.
    fn edge(&self, deep: &Corner, shallow: &Corner) -> Part {
        let along = (0..3)
            .find(|axis| deep.side[*axis] != shallow.side[*axis])
            .unwrap_or(0);
        let (one, two) = others(along);
        let a = [deep, shallow].map(|corner| self.reach(corner, one));
        let b = [deep, shallow].map(|corner| self.reach(corner, two));
        let length = self.size[along];
        let ends = a[0] * b[0] + a[1] * b[1];
        let sum = ends + a[1] * b[0];
        let mut part = Part {
            volume: length * sum / 6.0,
            ..Part::default()
        };
        part.shown[along] = 0.5 * ends;
        // the two long sides change places, as in the genuine engine
        part.shown[one] = 0.5 * length * (a[0] + a[1]);
        part.shown[two] = 0.5 * length * (b[0] + b[1]);
        let (less_a, less_b) = (a[0] - a[1], b[0] - b[1]);
        let share = (a[0] + a[1]) / (4.0 * sum);
        let mut inwards = Vector::ZERO;
        inwards[along] =
            length * (1.5 * a[0] * b[0] - 2.0 * b[0] * less_a + 0.75 * less_a * less_b) / sum;
        inwards[one] = share * ends;
        inwards[two] = share * (b[0] * b[0] + b[1] * b[1]);
        for axis in 0..3 {
            part.centre[axis] = deep.side[axis] * (self.half[axis] - inwards[axis]);
        }
        part
    }

    /// The four corners of a face: a box with a slanting end.
    fn face(&self, corners: &[Corner], face: usize) -> Part {
        let (one, two) = others(face);
        let deepest = corners[0].side;
        let height = |is_beyond_one: bool, is_beyond_two: bool| {
            corners
                .iter()
                .find(|corner| {
                    (corner.side[one] != deepest[one]) == is_beyond_one
                        && (corner.side[two] != deepest[two]) == is_beyond_two
                })
                .map_or(0.0, |corner| self.reach(corner, face))
        };
        let [near, beyond_one, beyond_two, far] = [
            height(false, false),
            height(true, false),
            height(false, true),
            height(true, true),
        ];
        let sum = near + beyond_one + beyond_two + far;
        let (width, depth) = (self.size[one], self.size[two]);
        let mut part = Part {
            volume: 0.25 * width * depth * sum,
            ..Part::default()
        };
        part.shown[face] = width * depth;
        part.shown[one] = 0.5 * depth * sum;
        part.shown[two] = 0.5 * width * sum;
        let squares = near * near + beyond_one * beyond_one + beyond_two * beyond_two + far * far;
        let neighbours = (near + far) * (beyond_one + beyond_two);
        let opposites = near * far + beyond_one * beyond_two;
        let inwards_one = width * (sum + beyond_one + far) / (3.0 * sum);
        let inwards_two = depth * (sum + beyond_two + far) / (3.0 * sum);
        let upwards = 2.0 * (squares + neighbours + 0.5 * opposites) / (9.0 * sum);
        part.centre[one] = deepest[one] * (self.half[one] - inwards_one);
        part.centre[two] = deepest[two] * (self.half[two] - inwards_two);
        part.centre[face] = deepest[face] * (self.half[face] - upwards);
        part
    }
}
