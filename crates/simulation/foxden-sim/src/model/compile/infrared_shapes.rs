//! What infra-red light sees: Shapes and how much they give back.

use super::colliders::UNSCALED;
use super::infrared_surfaces::InfraredSurface;
use super::read;
use crate::math::Vector;
use crate::model::{PoseIndex, Visual};
use crate::spatial::meshes::{MeshFiles, texture_corners};
use crate::spatial::rays::Bounds;
use crate::spatial::rays::infrared_shape::{InfraredShape, Parts, Profile};
use crate::spatial::rays::mesh::Precision;
use crate::spatial::textures::Mapping;
use crate::world::assets::AssetFiles;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// What is seen of a Shape, and how much infra-red light it gives back.
pub(super) fn visual(
    scene: &Scene,
    assets: &AssetFiles,
    node: NodeId,
    place: Option<PoseIndex>,
    scale: Option<Vector>,
) -> Option<Visual> {
    let geometry = read::child(scene, node, "geometry")?;
    let scale = scale.unwrap_or(UNSCALED);
    let form = form(scene, &assets.meshes, geometry, scale)?;
    let appearance = read::child(scene, node, "appearance");
    let surface = InfraredSurface::read(scene, &assets.textures, appearance, || {
        mapping(scene, geometry, &form, scale)
    });
    Some(Visual {
        place,
        form,
        surface,
    })
}

/// How pictures are put on a geometry of this form; `None` if that is not known.
fn mapping(scene: &Scene, node: NodeId, form: &InfraredShape, scale: Vector) -> Option<Mapping> {
    Some(match form {
        InfraredShape::Box { half } => Mapping::Box { half: *half },
        InfraredShape::Sphere { radius } => Mapping::Sphere { radius: *radius },
        InfraredShape::Plane { half } => Mapping::Plane {
            size: half.map(|half| 2.0 * half),
        },
        InfraredShape::Turned {
            profile,
            radius,
            half_height,
            ..
        } => {
            let (radius, half_height) = (*radius, *half_height);
            match profile {
                Profile::Cylinder => Mapping::Cylinder {
                    radius,
                    half_height,
                },
                Profile::Cone => Mapping::Cone {
                    radius,
                    half_height,
                },
                Profile::Capsule => Mapping::Capsule {
                    radius,
                    half_height,
                    subdivision: read::integer(scene, node, "subdivision"),
                },
            }
        }
        InfraredShape::Grid { mesh, .. } => {
            let corner = mesh.points().last()?;
            Mapping::Grid {
                size: [corner.x, corner.y],
            }
        }
        InfraredShape::Mesh(mesh) if read::kind(scene, node) == NodeType::IndexedFaceSet => {
            let is_mirrored = scale.x * scale.y * scale.z < 0.0;
            match texture_corners(scene, node, is_mirrored) {
                Some(corners) if corners.len() == mesh.corners().len() => Mapping::Corners(corners),
                Some(_) => return None,
                None => {
                    let points = mesh.points().iter();
                    let bounds = points.fold(Bounds::EMPTY, |sum, point| sum.with(*point));
                    Mapping::of_bounds(bounds.low, bounds.high)
                }
            }
        }
        // what files say of it is not read
        InfraredShape::Mesh(_) => return None,
    })
}

/// The form of a geometry. Round ones stay round: of factors that differ the
/// greatest counts.
fn form(scene: &Scene, meshes: &MeshFiles, node: NodeId, scale: Vector) -> Option<InfraredShape> {
    let number = |name: &str| read::number(scene, node, name);
    let size = Vector::new(scale.x.abs(), scale.y.abs(), scale.z.abs());
    let width = size.x.max(size.y);
    let flag = |name: &str| read::flag(scene, node, name);
    let turned = |profile: Profile, radius: &str| InfraredShape::Turned {
        profile,
        radius: number(radius) * width,
        half_height: number("height") * 0.5 * size.z,
        parts: Parts {
            top: profile != Profile::Cone && flag("top"),
            side: flag("side"),
            bottom: flag("bottom"),
        },
    };
    Some(match read::kind(scene, node) {
        NodeType::Box => InfraredShape::Box {
            half: (read::vector(scene, node, "size") * 0.5).scaled(size),
        },
        NodeType::Sphere => InfraredShape::Sphere {
            radius: number("radius") * width.max(size.z),
        },
        NodeType::Cylinder => turned(Profile::Cylinder, "radius"),
        NodeType::Capsule => turned(Profile::Capsule, "radius"),
        NodeType::Cone => turned(Profile::Cone, "bottomRadius"),
        NodeType::Plane => {
            let [width, depth] = read::vector2(scene, node, "size");
            InfraredShape::Plane {
                half: [width * size.x / 2.0, depth * size.y / 2.0],
            }
        }
        NodeType::IndexedFaceSet | NodeType::Mesh => {
            InfraredShape::Mesh(meshes.mesh(scene, node, Precision::Double, scale)?)
        }
        NodeType::ElevationGrid => InfraredShape::Grid {
            mesh: meshes.mesh(scene, node, Precision::Double, scale)?,
            columns: usize::try_from(read::integer(scene, node, "xDimension")).ok()?,
        },
        _ => return None,
    })
}
