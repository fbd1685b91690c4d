//! `foxden fmt`

use super::Outcome;
use crate::exit_code::ExitCode;
use crate::terminal::{warn, write, write_bytes, write_findings};
use clap::Args;
use foxden_lang::fmt::{FileKind, format_text};
use foxden_lang::source::MAXIMUM_FILE_SIZE;
use foxden_scene::save_file;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Examples:
  foxden fmt worlds/*.wbt protos/*.proto
  foxden fmt --check worlds/my_world.wbt     # in CI: exit code 1 if a file would change
  cat my_world.wbt | foxden fmt -            # from standard input to standard output

Comments, commas, line breaks, EXTERNPROTO lines, strings and template statements stay as they are.
A file that cannot be parsed is not changed; standard input is then copied to standard output.
Exit codes: 0 success, 1 a file cannot be parsed or written or, with --check, would change, 2 wrong
usage or an unreadable file.")]
pub(crate) struct FmtArguments {
    /// Worlds (.wbt) and PROTO files (.proto), or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Changes nothing; lists the files that would change
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &FmtArguments) -> ExitCode {
    let mut outcome = Outcome::Good;
    for file in &arguments.files {
        let done = if file.as_os_str() == "-" {
            format_input(arguments.check)
        } else {
            format_file(file, arguments.check)
        };
        outcome = outcome.max(done);
    }
    outcome.into()
}

fn format_input(only_check: bool) -> Outcome {
    let bytes = match bounded(std::io::stdin()) {
        Ok(bytes) => bytes,
        Err(error) => {
            warn(&format!("standard input: {error}"));
            return Outcome::Unusable;
        }
    };
    match formatted("standard input", &bytes, FileKind::World) {
        Ok(text) if !only_check => {
            write_bytes(&mut std::io::stdout(), text.as_bytes());
            Outcome::Good
        }
        Ok(text) if text.as_bytes() == bytes => Outcome::Good,
        Ok(_) => {
            write(&mut std::io::stdout(), "standard input would change\n");
            Outcome::Errors
        }
        Err((outcome, reason)) => {
            if !only_check {
                // a shell that writes this output over the file must not lose the text
                write_bytes(&mut std::io::stdout(), &bytes);
            }
            warn(&reason);
            outcome
        }
    }
}

fn format_file(path: &Path, only_check: bool) -> Outcome {
    let name = path.display().to_string();
    let opened = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    });
    let bytes = match opened.and_then(bounded) {
        Ok(bytes) => bytes,
        Err(error) => {
            warn(&format!("{name}: {error}"));
            return Outcome::Unusable;
        }
    };
    let text = match formatted(&name, &bytes, FileKind::of(&name)) {
        Ok(text) => text,
        Err((outcome, reason)) => {
            warn(&reason);
            return outcome;
        }
    };
    if text.as_bytes() == bytes {
        return Outcome::Good;
    }
    if only_check {
        write(&mut std::io::stdout(), &format!("{name} would change\n"));
        return Outcome::Errors;
    }
    match save_file(path, &text) {
        Ok(()) => {
            write(&mut std::io::stdout(), &format!("{name} formatted\n"));
            Outcome::Good
        }
        Err(error) => {
            warn(&error.to_string());
            Outcome::Errors
        }
    }
}

/// All bytes, unless there are more than a world may have.
fn bounded(input: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    input
        .take(MAXIMUM_FILE_SIZE as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() > MAXIMUM_FILE_SIZE {
        return Err(format!("it is larger than {} MB", MAXIMUM_FILE_SIZE >> 20));
    }
    Ok(bytes)
}

/// The formatted text with the file's own mark, or why it is left alone.
fn formatted(name: &str, bytes: &[u8], kind: FileKind) -> Result<String, (Outcome, String)> {
    const MARK: &str = "\u{feff}";
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err((
            Outcome::Unusable,
            format!("{name}: the file is not UTF-8; it was not changed"),
        ));
    };
    let (mark, text) = match text.strip_prefix(MARK) {
        Some(rest) => (MARK, rest),
        None => ("", text),
    };
    match format_text(name, text, kind) {
        Ok(formatted) => Ok(format!("{mark}{formatted}")),
        Err(findings) => {
            write_findings(&mut std::io::stderr(), &findings);
            Err((Outcome::Errors, format!("{name} was not changed")))
        }
    }
}
