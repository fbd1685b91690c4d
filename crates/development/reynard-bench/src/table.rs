//! The figures of both servers beside each other.

use std::fmt;

/// A line: what, unit, and a figure for each server.
struct ComparisonRow {
    what: &'static str,
    unit: &'static str,
    figures: [f64; 2],
}

#[derive(Default)]
pub(crate) struct ComparisonTable(Vec<ComparisonRow>);

impl ComparisonTable {
    /// Writes down a figure of the first or second server.
    pub(crate) fn note(&mut self, at: usize, what: &'static str, unit: &'static str, figure: f64) {
        let known = self.0.iter().position(|row| row.what == what);
        let row = known.unwrap_or_else(|| {
            let figures = [f64::NAN; 2];
            self.0.push(ComparisonRow {
                what,
                unit,
                figures,
            });
            self.0.len() - 1
        });
        if let Some(place) = self.0[row].figures.get_mut(at) {
            *place = figure;
        }
    }
}

impl fmt::Display for ComparisonTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{:<56} {:>10} {:>10} {:>8}",
            "", "Foxden", "original", "ratio"
        )?;
        for row in &self.0 {
            let [ours, original] = row.figures;
            writeln!(
                formatter,
                "{:<56} {ours:>10.3} {original:>10.3} {:>8.2}",
                format!("{} ({})", row.what, row.unit),
                ours / original
            )?;
        }
        Ok(())
    }
}
