//! The random numbers of a world: two multiply-with-carry generators of 16 bits.

use crate::math::log;
use serde::{Deserialize, Serialize};

const START: u32 = 362_436_069;

/// The generator. The same seed gives the same numbers, everywhere.
///
/// ```
/// use foxden_sim::random::Random;
///
/// let mut random = Random::new(0);
/// assert_eq!(random.gaussian(), -1.0722486457310145);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random {
    z: u32,
    w: u32,
}

impl Random {
    /// A generator that starts with a seed.
    pub fn new(seed: u32) -> Self {
        Self { z: START, w: seed }
    }

    /// The next 32 bits.
    pub fn bits(&mut self) -> u32 {
        self.z = 36_969_u32
            .wrapping_mul(self.z & 0xffff)
            .wrapping_add(self.z >> 16);
        self.w = 18_000_u32
            .wrapping_mul(self.w & 0xffff)
            .wrapping_add(self.w >> 16);
        (self.z << 16).wrapping_add(self.w)
    }

    /// A number from 0 to 1.
    pub fn uniform(&mut self) -> f64 {
        f64::from(self.bits().wrapping_add(1)) * 2.328306435454494e-10
    }

    /// A number of the normal distribution with standard deviation 1.
    pub fn gaussian(&mut self) -> f64 {
        loop {
            let a = 2.0 * self.uniform() - 1.0;
            let b = 2.0 * self.uniform() - 1.0;
            let q = a * a + b * b;
            if q <= 1.0 {
                return a * (-2.0 * log(q) / q).sqrt();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_numbers_come_out() {
        let mut random = Random::new(0);
        let bits: Vec<u32> = (0..4).map(|_| random.bits()).collect();
        assert_eq!(bits, [545718272, 2010316800, 3890479104, 2686124032]);
        let mut random = Random::new(0);
        assert_eq!(random.gaussian(), -1.0722486457310145);
        assert_eq!(random.gaussian(), 0.7716707096747687);
        assert_eq!(random.gaussian(), -1.0410355800804416);
        assert_eq!(Random::new(1).gaussian(), -1.0632021251877102);
    }
}
