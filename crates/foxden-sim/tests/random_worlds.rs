//! Random small worlds run to their end in either physics. The same worlds are
//! made by the fuzz target `worlds`.

#[path = "support/strange.rs"]
mod strange;

use proptest::prelude::*;

/// What went wrong once.
#[test]
fn a_rotation_beyond_all_numbers_spreads_no_further() {
    let mut choices = [0; 116];
    for (at, byte) in [
        (0, 20),
        (22, 30),
        (39, 1),
        (73, 91),
        (82, 139),
        (86, 58),
        (108, 84),
        (109, 112),
        (110, 180),
    ] {
        choices[at] = byte;
    }
    strange::run(&choices, 200);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("FOXDEN_WORLDS").ok().and_then(|count| count.parse().ok()).unwrap_or(48),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_world_stops_the_simulation(choices in proptest::collection::vec(any::<u8>(), 0..260)) {
        strange::run(&choices, 200);
    }
}
