//! Random small worlds run to their end in either physics. The same worlds are
//! made by the fuzz target `worlds`.

mod support;

use proptest::prelude::*;
use support::strange;

/// Runs the world of these choices, the others of all being the first.
fn run_choices(choices: &[(usize, u8)]) {
    let mut bytes = [0; 116];
    for (at, byte) in choices {
        bytes[*at] = *byte;
    }
    strange::run(&bytes, 200);
}

// what went wrong once

#[test]
fn a_rotation_beyond_all_numbers_spreads_no_further() {
    run_choices(&[
        (0, 20),
        (22, 30),
        (39, 1),
        (73, 91),
        (82, 139),
        (86, 58),
        (108, 84),
        (109, 112),
        (110, 180),
    ]);
}

#[test]
fn ground_without_extent_touches_nothing() {
    run_choices(&[
        (0, 73),
        (20, 31),
        (21, 184),
        (24, 117),
        (26, 20),
        (27, 231),
        (28, 9),
        (36, 194),
        (41, 194),
        (60, 23),
        (62, 9),
    ]);
}

/// `cargo xtask properties` sets the number of cases and the seed.
fn config(cases: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(cases),
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn no_world_stops_the_simulation(choices in proptest::collection::vec(any::<u8>(), 0..420)) {
        strange::run(&choices, 200);
    }
}
