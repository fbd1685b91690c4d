//! A number that tells whether two states are equal, cheaply.

/// Mixes numbers into 64 bits. Equal states give equal hashes on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateHash(u64);

impl StateHash {
    pub(crate) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    pub(crate) fn bits(&mut self, bits: u64) {
        let mixed = (self.0.rotate_left(23) ^ bits).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// All numbers that are no numbers count as equal; their bits may differ between machines.
    pub(crate) fn number(&mut self, number: f64) {
        self.bits(if number.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            number.to_bits()
        });
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.bits(u64::from(flag));
    }

    pub(crate) fn numbers(&mut self, numbers: &[f64]) {
        for number in numbers {
            self.number(*number);
        }
    }

    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}
