//! The development tool of Foxden: `cargo xtask help` lists its commands.
//!
//! It depends on no crate of the workspace, so that it builds quickly.

mod bench;
mod bindings;
mod chaos;
mod check;
mod controllers;
mod demo;
mod differential;
mod dist;
mod drives;
mod environment;
mod fuzz;
mod genuine;
mod golden;
mod library;
mod packages;
mod page;
mod process;
mod properties;
mod python;
mod repetition;
mod sbom;
mod test;
mod tools;
mod vehicle;
mod wheel;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  demo [OPTIONS]       start Reynard's den and print its addresses; options of
                       `foxden reynard`, or --without-page to build no page
  check                format, lints and the fast tests: run it before each commit
  test                 format, lints and every test; installs what tests need
  page                 build both pages into web/dist, from where they are embedded
  golden [OPTIONS]     run recorded worlds and compare with the genuine Webots
                         --group A,B      only these groups
                         --only A,B       only these worlds; names, GROUP/NAME, or
                                          patterns with *
                         --cause A,B      only worlds with these causes in the
                                          causes.json of the recordings
                         --data DIR       recordings elsewhere, same layout
                         --via in-process how worlds are run; with --via genuine
                                          by programs with the genuine library,
                                          with --via own with Foxden's library
  differential [OPTIONS]
                       run random worlds in several ways that must agree, hold
                       them to physical laws, and make failing ones small
                         --area A,B       only these areas
                         --seed N --worlds N
                                          where to start, and how many
                         --via own        a sample by programs with Foxden's
                                          library (or the genuine one), beside
                                          the run in process
                         --world FILE --check A,B
                                          run one world again
  dist [--try]         build what people install: an archive and a Debian package,
                       with checksums and a list of all parts; both are unpacked and
                       tried. With --try from the build of the tests, in seconds
  dist --chroot        install the package in a fresh Debian system and test it there
                       (needs root and debootstrap)
  drives [N [ROBOT [SEED]]]
                       drive robots at random, N times (100) each at three time
                       steps, and see that they stay on the floor
  chaos [--seed N] [--minutes M] [--turns N]
                       run the whole system in one process under one seed, with
                       faults; a failing seed fails again
  chaos --planted      build three defects in and let the harness find them
  fuzz [TARGET] [OPTIONS]
                       run fuzz targets with libFuzzer, all one after the other or
                       one; findings are written to target/fuzz/found
                         --minutes N      for how long each (1)
                         --replay FILE    run one input again
                         --minimise       replace the stored inputs with the few
                                          that cover the same
                         --ledger         what all runs in this checkout made
  kills [--times N]    kill programs N times (200) while they save, record, log and
                       download, and look at what is left
  library [--beside-genuine]
                       build the controller library for C, C++, Python, Java
                       and MATLAB, where their tools are there; with the
                       option, compare its calls with the genuine one
  properties [--seed N] [--cases N] [TEST]
                       property tests with new cases (1000 each); a failing seed
                       fails again. `cargo test` runs the same few cases each time
  python [OPTIONS]     build the Python package `foxden` and run its tests; options of
                       pytest
  wheel [--release]    build the wheel `foxden`: the Python package, the command and
                       the controller library; with --release as people install it,
                       with --try it is installed into a fresh environment and used
  bench [NAME]         run benchmarks and print their ratios; parts of one can
                       be chosen: bench simulator light|yardsticks|heaps|
                       border|swarm, bench reynard interfaces|wires
  soak controllers [--minutes N]
                       let fifty controllers come and go and watch memory
  soak all [--minutes N]
                       use a den and a run with controllers by clients of all kinds, and
                       watch memory, descriptors and threads
  soak python [--minutes N]
                       random use of the Python package, and watch memory
  help                 this text";

/// `cargo xtask soak WHAT [--minutes N]`.
fn soak(arguments: &[String]) -> process::Done {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["controllers"] => controllers::soak("20"),
        ["controllers", "--minutes", minutes] => controllers::soak(minutes),
        ["all", ..] => chaos::with_processes("soak", &arguments[1..]),
        ["python"] => python::soak("30"),
        ["python", "--minutes", minutes] => python::soak(minutes),
        _ => Err("say `cargo xtask soak controllers|all|python [--minutes N]`".to_owned()),
    }
}

fn main() -> ExitCode {
    if let Some(ended) = chaos::stand_in_for_compiler() {
        return ended;
    }
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next();
    let rest: Vec<String> = arguments.collect();
    let done = match command.as_deref() {
        Some("demo") => demo::run(&rest),
        Some("check") => check::run(),
        Some("test") => test::run(),
        Some("page") => page::build(),
        Some("golden") => golden::run(&rest),
        Some("differential") => differential::run(&rest),
        Some("dist") => dist::make(&rest),
        Some("drives") => drives::run(&rest),
        Some("chaos") => chaos::run(&rest),
        Some("fuzz") => fuzz::run(&rest),
        Some("kills") => chaos::with_processes("kills", &rest),
        Some("library") => library::build(&rest),
        Some("properties") => properties::run(&rest),
        Some("python") => python::test(&rest),
        Some("wheel") => wheel::build(&rest),
        Some("bench") => bench::run(&rest),
        Some("soak") => soak(&rest),
        Some("help" | "--help" | "-h") => {
            println!("{HELP}");
            Ok(())
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}
