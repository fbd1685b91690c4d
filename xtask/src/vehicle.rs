//! The car and driver libraries, beside `libController.so`, under the names
//! that build files for Webots link with.

use crate::process::{Done, root, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the libraries for C, which Python uses too.
pub(crate) fn build_c(libraries: &Path) -> Done {
    link("cc", libraries, "car", &["car.c"], &["Controller"])?;
    let files = ["driver.c", "drive.c"];
    link("cc", libraries, "driver", &files, &["car", "Controller"])
}

/// Builds the classes for C++.
pub(crate) fn build_cpp(libraries: &Path) -> Done {
    let below = ["driver", "car", "Controller"];
    link("c++", libraries, "CppDriver", &["Driver.cpp"], &below)?;
    let below = ["CppDriver", "driver", "car", "Controller"];
    link("c++", libraries, "CppCar", &["Car.cpp"], &below)
}

fn link(compiler: &str, libraries: &Path, name: &str, files: &[&str], below: &[&str]) -> Done {
    let bindings = root().join("bindings");
    let sources: Vec<PathBuf> = files
        .iter()
        .map(|file| bindings.join("vehicle").join(file))
        .collect();
    run(Command::new(compiler)
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"])
        .arg(format!("-Wl,-soname,lib{name}.so"))
        .arg("-o")
        .arg(libraries.join(format!("lib{name}.so")))
        .args(sources)
        .arg("-I")
        .arg(bindings.join("c/include"))
        .arg("-I")
        .arg(bindings.join("cpp/include"))
        .arg("-L")
        .arg(libraries)
        .args(below.iter().map(|library| format!("-l{library}")))
        .args(["-lm", "-Wl,-rpath,$ORIGIN"]))
}
