//! The nearest surface of a Shape on a line: where a pen draws, what a distance sensor or the
//! mouse meets.

use super::{Drawn, Sheet, VisibleWorld};
use crate::math::Vector;
use foxden_vision::{Geometry, MaterialKind, Transform};

/// Where a line meets a Shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfaceHit {
    /// The place of the Shape in the model.
    pub(crate) shape: usize,
    /// The place on its ink: from 0 to 1 across and down.
    pub(crate) place: [f64; 2],
    /// What pens need to know of its geometry.
    pub(crate) sheet: Sheet,
    /// The greatest scale of the nodes above along an axis.
    pub(crate) scale: f64,
    distance: f64,
    normal: [f64; 3],
}

impl SurfaceHit {
    /// How far from the start of the line.
    pub(crate) fn distance(&self) -> f64 {
        self.distance
    }

    /// Which way the surface looks there.
    pub(crate) fn normal(&self) -> [f64; 3] {
        self.normal
    }
}

impl VisibleWorld {
    /// The nearest front face of a Shape that a line meets within a distance.
    pub(crate) fn surface_hit(
        &self,
        origin: [f64; 3],
        direction: [f64; 3],
        reach: f64,
    ) -> Option<SurfaceHit> {
        let mut nearest: Option<SurfaceHit> = None;
        for (shape, drawn) in self.shapes.iter().enumerate() {
            let Some(drawn) = drawn else { continue };
            let Some(instance) = self.scene.instance(drawn.instance) else {
                continue;
            };
            if instance.is_in_billboard {
                continue;
            }
            let Some(geometry) = self.scene.geometry(instance.geometry) else {
                continue;
            };
            let limit = nearest.map_or(reach, |hit| hit.distance);
            let found = meet(geometry, &instance.transform, origin, direction, limit);
            if let Some((distance, place, normal)) = found {
                nearest = Some(SurfaceHit {
                    shape,
                    place,
                    sheet: drawn.sheet,
                    scale: greatest_scale(drawn),
                    distance,
                    normal,
                });
            }
        }
        nearest
    }

    /// The size of the picture that a Shape shows, if it shows one.
    pub(crate) fn texture_size(&self, shape: usize) -> Option<[usize; 2]> {
        let drawn = self.shapes.get(shape)?.as_ref()?;
        let map = match &drawn.material.kind {
            MaterialKind::Unlit(map) => map.as_ref(),
            MaterialKind::Phong(phong) => phong.texture.as_ref(),
            MaterialKind::Pbr(pbr) => pbr.base_color_map.as_ref(),
        };
        let picture = self.scene.texture(map?.texture)?.picture();
        Some([picture.width() as usize, picture.height() as usize])
    }
}

/// The greatest scale of the nodes above a Shape along an axis.
fn greatest_scale(drawn: &Drawn) -> f64 {
    let scales = drawn.transform.scale.iter().zip(drawn.size);
    let scales = scales.map(|(whole, own)| if own == 0.0 { 1.0 } else { whole / own });
    scales.fold(f64::MIN, f64::max)
}

/// The nearest front face that a ray meets, and its place on the ink.
fn meet(
    geometry: &Geometry,
    transform: &Transform,
    origin: [f64; 3],
    direction: [f64; 3],
    limit: f64,
) -> Option<(f64, [f64; 2], [f64; 3])> {
    let back = |vector: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|axis| {
            let sum: f64 = (0..3)
                .map(|row| transform.rotation[row][axis] * vector[row])
                .sum();
            sum / transform.scale[axis]
        })
    };
    let start = back(std::array::from_fn(|axis| {
        origin[axis] - transform.position[axis]
    }));
    let way = back(direction);
    if !misses_nothing(geometry.bounds(), start, way, limit) {
        return None;
    }
    let mirrored = transform.scale.iter().product::<f64>() < 0.0;
    let mesh = geometry.mesh();
    let places = match mesh.ink_coordinates.is_empty() {
        true => &mesh.coordinates,
        false => &mesh.ink_coordinates,
    };
    let mut nearest: Option<(f64, [f64; 2], [f64; 3])> = None;
    for triangle in mesh.triangles() {
        let corners = triangle.map(|at| mesh.positions[at as usize].map(f64::from));
        let Some((distance, weights)) = hit(corners, start, way, mirrored) else {
            continue;
        };
        if distance < nearest.map_or(limit, |(nearest, ..)| nearest) {
            let place = std::array::from_fn(|axis| {
                let parts = triangle.iter().zip(weights);
                parts
                    .map(|(at, weight)| f64::from(places[*at as usize][axis]) * weight)
                    .sum()
            });
            nearest = Some((distance, place, facing(corners, transform)));
        }
    }
    nearest
}

/// Whether a ray meets the box around a geometry.
fn misses_nothing([low, high]: [[f32; 3]; 2], start: [f64; 3], way: [f64; 3], limit: f64) -> bool {
    let (mut enter, mut leave) = (0.0_f64, limit);
    for axis in 0..3 {
        let ends = [low[axis], high[axis]].map(|end| (f64::from(end) - start[axis]) / way[axis]);
        // a ray along a side of a flat box gives no numbers: it may meet it
        if ends.iter().any(|end| end.is_nan()) {
            continue;
        }
        enter = enter.max(ends[0].min(ends[1]));
        leave = leave.min(ends[0].max(ends[1]));
    }
    enter <= leave
}

/// Where a ray meets the front of a triangle: the distance and the weights of
/// the corners.
fn hit(
    [a, b, c]: [[f64; 3]; 3],
    start: [f64; 3],
    way: [f64; 3],
    mirrored: bool,
) -> Option<(f64, [f64; 3])> {
    let sub = |p: [f64; 3], q: [f64; 3]| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let cross = |p: [f64; 3], q: [f64; 3]| {
        [
            p[1] * q[2] - p[2] * q[1],
            p[2] * q[0] - p[0] * q[2],
            p[0] * q[1] - p[1] * q[0],
        ]
    };
    let (one, two) = (sub(b, a), sub(c, a));
    let normal = cross(way, two);
    let determinant = dot(one, normal);
    let is_front = if mirrored {
        determinant < 0.0
    } else {
        determinant > 0.0
    };
    if !is_front {
        return None;
    }
    let from = sub(start, a);
    let u = dot(from, normal) / determinant;
    let across = cross(from, one);
    let v = dot(way, across) / determinant;
    let distance = dot(two, across) / determinant;
    let is_inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance >= 0.0;
    is_inside.then_some((distance, [1.0 - u - v, u, v]))
}

/// Which way the side of a triangle looks that is drawn, in the world. An odd number of
/// negative scales turns it to the inside of its shape.
fn facing(corners: [[f64; 3]; 3], transform: &Transform) -> [f64; 3] {
    let [a, b, c] = corners.map(|corner| {
        let scaled: [f64; 3] = std::array::from_fn(|axis| corner[axis] * transform.scale[axis]);
        Vector::new(scaled[0], scaled[1], scaled[2])
    });
    let normal = (b - a).cross(c - a).normalized();
    transform.rotation.map(|row| Vector::from(row).dot(normal))
}
