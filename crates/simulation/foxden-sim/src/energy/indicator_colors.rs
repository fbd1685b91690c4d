//! Colours and lights that an LED or a Charger drives: those of its first child.

use crate::model::compile::read;
use crate::model::{EmissiveIndex, LightIndex};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// Something with a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColoredTarget {
    /// The colour of a light.
    Light(LightIndex),
    /// The emissive colour of a Material or PBRAppearance.
    Emissive(EmissiveIndex),
}

/// A node that a driver may colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorCandidate {
    Light(NodeId),
    Emissive(NodeId),
}

/// The nodes that a driver colours.
pub(crate) fn candidates(scene: &Scene, driver: NodeId) -> Vec<ColorCandidate> {
    let mut found = Vec::new();
    if let Some(first) = scene.nodes_of(driver, "children").first() {
        collect(scene, *first, &mut found);
    }
    found
}

fn collect(scene: &Scene, node: NodeId, found: &mut Vec<ColorCandidate>) {
    let kind = read::kind(scene, node);
    if kind.is_a(NodeType::Light) {
        found.push(ColorCandidate::Light(node));
    } else if kind == NodeType::Shape {
        let Some(appearance) = read::child(scene, node, "appearance") else {
            return;
        };
        let colored = match read::kind(scene, appearance) {
            NodeType::PBRAppearance => Some(appearance),
            NodeType::Appearance => read::child(scene, appearance, "material"),
            _ => None,
        };
        found.extend(colored.map(ColorCandidate::Emissive));
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

/// Whether the first child of a driver uses a Material or light that is defined
/// outside of it: the copy is coloured by itself then.
pub(crate) fn has_shared_color(scene: &Scene, driver: NodeId) -> bool {
    let Some(first) = scene.nodes_of(driver, "children").first() else {
        return false;
    };
    let mut inside = scene.descendants(*first);
    inside.sort();
    inside.iter().any(|node| {
        let used = scene.get(*node).and_then(|node| node.used_def());
        let is_outside = used.is_some_and(|used| inside.binary_search(&used).is_err());
        is_outside
            && scene.descendants(*node).iter().any(|node| {
                let kind = read::kind(scene, *node);
                kind == NodeType::Material || kind.is_a(NodeType::Light)
            })
    })
}

impl World {
    /// Gives a light or an appearance a colour. Lights and materials bring it
    /// to within their limits; a PBRAppearance keeps it as it is.
    pub(crate) fn paint(&mut self, target: ColoredTarget, color: [f64; 3]) {
        // what is no number stays so
        let limited = color.map(|channel| channel.clamp(0.0, 1.0));
        match target {
            ColoredTarget::Light(light) => self.state.lights[light].color = limited,
            ColoredTarget::Emissive(emissive) => {
                let is_limited = self.model.emissives[emissive].is_limited;
                let shown = if is_limited { limited } else { color };
                self.state.emissives[emissive] = shown;
            }
        }
    }
}
