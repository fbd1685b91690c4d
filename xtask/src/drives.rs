//! `cargo xtask drives`: random drives of robots in the style of public ones.

use crate::process::{Done, cargo, run as execute};

pub(crate) fn run(rest: &[String]) -> Done {
    let mut command = cargo();
    command.args(["test", "--package", "foxden-sim", "--test", "drives"]);
    command.args(["--", "--ignored", "--nocapture"]);
    match rest {
        [] => {}
        [count] if count.parse::<u64>().is_ok() => {
            command.env("FOXDEN_DRIVES", count);
        }
        _ => return Err("usage: cargo xtask drives [N]".into()),
    }
    execute(&mut command)
}
