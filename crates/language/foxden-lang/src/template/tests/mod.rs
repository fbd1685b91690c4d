//! Templates from the outside: small bodies and what becomes of them.
#![allow(clippy::unwrap_used)]

mod documented;
mod fields;
mod hostile;
#[cfg(feature = "lua")]
mod lua;
mod modules;
mod places;
mod recorded;
mod reuse;

use super::*;
use std::sync::Arc;

/// A parameter whose value is its default.
fn field(name: &str, value: FieldValue) -> TemplateField {
    TemplateField {
        name: name.to_owned(),
        default: value.clone(),
        value,
    }
}

fn text(text: &str) -> FieldValue {
    FieldValue::String(text.to_owned())
}

fn evaluate_with(
    evaluator: &mut Evaluator,
    template: &Template,
    fields: &[TemplateField],
) -> Result<TemplateOutput, TemplateError> {
    evaluator.evaluate(
        template,
        &TemplateInputs {
            fields,
            all_fields: false,
            context: &TemplateContext::default(),
            files: Arc::new(NoFiles),
        },
    )
}

/// Evaluates a JavaScript body that starts at line 7 of its file.
fn run(body: &str, fields: &[TemplateField]) -> Result<TemplateOutput, TemplateError> {
    let template = Template::new(Language::JavaScript, body, 7, 1);
    evaluate_with(
        &mut Evaluator::new(TemplateLimits::default()),
        &template,
        fields,
    )
}

/// The generated text with its white space folded.
fn folded(body: &str, fields: &[TemplateField]) -> String {
    fold(&run(body, fields).unwrap().text)
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the template wrote to the console.
fn console(body: &str, fields: &[TemplateField]) -> Vec<String> {
    run(body, fields)
        .unwrap()
        .console
        .into_iter()
        .map(|line| line.text)
        .collect()
}

fn failure(body: &str, fields: &[TemplateField]) -> TemplateError {
    run(body, fields).unwrap_err()
}
