//! Where a point of a surface lies in a picture.

use crate::math::{Vector, asin, atan, atan2, sin};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// How a picture is put on a surface. Lengths are those of the surface in the
/// world, points are in its frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mapping {
    /// Once over a plane about its middle.
    Plane { size: [f64; 2] },
    /// Once on each face.
    Box { half: Vector },
    /// CompileContext z.
    Sphere { radius: f64 },
    /// CompileContext z, and on both ends.
    Cylinder { radius: f64, half_height: f64 },
    /// CompileContext z, and on the lower end.
    Cone { radius: f64, half_height: f64 },
    /// CompileContext z: a third of the picture for each end and for the side.
    Capsule {
        radius: f64,
        half_height: f64,
        subdivision: i32,
    },
    /// Once over a height field from its origin.
    Grid { size: [f64; 2] },
    /// Along the longest and the second longest side of a box.
    Bounds {
        low: [f64; 2],
        length: f64,
        sides: [usize; 2],
    },
    /// Given for the corners of each triangle.
    Corners(Vec<[[f64; 2]; 3]>),
}

impl Mapping {
    /// The mapping of a mesh without coordinates of its own, from the box around it.
    pub(crate) fn of_bounds(low: Vector, high: Vector) -> Self {
        let size = high - low;
        let (mut long, mut second) = (0, None);
        for axis in 1..3 {
            if size[axis] > size[long] {
                second = Some(long);
                long = axis;
            } else if second.is_none_or(|second: usize| size[axis] > size[second]) {
                second = Some(axis);
            }
        }
        let second = second.unwrap_or(1);
        Self::Bounds {
            low: [low[long], low[second]],
            length: size[long],
            sides: [long, second],
        }
    }

    /// The place of a point on a face with this normal; `None` where only
    /// triangles know.
    pub(crate) fn place(&self, point: Vector, normal: Vector) -> Option<[f64; 2]> {
        let Vector { x, y, z } = point;
        Some(match self {
            Self::Plane { size } => [x / size[0] + 0.5, 0.5 - y / size[1]],
            Self::Box { half } => on_box(point, normal, *half),
            Self::Sphere { radius } => [
                0.5 + atan2(x, -y) / TAU,
                0.5 - asin((z / radius).clamp(-1.0, 1.0)) / PI,
            ],
            Self::Cylinder {
                radius,
                half_height,
            } => {
                if normal.x == 0.0 && normal.y == 0.0 {
                    let down = (radius - y) / (2.0 * radius);
                    let across = (x + radius) / (2.0 * radius);
                    [across, if normal.z < 0.0 { 1.0 - down } else { down }]
                } else {
                    let angle = asin((-x / radius).clamp(-1.0, 1.0));
                    let angle = if y < 0.0 { PI - angle } else { angle };
                    [angle.rem_euclid(TAU) / TAU, below_top(z, *half_height)]
                }
            }
            Self::Cone {
                radius,
                half_height,
            } => {
                if normal.x == 0.0 && normal.y == 0.0 {
                    let down = (radius - y) / (2.0 * radius);
                    [(x + radius) / (2.0 * radius), 1.0 - down]
                } else {
                    [around_cone(x, y) / TAU, below_top(z, *half_height)]
                }
            }
            Self::Capsule {
                radius,
                half_height,
                subdivision,
            } => [
                (atan2(x, -y) + PI) / TAU,
                along_capsule(z, *radius, *half_height, *subdivision),
            ],
            Self::Grid { size } => [x / size[0], 1.0 - y / size[1]],
            Self::Bounds { low, length, sides } => [
                (point[sides[0]] - low[0]) / length,
                1.0 - (point[sides[1]] - low[1]) / length,
            ],
            Self::Corners(_) => return None,
        })
    }

    /// The place of a point of a triangle, by the weights of its corners.
    pub(crate) fn place_in(&self, triangle: usize, weights: [f64; 3]) -> Option<[f64; 2]> {
        let Self::Corners(corners) = self else {
            return None;
        };
        let places = corners.get(triangle)?;
        Some(std::array::from_fn(|axis| {
            (0..3).map(|at| weights[at] * places[at][axis]).sum()
        }))
    }
}

/// How far below the upper end of a body of revolution, in parts of its height.
fn below_top(height: f64, half_height: f64) -> f64 {
    1.0 - (height + half_height) / (2.0 * half_height)
}

fn on_box(point: Vector, normal: Vector, half: Vector) -> [f64; 2] {
    let part = |axis: usize| (point[axis] + half[axis]) / (2.0 * half[axis]);
    let [x, y, z] = [0, 1, 2].map(part);
    if normal.z > 0.0 {
        [x, 1.0 - y]
    } else if normal.z < 0.0 {
        [x, y]
    } else if normal.x > 0.0 {
        [y, 1.0 - z]
    } else if normal.x < 0.0 {
        [1.0 - y, 1.0 - z]
    } else if normal.y > 0.0 {
        [1.0 - x, 1.0 - z]
    } else {
        [x, 1.0 - z]
    }
}

/// The angle around a cone, in the quarters of the genuine simulator.
fn around_cone(x: f64, y: f64) -> f64 {
    let angle = atan(x / -y).rem_euclid(TAU);
    if y == 0.0 {
        angle
    } else if angle < PI && x > 0.0 {
        angle + PI
    } else if angle > PI && x < 0.0 {
        angle - PI
    } else {
        angle
    }
}

/// How far down a capsule; the rings of its ends count as equally wide.
fn along_capsule(height: f64, radius: f64, half_height: f64, subdivision: i32) -> f64 {
    let beyond = height.abs() - half_height;
    if beyond <= 0.0 {
        return (2.0 - (height + half_height) / (2.0 * half_height)) / 3.0;
    }
    let rings = subdivision / 4;
    let all = f64::from(3 * rings);
    let mut below = 0.0;
    let mut down = 0.0;
    for ring in 1..=rings {
        let above = radius * sin(FRAC_PI_2 / f64::from(rings) * f64::from(ring));
        if beyond < above {
            let first = f64::from(ring - 1 + 2 * rings);
            down = first / all + (beyond - below) / (all * (above - below));
            break;
        }
        below = above;
    }
    if height > 0.0 { 1.0 - down } else { down }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(mapping: &Mapping, point: [f64; 3], normal: [f64; 3]) -> [f64; 2] {
        let Some(place) = mapping.place(point.into(), normal.into()) else {
            unreachable!()
        };
        place
    }

    fn is_near(a: [f64; 2], b: [f64; 2]) -> bool {
        (a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-12
    }

    #[test]
    fn flat_faces_show_the_picture_once() {
        let plane = Mapping::Plane { size: [2.0, 4.0] };
        assert_eq!(place(&plane, [-1.0, 2.0, 0.0], [0.0, 0.0, 1.0]), [0.0, 0.0]);
        assert_eq!(
            place(&plane, [0.5, -1.0, 0.0], [0.0, 0.0, 1.0]),
            [0.75, 0.75]
        );
        let cuboid = Mapping::Box {
            half: Vector::new(1.0, 2.0, 3.0),
        };
        let faces = [
            ([0.0, 0.0, 1.0], [0.75, 0.25]),
            ([0.0, 0.0, -1.0], [0.75, 0.75]),
            ([1.0, 0.0, 0.0], [0.75, 0.0]),
            ([-1.0, 0.0, 0.0], [0.25, 0.0]),
            ([0.0, 1.0, 0.0], [0.25, 0.0]),
            ([0.0, -1.0, 0.0], [0.75, 0.0]),
        ];
        for (normal, expected) in faces {
            assert_eq!(
                place(&cuboid, [0.5, 1.0, 3.0], normal),
                expected,
                "{normal:?}"
            );
        }
        let grid = Mapping::Grid { size: [4.0, 2.0] };
        assert_eq!(place(&grid, [1.0, 2.0, 0.3], [0.0, 0.0, 1.0]), [0.25, 0.0]);
    }

    #[test]
    fn round_bodies_are_wrapped_from_behind_to_the_left() {
        let sphere = Mapping::Sphere { radius: 2.0 };
        assert!(is_near(
            place(&sphere, [0.0, -2.0, 0.0], [0.0; 3]),
            [0.5, 0.5]
        ));
        assert!(is_near(
            place(&sphere, [2.0, 0.0, 0.0], [0.0; 3]),
            [0.75, 0.5]
        ));
        assert!(is_near(
            place(&sphere, [0.0, 0.0, 2.0], [0.0; 3]),
            [1.0, 0.0]
        ));
        let cylinder = Mapping::Cylinder {
            radius: 2.0,
            half_height: 1.0,
        };
        let side = [0.0, 1.0, 0.0];
        assert!(is_near(place(&cylinder, [0.0, 2.0, 1.0], side), [0.0, 0.0]));
        assert!(is_near(
            place(&cylinder, [-2.0, 0.0, 0.0], side),
            [0.25, 0.5]
        ));
        assert!(is_near(
            place(&cylinder, [0.0, -2.0, 0.0], side),
            [0.5, 0.5]
        ));
        assert!(is_near(
            place(&cylinder, [2.0, 0.0, 0.0], side),
            [0.75, 0.5]
        ));
        let (up, down) = ([0.0, 0.0, 1.0], [0.0, 0.0, -1.0]);
        assert_eq!(place(&cylinder, [1.0, 1.0, 1.0], up), [0.75, 0.25]);
        assert_eq!(place(&cylinder, [1.0, 1.0, -1.0], down), [0.75, 0.75]);
        let cone = Mapping::Cone {
            radius: 2.0,
            half_height: 1.0,
        };
        let slope = [0.5, 0.0, 0.5];
        assert!(is_near(place(&cone, [0.7, -0.7, 0.0], slope), [0.625, 0.5]));
        assert!(is_near(
            place(&cone, [-0.7, -0.7, 0.0], slope),
            [0.375, 0.5]
        ));
        assert!(is_near(place(&cone, [-0.7, 0.7, 0.0], slope), [0.125, 0.5]));
        assert!(is_near(place(&cone, [0.7, 0.7, 0.0], slope), [0.875, 0.5]));
        assert_eq!(place(&cone, [1.0, 1.0, -1.0], down), [0.75, 0.75]);
    }

    #[test]
    fn a_capsule_has_three_thirds() {
        let capsule = Mapping::Capsule {
            radius: 1.0,
            half_height: 2.0,
            subdivision: 36,
        };
        let down = |z: f64| place(&capsule, [0.1, 0.0, z], [0.0; 3])[1];
        assert!((down(2.0) - 1.0 / 3.0).abs() < 1e-12);
        assert!((down(-2.0) - 2.0 / 3.0).abs() < 1e-12);
        assert!((down(0.0) - 0.5).abs() < 1e-12);
        assert!(down(2.999_999) < 0.01 && down(-2.999_999) > 0.99);
        assert!(down(2.5) < 1.0 / 3.0 && down(2.5) > 0.0);
    }

    #[test]
    fn a_mesh_takes_its_longest_sides_or_its_own_corners() {
        let low = Vector::new(-1.0, 0.0, 0.0);
        let bounds = Mapping::of_bounds(low, Vector::new(1.0, 4.0, 1.0));
        assert_eq!(place(&bounds, [0.0, 1.0, 0.5], [0.0; 3]), [0.25, 0.75]);
        let cube = Mapping::of_bounds(low, Vector::new(0.0, 1.0, 1.0));
        assert_eq!(place(&cube, [-0.75, 0.5, 0.0], [0.0; 3]), [0.25, 0.5]);
        let corners = Mapping::Corners(vec![[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]]);
        assert_eq!(corners.place(Vector::ZERO, Vector::Z), None);
        assert_eq!(corners.place_in(0, [0.25, 0.25, 0.5]), Some([0.25, 0.5]));
        assert_eq!(corners.place_in(1, [1.0, 0.0, 0.0]), None);
    }
}
