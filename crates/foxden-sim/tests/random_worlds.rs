//! Random small worlds run to their end in either physics. The same worlds are
//! made by the fuzz target `worlds`.

#[path = "support/strange.rs"]
mod strange;

use proptest::prelude::*;

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
