//! What happens to the machine in an episode: the clock jumps, the disk is full, programs
//! crash. The connections have faults of their own (`network.rs`).

use crate::random::Random;
use crate::system::{SharedDisk, locked};
use crate::visitors::Visitors;
use std::time::Duration;

/// The faults of one turn.
pub(crate) async fn turn(random: &mut Random, disk: &SharedDisk, visitors: &Visitors) {
    let time = match random.happens(5) {
        true => Duration::from_secs(random.below(40) as u64),
        false => Duration::from_millis(random.below(20) as u64),
    };
    tokio::time::advance(time).await;
    if random.happens(1) {
        locked(disk).is_full = true;
    }
    if random.happens(5) {
        visitors.crash_one(random);
    }
}
