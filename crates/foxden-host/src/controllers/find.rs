//! Which program drives a robot.

use super::runtime_ini::{Launcher, RuntimeIni};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What drives a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Nothing: the robot has no controller.
    Nobody,
    /// A controller that does nothing but step.
    Generic,
    /// A program that somebody else starts.
    Extern,
    /// A program that Foxden starts.
    Program(Program),
}

/// A program and how it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command.
    pub command: PathBuf,
    /// Its arguments, those of the robot last.
    pub arguments: Vec<String>,
    /// The folder that it starts in.
    pub folder: PathBuf,
    /// Variables to set.
    pub variables: Vec<(String, String)>,
}

/// No program with this name.
#[derive(Debug, thiserror::Error)]
#[error(
    "there is no controller '{name}'; looked for {}",
    tried.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
)]
pub struct MissingController {
    /// The name that the robot gives.
    pub name: String,
    /// The files that were looked for.
    pub tried: Vec<PathBuf>,
}

/// Where controllers and their libraries are.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The projects, each with a folder `controllers`.
    pub projects: Vec<PathBuf>,
    /// The folder of the controller libraries (`lib/controller` of an installation).
    pub libraries: Option<PathBuf>,
    /// The Python that runs controllers; `python3` if none is given.
    pub python: Option<PathBuf>,
}

/// How a controller is written, in the order in which files are looked for.
const KINDS: [(&str, Kind); 6] = [
    ("{}", Kind::Executable),
    ("build/release/{}", Kind::Executable),
    ("{}.class", Kind::JavaClass),
    ("{}.jar", Kind::JavaArchive),
    ("{}.py", Kind::Python),
    ("{}.m", Kind::Matlab),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Executable,
    JavaClass,
    JavaArchive,
    Python,
    Matlab,
}

/// What drives a robot that names this controller with these arguments.
///
/// # Errors
/// When the name means a program and there is none.
pub fn find(
    name: &str,
    arguments: &[String],
    places: &Places,
) -> Result<Driver, MissingController> {
    match name {
        "<none>" | "" | "void" => return Ok(Driver::Nobody),
        "<generic>" => return Ok(Driver::Generic),
        "<extern>" => return Ok(Driver::Extern),
        _ => {}
    }
    let mut tried = Vec::new();
    if !is_plain_name(name) {
        return Err(MissingController {
            name: name.to_owned(),
            tried,
        });
    }
    for project in &places.projects {
        let folder = project.join("controllers").join(name);
        for (pattern, kind) in KINDS {
            let file = folder.join(pattern.replace("{}", name));
            if is_startable(&file, kind) {
                return Ok(Driver::Program(program(
                    name, arguments, &folder, &file, kind, places,
                )));
            }
            tried.push(file);
        }
    }
    Err(MissingController {
        name: name.to_owned(),
        tried,
    })
}

/// A name is one folder; it cannot lead elsewhere.
fn is_plain_name(name: &str) -> bool {
    !name.contains(['/', '\\', '\0']) && name != "." && name != ".."
}

fn is_startable(file: &Path, kind: Kind) -> bool {
    let Ok(metadata) = std::fs::metadata(file) else {
        return false;
    };
    let is_executable = metadata.permissions().mode() & 0o111 != 0;
    metadata.is_file() && (kind != Kind::Executable || is_executable)
}

fn program(
    name: &str,
    arguments: &[String],
    folder: &Path,
    file: &Path,
    kind: Kind,
    places: &Places,
) -> Program {
    let ini = std::fs::read_to_string(folder.join("runtime.ini"))
        .map(|text| RuntimeIni::read(&text, folder, &|name| std::env::var(name).ok()))
        .unwrap_or_default();
    let text = |path: &Path| path.display().to_string();
    let library = |part: &str| {
        places
            .libraries
            .as_ref()
            .map(|libraries| libraries.join(part))
    };
    let mut variables = ini.variables.clone();
    let (command, mut before) = match kind {
        Kind::Executable => (file.to_owned(), Vec::new()),
        Kind::Python => {
            if let Some(package) = library("python") {
                variables.push(("PYTHONPATH".into(), joined(&text(&package), "PYTHONPATH")));
            }
            variables.push(("PYTHONIOENCODING".into(), "UTF-8".into()));
            let command = shebang(file)
                .or(ini.python.command.clone())
                .map(PathBuf::from);
            let command = command
                .or(places.python.clone())
                .unwrap_or_else(|| "python3".into());
            let mut before = vec!["-u".to_owned()];
            before.extend(ini.python.options.clone());
            before.push(text(file));
            (command, before)
        }
        Kind::JavaClass | Kind::JavaArchive => {
            let own = if kind == Kind::JavaClass {
                folder
            } else {
                file
            };
            let mut path: Vec<String> = library("java/Controller.jar")
                .iter()
                .map(|jar| text(jar))
                .collect();
            path.push(text(own));
            let mut before = vec![
                "-classpath".to_owned(),
                joined(&path.join(":"), "CLASSPATH"),
            ];
            if let Some(native) = library("java") {
                before.push(format!(
                    "-Djava.library.path={}",
                    joined(&text(&native), "JAVA_LIBRARY_PATH")
                ));
            }
            before.extend(ini.java.options.clone());
            before.push(name.to_owned());
            (command_of(&ini.java, "java"), before)
        }
        Kind::Matlab => {
            let mut before = ini.matlab.options.clone();
            if let Some(launcher) = library("matlab") {
                before.extend(["-sd".to_owned(), text(&launcher)]);
            }
            before.extend(["-batch".to_owned(), "launcher".to_owned()]);
            (command_of(&ini.matlab, "matlab"), before)
        }
    };
    if kind != Kind::Matlab {
        before.extend(arguments.iter().cloned());
    }
    let mut libraries: Vec<String> = places.libraries.iter().map(|path| text(path)).collect();
    libraries.push(text(folder));
    variables.push((
        "LD_LIBRARY_PATH".into(),
        joined(&libraries.join(":"), "LD_LIBRARY_PATH"),
    ));
    Program {
        command,
        arguments: before,
        folder: folder.to_owned(),
        variables,
    }
}

fn command_of(launcher: &Launcher, usual: &str) -> PathBuf {
    launcher.command.as_deref().unwrap_or(usual).into()
}

/// A list of paths in front of what a variable holds already.
fn joined(paths: &str, variable: &str) -> String {
    match std::env::var(variable) {
        Ok(rest) if !rest.is_empty() => format!("{paths}:{rest}"),
        _ => paths.to_owned(),
    }
}

/// The interpreter that the first line of a script asks for.
fn shebang(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().next()?.strip_prefix("#!")?.trim();
    // `/usr/bin/env python3` means python3
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let command = if first.ends_with("/env") {
        words.next()?
    } else {
        first
    };
    Some(command.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn project(files: &[(&str, bool)]) -> (tempfile::TempDir, Places) {
        let project = tempfile::tempdir().unwrap();
        for (name, is_executable) in files {
            let path = project.path().join("controllers").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "").unwrap();
            let mode = if *is_executable { 0o755 } else { 0o644 };
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let places = Places {
            projects: vec![project.path().to_owned()],
            ..Places::default()
        };
        (project, places)
    }

    fn found(name: &str, places: &Places) -> Program {
        match find(name, &["a".to_owned()], places).unwrap() {
            Driver::Program(program) => program,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_that_are_no_programs() {
        let places = Places::default();
        assert_eq!(find("<extern>", &[], &places).unwrap(), Driver::Extern);
        assert_eq!(find("<generic>", &[], &places).unwrap(), Driver::Generic);
        for nobody in ["<none>", "", "void"] {
            assert_eq!(find(nobody, &[], &places).unwrap(), Driver::Nobody);
        }
    }

    #[test]
    fn an_executable_comes_before_a_script() {
        let (_project, places) = project(&[("fox/fox", true), ("fox/fox.py", false)]);
        let fox = found("fox", &places);
        assert!(fox.command.ends_with("controllers/fox/fox"));
        assert_eq!(fox.arguments, ["a"]);
        assert!(fox.folder.ends_with("controllers/fox"));
    }

    #[test]
    fn a_file_that_cannot_be_executed_is_not_a_program() {
        let (_project, places) = project(&[("fox/fox", false), ("fox/fox.py", false)]);
        let fox = found("fox", &places);
        assert_eq!(fox.command, Path::new("python3"));
        assert_eq!(fox.arguments[0], "-u");
        assert!(fox.arguments[1].ends_with("fox/fox.py"));
        assert_eq!(fox.arguments[2], "a");
    }

    #[test]
    fn a_missing_controller_names_every_place() {
        let (_project, places) = project(&[]);
        let error = find("fox", &[], &places).unwrap_err().to_string();
        for file in [
            "fox/fox,",
            "fox/build/release/fox",
            "fox/fox.class",
            "fox/fox.jar",
            "fox/fox.py",
            "fox/fox.m",
        ] {
            assert!(error.contains(file), "{error}");
        }
    }

    #[test]
    fn a_name_cannot_lead_out_of_the_project() {
        let (_project, places) = project(&[]);
        for name in ["../fox", "/bin/sh", "..", "a/b"] {
            assert!(find(name, &[], &places).is_err(), "{name}");
        }
    }
}
