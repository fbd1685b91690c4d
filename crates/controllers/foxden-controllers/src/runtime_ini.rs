//! `runtime.ini`: how the controllers of a folder are started.

use foxden_assets::files::read_file;
use std::path::Path;

/// How large a file may be, and how large the values of its variables together.
const MAX_BYTES: usize = 1 << 20;

/// How large one value may be: the system starts no program with a larger one.
const MAX_VALUE_BYTES: usize = 100_000;

/// How many variables a file may set.
const MAX_VARIABLES: usize = 1000;

/// What a `runtime.ini` says on this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuntimeIni {
    /// Variables to set, in the order of the file.
    pub variables: Vec<(String, String)>,
    /// How Python controllers are started.
    pub python: Launcher,
    /// How Java controllers are started.
    pub java: Launcher,
    /// How MATLAB controllers are started.
    pub matlab: Launcher,
    /// What was left out and why, if anything was.
    pub remark: Option<String>,
    /// How large all values are together.
    bytes: usize,
}

/// A command and its options, as far as they are given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launcher {
    /// The command.
    pub command: Option<String>,
    /// Options that come before the program.
    pub options: Vec<String>,
}

impl RuntimeIni {
    /// Reads the file of a controller's folder, if there is one.
    pub fn of(folder: &Path, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let file = folder.join("runtime.ini");
        match read_file(&file, MAX_BYTES as u64) {
            Ok(bytes) => Self::read(&String::from_utf8_lossy(&bytes), folder, variable),
            Err(_) if !file.exists() => Self::default(),
            Err(error) => Self {
                remark: Some(format!("{} was not read: {error}", file.display())),
                ..Self::default()
            },
        }
    }

    /// Reads a text. Relative paths in the section with paths are meant from
    /// `folder`; `$NAME` and `$(NAME)` stand for variables that the file has set
    /// before or that `variable` knows.
    pub fn read(text: &str, folder: &Path, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut ini = Self::default();
        let mut section = String::new();
        for line in text.lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix('[') {
                let name = rest.split([']', ';']).next().unwrap_or(rest);
                section = name.trim().to_lowercase();
            } else if !line.starts_with([';', '#'])
                && let Some((key, value)) = line.split_once('=')
            {
                let known = |name: &str| ini.variable(name).or_else(|| variable(name));
                let room = MAX_BYTES.saturating_sub(ini.bytes).min(MAX_VALUE_BYTES);
                let value = expanded(without_comment(value.trim()), &known, room);
                match value {
                    Some(value) if ini.variables.len() < MAX_VARIABLES => {
                        ini.bytes += value.len();
                        ini.take(&section, key.trim(), value, folder);
                    }
                    _ => {
                        let file = folder.join("runtime.ini");
                        ini.remark.get_or_insert_with(|| {
                            format!(
                                "{} sets more than {MAX_VARIABLES} variables, a value of more than {MAX_VALUE_BYTES} \
                                 bytes, or {MAX_BYTES} bytes together; '{}' and maybe others were left out",
                                file.display(),
                                key.trim()
                            )
                        });
                    }
                }
            }
        }
        ini
    }

    /// What a variable is set to, if it is.
    pub fn variable(&self, name: &str) -> Option<String> {
        let mut set = self.variables.iter().rev();
        set.find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    }

    fn take(&mut self, section: &str, key: &str, value: String, folder: &Path) {
        match section {
            "environment variables"
            | "environment variables for linux"
            | "environment variables for linux 64" => {
                self.variables.push((key.to_owned(), value));
            }
            // the second name is that of releases before R2019
            "environment variables with paths" | "environment variables with relative paths" => {
                let paths: Vec<String> = value
                    .split(':')
                    // a variable that is not set leaves an empty part
                    .filter(|path| !path.is_empty())
                    .map(|path| folder.join(path).display().to_string())
                    .collect();
                self.variables.push((key.to_owned(), paths.join(":")));
            }
            "python" => self.python.set(key, value),
            "java" => self.java.set(key, value),
            "matlab" => self.matlab.set(key, value),
            _ => {}
        }
    }
}

/// A value without its quotes and what is said about it after a semicolon.
fn without_comment(value: &str) -> &str {
    let quoted = value
        .strip_prefix('"')
        .and_then(|rest| rest.rsplit_once('"'));
    match quoted {
        Some((inside, _)) => inside,
        None => value.split(';').next().unwrap_or(value).trim_end(),
    }
}

impl Launcher {
    fn set(&mut self, key: &str, value: String) {
        match key {
            "COMMAND" => self.command = Some(value),
            "OPTIONS" => self.options = value.split_whitespace().map(str::to_owned).collect(),
            _ => {}
        }
    }
}

/// Replaces `$NAME` and `$(NAME)`; an unknown variable becomes an empty text. `None`
/// if the result is longer than `room`.
fn expanded(text: &str, variable: &dyn Fn(&str) -> Option<String>, room: usize) -> Option<String> {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        result.push_str(before);
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let (name, tail) = match after
            .strip_prefix('(')
            .and_then(|inside| inside.split_once(')'))
        {
            Some((name, tail)) => (name, tail),
            None => after.split_at(after.find(|c| !is_name(c)).unwrap_or(after.len())),
        };
        result.push_str(&variable(name).unwrap_or_default());
        rest = tail;
        if result.len() > room {
            return None;
        }
    }
    result.push_str(rest);
    (result.len() <= room).then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_for_this_machine_are_read() {
        let text = "; how to start\n[environment variables with paths]\nLIBS = lib:$(EXTRA)/more\n\
                    [environment variables]\nA = \"x y\"\nB=$A_B.$NOBODY\n[environment variables for windows]\nC = 1\n\
                    [python]\nCOMMAND = /opt/py/bin/python\nOPTIONS = -O -B\n[java]\nOPTIONS=-Xms6144k\n";
        let known = |name: &str| match name {
            "EXTRA" => Some("/e".to_owned()),
            "A_B" => Some("ab".to_owned()),
            _ => None,
        };
        let ini = RuntimeIni::read(text, Path::new("/den/controllers/fox"), &known);
        let expected = [
            ("LIBS", "/den/controllers/fox/lib:/e/more"),
            ("A", "x y"),
            ("B", "ab."),
        ];
        let found: Vec<_> = ini
            .variables
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(ini.python.command.as_deref(), Some("/opt/py/bin/python"));
        assert_eq!(ini.python.options, ["-O", "-B"]);
        assert_eq!(ini.java.options, ["-Xms6144k"]);
    }

    #[test]
    fn comments_gaps_and_what_was_set_before_are_understood() {
        let text = "[environment variables with paths] ; for the linker\n\
                    WEBOTS_LIBRARY_PATH = lib:$(NOBODY):../more ; ours first\n\
                    [Environment Variables]\nA = \"x;y\" ; quoted\nB = $(A)/b\n; C = 1\n";
        let ini = RuntimeIni::read(text, Path::new("/den"), &|_| None);
        let found = |name| ini.variable(name);
        assert_eq!(
            found("WEBOTS_LIBRARY_PATH").as_deref(),
            Some("/den/lib:/den/../more")
        );
        assert_eq!(found("A").as_deref(), Some("x;y"));
        assert_eq!(found("B").as_deref(), Some("x;y/b"));
        assert_eq!(found("C"), None);
    }

    #[test]
    fn variables_that_double_are_left_out_before_they_fill_the_memory() {
        let text = format!(
            "[environment variables]\nA = {}\n{}B = 1\n",
            "a".repeat(16),
            "A = $A$A\n".repeat(40)
        );
        let ini = RuntimeIni::read(&text, Path::new("/den"), &|_| None);
        assert!(
            ini.variables
                .iter()
                .map(|(_, value)| value.len())
                .sum::<usize>()
                <= MAX_BYTES
        );
        assert_eq!(ini.variable("B").as_deref(), Some("1"));
        let remark = ini.remark.unwrap_or_default();
        assert!(
            remark.contains("1048576 bytes") && remark.contains("'A'"),
            "{remark}"
        );
        let many = "[environment variables]\n".to_owned() + &"A=1\n".repeat(5000);
        let ini = RuntimeIni::read(&many, Path::new("/den"), &|_| None);
        assert_eq!(ini.variables.len(), MAX_VARIABLES);
        assert!(ini.remark.is_some());
    }
}
