//! The values that the reference suite sends and expects (`values.txt`).

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::LazyLock;

use raconteur::value::MultiDim;
use raconteur::{Error, ErrorCode, Result};

struct Row {
    dims: Vec<u32>,
    numbers: Vec<&'static str>,
}

static ROWS: LazyLock<BTreeMap<(&str, &str, usize), Row>> = LazyLock::new(|| {
    let mut rows = BTreeMap::new();
    for line in include_str!("values.txt").lines() {
        let mut words = line.split(' ');
        let (Some(member), Some(direction), Some(index), Some(dims)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            continue;
        };
        let Ok(index) = index.parse() else { continue };
        let dims = dims.split('x').filter_map(|dim| dim.parse().ok()).collect();
        let numbers = words.collect();
        rows.insert((member, direction, index), Row { dims, numbers });
    }
    rows
});

fn row(member: &'static str, direction: &'static str, index: usize) -> Option<&'static Row> {
    ROWS.get(&(member, direction, index))
}

fn numbers<T: FromStr>(row: Option<&Row>) -> Vec<T> {
    row.into_iter()
        .flat_map(|row| &row.numbers)
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// Numbers the service gives: the `index`-th array of a member.
pub fn given<T: FromStr>(member: &'static str, index: usize) -> Vec<T> {
    numbers(row(member, "get", index))
}

/// Numbers the client sends.
pub fn sent<T: FromStr>(member: &'static str, index: usize) -> Vec<T> {
    numbers(row(member, "set", index))
}

fn shaped<T: Default>(row: Option<&Row>, items: Vec<T>) -> MultiDim<T> {
    let dims = row.map(|row| row.dims.clone()).unwrap_or_default();
    MultiDim::new(dims, items).unwrap_or_default()
}

/// A multidimensional array the service gives.
pub fn given_matrix<T: FromStr + Default>(member: &'static str) -> MultiDim<T> {
    let row = row(member, "get", last(member, "get"));
    shaped(row, numbers(row))
}

/// A multidimensional array the client sends.
pub fn sent_matrix<T: FromStr + Default>(member: &'static str) -> MultiDim<T> {
    let row = row(member, "set", last(member, "set"));
    shaped(row, numbers(row))
}

/// The one array of a member that has dimensions.
fn last(member: &'static str, direction: &'static str) -> usize {
    (0..16)
        .find(|index| row(member, direction, *index).is_some_and(|row| !row.dims.is_empty()))
        .unwrap_or(0)
}

/// Pairs of numbers as complex numbers.
pub fn complex<T: Copy>(numbers: &[T]) -> Vec<(T, T)> {
    let (pairs, _) = numbers.as_chunks::<2>();
    pairs
        .iter()
        .map(|[real, imaginary]| (*real, *imaginary))
        .collect()
}

/// Complex numbers in the dimensions of a member's array.
pub fn complex_matrix<T: FromStr + Copy + Default>(
    member: &'static str,
    direction: &'static str,
) -> MultiDim<(T, T)> {
    let row = row(member, direction, 0);
    shaped(row, complex(&numbers::<T>(row)))
}

/// Fails unless the client sent what the suite sends.
pub fn expect(member: &'static str, good: bool) -> Result<()> {
    if good {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::InvalidArgument,
        format!("{member} was given an unexpected value"),
    ))
}
