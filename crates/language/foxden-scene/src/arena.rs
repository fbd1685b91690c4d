//! Storage of nodes by number.
//!
//! A number is never reused, so an outdated number finds nothing instead of
//! another node. Nodes are stored in blocks, and a block without nodes takes
//! no memory: a world in which nodes are added and removed for hours does not
//! grow. Copies of a scene share a block until one of them changes it.

use crate::node::{Node, NodeId};
use std::sync::Arc;

/// Nodes in a block.
const BLOCK: usize = 16;

#[derive(Clone, Debug, Default)]
struct Block {
    nodes: Vec<Option<Node>>,
    alive: usize,
}

/// All nodes of a scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    /// A block that is missing had its time.
    blocks: Vec<Option<Arc<Block>>>,
    next: u32,
}

impl Arena {
    /// The number that the next node gets.
    pub(crate) fn next(&self) -> NodeId {
        NodeId(self.next)
    }

    /// Adds a new node.
    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        let id = self.next();
        self.next += 1;
        if place(id).0 == self.blocks.len() {
            self.blocks.push(None);
        }
        self.put(id, node);
        id
    }

    /// Puts a node where there was one under this number, or still is.
    pub(crate) fn put(&mut self, id: NodeId, node: Node) {
        let (block, at) = place(id);
        let block = Arc::make_mut(self.blocks[block].get_or_insert_default());
        if block.nodes.len() <= at {
            // Nodes before it that were removed keep their numbers.
            block.nodes.resize_with(at + 1, || None);
        }
        if block.nodes[at].replace(node).is_none() {
            block.alive += 1;
        }
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        let (block, at) = place(id);
        let block = self.blocks.get(block)?.as_ref()?;
        block.nodes.get(at)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        let (block, at) = place(id);
        let block = Arc::make_mut(self.blocks.get_mut(block)?.as_mut()?);
        block.nodes.get_mut(at)?.as_mut()
    }

    /// Takes a node out for good.
    pub(crate) fn take(&mut self, id: NodeId) -> Option<Node> {
        let (number, at) = place(id);
        let home = self.blocks.get_mut(number)?;
        let block = Arc::make_mut(home.as_mut()?);
        let node = block.nodes.get_mut(at)?.take()?;
        block.alive -= 1;
        if block.alive == 0 {
            *home = None;
        }
        Some(node)
    }

    /// The capacity in nodes.
    #[cfg(test)]
    pub(crate) fn room(&self) -> usize {
        BLOCK * self.blocks.iter().flatten().count()
    }

    /// All nodes that exist, in the order they were made.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        let blocks = self.blocks.iter().enumerate();
        blocks.flat_map(|(number, block)| {
            let nodes = block
                .iter()
                .flat_map(|block| block.nodes.iter().enumerate());
            nodes
                .filter(|(_, node)| node.is_some())
                .map(move |(at, _)| NodeId((number * BLOCK + at) as u32))
        })
    }
}

fn place(id: NodeId) -> (usize, usize) {
    (id.0 as usize / BLOCK, id.0 as usize % BLOCK)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_are_gone_take_no_room_and_keep_their_numbers() {
        let mut arena = Arena::default();
        let stays = arena.add(Node::root());
        let passing: Vec<NodeId> = (0..10 * BLOCK).map(|_| arena.add(Node::root())).collect();
        for id in &passing {
            assert!(arena.take(*id).is_some());
            assert!(arena.take(*id).is_none());
        }
        assert!(arena.get(stays).is_some());
        assert_eq!(arena.room(), BLOCK);
        let late = arena.add(Node::root());
        assert_eq!(late.0 as usize, 10 * BLOCK + 1);
        assert!(passing.iter().all(|id| arena.get(*id).is_none()));
        assert_eq!(arena.ids().collect::<Vec<_>>(), [stays, late]);
    }
}
