//! Sky boxes: six pictures around the world, and what rough surfaces mirror of them.

use crate::picture::Picture;
use crate::vector::{Vector, add, cross, dot, normalized, scale};
use std::f32::consts::TAU;

/// Pixels along a side of what mirrors show.
const SIDE: usize = 64;
/// From a perfect mirror to a matt surface.
const LEVELS: usize = 7;
/// Rough surfaces are few and get more samples.
const SAMPLES: [u32; LEVELS] = [1, 256, 512, 1024, 2048, 2048, 2048];

/// Six pictures: front, right, back, left, top, bottom. The back is seen along
/// x, the left along -y.
#[derive(Clone, Debug)]
pub(crate) struct Cube {
    /// The pictures with their reduced levels.
    faces: [Vec<Picture>; 6],
    /// For each level of roughness, the light of each face.
    levels: Vec<[Vec<Vector>; 6]>,
}

/// The face in a direction, and the place in it.
fn place([x, y, z]: Vector) -> (usize, [f32; 2]) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let at = |right: f32, down: f32, size: f32| [0.5 + 0.5 * right / size, 0.5 + 0.5 * down / size];
    if ax >= ay && ax >= az {
        if x < 0.0 {
            (0, at(y, -z, ax))
        } else {
            (2, at(-y, -z, ax))
        }
    } else if ay >= az {
        if y > 0.0 {
            (1, at(x, -z, ay))
        } else {
            (3, at(-x, -z, ay))
        }
    } else if z > 0.0 {
        (4, at(y, -x, az))
    } else {
        (5, at(y, x, az))
    }
}

/// The direction of a place in a face.
fn direction(face: usize, [u, v]: [f32; 2]) -> Vector {
    let (right, down) = (2.0 * u - 1.0, 2.0 * v - 1.0);
    normalized(match face {
        0 => [-1.0, right, -down],
        1 => [right, 1.0, -down],
        2 => [1.0, -right, -down],
        3 => [-right, -1.0, -down],
        4 => [-down, right, 1.0],
        _ => [down, right, -1.0],
    })
}

/// A value between the four around a place; places stop at the border.
fn bilinear(size: [usize; 2], [u, v]: [f32; 2], get: impl Fn(usize, usize) -> Vector) -> Vector {
    let along = |part: f32, count: usize| {
        let place = part * count as f32 - 0.5;
        let first = place.floor();
        let index = |at: f32| at.clamp(0.0, (count - 1) as f32) as usize;
        ([index(first), index(first + 1.0)], place - first)
    };
    let ((columns, across), (rows, down)) = (along(u, size[0]), along(v, size[1]));
    let line = |row: usize| mixed(get(columns[0], row), get(columns[1], row), across);
    mixed(line(rows[0]), line(rows[1]), down)
}

fn mixed(a: Vector, b: Vector, share: f32) -> Vector {
    std::array::from_fn(|at| a[at] + share * (b[at] - a[at]))
}

impl Cube {
    pub(crate) fn new(pictures: [Picture; 6]) -> Self {
        let faces = pictures.map(|picture| {
            let mut levels = vec![picture];
            while let Some(reduced) = levels.last().and_then(Picture::reduced) {
                levels.push(reduced);
            }
            levels
        });
        let mut cube = Self {
            faces,
            levels: Vec::new(),
        };
        cube.levels = (0..LEVELS).map(|level| cube.prefiltered(level)).collect();
        cube
    }

    /// The colour in a direction, from 0 to 1 as written in the pictures.
    pub(crate) fn seen(&self, toward: Vector) -> Vector {
        self.reduced(toward, 0.0)
    }

    fn reduced(&self, toward: Vector, level: f32) -> Vector {
        let (face, at) = place(toward);
        let pictures = &self.faces[face];
        let last = pictures.len() - 1;
        let of = |level: usize| {
            let picture = &pictures[level.min(last)];
            let size = [picture.width() as usize, picture.height() as usize];
            bilinear(size, at, |column, row| {
                let [r, g, b, _] = picture.pixel(column as u32, row as u32);
                [r, g, b].map(|part| f32::from(part) / 255.0)
            })
        };
        let first = level as usize;
        let share = level - first as f32;
        if share == 0.0 || first >= last {
            of(first)
        } else {
            mixed(of(first), of(first + 1), share)
        }
    }

    fn prefiltered(&self, level: usize) -> [Vec<Vector>; 6] {
        let side = SIDE >> level;
        let roughness = level as f32 / (LEVELS - 1) as f32;
        std::array::from_fn(|face| {
            (0..side * side)
                .map(|at| {
                    let part = |at: usize| (at as f32 + 0.5) / side as f32;
                    let toward = direction(face, [part(at % side), part(at / side)]);
                    if level == 0 {
                        self.seen(toward)
                    } else {
                        self.mirrored(toward, roughness, SAMPLES[level])
                    }
                })
                .collect()
        })
    }

    /// The mean of what a rough surface mirrors when it is looked at from above.
    fn mirrored(&self, normal: Vector, roughness: f32, samples: u32) -> Vector {
        let square = roughness * roughness * (roughness * roughness);
        let up = if normal[2].abs() < 0.999 {
            [0.0, 0.0, 1.0]
        } else {
            [1.0, 0.0, 0.0]
        };
        let tangent = normalized(cross(up, normal));
        let other = cross(normal, tangent);
        let (mut sum, mut whole) = ([0.0; 3], 0.0);
        for at in 0..samples {
            let around = TAU * at as f32 / samples as f32;
            let y = at.reverse_bits() as f32 * 2.328_306_4e-10;
            let cosine = ((1.0 - y) / (1.0 + (square - 1.0) * y)).sqrt();
            let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
            let half = add(
                add(
                    scale(tangent, libm::cosf(around) * sine),
                    scale(other, libm::sinf(around) * sine),
                ),
                scale(normal, cosine),
            );
            let toward = normalized(std::array::from_fn(|axis| {
                2.0 * dot(normal, half) * half[axis] - normal[axis]
            }));
            let weight = dot(normal, toward);
            if weight <= 0.0 {
                continue;
            }
            let f = cosine * cosine * (square - 1.0) + 1.0;
            let density = square / (std::f32::consts::PI * f * f) / 4.0 + 0.0001;
            let seen = self.reduced(toward, level_for(density));
            for channel in 0..3 {
                sum[channel] += seen[channel] * weight;
            }
            whole += weight;
        }
        sum.map(|part| part / whole)
    }

    /// What a surface of a level of roughness, from 0 to 7, mirrors in a direction.
    pub(crate) fn level(&self, toward: Vector, level: f32) -> Vector {
        let level = level.clamp(0.0, (LEVELS - 1) as f32);
        let first = (level as usize).min(LEVELS - 1);
        let near = self.filtered(toward, first);
        let share = level - first as f32;
        if share == 0.0 {
            return near;
        }
        mixed(near, self.filtered(toward, first + 1), share)
    }

    fn filtered(&self, toward: Vector, level: usize) -> Vector {
        let (face, at) = place(toward);
        let side = SIDE >> level;
        let values = &self.levels[level][face];
        bilinear([side, side], at, |column, row| values[row * side + column])
    }
}

/// The reduced level that a sample of a density stands for: pictures count as
/// 1024 pixels wide, and samples as 2048.
fn level_for(density: f32) -> f32 {
    let texel = 4.0 * std::f32::consts::PI / (6.0 * 1024.0 * 1024.0);
    let sample = 1.0 / (2048.0 * density + 0.0001);
    (0.5 * libm::log2f(sample / texel)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_directions_belong_together() {
        for face in 0..6 {
            for at in [[0.2, 0.7], [0.9, 0.1], [0.5, 0.5]] {
                let (found, back) = place(direction(face, at));
                assert_eq!(found, face);
                assert!((back[0] - at[0]).abs() < 1e-6 && (back[1] - at[1]).abs() < 1e-6);
            }
        }
        assert_eq!(place([1.0, 0.0, 0.0]).0, 2);
    }

    #[test]
    fn mirrors_show_a_face_and_matt_surfaces_a_mean() {
        let pictures = std::array::from_fn(|face| {
            let pixels = [[face as u8 * 40, 0, 0, 255]; 16].concat();
            let Some(picture) = Picture::from_pixels(4, 4, pixels) else {
                unreachable!()
            };
            picture
        });
        let cube = Cube::new(pictures);
        let along_x = [1.0, 0.0, 0.0];
        assert!((cube.level(along_x, 0.0)[0] - 80.0 / 255.0).abs() < 1e-6);
        let matt = cube.level(along_x, 7.0)[0] * 255.0;
        assert!(matt > 80.5 && matt < 120.0, "{matt}");
    }
}
