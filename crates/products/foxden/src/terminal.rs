//! Output for people: colours on a terminal only, and a bar while something is
//! downloaded.

use crate::exit_code::ExitCode;
use crate::interrupt;
use foxden_assets::fetch_cache::DownloadProgress;
use foxden_lang::diagnostic::{
    Diagnostics, Severity, printable, printable_with_colors, render_human,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a stream shows colours: a terminal, and `NO_COLOR` is not set.
pub(crate) fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Why output was lost first.
static FAILURE: Mutex<Option<std::io::Error>> = Mutex::new(None);

/// Whether the program serves clients, so that its output is not what it is run for.
static IS_SERVING: AtomicBool = AtomicBool::new(false);

/// Writes where clients find the program. From now on the output may be closed: the program
/// continues, and that is no error at its end. If the output is closed already, the
/// addresses are written to the error output.
pub(crate) fn write_addresses(text: &str) {
    IS_SERVING.store(true, Ordering::Relaxed);
    let written = try_write(&mut io::stdout(), printable_lines(text).as_bytes());
    match written {
        Err(error) if is_harmless(&error) => {
            let text = format!("foxden: the output is closed; the addresses follow here\n{text}");
            write(&mut io::stderr(), &text);
        }
        Err(error) => note_failure(error),
        Ok(()) => {}
    }
}

/// Whether output may be lost for this reason: the output of a program that serves clients
/// may be closed.
pub(crate) fn is_harmless(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe && IS_SERVING.load(Ordering::Relaxed)
}

/// Writes text, whose control characters are shown instead of sent: names and
/// values come from untrusted files and peers. If writing fails the command continues, and fails at
/// its end.
pub(crate) fn write(stream: &mut impl Write, text: &str) {
    write_bytes(stream, printable_lines(text).as_bytes());
}

/// Writes help, or what is wrong with the arguments. They may be names of files that others
/// chose, so colours are the only commands to the terminal.
pub(crate) fn write_usage(message: &clap::Error) {
    match message.use_stderr() {
        true => {
            let stream = &mut io::stderr();
            write_bytes(stream, usage(message, is_colored(stream)).as_bytes());
        }
        false => {
            let stream = &mut io::stdout();
            write_bytes(stream, usage(message, is_colored(stream)).as_bytes());
        }
    }
}

fn usage(message: &clap::Error, is_colored: bool) -> String {
    let text = message.render();
    if !is_colored {
        return printable_lines(&text.to_string());
    }
    let text = text.ansi().to_string();
    let lines: Vec<_> = text.split('\n').map(printable_with_colors).collect();
    lines.join("\n")
}

fn printable_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n")
}

/// A message of the program. Lines after the first are indented, so that a name with line
/// breaks in it does not look like a message of its own.
fn message(text: &str) -> String {
    let mut lines = text.trim_end_matches('\n').split('\n');
    let mut message = format!("foxden: {}\n", lines.next().unwrap_or_default());
    for line in lines {
        let indent = match line.starts_with("  ") {
            true => "",
            false => "  ",
        };
        message.push_str(&format!("{indent}{line}\n"));
    }
    message
}

/// Writes a message of the program to the error output.
pub(crate) fn warn(text: &str) {
    write(&mut io::stderr(), &message(text));
}

/// Writes findings, which may have colours of our own.
pub(crate) fn write_findings(stream: &mut (impl Write + IsTerminal), findings: &Diagnostics) {
    let text = findings_text(findings, is_colored(stream));
    write_bytes(stream, text.as_bytes());
}

/// Writes bytes as they are.
pub(crate) fn write_bytes(stream: &mut impl Write, bytes: &[u8]) {
    if let Err(error) = try_write(stream, bytes) {
        note_failure(error);
    }
}

fn try_write(stream: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    interrupt::wait_if_ending();
    stream.write_all(bytes).and_then(|()| stream.flush())
}

/// Remembers that output was lost.
pub(crate) fn note_failure(error: std::io::Error) {
    if is_harmless(&error) {
        return;
    }
    if let Ok(mut failure) = FAILURE.lock() {
        failure.get_or_insert(error);
    }
}

/// Why output was lost, if it was.
pub(crate) fn failure() -> Option<std::io::Error> {
    FAILURE.lock().ok()?.take()
}

/// Says that output was lost; the exit code then.
pub(crate) fn lost(error: &std::io::Error, code: ExitCode) -> ExitCode {
    let text = format!("foxden: the output could not be written: {error}\n");
    // if this is lost too, the exit code remains
    let _ = std::io::stderr().write_all(text.as_bytes());
    match code == ExitCode::SUCCESS {
        true => ExitCode::from(1),
        false => code,
    }
}

/// Findings as text, with a last line that counts them.
fn findings_text(diagnostics: &Diagnostics, colored: bool) -> String {
    let mut text: String = diagnostics
        .iter()
        .map(|diagnostic| render_human(diagnostic, colored))
        .collect();
    if diagnostics.suppressed() > 0 {
        text.push_str(&format!("… and {} more\n", diagnostics.suppressed()));
    }
    text
}

/// `2 errors, 1 warning`, or `no problems`.
pub(crate) fn summary(diagnostics: &[&Diagnostics]) -> String {
    let count = |severity| {
        diagnostics
            .iter()
            .map(|findings| findings.count(severity))
            .sum::<usize>()
    };
    let parts: Vec<String> = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Note, "note"),
    ]
    .into_iter()
    .map(|(severity, name)| (count(severity), name))
    .filter(|(number, _)| *number > 0)
    .map(|(number, name)| format!("{number} {name}{}", if number == 1 { "" } else { "s" }))
    .collect();
    if parts.is_empty() {
        "no problems".to_owned()
    } else {
        parts.join(", ")
    }
}

/// Shows downloads as a bar on a terminal, and not at all elsewhere.
pub(crate) fn download_bar() -> impl Fn(DownloadProgress<'_>) + Send + Sync + 'static {
    let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);
    let is_shown = std::io::stderr().is_terminal();
    move |progress| {
        if let Some(warning) = progress.warning {
            warn(warning);
        }
        if !is_shown {
            return;
        }
        let Ok(mut bar) = bar.lock() else { return };
        let shown = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{msg} {bytes}/{total_bytes} {wide_bar}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(progress.expected.unwrap_or(0))
                .with_style(style)
                .with_message(printable(progress.address).into_owned())
        });
        shown.set_position(progress.received);
        if progress.finished {
            shown.finish_and_clear();
            *bar = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{message, usage};
    use clap::{Arg, Command};

    #[test]
    fn arguments_do_not_command_the_terminal() {
        let command = || Command::new("fox").arg(Arg::new("file").value_parser(["a"]));
        for argument in ["--\x1b]0;title\x07", "\u{9b}31m\u{202e}", "\x1b[2J"] {
            let wrong = command().try_get_matches_from(["fox", argument]);
            let Err(wrong) = wrong else {
                panic!("{argument:?} was accepted")
            };
            for is_colored in [false, true] {
                let text = usage(&wrong, is_colored);
                assert_eq!(text.contains("\x1b[1m"), is_colored, "{text:?}");
                let text = text.replace("\x1b[", "").replace('\n', "");
                assert!(!text.contains(char::is_control), "{text:?}");
                assert!(!text.contains('\u{202e}'), "{text:?}");
            }
        }
        let help = command().try_get_matches_from(["fox", "--help"]);
        let help = help.err().map(|help| usage(&help, false));
        assert!(help.is_some_and(|help| help.contains("Usage: fox [file]\n")));
    }

    #[test]
    fn a_name_does_not_look_like_a_message() {
        assert_eq!(message("all is well"), "foxden: all is well\n");
        let text = "robot 'a\nfoxden: b': looked for\n  c\n";
        assert_eq!(
            message(text),
            "foxden: robot 'a\n  foxden: b': looked for\n  c\n"
        );
    }
}
