//! Findings in files, and names that are most like a misspelt one.

use crate::errors::{ErrorClass, error};
use foxden::AssetOptions;
use foxden_lang::diagnostic::{Diagnostic, Diagnostics, render_human};
use foxden_lang::parser;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Code, severity, file, line, column, node, message, hint and the text for people.
pub(crate) type Finding = (
    String,
    String,
    Option<String>,
    Option<u32>,
    Option<u32>,
    Option<String>,
    String,
    Option<String>,
    String,
);

/// All findings as Python code gets them.
pub(crate) fn findings(diagnostics: &Diagnostics) -> Vec<Finding> {
    diagnostics.iter().map(finding).collect()
}

fn finding(one: &Diagnostic) -> Finding {
    let place = one.place.as_ref();
    (
        one.code.to_string(),
        one.severity.to_string(),
        place.map(|place| place.file.to_string()),
        place.map(|place| place.line),
        place.map(|place| place.column),
        one.node.clone(),
        one.message.clone(),
        one.hint.clone(),
        render_human(one, false),
    )
}

/// The findings in a world or PROTO file.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, path: PathBuf, offline: bool) -> PyResult<Vec<Finding>> {
    let mut options = AssetOptions::from_environment();
    options.offline = offline;
    let found = py.detach(|| foxden::check(&path, &options, |_| ()));
    let found = found.map_err(|reason| error(py, ErrorClass::World, reason.to_string()))?;
    Ok(findings(&found))
}

/// The known name that is most like a misspelt one, if any is close.
#[pyfunction]
pub(crate) fn closest(name: &str, known: Vec<String>) -> Option<String> {
    parser::closest(name, known.iter().map(String::as_str)).map(str::to_owned)
}
