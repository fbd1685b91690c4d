//! A few seeds: nothing is violated, and a seed gives the same run each time.
#![allow(clippy::unwrap_used)]

use foxden_chaos::{EpisodeOptions, run};

fn options(seed: u64) -> EpisodeOptions {
    EpisodeOptions {
        seed,
        turns: 600,
        has_text: false,
    }
}

#[test]
fn nothing_is_violated() {
    for seed in 1..=4 {
        let report = run(options(seed));
        assert_eq!(
            report.violation, None,
            "again: cargo xtask chaos --seed {seed} --turns 600"
        );
        assert!(report.steps > 20, "{report:?}");
    }
}

#[test]
fn a_seed_gives_the_same_run() {
    let [first, second] = [run(options(7)), run(options(7))];
    assert_eq!(first.transcript, second.transcript);
    assert_eq!(first.steps, second.steps);
    assert!(first.replies > 10, "{first:?}");
}

#[test]
fn a_viewer_that_vanished_from_a_paused_world_is_noticed() {
    let report = run(EpisodeOptions {
        turns: 4_000,
        ..options(106)
    });
    assert_eq!(report.violation, None);
}
