//! `foxden new`

use super::project_templates::{ProjectLanguage, world};
use super::{Failure, print_result};
use crate::exit_code::ExitCode;
use clap::Args;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = "Examples:
  foxden new my_robot
  foxden new projects/my_robot --language c

The project has a world, a controller, a README and a test. 'foxden doctor' says whether this
machine has the tools of a language.
Exit codes: 0 the project was created, 1 it cannot be written, 2 the name is not valid or the folder
exists.")]
pub(crate) struct NewArguments {
    /// The folder to create; its last part is the name of the project, the world and the controller
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// The language of the controller
    #[arg(long, value_enum, default_value_t = ProjectLanguage::Python)]
    language: ProjectLanguage,
}

pub(crate) fn run(arguments: &NewArguments) -> ExitCode {
    print_result(create(arguments))
}

/// Creates the project. Returns what to do next.
fn create(arguments: &NewArguments) -> Result<String, Failure> {
    let folder = &arguments.folder;
    let shown = folder.display();
    let name = folder.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| format!("'{shown}' is not a valid name for a project"))?;
    let language = arguments.language;
    if let Some(problem) = language.name_problem(name) {
        return Err(Failure::Unusable(format!(
            "'{name}' is not a valid name for a project: {problem}"
        )));
    }
    let exists = || format!("'{shown}' exists already; choose another name or remove it");
    if folder.symlink_metadata().is_ok() {
        return Err(Failure::Unusable(exists()));
    }
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    write_project(parent, folder, name, language).map_err(|error| match error.kind() {
        ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists => Failure::Unusable(exists()),
        ErrorKind::NotFound => Failure::Unusable(format!(
            "'{shown}' cannot be created: there is no folder '{}'; create it first",
            parent.display()
        )),
        kind => {
            let reason = format!(
                "'{shown}' cannot be created in '{}': {error}",
                parent.display()
            );
            match kind {
                ErrorKind::NotADirectory => Failure::Unusable(reason),
                _ => Failure::Unwritten(reason),
            }
        }
    })?;
    let build = match language.is_compiled() {
        true => "make && ",
        false => "",
    };
    Ok(format!(
        "created {shown}\nnext: cd {shown} && {build}foxden run {} --until-controllers-end\ntest: sh {shown}/test.sh\n",
        world(name)
    ))
}

/// Writes the project to a temporary folder beside its place and renames it, so that it
/// is complete or not there.
fn write_project(
    parent: &Path,
    folder: &Path,
    name: &str,
    language: ProjectLanguage,
) -> std::io::Result<()> {
    let temporary = tempfile::Builder::new()
        .prefix(".foxden-new-")
        .tempdir_in(parent)?;
    // the temporary folder itself is private, the project is not
    let project = temporary.path().join(name);
    for (path, text) in language.files(name) {
        let path = project.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, text)?;
        if path.extension().is_some_and(|ending| ending == "sh") {
            let mut permissions = path.metadata()?.permissions();
            // each user who can read the script can run it
            let mode = permissions.mode();
            permissions.set_mode(mode | (mode & 0o444) >> 2);
            std::fs::set_permissions(&path, permissions)?;
        }
    }
    std::fs::rename(&project, folder)
}
