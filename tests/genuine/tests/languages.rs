//! Controllers in other languages, with the genuine bindings.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Scratch, home};

/// A world for a controller `greeter` in any language.
const WORLD: &str = r#"#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { }
PointLight { attenuation 0 0 1 location 1 0 0 }
DEF CRATE Solid { }
Robot {
  name "fox"
  controller "greeter"
  supervisor TRUE
  children [ LightSensor { name "eye" lookupTable [ 0 0 0, 100 100 0 ] } ]
}
"#;

fn source(name: &str) -> PathBuf {
    support::root().join("tests/genuine/controllers").join(name)
}

/// Runs `greeter`, whose file is in place; it prints a line and quits with 5.
fn greeting(project: &Scratch) -> String {
    let output = project.run("greeter.wbt");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{text}{errors}");
    text
}

fn project() -> Scratch {
    let project = Scratch::empty();
    std::fs::write(project.world("greeter.wbt"), WORLD).unwrap();
    project
}

/// Compiles C++ with the genuine classes.
fn compile_cpp(arguments: &[&str], sources: &[PathBuf], target: &Path) {
    let home = home();
    let classes = home.join("src/controller/cpp");
    let classes = std::fs::read_dir(classes).unwrap();
    let classes = classes
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "cpp"));
    let status = Command::new("g++")
        .args(["-O0", "-w"])
        .args(arguments)
        .arg("-I")
        .arg(home.join("include/controller/cpp"))
        .arg("-I")
        .arg(home.join("include/controller/c"))
        .arg("-o")
        .arg(target)
        .args(sources)
        .args(classes)
        .arg("-L")
        .arg(home.join("lib/controller"))
        .args(["-lController", "-lm"])
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn cpp() {
    let project = project();
    let program = project.controller("greeter", "greeter");
    compile_cpp(&[], &[source("greeter.cpp")], &program);
    assert_eq!(greeting(&project).trim(), "C++ fox 0.064 1 2");
}

#[test]
fn python() {
    let project = project();
    let script = project.controller("greeter", "greeter.py");
    std::fs::copy(source("greeter.py"), script).unwrap();
    assert_eq!(greeting(&project).trim(), "Python fox 0.064 1 2");
}

/// The Java binding as the genuine makefile makes it: SWIG over the C++
/// headers, a library and an archive of classes. Needs SWIG and a JDK.
#[test]
fn java() {
    let project = project();
    let work = tempfile::tempdir().unwrap();
    let package = "com.cyberbotics.webots.controller";
    let classes = work.path().join(package.replace('.', "/"));
    std::fs::create_dir_all(&classes).unwrap();
    let wrapper = work.path().join("wrap.cpp");
    let home = home();
    let interface = home.join("src/controller/java");
    let run = |command: &mut Command| assert!(command.status().unwrap().success(), "{command:?}");
    run(Command::new("swig")
        .args(["-c++", "-java", "-package", package, "-w451,503,362,401"])
        .arg(format!(
            "-I{}",
            home.join("include/controller/cpp").display()
        ))
        .arg(format!("-I{}", home.join("include/controller/c").display()))
        .arg("-outdir")
        .arg(&classes)
        .arg("-o")
        .arg(&wrapper)
        .arg(interface.join("controller.i")));
    let library = work.path().join("java");
    std::fs::create_dir(&library).unwrap();
    let jdk = java_home();
    let includes = [
        format!("-I{}", jdk.join("include").display()),
        format!("-I{}", jdk.join("include/linux").display()),
    ];
    compile_cpp(
        &["-shared", "-fPIC", &includes[0], &includes[1]],
        &[wrapper],
        &library.join("libJavaController.so"),
    );
    let sources = std::fs::read_dir(&classes).unwrap();
    run(Command::new("javac")
        .args(["-nowarn", "-d"])
        .arg(work.path().join("classes"))
        .args(sources.map(|entry| entry.unwrap().path())));
    run(Command::new("jar")
        .arg("cf")
        .arg(library.join("Controller.jar"))
        .arg("-C")
        .arg(work.path().join("classes"))
        .arg("."));
    // where Foxden looks for it: beside the genuine library
    let controller = project.controller("greeter", "greeter.class");
    run(Command::new("javac")
        .arg("-d")
        .arg(controller.parent().unwrap())
        .arg("-classpath")
        .arg(library.join("Controller.jar"))
        .arg(source("greeter.java")));
    let beside = work.path().join("controller");
    std::fs::create_dir(&beside).unwrap();
    std::os::unix::fs::symlink(&library, beside.join("java")).unwrap();
    std::os::unix::fs::symlink(
        home.join("lib/controller/libController.so"),
        beside.join("libController.so"),
    )
    .unwrap();
    let output = project
        .command("greeter.wbt")
        .arg("--controller-library")
        .arg(&beside)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{text}{errors}");
    assert_eq!(text.trim(), "Java fox 0.064 1 2");
}

fn java_home() -> PathBuf {
    let javac = Command::new("sh")
        .args(["-c", "readlink -f \"$(command -v javac)\""])
        .output()
        .unwrap();
    let path = String::from_utf8_lossy(&javac.stdout).trim().to_owned();
    Path::new(&path).ancestors().nth(2).unwrap().to_owned()
}
