//! Lookup tables: what a sensor returns for what it measures.

use crate::state::random::Random;
use std::sync::Arc;

/// A row: what is measured, what is returned, and the noise as a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookupRow {
    /// The measured quantity.
    pub input: f64,
    /// What the sensor returns for it.
    pub output: f64,
    /// The standard deviation of the noise, as a fraction of the output.
    pub noise: f64,
}

/// The rows in the order of the file; they are not sorted. Copies share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LookupTable(Arc<[LookupRow]>);

impl LookupTable {
    /// From the values of a field.
    pub fn new(rows: &[[f64; 3]]) -> Self {
        Self(
            rows.iter()
                .map(|[input, output, noise]| LookupRow {
                    input: *input,
                    output: *output,
                    noise: *noise,
                })
                .collect(),
        )
    }

    /// The rows.
    pub fn rows(&self) -> &[LookupRow] {
        &self.0
    }

    /// The least output; 0 if there are no rows.
    pub(crate) fn least_output(&self) -> f64 {
        let outputs = self.0.iter().map(|row| row.output);
        outputs.reduce(f64::min).unwrap_or(0.0)
    }

    /// Output and noise for an input; `None` if there are no rows.
    pub fn interpolate(&self, input: f64) -> Option<LookupRow> {
        let (first, last) = (self.0.first()?, self.0.last()?);
        if input <= first.input {
            return Some(LookupRow { input, ..*first });
        }
        if input >= last.input {
            return Some(LookupRow { input, ..*last });
        }
        let (mut low, mut high) = (0, self.0.len() - 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if input < self.0[middle].input {
                high = middle;
            } else {
                low = middle;
            }
        }
        let high = (low + 1).min(self.0.len() - 1);
        let (low, high) = (self.0[low], self.0[high]);
        let part = (input - low.input) / (high.input - low.input);
        Some(LookupRow {
            input,
            output: (1.0 - part) * low.output + part * high.output,
            noise: (1.0 - part) * low.noise + part * high.noise,
        })
    }

    /// The output with its noise; an empty table returns what is measured. A
    /// row without noise draws no random number.
    pub fn read(&self, input: f64, random: &mut Random) -> f64 {
        match self.interpolate(input) {
            None => input,
            Some(row) if row.noise == 0.0 => row.output,
            Some(row) => row.output * (1.0 + row.noise * random.gaussian()),
        }
    }
}

/// The resolution that leaves values as they are.
pub const NO_RESOLUTION: f64 = -1.0;

/// A value rounded to a multiple of a resolution; -1 leaves it as it is.
///
/// The number of multiples is an integer of 32 bits that is cut, not rounded,
/// and the smallest integer is used for values out of range.
pub fn rounded(value: f64, resolution: f64) -> f64 {
    if resolution == NO_RESOLUTION {
        return value;
    }
    let multiple = value / resolution + 0.5;
    let is_held = multiple > -2_147_483_649.0 && multiple < 2_147_483_648.0;
    let multiple = if is_held { multiple as i32 } else { i32::MIN };
    f64::from(multiple) * resolution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_between_rows_are_interpolated_and_outside_clamped() {
        let table = LookupTable::new(&[[0.0, 0.0, 0.0], [1.0, 100.0, 0.0], [2.0, 0.0, 0.5]]);
        let mut random = Random::new(0);
        assert_eq!(table.read(-5.0, &mut random), 0.0);
        assert_eq!(table.read(0.25, &mut random), 25.0);
        assert_eq!(random, Random::new(0));
        assert_eq!(table.interpolate(1.5).map(|row| row.noise), Some(0.25));
        assert_eq!(
            table.interpolate(f64::INFINITY).map(|row| row.output),
            Some(0.0)
        );
        assert_eq!(LookupTable::default().read(7.0, &mut random), 7.0);
        assert!(
            table
                .interpolate(f64::NAN)
                .is_some_and(|row| row.output.is_nan())
        );
    }

    #[test]
    fn a_repeated_input_takes_the_later_row() {
        let table = LookupTable::new(&[
            [0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [1.0, 5.0, 0.0],
            [2.0, 9.0, 0.0],
        ]);
        assert_eq!(table.interpolate(1.0).map(|row| row.output), Some(5.0));
    }

    #[test]
    fn resolutions_cut_towards_zero() {
        assert_eq!(rounded(-1.6, 1.0), -1.0);
        assert_eq!(rounded(1.6, 1.0), 2.0);
        assert_eq!(rounded(10000.0, -5.0), 9995.0);
        assert_eq!(rounded(3.25, -1.0), 3.25);
        assert_eq!(rounded(3.25, 0.0), 0.0);
    }
}
