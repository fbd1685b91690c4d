//! Tables of measured ratios with their goals.

/// One measured ratio and what it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What was compared.
    pub what: String,
    /// Foxden's figure.
    pub ours: String,
    /// The figure it is held against.
    pub theirs: String,
    /// The ratio of the two.
    pub ratio: f64,
    /// What the ratio should be.
    pub goal: Goal,
}

/// What a ratio should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
    /// Shown for the record.
    None,
}

impl Goal {
    /// Whether a ratio is good enough.
    ///
    /// ```
    /// use foxden_bench::Goal;
    /// assert!(Goal::AtLeast(4.0).is_met(4.0) && !Goal::AtMost(2.0).is_met(2.1));
    /// ```
    pub fn is_met(self, ratio: f64) -> bool {
        match self {
            Self::AtLeast(least) => ratio >= least,
            Self::AtMost(most) => ratio <= most,
            Self::None => true,
        }
    }
}

/// The rows as a table in Markdown, ready for `docs/measurements.md`.
pub fn table(rows: &[Row]) -> String {
    let mut text =
        "| measured | Foxden | against | ratio | goal | |\n|---|---|---|---|---|---|\n".to_owned();
    for row in rows {
        let (goal, verdict) = match row.goal {
            Goal::AtLeast(least) => (format!("≥ {least}"), verdict(row)),
            Goal::AtMost(most) => (format!("≤ {most}"), verdict(row)),
            Goal::None => (String::new(), ""),
        };
        text += &format!(
            "| {} | {} | {} | {:.2} | {goal} | {verdict} |\n",
            row.what, row.ours, row.theirs, row.ratio
        );
    }
    text
}

fn verdict(row: &Row) -> &'static str {
    match row.goal.is_met(row.ratio) {
        true => "met",
        false => "MISSED",
    }
}

/// The best of several runs, in seconds: what else runs on the machine only adds.
pub fn best_of(runs: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..runs).map(|_| run()).fold(f64::INFINITY, f64::min)
}
