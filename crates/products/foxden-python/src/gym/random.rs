//! Random numbers of environments: seeds of episodes and the values of randomised fields.
//! They are not those of the simulated world, so that a change of the randomisation does
//! not change the noise of sensors.

/// A generator of 64 bits (SplitMix64): small, and good enough for seeds and draws.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generator(u64);

impl Generator {
    /// A generator that starts with a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to 1, without 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number of the normal distribution with mean 0 and standard deviation 1.
    pub(crate) fn normal(&mut self) -> f64 {
        // The polar method needs no sine, whose bits differ between machines.
        loop {
            let a = 2.0 * self.uniform() - 1.0;
            let b = 2.0 * self.uniform() - 1.0;
            let square = a * a + b * b;
            if square > 0.0 && square < 1.0 {
                return a * (-2.0 * foxden_sim::math::log(square) / square).sqrt();
            }
        }
    }

    /// A seed for a world.
    pub(crate) fn world_seed(&mut self) -> u32 {
        (self.bits() >> 33) as u32
    }
}

/// How the value of a field is drawn. Each has one item for each number of the field.
#[derive(Clone, Debug)]
pub(crate) enum Distribution {
    /// Between two values.
    Uniform(Vec<f64>, Vec<f64>),
    /// Between two positive values, equally likely in each order of magnitude.
    LogUniform(Vec<f64>, Vec<f64>),
    /// Around a value, with a standard deviation.
    Normal(Vec<f64>, Vec<f64>),
    /// One of several values.
    Choice(Vec<Vec<f64>>),
}

impl Distribution {
    /// The numbers of a value that is drawn.
    pub(crate) fn draw(&self, random: &mut Generator) -> Vec<f64> {
        let mut pairs = |low: &[f64], high: &[f64], one: fn(&mut Generator, f64, f64) -> f64| {
            let pairs = low.iter().zip(high);
            pairs.map(|(a, b)| one(random, *a, *b)).collect()
        };
        match self {
            Self::Uniform(low, high) => pairs(low, high, |random, low, high| {
                low + random.uniform() * (high - low)
            }),
            Self::LogUniform(low, high) => pairs(low, high, |random, low, high| {
                let (low, high) = (foxden_sim::math::log(low), foxden_sim::math::log(high));
                foxden_sim::math::exp(low + random.uniform() * (high - low))
            }),
            Self::Normal(mean, deviation) => pairs(mean, deviation, |random, mean, deviation| {
                mean + deviation * random.normal()
            }),
            Self::Choice(values) => {
                let at = (random.uniform() * values.len() as f64) as usize;
                values.get(at).cloned().unwrap_or_default()
            }
        }
    }
}
