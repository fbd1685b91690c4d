//! Assembles the generated text and records where each part came from.

use super::error::{ErrorKind, TemplateError};
use super::evaluator::Template;
use super::inputs::Language;
use super::output::{LineMap, OutputRun, TemplateMessage, TemplateOutput};
use super::split::Role;

/// Generated text that is being assembled.
pub(super) struct Assembly<'a> {
    template: &'a Template,
    text: String,
    pieces: Vec<OutputRun>,
    limit: usize,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(template: &'a Template, limit: usize) -> Self {
        Self {
            template,
            text: String::new(),
            pieces: Vec::new(),
            limit,
        }
    }

    fn room_for(&self, length: usize, index: usize) -> Result<(), TemplateError> {
        if self.text.len().saturating_add(length) <= self.limit {
            return Ok(());
        }
        let position = self
            .template
            .lines()
            .position(self.template.segments()[index].range.start);
        Err(TemplateError::new(
            ErrorKind::OutputLimit,
            format!("the template writes more than {} bytes of text", self.limit),
        )
        .hint("look for a loop that never ends")
        .at(position))
    }

    /// Copies the plain text of a segment; CR LF becomes LF.
    pub(super) fn copy(&mut self, index: usize) -> Result<(), TemplateError> {
        let range = self.template.segments()[index].range.clone();
        let source = &self.template.body()[range.clone()];
        self.room_for(source.len(), index)?;
        if source.contains("\r\n") {
            let mut at = range.start;
            for line in source.split_inclusive('\n') {
                self.piece(at, true);
                match line.strip_suffix("\r\n") {
                    Some(start) => {
                        self.text.push_str(start);
                        self.text.push('\n');
                    }
                    None => self.text.push_str(line),
                }
                at += line.len();
            }
        } else {
            self.piece(range.start, true);
            self.text.push_str(source);
        }
        Ok(())
    }

    /// Adds text that a segment made.
    pub(super) fn add(&mut self, index: usize, text: &str) -> Result<(), TemplateError> {
        let segment = &self.template.segments()[index];
        self.room_for(text.len(), index)?;
        let source = &self.template.body()[segment.range.clone()];
        match segment.role {
            Role::Text if source == text => self.piece(segment.range.start, true),
            Role::Text => self.piece(segment.range.start, false),
            _ => {
                // At the opening delimiter and its equals sign.
                let delimiter = Language::JavaScript.opening().len() + 1;
                self.piece(segment.range.start.saturating_sub(delimiter), false);
            }
        }
        self.text.push_str(text);
        Ok(())
    }

    /// Adds text that replaces the whole body.
    pub(super) fn add_foreign(&mut self, text: &str) -> Result<(), TemplateError> {
        if text.len() > self.limit {
            return Err(TemplateError::new(
                ErrorKind::OutputLimit,
                format!("the template writes more than {} bytes of text", self.limit),
            ));
        }
        self.piece(0, false);
        self.text.push_str(text);
        Ok(())
    }

    fn piece(&mut self, source: usize, verbatim: bool) {
        self.pieces.push(OutputRun {
            output: self.text.len(),
            source,
            verbatim,
        });
    }

    pub(super) fn finish(self, console: Vec<TemplateMessage>) -> TemplateOutput {
        TemplateOutput {
            text: self.text,
            lines: LineMap {
                lines: self.template.lines().clone(),
                pieces: self.pieces,
            },
            console,
        }
    }
}
