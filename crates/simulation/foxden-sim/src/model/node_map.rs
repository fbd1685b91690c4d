//! Tables by node. The world is asked for nodes several times in each step.

use foxden_scene::NodeId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What belongs to nodes.
pub(crate) type NodeMap<V> = HashMap<NodeId, V, BuildHasherDefault<NodeHasher>>;

/// Hashes the number of a node. A scene counts its nodes by itself, so nobody can
/// choose numbers that collide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeHasher(u64);

impl NodeHasher {
    /// 2^64 divided by the golden ratio: neighbouring numbers get hashes far apart.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
}

impl Hasher for NodeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(Self::FACTOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    #[test]
    fn numbers_in_a_row_are_spread() {
        let state = BuildHasherDefault::<NodeHasher>::default();
        let hashes: Vec<u64> = (0_u32..1024).map(|number| state.hash_one(number)).collect();
        // a map takes its place from the low bits and compares the high ones
        let low: HashSet<u64> = hashes.iter().map(|hash| hash % 1024).collect();
        let high: HashSet<u64> = hashes.iter().map(|hash| hash >> 57).collect();
        assert_eq!((low.len(), high.len()), (1024, 128));
    }
}
