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

        libfuzzer_sys::fuzz_mutator!(
            |data: &mut [u8], size: usize, most: usize, seed: u32| $crate::mutate(
                stringify!($name),
                data,
                size,
                most,
                seed
            )
        );
    };
}

/// Changes an input: every other time by its tokens, if it is a text that has some.
pub fn mutate(name: &str, data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let target = foxden_fuzz::target(name).filter(|_| seed.is_multiple_of(2));
    let changed =
        target.and_then(|target| foxden_fuzz::mutations::mutate(target, &data[..size], seed / 2));
    match changed {
        Some(changed) => {
            let size = changed.len().min(most).min(data.len());
            data[..size].copy_from_slice(&changed[..size]);
            size
        }
        None => libfuzzer_sys::fuzzer_mutate(data, size, most),
    }
}
