//! Geometries of Shapes. Nodes of the same kind and form share one.

use super::ShapeRow;
use crate::model::compile::read;
use crate::spatial::meshes::{normal_corners, texture_corners};
use crate::spatial::rays::mesh::{Mesh as Surface, Precision};
use crate::world::assets::AssetFiles;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use foxden_vision::tessellate::{self, Faces, Parts};
use foxden_vision::{Geometry, GeometryId, Mesh, VisibleScene};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What geometries have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Box,
    Plane,
    Sphere {
        subdivision: u32,
        is_ico: bool,
    },
    Cylinder(u32, Parts),
    Cone(u32, Parts),
    Capsule {
        radius: u64,
        height: u64,
        subdivision: u32,
        parts: Parts,
    },
    /// A mesh that nodes share, by its place in memory, with how it is smoothed
    /// and whether it is turned over.
    Surface {
        mesh: usize,
        crease_angle: u64,
        is_turned_over: bool,
    },
    /// One of its own.
    Node(NodeId),
}

/// The geometry of a Shape.
pub(super) struct FoundGeometry {
    pub(super) id: GeometryId,
    /// What its fields make of the size of its form.
    pub(super) size: [f64; 3],
    pub(super) sheet: Sheet,
}

/// What pens need to know of a geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sheet {
    /// The radius of the ball around it, without the scale of nodes above.
    pub(crate) radius: f64,
    /// How many parts the texture of ink has across and down: each face of a
    /// box has a part of its own.
    pub(crate) parts: [usize; 2],
}

impl Sheet {
    fn around(visible: &VisibleScene, id: GeometryId, size: [f64; 3]) -> Self {
        let bounds = visible.geometry(id).map(Geometry::bounds);
        let [low, high] = bounds.unwrap_or_default();
        let half = (0..3).map(|axis| (f64::from(high[axis]) - f64::from(low[axis])) * size[axis]);
        let square: f64 = half.map(|side| side * side / 4.0).sum();
        Self {
            radius: crate::math::sqrt(square),
            parts: [1, 1],
        }
    }
}

impl Form {
    /// What pens need to know of it; `None` if its mesh decides.
    fn sheet(&self, [x, y, z]: [f64; 3]) -> Option<Sheet> {
        let length = |a: f64, b: f64, c: f64| crate::math::sqrt(a * a + b * b + c * c);
        let (radius, parts) = match self {
            Self::Box => (length(x, y, z) / 2.0, [4, 2]),
            Self::Plane => (length(x, y, 0.0) / 2.0, [1, 1]),
            Self::Sphere { .. } => (x, [1, 1]),
            Self::Cylinder(..) => (length(x, z / 2.0, 0.0), [2, 2]),
            Self::Cone(..) if z > x => ((x * x + z * z) / (2.0 * z), [2, 1]),
            Self::Cone(..) => (x, [2, 1]),
            _ => return None,
        };
        Some(Sheet { radius, parts })
    }
}

/// The geometries of a scene by what they have in common.
#[derive(Debug, Default)]
pub(super) struct Geometries {
    known: HashMap<Form, (GeometryId, Option<Arc<Surface>>)>,
    used: HashSet<GeometryId>,
}

/// The bytes of a size: no sizes are merged that differ.
fn bits(number: f64) -> u64 {
    number.to_bits()
}

impl Geometries {
    /// The geometry of a Shape and its size; `None` if there is none to see.
    pub(super) fn find(
        &mut self,
        visible: &mut VisibleScene,
        scene: &Scene,
        assets: &AssetFiles,
        shape: &ShapeRow,
    ) -> Option<FoundGeometry> {
        // a CadShape is its own geometry
        let node = match read::kind(scene, shape.node) {
            NodeType::CadShape => shape.node,
            _ => read::child(scene, shape.node, "geometry")?,
        };
        let (form, size, surface) = form(scene, assets, node, shape.part)?;
        let known_sheet = form.sheet(size);
        let found = |visible: &VisibleScene, id: GeometryId| FoundGeometry {
            id,
            size,
            sheet: known_sheet.unwrap_or_else(|| Sheet::around(visible, id, size)),
        };
        // a geometry of its own may have changed
        if !matches!(form, Form::Node(_))
            && let Some((id, _)) = self.known.get(&form)
        {
            self.used.insert(*id);
            return Some(found(visible, *id));
        }
        let surface_of = |surface: &Surface| faces(scene, assets, node, shape.part, surface);
        let mesh = mesh(scene, &form, node, surface.as_deref().map(surface_of))?;
        let id = visible.add_geometry(Geometry::new(mesh).ok()?);
        self.used.insert(id);
        if let Some((old, _)) = self.known.insert(form, (id, surface)) {
            visible.remove_geometry(old);
        }
        Some(found(visible, id))
    }

    /// Takes geometries away that no instance has any more.
    pub(super) fn remove_unused(&mut self, visible: &mut VisibleScene) {
        self.used.clear();
        self.used
            .extend(visible.instances().map(|(_, instance)| instance.geometry));
        self.known.retain(|_, (id, _)| {
            let is_used = self.used.contains(id);
            if !is_used {
                visible.remove_geometry(*id);
            }
            is_used
        });
    }
}

fn parts(scene: &Scene, node: NodeId, has_top: bool) -> Parts {
    let flag = |name: &str| read::flag(scene, node, name);
    Parts {
        top: has_top && flag("top"),
        side: flag("side"),
        bottom: flag("bottom"),
    }
}

type Found = (Form, [f64; 3], Option<Arc<Surface>>);

/// The form of a geometry node and what its size makes of the form.
fn form(scene: &Scene, assets: &AssetFiles, node: NodeId, part: u32) -> Option<Found> {
    let number = |name: &str| read::number(scene, node, name);
    let subdivision = || u32::try_from(read::integer(scene, node, "subdivision")).unwrap_or(0);
    let one = [1.0; 3];
    let plain = |form: Form, size: [f64; 3]| Some((form, size, None));
    match read::kind(scene, node) {
        NodeType::Box => plain(Form::Box, read::vector(scene, node, "size").to_array()),
        NodeType::Plane => {
            let [width, depth] = read::vector2(scene, node, "size");
            plain(Form::Plane, [width, depth, 1.0])
        }
        NodeType::Sphere => {
            let is_ico = read::flag(scene, node, "ico");
            let subdivision = subdivision();
            let form = Form::Sphere {
                subdivision,
                is_ico,
            };
            plain(form, [number("radius"); 3])
        }
        NodeType::Cylinder => {
            let form = Form::Cylinder(subdivision(), parts(scene, node, true));
            let radius = number("radius");
            plain(form, [radius, radius, number("height")])
        }
        NodeType::Cone => {
            let form = Form::Cone(subdivision(), parts(scene, node, false));
            let radius = number("bottomRadius");
            plain(form, [radius, radius, number("height")])
        }
        NodeType::Capsule => {
            let form = Form::Capsule {
                radius: bits(number("radius")),
                height: bits(number("height")),
                subdivision: subdivision(),
                parts: parts(scene, node, true),
            };
            plain(form, one)
        }
        NodeType::ElevationGrid => {
            let size = [number("xSpacing"), number("ySpacing"), 1.0];
            plain(Form::Node(node), size)
        }
        NodeType::IndexedFaceSet => {
            let mesh = surface(scene, assets, node, None)?;
            let is_plain = ["texCoord", "normal"]
                .iter()
                .all(|field| read::child(scene, node, field).is_none());
            let form = match is_plain {
                true => Form::Surface {
                    mesh: Arc::as_ptr(&mesh) as usize,
                    crease_angle: bits(number("creaseAngle")),
                    is_turned_over: !read::flag(scene, node, "ccw"),
                },
                false => Form::Node(node),
            };
            Some((form, one, Some(mesh)))
        }
        NodeType::Mesh | NodeType::CadShape => {
            let mesh = surface(scene, assets, node, material_of(assets, node, part))?;
            let form = Form::Surface {
                mesh: Arc::as_ptr(&mesh) as usize,
                crease_angle: bits(0.0),
                is_turned_over: !read::flag(scene, node, "ccw"),
            };
            Some((form, one, Some(mesh)))
        }
        NodeType::IndexedLineSet | NodeType::PointSet => plain(Form::Node(node), one),
        _ => None,
    }
}

/// The name of the material of a part, if the file of a CadShape has several.
fn material_of(assets: &AssetFiles, node: NodeId, part: u32) -> Option<&Arc<str>> {
    let cad = assets.meshes.cad_materials(node)?;
    let has_several = cad.all.len() > 1;
    Some(&cad.all.get(part as usize).filter(|_| has_several)?.name)
}

fn surface(
    scene: &Scene,
    assets: &AssetFiles,
    node: NodeId,
    material: Option<&Arc<str>>,
) -> Option<Arc<Surface>> {
    let whole = crate::model::compile::UNSCALED;
    let meshes = &assets.meshes;
    meshes.mesh_of_material(scene, node, material, Precision::Double, whole)
}

fn mesh(scene: &Scene, form: &Form, node: NodeId, faces: Option<Mesh>) -> Option<Mesh> {
    Some(match form {
        Form::Box => tessellate::box_(),
        Form::Plane => tessellate::plane(),
        Form::Sphere {
            subdivision,
            is_ico,
        } => tessellate::sphere(*subdivision, *is_ico),
        Form::Cylinder(subdivision, parts) => tessellate::cylinder(*subdivision, *parts),
        Form::Cone(subdivision, parts) => tessellate::cone(*subdivision, *parts),
        Form::Capsule {
            radius,
            height,
            subdivision,
            parts,
        } => tessellate::capsule(
            f64::from_bits(*radius),
            f64::from_bits(*height),
            *subdivision,
            *parts,
        ),
        Form::Surface { .. } => faces?,
        Form::Node(_) => match read::kind(scene, node) {
            NodeType::ElevationGrid => elevation_grid(scene, node)?,
            NodeType::IndexedLineSet => {
                let positions = coordinates(scene, node);
                let indices = read::integers(scene, node, "coordIndex");
                tessellate::lines(&positions, &indices)
            }
            NodeType::PointSet => {
                let positions = coordinates(scene, node);
                let colors = read::child(scene, node, "color")
                    .map(|node| read::colors(scene, node, "color"))
                    .unwrap_or_default();
                tessellate::points(&positions, &colors)
            }
            _ => faces?,
        },
    })
}

fn coordinates(scene: &Scene, node: NodeId) -> Vec<[f64; 3]> {
    read::child(scene, node, "coord")
        .map(|node| read::vectors(scene, node, "point"))
        .unwrap_or_default()
}

fn elevation_grid(scene: &Scene, node: NodeId) -> Option<Mesh> {
    let dimension = |name: &str| u32::try_from(read::integer(scene, node, name)).ok();
    let heights = read::numbers(scene, node, "height");
    Some(tessellate::elevation_grid(
        dimension("xDimension")?,
        dimension("yDimension")?,
        &heights,
    ))
}

/// The triangles of an IndexedFaceSet or of a file.
fn faces(scene: &Scene, assets: &AssetFiles, node: NodeId, part: u32, surface: &Surface) -> Mesh {
    let points: Vec<[f64; 3]> = surface
        .points()
        .iter()
        .map(|point| point.to_array())
        .collect();
    let triangles = surface.corners();
    let is_face_set = read::kind(scene, node) == NodeType::IndexedFaceSet;
    let (coordinates, normals) = match is_face_set {
        true => (
            texture_corners(scene, node, false).map(upwards),
            normal_corners(scene, node),
        ),
        false => {
            let material = material_of(assets, node, part);
            let attributes = assets.meshes.attributes(scene, node, material);
            let of_corner = |at: u32| attributes.get(at as usize);
            (
                corners(triangles, |at| {
                    let place = of_corner(at)?.texture;
                    // the middle of a picture where the file says nothing
                    Some(place.map_or([0.5; 2], |place| [place.x, place.y]))
                }),
                corners(triangles, |at| Some(of_corner(at)?.normal?.to_array())),
            )
        }
    };
    let coordinates = coordinates.filter(|corners| corners.len() == triangles.len());
    let normals = normals.filter(|corners| corners.len() == triangles.len());
    let mut mesh = tessellate::indexed_face_set(&Faces {
        points: &points,
        triangles,
        normals: normals.as_deref(),
        coordinates: coordinates.as_deref(),
        crease_angle: match is_face_set {
            true => read::number(scene, node, "creaseAngle"),
            // files have normals, or were given them
            false => 0.0,
        },
    });
    if !read::flag(scene, node, "ccw") {
        mesh.turn_over();
    }
    mesh
}

/// What the corners of all triangles have; `None` if one of them has none.
fn corners<T>(triangles: &[[u32; 3]], of: impl Fn(u32) -> Option<T>) -> Option<Vec<[T; 3]>> {
    let of_triangle = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(&of);
        Some([a?, b?, c?])
    };
    triangles.iter().map(of_triangle).collect()
}

/// Coordinates counted from the lower edge instead of the upper one.
fn upwards(corners: Vec<[[f64; 2]; 3]>) -> Vec<[[f64; 2]; 3]> {
    let turned = |corners: [[f64; 2]; 3]| corners.map(|[u, v]| [u, 1.0 - v]);
    corners.into_iter().map(turned).collect()
}
