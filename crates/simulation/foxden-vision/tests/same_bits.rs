//! The same bits from each way to find what is seen, any number of threads, two
//! processes, and builds for different processors. The tests are built for any x86-64;
//! one example is built for newer processors too.
#![cfg(target_arch = "x86_64")]

#[path = "../examples/picture_hash.rs"]
mod picture_hash;

use std::path::Path;
use std::process::Command;

/// What a process begins a line with that is read by another one.
const MARK: &str = "picture hash ";

/// The numbers of all ways, as this process makes them.
fn own() -> Vec<String> {
    let ways = picture_hash::WAYS.iter();
    ways.map(|way| match picture_hash::hash(*way) {
        Ok(hash) => hash.to_string(),
        Err(error) => panic!("{error}"),
    })
    .collect()
}

/// What the example prints when it is built for a processor.
fn printed(processor: &str) -> Vec<String> {
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
            let text = String::from_utf8_lossy(&output.stdout);
            text.lines().map(str::to_owned).collect()
        }
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn rays_and_threads_change_no_bit() {
    let own = own();
    assert!(own.iter().all(|hash| *hash == own[0]), "{own:?}");
}

#[test]
fn prints_its_hashes() {
    for hash in own() {
        println!("{MARK}{hash}");
    }
}

#[test]
fn two_processes_draw_the_same_bits() {
    let other = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(["--exact", "prints_its_hashes", "--nocapture"])
            .output()
    });
    let text = match other {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => panic!("{error}"),
    };
    // the harness may begin a line before the test prints
    let other: Vec<String> = text
        .lines()
        .filter_map(|line| Some(line.split_once(MARK)?.1.to_owned()))
        .collect();
    assert_eq!(other, own());
}

#[test]
fn pictures_are_the_same_with_and_without_avx2() {
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
        eprintln!("this processor has no AVX2; not compared");
        return;
    }
    assert_eq!(own(), printed("x86-64-v3"));
}
