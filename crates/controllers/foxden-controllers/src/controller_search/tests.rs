//! Which program is found, and how it is started.

use super::*;

fn project(files: &[(&str, bool)]) -> (tempfile::TempDir, ControllerPaths) {
    let project = tempfile::tempdir().unwrap();
    for (name, is_executable) in files {
        let path = project.path().join("controllers").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "").unwrap();
        let mode = if *is_executable { 0o755 } else { 0o644 };
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let places = ControllerPaths {
        projects: vec![project.path().to_owned()],
        ..ControllerPaths::default()
    };
    (project, places)
}

fn found(name: &str, places: &ControllerPaths) -> Program {
    match find(name, &["a".to_owned()], places).unwrap() {
        ControllerSource::Program(program) => program,
        other => panic!("{other:?}"),
    }
}

#[test]
fn words_that_are_no_programs() {
    let places = ControllerPaths::default();
    assert_eq!(
        find("<extern>", &[], &places).unwrap(),
        ControllerSource::Extern
    );
    assert_eq!(
        find("<generic>", &[], &places).unwrap(),
        ControllerSource::Generic
    );
    for nobody in ["<none>", "", "void"] {
        assert_eq!(find(nobody, &[], &places).unwrap(), ControllerSource::None);
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

#[test]
fn a_misspelt_controller_gets_a_proposal() {
    let (_project, places) = project(&[("drive_bot/drive_bot.py", false)]);
    let error = find("drive_botx", &[], &places).unwrap_err().to_string();
    assert!(error.contains("perhaps 'drive_bot' is meant"), "{error}");
    let error = find("lamp", &[], &places).unwrap_err().to_string();
    assert!(!error.contains("perhaps"), "{error}");
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
fn the_library_that_was_installed_with_the_program_is_found() {
    let prefix = tempfile::tempdir().unwrap();
    let program = prefix.path().join("bin/foxden");
    let folder = prefix.path().join("lib/foxden/lib/controller");
    let none = ControllerPaths::default().or_installed_with(Some(&program));
    assert_eq!(none.libraries, None);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("libController.so"), "").unwrap();
    let found = ControllerPaths::default().or_installed_with(Some(&program));
    assert_eq!(found.libraries, Some(folder));
    let named = ControllerPaths {
        libraries: Some("/webots/lib/controller".into()),
        ..ControllerPaths::default()
    };
    let kept = named.or_installed_with(Some(&program));
    assert_eq!(kept.libraries, Some("/webots/lib/controller".into()));
}

#[test]
fn an_active_venv_is_used_if_it_is_there() {
    let venv = tempfile::tempdir().unwrap();
    let variable = |name: &str| match name {
        "VIRTUAL_ENV" => Some(venv.path().display().to_string()),
        "WEBOTS_HOME" => Some("/webots".to_owned()),
        _ => None,
    };
    assert_eq!(ControllerPaths::from_environment(variable).python, None);
    let python = venv.path().join("bin/python");
    std::fs::create_dir(venv.path().join("bin")).unwrap();
    std::fs::write(&python, "").unwrap();
    let places = ControllerPaths::from_environment(variable);
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
