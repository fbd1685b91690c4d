//! Fields whose type or default changed.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use foxden_lang::header::FileVersion;
use foxden_lang::value::{SourcedString, Value};

pub(super) fn convert(scene: &mut Scene, library: &mut Library) {
    let is_old = |version: FileVersion| version.is_before(2020, 'b');
    let is_old_world = is_old(library.files[0].version);
    for id in scene.descendants(scene.root()) {
        let node = scene.node(id);
        match node.base_type() {
            NodeType::WorldInfo if is_old(library.files[node.written.file.0 as usize].version) => {
                coordinate_system(scene, library, id);
            }
            // all robots of an old world, and the instances of old PROTOs
            NodeType::Robot
                if is_old_world || node.proto().is_some_and(|proto| is_old(proto.version)) =>
            {
                controller_arguments(scene, library, id);
            }
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

/// Splits at blanks; single and double quotes keep blanks together and go. One behind a
/// backslash does not count as the beginning or end of a quotation, but goes as well.
fn split_command_line(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut previous = None;
    for c in text.trim().chars() {
        let is_quote = matches!(c, '"' | '\'');
        match quote {
            None if is_quote && previous != Some('\\') => quote = Some(c),
            Some(open) if open == c && previous != Some('\\') => quote = None,
            None if c == ' ' && previous != Some(' ') => words.push(std::mem::take(&mut word)),
            None if c == ' ' => {}
            _ if is_quote => {}
            _ => word.push(c),
        }
        previous = Some(c);
    }
    words.push(word);
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
        assert_eq!(split_command_line("a 'b \"c' d"), ["a", "b c", "d"]);
        assert_eq!(split_command_line("it\\'s  \"a b"), ["it\\s", "a b"]);
    }
}
