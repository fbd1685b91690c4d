//! Solids side by side should have different names.

use crate::node::NodeId;
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use std::collections::{HashMap, HashSet};

pub(super) fn check(scene: &Scene, library: &mut Library) {
    let mut seen: HashMap<Option<NodeId>, HashSet<String>> = HashMap::new();
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
        let name = name.as_str().unwrap_or("").to_owned();
        if !seen.entry(above).or_default().insert(name.clone()) {
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
