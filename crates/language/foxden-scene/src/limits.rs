//! How large a scene may grow.
//!
//! A file of a kilobyte can ask for more nodes than a machine holds: a chain of
//! USE doubles at every step, and PROTOs and templates multiply each other.
//! Everything that adds nodes while a text is built asks here first.

use crate::node::{NodeId, NodeLinks};
use crate::scene::Scene;
use foxden_lang::diagnostic::Code;

/// How many nodes a scene may hold, those in parameters of PROTOs included.
pub const MAXIMUM_NODES: usize = 1_000_000;

/// How deep nodes may be nested, through PROTOs and uses too.
pub const MAXIMUM_SCENE_DEPTH: usize = 512;

/// What nodes take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubtreeSize {
    pub(crate) nodes: usize,
    pub(crate) depth: usize,
}

/// Why no more nodes are created.
pub(crate) struct LimitError {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) hint: &'static str,
    /// Whether it was not said before.
    pub(crate) is_new: bool,
}

/// What may still be added.
pub(crate) struct NodeBudget {
    nodes: usize,
    depth: usize,
    has_refused_nodes: bool,
    has_refused_depth: bool,
}

impl NodeBudget {
    /// What may be added below a node.
    pub(crate) fn of(scene: &Scene, below: NodeId) -> Self {
        Self {
            nodes: MAXIMUM_NODES.saturating_sub(scene.ids().count()),
            depth: MAXIMUM_SCENE_DEPTH.saturating_sub(scene.ancestors(below).count()),
            has_refused_nodes: false,
            has_refused_depth: false,
        }
    }

    /// Takes what nodes need. Once a scene is full it stays full, so that
    /// building comes to an end quickly.
    pub(crate) fn take(&mut self, size: SubtreeSize) -> Result<(), LimitError> {
        if self.has_refused_nodes || size.nodes > self.nodes {
            let is_new = !std::mem::replace(&mut self.has_refused_nodes, true);
            return Err(LimitError {
                code: Code::TooLarge,
                message: format!(
                    "the scene grows beyond {MAXIMUM_NODES} nodes; the rest was left out"
                ),
                hint: "look for USE or PROTOs that multiply each other",
                is_new,
            });
        }
        if size.depth > self.depth {
            let is_new = !std::mem::replace(&mut self.has_refused_depth, true);
            return Err(LimitError {
                code: Code::TooDeep,
                message: format!(
                    "with all PROTOs and uses, nodes are nested more than {MAXIMUM_SCENE_DEPTH} deep; \
                     this one was left out"
                ),
                hint: "look for USE or PROTOs that contain each other",
                is_new,
            });
        }
        self.nodes -= size.nodes;
        Ok(())
    }

    /// Goes into a node that was allowed.
    pub(crate) fn descend(&mut self) {
        self.depth -= 1;
    }

    /// Leaves it again.
    pub(crate) fn ascend(&mut self) {
        self.depth += 1;
    }
}

impl Scene {
    /// How many nodes belong to one, itself included, and how deep they are nested.
    pub(crate) fn size_below(&self, node: NodeId) -> SubtreeSize {
        let mut size = SubtreeSize { nodes: 0, depth: 0 };
        let mut stack = vec![(node, 1)];
        while let Some((at, depth)) = stack.pop() {
            size.nodes += 1;
            size.depth = size.depth.max(depth);
            let node = self.node(at);
            let levels = node.instance.iter().flat_map(|instance| &instance.levels);
            let all_links = std::iter::once(&node.links).chain(levels.map(|level| &level.links));
            let below = |links: &NodeLinks| -> Vec<NodeId> {
                links.iter().flat_map(|(_, nodes)| nodes.clone()).collect()
            };
            stack.extend(all_links.flat_map(below).map(|id| (id, depth + 1)));
        }
        size
    }
}
