//! Strange worlds in either physics, disturbed half way: every number stays a number.

/// Few steps: what goes wrong mostly does so at once, and the rest is found by
/// `cargo xtask differential`.
const STEPS: usize = 12;

/// Runs one input: each byte is a choice of the generator.
pub fn run(data: &[u8]) {
    super::strange::run(data, STEPS);
}
