//! A controller that was not found, and what may be the matter.

use foxden_lang::parser::closest;
use std::path::{Path, PathBuf};

/// Endings of sources that have to be compiled.
const SOURCES: [&str; 5] = ["c", "cc", "cpp", "java", "rs"];

/// Folders among which a misspelt name is looked for.
const MOST_ENTRIES: usize = 1000;

/// No controller was found.
#[derive(Debug, thiserror::Error)]
#[error("there is no controller '{name}'{}{}", suffix(hint), listed(tried))]
pub struct MissingController {
    /// The name that the robot gives.
    pub name: String,
    /// The files that were looked for.
    pub tried: Vec<PathBuf>,
    /// What may be the matter.
    pub hint: Option<String>,
}

impl MissingController {
    /// Looks for what may be the matter beside the files that were looked for.
    pub(crate) fn new(name: String, tried: Vec<PathBuf>) -> Self {
        let hint = tried
            .iter()
            .find_map(|path| forbidden(path))
            .or_else(|| tried.iter().find_map(|path| uncompiled(path)))
            .or_else(|| tried.iter().find_map(|path| misspelt(path, &name)))
            .or_else(|| {
                let hint = "a controller has the name of its folder, without a path";
                tried.is_empty().then(|| hint.to_owned())
            });
        Self { name, tried, hint }
    }
}

/// A file that is there was looked for in vain.
fn forbidden(path: &Path) -> Option<String> {
    let shown = path.display();
    path.is_file()
        .then(|| format!("{shown} exists but is not executable"))
}

fn uncompiled(path: &Path) -> Option<String> {
    let mut sources = SOURCES.iter().map(|end| path.with_extension(end));
    let source = sources.find(|source| source.is_file())?;
    Some(format!("{} has to be compiled first", source.display()))
}

/// The controller beside the missing one whose name is most like it.
fn misspelt(path: &Path, name: &str) -> Option<String> {
    let controllers = path.parent()?.parent()?;
    let entries = std::fs::read_dir(controllers).ok()?.take(MOST_ENTRIES);
    let names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|other| other != name)
        .collect();
    let near = closest(name, names.iter().map(String::as_str))?;
    Some(format!("perhaps '{near}' is meant"))
}

/// The files on lines of their own: there are seven for each project.
fn listed(tried: &[PathBuf]) -> String {
    if tried.is_empty() {
        return String::new();
    }
    let shown = tried.iter().map(|path| format!("\n  {}", path.display()));
    format!("; looked for{}", shown.collect::<String>())
}

fn suffix(hint: &Option<String>) -> String {
    let hint = hint.iter().map(|hint| format!("; {hint}"));
    hint.collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_the_matter_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let tried = || vec![folder.path().join("fox"), folder.path().join("fox.py")];
        let message = || MissingController::new("fox".to_owned(), tried()).to_string();
        assert!(message().ends_with("fox.py"), "{}", message());
        std::fs::write(folder.path().join("fox.cpp"), "").unwrap();
        assert!(
            message().contains("fox.cpp has to be compiled first"),
            "{}",
            message()
        );
        std::fs::write(folder.path().join("fox"), "").unwrap();
        assert!(
            message().contains("fox exists but is not executable"),
            "{}",
            message()
        );
    }
}
