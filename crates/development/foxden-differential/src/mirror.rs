//! The mirror image of a world, as seen in the plane y = 0.

use crate::check::Verdict;
use crate::invariants::{distance, end_of, greater};
use crate::stage::StagedWorld;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene, Value};

/// How far the mirror image may end from where it should: of the way, and in metres.
const SHARE: f64 = 0.05;
const DISTANCE: f64 = 0.005;

/// How a field changes in a mirror.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MirroredKind {
    /// A place or a direction.
    Vector,
    /// An axis about which something turns.
    Axis,
}

/// How a field of a node changes; `None` if it does not.
fn kind(scene: &Scene, node: NodeId, name: &str) -> Option<MirroredKind> {
    Some(match name {
        "translation" | "anchor" | "linearVelocity" | "direction" | "location" | "centerOfMass" => {
            MirroredKind::Vector
        }
        "rotation" | "angularVelocity" => MirroredKind::Axis,
        "axis" => {
            let joint = scene.parent(node).and_then(|joint| scene.get(joint));
            match joint.map(|joint| joint.base_type()) {
                Some(NodeType::SliderJoint) => MirroredKind::Vector,
                _ => MirroredKind::Axis,
            }
        }
        _ => return None,
    })
}

fn mirrored(value: &Value, kind: MirroredKind) -> Option<Value> {
    let turn = |[x, y, z]: [f64; 3]| match kind {
        MirroredKind::Vector => [x, 0.0 - y, z],
        MirroredKind::Axis => [0.0 - x, y, 0.0 - z],
    };
    Some(match value {
        Value::Vec3(vector) => Value::Vec3(turn(*vector)),
        Value::Vec3List(list) => Value::Vec3List(list.iter().map(|vector| turn(*vector)).collect()),
        Value::Rotation([x, y, z, angle]) => {
            let [x, y, z] = turn([*x, *y, *z]);
            Value::Rotation([x, y, z, *angle])
        }
        _ => return None,
    })
}

/// The mirror image of a world.
fn image(sample: &StagedWorld) -> Result<StagedWorld, String> {
    let (mut scene, _) = sample.open()?;
    let mut changes: Vec<(FieldRef, Value)> = Vec::new();
    for node in scene.descendants(scene.root()) {
        for field in scene.visible_fields(node) {
            let kind = kind(&scene, node, scene.field_name(field));
            if let (Some(kind), Some(value)) = (kind, scene.value(field))
                && let Some(value) = mirrored(&value, kind)
            {
                changes.push((field, value));
            }
        }
    }
    for (field, value) in changes {
        scene.set(field, value).map_err(|error| error.to_string())?;
    }
    Ok(sample.with_scene(&scene))
}

/// Whether the mirror image of a world moves as the mirror image of its motion.
pub(crate) fn moves_mirrored(sample: &StagedWorld) -> Result<Verdict, String> {
    let (one, way) = end_of(&mut sample.play()?);
    let (other, _) = end_of(&mut image(sample)?.play()?);
    let allowed = SHARE * way + DISTANCE;
    let apart = one.iter().zip(&other);
    let apart = apart
        .map(|(one, other)| distance(*one, [other[0], -other[1], other[2]]))
        .fold(0.0, greater);
    let is_near = apart <= allowed && one.len() == other.len();
    Ok(Verdict::of((!is_near).then(|| {
        format!("the mirror image ends {apart:.4} m away where {allowed:.4} m is much")
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_of_an_image_is_the_world() {
        let world = "#VRML_SIM R2023b utf8\n\nWorldInfo {\n}\nViewpoint {\n}\nSolid {\n  \
                     translation 1 2 3\n  rotation 1 0 0 0.5\n}\n";
        let sample = StagedWorld::new(world.to_owned());
        let (Ok(once), true) = (image(&sample), true) else {
            panic!("the world cannot be read");
        };
        assert!(once.world.contains("translation 1 -2 3"), "{}", once.world);
        assert!(once.world.contains("rotation -1 0 0 0.5"), "{}", once.world);
        assert_eq!(image(&once).map(|twice| twice.world), Ok(sample.world));
    }
}
