//! The deepest of many points, in the order in which the genuine program has them.
//!
//! The genuine program calls `std::nth_element` of libstdc++. Its result is
//! unspecified in part, but the order of contacts decides which friction rows
//! reach their bounds, so this gives the same permutation: a quick selection
//! with the median of three as pivot that ends with an insertion sort, or with
//! a heap if it makes no progress.

/// Brings the first `count` entries of a list to its front, deepest first as
/// far as the selection happens to sort them; the others follow in the order
/// that the selection leaves.
pub(super) fn select<T: Copy>(list: &mut [T], count: usize, depth: impl Fn(&T) -> f64) {
    let before = |a: &T, b: &T| depth(a) > depth(b);
    if count >= list.len() {
        return;
    }
    let (mut first, mut last) = (0, list.len());
    let mut rounds = 2 * list.len().ilog2();
    while last - first > 3 {
        if rounds == 0 {
            select_by_heap(&mut list[first..last], count - first + 1, &before);
            list.swap(first, count);
            return;
        }
        rounds -= 1;
        let cut = first + partition(&mut list[first..last], &before);
        if cut <= count {
            first = cut;
        } else {
            last = cut;
        }
    }
    insertion_sort(&mut list[first..last], &before);
}

/// Splits a list of at least four entries at its pivot; where the second part begins.
fn partition<T: Copy>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) -> usize {
    let (middle, end) = (list.len() / 2, list.len() - 1);
    let median = median_of_three(list, [1, middle, end], before);
    list.swap(0, median);
    let pivot = list[0];
    let (mut low, mut high) = (1, list.len());
    loop {
        // entries that compare with nothing (no numbers) must not lead out of the list
        while low < list.len() && before(&list[low], &pivot) {
            low += 1;
        }
        high -= 1;
        while high > 0 && before(&pivot, &list[high]) {
            high -= 1;
        }
        if low >= high {
            return low.min(list.len() - 1);
        }
        list.swap(low, high);
        low += 1;
    }
}

fn median_of_three<T>(
    list: &[T],
    [a, b, c]: [usize; 3],
    before: &impl Fn(&T, &T) -> bool,
) -> usize {
    let is_before = |one: usize, two: usize| before(&list[one], &list[two]);
    if is_before(a, b) {
        if is_before(b, c) {
            b
        } else if is_before(a, c) {
            c
        } else {
            a
        }
    } else if is_before(a, c) {
        a
    } else if is_before(b, c) {
        c
    } else {
        b
    }
}

fn insertion_sort<T>(list: &mut [T], before: &impl Fn(&T, &T) -> bool) {
    for at in 1..list.len() {
        let mut to = at;
        if before(&list[at], &list[0]) {
            to = 0;
        } else {
            while to > 0 && before(&list[at], &list[to - 1]) {
                to -= 1;
            }
        }
        list[to..=at].rotate_right(1);
    }
}

/// Brings the first `size` entries to the front, as a heap whose top is the last of them.
fn select_by_heap<T: Copy>(list: &mut [T], size: usize, before: &impl Fn(&T, &T) -> bool) {
    let size = size.min(list.len());
    for parent in (0..size / 2).rev() {
        let entry = list[parent];
        sift(&mut list[..size], parent, entry, before);
    }
    for at in size..list.len() {
        if before(&list[at], &list[0]) {
            let entry = list[at];
            list[at] = list[0];
            sift(&mut list[..size], 0, entry, before);
        }
    }
}

/// Moves a hole down to a leaf, then an entry from there up to its place.
fn sift<T: Copy>(heap: &mut [T], top: usize, entry: T, before: &impl Fn(&T, &T) -> bool) {
    let mut hole = top;
    loop {
        let (left, right) = (2 * hole + 1, 2 * hole + 2);
        let child = if right < heap.len() {
            if before(&heap[right], &heap[left]) {
                left
            } else {
                right
            }
        } else if left < heap.len() {
            left
        } else {
            break;
        };
        heap[hole] = heap[child];
        hole = child;
    }
    while hole > top {
        let parent = (hole - 1) / 2;
        if !before(&heap[parent], &entry) {
            break;
        }
        heap[hole] = heap[parent];
        hole = parent;
    }
    heap[hole] = entry;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What libstdc++ made of the lists below: name, length, count, then the
    /// permutation or a hash of it, and the list if no rule makes it. The last
    /// ones were made so that the pivots are bad and the heap has to help.
    const CASES: &str = include_str!("deepest_points_cases.txt");

    fn depth(name: &str, length: i64, at: i64) -> i64 {
        match name {
            "equal" => 0,
            "ties" => (at * at * 7 + at * 3) % 3,
            "rising" => at,
            "mixed" => (at * 7919 + length * 13) % 101,
            _ => panic!("unknown list {name}"),
        }
    }

    fn numbers<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> Vec<T> {
        let words = text.split_whitespace();
        words.map(|word| word.parse().expect("a number")).collect()
    }

    #[test]
    fn the_permutation_is_that_of_libstdcxx() {
        for case in CASES.lines() {
            let words: Vec<&str> = case.split_whitespace().collect();
            let [length, count] = [1, 2].map(|at| words[at].parse::<i64>().expect("a number"));
            let depths: Vec<i64> = match case.split_once('|') {
                Some((_, given)) => numbers(given),
                None => (0..length).map(|at| depth(words[0], length, at)).collect(),
            };
            let mut list: Vec<(i64, u64)> = depths.into_iter().zip(0..).collect();
            select(&mut list, count as usize, |entry| entry.0 as f64);
            let found: Vec<u64> = list.iter().map(|entry| entry.1).collect();
            if let Some((_, rest)) = case.split_once(':') {
                let expected = rest.split('|').next().unwrap_or_default();
                assert_eq!(found, numbers::<u64>(expected), "{case}");
            } else {
                let hash = found
                    .iter()
                    .fold(1_469_598_103_934_665_603_u64, |hash, at| {
                        (hash ^ at).wrapping_mul(1_099_511_628_211)
                    });
                assert_eq!(hash, words[4].parse::<u64>().expect("a hash"), "{case}");
            }
        }
    }

    #[test]
    fn depths_that_are_no_numbers_do_no_harm() {
        for length in 0..40 {
            for every in 1..4 {
                let mut list: Vec<(f64, usize)> = (0..length)
                    .map(|at| {
                        let depth = if at % every == 0 {
                            f64::NAN
                        } else {
                            -(at as f64)
                        };
                        (depth, at)
                    })
                    .collect();
                select(&mut list, length / 3, |entry| entry.0);
                let mut numbers: Vec<usize> = list.iter().map(|entry| entry.1).collect();
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(0..length));
            }
        }
    }
}
