//! `cargo xtask layout`: where functions of the program `foxden` stand.

use crate::process::{Done, cargo, release, root, run as execute};

pub(crate) fn run() -> Done {
    let foxden = release()?;
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
            .arg(root().join("crates/products/foxden/serving.ld"))
            .env("FOXDEN_BINARY", foxden),
    )
}
