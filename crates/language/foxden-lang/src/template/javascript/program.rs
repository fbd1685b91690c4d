//! Translates a body into one JavaScript module.
//!
//! The module has the lines of the body, so that line numbers agree. Plain
//! text stays outside the program; a statement `___v.push(7);` refers to it.
//! Where the text itself would act as JavaScript (a backslash, a backtick or
//! `${` in it, or a statement that leaves a comment or template literal open)
//! it is pasted as a template literal, because files rely on that.

use super::imports::{Import, find_imports};
use crate::template::error::{ErrorKind, TemplateError};
use crate::template::output::{BodyLines, TemplatePosition};
use crate::template::split::{Role, Segment};

/// Name of the module in messages of the engine.
pub(super) const MODULE_NAME: &str = "template.js";

/// The function around the body. `fields` and `context` are constants, as a
/// template may change what they hold but not what they are.
const HEAD: &str =
    "export function generate(___f,___c,___v){let ___t;const context=___c,fields=___f;";
const TAIL: &str = "\nreturn ___v;}";

/// A generated module, and the mapping back to the body.
#[derive(Debug, Clone)]
pub(in crate::template) struct JavaScriptProgram {
    pub source: String,
    /// Copied stretches, by rising place in the source.
    copies: Vec<Copied>,
    /// Segments whose plain text is pasted into the source.
    pasted: Vec<bool>,
    suits_shared_world: bool,
}

/// Words by which a template might distinguish the shared realm, whose globals
/// are frozen, from one of its own without failing there.
const SUSPICIOUS: [&str; 14] = [
    "catch",
    "finally",
    "eval",
    "Function",
    "constructor",
    "globalThis",
    "Promise",
    "async",
    "await",
    "Proxy",
    "Reflect",
    "prototype",
    "__proto__",
    "isFrozen",
];

#[derive(Debug, Clone, Copy)]
struct Copied {
    generated: usize,
    body: usize,
    length: usize,
}

impl JavaScriptProgram {
    /// Writes the module for the segments of `body`.
    pub(in crate::template) fn new(
        body: &str,
        segments: &[Segment],
        lines: &BodyLines,
    ) -> Result<Self, TemplateError> {
        let mut program = Self {
            source: String::with_capacity(HEAD.len() + body.len() / 2),
            copies: Vec::new(),
            pasted: vec![false; segments.len()],
            suits_shared_world: false,
        };
        let codes: Vec<Code> = segments
            .iter()
            .map(|segment| Code::new(body, segment))
            .collect();
        for import in codes.iter().flat_map(|code| &code.imports) {
            if !import.closed {
                let position = lines.position(import.body);
                return Err(unclosed_import(import, position));
            }
            program.copy(&import.text, import.body);
        }
        program.source.push_str(HEAD);
        let literal = codes.iter().any(|code| code.leaks);
        for (index, (segment, code)) in segments.iter().zip(&codes).enumerate() {
            match segment.role {
                Role::Text => program.text(index, body, segment, literal),
                Role::Code => program.code(code),
                Role::Expression => {
                    program.source.push_str("___t=");
                    program.code(code);
                    program
                        .source
                        .push_str(&format!(";___v.push({index},''+___t);"));
                }
            }
        }
        program.source.push_str(TAIL);
        let source = program.source.as_str();
        program.suits_shared_world = !SUSPICIOUS.iter().any(|word| source.contains(word));
        Ok(program)
    }

    /// Whether the plain text of a segment is in the source.
    pub(super) fn is_pasted(&self, index: usize) -> bool {
        self.pasted.get(index).copied().unwrap_or(false)
    }

    /// Whether the program cannot distinguish a shared realm from one of its
    /// own, except by failing.
    pub(super) fn suits_shared_world(&self) -> bool {
        self.suits_shared_world
    }

    fn copy(&mut self, text: &str, body: usize) {
        self.copies.push(Copied {
            generated: self.source.len(),
            body,
            length: text.len(),
        });
        self.source.push_str(text);
    }

    fn code(&mut self, code: &Code) {
        for (text, body) in &code.parts {
            self.copy(text, *body);
        }
    }

    fn text(&mut self, index: usize, body: &str, segment: &Segment, literal: bool) {
        let text = &body[segment.range.clone()];
        if literal || acts_as_code(text) {
            self.pasted[index] = true;
            self.source.push_str(&format!("___v.push({index},`"));
            self.copy(text, segment.range.start);
            self.source.push_str("`);");
        } else {
            self.source.push_str(&format!("___v.push({index});"));
            self.source
                .extend(text.bytes().filter(|b| *b == b'\n').map(|_| '\n'));
        }
    }

    /// The byte of the body behind a line and column of the program.
    pub(super) fn body_offset(&self, line: usize, column: usize) -> Option<usize> {
        let mut start = 0;
        for _ in 1..line {
            start += self.source[start..].find('\n')? + 1;
        }
        let row = self.source[start..].split('\n').next().unwrap_or_default();
        let within = row
            .char_indices()
            .nth(column.saturating_sub(1))
            .map_or(row.len(), |(i, _)| i);
        let generated = start + within;
        let index = self
            .copies
            .partition_point(|copy| copy.generated <= generated);
        let copy = self.copies.get(index.checked_sub(1)?)?;
        Some(copy.body + (generated - copy.generated).min(copy.length))
    }
}

fn unclosed_import(import: &Import, position: TemplatePosition) -> TemplateError {
    TemplateError::new(
        ErrorKind::Module,
        "an import needs a semicolon at its end, otherwise its module is not found",
    )
    .hint(format!("write `{};`", import.text.trim_end()))
    .at(position)
}

/// Whether plain text means something inside a template literal.
fn acts_as_code(text: &str) -> bool {
    text.contains(['\\', '`']) || text.contains("${")
}

/// The code of a statement as it goes into the program.
struct Code {
    /// Stretches and their place in the body.
    parts: Vec<(String, usize)>,
    imports: Vec<Import>,
    /// Whether it may take in the text behind it, as an open template literal does.
    leaks: bool,
}

impl Code {
    fn new(body: &str, segment: &Segment) -> Self {
        let mut code = Self {
            parts: Vec::new(),
            imports: Vec::new(),
            leaks: false,
        };
        // A further opening inside a statement is dropped.
        let dropped = match segment.role {
            Role::Text => return code,
            Role::Code => "%<",
            Role::Expression => "%<=",
        };
        let text = &body[segment.range.clone()];
        code.leaks = text.contains('`')
            || text
                .rsplit('\n')
                .next()
                .is_some_and(|last| last.contains("//"))
            || text.matches("/*").count() != text.matches("*/").count();
        code.imports = find_imports(text, segment.range.start);
        let mut at = 0;
        for import in &code.imports {
            let start = import.body - segment.range.start;
            push_parts(
                &mut code.parts,
                &text[at..start],
                segment.range.start + at,
                dropped,
            );
            at = start + import.text.len();
        }
        push_parts(
            &mut code.parts,
            &text[at..],
            segment.range.start + at,
            dropped,
        );
        code
    }
}

fn push_parts(parts: &mut Vec<(String, usize)>, text: &str, body: usize, dropped: &str) {
    let mut at = 0;
    for part in text.split(dropped) {
        if !part.is_empty() {
            parts.push((part.to_owned(), body + at));
        }
        at += part.len() + dropped.len();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::template::inputs::Language;
    use crate::template::split::split;

    fn program(body: &str) -> JavaScriptProgram {
        let lines = BodyLines::new(body.into(), 1, 1);
        JavaScriptProgram::new(body, &split(body, Language::JavaScript).unwrap(), &lines).unwrap()
    }

    fn inner(body: &str) -> String {
        let source = program(body).source;
        source.replace(HEAD, "").replace(TAIL, "")
    }

    #[test]
    fn plain_text_stays_outside_the_program() {
        assert_eq!(
            inner("Solid {\n %<= 1 >%\n}"),
            "___v.push(0);\n___t= 1 ;___v.push(1,''+___t);___v.push(2);\n"
        );
    }

    #[test]
    fn text_that_acts_as_code_is_pasted() {
        assert_eq!(inner("a\\\\b"), "___v.push(0,`a\\\\b`);");
        assert_eq!(inner("a${1}"), "___v.push(0,`a${1}`);");
        assert_eq!(
            inner("a%< let s = `x`; >%"),
            "___v.push(0,`a`); let s = `x`; "
        );
        assert_eq!(inner("%< // c >%\nb"), " // c ___v.push(1,`\nb`);");
    }

    #[test]
    fn inner_openings_are_dropped() {
        assert_eq!(inner("%< let a = \"%<\"; >%"), " let a = \"\"; ");
    }

    #[test]
    fn imports_come_first() {
        let source = program("%<\n import * as r from 'wbrandom.js';\n r.seed(1); >%").source;
        assert!(source.starts_with("import * as r from 'wbrandom.js';export function"));
        assert!(source.contains("\n \n r.seed(1); "));
    }

    #[test]
    fn places_lead_back_to_the_body() {
        let body = "Solid {\n %<\n  oops();\n >% x %<= y >%\n}";
        let program = program(body);
        let call = program.source.lines().nth(2).unwrap();
        assert_eq!(call, "  oops();");
        assert_eq!(program.body_offset(3, 3), body.find("oops"));
        let column = program.source.lines().nth(3).unwrap().find(" y").unwrap() + 2;
        assert_eq!(program.body_offset(4, column), body.find("y >%"));
    }
}
