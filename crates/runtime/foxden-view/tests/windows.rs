//! Robot windows: their files, what they may reach, and their messages.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_runtime::pace::Pace;
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_view::command::{ControllerAction, UserInput};
use foxden_view::controller_access::{ControllerAccess, ControllerState};
use foxden_view::viewer::WorldAbout;
use serde_json::json;
use std::path::PathBuf;
use support::{Shown, get, get_as};

const WORLD: &str = r#"
WorldInfo { }
DEF CUB Robot { name "cub" window "panel" }
DEF OTHER Robot { name "other" window "../panel" }
DEF PLAIN Robot { name "plain" window "<generic>" }
"#;

/// A controller that answers each message of its window.
#[derive(Default)]
struct Echo(Vec<(NodeId, String)>);

impl ControllerAccess for Echo {
    fn state(&self, _robot: NodeId) -> Option<ControllerState> {
        None
    }

    fn act(&mut self, _robot: NodeId, _action: ControllerAction) -> Result<(), String> {
        Ok(())
    }

    fn restart_all(&mut self) {}

    fn input(&mut self, _: &RunningWorld, _: NodeId, _: &UserInput) -> Result<(), String> {
        Ok(())
    }

    fn send_to_controller(&mut self, robot: NodeId, message: &str) -> Result<(), String> {
        self.0.push((robot, format!("heard {message}")));
        Ok(())
    }

    fn take_window_messages(&mut self) -> Vec<(NodeId, String)> {
        std::mem::take(&mut self.0)
    }
}

/// A project that is removed when this is dropped.
struct Project(PathBuf);

impl Project {
    fn new(name: &str) -> Self {
        let id = std::process::id();
        let folder = std::env::temp_dir().join(format!("foxden-windows-{name}-{id}"));
        let window = folder.join("plugins/robot_windows/panel");
        std::fs::create_dir_all(&window).unwrap();
        let page = "<script type=\"module\">import RobotWindow from \
            'https://cyberbotics.com/wwi/R2023b/RobotWindow.js';</script>";
        std::fs::write(window.join("panel.html"), page).unwrap();
        std::fs::write(window.join("panel.css"), "body { }").unwrap();
        std::fs::write(folder.join("secret.txt"), "secret").unwrap();
        Self(folder)
    }

    fn show(&self) -> Shown {
        let about = WorldAbout {
            projects: vec![self.0.clone()],
            ..WorldAbout::default()
        };
        let pace = Pace::REAL_TIME.paused(true);
        Shown::with_controllers(WORLD, pace, about, Box::new(Echo::default()))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn a_window_gets_files_of_its_folder_only() {
    let project = Project::new("files");
    let shown = project.show();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let nodes = scene["nodes"].as_array().unwrap();
    let windows = nodes.iter().filter(|node| node["window"].is_string());
    assert_eq!(windows.count(), 1);
    let cub = nodes.iter().find(|node| node["def"] == "CUB").unwrap();
    let path = cub["window"].as_str().unwrap();
    let port = shown.server.port();
    // a frame without rights has no origin, and the page is another site to it
    let framed = "Origin: null\r\nSec-Fetch-Site: cross-site\r\n";
    let page = get_as(port, path, framed).await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("sandbox allow-scripts;"), "{page}");
    assert!(page.contains("access-control-allow-origin: null"), "{page}");
    assert!(!page.contains("cyberbotics.com"), "{page}");
    let script = page.split("from '").nth(1).unwrap();
    let script = script.split('\'').next().unwrap();
    let script = get_as(port, script, framed).await;
    assert!(
        script.contains("export default class RobotWindow"),
        "{script}"
    );
    let folder = path.strip_suffix("panel.html").unwrap();
    let css = get_as(port, &format!("{folder}panel.css"), framed).await;
    assert!(css.ends_with("body { }"), "{css}");
    for wrong in [
        "missing.html",
        "../panel/panel.html",
        "%2e%2e/%2e%2e/%2e%2e/secret.txt",
        "/etc/passwd",
        "",
    ] {
        let answer = get_as(port, &format!("{folder}{wrong}"), framed).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{wrong}: {answer}");
        assert!(!answer.contains("secret"), "{wrong}");
    }
    // without the word in the path there is nothing, and nothing else is open to frames
    let other = format!("/viewer/window/{}/{}/panel.html", "0".repeat(32), cub["id"]);
    assert!(
        get_as(port, &other, framed)
            .await
            .starts_with("HTTP/1.1 404")
    );
    for closed in ["/viewer/socket", "/viewer/geometry/0", "/view.html"] {
        let answer = get_as(port, closed, framed).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{closed}: {answer}");
    }
    assert!(get(port, path).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn messages_go_to_the_controller_and_back_to_those_who_watch() {
    let project = Project::new("messages");
    let shown = project.show();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let nodes = scene["nodes"].as_array().unwrap();
    let cub = nodes.iter().find(|node| node["def"] == "CUB").unwrap();
    let cub = cub["id"].as_u64().unwrap();
    let topic = format!("window:{cub}");
    viewer
        .order(json!({ "do": "watch", "topics": [topic] }))
        .await;
    let mut other = shown.viewer().await;
    other.message("scene").await;
    for text in ["one", "two", "<script>"] {
        viewer
            .order(json!({ "do": "window", "robot": cub, "message": text }))
            .await;
    }
    let mut heard = Vec::new();
    while heard.len() < 3 {
        let values = viewer.values(&topic).await;
        heard.extend(values["messages"].as_array().unwrap().clone());
    }
    assert_eq!(heard, ["heard one", "heard two", "heard <script>"]);
    other.ask(json!({ "do": "fields", "node": 0 })).await;
    assert!(!other.has("values"));
    let mut looker = shown.guest().await;
    looker.message("scene").await;
    let reply = looker
        .ask(json!({ "do": "window", "robot": cub, "message": "no" }))
        .await;
    assert!(reply["error"].as_str().unwrap().contains("token"));
}

#[tokio::test]
async fn what_a_controller_says_before_the_window_is_open_is_not_lost() {
    let project = Project::new("early");
    let shown = project.show();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let nodes = scene["nodes"].as_array().unwrap();
    let cub = nodes.iter().find(|node| node["def"] == "CUB").unwrap();
    let cub = cub["id"].as_u64().unwrap();
    let topic = format!("window:{cub}");
    for text in ["one", "two"] {
        viewer
            .order(json!({ "do": "window", "robot": cub, "message": text }))
            .await;
    }
    viewer.order(json!({ "do": "step", "count": 1 })).await;
    viewer
        .order(json!({ "do": "watch", "topics": [topic] }))
        .await;
    let values = viewer.values(&topic).await;
    assert_eq!(values["messages"], json!(["heard one", "heard two"]));
    // nor is it said twice
    viewer
        .order(json!({ "do": "watch", "topics": [topic, "contacts"] }))
        .await;
    viewer
        .order(json!({ "do": "window", "robot": cub, "message": "three" }))
        .await;
    let values = viewer.values(&topic).await;
    assert_eq!(values["messages"], json!(["heard three"]));
}
