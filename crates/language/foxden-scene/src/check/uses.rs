//! Nodes that cannot be shared: their USE becomes an independent node.

use crate::node::{FieldPlace, FollowedNode, NodeId};
use crate::proto::library::Library;
use crate::report::{Finding, report};
use crate::scene::Scene;
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::Code;
use std::collections::HashSet;

pub(super) fn check(scene: &mut Scene, library: &mut Library, node: NodeId) {
    let below: HashSet<NodeId> = scene.everything_below(node).into_iter().collect();
    let has_uses = below.iter().any(|id| scene.node(*id).used_def().is_some());
    if !has_uses {
        return;
    }
    let order = written_order(scene, scene.root());
    let holders = Holders::find(scene);
    let mut seen = HashSet::new();
    for id in order {
        seen.insert(id);
        let Some(def) = scene.node(id).used_def() else {
            continue;
        };
        if !below.contains(&id) {
            continue;
        }
        let reason = unusable(scene, id, &holders).or_else(|| colored_elsewhere(scene, id, def));
        if let Some(reason) = reason {
            become_independent(scene, library, id, def, reason);
        } else if !seen.contains(&def)
            && scene
                .get(def)
                .is_some_and(|def| def.owner == scene.node(id).owner)
        {
            become_independent(
                scene,
                library,
                id,
                def,
                "the DEF is in a parameter that is declared later",
            );
        }
    }
}

/// The nodes that hold a Solid or a joint, themselves included.
#[derive(Default)]
struct Holders {
    solids: HashSet<NodeId>,
    joints: HashSet<NodeId>,
}

impl Holders {
    /// Those of the whole scene; each is checked once.
    fn find(scene: &Scene) -> Self {
        let mut holders = Self::default();
        for id in scene.ids() {
            holders.mark(scene, id, scene.root());
        }
        holders
    }

    /// Those from a node down.
    fn below(scene: &Scene, top: NodeId) -> Self {
        let mut holders = Self::default();
        for id in scene.descendants(top) {
            holders.mark(scene, id, top);
        }
        holders
    }

    fn mark(&mut self, scene: &Scene, id: NodeId, top: NodeId) {
        let kind = scene.node(id).base_type();
        for (wanted, found) in [
            (NodeType::Solid, &mut self.solids),
            (NodeType::Joint, &mut self.joints),
        ] {
            if !kind.is_a(wanted) {
                continue;
            }
            let mut at = Some(id);
            while let Some(node) = at.filter(|node| found.insert(*node)) {
                // Only what is in fields counts, not what is in parameters.
                let parent = scene.node(node).parent.filter(|_| node != top);
                let holder = parent.filter(|field| matches!(field.place, FieldPlace::Field(_)));
                at = holder.map(|field| field.node);
            }
        }
    }
}

/// All nodes in the order their fields are declared: parameters of an instance, then its inside.
fn written_order(scene: &Scene, root: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        found.push(id);
        let node = scene.node(id);
        let inside = node
            .links
            .iter()
            .rev()
            .flat_map(|(_, nodes)| nodes.iter().rev().copied());
        stack.extend(inside);
        if let Some(instance) = &node.instance {
            for level in instance.levels.iter().rev() {
                stack.extend(
                    level
                        .links
                        .iter()
                        .rev()
                        .flat_map(|(_, nodes)| nodes.iter().rev().copied()),
                );
            }
        }
    }
    found
}

/// Whether a USE may repeat a node.
pub(crate) fn is_usable(scene: &Scene, id: NodeId) -> bool {
    unusable(scene, id, &Holders::below(scene, id)).is_none()
}

fn unusable(scene: &Scene, id: NodeId, holders: &Holders) -> Option<&'static str> {
    let kind = scene.node(id).base_type();
    if kind.is_a(NodeType::Solid) {
        return Some("a Solid cannot be shared");
    }
    if kind == NodeType::Billboard || kind == NodeType::TrackWheel {
        return Some("this node cannot be shared");
    }
    if kind.is_a(NodeType::Joint) {
        return Some("a joint cannot be shared");
    }
    if kind.is_a(NodeType::JointParameters) {
        return Some("joint parameters cannot be shared");
    }
    if kind.model().is_device {
        return Some("a device cannot be shared");
    }
    if holders.solids.contains(&id) {
        return Some("a node that contains a Solid cannot be shared");
    }
    if holders.joints.contains(&id) {
        return Some("a node that contains a joint cannot be shared");
    }
    None
}

/// Why a USE of a Material or light, or of what holds one, cannot be in the first child
/// of a Charger or LED: its DEF must be there too, where it is coloured. Inside of a PROTO
/// the genuine program does not look.
fn colored_elsewhere(scene: &Scene, id: NodeId, def: NodeId) -> Option<&'static str> {
    if scene.node(id).owner.is_some() {
        return None;
    }
    let is_or_holds_color = |node: &NodeId| {
        let kind = scene.node(*node).base_type();
        kind == NodeType::Material || kind.is_a(NodeType::Light)
    };
    let driver = [NodeType::LED, NodeType::Charger]
        .into_iter()
        .find_map(|wanted| {
            let mut above = scene.ancestors(id);
            above.find(|node| scene.node(*node).base_type() == wanted)
        })?;
    let first = *scene.nodes_of(driver, "children").first()?;
    let is_inside =
        |node: NodeId| node == first || scene.ancestors(node).any(|above| above == first);
    let is_elsewhere = is_inside(id) && scene.get(def).is_some() && !is_inside(def);
    (is_elsewhere && scene.descendants(def).iter().any(is_or_holds_color))
        .then_some("a Charger or LED colours what is defined in its first child")
}

fn become_independent(
    scene: &mut Scene,
    library: &mut Library,
    id: NodeId,
    def: NodeId,
    reason: &str,
) {
    let name = scene.get(def).and_then(|def| def.def.clone());
    let message = format!("{reason}, so this USE became an independent node");
    report(
        scene,
        library,
        id,
        Finding::warning(
            Code::UseNotAllowed,
            message,
            "write the node out, or share only shapes, appearances, geometries and lights",
        ),
    );
    let node = scene.node_mut(id);
    node.follows = FollowedNode::Nothing;
    node.def = name;
}
