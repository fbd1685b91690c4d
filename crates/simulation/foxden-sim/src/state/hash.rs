//! A number that tells whether two states are equal.

use super::State;
use super::decoding::ByteSink;
use super::encoding::{Sink, encode};

/// Mixes values into 64 bits. Equal states give equal hashes on every machine.
#[derive(Clone, Copy, Debug)]
struct StateHash(u64);

impl StateHash {
    /// Before the first value.
    const EMPTY: Self = Self(0x9e37_79b9_7f4a_7c15);
}

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
    let mut hash = StateHash::EMPTY;
    let encoded = encode(state, &mut hash);
    debug_assert!(encoded.is_ok(), "every state struct can be encoded");
    hash.0
}

/// Hash and bytes of a state in one walk.
struct HashedBytes(StateHash, ByteSink);

impl Sink for HashedBytes {
    fn bits(&mut self, bits: u64) {
        self.0.bits(bits);
        self.1.bits(bits);
    }

    fn number(&mut self, number: f64) {
        self.0.number(number);
        self.1.number(number);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.bytes(bytes);
        self.1.bytes(bytes);
    }
}

/// The hash of a state, and its bytes in a buffer that is used again.
pub(crate) fn hashed_bytes(state: &impl serde::Serialize, buffer: Vec<u8>) -> (u64, Vec<u8>) {
    let mut buffer = buffer;
    buffer.clear();
    let mut sink = HashedBytes(StateHash::EMPTY, ByteSink(buffer));
    let encoded = encode(state, &mut sink);
    debug_assert!(encoded.is_ok(), "every state struct can be encoded");
    (sink.0.0, sink.1.0)
}

/// A number that tells whether bytes were changed by accident.
pub fn checksum(bytes: &[u8]) -> u64 {
    hash(&bytes)
}

impl State {
    /// A number that is equal for equal states.
    pub(crate) fn hash(&self) -> u64 {
        #[cfg(foxden_planted)]
        if std::env::var("FOXDEN_PLANTED").is_ok_and(|defect| defect == "missing-hash-field") {
            let mut state = self.clone();
            for robot in state.robots.iter_mut() {
                robot.load = 0.0;
            }
            return hash(&state);
        }
        hash(self)
    }
}
