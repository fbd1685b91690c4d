//! Tables of measured ratios with their goals.

/// One measured ratio and what it should be.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredRatio {
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
pub fn table(rows: &[MeasuredRatio]) -> String {
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

fn verdict(row: &MeasuredRatio) -> &'static str {
    match row.goal.is_met(row.ratio) {
        true => "met",
        false => "MISSED",
    }
}

/// The best of several runs, in seconds: what else runs on the machine only adds.
pub fn best_of(runs: usize, mut run: impl FnMut() -> f64) -> f64 {
    (0..runs).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// Measures the time that this process works, so that what else runs on the
/// machine does not count.
#[derive(Debug)]
pub struct Stopwatch(f64);

impl Stopwatch {
    /// Starts.
    pub fn start() -> Self {
        Self(worked_seconds())
    }

    /// The seconds since the start.
    pub fn seconds(&self) -> f64 {
        worked_seconds() - self.0
    }
}

/// What all threads of this process have worked so far.
fn worked_seconds() -> f64 {
    let worked = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    worked.tv_sec as f64 + worked.tv_nsec as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::Stopwatch;

    #[test]
    fn time_does_not_run_backwards() {
        let watch = Stopwatch::start();
        let first = watch.seconds();
        assert!(first >= 0.0 && watch.seconds() >= first);
    }
}
