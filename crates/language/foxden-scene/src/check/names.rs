//! Solids side by side should have different names.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use std::collections::HashMap;

/// How many bytes at both ends of a name are looked at to find those that may be equal.
const ENDS: usize = 32;

/// How many characters of a name a message shows.
const SHOWN: usize = 200;

/// Names of which some may be equal: the Solid above them, their length and their ends.
type SimilarNames = (Option<NodeId>, usize, Vec<u8>);

pub(super) fn check(scene: &Scene, library: &mut Library) {
    // a name may be long, and used very often: it is stored once, and compared instead of hashed
    let mut seen: HashMap<SimilarNames, Vec<String>> = HashMap::new();
    for id in scene.descendants(scene.root()) {
        if !scene.node(id).base_type().is_a(NodeType::Solid) {
            continue;
        }
        let above = scene
            .ancestors(id)
            .find(|node| scene.node(*node).base_type().is_a(NodeType::Solid));
        let Some(name) = scene.value_of(id, "name") else {
            continue;
        };
        let name = name.as_str().unwrap_or("");
        let bytes = name.as_bytes();
        let ends = bytes.iter().take(ENDS).chain(bytes.iter().rev().take(ENDS));
        let key = (above, name.len(), ends.copied().collect());
        let similar = seen.entry(key).or_default();
        if !similar.iter().any(|other| other == name) {
            similar.push(name.to_owned());
        } else {
            let name = shown(name);
            let message = format!("another Solid beside this one is called \"{name}\" too");
            report(
                scene,
                library,
                id,
                Finding::warning(Code::DuplicateName, message, "give it a name of its own"),
            );
        }
    }
}

/// The start of a long name.
fn shown(name: &str) -> String {
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
