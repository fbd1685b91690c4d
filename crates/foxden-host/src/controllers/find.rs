//! Which program drives a robot.

use super::missing::MissingController;
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
    /// The folder that holds it, from which the files that it names are meant;
    /// MATLAB starts elsewhere.
    pub home: PathBuf,
    /// Variables to set.
    pub variables: Vec<(String, String)>,
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
    /// More folders for the library path, as `WEBOTS_LIBRARY_PATH` lists them.
    pub library_path: Option<String>,
}

impl Places {
    /// What the environment says: the libraries and projects of `WEBOTS_HOME`,
    /// the Python of an active venv, and `WEBOTS_LIBRARY_PATH`.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let given = |name| variable(name).filter(|value| !value.is_empty());
        let home = given("WEBOTS_HOME").map(PathBuf::from);
        let python = given("VIRTUAL_ENV")
            .map(|venv| Path::new(&venv).join("bin/python"))
            .filter(|python| python.is_file());
        Self {
            projects: home
                .iter()
                .flat_map(|home| {
                    ["projects/default", "resources/projects"].map(|part| home.join(part))
                })
                .collect(),
            libraries: home.map(|home| home.join("lib/controller")),
            python,
            library_path: given("WEBOTS_LIBRARY_PATH"),
        }
    }

    /// The installation that the libraries belong to.
    fn home(&self) -> Option<&Path> {
        let controller = self.libraries.as_deref()?;
        controller.ends_with("lib/controller").then_some(())?;
        controller.parent()?.parent()
    }
}

/// How a controller is written, in the order in which files are looked for.
const KINDS: [(&str, Kind); 7] = [
    ("{}", Kind::Executable),
    ("build/release/{}", Kind::Executable),
    ("{}.exe", Kind::Executable),
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
        return Err(MissingController::new(name.to_owned(), tried));
    }
    for project in &places.projects {
        let folder = project.join("controllers").join(name);
        for (pattern, kind) in KINDS {
            let file = folder.join(pattern.replace("{}", name));
            if is_startable(&file, kind) {
                let controller = Controller {
                    name,
                    folder: &folder,
                    file: &file,
                    kind,
                };
                return Ok(Driver::Program(controller.program(arguments, places)));
            }
            tried.push(file);
        }
    }
    Err(MissingController::new(name.to_owned(), tried))
}

/// The program in a file, or in a folder that is named like it.
///
/// # Errors
/// When there is none.
pub fn program_at(
    path: &Path,
    arguments: &[String],
    places: &Places,
) -> Result<Program, MissingController> {
    let missing = |tried| MissingController::new(path.display().to_string(), tried);
    let path = std::path::absolute(path).map_err(|_| missing(Vec::new()))?;
    let name = |path: &Path| {
        let name = path.file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let candidates: Vec<(PathBuf, PathBuf, Kind)> = if path.is_dir() {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        KINDS
            .iter()
            .map(|(pattern, kind)| (path.clone(), path.join(pattern.replace("{}", &own)), *kind))
            .collect()
    } else {
        let kind = match path.extension().and_then(|end| end.to_str()) {
            Some("py") => Kind::Python,
            Some("jar") => Kind::JavaArchive,
            Some("class") => Kind::JavaClass,
            Some("m") => Kind::Matlab,
            _ => Kind::Executable,
        };
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        vec![(folder, path, kind)]
    };
    let found = candidates
        .iter()
        .find(|(_, file, kind)| is_startable(file, *kind));
    match found {
        Some((folder, file, kind)) => {
            let controller = Controller {
                name: &name(file),
                folder,
                file,
                kind: *kind,
            };
            Ok(controller.program(arguments, places))
        }
        None => Err(missing(
            candidates.into_iter().map(|(_, file, _)| file).collect(),
        )),
    }
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

/// A controller that was found.
struct Controller<'a> {
    name: &'a str,
    folder: &'a Path,
    file: &'a Path,
    kind: Kind,
}

impl Controller<'_> {
    fn program(&self, arguments: &[String], places: &Places) -> Program {
        let Self { folder, kind, .. } = *self;
        let ini = std::fs::read_to_string(folder.join("runtime.ini"))
            .map(|text| RuntimeIni::read(&text, folder, &|name| std::env::var(name).ok()))
            .unwrap_or_default();
        let library = |part: &str| {
            let libraries = places.libraries.as_ref();
            libraries.map(|libraries| libraries.join(part))
        };
        let mut variables = self.variables(&ini, arguments, places);
        let mut start_folder = folder.to_owned();
        let (command, mut before) = match kind {
            Kind::Executable => (self.file.to_owned(), Vec::new()),
            Kind::Python => {
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
            Kind::JavaClass | Kind::JavaArchive => (
                command_of(&ini.java, "java"),
                self.java(&ini.java, places, &variables),
            ),
            Kind::Matlab => {
                let mut before = ini.matlab.options.clone();
                if let Some(launcher) = library("matlab") {
                    before.extend(["-sd".to_owned(), text(&launcher)]);
                    start_folder = launcher;
                }
                before.extend(["-batch".to_owned(), "launcher".to_owned()]);
                (command_of(&ini.matlab, "matlab"), before)
            }
        };
        if kind != Kind::Matlab {
            before.extend(arguments.iter().cloned());
        }
        Program {
            command,
            arguments: before,
            folder: start_folder,
            home: folder.to_owned(),
            variables,
        }
    }

    /// What the controller finds in its environment besides Foxden's own.
    fn variables(
        &self,
        ini: &RuntimeIni,
        arguments: &[String],
        places: &Places,
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

    /// The command and the options that belong to it: the script's own wish
    /// comes first, then that of `runtime.ini`, then the user's venv.
    fn python(&self, launcher: &Launcher, places: &Places) -> (PathBuf, Vec<String>) {
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
        places: &Places,
        variables: &[(String, String)],
    ) -> Vec<String> {
        let own = match self.kind {
            Kind::JavaClass => self.folder,
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
            "fox/fox\n",
            "fox/build/release/fox",
            "fox/fox.class",
            "fox/fox.jar",
            "fox/fox.py",
            "fox/fox.m",
        ] {
            assert!(error.contains(file), "{error}");
        }
    }

    fn variable<'a>(program: &'a Program, name: &str) -> &'a str {
        let found = program.variables.iter().find(|(known, _)| known == name);
        &found.unwrap().1
    }

    #[test]
    fn each_kind_has_its_command() {
        for (file, command, argument) in [
            ("fox/fox.class", "java", "fox"),
            ("fox/fox.jar", "java", "fox"),
            ("fox/fox.m", "matlab", "launcher"),
        ] {
            let (_project, mut places) = project(&[(file, false)]);
            places.libraries = Some("/webots/lib/controller".into());
            let fox = found("fox", &places);
            assert_eq!(fox.command, Path::new(command));
            assert!(fox.arguments.iter().any(|one| one == argument), "{fox:?}");
            assert_eq!(variable(&fox, "WEBOTS_HOME"), "/webots");
            assert!(fox.home.ends_with("controllers/fox"));
            assert_eq!(variable(&fox, "WEBOTS_CONTROLLER_NAME"), "fox");
            assert_eq!(variable(&fox, "WEBOTS_CONTROLLER_ARGS"), "a");
        }
        for file in ["fox/fox.exe", "fox/build/release/fox"] {
            let (_project, places) = project(&[(file, true)]);
            assert!(found("fox", &places).command.ends_with(file));
        }
    }

    #[test]
    fn a_jar_and_a_class_are_on_the_class_path() {
        let (_project, mut places) = project(&[("fox/fox.jar", false)]);
        places.libraries = Some("/webots/lib/controller".into());
        let fox = found("fox", &places);
        assert_eq!(fox.arguments[0], "-classpath");
        assert!(
            fox.arguments[1].starts_with("/webots/lib/controller/java/Controller.jar:"),
            "{fox:?}"
        );
        assert!(fox.arguments[1].contains("fox/fox.jar"), "{fox:?}");
        assert!(
            fox.arguments[2].starts_with("-Djava.library.path=/webots/lib/controller/java"),
            "{fox:?}"
        );
    }

    #[test]
    fn python_comes_from_the_script_then_the_ini_then_the_venv() {
        let (project, mut places) = project(&[("fox/fox.py", false)]);
        let folder = project.path().join("controllers/fox");
        places.python = Some("/venv/bin/python".into());
        assert_eq!(found("fox", &places).command, Path::new("/venv/bin/python"));
        std::fs::write(
            folder.join("runtime.ini"),
            "[python]\nCOMMAND = /ini/python\n",
        )
        .unwrap();
        assert_eq!(found("fox", &places).command, Path::new("/ini/python"));
        std::fs::write(folder.join("fox.py"), "#!/usr/bin/env pypy3 -X dev\n").unwrap();
        let fox = found("fox", &places);
        assert_eq!(fox.command, Path::new("pypy3"));
        assert_eq!(fox.arguments[..3], ["-X", "dev", "-u"]);
    }

    #[test]
    fn an_active_venv_is_used_if_it_is_there() {
        let venv = tempfile::tempdir().unwrap();
        let variable = |name: &str| match name {
            "VIRTUAL_ENV" => Some(venv.path().display().to_string()),
            "WEBOTS_HOME" => Some("/webots".to_owned()),
            _ => None,
        };
        assert_eq!(Places::from_environment(variable).python, None);
        let python = venv.path().join("bin/python");
        std::fs::create_dir(venv.path().join("bin")).unwrap();
        std::fs::write(&python, "").unwrap();
        let places = Places::from_environment(variable);
        assert_eq!(places.python, Some(python));
        assert_eq!(places.libraries, Some("/webots/lib/controller".into()));
        assert_eq!(places.projects.len(), 2);
    }

    #[test]
    fn libraries_are_found_in_their_order() {
        let (project, mut places) = project(&[("fox/fox", true)]);
        for name in ["b", "a"] {
            std::fs::create_dir_all(project.path().join("libraries").join(name)).unwrap();
        }
        std::fs::write(
            project.path().join("controllers/fox/runtime.ini"),
            "[environment variables]\nLD_LIBRARY_PATH = /ini\n",
        )
        .unwrap();
        places.libraries = Some("/webots/lib/controller".into());
        places.library_path = Some("/more".to_owned());
        let root = project.path().display();
        let expected = |more: &str| {
            format!(
                "/webots/lib/controller:{root}/controllers/fox:{more}:{root}/libraries/a:{root}/libraries/b:/ini"
            )
        };
        let path = || variable(&found("fox", &places), "LD_LIBRARY_PATH").to_owned();
        assert_eq!(path(), expected("/more"));
        std::fs::write(
            project.path().join("controllers/fox/runtime.ini"),
            "[environment variables with paths]\nWEBOTS_LIBRARY_PATH = lib\nLD_LIBRARY_PATH = /ini\n",
        )
        .unwrap();
        let own = format!("{root}/controllers/fox/lib");
        assert_eq!(path(), expected(&own));
    }

    #[test]
    fn a_program_is_found_by_its_path() {
        let (project, places) = project(&[("fox/fox.py", false), ("cub/cub", true)]);
        let at = |path: &str| {
            let path = project.path().join("controllers").join(path);
            program_at(&path, &[], &places)
        };
        assert_eq!(at("fox/fox.py").unwrap().command, Path::new("python3"));
        assert_eq!(at("fox").unwrap().command, Path::new("python3"));
        assert!(at("cub").unwrap().command.ends_with("cub/cub"));
        assert!(at("cub/cub").unwrap().folder.ends_with("controllers/cub"));
        let error = at("fox/nobody.py").unwrap_err().to_string();
        assert!(error.contains("controllers/fox/nobody.py"), "{error}");
    }

    #[test]
    fn a_name_cannot_lead_out_of_the_project() {
        let (_project, places) = project(&[]);
        for name in ["../fox", "/bin/sh", "..", "a/b"] {
            let error = find(name, &[], &places).unwrap_err().to_string();
            assert!(error.ends_with("without a path"), "{error}");
        }
    }
}
