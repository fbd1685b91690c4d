//! A number that tells whether two states are equal.

use super::State;
use super::encoding::{Sink, encode};

/// Mixes values into 64 bits. Equal states give equal hashes on every machine.
#[derive(Clone, Copy, Debug)]
struct StateHash(u64);

impl Sink for StateHash {
    fn bits(&mut self, bits: u64) {
        let mixed = (self.0.rotate_left(23) ^ bits).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// All numbers that are no numbers count as equal; their bits may differ between machines.
    fn number(&mut self, number: f64) {
        self.bits(if number.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            number.to_bits()
        });
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.bits(u64::from(*byte));
        }
    }
}

/// The hash of anything that has a list of fields.
pub(crate) fn hash(state: &impl serde::Serialize) -> u64 {
    let mut hash = StateHash(0x9e37_79b9_7f4a_7c15);
    let encoded = encode(state, &mut hash);
    debug_assert!(encoded.is_ok(), "every state struct can be encoded");
    hash.0
}

/// A number that tells whether bytes were changed by accident.
pub fn checksum(bytes: &[u8]) -> u64 {
    hash(&bytes)
}

impl State {
    /// A number that is equal for equal states.
    pub(crate) fn hash(&self) -> u64 {
        hash(self)
    }
}
