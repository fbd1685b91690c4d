//! Colours and lights that an LED or a Charger drives: those of its first child.

use crate::model::compile::read;
use crate::model::{EmissiveIndex, LightIndex, Model};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// Something with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColoredTarget {
    /// The colour of a light.
    Light(LightIndex),
    /// The emissive colour of a Material or PBRAppearance.
    Emissive(EmissiveIndex),
}

/// The nodes that a driver colours.
pub(crate) fn candidates(scene: &Scene, driver: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    if let Some(first) = scene.nodes_of(driver, "children").first() {
        collect(scene, *first, &mut found);
    }
    found
}

fn collect(scene: &Scene, node: NodeId, found: &mut Vec<NodeId>) {
    let kind = read::kind(scene, node);
    if kind.is_a(NodeType::Light) {
        found.push(node);
    } else if kind == NodeType::Shape {
        let Some(appearance) = read::child(scene, node, "appearance") else {
            return;
        };
        let colored = match read::kind(scene, appearance) {
            NodeType::PBRAppearance => Some(appearance),
            NodeType::Appearance => read::child(scene, appearance, "material"),
            _ => None,
        };
        found.extend(colored);
    } else if kind.is_a(NodeType::Group) {
        let children = scene.nodes_of(node, "children");
        // an empty group forgets what was found before it, as in the genuine simulator
        if children.is_empty() {
            found.clear();
        }
        for child in children {
            collect(scene, *child, found);
        }
    }
}

/// The nodes whose parts an LED watches, with those parts: when one of them changes it
/// looks for its colours again. A Shape that had no appearance is not watched, as in the
/// genuine simulator.
pub(crate) fn watched(scene: &Scene, driver: NodeId) -> Vec<(NodeId, Vec<NodeId>)> {
    let mut found = Vec::new();
    watch_groups(scene, driver, "children", &mut found);
    if let Some(first) = scene.nodes_of(driver, "children").first() {
        watch_colors(scene, *first, &mut found);
    }
    found
}

/// Groups at any depth that are not in a Solid of their own.
fn watch_groups(
    scene: &Scene,
    holder: NodeId,
    field: &str,
    found: &mut Vec<(NodeId, Vec<NodeId>)>,
) {
    let nodes = scene.nodes_of(holder, field);
    if field == "children" {
        found.push((holder, nodes.to_vec()));
    }
    for node in nodes {
        let kind = read::kind(scene, *node);
        if kind == NodeType::Slot {
            watch_groups(scene, *node, "endPoint", found);
        } else if kind.is_a(NodeType::Group) && !kind.is_a(NodeType::Solid) {
            watch_groups(scene, *node, "children", found);
        }
    }
}

/// Groups, also Solids, Shapes and Appearances where colours are looked for.
fn watch_colors(scene: &Scene, node: NodeId, found: &mut Vec<(NodeId, Vec<NodeId>)>) {
    let kind = read::kind(scene, node);
    if kind == NodeType::Shape {
        if let Some(appearance) = read::child(scene, node, "appearance") {
            found.push((node, vec![appearance]));
            if read::kind(scene, appearance) == NodeType::Appearance {
                let material = scene.nodes_of(appearance, "material").to_vec();
                found.push((appearance, material));
            }
        }
    } else if kind.is_a(NodeType::Group) {
        let children = scene.nodes_of(node, "children");
        found.push((node, children.to_vec()));
        for child in children {
            watch_colors(scene, *child, found);
        }
    }
}

/// The parts of a node that is watched.
pub(crate) fn watched_parts(scene: &Scene, node: NodeId) -> &[NodeId] {
    let field = match read::kind(scene, node) {
        NodeType::Shape => "appearance",
        NodeType::Appearance => "material",
        _ => "children",
    };
    scene.nodes_of(node, field)
}

impl ColoredTarget {
    /// The light, material or appearance that has the colour.
    pub(crate) fn node(self, model: &Model) -> NodeId {
        match self {
            Self::Light(light) => model.lights[light].node,
            Self::Emissive(emissive) => model.emissives[emissive].node,
        }
    }
}

impl World {
    /// Gives a light or an appearance a colour, and its USE nodes too. Lights and
    /// materials bring it to within their limits; a PBRAppearance keeps it as it is.
    pub(crate) fn paint(&mut self, target: ColoredTarget, color: [f64; 3]) {
        // what is no number stays so
        let limited = color.map(|channel| channel.clamp(0.0, 1.0));
        let (shown, value) = match target {
            ColoredTarget::Light(light) => (limited, &mut self.state.lights[light].color),
            ColoredTarget::Emissive(emissive) => {
                let is_limited = self.model.emissives[emissive].is_limited;
                let shown = if is_limited { limited } else { color };
                (shown, &mut self.state.emissives[emissive])
            }
        };
        // a USE that was written keeps its own colour until that of its DEF changes
        if std::mem::replace(value, shown) != shown {
            for at in 0..self.model.colored_uses.len() {
                let (def, copy) = self.model.colored_uses[at];
                if def == target {
                    self.paint(copy, shown);
                }
            }
        }
    }

    /// Switches a light on or off, and its USE nodes too.
    pub(crate) fn switch_light(&mut self, light: LightIndex, is_on: bool) {
        let before = std::mem::replace(&mut self.state.lights[light].is_on, is_on);
        if before == is_on {
            return;
        }
        for at in 0..self.model.colored_uses.len() {
            if let (ColoredTarget::Light(def), ColoredTarget::Light(copy)) =
                self.model.colored_uses[at]
                && def == light
            {
                self.switch_light(copy, is_on);
            }
        }
    }
}
