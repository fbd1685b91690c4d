//! Whether a scene is whole, and two scenes that should be the same tree.
#![allow(clippy::unwrap_used)]
#![allow(dead_code, reason = "each test file uses a part of this")]

use foxden_scene::{FieldRef, NodeId, Scene, tree_json};
use std::collections::BTreeSet;

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

/// Every link leads to a node that knows it, and every node is in the tree.
pub fn check_links(scene: &Scene) {
    let mut reached = BTreeSet::from([scene.root()]);
    for id in scene.ids() {
        let fields = all_fields(scene, id);
        for field in fields {
            for child in scene.nodes_in(field) {
                let node = scene
                    .get(*child)
                    .expect("a link leads to a node that exists");
                assert_eq!(
                    node.parent(),
                    Some(field),
                    "a node knows the field that holds it"
                );
                assert!(reached.insert(*child), "a node stands in one place only");
            }
        }
        if let Some(def) = scene.get(id).unwrap().used_def() {
            assert!(scene.get(def).is_some(), "a USE follows a node that exists");
        }
    }
    let known: BTreeSet<NodeId> = scene.ids().collect();
    assert_eq!(known, reached, "no node is lost");
}

fn all_fields(scene: &Scene, id: NodeId) -> Vec<FieldRef> {
    let mut fields = scene.base_fields(id);
    fields.extend(scene.parameter_fields(id));
    fields
}
