//! Runs one Lua chunk inside bounds.

use super::program::{CHUNK_NAME, LuaProgram, compile};
use super::values::{self, TableError};
use crate::template::assembly::Assembly;
use crate::template::error::{ErrorKind, TemplateError};
use crate::template::evaluator::Template;
use crate::template::host::{Clock, Host, OPERATIONS_PER_POLL};
use crate::template::inputs::{TemplateInputs, TemplateLimits};
use crate::template::modules::{LUA, Module, names};
use crate::template::output::{ConsoleLevel, TemplateOutput};
use mlua::chunk::{Chunk, ChunkMode};
use mlua::{Error, Function, HookTriggers, Lua, LuaOptions, StdLib, Value, VmState};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// Text in the order it was made: a segment and what it gave, if that is not
/// its own plain text.
type TextParts = Rc<RefCell<Vec<(usize, Option<String>)>>>;

/// The prelude, compiled.
static PRELUDE: LazyLock<Option<Vec<u8>>> =
    LazyLock::new(|| compile(include_str!("prelude.lua"), "prelude"));

/// The modules that templates can ask for, compiled.
static MODULES: LazyLock<BTreeMap<&'static str, Vec<u8>>> = LazyLock::new(|| {
    let compiled = |module: &Module| Some((module.name, compile(module.source, module.name)?));
    LUA.iter().filter_map(compiled).collect()
});

/// The text that `template` makes of `inputs`, and how many operations that takes.
pub(in crate::template) fn evaluate(
    template: &Template,
    inputs: &TemplateInputs<'_>,
    limits: &TemplateLimits,
    clock: Option<Clock>,
) -> (Result<TemplateOutput, TemplateError>, u64) {
    let host = Host::new(clock);
    host.begin(limits, Arc::clone(&inputs.files));
    let result = evaluate_with(template, inputs, limits, &host);
    (result, host.operations())
}

fn evaluate_with(
    template: &Template,
    inputs: &TemplateInputs<'_>,
    limits: &TemplateLimits,
    host: &Host,
) -> Result<TemplateOutput, TemplateError> {
    let program = template.lua_program();
    let parts = TextParts::default();
    let result = run(template, program, inputs, limits, host, &parts);
    host.end_lines();
    let console = std::mem::take(&mut host.state().console);
    let failed = |mut error: TemplateError| {
        error.console.clone_from(&console);
        error
    };
    match result {
        Ok(()) => {}
        Err(TableError::Value(error)) => return Err(failed(error)),
        Err(TableError::Engine(error)) => {
            return Err(failed(failure(&error, template, program, host)));
        }
    }
    let mut assembly = Assembly::new(template, limits.output);
    for (index, text) in parts.borrow().iter() {
        match text {
            Some(text) => assembly.add(*index, text),
            None => assembly.copy(*index),
        }
        .map_err(failed)?;
    }
    Ok(assembly.finish(console))
}

fn run(
    template: &Template,
    program: &LuaProgram,
    inputs: &TemplateInputs<'_>,
    limits: &TemplateLimits,
    host: &Host,
    parts: &TextParts,
) -> Result<(), TableError> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT;
    let lua = Lua::new_with(libraries, LuaOptions::default())?;
    lua.set_memory_limit(limits.memory)?;
    let counter = host.clone();
    let step = u32::try_from(OPERATIONS_PER_POLL).unwrap_or(u32::MAX);
    lua.set_hook(
        HookTriggers::new().every_nth_instruction(step),
        move |_, _| {
            if counter.interrupt() {
                return Err(Error::runtime("interrupted"));
            }
            Ok(VmState::Continue)
        },
    )?;
    let prelude = PRELUDE.as_deref().unwrap_or_default();
    binary(lua.load(prelude)).call::<()>(host_table(&lua, host)?)?;

    let globals = lua.globals();
    globals.set("fields", values::fields(&lua, template.visible(inputs))?)?;
    globals.set("context", values::context(&lua, inputs.context)?)?;
    output_functions(&lua, template, limits, host, parts)?;
    match &program.code {
        Some(code) => binary(lua.load(code.as_slice())).exec()?,
        // for the message
        None => lua
            .load(program.source.as_str())
            .set_name(format!("={CHUNK_NAME}"))
            .set_mode(ChunkMode::Text)
            .exec()?,
    }
    if host.state().exceeded.is_some() {
        return Err(Error::runtime("interrupted").into());
    }
    Ok(())
}

/// Code that this program compiled itself.
fn binary(chunk: Chunk<'_>) -> Chunk<'_> {
    chunk.set_mode(ChunkMode::Binary)
}

fn host_table(lua: &Lua, host: &Host) -> mlua::Result<mlua::Table> {
    let table = lua.create_table()?;
    let exceeded = host.clone();
    table.set(
        "exceeded",
        lua.create_function(move |_, ()| Ok(exceeded.state().exceeded.is_some()))?,
    )?;
    let charge = host.clone();
    table.set(
        "charge",
        lua.create_function(move |_, length: f64| {
            if charge.charge(length) {
                return Err(Error::runtime("interrupted"));
            }
            Ok(())
        })?,
    )?;
    let random = host.clone();
    table.set(
        "random",
        // Lua's bounds: none for 0 to 1, one for 1 to it, two for both.
        lua.create_function(move |_, (low, high): (Option<f64>, Option<f64>)| {
            let drawn = random.random();
            let (low, high) = match (low, high) {
                (None, _) => return Ok(drawn),
                (Some(high), None) => (1.0, high.floor()),
                (Some(low), Some(high)) => (low.ceil(), high.floor()),
            };
            if low > high {
                return Err(Error::runtime("math.random: the interval is empty"));
            }
            Ok(low + (drawn * (high - low + 1.0)).floor())
        })?,
    )?;
    let console = host.clone();
    table.set(
        "write",
        lua.create_function(move |_, (level, text): (u8, mlua::LuaString)| {
            let level = if level == 0 {
                ConsoleLevel::Info
            } else {
                ConsoleLevel::Error
            };
            console.write(level, &text.to_string_lossy());
            if console.state().exceeded.is_some() {
                return Err(Error::runtime("interrupted"));
            }
            Ok(())
        })?,
    )?;
    let files = host.clone();
    table.set(
        "read",
        lua.create_function(move |_, path: String| {
            Ok(match files.read(&path) {
                Ok(text) => (Some(text), None),
                Err(error) => (None, Some(error.to_string())),
            })
        })?,
    )?;
    let missing = host.clone();
    table.set(
        "module",
        lua.create_function(move |lua, name: String| -> mlua::Result<Function> {
            match MODULES.get(name.as_str()) {
                Some(code) => binary(lua.load(code.as_slice())).into_function(),
                None => {
                    missing.state().missing_module = Some(name.clone());
                    Err(Error::runtime(format!("there is no module `{name}`")))
                }
            }
        })?,
    )?;
    Ok(table)
}

fn output_functions(
    lua: &Lua,
    template: &Template,
    limits: &TemplateLimits,
    host: &Host,
    parts: &TextParts,
) -> mlua::Result<()> {
    let room = Rc::new(RefCell::new(limits.output));
    let take = {
        let host = host.clone();
        move |length: usize| {
            // Every part costs something, so that empty ones end too.
            let left = room.borrow().checked_sub(length.max(1));
            match left {
                Some(left) => {
                    *room.borrow_mut() = left;
                    Ok(())
                }
                None => {
                    host.state().exceeded.get_or_insert(ErrorKind::OutputLimit);
                    Err(Error::runtime("interrupted"))
                }
            }
        }
    };
    let lengths: Vec<usize> = template
        .segments()
        .iter()
        .map(|segment| segment.range.len())
        .collect();
    let (texts, take_text) = (Rc::clone(parts), take.clone());
    let text = lua.create_function(move |_, index: usize| {
        take_text(lengths.get(index).copied().unwrap_or(0))?;
        texts.borrow_mut().push((index, None));
        Ok(())
    })?;
    let count = template.segments().len();
    let values = Rc::clone(parts);
    let value = lua.create_function(move |lua, (index, value): (usize, Value)| {
        // Numbers print as Lua prints them, with up to 14 digits.
        let text = match lua.coerce_string(value.clone())? {
            Some(text) => text.to_string_lossy(),
            None => value.to_string()?,
        };
        take(text.len())?;
        if index < count {
            values.borrow_mut().push((index, Some(text)));
        }
        Ok(())
    })?;
    lua.globals().set("___text", text)?;
    lua.globals().set("___value", value)
}

/// Turns an error of the engine into a message with a place in the file.
fn failure(error: &Error, template: &Template, program: &LuaProgram, host: &Host) -> TemplateError {
    let exceeded = host.state().exceeded;
    if let Some(kind) = exceeded {
        return host.limit(kind);
    }
    let full = error.to_string();
    let place = place_in(&full)
        .and_then(|line| program.body_offset(line))
        .map(|offset| template.lines().position(offset));
    let missing = host.state().missing_module.take();
    let mut failure = match root(error) {
        Error::MemoryError(_) => host.limit(ErrorKind::MemoryLimit),
        _ if full.contains("stack overflow") => host.limit(ErrorKind::StackLimit),
        _ if missing.is_some() => {
            let name = missing.unwrap_or_default();
            TemplateError::new(ErrorKind::Module, format!("there is no module `{name}`"))
                .hint(format!("the modules are {}", names(LUA)))
        }
        Error::SyntaxError { message, .. } => TemplateError::new(ErrorKind::Syntax, plain(message)),
        Error::RuntimeError(message) if message.contains("module `") => {
            TemplateError::new(ErrorKind::Module, plain(message))
        }
        other => TemplateError::new(ErrorKind::Thrown, plain(&other.to_string())),
    };
    failure.position = place;
    failure
}

/// The error behind errors of callbacks.
fn root(error: &Error) -> &Error {
    match error {
        Error::CallbackError { cause, .. } => root(cause),
        Error::WithContext { cause, .. } => root(cause),
        other => other,
    }
}

/// First line of a message, without the place in front of it.
fn plain(message: &str) -> String {
    let first = message.lines().next().unwrap_or(message);
    let first = first.strip_prefix("runtime error: ").unwrap_or(first);
    match first
        .strip_prefix(CHUNK_NAME)
        .and_then(|rest| rest.strip_prefix(':'))
    {
        Some(rest) => rest
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == ':')
            .trim_start(),
        None => first,
    }
    .to_owned()
}

/// Line of the chunk in a message or its traceback.
fn place_in(message: &str) -> Option<usize> {
    let mark = format!("{CHUNK_NAME}:");
    message.match_indices(&mark).find_map(|(at, _)| {
        let rest = &message[at + mark.len()..];
        rest.split(|c: char| !c.is_ascii_digit())
            .next()?
            .parse()
            .ok()
    })
}
