//! Fuzz targets for everything of Foxden that reads bytes from outside.
//!
//! A target is a plain function of bytes. It returns for every input, or it panics: then
//! a defect is found. `cargo xtask fuzz` runs the targets with libFuzzer (the programs
//! are in `libfuzzer`, a workspace of its own because of its compiler flags), and
//! `cargo test -p foxden-fuzz` runs the stored inputs of `corpus` through the same
//! functions. The program `foxden-fuzz` runs single inputs again and writes
//! dictionaries and first inputs.
#![forbid(unsafe_code)]

pub mod dictionary;
pub mod mutations;
pub mod seeds;
pub mod targets;

use dictionary::Words;

/// Something that reads bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name; the program and the folder of its inputs have the same.
    pub name: &'static str,
    /// What holds for every input.
    pub holds: &'static str,
    /// The longest input that is worth its time, in bytes.
    pub longest: usize,
    /// The words that mutations may insert.
    pub words: Words,
    /// Runs one input.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($name:ident: $longest:literal, $words:ident, $holds:literal;)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            holds: $holds,
            longest: $longest,
            words: Words::$words,
            run: targets::$name::run,
        }),*];
    };
}

targets! {
    lexer: 1024, World, "tokens and what lies between them are the text";
    parser: 512, World, "any text becomes nodes and diagnostics";
    scene: 384, World, "a scene can be shown and saved, and every link leads to a node";
    expansion: 384, World, "the same for any PROTO without a template";
    templates: 192, Template, "JavaScript and Lua end within their limits";
    writers: 768, World, "formatting changes white space only, once";
    save_read: 128, None, "what a scene saves reads back to the same tree";
    edits: 128, None, "edits keep a scene whole, and it saves and reads back";
    meshes: 1024, Mesh, "OBJ, STL and COLLADA files are read or refused";
    images: 1024, None, "PNG and JPEG files are read or refused";
    requests: 512, None, "a controller's packets are read or refused, and written back";
    answers: 512, None, "a simulator's packets are read or refused, and written back";
    messages: 384, Message, "Robot Raconteur messages are written back as they were read";
    handshake: 512, Message, "both ends of a connection take any bytes in any pieces";
    websocket: 512, Http, "HTTP upgrade and frames are read or refused";
    definitions: 768, Definition, "a definition prints to one that means the same";
    rest: 256, Rest, "each request gets one response";
    ascii: 128, Ascii, "each line gets one reply";
    viewer_commands: 384, Viewer, "each command gets one reply, and the world can be shown";
    tickets: 512, None, "a recording is read up to its damage";
    state_changes: 256, None, "changes of states are read or refused, and written back";
    wire_recordings: 1024, Definition, "recordings of wires are read or refused";
    snapshots: 512, None, "bytes of a state are restored to it or refused";
    worlds: 256, None, "strange worlds are stepped, and every number stays a number";
    determinism: 96, None, "one and two threads, saving in the middle and snapshots give the same state";
}

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
