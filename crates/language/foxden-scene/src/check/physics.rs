//! The values of a Physics node depend on each other.

use crate::node::{FieldRef, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_lang::diagnostic::Code;
use foxden_lang::value::Value;

pub(super) fn check(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let number = |scene: &Scene, name: &str| {
        scene
            .value_of(id, name)
            .and_then(|value| value.as_number())
            .unwrap_or(0.0)
    };
    let density = number(scene, "density");
    let mass = number(scene, "mass");
    if density <= 0.0 && (mass <= 0.0 || density != -1.0) {
        let message = format!("'density' cannot be {density} here; it was changed to 1000");
        report(
            scene,
            library,
            id,
            Finding::warning(
                Code::Range,
                message,
                "give either a positive 'mass' or a positive 'density'",
            ),
        );
        scene.put(id, "density", Value::Float(1000.0));
    }
    if mass <= 0.0 && mass != -1.0 {
        let message = format!("'mass' cannot be {mass}; it was changed to -1");
        report(
            scene,
            library,
            id,
            Finding::warning(
                Code::Range,
                message,
                "-1 means: computed from 'density' and the boundingObject",
            ),
        );
        scene.put(id, "mass", Value::Float(-1.0));
    }
    if mass > 0.0 && density > 0.0 {
        report(
            scene,
            library,
            id,
            Finding::note(
                Code::Advice,
                "both 'mass' and 'density' are given; 'density' has no effect",
                "write: density -1",
            ),
        );
    }
    resize(scene, library, id, "inertiaMatrix", &[0, 2]);
    resize(scene, library, id, "centerOfMass", &[0, 1]);
}

/// Checks a value that changed. One of mass and density must be given; if neither
/// is, the one that changed gets a value; lists keep the length that they were given.
pub(super) fn check_field(scene: &mut Scene, library: &mut Library, field: FieldRef) {
    let (other, least, usual) = match scene.field_name(field) {
        "mass" => ("density", 1.0, -1.0),
        "density" => ("mass", 1000.0, 1000.0),
        _ => return,
    };
    let name = scene.field_name(field).to_owned();
    let number = |name: &str| scene.float(field.node, name).unwrap_or(0.0);
    let (value, is_alone) = (number(&name), number(other) <= 0.0);
    let corrected = match value {
        value if value > 0.0 => return,
        _ if is_alone => least,
        -1.0 => return,
        _ => usual,
    };
    let message = format!("'{name}' cannot be {value} here; it was changed to {corrected}");
    let hint = "give either a positive 'mass' or a positive 'density'";
    let finding = Finding::warning(Code::Range, message, hint);
    report(scene, library, field.node, finding);
    scene.put_field(field, Value::Float(corrected));
}

/// Brings a list to the nearest length that makes sense.
fn resize(scene: &mut Scene, library: &mut Library, id: NodeId, name: &str, lengths: &[usize]) {
    let Some(Value::Vec3List(rows)) = scene.value_of(id, name).as_deref().cloned() else {
        return;
    };
    if lengths.contains(&rows.len()) {
        return;
    }
    let length = lengths.iter().copied().max().unwrap_or(0);
    let message = format!(
        "'{name}' has {} or {} rows; it was brought to {length}",
        lengths[0], lengths[1]
    );
    report(
        scene,
        library,
        id,
        Finding::warning(Code::Range, message, "add or remove rows"),
    );
    let mut rows = rows;
    rows.resize(length, [0.0; 3]);
    scene.put(id, name, Value::Vec3List(rows));
}
