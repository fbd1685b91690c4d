//! What infra-red light sees: Shapes and how much they give back.

use super::colliders::UNSCALED;
use super::read;
use super::surfaces::InfraredSurface;
use crate::math::Vector;
use crate::model::{PoseIndex, Visual};
use crate::spatial::meshes::{MeshFiles, texture_corners};
use crate::spatial::rays::Bounds;
use crate::spatial::rays::mesh::Precision;
use crate::spatial::rays::visible::{Parts, Profile, Visible};
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
fn mapping(scene: &Scene, node: NodeId, form: &Visible, scale: Vector) -> Option<Mapping> {
    Some(match form {
        Visible::Box { half } => Mapping::Box { half: *half },
        Visible::Sphere { radius } => Mapping::Sphere { radius: *radius },
        Visible::Plane { half } => Mapping::Plane {
            size: half.map(|half| 2.0 * half),
        },
        Visible::Turned {
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
        Visible::Grid { mesh, .. } => {
            let corner = mesh.points().last()?;
            Mapping::Grid {
                size: [corner.x, corner.y],
            }
        }
        Visible::Mesh(mesh) if read::kind(scene, node) == NodeType::IndexedFaceSet => {
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
        Visible::Mesh(_) => return None,
    })
}

/// The form of a geometry. Round ones stay round: of factors that differ the
/// greatest counts.
fn form(scene: &Scene, meshes: &MeshFiles, node: NodeId, scale: Vector) -> Option<Visible> {
    let number = |name: &str| read::number(scene, node, name);
    let size = Vector::new(scale.x.abs(), scale.y.abs(), scale.z.abs());
    let width = size.x.max(size.y);
    let flag = |name: &str| read::flag(scene, node, name);
    let turned = |profile: Profile, radius: &str| Visible::Turned {
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
        NodeType::Box => Visible::Box {
            half: (read::vector(scene, node, "size") * 0.5).scaled(size),
        },
        NodeType::Sphere => Visible::Sphere {
            radius: number("radius") * width.max(size.z),
        },
        NodeType::Cylinder => turned(Profile::Cylinder, "radius"),
        NodeType::Capsule => turned(Profile::Capsule, "radius"),
        NodeType::Cone => turned(Profile::Cone, "bottomRadius"),
        NodeType::Plane => {
            let [width, depth] = read::vector2(scene, node, "size");
            Visible::Plane {
                half: [width * size.x / 2.0, depth * size.y / 2.0],
            }
        }
        NodeType::IndexedFaceSet | NodeType::Mesh => {
            Visible::Mesh(meshes.mesh(scene, node, Precision::Double, scale)?)
        }
        NodeType::ElevationGrid => Visible::Grid {
            mesh: meshes.mesh(scene, node, Precision::Double, scale)?,
            columns: usize::try_from(read::integer(scene, node, "xDimension")).ok()?,
        },
        _ => return None,
    })
}
