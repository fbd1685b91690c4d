//! One program for each target of `foxden-fuzz`, for libFuzzer. A program of its own
//! has the counters of the code that it reaches only; libFuzzer reads all of them after
//! each execution.

/// The program of a target.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            foxden_fuzz::targets::$name::run(data);
        });
    };
}
