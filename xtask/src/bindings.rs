//! The parts of the controller library that need a tool of their language: a
//! JDK for Java, Octave's `mkoctfile` for MATLAB.

use crate::process::{Done, root, run};
use crate::tools::{Tool, jdk};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds what can be built into an installation that has the C library; the
/// rest is a line on standard error, since the other languages do without.
pub(crate) fn build(home: &Path) -> Done {
    match jdk() {
        Some(jdk) => java(home, &jdk)?,
        None => eprintln!("xtask: there is no javac: the library is built without Java"),
    }
    match Tool::Octave.works() {
        true => octave(home),
        false => {
            eprintln!(
                "xtask: there is no mkoctfile: the library is built without Octave's gateway"
            );
            Ok(())
        }
    }
}

/// Whether controllers in Java and in Octave can be run here.
pub(crate) fn languages() -> (bool, bool) {
    (Tool::Jdk.works(), Tool::Octave.works())
}

fn java(home: &Path, jdk: &Path) -> Done {
    let bindings = root().join("bindings/java");
    let sources = bindings.join("src");
    let target = home.join("lib/controller/java");
    let classes = root().join("target/java-classes");
    let _ = fs::remove_dir_all(&classes);
    for folder in [&classes, &target] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    run(Command::new(jdk.join("bin/javac"))
        .args(["-Xlint:all", "-Werror", "--release", "17", "-d"])
        .arg(&classes)
        // the compiler finds all other classes through these
        .arg("-sourcepath")
        .arg(&sources)
        .args(["Supervisor", "Motion", "AnsiCodes"].map(|class| {
            sources.join(format!("com/cyberbotics/webots/controller/{class}.java"))
        })))?;
    run(Command::new(jdk.join("bin/jar"))
        .arg("--create")
        .arg("--file")
        .arg(target.join("Controller.jar"))
        .arg("-C")
        .arg(&classes)
        .arg("."))?;
    run(Command::new("cc")
        .args(["-O1", "-Wall", "-Werror", "-fPIC", "-shared", "-o"])
        .arg(target.join("libJavaController.so"))
        .args(files(&bindings.join("native"), "c")?)
        .arg("-I")
        .arg(jdk.join("include"))
        .arg("-I")
        .arg(jdk.join("include/linux"))
        .args(against(home)))
}

fn octave(home: &Path) -> Done {
    let target = home.join("lib/controller/matlab");
    run(Command::new("mkoctfile")
        .env("CFLAGS", "-O1 -Wall")
        .args(["--mex", "-o"])
        .arg(target.join("wb_call.mex"))
        .args(files(&root().join("bindings/matlab/gateway"), "c")?)
        // mkoctfile hands its arguments to a shell
        .args(against(home).map(|argument| argument.replace('$', "\\$")))
        // mkoctfile leaves its objects where it is called
        .current_dir(root().join("target")))
}

/// How something beside the C library is compiled against it and finds it later.
fn against(home: &Path) -> [String; 5] {
    [
        format!("-I{}", home.join("include/controller/c").display()),
        format!("-L{}", home.join("lib/controller").display()),
        "-lController".to_owned(),
        "-Wl,-rpath,$ORIGIN/..".to_owned(),
        "-Wl,--no-as-needed".to_owned(),
    ]
}

/// The files of a folder with an ending, in the order of their names.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == ending))
        .collect();
    files.sort();
    Ok(files)
}
