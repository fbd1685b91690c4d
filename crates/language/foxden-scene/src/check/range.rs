//! Values out of range are replaced, as the catalogue says.

use super::{dependent, legacy_fields, physics, radar, shapes};
use crate::node::{FieldPlace, FieldRef, NodeId, StoredValue, cell, set_cell};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::save::value_text;
use crate::scene::Scene;
use foxden_catalogue::{FieldIndex, FieldModel, Interval, NodeType, Range, Reset};
use foxden_lang::diagnostic::Code;
use foxden_lang::value::Value;

/// Fields that are only checked when they change: what a file says stays.
const CHECKED_ON_CHANGE_ONLY: &[(NodeType, &str)] = &[
    (NodeType::Accelerometer, "resolution"),
    (NodeType::Altimeter, "resolution"),
    (NodeType::Background, "luminosity"),
    (NodeType::BallJointParameters, "staticFriction"),
    (NodeType::Compass, "resolution"),
    (NodeType::ContactProperties, "rollingFriction"),
    (NodeType::GPS, "noiseCorrelation"),
    (NodeType::GPS, "resolution"),
    (NodeType::GPS, "speedNoise"),
    (NodeType::GPS, "speedResolution"),
    (NodeType::Gyro, "resolution"),
    (NodeType::HingeJointParameters, "staticFriction"),
    (NodeType::HingeJointParameters, "suspensionAxis"),
    (NodeType::InertialUnit, "resolution"),
    (NodeType::JointParameters, "staticFriction"),
    (NodeType::LightSensor, "resolution"),
    (NodeType::Muscle, "volume"),
    (NodeType::PositionSensor, "noise"),
    (NodeType::PositionSensor, "resolution"),
    (NodeType::Recognition, "frameThickness"),
    (NodeType::TouchSensor, "resolution"),
    (NodeType::WorldInfo, "optimalThreadCount"),
];

/// How many coefficients of friction there may be: no other list has a range and a reset.
const LONGEST_LIST: usize = 4;

/// Fields that are only checked when they are read: what is set later stays.
const CHECKED_ON_READING_ONLY: &[(NodeType, &str)] = &[
    (NodeType::Pen, "inkDensity"),
    (NodeType::VacuumGripper, "contactPoints"),
];

/// Fields whose range another field of the same node decides.
const CHECKED_WITH_ANOTHER: &[(NodeType, &str)] = &[(NodeType::SpotLight, "beamWidth")];

/// Checks the words of a node after it was read, before anything else looks at them. What a
/// parameter gives stays as it was written; only the field that it is bound to changes.
pub(crate) fn check_words(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let kind = scene.node(id).base_type();
    for (at, model) in kind.model().fields.iter().enumerate() {
        if model.values.is_empty() {
            continue;
        }
        let index = FieldIndex(at as u16);
        let field = FieldRef {
            node: id,
            place: FieldPlace::Field(index),
        };
        let Some(value) = scene.value(field).map(std::borrow::Cow::into_owned) else {
            continue;
        };
        let Some(corrected) = corrected_word(model, &value) else {
            continue;
        };
        report_correction(scene, library, id, model, [&value, &corrected]);
        let page = scene.node(id).page_at(None);
        match page.and_then(|page| cell(page, index)) {
            Some(StoredValue::Is(parameter) | StoredValue::Adapted(parameter, _)) => {
                let adapted = StoredValue::Adapted(*parameter, corrected);
                set_cell(scene.page_mut(field), index, adapted);
            }
            _ => scene.put_field(field, corrected),
        }
    }
}

/// Checks all fields of a node after it was read.
pub(crate) fn check(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let kind = scene.node(id).base_type();
    if dependent::check(scene, library, id) || is_flare_of_camera(scene, id) {
        return;
    }
    if shapes::check(scene, library, id) || is_second_fog(scene, id) {
        return;
    }
    if kind == NodeType::Physics {
        physics::check(scene, library, id);
        return;
    }
    if kind == NodeType::Radar {
        radar::check(scene, library, id);
    }
    check_all_fields(scene, library, id);
    if matches!(kind, NodeType::PointLight | NodeType::SpotLight) {
        check_light(scene, library, id);
    }
}

fn check_all_fields(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let kind = scene.node(id).base_type();
    for (at, model) in kind.model().fields.iter().enumerate() {
        if CHECKED_ON_CHANGE_ONLY.contains(&(kind, model.name)) {
            continue;
        }
        let field = FieldRef {
            node: id,
            place: FieldPlace::Field(FieldIndex(at as u16)),
        };
        correct(scene, library, field);
    }
}

/// Checks one field after it was changed, and the fields beside it whose range it may limit.
pub(crate) fn check_field(scene: &mut Scene, library: &mut Library, field: FieldRef) {
    let kind = scene.node(field.node).base_type();
    if CHECKED_ON_READING_ONLY.contains(&(kind, scene.field_name(field))) {
        return;
    }
    if is_of_words(scene, field) {
        correct(scene, library, field);
    }
    if dependent::check_field(scene, library, field) {
        return;
    }
    if kind == NodeType::Physics {
        return physics::check_field(scene, library, field);
    }
    if kind == NodeType::Radar {
        radar::check_field(scene, library, field);
    }
    while correct(scene, library, field) && is_corrected_by_item(scene, field) {}
    shapes::check_edges(scene, library, field);
    let is_alone = shapes::is_alone(kind)
        || CHECKED_ON_READING_ONLY
            .iter()
            .any(|(read, _)| *read == kind);
    if !is_alone {
        check_all_fields(scene, library, field.node);
    }
    match kind {
        NodeType::PointLight | NodeType::SpotLight => check_light(scene, library, field.node),
        NodeType::Transform | NodeType::Skin => {
            legacy_fields::scale(scene, library, field.node);
        }
        _ => {}
    }
}

/// Whether one mistake of a value is corrected at a time, so that another may be left.
fn is_corrected_by_item(scene: &Scene, field: FieldRef) -> bool {
    let fields = &scene.node(field.node).base_type().model().fields;
    let is_clamped = fields[field.place.index().0 as usize].reset == Reset::Clamp;
    match scene.value(field).as_deref() {
        Some(Value::FloatList(_)) => true,
        Some(Value::Vec3(_)) => is_clamped,
        _ => false,
    }
}

/// Replaces the value of a field if it is out of range; whether it was. Of a list only the
/// first item that is, as files are read.
pub(super) fn correct(scene: &mut Scene, library: &mut Library, field: FieldRef) -> bool {
    let kind = scene.node(field.node).base_type();
    let model = &kind.model().fields[field.place.index().0 as usize];
    let is_free = model.reset == Reset::Keep && model.values.is_empty();
    if is_free || CHECKED_WITH_ANOTHER.contains(&(kind, model.name)) {
        return false;
    }
    let Some(value) = scene.value(field).map(std::borrow::Cow::into_owned) else {
        return false;
    };
    let Some(corrected) = corrected(scene, field.node, model, &value) else {
        return false;
    };
    report_correction(scene, library, field.node, model, [&value, &corrected]);
    scene.put_field(field, corrected);
    true
}

/// Reports what a value was and what it became.
fn report_correction(
    scene: &Scene,
    library: &mut Library,
    node: NodeId,
    model: &FieldModel,
    [value, corrected]: [&Value; 2],
) {
    let message = format!(
        "'{}' cannot be {}; it was changed to {}",
        model.name,
        value_text(value),
        value_text(corrected)
    );
    let finding = Finding::warning(Code::Range, message, admitted(model));
    report(scene, library, node, finding);
}

/// Whether a field takes only certain words or numbers.
fn is_of_words(scene: &Scene, field: FieldRef) -> bool {
    let fields = &scene.node(field.node).base_type().model().fields;
    !fields[field.place.index().0 as usize].values.is_empty()
}

/// Whether a node is the lens flare of a Camera, which looks at it when it is enabled.
fn is_flare_of_camera(scene: &Scene, node: NodeId) -> bool {
    let holder = scene
        .parent(node)
        .map(|holder| scene.node(holder).base_type());
    scene.node(node).base_type() == NodeType::LensFlare && holder == Some(NodeType::Camera)
}

/// Whether a node is a Fog that has no effect: only the first one is checked.
fn is_second_fog(scene: &Scene, node: NodeId) -> bool {
    let is_fog = |id: &NodeId| scene.node(*id).base_type() == NodeType::Fog;
    let mut nodes = scene.nodes_in(scene.top_level()).iter().copied();
    is_fog(&node) && nodes.find(is_fog) != Some(node)
}

fn admitted(model: &FieldModel) -> String {
    match (model.range, model.values) {
        (Range::Interval(interval), _) => format!("it must be {interval}"),
        (Range::NonZero | Range::NonNull, _) => "it must not be zero".to_owned(),
        (Range::SphereSubdivision, _) => {
            "it must be 1 to 5 for an icosphere, 3 to 32 otherwise".to_owned()
        }
        (_, []) => String::new(),
        (_, values) => format!("it must be one of: {}", values.join(", ")),
    }
}

/// What a value becomes; `None` if it is valid.
fn corrected(scene: &Scene, id: NodeId, model: &FieldModel, value: &Value) -> Option<Value> {
    if !model.values.is_empty() {
        return corrected_word(model, value);
    }
    let field = |name: &str| scene.value_of(id, name).and_then(|value| value.as_number());
    let is_valid = |number: f64| match &model.range {
        Range::Interval(interval) => interval.admits(number, field),
        Range::NonZero => number != 0.0,
        Range::SphereSubdivision => {
            let is_ico = matches!(
                scene.value_of(id, "ico").as_deref(),
                Some(Value::Bool(true))
            );
            if is_ico {
                (1.0..=5.0).contains(&number)
            } else {
                (3.0..=32.0).contains(&number)
            }
        }
        Range::Any | Range::NonNull | Range::Documented(_) => true,
    };
    match value {
        Value::Float(number) if !is_valid(*number) => {
            reset_number(model, *number, &field, scene, id).map(Value::Float)
        }
        Value::Int(number) if !is_valid(f64::from(*number)) => {
            reset_number(model, f64::from(*number), &field, scene, id)
                .map(|number| Value::Int(number as i32))
        }
        Value::Vec2(vector) if !vector.iter().all(|number| is_valid(*number)) => {
            match model.reset {
                Reset::Vec2(reset) => Some(Value::Vec2(reset)),
                _ => None,
            }
        }
        Value::Vec3(vector) => {
            let is_null = model.range == Range::NonNull && *vector == [0.0; 3];
            match (model.reset, &model.range) {
                (Reset::Clamp, Range::Interval(interval)) => {
                    let at = vector.iter().position(|number| !is_valid(*number))?;
                    let mut vector = *vector;
                    vector[at] = nearest(interval, vector[at]);
                    Some(Value::Vec3(vector))
                }
                (Reset::Vec3(reset), _)
                    if is_null || !vector.iter().all(|number| is_valid(*number)) =>
                {
                    Some(Value::Vec3(reset))
                }
                _ => None,
            }
        }
        // no item counts in a list of a length that is not allowed
        Value::FloatList(items) if (1..=LONGEST_LIST).contains(&items.len()) => {
            let at = items.iter().position(|item| !is_valid(*item))?;
            let mut items = items.clone();
            items[at] = reset_number(model, items[at], &field, scene, id)?;
            Some(Value::FloatList(items))
        }
        _ => None,
    }
}

/// The default in the place of a word that is not in the list of a field.
fn corrected_word(model: &FieldModel, value: &Value) -> Option<Value> {
    let word = match value {
        Value::String(text) => text.value.to_string(),
        Value::Int(number) => number.to_string(),
        _ => return None,
    };
    match model.values.contains(&&*word) {
        true => None,
        false => Value::from_default(&model.default),
    }
}

fn reset_number(
    model: &FieldModel,
    number: f64,
    field: &dyn Fn(&str) -> Option<f64>,
    scene: &Scene,
    id: NodeId,
) -> Option<f64> {
    match model.reset {
        Reset::Keep | Reset::Vec2(_) | Reset::Vec3(_) => None,
        Reset::Number(reset) => Some(reset),
        Reset::Absolute => Some(number.abs()),
        Reset::Clamp => match &model.range {
            Range::Interval(interval) => Some(nearest(interval, number)),
            _ => None,
        },
        Reset::Field(name) => field(name),
        Reset::FieldPlusOne(name) => field(name).map(|value| value + 1.0),
        Reset::SphereSubdivision => {
            let is_ico = matches!(
                scene.value_of(id, "ico").as_deref(),
                Some(Value::Bool(true))
            );
            Some(if is_ico { 1.0 } else { 24.0 })
        }
    }
}

fn nearest(interval: &Interval, number: f64) -> f64 {
    interval.nearest(number)
}

/// Attenuation and ambient light exclude each other; a spot's beam is no wider than its cone.
fn check_light(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let number =
        |scene: &Scene, name: &str| scene.value_of(id, name).and_then(|value| value.as_number());
    if let Some(Value::Vec3(attenuation)) = scene.value_of(id, "attenuation").as_deref().cloned() {
        if attenuation != [1.0, 0.0, 0.0]
            && number(scene, "ambientIntensity").is_some_and(|ambient| ambient != 0.0)
        {
            let message = "'ambientIntensity' and 'attenuation' cannot both be set; 'ambientIntensity' was changed to 0";
            report(
                scene,
                library,
                id,
                Finding::warning(
                    Code::Range,
                    message,
                    "leave 'attenuation' at 1 0 0, or 'ambientIntensity' at 0",
                ),
            );
            scene.put(id, "ambientIntensity", Value::Float(0.0));
        }
        if attenuation[0] > 0.0 || attenuation[1] > 0.0 {
            let message = "real light fades with the square of the distance";
            report(
                scene,
                library,
                id,
                Finding::note(Code::Advice, message, "write: attenuation 0 0 1"),
            );
        }
    }
    if let (Some(cone), Some(beam)) = (number(scene, "cutOffAngle"), number(scene, "beamWidth")) {
        let within = if beam < 0.0 { 0.0 } else { beam.min(cone) };
        if within != beam {
            scene.put(id, "beamWidth", Value::Float(within));
        }
    }
}
