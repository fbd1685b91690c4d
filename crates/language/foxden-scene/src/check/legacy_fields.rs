//! Deprecated fields whose meaning moved elsewhere.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use foxden_lang::value::Value;

pub(super) fn check(scene: &mut Scene, library: &mut Library, id: NodeId) {
    match scene.node(id).base_type() {
        NodeType::Robot => robot_data(scene, library, id),
        NodeType::Viewpoint => follow_orientation(scene, library, id),
        NodeType::WorldInfo => world_info(scene, library, id),
        NodeType::Camera | NodeType::RangeFinder => {
            spherical(scene, library, id, true, "planar", "cylindrical")
        }
        NodeType::Lidar => spherical(scene, library, id, false, "cylindrical", "planar"),
        NodeType::Transform | NodeType::Skin => scale(scene, library, id),
        _ => {}
    }
}

/// Reports the new name of a renamed field.
fn deprecated(scene: &Scene, library: &mut Library, id: NodeId, message: &str, hint: &str) {
    let finding = Finding::warning(Code::Deprecated, message, hint);
    report(scene, library, id, finding);
}

fn text(scene: &Scene, id: NodeId, field: &str) -> String {
    scene
        .value_of(id, field)
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn robot_data(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let data = text(scene, id, "data");
    if data.is_empty() {
        return;
    }
    deprecated(
        scene,
        library,
        id,
        "'data' is called 'customData' today",
        "rename it",
    );
    if text(scene, id, "customData").is_empty() {
        scene.put(id, "customData", Value::String(data.as_str().into()));
    }
    scene.put(id, "data", Value::String("".into()));
}

fn follow_orientation(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let is_set = matches!(
        scene.value_of(id, "followOrientation").as_deref(),
        Some(Value::Bool(true))
    );
    if !is_set {
        return;
    }
    deprecated(
        scene,
        library,
        id,
        "'followOrientation' is part of 'followType' today",
        "write: followType \"Mounted Shot\"",
    );
    if text(scene, id, "followType") == "Tracking Shot" {
        scene.put(id, "followType", Value::String("Mounted Shot".into()));
        scene.put(id, "followOrientation", Value::Bool(false));
    }
}

fn world_info(scene: &mut Scene, library: &mut Library, id: NodeId) {
    if let Some(Value::Vec3(north)) = scene.value_of(id, "northDirection").as_deref().cloned()
        && north != [0.0, 1.0, 0.0]
    {
        deprecated(
            scene,
            library,
            id,
            "'northDirection' is part of 'coordinateSystem' today",
            "write: coordinateSystem \"ENU\", \"NUE\" or \"EUN\"",
        );
        if north == [0.0, 0.0, 1.0] && text(scene, id, "coordinateSystem") == "NUE" {
            scene.put(id, "coordinateSystem", Value::String("EUN".into()));
            scene.put(id, "northDirection", Value::Vec3([0.0, 1.0, 0.0]));
        }
    }
    if !text(scene, id, "fast2d").is_empty() {
        deprecated(
            scene,
            library,
            id,
            "'fast2d' has no effect",
            "a Robot without Physics moves kinematically",
        );
    }
}

/// `spherical` became part of `projection`.
fn spherical(
    scene: &mut Scene,
    library: &mut Library,
    id: NodeId,
    when: bool,
    from: &str,
    to: &str,
) {
    if scene.value_of(id, "spherical").as_deref() != Some(&Value::Bool(when)) {
        return;
    }
    let hint = &format!("write: projection \"{to}\"");
    deprecated(
        scene,
        library,
        id,
        "'spherical' is part of 'projection' today",
        hint,
    );
    scene.put(id, "spherical", Value::Bool(!when));
    if text(scene, id, "projection") == from {
        scene.put(id, "projection", Value::String(to.into()));
    }
}

/// Nothing can be scaled to zero.
pub(super) fn scale(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let Some(Value::Vec3(scale)) = scene.value_of(id, "scale").as_deref().cloned() else {
        return;
    };
    let corrected = scale.map(|factor| if factor == 0.0 { 1.0 } else { factor });
    if corrected != scale {
        let message = "a factor of 'scale' cannot be 0; it was changed to 1";
        report(
            scene,
            library,
            id,
            Finding::warning(Code::Range, message, "leave out what is not needed"),
        );
        scene.put(id, "scale", Value::Vec3(corrected));
    }
}
