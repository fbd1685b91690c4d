//! The console of a recorded run.

/// How a recorded run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The recorder ended it.
    Ended,
    /// The world was refused and no controller ran.
    Refused,
    /// The genuine program crashed.
    Crashed,
}

/// How the run ended, from the first line of the log.
pub(crate) fn ending(log: &str) -> Ending {
    let first = log.lines().next().unwrap_or("");
    if first.contains("none") {
        Ending::Refused
    } else if first.contains("exit -") {
        Ending::Crashed
    } else {
        Ending::Ended
    }
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
