//! The command `foxden` of the wheel. It runs in this module, so that a wheel contains the
//! simulator once.

use pyo3::prelude::*;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The exit code of a program that is written in Rust and has a defect.
const PANICKED: u8 = 101;

/// Runs the command with these words, the first of which is its name, and returns the exit
/// code. Python's lock is released meanwhile.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| {
        // the message was printed when the panic began
        catch_unwind(AssertUnwindSafe(|| foxden::run_command(words))).unwrap_or(PANICKED)
    })
}
