//! Two scenes that should be the same tree.

use foxden_scene::{Scene, tree_json};

/// Where two trees differ.
pub fn first_difference(left: &Scene, right: &Scene) -> Option<String> {
    let tree = |scene: &Scene| tree_json(scene, scene.root());
    difference(&tree(left), &tree(right), "", Part::Tree)
}

/// Which part of a tree is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// What a file shows.
    Tree,
    /// The inside of an instance: a copy of a USE that became a node of its own
    /// has no name there before the file is read again, as recorded.
    Inside,
    /// What stands in a parameter. The inside of an instance there has no
    /// effect: the body holds a copy of it, and that is looked at.
    Parameter,
    /// What stands in a parameter of an instance that is part of an inside.
    InnerParameter,
}

fn difference(
    left: &serde_json::Value,
    right: &serde_json::Value,
    at: &str,
    part: Part,
) -> Option<String> {
    use serde_json::Value::{Array, Object};
    match (left, right) {
        (Object(left), Object(right)) if left.len() == right.len() => {
            let is_instance = left.get("proto").is_some_and(|proto| !proto.is_null());
            left.iter().find_map(|(key, value)| {
                let part = match (part, key.as_str()) {
                    (Part::Parameter | Part::InnerParameter, "inside") => return None,
                    (Part::Inside | Part::InnerParameter, "def" | "use") => return None,
                    (_, "inside") => Part::Inside,
                    (Part::Tree, "fields") if is_instance => Part::Parameter,
                    (Part::Inside, "fields") if is_instance => Part::InnerParameter,
                    _ => part,
                };
                difference(value, &right[key], &format!("{at}.{key}"), part)
            })
        }
        (Array(left), Array(right)) if left.len() == right.len() => left
            .iter()
            .zip(right)
            .enumerate()
            .find_map(|(index, (left, right))| {
                difference(left, right, &format!("{at}[{index}]"), part)
            }),
        _ if left == right => None,
        _ => Some(format!("{at}: {left} is not {right}")),
    }
}
