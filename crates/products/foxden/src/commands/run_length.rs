//! How long something runs: a simulated time with its unit, or a number of steps.

use foxden_runtime::run_loop::{Summary, Until};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How long something runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RunLength {
    /// Simulated time.
    Time(Duration),
    /// Steps.
    Steps(u64),
}

impl From<RunLength> for Until {
    fn from(length: RunLength) -> Self {
        match length {
            RunLength::Time(time) => Self::Elapsed(time),
            RunLength::Steps(steps) => Self::Steps(steps),
        }
    }
}

/// Reads a whole number.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "give a whole number, such as 400".to_owned())
}

/// Reads a whole number from 1 on.
pub(crate) fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "give a whole number from 1 on, such as 4".to_owned())
}

/// Reads a time with its unit; a bare number is in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number_end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let number: f64 = text[..number_end].parse().map_err(|_| {
        "give a positive number with a unit, such as 500ms, 10s, 5min or 1h".to_owned()
    })?;
    let unit = match &text[number_end..] {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        other => {
            return Err(format!(
                "'{other}' is not a unit; the units are ms, s, min and h"
            ));
        }
    };
    Duration::try_from_secs_f64(number * unit).map_err(|error| error.to_string())
}

/// Reads a time as [`duration`] does, or a number of steps such as `400steps`.
pub(crate) fn run_length(text: &str) -> Result<RunLength, String> {
    let steps = text.strip_suffix("steps").or(text.strip_suffix("step"));
    match steps {
        Some(number) => number
            .trim()
            .parse()
            .map(RunLength::Steps)
            .map_err(|_| "give a number of steps, such as 400steps".to_owned()),
        None => duration(text).map(RunLength::Time),
    }
}

impl RunLength {
    /// How many steps of a world that is.
    pub(crate) fn steps(self, step_milliseconds: f64) -> u64 {
        match self {
            Self::Steps(steps) => steps,
            Self::Time(time) => {
                let steps = time.as_secs_f64() * 1000.0 / step_milliseconds.max(f64::MIN_POSITIVE);
                // a time that is a number of steps but for its rounding
                (steps - 1e-6).ceil().max(0.0) as u64
            }
        }
    }

    /// What is left after a world.
    pub(crate) fn after(self, summary: &Summary) -> Self {
        match self {
            Self::Steps(steps) => Self::Steps(steps.saturating_sub(summary.steps)),
            Self::Time(time) => Self::Time(time.saturating_sub(summary.simulated)),
        }
    }

    /// Whether nothing is left.
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Steps(0) | Self::Time(Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
        for wrong in ["", "s", "10 parsecs", "-1s", "1e9"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_explained() {
        assert_eq!(whole_number("0"), Ok(0));
        assert!(whole_number("ten").is_err_and(|reason| reason.contains("such as 400")));
        assert_eq!(count("3").map(NonZeroUsize::get), Ok(3));
        assert!(count("0").is_err_and(|reason| reason.contains("from 1 on")));
        assert!(duration("-3s").is_err_and(|reason| reason.contains("positive")));
    }

    #[test]
    fn a_run_ends_after_a_time_or_steps() {
        assert_eq!(run_length("400steps"), Ok(RunLength::Steps(400)));
        assert_eq!(run_length("1 step"), Ok(RunLength::Steps(1)));
        let time = run_length("1.5s");
        assert_eq!(time, Ok(RunLength::Time(Duration::from_millis(1500))));
        for wrong in ["steps", "-1steps", "1.5steps", "99999999999999999999steps"] {
            assert!(run_length(wrong).is_err(), "{wrong}");
        }
        let steps = |text: &str, step| run_length(text).map(|length| length.steps(step));
        assert_eq!(steps("1s", 32.0), Ok(32));
        assert_eq!(steps("0.96s", 32.0), Ok(30));
        assert_eq!(steps("7steps", 32.0), Ok(7));
    }
}
