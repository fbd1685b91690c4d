//! Recognition of objects by a Camera: where they are in its picture.

use crate::math::{Vector, acos, atan, atan2, sin, sqrt, tan};
use crate::model::compile::read;
use crate::spatial::frustum::Seen;
use foxden_scene::{NodeId, Scene};
use foxden_vision::{Lens, Optics, Projection, VisionRules};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, PI};

/// An object that a camera recognises.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecognisedObject {
    /// Its node.
    pub node: NodeId,
    /// Where its middle is, seen from the camera.
    pub position: [f64; 3],
    /// How it is turned, seen from the camera: axis and angle.
    pub orientation: [f64; 4],
    /// Its extent along the view and across it, in metres; by the corrected rules its
    /// width and height.
    pub size: [f64; 2],
    /// The middle of its box in the picture.
    pub position_on_image: [i32; 2],
    /// The size of its box in the picture.
    pub size_on_image: [i32; 2],
    /// Its colours.
    pub colors: Vec<[f64; 3]>,
    /// The field `model` of its Solid.
    pub model: String,
}

impl RecognisedObject {
    /// How many pixels its box has.
    pub(crate) fn area(&self) -> i64 {
        let [width, height] = self.size_on_image.map(i64::from);
        width * height
    }
}

/// The fields of a Recognition node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Recognition {
    pub(crate) max_range: f64,
    /// `None` for any number.
    pub(crate) max_objects: Option<usize>,
    pub(crate) occlusion: Occlusion,
    /// Whether pictures of the objects' colours can be taken.
    pub(crate) has_segmentation: bool,
}

/// How it is found out whether an object is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occlusion {
    /// Not at all.
    None,
    /// By a ray to its origin.
    Origin,
    /// By rays to the corners of the box around it.
    Corners,
}

impl Recognition {
    /// The Recognition node of a camera, if it has one.
    pub(crate) fn read(scene: &Scene, camera: NodeId) -> Option<Self> {
        let node = read::child(scene, camera, "recognition")?;
        let max_objects = read::integer(scene, node, "maxObjects");
        Some(Self {
            max_range: read::number(scene, node, "maxRange"),
            max_objects: usize::try_from(max_objects).ok().filter(|count| *count > 0),
            occlusion: match read::integer(scene, node, "occlusion") {
                0 => Occlusion::None,
                2 => Occlusion::Corners,
                _ => Occlusion::Origin,
            },
            has_segmentation: read::flag(scene, node, "segmentation"),
        })
    }
}

/// The vertical angle of view of a plane picture, in single precision.
fn planar_height(optics: &Optics) -> f64 {
    let ratio = f64::from(optics.width) / f64::from(optics.height);
    f64::from((2.0 * atan(tan(optics.field_of_view * 0.5) / ratio)) as f32)
}

/// The vertical angle of view of a curved picture, and the factor that it contains, in single
/// precision: the renderer makes low pictures higher.
fn curved_height(optics: &Optics) -> [f64; 2] {
    const STRETCH: f32 = 1.27;
    const HEIGHT_WITH_UPPER_FACE: f64 = 1.230_959_417;
    let angle = optics.field_of_view as f32 * optics.height as f32 / optics.width as f32;
    let is_low = f64::from(angle) <= HEIGHT_WITH_UPPER_FACE;
    match optics.rules == VisionRules::Genuine && is_low {
        true => [angle * STRETCH, STRETCH],
        false => [angle, 1.0],
    }
    .map(f64::from)
}

/// The vertical angle in which objects are looked for. The genuine program takes that of a
/// plane picture for those that are more than half a turn wide.
pub(crate) fn height_of_view(optics: &Optics) -> f64 {
    let is_wide = optics.rules == VisionRules::Genuine && optics.field_of_view > PI;
    match optics.projection == Projection::Planar || is_wide {
        true => planar_height(optics),
        false => curved_height(optics)[0],
    }
}

/// The points of the box around an object that are looked at: six for a ball,
/// eight corners for all else.
pub(crate) fn corners(seen: &Seen, is_ball: bool) -> Vec<Vector> {
    let half = seen.size * 0.5;
    let signs = [1.0, -1.0];
    if is_ball {
        let along = |axis: usize, sign: f64| {
            let mut point = seen.centre;
            point[axis] += sign * half[axis];
            point
        };
        return (0..3)
            .flat_map(|axis| signs.map(|sign| along(axis, sign)))
            .collect();
    }
    let mut points = Vec::with_capacity(8);
    for x in signs {
        for y in signs {
            for z in signs {
                points.push(seen.centre + Vector::new(x * half.x, y * half.y, z * half.z));
            }
        }
    }
    points
}

/// The middle and the size of an object's box in the picture; `None` if it is
/// less than a pixel wide or high.
pub(crate) fn box_on_image(
    optics: &Optics,
    seen: &Seen,
    is_ball: bool,
) -> Option<([i32; 2], [i32; 2])> {
    let mut points = corners(seen, is_ball);
    if optics.projection != Projection::Planar {
        points.push(seen.centre);
    }
    let mut low = [i32::MAX; 2];
    let mut high = [i32::MIN; 2];
    for point in points {
        let mut place = project(optics, point).map(|part| clamp(part + 0.5));
        if let Some(lens) = &optics.lens {
            place = distort(lens, place, optics.rules).map(clamp);
        }
        let size = [optics.width, optics.height];
        for axis in 0..2 {
            let pixel = (f64::from(size[axis] - 1) * place[axis]) as i32;
            low[axis] = low[axis].min(pixel);
            high[axis] = high[axis].max(pixel);
        }
    }
    let middle: [i32; 2] = std::array::from_fn(|axis| {
        let sum = f64::from(low[axis]) + f64::from(high[axis]);
        (sum / 2.0).round() as i32
    });
    let size: [i32; 2] = std::array::from_fn(|axis| high[axis] - low[axis]);
    (size[0] >= 1 && size[1] >= 1).then_some((middle, size))
}

/// From 0 to 1; what is no number counts as 1.
fn clamp(part: f64) -> f64 {
    if part.is_nan() {
        return 1.0;
    }
    part.clamp(0.0, 1.0)
}

/// Where a point in the frame of the camera is in the picture, from its middle. Where the
/// genuine program divides by zero, or takes the angle of a cosine above 1, it is no number.
fn project(optics: &Optics, point: Vector) -> [f64; 2] {
    let horizontal = optics.field_of_view;
    if optics.rules == VisionRules::Corrected && optics.projection != Projection::Planar {
        return project_by_angles(optics, point);
    }
    // the stretch of narrow pictures
    let stretched = |u: f64| match horizontal < FRAC_PI_2 {
        true => u * FRAC_PI_2 / horizontal,
        false => u,
    };
    match optics.projection {
        Projection::Planar if point.x < 0.0 => {
            [point.y, point.z].map(|part| if part > 0.0 { -0.5 } else { 0.5 })
        }
        Projection::Planar => {
            let across =
                |part: f64, angle: f64| -0.5 * tan(atan2(part, point.x.abs())) / tan(0.5 * angle);
            let vertical = planar_height(optics);
            [across(point.y, horizontal), across(point.z, vertical)]
        }
        Projection::Cylindrical => {
            let [vertical, stretch] = curved_height(optics);
            let point = point.normalized();
            let polar = acos(point.z);
            let u = -acos(point.x / sin(polar)) / horizontal;
            let u = if point.y < 0.0 { -u } else { u };
            [stretched(u), (polar - FRAC_PI_2) * stretch / vertical]
        }
        Projection::Spherical => {
            let point = point.normalized();
            let slope = point.z / point.y;
            let v = acos(point.x) / (horizontal * sqrt(1.0 + 1.0 / (slope * slope)));
            let v = if point.z > 0.0 { -v } else { v };
            [stretched(v / slope), v]
        }
    }
}

/// The same for curved pictures whose pixels look along their angles.
fn project_by_angles(optics: &Optics, point: Vector) -> [f64; 2] {
    let horizontal = optics.field_of_view;
    let [vertical, _] = curved_height(optics);
    let across = sqrt(point.y * point.y + point.z * point.z);
    match optics.projection {
        Projection::Cylindrical => {
            let level = sqrt(point.x * point.x + point.y * point.y);
            [
                -atan2(point.y, point.x) / horizontal,
                -atan2(point.z, level) / vertical,
            ]
        }
        _ if across == 0.0 => [0.0; 2],
        _ => {
            let angle = atan2(across, point.x) / across;
            [-angle * point.y / horizontal, -angle * point.z / vertical]
        }
    }
}

/// Where a place in the picture goes through a lens. A parenthesis of the genuine program
/// ends too late: the last part is multiplied by both tangential coefficients.
fn distort(lens: &Lens, [u, v]: [f64; 2], rules: VisionRules) -> [f64; 2] {
    let (x, y) = (u - lens.center[0], v - lens.center[1]);
    let square = f64::from((x * x + y * y) as f32);
    let [k1, k2] = lens.radial;
    let [p1, p2] = lens.tangential;
    let radial = k1 * square + k2 * square * square;
    let mixed = match rules {
        VisionRules::Genuine => p1 * (2.0 * p2 * x * y),
        VisionRules::Corrected => 2.0 * p2 * x * y,
    };
    [
        u + radial * x + p2 * (square + 2.0 * x * x) + 2.0 * p1 * x * y,
        v + radial * y + p1 * (square + 2.0 * y * y) + mixed,
    ]
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::approx_constant,
        reason = "the recorded world has these digits"
    )]
    use super::*;

    fn optics(projection: Projection, field_of_view: f64) -> Optics {
        Optics {
            projection,
            ..Optics::planar(64, 48, field_of_view)
        }
    }

    fn seen(centre: [f64; 3], size: [f64; 3]) -> Seen {
        Seen {
            centre: centre.into(),
            size: size.into(),
        }
    }

    #[test]
    fn boxes_are_where_the_genuine_program_has_them() {
        // recorded with a camera of 64 x 48 pixels
        let one = seen(
            [3.0, 0.5, 0.0],
            [0.563_133_568_755_48, 0.616_297_833_924_9, 0.6],
        );
        let ball = seen([2.5, -0.5, 0.2], [0.5; 3]);
        let planar = optics(Projection::Planar, 0.785_398);
        let boxes = |optics: &Optics, seen: &Seen, is_ball| box_on_image(optics, seen, is_ball);
        assert_eq!(boxes(&planar, &one, false), Some(([18, 23], [19, 16])));
        assert_eq!(boxes(&planar, &ball, true), Some(([47, 17], [15, 16])));
        let round = optics(Projection::Cylindrical, 1.8);
        assert_eq!(boxes(&round, &one, false), Some(([25, 23], [8, 8])));
        assert_eq!(boxes(&round, &ball, true), Some(([38, 21], [7, 7])));
        let fisheye = optics(Projection::Spherical, 1.8);
        assert_eq!(boxes(&fisheye, &one, false), Some(([42, 23], [42, 6])));
        assert_eq!(boxes(&fisheye, &ball, true), Some(([38, 21], [7, 6])));
    }

    #[test]
    fn an_object_straight_ahead_is_in_the_middle_of_a_round_picture() {
        let ahead = seen([3.0, 0.0, 0.0], [0.4; 3]);
        let round = optics(Projection::Cylindrical, 1.8);
        let Some(([x, y], [width, height])) = box_on_image(&round, &ahead, false) else {
            unreachable!("it is there")
        };
        assert_eq!(([x, y], [width, height]), ([31, 23], [4, 4]));
        // a fisheye has no place for it: the genuine program divides zero by zero
        let fisheye = optics(Projection::Spherical, 1.8);
        let found = project(&fisheye, Vector::new(3.0, 0.0, 0.0));
        assert!(found.iter().all(|part| part.is_nan()), "{found:?}");
        let above = project(&fisheye, Vector::new(3.0, 0.0, 0.3));
        assert!(above[0] == 0.0 && above[1] < 0.0, "{above:?}");
    }

    #[test]
    fn heights_of_view_are_those_of_the_renderer() {
        let height = |projection, angle| height_of_view(&optics(projection, angle));
        // 0.75 of the width, and 1.27 of this for low curved pictures
        let low = height(Projection::Cylindrical, 1.0);
        assert!((low - 0.9525).abs() < 1e-6, "{low}");
        let high = height(Projection::Cylindrical, 2.0);
        assert!((high - 1.5).abs() < 1e-6, "{high}");
        // the tangent of more than a right angle is negative
        assert!(height(Projection::Spherical, 4.0) < 0.0);
    }

    #[test]
    fn both_tangential_coefficients_are_in_the_last_part() {
        let lens = Lens {
            center: [0.5; 2],
            radial: [0.0; 2],
            tangential: [0.25, 0.5],
        };
        // x = 0.5 and y = 0.25, their squares 0.3125
        let [u, v] = distort(&lens, [1.0, 0.75], VisionRules::Genuine);
        assert_eq!([u, v], [1.46875, 0.890625]);
        let [_, v] = distort(&lens, [1.0, 0.75], VisionRules::Corrected);
        assert_eq!(v, 0.984375);
    }

    #[test]
    fn what_is_smaller_than_a_pixel_is_not_recognised() {
        let far = seen([500.0, 0.1, 0.1], [0.1; 3]);
        let planar = optics(Projection::Planar, 0.785_398);
        assert_eq!(box_on_image(&planar, &far, false), None);
    }
}
