//! A real WebSocket client uses each command of the protocol.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_runtime::pace::Pace;
use serde_json::{Value as Json, json};
use support::Shown;

const FALLING: &str = r#"
WorldInfo { title "Falling" info ["one" "two"] basicTimeStep 16 }
Viewpoint { position 1 2 3 }
Background { skyColor [0.1 0.2 0.3] }
DEF LAMP PointLight { location 0 0 2 }
DEF FLOOR Solid { name "floor" translation 0 0 -5 children [ Shape { geometry Plane { } } ] boundingObject Plane { } }
DEF BALL Solid {
  translation 0 0 1
  name "ball <script>alert(1)</script>"
  children [
    DEF SHAPE Shape { appearance PBRAppearance { baseColor 1 0 0 } geometry Sphere { radius 0.1 } }
    DEF HAT Pose { translation 0 0 0.1 children [ Shape { geometry Box { size 0.1 0.1 0.1 } } ] }
  ]
  boundingObject Sphere { radius 0.1 }
  physics Physics { mass 2 }
}
"#;

fn paused() -> Shown {
    Shown::new(FALLING, Pace::REAL_TIME.paused(true))
}

fn named<'j>(scene: &'j Json, def: &str) -> &'j Json {
    let nodes = scene["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["def"] == def).unwrap()
}

#[tokio::test]
async fn a_viewer_gets_the_scene_and_frames() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let hello = viewer.message("hello").await;
    assert_eq!(hello["world"]["title"], "Falling");
    assert_eq!(hello["world"]["timeStep"], 16.0);
    assert_eq!(hello["canChange"], true);
    let scene = viewer.message("scene").await;
    let ball = named(&scene, "BALL");
    assert_eq!(ball["name"], "ball <script>alert(1)</script>");
    assert_eq!(ball["solid"], true);
    let body = ball["body"].as_u64().unwrap();
    assert_eq!(named(&scene, "HAT")["body"], body);
    assert_ne!(named(&scene, "FLOOR")["body"], body);
    assert_eq!(scene["instances"].as_array().unwrap().len(), 3);
    assert_eq!(scene["lights"][0]["kind"], "point");
    assert_eq!(scene["background"]["color"], json!([0.1, 0.2, 0.3]));
    assert_eq!(scene["viewpoint"]["position"], json!([1.0, 2.0, 3.0]));
    let all = viewer.frame(|frame| frame.flags & 1 == 1).await;
    let place = |frame: &foxden_view::frames::PoseFrame| {
        let found = frame
            .bodies
            .iter()
            .find(|(index, _)| u64::from(*index) == body);
        found.map(|(_, pose)| pose.position[2])
    };
    assert!((place(&all).unwrap() - 1.0).abs() < 1e-3);
    viewer.order(json!({ "do": "step", "count": 20 })).await;
    let frame = viewer.frame(|frame| frame.moment.step == 20).await;
    let fallen = 1.0 - place(&frame).unwrap();
    assert!((0.4..0.7).contains(&fallen), "{fallen}");
    assert_eq!(frame.bodies.len(), 1);
    assert_eq!(shown.end().steps, 20);
}

#[tokio::test]
async fn the_run_is_played_paused_and_reset() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let clock = viewer.message("clock").await;
    assert_eq!(
        (clock["paused"].clone(), clock["time"].clone()),
        (json!(true), json!(0.0))
    );
    viewer.order(json!({ "do": "speed", "factor": 4 })).await;
    viewer.order(json!({ "do": "play" })).await;
    viewer
        .wait(|message| message["type"] == "clock" && message["time"].as_f64() > Some(0.1))
        .await;
    viewer.order(json!({ "do": "speed", "factor": null })).await;
    viewer
        .wait(|message| message["type"] == "clock" && message["speed"].is_null())
        .await;
    viewer.order(json!({ "do": "pause" })).await;
    viewer.order(json!({ "do": "reset" })).await;
    viewer
        .wait(|message| {
            message["type"] == "clock" && message["paused"] == true && message["time"] == 0.0
        })
        .await;
    for speed in [json!(0.0), json!(1e9), json!("fast")] {
        let reply = viewer.ask(json!({ "do": "speed", "factor": speed })).await;
        assert!(reply["error"].is_string(), "{reply}");
    }
}

#[tokio::test]
async fn fields_are_shown_edited_and_taken_back() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let ball = named(&scene, "BALL")["id"].clone();
    let reply = viewer.order(json!({ "do": "fields", "node": ball })).await;
    let field = |reply: &Json, name: &str| -> Json {
        let fields = reply["fields"].as_array().unwrap();
        fields
            .iter()
            .find(|field| field["name"] == name)
            .unwrap()
            .clone()
    };
    let translation = field(&reply, "translation");
    assert_eq!(translation["value"], "0 0 1");
    assert_eq!(translation["type"], "SFVec3f");
    assert_eq!(translation["writable"], true);
    assert_eq!(translation["hint"], "m");
    let set = json!({ "do": "set", "node": ball, "field": "translation", "text": "3 0 1" });
    viewer.order(set).await;
    viewer
        .frame(|frame| {
            frame
                .bodies
                .iter()
                .any(|(_, pose)| (pose.position[0] - 3.0).abs() < 1e-3)
        })
        .await;
    viewer.order(json!({ "do": "undo" })).await;
    let reply = viewer.order(json!({ "do": "fields", "node": ball })).await;
    assert_eq!(field(&reply, "translation")["value"], "0 0 1");
    viewer.order(json!({ "do": "redo" })).await;
    let reply = viewer.order(json!({ "do": "fields", "node": ball })).await;
    assert_eq!(field(&reply, "translation")["value"], "3 0 1");
    for (field, text) in [
        ("translation", "1 2"),
        ("size", "1"),
        ("translation", "nan 0 0"),
        ("children", ""),
    ] {
        let set = json!({ "do": "set", "node": ball, "field": field, "text": text });
        assert!(viewer.ask(set).await["error"].is_string(), "{field} {text}");
    }
    let gone = json!({ "do": "fields", "node": 99_999 });
    assert!(
        viewer.ask(gone).await["error"]
            .as_str()
            .unwrap()
            .contains("no node 99999")
    );
}

#[tokio::test]
async fn nodes_come_go_and_come_back() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    viewer
        .order(json!({
            "do": "insert", "node": 0, "field": "children",
            "text": "DEF NEW Solid { children [ Shape { geometry Cone { } } ] }",
        }))
        .await;
    let changes = viewer.message("changes").await;
    let new = named(&changes, "NEW");
    assert_eq!(changes["instances"].as_array().unwrap().len(), 1);
    assert_eq!(changes["geometries"].as_object().unwrap().len(), 1);
    let body = &new["body"];
    assert!(
        changes["bodies"]
            .as_array()
            .unwrap()
            .iter()
            .any(|entry| entry["index"] == *body)
    );
    let ball = named(&scene, "BALL")["id"].clone();
    viewer.order(json!({ "do": "remove", "node": ball })).await;
    let changes = viewer.message("changes").await;
    assert!(
        changes["removed"]["nodes"]
            .as_array()
            .unwrap()
            .contains(&ball)
    );
    assert_eq!(changes["removed"]["instances"].as_array().unwrap().len(), 2);
    viewer.order(json!({ "do": "undo" })).await;
    let changes = viewer.message("changes").await;
    assert_eq!(
        named(&changes, "BALL")["name"],
        "ball <script>alert(1)</script>"
    );
    let root = json!({ "do": "remove", "node": 0 });
    assert!(viewer.ask(root).await["error"].is_string());
}

#[tokio::test]
async fn a_proto_instance_that_was_removed_comes_back_with_its_edits() {
    // not IMPORTABLE: a supervisor could not insert it
    let shown = Shown::new(
        r#"EXTERNPROTO "../protos/Crate.proto"
WorldInfo { }
Viewpoint { }
DEF CRATE Crate { }
"#,
        Pace::REAL_TIME.paused(true),
    );
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let crate_node = named(&scene, "CRATE")["id"].clone();
    let size = |node: &Json, text: &str| json!({ "do": "set", "node": node, "field": "size", "text": text });
    viewer.order(size(&crate_node, "1 2 3")).await;
    viewer
        .order(json!({ "do": "remove", "node": crate_node }))
        .await;
    viewer.message("changes").await;
    viewer.order(json!({ "do": "undo" })).await;
    let back = loop {
        let changes = viewer.message("changes").await;
        let nodes = changes["nodes"].as_array().unwrap().clone();
        if let Some(node) = nodes.into_iter().find(|node| node["def"] == "CRATE") {
            break node;
        }
    };
    assert_eq!(back["proto"]["name"], "Crate");
    let size_now = |reply: &Json| {
        let fields = reply["fields"].as_array().unwrap().clone();
        let size = fields.into_iter().find(|field| field["name"] == "size");
        size.unwrap()["value"].clone()
    };
    let fields = json!({ "do": "fields", "node": back["id"] });
    assert_eq!(size_now(&viewer.ask(fields.clone()).await), "1 2 3");
    // the edit before belongs to the node that came back
    viewer.order(json!({ "do": "undo" })).await;
    assert_eq!(size_now(&viewer.ask(fields).await), "1 1 1");
}

#[tokio::test]
async fn colours_and_inner_moves_reach_the_viewer() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let hat = named(&scene, "HAT");
    let (id, old_body) = (hat["id"].clone(), hat["body"].clone());
    viewer
        .order(json!({ "do": "move", "node": id, "position": [0.0, 0.0, 1.5] }))
        .await;
    let changes = viewer.message("changes").await;
    let hat = named(&changes, "HAT");
    assert_ne!(hat["body"], old_body);
    let nodes = scene["nodes"].as_array().unwrap();
    let material = nodes
        .iter()
        .find(|node| node["type"] == "PBRAppearance")
        .unwrap()["id"]
        .clone();
    viewer
        .order(json!({ "do": "set", "node": material, "field": "baseColor", "text": "0 1 0" }))
        .await;
    let changes = viewer
        .wait(|message| !message["materials"].is_null() && message["type"] == "changes")
        .await;
    assert_eq!(changes["materials"][0]["baseColor"], json!([0.0, 1.0, 0.0]));
    let lamp = named(&scene, "LAMP")["id"].clone();
    viewer
        .order(json!({ "do": "set", "node": lamp, "field": "on", "text": "FALSE" }))
        .await;
    let changes = viewer
        .wait(|message| !message["lights"].is_null() && message["type"] == "changes")
        .await;
    assert_eq!(changes["lights"][0]["on"], false);
}

#[tokio::test]
async fn a_viewer_without_the_token_may_only_look() {
    let shown = paused();
    for query in [
        "",
        "?token=",
        "?token=0123456789abcdef0123456789abcdef",
        "?t=1&token=x",
    ] {
        let mut guest = support::Client::connect(shown.server.port(), query).await;
        assert_eq!(guest.message("hello").await["canChange"], false);
        let scene = guest.message("scene").await;
        let ball = named(&scene, "BALL")["id"].clone();
        guest.order(json!({ "do": "fields", "node": ball })).await;
        guest
            .order(json!({ "do": "watch", "topics": ["contacts"] }))
            .await;
        for command in [
            json!({ "do": "play" }),
            json!({ "do": "step", "count": 1 }),
            json!({ "do": "quit" }),
            json!({ "do": "remove", "node": ball }),
            json!({ "do": "set", "node": ball, "field": "name", "text": "x" }),
        ] {
            let reply = guest.ask(command).await;
            assert!(
                reply["error"].as_str().unwrap().contains("token"),
                "{reply}"
            );
        }
    }
    assert_eq!(shown.end().steps, 0);
}

#[tokio::test]
async fn the_viewer_of_another_page_is_refused() {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let shown = paused();
    let port = shown.server.port();
    let stream = tokio::net::TcpStream::connect(("127.0.0.1", port))
        .await
        .unwrap();
    let mut request = format!("ws://localhost:{port}/viewer/socket")
        .into_client_request()
        .unwrap();
    request
        .headers_mut()
        .insert("origin", "http://evil.example".parse().unwrap());
    assert!(
        tokio_tungstenite::client_async(request, stream)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn watched_nodes_send_their_values() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let ball = named(&scene, "BALL")["id"].as_u64().unwrap();
    let topic = format!("node:{ball}");
    viewer
        .order(json!({ "do": "watch", "topics": [topic] }))
        .await;
    let values = viewer.values(&topic).await;
    assert_eq!(values["mass"], 2.0);
    assert_eq!(values["position"], json!([0.0, 0.0, 1.0]));
    viewer.order(json!({ "do": "step", "count": 10 })).await;
    let values = viewer
        .wait(|message| message["topic"] == topic.as_str() && message["time"].as_f64() > Some(0.1))
        .await;
    assert!(values["velocity"][2].as_f64().unwrap() < -1.0);
    assert!(values["fields"]["translation"].is_string());
    let unknown = viewer
        .ask(json!({ "do": "watch", "topics": ["weather"] }))
        .await;
    assert!(unknown["error"].as_str().unwrap().contains("node:ID"));
}

#[tokio::test]
async fn a_body_is_pulled() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let ball = named(&scene, "BALL")["id"].clone();
    let floor = named(&scene, "FLOOR")["id"].clone();
    let pull = json!({ "do": "pull", "node": ball, "point": [0, 0, 0], "target": [2, 0, 1] });
    viewer.order(pull).await;
    viewer.order(json!({ "do": "step", "count": 100 })).await;
    let frame = viewer.frame(|frame| frame.moment.step == 100).await;
    let [x, _, z] = frame.bodies[0].1.position;
    assert!((x - 2.0).abs() < 0.1, "{x}");
    assert!((0.5..1.1).contains(&z), "{z}");
    viewer
        .order(json!({ "do": "pull", "node": ball, "target": null }))
        .await;
    let refused = json!({ "do": "pull", "node": floor, "target": [0, 0, 0] });
    assert!(
        viewer.ask(refused).await["error"]
            .as_str()
            .unwrap()
            .contains("Physics")
    );
}

#[tokio::test]
async fn a_body_that_is_held_at_its_edge_does_not_start_to_spin() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let ball = named(&scene, "BALL")["id"].clone();
    let pull = json!({ "do": "pull", "node": ball, "point": [0.1, 0, 0], "target": [1, 1, 1] });
    viewer.order(pull).await;
    viewer.order(json!({ "do": "step", "count": 600 })).await;
    let frame = viewer.frame(|frame| frame.moment.step == 600).await;
    let [x, y, z] = frame.bodies[0].1.position;
    // the spring is a little longer because of the weight
    let distance = ((x - 1.0).powi(2) + (y - 1.0).powi(2) + (z - 0.75).powi(2)).sqrt();
    assert!(distance < 0.2, "{x} {y} {z}");
    let topic = format!("node:{ball}");
    viewer
        .order(json!({ "do": "watch", "topics": [topic] }))
        .await;
    let values = viewer.values(&topic).await;
    let velocity = values["velocity"].as_array().unwrap();
    let fastest = velocity.iter().filter_map(Json::as_f64).fold(0.0, f64::max);
    assert!(fastest < 5.0, "{velocity:?}");
}

#[tokio::test]
async fn a_drag_is_one_edit() {
    let shown = paused();
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let ball = named(&scene, "BALL")["id"].clone();
    for x in [0.1, 0.2, 0.3] {
        viewer
            .order(json!({ "do": "move", "node": ball, "position": [x, 0.0, 1.0] }))
            .await;
    }
    viewer.order(json!({ "do": "undo" })).await;
    let fields = viewer.order(json!({ "do": "fields", "node": ball })).await;
    let fields = fields["fields"].as_array().unwrap().clone();
    let translation = fields
        .iter()
        .find(|field| field["name"] == "translation")
        .unwrap();
    assert_eq!(translation["value"], "0 0 1");
    let reply = viewer.ask(json!({ "do": "undo" })).await;
    assert!(reply["error"].is_string(), "{reply}");
}

#[tokio::test]
async fn what_is_in_a_billboard_says_so() {
    let shown = Shown::new(
        r#"
WorldInfo { basicTimeStep 16 }
Viewpoint { }
Billboard { children [
  Pose { translation 1 0.2 0.1 children [ DEF SIGN Shape { geometry Box { size 0.1 0.1 0.1 } } ] }
] }
DEF PLAIN Shape { geometry Sphere { radius 0.1 } }
"#,
        Pace::REAL_TIME.paused(true),
    );
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let instance = |def: &str| {
        let node = &named(&scene, def)["id"];
        let instances = scene["instances"].as_array().unwrap();
        instances.iter().find(|one| one["node"] == *node).unwrap()
    };
    let sign = instance("SIGN");
    assert_eq!(sign["billboard"], json!(true));
    assert_eq!(sign["castShadows"], json!(false));
    let bodies = scene["bodies"].as_array().unwrap();
    let body = bodies.iter().find(|one| one["index"] == sign["body"]);
    assert_eq!(body.unwrap()["position"], json!([1.0, 0.2, 0.1]));
    assert_eq!(instance("PLAIN").get("billboard"), None);
}

#[tokio::test]
async fn a_line_of_the_console_comes_once() {
    let shown = paused();
    for round in 0..20 {
        // printed while a viewer comes: it is among the last lines or among the news
        shown.print(&format!("early {round}"));
        let mut viewer = shown.viewer().await;
        viewer.message("scene").await;
        shown.print(&format!("late {round}"));
        viewer.order(json!({ "do": "step", "count": 1 })).await;
        let mut early = 0;
        loop {
            let message = viewer.message("console").await;
            let lines = message["lines"].as_array().unwrap().clone();
            let count = |text: String| lines.iter().filter(|line| line["text"] == *text).count();
            early += count(format!("early {round}"));
            if count(format!("late {round}")) > 0 {
                break;
            }
        }
        assert_eq!(early, 1);
    }
}
