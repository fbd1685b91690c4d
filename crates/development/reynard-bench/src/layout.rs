//! Which functions run when Reynard starts and serves, as a file for the linker.
//!
//! Names are written without what differs from one compiler to the next, so
//! that the file lasts; functions that it does not name stand elsewhere.

use crate::folders::Folders;
use crate::server::Server;
use crate::{jitter, load, raconteur_client};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long each door is used.
const SPAN: Duration = Duration::from_secs(2);

const HEAD: &str = "\
/* Functions that run when Reynard starts and serves stand together, so that few
   pieces of the program are in memory. Written by `cargo xtask layout`. */
SECTIONS
{
  .text :
  {
";

const TAIL: &str = "    *(.text .text.*)
  }
}
INSERT BEFORE .init;
";

/// Watches how a server starts and how it serves, and writes the file.
pub(crate) fn write(binary: &Path, file: &Path) -> io::Result<()> {
    let folders = Folders::new()?;
    // the first time it makes its identity, which it finds later
    functions(binary, &folders, |_| ())?;
    let start = functions(binary, &folders, |_| ())?;
    let serving = functions(binary, &folders, serve)?;
    std::fs::write(file, script(&start, &serving))
}

/// The functions that a server runs while it is used, as callgrind sees them.
fn functions(
    binary: &Path,
    folders: &Folders,
    using: impl FnOnce(&Server),
) -> io::Result<BTreeSet<String>> {
    let trace = std::env::temp_dir().join(format!("foxden-layout-{}", std::process::id()));
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--demangle=no", "--compress-strings=no"])
        .arg(format!("--callgrind-out-file={}", trace.display()))
        .arg(binary);
    let mut server = Server::foxden(valgrind, folders);
    server.start()?;
    using(&server);
    server.end()?;
    let calls = std::fs::read_to_string(&trace);
    std::fs::remove_file(&trace)?;
    Ok(patterns(&calls?, &binary.to_string_lossy()))
}

fn serve(server: &Server) {
    let get = |path: &str, headers: &str| {
        load::http(server.http, &server.get(path, headers), 1, SPAN);
    };
    get("/api/state", "");
    get("/", "");
    get(
        "/api/stream",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    );
    for line in ["STATE\n", "TELEPORT 1 2\n", "DRIVE 0 0\n"] {
        load::ascii(server.ascii, line, SPAN);
    }
    raconteur_client::measure(server.raconteur, SPAN, &mut |_, _, _| ());
    jitter::watch(server.raconteur);
}

/// A script for the linker: first what the start takes.
fn script(start: &BTreeSet<String>, serving: &BTreeSet<String>) -> String {
    let rows = start.iter().chain(serving.difference(start));
    // also those that the compiler thinks unlikely, in `.text.unlikely.NAME`
    let rows = rows.map(|name| format!("    *(.text.*{name})\n"));
    std::iter::once(HEAD.to_owned())
        .chain(rows)
        .chain([TAIL.to_owned()])
        .collect()
}

/// The functions of a program in what callgrind wrote.
fn patterns(calls: &str, binary: &str) -> BTreeSet<String> {
    let mut is_ours = false;
    let mut names = BTreeSet::new();
    for line in calls.lines() {
        if let Some(object) = line.strip_prefix("ob=") {
            is_ours = object == binary;
        } else if let Some(name) = line.strip_prefix("fn=")
            && is_ours
            && is_symbol(name)
        {
            names.insert(pattern(name));
        }
    }
    names
}

/// Whether this is a name, and none that callgrind made up.
fn is_symbol(name: &str) -> bool {
    !name.starts_with("0x") && !name.starts_with('(')
}

/// What a function is called whatever compiler made it.
fn pattern(name: &str) -> String {
    // callgrind numbers what calls itself
    let name = name.split('\'').next().unwrap_or(name);
    let name = name.split(".llvm.").next().unwrap_or(name);
    if name.starts_with("_R") {
        // the compiler may append a number of its own
        return without_crate_numbers(name) + "*";
    }
    let hash = name.len().saturating_sub(HASH);
    match name.get(hash..) {
        Some(end) if end.starts_with("17h") => format!("{}17h*", &name[..hash]),
        _ => name.to_owned(),
    }
}

/// The length of what ends an older symbol: `17h`, sixteen digits, `E`.
const HASH: usize = 20;

/// Newer symbols number crates: `Cs` and a number to the base of 62 and `_`.
fn without_crate_numbers(name: &str) -> String {
    let mut parts = name.split("Cs");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.push_str("Cs");
        match part.split_once('_') {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                result.push_str("*_");
                result.push_str(rest);
            }
            _ => result.push_str(part),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_compilers_choose() {
        assert_eq!(
            pattern("_ZN3fox3run17h0123456789abcdefE.llvm.123'2"),
            "_ZN3fox3run17h*"
        );
        assert_eq!(pattern("main"), "main");
        assert_eq!(
            pattern("_RNvNtCsjrHSEGnQ3l9_3std4path4join"),
            "_RNvNtCs*_3std4path4join*"
        );
    }

    #[test]
    fn only_functions_of_the_program_are_named() {
        let calls = "ob=/lib/libc.so\nfn=malloc\nob=/bin/fox\nfn=b\n1 2\nfn=a\ncfn=c\nfn=0x12\nfn=(below main)\n";
        let names = patterns(calls, "/bin/fox");
        assert_eq!(names, BTreeSet::from(["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn what_the_start_takes_comes_first() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let script = script(&set(&["b"]), &set(&["a", "b"]));
        let rows: Vec<_> = script.lines().filter(|row| row.contains("*(")).collect();
        assert_eq!(
            rows,
            ["    *(.text.*b)", "    *(.text.*a)", "    *(.text .text.*)"]
        );
    }
}
