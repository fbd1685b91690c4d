//! Triangles that are seen, made ready for shading.

use crate::mesh::Elements;
use crate::raster::{Frame, Patch, Plane, Slopes};
use crate::scene::{InstanceId, VisibleScene};
use crate::shade::{Point, Surface};
use crate::texture::Spread;
use crate::vector::{Vector, add, apply, length, normalized, scale, short, sub};

/// A triangle with what interpolation over it needs.
pub(crate) struct Facet<'a> {
    pub(crate) surface: &'a Surface,
    pub(crate) own: [u32; 2],
    /// Shares of the corners of the patch, in perspective.
    shares: [Plane; 3],
    /// Normals of the patch's corners in the world.
    normals: [Vector; 3],
    coordinates: [[f32; 2]; 3],
    ink: [[f32; 2]; 3],
    /// The colour of a line or point: it is not lit.
    pub(crate) color: Option<Vector>,
    has_maps: bool,
}

impl<'a> Facet<'a> {
    pub(crate) fn new(scene: &'a VisibleScene, patch: &Patch) -> Option<Self> {
        let instance = scene.instance(InstanceId(patch.instance))?;
        let mesh = scene.geometry(instance.geometry)?.mesh();
        let surface = scene.surface(instance.material)?;
        let element = patch.element as usize;
        let slopes = Slopes::new(&patch.places);
        let shares = std::array::from_fn(|at| {
            let mut values = [0.0; 3];
            values[at] = patch.places[at][2];
            slopes.plane(values)
        });
        let mut facet = Self {
            surface,
            own: [patch.instance, patch.element],
            shares,
            normals: [[0.0, 0.0, 1.0]; 3],
            coordinates: [[0.0; 2]; 3],
            ink: [[0.0; 2]; 3],
            color: None,
            has_maps: surface.has_maps(),
        };
        let triangle = match &mesh.elements {
            Elements::Triangles(triangles) => *triangles.get(element)?,
            Elements::Lines(segments) => {
                let at = segments.get(element)?[0] as usize;
                facet.color = Some(mesh.colors.get(at).copied().unwrap_or(surface.glow()));
                return Some(facet);
            }
            Elements::Points => {
                facet.color = Some(mesh.colors.get(element).copied().unwrap_or(surface.glow()));
                return Some(facet);
            }
        };
        let transform = &instance.transform;
        let mirrored: f64 = transform.scale.iter().product();
        let sign = if mirrored < 0.0 { -1.0 } else { 1.0 };
        let corner_normals = triangle.map(|at| {
            let normal = mesh.normals[at as usize];
            let scaled =
                std::array::from_fn(|axis| sign * f64::from(normal[axis]) / transform.scale[axis]);
            normalized(short(apply(&transform.rotation, scaled)))
        });
        let mixed = |list: &dyn Fn(usize) -> Vector, at: usize| -> Vector {
            let [a, b, c] = patch.weights[at];
            add(add(scale(list(0), a), scale(list(1), b)), scale(list(2), c))
        };
        facet.normals = std::array::from_fn(|at| mixed(&|corner| corner_normals[corner], at));
        if facet.has_maps {
            let inks = if mesh.ink_coordinates.is_empty() {
                &mesh.coordinates
            } else {
                &mesh.ink_coordinates
            };
            let place = |list: &[[f32; 2]], at: usize| {
                let full = |corner: usize| {
                    let [u, v] = list[triangle[corner] as usize];
                    [u, v, 0.0]
                };
                let [u, v, _] = mixed(&full, at);
                [u, v]
            };
            facet.coordinates = std::array::from_fn(|at| place(&mesh.coordinates, at));
            facet.ink = std::array::from_fn(|at| place(inks, at));
        }
        Some(facet)
    }

    /// The point of a pixel.
    pub(crate) fn point(&self, frame: &Frame, column: f32, row: f32) -> Point {
        let shares = self.shares.map(|share| share.at(column, row));
        let whole = shares[0] + shares[1] + shares[2];
        let position = position(frame, column, row, whole);
        let distance = length(position);
        let steps = if self.surface.normal_map().is_some() {
            [
                sub(self.position(frame, column + 1.0, row), position),
                sub(self.position(frame, column, row + 1.0), position),
            ]
        } else {
            [[0.0; 3]; 2]
        };
        let [a, b, c] = self.normals;
        Point {
            position,
            normal: normalized(std::array::from_fn(|axis| {
                a[axis] * shares[0] + b[axis] * shares[1] + c[axis] * shares[2]
            })),
            view: scale(position, -1.0 / distance),
            distance,
            steps,
        }
    }

    fn position(&self, frame: &Frame, column: f32, row: f32) -> Vector {
        let over: f32 = self.shares.iter().map(|share| share.at(column, row)).sum();
        position(frame, column, row, over)
    }

    fn shares_at(&self, column: f32, row: f32) -> [f32; 3] {
        let shares = self.shares.map(|share| share.at(column, row));
        let whole = shares[0] + shares[1] + shares[2];
        shares.map(|share| share / whole)
    }

    /// Places in textures and in the texture of ink.
    pub(crate) fn spreads(&self, column: f32, row: f32) -> [Spread; 2] {
        if !self.has_maps {
            return [Spread::default(); 2];
        }
        // steps are those of the upper left one of four pixels
        let even = |at: f32| 2.0 * (at * 0.5).floor();
        let (first, top) = (even(column), even(row));
        let at = [
            self.shares_at(column, row),
            self.shares_at(first, top),
            self.shares_at(first + 1.0, top),
            self.shares_at(first, top + 1.0),
        ];
        [&self.coordinates, &self.ink].map(|list| {
            let [place, corner, right, below] = at.map(|shares| -> [f32; 2] {
                std::array::from_fn(|axis| (0..3).map(|at| list[at][axis] * shares[at]).sum())
            });
            Spread {
                place,
                across: [right[0] - corner[0], right[1] - corner[1]],
                down: [below[0] - corner[0], below[1] - corner[1]],
            }
        })
    }
}

/// The place of a pixel at 1/w, relative to the camera, in the axes of the world.
fn position(frame: &Frame, column: f32, row: f32, over: f32) -> Vector {
    let direction = frame.direction(f64::from(column) + 0.5, f64::from(row) + 0.5);
    let distance = 1.0 / f64::from(over);
    direction.map(|part| (part * distance) as f32)
}
