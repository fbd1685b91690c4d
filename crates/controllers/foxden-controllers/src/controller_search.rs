//! Which program drives a robot.

use crate::missing_controller::MissingController;
use crate::start_commands::{Controller, ControllerKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub use crate::start_commands::Program;

/// What drives a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControllerSource {
    /// Nothing: the robot has no controller.
    None,
    /// A controller that does nothing but step.
    Generic,
    /// A program that somebody else starts.
    Extern,
    /// A program that Foxden starts.
    Program(Program),
}

/// Where controllers and their libraries are.
#[derive(Clone, Debug, Default)]
pub struct ControllerPaths {
    /// The projects, each with a folder `controllers`.
    pub projects: Vec<PathBuf>,
    /// The folder of the controller libraries (`lib/controller` of an installation).
    pub libraries: Option<PathBuf>,
    /// The Python that runs controllers; `python3` if none is given.
    pub python: Option<PathBuf>,
    /// More folders for the library path, as `WEBOTS_LIBRARY_PATH` lists them.
    pub library_path: Option<String>,
}

impl ControllerPaths {
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

    /// The same; where no installation is named, with the libraries that were installed
    /// with the program: `../lib/foxden` beside its folder.
    #[must_use]
    pub fn or_installed_with(mut self, program: Option<&Path>) -> Self {
        let prefix = program.and_then(Path::parent).and_then(Path::parent);
        if let (None, Some(prefix)) = (&self.libraries, prefix) {
            let folder = prefix.join("lib/foxden/lib/controller");
            self.libraries = folder.join("libController.so").is_file().then_some(folder);
        }
        self
    }

    /// The installation that the libraries belong to.
    pub(crate) fn home(&self) -> Option<&Path> {
        let controller = self.libraries.as_deref()?;
        controller.ends_with("lib/controller").then_some(())?;
        controller.parent()?.parent()
    }
}

/// How a controller is written, in the order in which files are looked for.
const KINDS: [(&str, ControllerKind); 7] = [
    ("{}", ControllerKind::Executable),
    ("build/release/{}", ControllerKind::Executable),
    ("{}.exe", ControllerKind::Executable),
    ("{}.class", ControllerKind::JavaClass),
    ("{}.jar", ControllerKind::JavaArchive),
    ("{}.py", ControllerKind::Python),
    ("{}.m", ControllerKind::Matlab),
];

/// What drives a robot that names this controller with these arguments.
///
/// # Errors
/// When the name means a program and there is none.
pub fn find(
    name: &str,
    arguments: &[String],
    places: &ControllerPaths,
) -> Result<ControllerSource, MissingController> {
    match name {
        "<none>" | "" | "void" => return Ok(ControllerSource::None),
        "<generic>" => return Ok(ControllerSource::Generic),
        "<extern>" => return Ok(ControllerSource::Extern),
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
                return Ok(ControllerSource::Program(
                    controller.program(arguments, places),
                ));
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
    places: &ControllerPaths,
) -> Result<Program, MissingController> {
    let missing = |tried| MissingController::new(path.display().to_string(), tried);
    let path = std::path::absolute(path).map_err(|_| missing(Vec::new()))?;
    let name = |path: &Path| {
        let name = path.file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let candidates: Vec<(PathBuf, PathBuf, ControllerKind)> = if path.is_dir() {
        let own = path.file_name().unwrap_or_default().to_string_lossy();
        KINDS
            .iter()
            .map(|(pattern, kind)| (path.clone(), path.join(pattern.replace("{}", &own)), *kind))
            .collect()
    } else {
        let kind = match path.extension().and_then(|end| end.to_str()) {
            Some("py") => ControllerKind::Python,
            Some("jar") => ControllerKind::JavaArchive,
            Some("class") => ControllerKind::JavaClass,
            Some("m") => ControllerKind::Matlab,
            _ => ControllerKind::Executable,
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

fn is_startable(file: &Path, kind: ControllerKind) -> bool {
    let Ok(metadata) = std::fs::metadata(file) else {
        return false;
    };
    let is_executable = metadata.permissions().mode() & 0o111 != 0;
    metadata.is_file() && (kind != ControllerKind::Executable || is_executable)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
