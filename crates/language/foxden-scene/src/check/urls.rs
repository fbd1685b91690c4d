//! URLs of textures, meshes and sounds.

use crate::node::{FieldPlace, FieldRef, NodeId, StoredValue, cell, set_cell};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::{FieldIndex, FieldModel, NodeType};
use foxden_lang::diagnostic::{Code, Severity};
use foxden_lang::resolve::{AssetKind, UrlKind};
use foxden_lang::value::{SourcedString, Value};

/// Backslashes become slashes; a file that cannot be found is reported.
pub(super) fn check(scene: &mut Scene, library: &mut Library, node: NodeId) {
    let model = scene.node(node).model();
    for (at, field_model) in model
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.is_url)
    {
        let field = FieldRef {
            node,
            place: FieldPlace::Field(FieldIndex(at as u16)),
        };
        let Some(value) = scene.value(field).map(std::borrow::Cow::into_owned) else {
            continue;
        };
        let Some(first) = first_url(&value) else {
            continue;
        };
        if scene
            .default_value(field)
            .is_some_and(|default| *default == value)
        {
            continue;
        }
        if has_backslash(&value) && takes_backslashes(scene.node(node).base_type()) {
            adapt(scene, field, &value);
        }
        find(scene, library, node, field_model, first);
    }
}

fn first_url(value: &Value) -> Option<SourcedString> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::StringList(items) => items.first().cloned(),
        _ => None,
    }
}

/// The nodes whose URLs may be written with backslashes.
fn takes_backslashes(kind: NodeType) -> bool {
    matches!(
        kind,
        NodeType::ImageTexture | NodeType::Mesh | NodeType::CadShape
    )
}

fn has_backslash(value: &Value) -> bool {
    match value {
        Value::StringList(items) => items.iter().any(|item| item.value.contains('\\')),
        _ => false,
    }
}

/// The field sees slashes; the parameter that it is bound to keeps what was written.
fn adapt(scene: &mut Scene, field: FieldRef, value: &Value) {
    let slashes = |text: &SourcedString| SourcedString {
        value: text.value.replace('\\', "/").into(),
        file: text.file,
    };
    let Value::StringList(items) = value else {
        return;
    };
    let adapted = Value::StringList(items.iter().map(slashes).collect());
    let index = field.place.index();
    let cell = match scene
        .node(field.node)
        .page_at(None)
        .and_then(|page| cell(page, index))
    {
        Some(StoredValue::Is(parameter)) => StoredValue::Adapted(*parameter, adapted),
        _ => StoredValue::Value(adapted),
    };
    set_cell(scene.page_mut(field), index, cell);
}

fn find(
    scene: &Scene,
    library: &mut Library,
    node: NodeId,
    field: &FieldModel,
    url: SourcedString,
) {
    if url.value.is_empty() {
        return;
    }
    let kind = match field.extensions.first() {
        Some(&"wav") => AssetKind::Sound,
        Some(&("dae" | "obj" | "stl" | "fbx")) => AssetKind::Mesh,
        _ => AssetKind::Texture,
    };
    // pictures and sounds from far away are not fetched just to see that they are there
    let is_far = !matches!(
        UrlKind::of(&url.value),
        UrlKind::Relative(_) | UrlKind::Absolute(_)
    );
    if is_far && kind != AssetKind::Mesh {
        return;
    }
    let holder = library.files[(url.file.0 as usize).min(library.files.len() - 1)]
        .location
        .clone();
    if let Err(error) = library.resolver().locate(&url.value, &holder, kind) {
        let is_collision = kind == AssetKind::Mesh
            && crate::check::admission::is_in_bounding_object_of(scene, node);
        let severity = match kind {
            AssetKind::Sound => Severity::Note,
            _ if is_collision => Severity::Error,
            _ => Severity::Warning,
        };
        report(
            scene,
            library,
            node,
            Finding::new(
                severity,
                Code::MissingFile,
                format!("'{}': {error}", field.name),
                "correct the URL, or put the file there",
            ),
        );
    }
}
