//! What infra-red light sees: Shapes and how much they give back.

use super::colliders::shape;
use super::read;
use crate::meshes::MeshFiles;
use crate::rays::mesh::Precision;
use crate::rays::shapes::Shape;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// The form of a Shape and how much infra-red light it gives back.
pub(super) fn visual(scene: &Scene, meshes: &MeshFiles, node: NodeId) -> Option<(Shape, f64)> {
    let geometry = read::child(scene, node, "geometry")?;
    let form = shape(
        scene,
        meshes,
        geometry,
        read::kind(scene, geometry),
        Precision::Double,
    )?;
    Some((
        form,
        reflection(scene, read::child(scene, node, "appearance")),
    ))
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
