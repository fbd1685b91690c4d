//! Tells the linker how to lay out the program, so that little of it is in
//! memory while it serves: the kernel maps a program in pieces of 64 kB around
//! whatever is touched, so what is used together has to stand together.

use std::env;
use std::process::Command;

/// Where functions stand; `cargo xtask layout` writes it.
const LAYOUT: &str = "serving.ld";

/// The first glibc that reads packed relocations.
const GLIBC_THAT_UNPACKS: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed={LAYOUT}");
    if !is_for_use() || !is_usual_linker() {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", layout());
    if glibc().is_some_and(|version| version >= GLIBC_THAT_UNPACKS) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn layout() -> String {
    format!("{}/{LAYOUT}", variable("CARGO_MANIFEST_DIR"))
}

/// Builds for tests are to link fast, and what is built for another machine is
/// not known to run there with what this one has.
fn is_for_use() -> bool {
    variable("PROFILE") == "release"
        && variable("TARGET") == "x86_64-unknown-linux-gnu"
        && variable("HOST") == variable("TARGET")
}

/// Not every linker that somebody may choose reads such files.
fn is_usual_linker() -> bool {
    env::var_os("RUSTC_LINKER").is_none() && !variable("CARGO_ENCODED_RUSTFLAGS").contains("link")
}

/// The version of the system's C library.
fn glibc() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
