//! Numbers from Python, checked.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A number that is finite; `what` is its name in messages.
pub(crate) fn finite(value: f64, what: &str) -> PyResult<f64> {
    match value.is_finite() {
        true => Ok(value),
        false => Err(PyValueError::new_err(format!(
            "{what} must be a finite number, not {value}"
        ))),
    }
}

/// A finite number of any type that Python can convert.
pub(crate) fn number(value: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    let number: f64 = value
        .extract()
        .map_err(|_| wrong_type(value, what, "a number"))?;
    finite(number, what)
}

/// Finite numbers of a list, tuple or array. Arrays of NumPy are no sequences for
/// Python, so everything that can be iterated is taken.
pub(crate) fn numbers(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<f64>> {
    let items = value
        .try_iter()
        .map_err(|_| wrong_type(value, what, "a sequence of numbers"))?;
    items.map(|item| number(&item?, what)).collect()
}

/// A fixed number of finite numbers.
pub(crate) fn vector<const N: usize>(value: &Bound<'_, PyAny>, what: &str) -> PyResult<[f64; N]> {
    let numbers = numbers(value, what)?;
    let count = numbers.len();
    numbers
        .try_into()
        .map_err(|_| PyValueError::new_err(format!("{what} has {N} numbers, not {count}")))
}

/// The error for a value of a wrong type.
pub(crate) fn wrong_type(value: &Bound<'_, PyAny>, what: &str, wanted: &str) -> PyErr {
    let given = value.get_type();
    let given = given
        .name()
        .map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{what} must be {wanted}, not {given}"))
}
