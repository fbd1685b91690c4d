//! JavaScript templates.

mod engine;
mod failure;
mod imports;
mod program;
mod values;

pub(super) use engine::Engine;
pub(super) use program::JavaScriptProgram;

use super::error::TemplateError;
use super::evaluator::Template;

/// The JavaScript program that a template becomes, for inspection and for
/// measuring the engine alone. It exports `generate(fields, context, output)`.
pub fn generated_program(template: &Template) -> Result<&str, TemplateError> {
    template.program().map(|program| program.source.as_str())
}
