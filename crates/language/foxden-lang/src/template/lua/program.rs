//! Turns a cut body into one Lua chunk.

use crate::template::split::{Role, Segment};
use mlua::chunk::ChunkMode;
use mlua::{Lua, LuaOptions, StdLib};

/// Name of the chunk in messages of the engine.
pub(super) const CHUNK_NAME: &str = "template";

/// A generated chunk, and the mapping of its lines to the body.
#[derive(Debug)]
pub(in crate::template) struct LuaProgram {
    pub(super) source: String,
    /// What the engine's compiler makes of it, unless it is not correct.
    pub(super) code: Option<Vec<u8>>,
    /// Byte of the body behind the start of each line.
    starts: Vec<usize>,
}

impl LuaProgram {
    /// Writes the chunk. Each statement starts on a new line, so that a
    /// comment at its end does not hide the next.
    pub(in crate::template) fn new(body: &str, segments: &[Segment]) -> Self {
        let mut program = Self {
            source: String::new(),
            code: None,
            starts: vec![0],
        };
        for (index, segment) in segments.iter().enumerate() {
            let text = &body[segment.range.clone()];
            match segment.role {
                Role::Text => program.source.push_str(&format!(" ___text({index})")),
                Role::Code => program.line(text, segment.range.start),
                Role::Expression => {
                    program.source.push_str(&format!(" ___value({index},"));
                    program.line(text, segment.range.start);
                    program.source.push(')');
                }
            }
        }
        program.code = compile(&program.source, CHUNK_NAME);
        program
    }

    fn line(&mut self, text: &str, body: usize) {
        self.source.push('\n');
        self.starts.push(body);
        for (at, _) in text.match_indices('\n') {
            self.starts.push(body + at + 1);
        }
        self.source.push_str(text);
        self.source.push('\n');
        self.starts.push(body + text.len());
    }

    /// The byte of the body behind the start of a line of the chunk.
    pub(super) fn body_offset(&self, line: usize) -> Option<usize> {
        self.starts.get(line.checked_sub(1)?).copied()
    }
}

/// Compiles a chunk once for all states that run it. The compiler would take more
/// time than most templates.
pub(super) fn compile(source: &str, name: &str) -> Option<Vec<u8>> {
    let lua = Lua::new_with(StdLib::NONE, LuaOptions::default()).ok()?;
    let chunk = lua.load(source).set_name(format!("={name}"));
    let function = chunk.set_mode(ChunkMode::Text).into_function().ok()?;
    // with the lines, for messages
    Some(function.dump(false))
}
