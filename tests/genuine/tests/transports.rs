//! The genuine library over all ways into Foxden: it must see the same.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::process::Command;
use support::{command, compile, printed, waiting};
use tempfile::TempDir;

const WATCHER_C: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webots/light_sensor.h>
#include <webots/robot.h>
int main(int argc, char **argv) {
  wb_robot_init();
  WbDeviceTag eye = wb_robot_get_device("eye");
  wb_light_sensor_enable(eye, 64);
  for (int i = 0; i < 20; ++i) {
    const int delay = wb_robot_step(i % 3 ? 32 : 48);
    if (delay == -1) return 0;
    printf("%s %.17g %d %.17g\n", wb_robot_get_name(), wb_robot_get_time(), delay, wb_light_sensor_get_value(eye));
  }
  if (argc > 1 && !strcmp(argv[1], "crash")) abort();
  wb_robot_cleanup();
  return 0;
}
"#;

const WATCHER_PYTHON: &str = r#"
from controller import Robot
robot = Robot()
eye = robot.getDevice("eye")
eye.enable(64)
for i in range(20):
    delay = robot.step(32 if i % 3 else 48)
    if delay == -1:
        break
    print("%s %.17g %d %.17g" % (robot.getName(), robot.getTime(), delay, eye.getValue()))
"#;

struct Project {
    folder: TempDir,
    temporary: TempDir,
}

impl Project {
    fn new(controller: &str, arguments: &str) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, text) in [
            ("controllers/watcher/watcher.c", WATCHER_C),
            ("controllers/snake/snake.py", WATCHER_PYTHON),
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        compile(
            &folder.path().join("controllers/watcher/watcher.c"),
            &folder.path().join("controllers/watcher/watcher"),
        );
        std::fs::create_dir(folder.path().join("worlds")).unwrap();
        let world = format!(
            "#VRML_SIM R2023b utf8\nWorldInfo {{ basicTimeStep 32 }}\nViewpoint {{ }}\nPointLight {{ location 0 1 2 attenuation 0 0 1 }}\nRobot {{ name \"my cub\" controller \"{controller}\" controllerArgs [ {arguments} ] linearVelocity 0.5 0 0 children [ LightSensor {{ name \"eye\" rotation 0 1 0 -1.57 }} ] }}\n"
        );
        std::fs::write(folder.path().join("worlds/den.wbt"), world).unwrap();
        Self {
            folder,
            // extern controllers look nowhere else
            temporary: TempDir::new_in("/tmp").unwrap(),
        }
    }

    fn run(&self, temporary: &Path, arguments: &[&str]) -> Command {
        let mut run = command(temporary);
        run.args(["run", "--offline", "--until-controllers-end", "--port", "0"])
            .args(arguments)
            .arg(self.folder.path().join("worlds/den.wbt"));
        run
    }

    fn check_clean(&self) {
        let left = std::fs::read_dir(self.temporary.path()).unwrap().count();
        assert_eq!(left, 0);
    }
}

/// The lines of the watcher among others, without the robot's name in front.
fn watched(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .map(|line| line.trim_start_matches("[my cub] "));
    let seen = lines.filter(|line| line.starts_with("my cub "));
    seen.map(str::to_owned).collect()
}

fn spawned(controller: &str) -> Vec<String> {
    let project = Project::new(controller, "");
    let mut run = project.run(project.temporary.path(), &[]);
    let seen = watched(&printed(&run.output().unwrap()));
    project.check_clean();
    assert_eq!(seen.len(), 20, "{seen:?}");
    seen
}

#[test]
fn c_spawned_local_and_over_tcp_sees_the_same() {
    let expected = spawned("watcher");
    for protocol in ["ipc", "tcp"] {
        let project = Project::new("<extern>", "");
        let mut run = project.run(Path::new("/tmp"), &[]);
        run.env("USER", format!("fox-{protocol}-{}", std::process::id()));
        let (child, port, _errors) = waiting(&mut run);
        let mut controller = command(Path::new("/tmp"));
        controller
            .args(["controller", "--protocol", protocol, "--port", &port])
            .args(["--robot-name", "my cub"])
            .arg(project.folder.path().join("controllers/watcher"))
            .env("USER", format!("fox-{protocol}-{}", std::process::id()));
        let seen = watched(&printed(&controller.output().unwrap()));
        assert_eq!(seen, expected, "{protocol}");
        assert!(child.wait_with_output().unwrap().status.success());
    }
}

#[test]
fn python_sees_the_same_as_c() {
    assert_eq!(spawned("snake"), spawned("watcher"));
}

#[test]
fn redirected_output_is_printed_by_foxden() {
    let project = Project::new("<extern>", "");
    let user = format!("fox-redirect-{}", std::process::id());
    let mut run = project.run(Path::new("/tmp"), &[]);
    run.env("USER", &user);
    let (child, port, _errors) = waiting(&mut run);
    let mut controller = command(Path::new("/tmp"));
    controller
        .args(["controller", "--port", &port, "--stdout-redirect"])
        .arg(project.folder.path().join("controllers/watcher"))
        .env("USER", &user);
    printed(&controller.output().unwrap());
    let seen = printed(&child.wait_with_output().unwrap());
    // the library sends at each step what was printed before it
    assert!(watched(&seen).len() >= 19, "{seen}");
}

#[test]
fn a_crash_is_reported() {
    let project = Project::new("watcher", "\"crash\"");
    let output = project.run(project.temporary.path(), &[]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("the controller of robot 'my cub' was killed by signal 6 (abort)"),
        "{errors}"
    );
    assert!(output.status.success());
    project.check_clean();
}

#[test]
fn quit_ends_the_library_in_its_own_way() {
    let project = Project::new("watcher", "");
    let output = project
        .run(project.temporary.path(), &["--steps", "5"])
        .output();
    let seen = watched(&printed(&output.unwrap()));
    assert!(!seen.is_empty() && seen.len() < 6, "{seen:?}");
    project.check_clean();
}
