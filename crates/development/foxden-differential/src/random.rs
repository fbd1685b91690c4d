//! The random choices of a world.

/// A generator of random numbers. The same seed gives the same choices.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits, by the function SplitMix64.
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A whole number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    /// A whole number from one to another, both included.
    pub(crate) fn whole(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// A number between two others with three digits, as people write them.
    pub(crate) fn number(&mut self, least: f64, most: f64) -> f64 {
        let share = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        ((least + share * (most - least)) * 1000.0).round() / 1000.0
    }

    /// Whether something happens that happens this often.
    pub(crate) fn chance(&mut self, share: f64) -> bool {
        self.number(0.0, 1.0) < share
    }

    /// One of several.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Three numbers as they are written in a file.
    pub(crate) fn vector(&mut self, least: f64, most: f64) -> String {
        let [x, y, z] = [0; 3].map(|_| self.number(least, most));
        format!("{x} {y} {z}")
    }

    /// A rotation as it is written in a file.
    pub(crate) fn rotation(&mut self) -> String {
        let angle = self.number(-3.1, 3.1);
        match self.below(4) {
            0 => format!("1 0 0 {angle}"),
            1 => format!("0 1 0 {angle}"),
            2 => format!("0 0 1 {angle}"),
            _ => {
                let (x, y, z) = (0.48, self.pick(&[0.6, -0.6]), self.pick(&[0.64, -0.64]));
                format!("{x} {y} {z} {angle}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_choices() {
        let choices = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| (2..=5).contains(&random.whole(2, 5))));
        assert!((0..1000).all(|_| (-1.0..=1.0).contains(&random.number(-1.0, 1.0))));
    }
}
