//! What infra-red light sees: Shapes and how much they give back.

use super::colliders::UNSCALED;
use super::read;
use crate::math::Vector;
use crate::meshes::MeshFiles;
use crate::model::{PlaceIndex, Visual};
use crate::rays::mesh::Precision;
use crate::rays::visible::{Parts, Profile, Visible};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// What is seen of a Shape, and how much infra-red light it gives back.
pub(super) fn visual(
    scene: &Scene,
    meshes: &MeshFiles,
    node: NodeId,
    place: Option<PlaceIndex>,
    scale: Option<Vector>,
) -> Option<Visual> {
    let geometry = read::child(scene, node, "geometry")?;
    Some(Visual {
        place,
        form: form(scene, meshes, geometry, scale.unwrap_or(UNSCALED))?,
        reflection: reflection(scene, read::child(scene, node, "appearance")),
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
                reach: (width * size.x).hypot(depth * size.y) / 2.0,
            }
        }
        NodeType::IndexedFaceSet | NodeType::Mesh | NodeType::ElevationGrid => {
            Visible::Mesh(meshes.mesh(scene, node, Precision::Double, scale)?)
        }
        _ => return None,
    })
}

fn reflection(scene: &Scene, appearance: Option<NodeId>) -> f64 {
    let Some(appearance) = appearance else {
        return 1.0;
    };
    let number = |node: NodeId, name: &str| read::number(scene, node, name);
    let red = match read::kind(scene, appearance) {
        NodeType::PBRAppearance => {
            let red = read::color(scene, appearance, "baseColor")[0];
            let rough = 1.0 - number(appearance, "roughness") / 2.0;
            red * (1.0 - number(appearance, "transparency")) * rough
        }
        _ => match read::child(scene, appearance, "material") {
            Some(material) => {
                let red = read::color(scene, material, "diffuseColor")[0];
                // a material keeps its transparency in 32 bits
                let transparency = f64::from(number(material, "transparency") as f32);
                red * (1.0 - transparency)
            }
            None => 1.0,
        },
    };
    0.8 * red + 0.2
}
