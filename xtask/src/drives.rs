//! `cargo xtask drives`: random drives of robots in the style of public ones.

use crate::process::{Done, cargo, run as execute};

const USAGE: &str = "usage: cargo xtask drives [N [ROBOT]]";

pub(crate) fn run(rest: &[String]) -> Done {
    let mut command = cargo();
    command.args(["test", "--package", "foxden-sim", "--test", "drives"]);
    command.args(["--", "--ignored", "--nocapture"]);
    let (count, robot) = match rest {
        [] => (None, None),
        [count] => (Some(count), None),
        [count, robot] => (Some(count), Some(robot)),
        _ => return Err(USAGE.into()),
    };
    if let Some(count) = count {
        count.parse::<u64>().map_err(|_| USAGE)?;
        command.env("FOXDEN_DRIVES", count);
    }
    if let Some(robot) = robot {
        command.env("FOXDEN_DRIVEN_ROBOT", robot);
    }
    execute(&mut command)
}
