//! The console of a recorded run.

/// How a recorded run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordedEnd {
    /// The recorder ended it.
    Ended,
    /// The world was refused and no controller ran.
    Refused,
    /// The genuine program crashed.
    Crashed,
}

/// How the run ended, from the first line of the log.
pub(crate) fn ending(log: &str) -> RecordedEnd {
    let first = log.lines().next().unwrap_or("");
    if first.contains("none") {
        RecordedEnd::Refused
    } else if first.contains("exit -") {
        RecordedEnd::Crashed
    } else {
        RecordedEnd::Ended
    }
}

/// The status that a recorded run ended with, if it ended by itself.
pub(crate) fn exit_code(log: &str) -> Option<i32> {
    let code = log.lines().next()?.strip_prefix("# exit ")?.parse().ok()?;
    (code >= 0).then_some(code)
}

/// The first line and column of the world file that the log complains about.
pub(crate) fn first_place(log: &str, world: &str) -> Option<(u32, u32)> {
    let marker = format!("{world}.wbt':");
    log.lines().find_map(|line| {
        let rest = &line[line.find(&marker)? + marker.len()..];
        let mut numbers = rest.split(':');
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::exit_code;

    #[test]
    fn only_an_end_of_its_own_has_a_status() {
        assert_eq!(exit_code("# exit 255\n## stdout\n"), Some(255));
        assert_eq!(exit_code("# exit -11\n"), None);
        assert_eq!(exit_code("# exit none (stopped)\n"), None);
        assert_eq!(exit_code("a warning\n"), None);
    }
}
