//! Random numbers from one seed.

/// A generator (splitmix64); the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.number() % count as u64) as usize
    }

    /// Whether something happens, with a probability in thousandths.
    pub fn happens(&mut self, per_thousand: usize) -> bool {
        self.below(1000) < per_thousand
    }

    /// A number from −1 to 1.
    pub fn real(&mut self) -> f64 {
        self.below(2001) as f64 / 1000.0 - 1.0
    }

    /// One of several.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    /// Another generator, whose numbers do not depend on how this one goes on.
    pub fn fork(&mut self) -> Self {
        Self(self.number())
    }
}
