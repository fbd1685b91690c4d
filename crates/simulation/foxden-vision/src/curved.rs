//! Cylindrical and spherical projections: up to six plane pictures, and the
//! nearest texel of them for each pixel.

use crate::noise::sine;
use crate::optics::{Optics, Projection, ViewPose, VisionRules};
use crate::raster::Frame;
use std::f64::consts::{FRAC_PI_2, PI};

pub(crate) use crate::placement::FACES;
/// Above this vertical angle there are faces above and below.
const TALL: f64 = 1.230_959_417;
/// The vertical angle of pictures without such faces grows by this factor.
const GROWTH: f32 = 1.27;
/// The genuine program's constant for a right angle.
#[allow(clippy::approx_constant)]
const RIGHT_ANGLE: f64 = 1.570_796_327;
/// The greatest side of a plane picture.
pub(crate) const MOST_ALONG: i64 = 2048;

/// Faces of which nothing is used.
pub(crate) const UNUSED: [[u32; 4]; FACES] = [[u32::MAX, u32::MAX, 0, 0]; FACES];

/// Where a pixel takes its value from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Texel {
    /// The face; [`FACES`] if there is none.
    pub(crate) face: u8,
    /// The place in its picture.
    pub(crate) column: u16,
    pub(crate) row: u16,
    /// The cosine of the angle to the axis of the face of the pixel's direction.
    pub(crate) cosine: f32,
}

/// The plane pictures of a curved one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Which faces are drawn.
    pub(crate) active: [bool; FACES],
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Half of width and height at distance 1.
    pub(crate) half: [f64; 2],
    /// For each pixel of the curved picture.
    pub(crate) texels: Vec<Texel>,
    /// The part of each face that is used.
    pub(crate) windows: [[u32; 4]; FACES],
}

struct Angles {
    across: f64,
    down: f64,
    growth: f64,
}

impl Layout {
    /// The plane pictures of a curved one.
    pub(crate) fn new(optics: &Optics) -> Self {
        match optics.rules {
            VisionRules::Genuine => Self::genuine(optics),
            VisionRules::Corrected => Self::corrected(optics),
        }
    }

    fn genuine(optics: &Optics) -> Self {
        let (columns, rows) = (i64::from(optics.width), i64::from(optics.height));
        let across = f64::from(optics.field_of_view as f32);
        let mut down = f64::from(across as f32 * rows as f32 / columns as f32);
        let mut active = [true, false, false, false, false, false];
        let (mut lateral, mut vertical) = (1, 1);
        if across > FRAC_PI_2 {
            (active[1], active[3]) = (true, true);
            lateral += 2;
        }
        if down > TALL {
            (active[4], active[5]) = (true, true);
            vertical += 2;
        }
        active[2] = across > 1.5 * PI || down > 1.5 * PI;
        lateral += i64::from(across > 1.5 * PI);
        vertical += i64::from(down > 1.5 * PI);
        let mut growth = 1.0;
        if vertical == 1 {
            growth = f64::from(GROWTH);
            down = f64::from((down * 1.27) as f32);
        }
        let pixels = |angle: f64| libm::ceil(2.0 / libm::tan(angle)) as i64;
        let (mut width, mut height);
        if rows > columns {
            height = pixels(down / rows as f64);
            width = height.saturating_mul(columns) / rows;
        } else {
            width = pixels(across / columns as f64);
            height = (growth * width as f64 * rows as f64 / columns as f64) as i64;
        }
        if lateral > vertical {
            height = height.saturating_mul(lateral) / vertical;
        } else if lateral < vertical {
            width = width.saturating_mul(vertical) / lateral;
        }
        let (width, height) = (width.clamp(1, MOST_ALONG), height.clamp(1, MOST_ALONG));
        let mut layout = Self {
            active,
            width: width as u32,
            height: height as u32,
            half: half(optics),
            texels: Vec::with_capacity(optics.pixels()),
            windows: UNUSED,
        };
        let angles = Angles {
            across,
            down,
            growth,
        };
        for row in 0..optics.height {
            let v = (f64::from(row) + 0.5) / f64::from(optics.height);
            for column in 0..optics.width {
                let u = (f64::from(column) + 0.5) / f64::from(optics.width);
                let direction = direction(optics.projection, u, v, &angles);
                let texel = layout.texel(direction, &angles);
                layout.texels.push(texel);
                layout.widen(texel);
            }
        }
        layout
    }

    /// Makes the part of a face that is used contain a texel.
    pub(crate) fn widen(&mut self, texel: Texel) {
        let Some(window) = self.windows.get_mut(texel.face as usize) else {
            return;
        };
        let (column, row) = (u32::from(texel.column), u32::from(texel.row));
        window[0] = window[0].min(column);
        window[1] = window[1].min(row);
        window[2] = window[2].max(column + 1);
        window[3] = window[3].max(row + 1);
    }

    fn texel(&self, direction: [f64; 3], angles: &Angles) -> Texel {
        let (face, [mut p, mut q]) = place_on_face(direction);
        let size = direction.map(f64::abs);
        let largest = size[0].max(size[1]).max(size[2]);
        if angles.across < RIGHT_ANGLE {
            p = p * RIGHT_ANGLE / angles.across;
        }
        if angles.down < RIGHT_ANGLE {
            q = q * RIGHT_ANGLE / angles.down * angles.growth;
        }
        let nearest = |part: f64, count: u32| {
            (0.5 * (1.0 - part) * (f64::from(count) - 1.0)).round_ties_even()
        };
        let (column, row) = (nearest(p, self.width), nearest(q, self.height));
        let is_within = column >= 0.0
            && column < f64::from(self.width)
            && row >= 0.0
            && row < f64::from(self.height);
        let length = (size[0] * size[0] + size[1] * size[1] + size[2] * size[2]).sqrt();
        Texel {
            face: match (is_within, self.active[face]) {
                (false, _) => FACES as u8,
                // the picture of a face that is not drawn was never set
                (true, false) => 0,
                (true, true) => face as u8,
            },
            column: column as u16,
            row: row as u16,
            cosine: (largest / length) as f32,
        }
    }

    /// The picture of a face; `None` if nothing of it is used.
    pub(crate) fn frame(
        &self,
        face: usize,
        pose: &ViewPose,
        near: f64,
        far: f64,
        is_whole: bool,
    ) -> Option<Frame> {
        let window = self.windows[face];
        if window[0] >= window[2] {
            return None;
        }
        let mut frame = Frame::new(self.width, self.height, self.half, near, far).at(pose, face);
        if !is_whole {
            frame.window = window;
        }
        Some(frame)
    }
}

impl Layout {
    /// The curved picture from those of the faces.
    pub(crate) fn merge<T: Copy>(&self, faces: &[Vec<T>; FACES], outside: T, all: &mut Vec<T>) {
        let width = self.width as usize;
        all.extend(self.texels.iter().map(|texel| {
            let face = faces.get(texel.face as usize);
            let at = texel.row as usize * width + texel.column as usize;
            face.and_then(|face| face.get(at).copied())
                .unwrap_or(outside)
        }));
    }
}

/// The face that a direction meets and where: to the left and up, from -1 to 1.
pub(crate) fn place_on_face(direction: [f64; 3]) -> (usize, [f64; 2]) {
    let size = direction.map(f64::abs);
    let mut axis = 0;
    for other in 1..3 {
        if size[other] > size[axis] {
            axis = other;
        }
    }
    let [x, y, z] = direction.map(|part| part / size[axis]);
    match (axis, direction[axis] < 0.0) {
        (0, false) => (0, [y, z]),
        (1, true) => (1, [x, z]),
        (0, true) => (2, [-y, z]),
        (1, false) => (3, [-x, z]),
        (_, false) => (4, [y, -x]),
        (_, true) => (5, [y, x]),
    }
}

/// Half of the width and height of the plane pictures at distance 1.
fn half(optics: &Optics) -> [f64; 2] {
    let whole = f64::from(optics.field_of_view as f32);
    let angle = f64::from(whole.min(FRAC_PI_2) as f32);
    let mut aspect = f64::from(optics.width) / f64::from(optics.height);
    if whole > FRAC_PI_2 {
        aspect *= FRAC_PI_2 / whole;
    }
    let mut tall = f64::from((2.0 * libm::atan(libm::tan(angle * 0.5) / aspect)) as f32);
    if tall > FRAC_PI_2 {
        (tall, aspect) = (FRAC_PI_2, 1.0);
    }
    let half = libm::tan(f64::from(tall as f32) / 2.0);
    [half * f64::from(aspect as f32), half]
}

/// The direction of a place in the picture, with the elementary functions of the
/// genuine program's renderer: their errors show in ranges.
fn direction(projection: Projection, u: f64, v: f64, angles: &Angles) -> [f64; 3] {
    let (u, v) = (u as f32, v as f32);
    let (sin, cos) = (|x: f32| sine(x, false), |x: f32| sine(x, true));
    let direction = if projection == Projection::Cylindrical {
        let a = (v - 0.5) * (angles.down as f32) / (angles.growth as f32) + RIGHT_ANGLE as f32;
        let b = (0.5 - u) * angles.across as f32;
        [sin(a) * cos(b), sin(a) * sin(b), cos(a)]
    } else {
        let (x, y) = (u - 0.5, v - 0.5);
        let r = (x * x + y * y).sqrt() * angles.across as f32;
        let g = -arc_tangent(y, x);
        [cos(r), -sin(r) * cos(g), sin(r) * sin(g)]
    };
    direction.map(f64::from)
}

/// The angle of a point, by a polynomial.
fn arc_tangent(y: f32, x: f32) -> f32 {
    const PARTS: [f32; 6] = [
        -0.012_132_321,
        0.053_681_38,
        -0.117_350_32,
        0.193_892_5,
        -0.332_675_64,
        0.999_979_3,
    ];
    let arc = |tangent: f32| {
        let part = if tangent > 1.0 {
            1.0 / tangent
        } else {
            tangent
        };
        let square = part * part;
        let sum = PARTS.iter().fold(0.0, |sum, next| sum * square + next) * part;
        if tangent > 1.0 {
            std::f32::consts::FRAC_PI_2 - sum
        } else {
            sum
        }
    };
    let (x_size, y_size) = (x.abs(), y.abs());
    let quotient = |a: f32, b: f32| if a == b { 1.0 } else { a / b };
    // the left half is turned by a quarter
    let angle = if x <= 0.0 {
        std::f32::consts::FRAC_PI_2 + arc(quotient(x_size, y_size))
    } else {
        arc(quotient(y_size, x_size))
    };
    if y < 0.0 { -angle } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(projection: Projection, width: u32, height: u32, angle: f64) -> Layout {
        Layout::new(&Optics {
            projection,
            ..Optics::planar(width, height, angle)
        })
    }

    #[test]
    fn faces_are_drawn_as_far_as_the_angle_needs_them() {
        let active = |angle: f64| {
            layout(Projection::Cylindrical, 64, 4, angle)
                .active
                .iter()
                .filter(|face| **face)
                .count()
        };
        assert_eq!([active(1.0), active(2.0), active(6.2)], [1, 3, 4]);
        let tall = layout(Projection::Spherical, 16, 16, 6.2);
        assert_eq!(tall.active, [true; FACES]);
    }

    #[test]
    fn the_size_of_faces_follows_the_angle_of_a_pixel() {
        // 512 columns over 2 pi: 2 / tan(2 pi / 512) = 163
        let lidar = layout(Projection::Cylindrical, 512, 18, std::f64::consts::TAU);
        assert_eq!((lidar.width, lidar.height), (163, 28));
        let middle = lidar.texels[9 * 512 + 256];
        assert_eq!((middle.face, middle.column), (0, 81));
        assert!(middle.cosine > 0.99);
    }

    #[test]
    fn corners_beyond_the_faces_see_nothing() {
        let picture = layout(Projection::Cylindrical, 16, 12, 1.7);
        let is_dark = |at: usize| picture.texels[at].face as usize == FACES;
        assert!(is_dark(0) && !is_dark(6 * 16 + 8));
    }
}
