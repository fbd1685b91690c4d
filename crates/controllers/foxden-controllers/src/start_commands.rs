//! How a controller that was found is started: its command, arguments and variables.

use crate::controller_search::ControllerPaths;
use crate::runtime_ini::{Launcher, RuntimeIni};
use std::path::{Path, PathBuf};

/// A program and how it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command.
    pub command: PathBuf,
    /// Its arguments, those of the robot last.
    pub arguments: Vec<String>,
    /// The folder that it starts in.
    pub folder: PathBuf,
    /// The folder that holds it, from which the files that it names are meant;
    /// MATLAB starts elsewhere.
    pub home: PathBuf,
    /// Variables to set.
    pub variables: Vec<(String, String)>,
    /// What its `runtime.ini` asks for and does not get.
    pub remark: Option<String>,
}

/// How a controller is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ControllerKind {
    Executable,
    JavaClass,
    JavaArchive,
    Python,
    Matlab,
}

/// A controller that was found.
pub(crate) struct Controller<'a> {
    pub(crate) name: &'a str,
    pub(crate) folder: &'a Path,
    pub(crate) file: &'a Path,
    pub(crate) kind: ControllerKind,
}

impl Controller<'_> {
    /// The command that runs it, with the robot's arguments.
    pub(crate) fn program(&self, arguments: &[String], places: &ControllerPaths) -> Program {
        let Self { folder, kind, .. } = *self;
        let ini = RuntimeIni::of(folder, &|name| std::env::var(name).ok());
        let library = |part: &str| {
            let libraries = places.libraries.as_ref();
            libraries.map(|libraries| libraries.join(part))
        };
        let mut variables = self.variables(&ini, arguments, places);
        let mut start_folder = folder.to_owned();
        let (command, mut before) = match kind {
            ControllerKind::Executable => (self.file.to_owned(), Vec::new()),
            ControllerKind::Python => {
                if let Some(package) = library("python") {
                    let path = in_front(&text(&package), "PYTHONPATH", &variables);
                    set(&mut variables, "PYTHONPATH", path);
                }
                set(&mut variables, "PYTHONIOENCODING", "UTF-8".to_owned());
                let (command, options) = self.python(&ini.python, places);
                let mut before = options;
                before.push("-u".to_owned());
                before.extend(ini.python.options.clone());
                before.push(text(self.file));
                (command, before)
            }
            ControllerKind::JavaClass | ControllerKind::JavaArchive => (
                command_of(&ini.java, "java"),
                self.java(&ini.java, places, &variables),
            ),
            ControllerKind::Matlab => {
                let mut before = ini.matlab.options.clone();
                if let Some(launcher) = library("matlab") {
                    before.extend(["-sd".to_owned(), text(&launcher)]);
                    start_folder = launcher;
                }
                before.extend(["-batch".to_owned(), "launcher".to_owned()]);
                (command_of(&ini.matlab, "matlab"), before)
            }
        };
        if kind != ControllerKind::Matlab {
            before.extend(arguments.iter().cloned());
        }
        Program {
            command,
            arguments: before,
            folder: start_folder,
            home: folder.to_owned(),
            variables,
            remark: ini.remark,
        }
    }

    /// What the controller finds in its environment besides Foxden's own.
    fn variables(
        &self,
        ini: &RuntimeIni,
        arguments: &[String],
        places: &ControllerPaths,
    ) -> Vec<(String, String)> {
        let mut variables = ini.variables.clone();
        let project = self.folder.parent().and_then(Path::parent);
        set(
            &mut variables,
            "WEBOTS_CONTROLLER_NAME",
            self.name.to_owned(),
        );
        set(
            &mut variables,
            "WEBOTS_CONTROLLER_ARGS",
            arguments.join(":"),
        );
        set(&mut variables, "WEBOTS_VERSION", "R2023b".to_owned());
        if let Some(project) = project {
            set(&mut variables, "WEBOTS_PROJECT", text(project));
        }
        if let Some(home) = places.home() {
            set(&mut variables, "WEBOTS_HOME", text(home));
        }
        let mut libraries: Vec<String> = places.libraries.iter().map(|path| text(path)).collect();
        libraries.push(text(self.folder));
        let asked = ini.variable("WEBOTS_LIBRARY_PATH");
        libraries.extend(asked.or_else(|| places.library_path.clone()));
        let shared = project.map(|project| project.join("libraries"));
        libraries.extend(shared.iter().flat_map(|folder| sub_folders(folder)));
        let path = in_front(&libraries.join(":"), "LD_LIBRARY_PATH", &variables);
        set(&mut variables, "LD_LIBRARY_PATH", path);
        variables
    }

    /// The command and the options that belong to it: what the script asks for
    /// comes first, then that of `runtime.ini`, then the user's venv.
    fn python(&self, launcher: &Launcher, places: &ControllerPaths) -> (PathBuf, Vec<String>) {
        if let Some((command, options)) = shebang(self.file) {
            return (command.into(), options);
        }
        let command = launcher.command.clone().map(PathBuf::from);
        let command = command.or_else(|| places.python.clone());
        (command.unwrap_or_else(|| "python3".into()), Vec::new())
    }

    fn java(
        &self,
        launcher: &Launcher,
        places: &ControllerPaths,
        variables: &[(String, String)],
    ) -> Vec<String> {
        let own = match self.kind {
            ControllerKind::JavaClass => self.folder,
            _ => self.file,
        };
        let libraries = places.libraries.as_ref().map(|path| path.join("java"));
        let jar = libraries.as_ref().map(|path| path.join("Controller.jar"));
        let mut path: Vec<String> = jar.iter().map(|jar| text(jar)).collect();
        path.push(text(own));
        let path = in_front(&path.join(":"), "CLASSPATH", variables);
        let mut before = vec!["-classpath".to_owned(), path];
        if let Some(native) = libraries {
            let path = in_front(&text(&native), "JAVA_LIBRARY_PATH", variables);
            before.push(format!("-Djava.library.path={path}"));
        }
        before.extend(launcher.options.clone());
        before.push(self.name.to_owned());
        before
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Sets a variable; a later one wins.
fn set(variables: &mut Vec<(String, String)>, name: &str, value: String) {
    variables.retain(|(known, _)| known != name);
    variables.push((name.to_owned(), value));
}

/// The folders in a folder, in the order of their names.
fn sub_folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut folders: Vec<String> = folders.map(|path| text(&path)).collect();
    folders.sort();
    folders
}

fn command_of(launcher: &Launcher, usual: &str) -> PathBuf {
    launcher.command.as_deref().unwrap_or(usual).into()
}

/// A list of paths in front of what a variable is to hold, or holds already.
fn in_front(paths: &str, variable: &str, variables: &[(String, String)]) -> String {
    let given = variables.iter().find(|(name, _)| name == variable);
    let rest = match given {
        Some((_, value)) => Some(value.clone()),
        None => std::env::var(variable).ok(),
    };
    match rest {
        Some(rest) if !rest.is_empty() => format!("{paths}:{rest}"),
        _ => paths.to_owned(),
    }
}

/// The interpreter that the first line of a script asks for, with its options.
fn shebang(file: &Path) -> Option<(String, Vec<String>)> {
    use std::io::{BufRead, BufReader, Read};
    let mut line = String::new();
    let file = std::fs::File::open(file).ok()?;
    BufReader::new(file.take(512)).read_line(&mut line).ok()?;
    let mut words = line.strip_prefix("#!")?.split_whitespace();
    // `/usr/bin/env python3` means python3
    let first = words.next()?;
    let command = if first.ends_with("/env") {
        words.find(|word| *word != "-S")?
    } else {
        first
    };
    Some((command.to_owned(), words.map(str::to_owned).collect()))
}
