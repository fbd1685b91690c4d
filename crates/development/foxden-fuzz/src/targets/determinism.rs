//! One world in ways that must agree: one and two threads, a snapshot that is restored,
//! bytes that another world restores, and a document that is saved and read again.

use super::strange;

/// Steps before and after the middle.
const STEPS: usize = 6;

/// Runs one input: each byte is a choice of the generator of strange worlds.
pub fn run(data: &[u8]) {
    let mut world = strange::world(data);
    let mut threads = strange::world(data);
    threads.set_threads(2);
    for _ in 0..STEPS {
        world.step();
        threads.step();
    }
    assert_eq!(world.state_hash(), threads.state_hash(), "two threads");
    let snapshot = world.snapshot();
    let mut fork = world.fork();
    let bytes = world.snapshot_bytes();
    let mut other = strange::world(data);
    let is_restored = other.restore_bytes(&bytes).is_ok();
    if is_restored {
        assert_eq!(world.state_hash(), other.state_hash(), "restored bytes");
    }
    let mut hashes = Vec::new();
    for _ in 0..STEPS {
        world.step();
        fork.step();
        hashes.push(world.state_hash());
        assert_eq!(world.state_hash(), fork.state_hash(), "a fork");
        if is_restored {
            other.step();
            assert_eq!(
                world.state_hash(),
                other.state_hash(),
                "steps after restored bytes"
            );
        }
    }
    world.restore(&snapshot);
    for hash in hashes {
        world.step();
        assert_eq!(
            world.state_hash(),
            hash,
            "steps after a snapshot was restored"
        );
    }
}
