//! Prepared templates and the object that runs them.

use super::error::{ErrorKind, TemplateError};
use super::host::Clock;
use super::inputs::{Language, TemplateField, TemplateInputs, TemplateLimits};
use super::javascript::{Engine, JavaScriptProgram};
use super::mentions::ParameterMentions;
use super::output::{BodyLines, TemplateOutput};
use super::split::{Segment, Unclosed, split, without_comments};
use super::value::write_key;
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
#[cfg(feature = "lua")]
use std::sync::OnceLock;

/// A procedural body, cut and translated once for all its instances.
#[derive(Debug, Clone)]
pub struct Template {
    language: Language,
    body: Arc<str>,
    lines: BodyLines,
    mentions: ParameterMentions,
    segments: Vec<Segment>,
    program: Result<JavaScriptProgram, TemplateError>,
    #[cfg(feature = "lua")]
    lua: Arc<OnceLock<super::lua::LuaProgram>>,
    id: u64,
}

impl Template {
    /// Prepares `body`: the text of a PROTO from the first word behind the
    /// `{` of its body (comments in front of it do not count) up to the last
    /// `}` of the file. `line` and `column` say where it starts in the file.
    ///
    /// Mistakes in the statements are reported by the evaluation.
    pub fn new(language: Language, body: &str, line: u32, column: u32) -> Self {
        let text: Arc<str> = match language {
            Language::JavaScript => body.into(),
            Language::Lua => without_comments(body).into(),
        };
        let body = &*Arc::clone(&text);
        let lines = BodyLines::new(Arc::clone(&text), line, column);
        let mut hasher = DefaultHasher::new();
        (language, body).hash(&mut hasher);
        let mut template = Self {
            language,
            body: text,
            mentions: ParameterMentions::find(body, language),
            segments: Vec::new(),
            program: Err(TemplateError::new(
                ErrorKind::Unsupported,
                "not a JavaScript template",
            )),
            lines,
            #[cfg(feature = "lua")]
            lua: Arc::default(),
            id: hasher.finish(),
        };
        match split(body, language) {
            Ok(segments) if language == Language::JavaScript => {
                template.program = JavaScriptProgram::new(body, &segments, &template.lines);
                template.segments = segments;
            }
            Ok(segments) => template.segments = segments,
            Err(Unclosed(offset)) => template.program = Err(template.unclosed(offset)),
        }
        template
    }

    fn unclosed(&self, offset: usize) -> TemplateError {
        let (opening, closing) = (self.language.opening(), self.language.closing());
        TemplateError::new(
            ErrorKind::Unclosed,
            format!("the statement opened by `{opening}` is never closed"),
        )
        .hint(format!("add `{closing}` at its end"))
        .at(self.lines.position(offset))
    }

    /// Language of the statements.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Whether the statements name the parameter, so that it is visible to
    /// the template and its change makes the template run again.
    pub fn uses(&self, parameter: &str) -> bool {
        self.mentions.contains(parameter)
    }

    /// Equal for inputs that give equal text, if the template is
    /// deterministic: made of the values in view and the coordinate system.
    pub fn cache_key(&self, inputs: &TemplateInputs<'_>) -> String {
        let mut key = format!("{};", inputs.context.coordinate_system);
        for field in self.visible(inputs) {
            write_key(&mut key, &field.value);
        }
        key
    }

    /// The parameters that the template sees.
    pub(super) fn visible<'a>(
        &'a self,
        inputs: &TemplateInputs<'a>,
    ) -> impl Iterator<Item = &'a TemplateField> {
        let all = inputs.all_fields;
        inputs
            .fields
            .iter()
            .filter(move |field| all || self.uses(&field.name))
    }

    pub(super) fn body(&self) -> &str {
        &self.body
    }

    pub(super) fn lines(&self) -> &BodyLines {
        &self.lines
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// The chunk of a Lua template.
    #[cfg(feature = "lua")]
    pub(super) fn lua_program(&self) -> &super::lua::LuaProgram {
        self.lua
            .get_or_init(|| super::lua::LuaProgram::new(&self.body, &self.segments))
    }

    /// An error if a statement is never closed.
    #[cfg(feature = "lua")]
    fn closed(&self) -> Result<(), TemplateError> {
        match &self.program {
            Err(error) if error.kind == ErrorKind::Unclosed => Err(error.clone()),
            _ => Ok(()),
        }
    }

    pub(super) fn program(&self) -> Result<&JavaScriptProgram, TemplateError> {
        self.program.as_ref().map_err(Clone::clone)
    }
}

thread_local! {
    /// The JavaScript engine that this thread used last, with the limits and the clock
    /// that it was started with. An engine stays in its thread, while an evaluator, as a
    /// part of a world, may move to another one.
    static ENGINE: RefCell<Option<(TemplateLimits, Option<Clock>, Engine)>> =
        const { RefCell::new(None) };
}

/// Runs templates one after the other. Engines are started when first needed
/// and are reused by the evaluator and its clones in one thread; an evaluation cannot see
/// an earlier one.
#[derive(Clone)]
pub struct Evaluator {
    limits: TemplateLimits,
    clock: Option<Clock>,
    /// How many operations the evaluations of this round took.
    used: u64,
}

impl Evaluator {
    /// An evaluator whose evaluations keep to `limits`.
    pub fn new(limits: TemplateLimits) -> Self {
        Self {
            limits,
            clock: None,
            used: 0,
        }
    }

    /// The engine of this thread, if it was started for this evaluator or a clone of it.
    fn take_engine(&self) -> Option<Engine> {
        let (limits, clock, engine) = ENGINE.take()?;
        let has_clock = match (&clock, &self.clock) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        (has_clock && limits == self.limits).then_some(engine)
    }

    /// Lets a clock end evaluations that take too much processor time:
    /// operations on very long strings are slow, and their number alone does not
    /// bound the time they take.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Begins a round: the load of a world, or one change of it.
    pub fn begin_round(&mut self) {
        self.used = 0;
    }

    /// The text that `template` makes of `inputs`.
    pub fn evaluate(
        &mut self,
        template: &Template,
        inputs: &TemplateInputs<'_>,
    ) -> Result<TemplateOutput, TemplateError> {
        if self.used >= self.limits.round {
            return Err(TemplateError::limit(ErrorKind::RoundLimit, &self.limits));
        }
        let limits = TemplateLimits {
            round: self.limits.round.saturating_sub(self.used),
            ..self.limits
        };
        let (result, operations) = match template.language {
            Language::JavaScript => self.javascript(template, inputs, limits),
            Language::Lua => self.lua(template, inputs, limits),
        };
        // what took too much time ends the round, however few operations it took
        let operations = match &result {
            Err(error) if error.kind == ErrorKind::TimeLimit => self.limits.round,
            _ => operations,
        };
        self.used = self.used.saturating_add(operations);
        result.map_err(|mut error| {
            if error.kind == ErrorKind::RoundLimit {
                error.message = TemplateError::limit(error.kind, &self.limits).message;
            }
            error
        })
    }

    /// The text, and how many operations it took.
    fn javascript(
        &mut self,
        template: &Template,
        inputs: &TemplateInputs<'_>,
        limits: TemplateLimits,
    ) -> (Result<TemplateOutput, TemplateError>, u64) {
        let program = match template.program() {
            Ok(program) => program,
            Err(error) => return (Err(error), 0),
        };
        let engine = match self.take_engine() {
            Some(engine) => Ok(engine),
            None => Engine::new(self.limits, self.clock.clone()),
        };
        let mut engine = match engine {
            Ok(engine) => engine,
            Err(error) => return (Err(error), 0),
        };
        let result = engine.evaluate(template, program, inputs, limits);
        let operations = engine.operations();
        // An engine that was stopped in the middle is not used again.
        let sound = !result.as_ref().is_err_and(TemplateError::is_limit) && !engine.is_spent();
        if sound {
            ENGINE.set(Some((self.limits, self.clock.clone(), engine)));
        }
        (result, operations)
    }

    #[cfg(feature = "lua")]
    fn lua(
        &mut self,
        template: &Template,
        inputs: &TemplateInputs<'_>,
        limits: TemplateLimits,
    ) -> (Result<TemplateOutput, TemplateError>, u64) {
        match template.closed() {
            Ok(()) => super::lua::evaluate(template, inputs, &limits, self.clock.clone()),
            Err(error) => (Err(error), 0),
        }
    }

    #[cfg(not(feature = "lua"))]
    fn lua(
        &mut self,
        _: &Template,
        _: &TemplateInputs<'_>,
        _: TemplateLimits,
    ) -> (Result<TemplateOutput, TemplateError>, u64) {
        let error = TemplateError::new(
            ErrorKind::Unsupported,
            "this build cannot run Lua templates",
        )
        .hint("build with the feature `lua`, or add the line `# template language: javascript`");
        (Err(error), 0)
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Evaluator")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
