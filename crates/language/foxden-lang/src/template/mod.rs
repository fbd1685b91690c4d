//! Templates of procedural PROTO files: JavaScript and Lua, run in a sandbox.
//!
//! A procedural PROTO body is text with statements in it: `%< code >%` and
//! `%<= expression >%` in JavaScript, `%{ code }%` and `%{= expression }%` in
//! the Lua of files older than R2025a. Evaluating it gives plain PROTO text.
//!
//! Nothing here reads a clock or touches a file by itself: files go through
//! [`FileAccess`], time is counted in operations ([`TemplateLimits`]), and the same
//! request always gives the same answer.
//!
//! The usual way is one [`Evaluator`] for a whole world and one [`Template`]
//! for each PROTO file:
//!
//! ```
//! use foxden_lang::template::{TemplateContext, Evaluator, TemplateField, FieldValue, TemplateInputs, Language, TemplateLimits, NoFiles, Template};
//! use std::sync::Arc;
//!
//! let body = "Solid { radarCrossSection %<= fields.r.value * 2 >% }";
//! let template = Template::new(Language::JavaScript, body, 7, 1);
//! let mut evaluator = Evaluator::new(TemplateLimits::default());
//! let fields = [TemplateField {
//!     name: "r".to_owned(),
//!     value: FieldValue::Float(1.5),
//!     default: FieldValue::Float(1.0),
//! }];
//! let output = evaluator.evaluate(
//!     &template,
//!     &TemplateInputs {
//!         fields: &fields,
//!         all_fields: false,
//!         context: &TemplateContext::default(),
//!         files: Arc::new(NoFiles),
//!     },
//! )?;
//! assert_eq!(output.text, "Solid { radarCrossSection 3 }");
//! # Ok::<(), foxden_lang::template::TemplateError>(())
//! ```

mod assembly;
mod error;
mod evaluator;
mod host;
mod inputs;
mod javascript;
#[cfg(feature = "lua")]
mod lua;
mod mentions;
mod modules;
mod output;
mod scan;
mod split;
mod value;

pub use error::{ErrorKind, TemplateError};
pub use evaluator::{Evaluator, Template};
pub use host::Clock;
pub use inputs::{
    FieldValue, FileAccess, FileError, Language, NoFiles, NodeField, NodeView, OperatingSystem,
    TemplateContext, TemplateField, TemplateInputs, TemplateLimits, WebotsVersion,
};
pub use javascript::generated_program;
pub(crate) use mentions::BodyScan;
pub use output::{ConsoleLevel, LineMap, TemplateMessage, TemplateOutput, TemplatePosition};
pub use scan::{GluedStatement, field_names_used, glued_statements, is_procedural};

#[cfg(test)]
mod tests;
