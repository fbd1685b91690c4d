//! What the controller library remembers of the scene: nodes that it was told
//! of, the newest first.

use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene};
use foxden_sim::{RobotIndex, World};
use std::collections::BTreeMap;

/// The library's memory.
#[derive(Default)]
pub(crate) struct Memory {
    /// Nodes with the DEF names that they had when last asked about.
    nodes: Vec<(NodeId, String)>,
    pub(crate) kept_nodes: BTreeMap<String, Option<NodeId>>,
    pub(crate) kept_fields: BTreeMap<String, Option<FieldRef>>,
}

impl Memory {
    /// Takes note of a node.
    pub(crate) fn learn(&mut self, scene: &Scene, node: NodeId) {
        let def = scene.get(node).and_then(|node| node.def()).unwrap_or("");
        self.note(node, def);
    }

    fn note(&mut self, node: NodeId, def: &str) {
        match self.nodes.iter_mut().find(|(known, _)| *known == node) {
            Some(known) => def.clone_into(&mut known.1),
            None => self.nodes.push((node, def.to_owned())),
        }
    }

    pub(crate) fn knows(&self, node: NodeId) -> bool {
        self.nodes.iter().any(|(known, _)| *known == node)
    }

    /// The DEF name that the library shows.
    pub(crate) fn def(&self, node: NodeId) -> &str {
        let known = self.nodes.iter().find(|(known, _)| *known == node);
        known.map_or("", |(_, def)| def)
    }

    /// A node by its DEF: one that is known already, or the simulator's answer.
    fn find_def(&mut self, scene: &Scene, path: &str) -> Option<NodeId> {
        // the library keeps the last part of a path, also an empty one
        let name = path.rsplit('.').next().unwrap_or(path);
        let is_shown = |node: NodeId| scene.get(node).is_some_and(|node| !node.is_in_body());
        let known = self
            .nodes
            .iter()
            .rev()
            .find(|(node, def)| def == path && is_shown(*node));
        if let Some((node, _)) = known {
            return Some(*node);
        }
        let found = find_def(scene, path)?;
        self.note(found, name);
        Some(found)
    }

    /// A node by an expression: a DEF path or a name with `@` or `$`, then fields.
    pub(crate) fn node(
        &mut self,
        world: &World,
        robot: RobotIndex,
        expression: &str,
    ) -> Option<NodeId> {
        let scene = world.scene();
        let mut parts = expression.split('/').filter(|part| !part.is_empty());
        let first = parts.next()?;
        let mut node = if let Some(name) = first.strip_prefix('$') {
            let kept = self.kept_nodes.get(name).copied().flatten()?;
            scene.get(kept).map(|_| kept)?
        } else if let Some(number) = first.strip_prefix("@id:") {
            let found = scene.by_number(number.parse().ok()?)?;
            scene
                .get(found)
                .filter(|node| !node.is_in_body())
                .map(|_| found)?
        } else if let Some(name) = first.strip_prefix("@dev:") {
            let tag = world.device(robot, name)?;
            let device = world.devices(robot).find(|(other, _)| *other == tag)?;
            device.1.node()
        } else {
            match first {
                "@self" => world.robot(robot)?.node(),
                "@root" => scene.root(),
                "@selected" => return None,
                path => self.find_def(scene, path)?,
            }
        };
        if self.def(node).is_empty() && !first.ends_with('.') {
            self.learn(scene, node);
        }
        for part in parts {
            node = match part {
                "@parent" => scene.parent(node)?,
                _ => {
                    let (name, at) = match part.split_once('[') {
                        Some((name, at)) => (name, leading_integer(at)),
                        None => (part, 0),
                    };
                    let field = scene.field(node, name)?;
                    let nodes = scene.nodes_in(field);
                    nodes.get(item(at, nodes.len())?).copied()?
                }
            };
            self.learn(scene, node);
        }
        Some(node)
    }
}

/// The place of an item; negative numbers count from the end.
pub(crate) fn item(at: i64, count: usize) -> Option<usize> {
    let at = if at < 0 { at + count as i64 } else { at };
    usize::try_from(at).ok().filter(|at| *at < count)
}

/// An integer as the C library reads it.
pub(crate) fn leading_integer(text: &str) -> i64 {
    let text = text.trim_start();
    let digits = text.trim_start_matches(['-', '+']);
    let end = digits
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(digits.len());
    let value: i64 = digits[..end].parse().unwrap_or(0);
    if text.starts_with('-') { -value } else { value }
}

/// The node that the simulator finds: the first part anywhere, the next ones
/// among the nodes directly below.
fn find_def(scene: &Scene, path: &str) -> Option<NodeId> {
    let path = path.strip_suffix('.').unwrap_or(path);
    let mut names = path.split('.');
    let first = names.next()?;
    let has_def = |node: NodeId, name: &str| {
        let node = scene.get(node);
        node.is_some_and(|node| node.def() == Some(name) && !node.is_in_body())
    };
    let mut found = scene
        .descendants(scene.root())
        .into_iter()
        .find(|node| has_def(*node, first))?;
    for name in names {
        found = shown_children(scene, found)
            .into_iter()
            .find(|node| has_def(*node, name))?;
    }
    Some(found)
}

fn shown_children(scene: &Scene, node: NodeId) -> Vec<NodeId> {
    scene
        .visible_fields(node)
        .into_iter()
        .flat_map(|field| scene.nodes_in(field).to_vec())
        .collect()
}

/// The number that the library has for a type of nodes.
pub(crate) fn type_number(node_type: NodeType) -> i32 {
    foxden_protocol::NodeTypeNumber::of(node_type).map_or(0, |number| number.0)
}
