//! The limits of a Radar, which depend on each other.

use crate::node::{FieldRef, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_lang::diagnostic::Code;
use foxden_lang::value::Value;

/// Checks the limits of a Radar after it was read.
pub(super) fn check(scene: &mut Scene, library: &mut Library, id: NodeId) {
    check_least_range(scene, library, id);
    check_speeds(scene, library, id);
}

/// Checks a limit of a Radar after it was changed.
pub(super) fn check_field(scene: &mut Scene, library: &mut Library, field: FieldRef) {
    match scene.field_name(field) {
        "minRange" => check_least_range(scene, library, field.node),
        "minRadialSpeed" | "maxRadialSpeed" => check_speeds(scene, library, field.node),
        _ => {}
    }
}

/// A minimum range that is not below the maximum range is replaced, unless that is 0.
fn check_least_range(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let number = |name: &str| scene.float(id, name);
    let (Some(least), Some(greatest)) = (number("minRange"), number("maxRange")) else {
        return;
    };
    let least = least.max(0.0);
    if greatest > least {
        return;
    }
    if greatest == 0.0 {
        change(scene, library, id, "maxRange", least + 1.0);
    } else {
        change(scene, library, id, "minRange", (greatest - 1.0).max(0.0));
    }
}

/// Speeds are limited by both fields, unless both are 0.
fn check_speeds(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let number = |name: &str| scene.float(id, name);
    let (Some(least), Some(greatest)) = (number("minRadialSpeed"), number("maxRadialSpeed")) else {
        return;
    };
    let is_limited = least != 0.0 || greatest != 0.0;
    if is_limited && greatest <= least {
        change(scene, library, id, "maxRadialSpeed", least + 1.0);
    }
}

fn change(scene: &mut Scene, library: &mut Library, id: NodeId, name: &str, value: f64) {
    let (least, greatest) = match name {
        "maxRadialSpeed" => ("minRadialSpeed", "maxRadialSpeed"),
        _ => ("minRange", "maxRange"),
    };
    report(
        scene,
        library,
        id,
        Finding::warning(
            Code::Range,
            format!("'{greatest}' is not above '{least}'; '{name}' was changed to {value}"),
            "leave room between them",
        ),
    );
    scene.put(id, name, Value::Float(value));
}
