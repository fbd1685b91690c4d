//! The same bits from builds for different processors. The tests are built for
//! any x86-64; one example is built for newer processors too.
#![cfg(target_arch = "x86_64")]

#[path = "../examples/picture_hash.rs"]
mod picture_hash;

use std::path::Path;
use std::process::Command;

/// What the example prints when it is built for a processor.
fn printed(processor: &str) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(processor);
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--example", "picture_hash"])
        .args(["--package", "foxden-vision", "--target-dir"])
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTFLAGS", format!("-C target-cpu={processor}"))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn pictures_are_the_same_with_and_without_avx2() {
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
        eprintln!("this processor has no AVX2; not compared");
        return;
    }
    let own = picture_hash::hash().map(|hash| hash.to_string());
    assert_eq!(own.ok(), Some(printed("x86-64-v3")));
}
