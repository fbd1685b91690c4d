//! `cargo xtask demo`: until the den is there, a bundled world and its tree.

use crate::process::{Done, cargo, run as execute};

pub(crate) fn run() -> Done {
    let foxden = |arguments: &[&str]| {
        let mut command = cargo();
        command
            .args(["run", "--quiet", "--package", "foxden", "--"])
            .args(arguments);
        execute(&mut command)
    };
    foxden(&["tree", "--offline", "worlds/hello.wbt"])?;
    println!("\nThe robot in worlds/slot.wbt takes only hands that fit:\n");
    foxden(&["check", "--offline", "worlds/hello.wbt", "worlds/slot.wbt"])
}
