//! Bounds that never fail.

/// A value brought between two bounds. Unlike `f64::clamp` this takes any
/// numbers: where the bounds are not numbers they are ignored, and where they
/// are exchanged the high one counts.
pub(super) fn limited(value: f64, low: f64, high: f64) -> f64 {
    value.max(low).min(high)
}

#[cfg(test)]
mod tests {
    use super::limited;

    #[test]
    fn hostile_bounds_do_no_harm() {
        assert_eq!(limited(2.0, 0.0, 1.0), 1.0);
        assert_eq!(limited(2.0, f64::NAN, f64::NAN), 2.0);
        assert_eq!(limited(0.5, 1.0, 0.0), 0.0);
    }
}
