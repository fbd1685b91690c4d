//! Output for people: colours on a terminal only, and a bar while something is
//! downloaded.

use foxden_host::fetch_cache::Progress;
use foxden_lang::diagnostic::{Diagnostics, Severity, render_human};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;

/// Whether a stream shows colours: a terminal, and `NO_COLOR` is not set.
pub(crate) fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes text; a reader that has gone away is no error.
pub(crate) fn write(stream: &mut impl Write, text: &str) {
    let _ = stream.write_all(text.as_bytes());
    let _ = stream.flush();
}

/// Findings as text, with a last line that counts them.
pub(crate) fn findings_text(diagnostics: &Diagnostics, colored: bool) -> String {
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
pub(crate) fn download_bar() -> impl Fn(Progress<'_>) + Send + Sync + 'static {
    let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);
    let is_shown = std::io::stderr().is_terminal();
    move |progress| {
        if !is_shown {
            return;
        }
        let Ok(mut bar) = bar.lock() else { return };
        let shown = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{msg} {bytes}/{total_bytes} {wide_bar}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(progress.expected.unwrap_or(0))
                .with_style(style)
                .with_message(progress.address.to_owned())
        });
        shown.set_position(progress.received);
        if progress.finished {
            shown.finish_and_clear();
            *bar = None;
        }
    }
}
