//! `cargo xtask layout`: where functions of the program `foxden` stand.

use crate::process::{Done, built, cargo, root, run as execute};

pub(crate) fn run() -> Done {
    execute(cargo().args(["build", "--release", "--package", "foxden"]))?;
    execute(
        cargo()
            .args([
                "run",
                "--release",
                "--package",
                "reynard-bench",
                "--",
                "layout",
            ])
            .arg(root().join("crates/foxden/serving.ld"))
            .env("FOXDEN_BINARY", built("release", "foxden")),
    )
}
