//! Random small worlds, 200 steps in either physics: nothing panics, and every
//! number of a body stays a number.
#![no_main]

#[path = "../../tests/support/loading.rs"]
mod loading;
#[path = "../../tests/support/strange.rs"]
mod strange;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|choices: &[u8]| strange::run(choices, 200));
