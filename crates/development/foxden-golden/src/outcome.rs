//! What became of recorded worlds, counted.

use std::collections::BTreeMap;

/// How near to the recording a world had to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Trees, texts and reported mistakes: equal.
    Text,
    /// Numbers to the last bit.
    Bits,
    /// Nothing touched: numbers within 1e-9 of themselves.
    Rounding,
    /// Bodies touched: numbers within 1e-6 of themselves.
    Contacts,
    /// Pictures: distances within 1e-6 but on silhouettes, colours within 1/255
    /// for 99 % of the pixels.
    Pictures,
    /// Fast physics: within bands around the recorded motion.
    Bands,
}

impl Rule {
    /// The rule in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Text => "trees and texts equal",
            Self::Bits => "numbers equal to the last bit",
            Self::Rounding => "numbers within 1e-9",
            Self::Contacts => "numbers within 1e-6, because bodies touched",
            Self::Pictures => "pictures equal but for rounding and silhouettes",
            Self::Bands => "within the bands of fast physics",
        }
    }
}

/// What became of one world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseOutcome {
    /// Equal to the recording by this rule.
    Passed(Rule),
    /// This way of running cannot run it; the reason.
    Skipped(String),
    /// It differs, and is meant to; the reason.
    Intended(String),
    /// It differs in something that the genuine program does not reproduce itself.
    Unreproducible {
        /// What is not reproducible.
        reason: &'static str,
        /// The first difference.
        difference: String,
    },
    /// The first difference.
    Failed(String),
}

/// One world of a run.
#[derive(Clone, Debug)]
pub struct WorldOutcome {
    /// The group of recordings.
    pub group: String,
    /// The world's name without extension.
    pub world: String,
    /// The rule that the recording shows, where the data folder names one.
    pub cause: Option<String>,
    /// What became of it.
    pub outcome: CaseOutcome,
}

/// How many worlds came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Equal to the recording, or different on purpose.
    pub passed: usize,
    /// Different.
    pub failed: usize,
    /// Different in what the genuine program does not reproduce.
    pub unreproducible: usize,
    /// Not run.
    pub skipped: usize,
}

impl Counts {
    fn add(&mut self, outcome: &CaseOutcome) {
        match outcome {
            CaseOutcome::Passed(_) | CaseOutcome::Intended(_) => self.passed += 1,
            CaseOutcome::Failed(_) => self.failed += 1,
            CaseOutcome::Unreproducible { .. } => self.unreproducible += 1,
            CaseOutcome::Skipped(_) => self.skipped += 1,
        }
    }
}

/// All outcomes of a run.
#[derive(Debug, Default)]
pub struct OutcomeReport {
    /// The worlds in the order in which they were run.
    pub rows: Vec<WorldOutcome>,
}

impl OutcomeReport {
    /// How many worlds came out how.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.rows.iter().for_each(|row| counts.add(&row.outcome));
        counts
    }

    /// How many worlds passed by each rule.
    pub fn by_rule(&self) -> BTreeMap<Rule, usize> {
        let mut rules = BTreeMap::new();
        for row in &self.rows {
            if let CaseOutcome::Passed(rule) = row.outcome {
                *rules.entry(rule).or_default() += 1;
            }
        }
        rules
    }

    /// The counts for each cause that the data folder names.
    pub fn by_cause(&self) -> BTreeMap<&str, Counts> {
        let mut causes: BTreeMap<&str, Counts> = BTreeMap::new();
        for row in &self.rows {
            if let Some(cause) = &row.cause {
                causes.entry(cause).or_default().add(&row.outcome);
            }
        }
        causes
    }
}
