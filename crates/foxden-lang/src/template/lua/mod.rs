//! Lua templates.
use super::error::{ErrorKind, TemplateError};
use super::evaluator::Template;
use super::inputs::{Inputs, Limits};
use super::output::Output;

pub(super) fn evaluate(_: &Template, _: &Inputs<'_>, _: &Limits) -> Result<Output, TemplateError> {
    Err(TemplateError::new(
        ErrorKind::Unsupported,
        "Lua templates cannot run yet",
    ))
}
