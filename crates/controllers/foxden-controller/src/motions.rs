//! Motion files that the controller has opened.

use std::collections::BTreeMap;

use foxden_client::{Client, Motion};
use foxden_protocol::Tag;

/// All motions, by the handle that C programs hold.
#[derive(Debug, Default)]
pub struct Motions {
    motions: BTreeMap<usize, (Motion, Vec<Option<Tag>>)>,
    last_handle: usize,
}

impl Motions {
    /// Remembers a motion and which motors it moves.
    pub fn add(&mut self, motion: Motion, motors: Vec<Option<Tag>>) -> usize {
        self.last_handle += 16;
        self.motions.insert(self.last_handle, (motion, motors));
        self.last_handle
    }

    /// A motion.
    pub fn get(&mut self, handle: usize) -> Option<&mut Motion> {
        self.motions.get_mut(&handle).map(|(motion, _)| motion)
    }

    /// Forgets a motion. Says whether there was one.
    pub fn remove(&mut self, handle: usize) -> bool {
        self.motions.remove(&handle).is_some()
    }

    /// Moves the motors before a step; the newest motion comes first.
    pub fn step(&mut self, client: &mut Client, duration: u32) {
        if duration == 0 {
            return;
        }
        for (motion, motors) in self.motions.values_mut().rev() {
            if !motion.is_playing() {
                continue;
            }
            for (position, motor) in motion.positions().into_iter().zip(motors.iter()) {
                if let (Some(position), Some(tag)) = (position, motor) {
                    // A number from a file is never NaN; other devices are left alone.
                    let _ = client.drive(
                        *tag,
                        |motor| motor.set_position(position),
                        |coupled| coupled.follow_position(position),
                    );
                }
            }
            motion.advance(i32::try_from(duration).unwrap_or(i32::MAX));
        }
    }
}
