//! Builds Foxden's own controller library into a folder for `WEBOTS_HOME`.

use crate::bindings;
use crate::genuine;
use crate::process::{self, Done, binary, built, cargo, root, run};
use crate::vehicle;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The purpose of a build of the library.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    /// Tests, which build everything in one profile.
    Tests,
    /// People who install it, and measurements of what they get.
    Users,
}

/// Builds `libController.so` into a file.
pub(crate) fn controller(build: Build, to: &Path) -> Done {
    let (what, folder): (&[&str], _) = match build {
        // The same profile and features as the tests, so that nothing is built twice.
        Build::Tests => (&["--workspace", "--lib"], "debug"),
        Build::Users => (
            &["--package", "foxden-controller", "--profile", "dist"],
            "dist",
        ),
    };
    run(cargo().arg("build").args(what))?;
    copy_file(&built(folder, "libController").with_extension("so"), to)?;
    match build {
        Build::Tests => Ok(()),
        // Symbols for debuggers are half of the file.
        Build::Users => run(Command::new("strip").arg("--strip-unneeded").arg(to)),
    }
}

/// Builds the library and returns its folder.
pub(crate) fn home(build: Build) -> Result<PathBuf, String> {
    let home = root().join("target/controller");
    let sources = root().join("bindings");
    let libraries = home.join("lib/controller");
    // The copy must not contain files that the bindings no longer have.
    let _ = fs::remove_dir_all(&home);
    controller(build, &libraries.join("libController.so"))?;
    copy_folder(
        &sources.join("c/include/webots"),
        &home.join("include/controller/c/webots"),
    )?;
    copy_folder(
        &sources.join("cpp/include/webots"),
        &home.join("include/controller/cpp/webots"),
    )?;
    for package in ["controller", "vehicle"] {
        copy_folder(
            &sources.join("python").join(package),
            &libraries.join("python").join(package),
        )?;
    }
    let matlab = libraries.join("matlab");
    copy_folder(&sources.join("matlab/functions"), &matlab)?;
    copy_folder(&sources.join("matlab/gateway"), &matlab.join("gateway"))?;
    for file in ["launcher.m", "build.m", "octave"] {
        copy_file(&sources.join("matlab").join(file), &matlab.join(file))?;
    }
    link_classes(&home)?;
    vehicle::build_c(&libraries)?;
    vehicle::build_cpp(&libraries)?;
    bindings::build(&home)?;
    Ok(home)
}

/// `cargo xtask library`: builds it and says what to do with it, or with
/// `--beside-genuine` calls every function in it and in the genuine one.
pub(crate) fn build(arguments: &[String]) -> Done {
    let home = home(Build::Users)?;
    match arguments {
        [] => {}
        [option] if option == "--beside-genuine" => {
            let genuine = genuine::home()?;
            return run(Command::new("python3")
                .arg(root().join("tests/library/beside_genuine.py"))
                .arg("--home")
                .arg(home)
                .arg("--genuine")
                .arg(genuine));
        }
        _ => return Err("`cargo xtask library` knows only --beside-genuine".to_owned()),
    }
    println!("the controller library is in {}", home.display());
    println!("  export WEBOTS_HOME={}", home.display());
    println!(
        "  cc  my.c   -I $WEBOTS_HOME/include/controller/c -L $WEBOTS_HOME/lib/controller -lController"
    );
    println!(
        "  c++ my.cpp -I $WEBOTS_HOME/include/controller/c -I $WEBOTS_HOME/include/controller/cpp -L $WEBOTS_HOME/lib/controller -lController"
    );
    println!("  javac -classpath $WEBOTS_HOME/lib/controller/java/Controller.jar my.java");
    println!("Python and MATLAB controllers need nothing but WEBOTS_HOME.");
    Ok(())
}

/// The name of the benchmark.
pub(crate) const BENCH: &str = "library";

/// `cargo xtask bench library`: what a step costs in it and in the genuine one.
pub(crate) fn bench() -> Done {
    let home = home(Build::Users)?;
    let genuine = genuine::home()?;
    let foxden = process::release()?;
    run(Command::new("python3")
        .arg(root().join("tests/library/bench.py"))
        .arg("--home")
        .arg(home)
        .arg("--genuine")
        .arg(genuine)
        .arg("--foxden")
        .arg(foxden))
}

/// Tests the library in every language whose tools are installed; under CI in all.
pub(crate) fn test() -> Done {
    let home = home(Build::Tests)?;
    process::build(&["foxden"])?;
    let (java, octave) = bindings::languages();
    let mut command = Command::new("python3");
    command
        .arg(root().join("tests/library/run.py"))
        .arg("--home")
        .arg(home)
        .arg("--foxden")
        .arg(binary("foxden"))
        .arg("--genuine")
        .arg(genuine::home()?);
    for (is_there, name) in [(java, "Java"), (octave, "Octave")] {
        if !is_there {
            let reason = format!("the library is tested without {name}: install its tools");
            if process::is_ci() {
                return Err(reason);
            }
            eprintln!("xtask: {reason}");
            command.args(["--without", name]);
        }
    }
    run(&mut command)
}

/// Builds `libCppController.so`. Our C++ classes are in headers only, but existing build
/// files link with this library.
fn link_classes(home: &Path) -> Done {
    let source = home.join("lib/controller/CppController.cpp");
    let text = "#include <webots/Supervisor.hpp>\n#include <webots/utils/Motion.hpp>\n";
    fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
    run(Command::new("c++")
        .args(["-O1", "-fPIC", "-shared", "-o"])
        .arg(home.join("lib/controller/libCppController.so"))
        .arg(&source)
        .arg("-I")
        .arg(home.join("include/controller/c"))
        .arg("-I")
        .arg(home.join("include/controller/cpp")))
}

/// Copies a file; its folder is made if it is missing.
pub(crate) fn copy_file(from: &Path, to: &Path) -> Done {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(from, to))
        .map(|_| ())
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

/// Copies a folder with everything in it, except what Python left behind.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Done {
    let entries = fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?;
    for entry in entries.filter_map(Result::ok) {
        let (path, name) = (entry.path(), entry.file_name());
        match path.is_dir() {
            true if name == "__pycache__" => {}
            true => copy_folder(&path, &to.join(name))?,
            false => copy_file(&path, &to.join(name))?,
        }
    }
    Ok(())
}
