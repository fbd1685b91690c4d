//! Curved pictures with the geometry that their fields describe: each pixel looks
//! along its own angle.
//!
//! The plane pictures have square pixels and only cover what is used. They have about
//! twice as many pixels along each side as the curved picture, so a pixel shows what is
//! within a quarter of its own width.

use crate::curved::{FACES, Layout, MOST_ALONG, Texel, UNUSED, place_on_face};
use crate::optics::{Optics, Projection};
use std::f64::consts::PI;

/// Pixels of a plane picture for each pixel of the curved one.
const FINENESS: f64 = 2.0;

impl Layout {
    /// The plane pictures for the corrected geometry.
    pub(crate) fn corrected(optics: &Optics) -> Self {
        // computed twice, since they would need more memory than the picture
        let places = move || {
            let pixels = (0..optics.height)
                .flat_map(move |row| (0..optics.width).map(move |column| [column, row]));
            pixels.map(move |pixel| direction(optics, pixel).map(place_on_face))
        };
        let half = half(places().flatten());
        // a pixel is smallest, as an angle, at the border of a face
        let pixel = (optics.field_of_view / f64::from(optics.width)).min(1.0);
        let side = |half: f64| {
            let count = libm::ceil(FINENESS * 2.0 * half / libm::tan(pixel));
            (count as i64).clamp(1, MOST_ALONG) as u32
        };
        let mut layout = Self {
            active: [true; FACES],
            width: side(half[0]),
            height: side(half[1]),
            half,
            texels: Vec::with_capacity(optics.pixels()),
            windows: UNUSED,
        };
        for place in places() {
            let texel = layout.texel_at(place);
            layout.texels.push(texel);
            layout.widen(texel);
        }
        layout
    }

    fn texel_at(&self, place: Option<(usize, [f64; 2])>) -> Texel {
        let Some((face, place)) = place else {
            return Texel {
                face: FACES as u8,
                column: 0,
                row: 0,
                cosine: 1.0,
            };
        };
        let counts = [self.width, self.height];
        let mut texel = [0_u16; 2];
        let mut square = 1.0;
        for axis in 0..2 {
            let (half, count) = (self.half[axis], f64::from(counts[axis]));
            let number = (0.5 * (1.0 - place[axis] / half) * count).floor();
            let number = number.clamp(0.0, count - 1.0);
            texel[axis] = number as u16;
            // the range is that along the ray of the plane picture
            let aside = (1.0 - 2.0 * (number + 0.5) / count) * half;
            square += aside * aside;
        }
        Texel {
            face: face as u8,
            column: texel[0],
            row: texel[1],
            cosine: (1.0 / square.sqrt()) as f32,
        }
    }
}

/// Half of the width and height of the plane pictures at distance 1: whole faces,
/// unless only the front is seen.
fn half(places: impl Iterator<Item = (usize, [f64; 2])>) -> [f64; 2] {
    let mut most = [0.0_f64; 2];
    for (face, place) in places {
        if face != 0 {
            return [1.0; 2];
        }
        for axis in 0..2 {
            most[axis] = most[axis].max(place[axis].abs());
        }
    }
    // the outermost pixels have a border, too
    most.map(|most| (most * 1.01).clamp(1e-6, 1.0))
}

/// Where a pixel looks; `None` beyond what is behind the camera.
fn direction(optics: &Optics, [column, row]: [u32; 2]) -> Option<[f64; 3]> {
    let (width, height) = (f64::from(optics.width), f64::from(optics.height));
    let angle = optics.field_of_view / width;
    let across = (0.5 * width - 0.5 - f64::from(column)) * angle;
    let up = (0.5 * height - 0.5 - f64::from(row)) * angle;
    match optics.projection {
        Projection::Cylindrical => (up.abs() <= PI / 2.0).then(|| {
            let level = libm::cos(up);
            [
                level * libm::cos(across),
                level * libm::sin(across),
                libm::sin(up),
            ]
        }),
        Projection::Spherical | Projection::Planar => {
            let away = libm::hypot(across, up);
            (away <= PI).then(|| {
                let share = match away > 0.0 {
                    true => libm::sin(away) / away,
                    false => 1.0,
                };
                [libm::cos(away), share * across, share * up]
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optics::VisionRules;

    fn layout(projection: Projection, [width, height]: [u32; 2], angle: f64) -> Layout {
        Layout::new(&Optics {
            projection,
            rules: VisionRules::Corrected,
            ..Optics::planar(width, height, angle)
        })
    }

    /// The direction of a texel of the front face.
    fn ray(layout: &Layout, at: usize) -> [f64; 3] {
        let texel = layout.texels[at];
        assert_eq!(texel.face, 0);
        let aside = |number: u16, count: u32, half: f64| {
            (1.0 - 2.0 * (f64::from(number) + 0.5) / f64::from(count)) * half
        };
        [
            1.0,
            aside(texel.column, layout.width, layout.half[0]),
            aside(texel.row, layout.height, layout.half[1]),
        ]
    }

    #[test]
    fn pixels_look_along_their_angle() {
        for projection in [Projection::Cylindrical, Projection::Spherical] {
            for angle in [0.3, 0.9, 1.5] {
                let layout = layout(projection, [40, 30], angle);
                let pixel = angle / 40.0;
                for column in 0..40 {
                    let [x, y, _] = ray(&layout, 14 * 40 + column);
                    let expected = (19.5 - column as f64) * pixel;
                    assert!(
                        (libm::atan2(y, x) - expected).abs() < 0.3 * pixel,
                        "{projection:?} {angle} {column}"
                    );
                }
                for row in 0..30 {
                    let [x, y, z] = ray(&layout, row * 40 + 19);
                    let elevation = libm::atan2(z, libm::hypot(x, y));
                    let expected = (14.5 - row as f64) * pixel;
                    assert!((elevation - expected).abs() < 0.3 * pixel, "{angle} {row}");
                }
            }
        }
    }

    #[test]
    fn what_is_behind_the_camera_twice_is_not_seen() {
        let fisheye = layout(Projection::Spherical, [20, 20], 2.0 * PI);
        let corner = fisheye.texels[0];
        assert_eq!(corner.face as usize, FACES);
        assert!(fisheye.texels.iter().any(|texel| texel.face == 2));
        let around = layout(Projection::Cylindrical, [64, 4], 2.0 * PI);
        assert!(around.texels.iter().all(|texel| (texel.face as usize) < 4));
    }
}
