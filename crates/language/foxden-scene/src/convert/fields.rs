//! Fields whose type or default changed.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use foxden_lang::value::{SourcedString, Value};

pub(super) fn convert(scene: &mut Scene, library: &mut Library) {
    for id in scene.descendants(scene.root()) {
        let written = scene.node(id).written.file;
        let version = library.files[written.0 as usize].version;
        if !version.is_before(2020, 'b') {
            continue;
        }
        match scene.node(id).base_type() {
            NodeType::WorldInfo => coordinate_system(scene, library, id),
            NodeType::Robot => controller_arguments(scene, library, id),
            _ => {}
        }
    }
}

/// Up to R2020a y was up, and north decided the rest.
fn coordinate_system(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let north = scene.value_of(id, "northDirection").as_deref().cloned();
    let system = if north == Some(Value::Vec3([0.0, 0.0, 1.0])) {
        "EUN"
    } else {
        "NUE"
    };
    scene.put(id, "coordinateSystem", Value::String(system.into()));
    if matches!(north, Some(Value::Vec3([0.0, 0.0, 1.0] | [1.0, 0.0, 0.0]))) {
        // the system says it now
        if let Some(default) = scene
            .base_field(id, "northDirection")
            .and_then(|field| scene.default_value(field))
            .map(std::borrow::Cow::into_owned)
        {
            scene.put(id, "northDirection", default);
        }
    }
    report(
        scene,
        library,
        id,
        Finding::note(
            Code::Conversion,
            format!("a world of this release has the coordinate system {system}"),
            "",
        ),
    );
}

/// Up to R2020a the arguments were one string, split like a command line.
fn controller_arguments(scene: &mut Scene, library: &mut Library, id: NodeId) {
    let Some(Value::StringList(items)) = scene.value_of(id, "controllerArgs").as_deref().cloned()
    else {
        return;
    };
    let [single] = &items[..] else { return };
    if !single.value.contains(' ') {
        return;
    }
    let words = split_command_line(&single.value);
    report(
        scene,
        library,
        id,
        Finding::warning(
            Code::Conversion,
            "'controllerArgs' was split at blanks",
            "since R2020b each argument is a string of its own",
        ),
    );
    let words = words
        .into_iter()
        .map(|word| SourcedString {
            value: word.into(),
            file: single.file,
        })
        .collect();
    scene.put(id, "controllerArgs", Value::StringList(words));
}

/// Splits at blanks; quotes keep blanks together.
fn split_command_line(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut is_quoted = false;
    let mut is_word = false;
    for c in text.chars() {
        match c {
            '"' => {
                is_quoted = !is_quoted;
                is_word = true;
            }
            ' ' if !is_quoted => {
                if is_word {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            _ => {
                word.push(c);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::split_command_line;

    #[test]
    fn quotes_keep_blanks_together() {
        assert_eq!(split_command_line("a b \"c d\" e"), ["a", "b", "c d", "e"]);
        assert_eq!(split_command_line("  one  "), ["one"]);
        assert_eq!(split_command_line("\"\" x"), ["", "x"]);
    }
}
