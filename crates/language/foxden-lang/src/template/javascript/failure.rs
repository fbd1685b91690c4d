//! Turns what the engine throws into a message with a place in the file.

use super::program::{JavaScriptProgram, MODULE_NAME};
use crate::template::error::{ErrorKind, TemplateError};
use crate::template::host::Host;
use crate::template::modules::{JAVASCRIPT, names};
use crate::template::output::BodyLines;
use crate::template::split::{Role, Segment};
use rquickjs::{Ctx, Exception, Value};

/// What an evaluation can end with instead of its value.
pub(super) enum Failure {
    /// An error.
    Error(TemplateError),
    /// A thrown value that is no error object, as text: it becomes the body.
    Text(String),
}

/// When the failure happened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramStage {
    /// While the program was read.
    Reading,
    /// While it ran.
    Running,
}

/// What is known about the template when it fails.
pub(super) struct FailureContext<'a> {
    pub body: &'a str,
    pub segments: &'a [Segment],
    pub lines: &'a BodyLines,
    pub program: &'a JavaScriptProgram,
    pub host: &'a Host,
}

impl FailureContext<'_> {
    /// Takes the pending exception of the engine.
    pub(super) fn failure(
        &self,
        ctx: &Ctx<'_>,
        error: rquickjs::Error,
        stage: ProgramStage,
    ) -> Failure {
        let thrown = if matches!(error, rquickjs::Error::Exception) {
            Some(ctx.catch())
        } else {
            None
        };
        let exceeded = self.host.state().exceeded;
        if let Some(kind) = exceeded {
            return Failure::Error(self.host.limit(kind));
        }
        let Some(thrown) = thrown else {
            let kind = match error {
                rquickjs::Error::Allocation => {
                    return Failure::Error(self.host.limit(ErrorKind::MemoryLimit));
                }
                _ => ErrorKind::Thrown,
            };
            return Failure::Error(TemplateError::new(kind, error.to_string()));
        };
        match thrown.as_object().cloned().and_then(Exception::from_object) {
            Some(exception) => Failure::Error(self.exception(&exception, stage)),
            // The engine throws null when even an error object does not fit.
            None if thrown.is_null() && !self.program.source.contains("throw") => {
                Failure::Error(self.host.limit(ErrorKind::MemoryLimit))
            }
            None => Failure::Text(text_of(&thrown)),
        }
    }

    fn exception(&self, exception: &Exception<'_>, stage: ProgramStage) -> TemplateError {
        let name: String = exception.as_object().get("name").unwrap_or_default();
        let message = exception.message().unwrap_or_default();
        if name == "InternalError"
            && (message.contains("out of memory") || message.contains("too long"))
        {
            return self.host.limit(ErrorKind::MemoryLimit);
        }
        let place = exception
            .stack()
            .and_then(|stack| place_in(&stack))
            .and_then(|(line, column)| self.program.body_offset(line, column))
            .map(|offset| self.lines.position(offset));
        let missing = self.host.state().missing_module.take();
        let mut error = if message == "Maximum call stack size exceeded" {
            self.host.limit(ErrorKind::StackLimit)
        } else if let Some(missing) = missing {
            self.missing_module(&missing)
        } else if stage == ProgramStage::Reading && message.contains("export") {
            TemplateError::new(ErrorKind::Module, message)
        } else if stage == ProgramStage::Reading {
            self.syntax(message)
        } else if name == "Error" || name.is_empty() {
            TemplateError::new(ErrorKind::Thrown, message)
        } else {
            TemplateError::new(ErrorKind::Thrown, format!("{name}: {message}"))
        };
        if error.position.is_none() {
            error.position = place;
        }
        error
    }

    fn missing_module(&self, name: &str) -> TemplateError {
        let error = TemplateError::new(ErrorKind::Module, format!("there is no module `{name}`"))
            .hint(format!("the modules are {}", names(JAVASCRIPT)));
        match self.body.find(name) {
            Some(offset) => error.at(self.lines.position(offset)),
            None => error,
        }
    }

    /// A syntax error, with the likely reason where plain text or the seams
    /// between statements are to blame.
    fn syntax(&self, message: String) -> TemplateError {
        let error = TemplateError::new(ErrorKind::Syntax, message);
        for segment in self.segments {
            let text = &self.body[segment.range.clone()];
            let last_line = text.rsplit('\n').next().unwrap_or(text);
            match segment.role {
                Role::Text => {
                    if let Some(tick) = text.find('`') {
                        return error
                            .hint("a backtick in the plain text of a template ends that text; leave it out")
                            .at(self.lines.position(segment.range.start + tick));
                    }
                }
                Role::Code | Role::Expression => {
                    let code = text.trim_start();
                    if code.starts_with("import") && !code.contains("';") {
                        return error
                            .hint("write imports in one line, as `import * as name from 'module.js';`")
                            .at(self.lines.position(segment.range.start + text.len() - code.len()));
                    }
                    if let Some(comment) = line_comment(last_line) {
                        let offset = segment.range.end - last_line.len() + comment;
                        return error
                            .hint(
                                "a `//` comment hides everything up to the end of its line, \
                                 the closing `>%` included; close the statement on the next line",
                            )
                            .at(self.lines.position(offset));
                    }
                }
            }
        }
        error.hint("every statement needs its semicolon before `>%`")
    }
}

/// Where a `//` comment starts in a line, outside quotes.
fn line_comment(line: &str) -> Option<usize> {
    let mut quote = None;
    let mut previous = '\0';
    for (index, c) in line.char_indices() {
        match quote {
            Some(open) if c == open && previous != '\\' => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"' | '`') => quote = Some(c),
            None if c == '/' && previous == '/' => return Some(index - 1),
            None => {}
        }
        previous = c;
    }
    None
}

/// The text of a value as a template string shows it.
pub(super) fn text_of(value: &Value<'_>) -> String {
    value
        .get::<rquickjs::Coerced<String>>()
        .map_or_else(|_| "undefined".to_owned(), |text| text.0)
}

/// Line and column of the innermost place inside the template.
fn place_in(stack: &str) -> Option<(usize, usize)> {
    let rest = &stack[stack.find(&format!("{MODULE_NAME}:"))? + MODULE_NAME.len() + 1..];
    let place = rest
        .split(|c: char| !c.is_ascii_digit() && c != ':')
        .next()?;
    let mut numbers = place.split(':').map(str::parse);
    let line = numbers.next()?.ok()?;
    let column = numbers.next().and_then(Result::ok).unwrap_or(1);
    Some((line, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_read_from_the_stack() {
        let stack = "    at map (native)\n    at generate (template.js:12:34)\n";
        assert_eq!(place_in(stack), Some((12, 34)));
        assert_eq!(place_in("    at template.js:3:7\n"), Some((3, 7)));
        assert_eq!(place_in("    at wbrandom.js:3:7\n"), None);
    }

    #[test]
    fn comments_are_found_outside_quotes() {
        assert_eq!(line_comment("a; // b"), Some(3));
        assert_eq!(line_comment("let u = 'http://x';"), None);
    }
}
