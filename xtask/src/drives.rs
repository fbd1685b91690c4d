//! `cargo xtask drives`: random drives of robots in the style of public ones.

use crate::process::{Done, cargo, run as execute};

const USAGE: &str = "usage: cargo xtask drives [N [ROBOT [SEED]]]";

pub(crate) fn run(rest: &[String]) -> Done {
    let mut command = cargo();
    command.args(["test", "--package", "foxden-sim", "--test", "drives"]);
    command.args(["--", "--ignored", "--nocapture"]);
    if rest.len() > 3 {
        return Err(USAGE.into());
    }
    if let Some(count) = rest.first() {
        count.parse::<u64>().map_err(|_| USAGE)?;
        command.env("FOXDEN_DRIVES", count);
    }
    if let Some(robot) = rest.get(1) {
        command.env("FOXDEN_DRIVEN_ROBOT", robot);
    }
    if let Some(seed) = rest.get(2) {
        seed.parse::<u64>().map_err(|_| USAGE)?;
        command.env("FOXDEN_DRIVE_SEED", seed);
    }
    execute(&mut command)
}
