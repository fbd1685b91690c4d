//! A WebSocket client watches each topic of worlds whose values are known.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_runtime::pace::Pace;
use foxden_view::viewer::WorldAbout;
use foxden_view::world_list::{WorldEntry, WorldKind, WorldList};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use support::{Client, Shown};

const LABORATORY: &str = r#"
WorldInfo { basicTimeStep 16 gravity 10 }
Viewpoint { }
DEF LAMP PointLight { location 0 0 5 intensity 2 attenuation 1 0 0 }
DEF FLOOR Solid { name "floor" children [ Shape { geometry Plane { size 9 9 } } ] boundingObject Plane { size 9 9 } }
DEF CRATE Solid {
  translation 3 0 0.1
  name "crate"
  children [ Shape { geometry Box { size 0.2 0.2 0.2 } } ]
  boundingObject Box { size 0.2 0.2 0.2 }
  physics Physics { density -1 mass 2 }
}
DEF CUB Robot {
  name "cub"
  battery [ 500 1000 1 ]
  controller "<none>"
  translation 0 0 0.2
  children [
    DEF EYE LightSensor { name "eye" rotation 0 1 0 -1.5708 }
    DEF RAY DistanceSensor { name "ray" rotation 0 1 0 1.5708 lookupTable [ 0 0 0, 1 1000 0 ] }
    LED { name "led" color [ 1 0 0 ] children [ Shape { appearance PBRAppearance { } geometry Sphere { radius 0.01 } } ] }
    DEF JOINT HingeJoint {
      jointParameters HingeJointParameters { axis 0 0 1 minStop -1 maxStop 2 }
      device [ RotationalMotor { name "motor" } PositionSensor { name "angle" } ]
      endPoint Solid { name "arm" boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }
    }
    DEF SOCKET Slot { type "tool+" endPoint DEF PLUG Slot { type "tool-" endPoint Solid { name "tool" } } }
    DEF FREE Slot { type "tool+" }
  ]
}
DEF STATION Charger { battery [ 100 200 2 ] radius 1 translation 0 0.5 0 }
"#;

fn number(scene: &Json, def: &str) -> u64 {
    let nodes = scene["nodes"].as_array().unwrap();
    let node = nodes.iter().find(|node| node["def"] == def).unwrap();
    node["id"].as_u64().unwrap()
}

async fn laboratory() -> (Shown, Client, Json) {
    let shown = Shown::new(LABORATORY, Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    (shown, viewer, scene)
}

/// Watches a topic and returns its values after a number of steps.
async fn watched(viewer: &mut Client, topic: &str, steps: u32) -> Json {
    viewer
        .order(json!({ "do": "watch", "topics": [topic] }))
        .await;
    viewer.values(topic).await;
    viewer.order(json!({ "do": "step", "count": steps })).await;
    let least = f64::from(steps) * 0.016 - 1e-6;
    viewer
        .wait(|message| {
            message["topic"] == topic && message["time"].as_f64().is_some_and(|at| at >= least)
        })
        .await
}

#[tokio::test]
async fn contacts_have_the_force_that_carries_the_weight() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let values = watched(&mut viewer, "contacts", 40).await;
    let crate_number = number(&scene, "CRATE");
    let items = values["items"].as_array().unwrap();
    let own: Vec<&Json> = items
        .iter()
        .filter(|item| {
            item["nodes"]
                .as_array()
                .unwrap()
                .contains(&json!(crate_number))
        })
        .collect();
    assert!(!own.is_empty(), "{values}");
    let sum: f64 = own.iter().map(|item| item["force"].as_f64().unwrap()).sum();
    // two kilograms at ten metres per second squared
    assert!((sum - 20.0).abs() < 0.5, "{sum}");
    for item in own {
        assert_eq!(item["friction"].as_array().unwrap().len(), 2);
        assert!(item["normal"][2].as_f64().unwrap() > 0.99);
    }
}

#[tokio::test]
async fn joints_masses_outlines_and_islands_are_those_of_the_world() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let topics = ["joints", "masses", "outlines", "islands"];
    viewer
        .order(json!({ "do": "watch", "topics": topics }))
        .await;
    let joints = viewer.values("joints").await;
    let joint = &joints["items"][0];
    assert_eq!(joint["node"], number(&scene, "JOINT"));
    assert_eq!((&joint["min"], &joint["max"]), (&json!(-1.0), &json!(2.0)));
    assert_eq!(joint["axis"], json!([0.0, 0.0, 1.0]));
    let masses = viewer.values("masses").await;
    let items = masses["items"].as_array().unwrap();
    let mass = items
        .iter()
        .find(|item| item["node"] == number(&scene, "CRATE"))
        .unwrap();
    assert_eq!(mass["mass"], 2.0);
    assert!((mass["centerOfMass"][0].as_f64().unwrap() - 3.0).abs() < 1e-9);
    let outlines = viewer.values("outlines").await;
    assert!(outlines["items"].as_array().unwrap().len() >= 2);
    let islands = viewer.values("islands").await;
    let items = islands["items"].as_array().unwrap();
    assert!(items.iter().all(|item| item["sleeping"].is_boolean()));
    assert!(
        items
            .iter()
            .any(|item| item["node"] == number(&scene, "CRATE"))
    );
}

#[tokio::test]
async fn light_rays_and_sensor_values_are_explained() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let topic = format!("explain:{}", number(&scene, "EYE"));
    let values = watched(&mut viewer, &topic, 2).await;
    let light = &values["lights"][0];
    assert_eq!(light["node"], number(&scene, "LAMP"));
    assert!(
        (light["share"].as_f64().unwrap() - 1.0).abs() < 1e-9,
        "{values}"
    );
    assert_eq!(light["blocker"], Json::Null);
    let reply = viewer
        .ask(json!({ "do": "watch", "topics": ["explain:0"] }))
        .await;
    assert_eq!(reply["ok"], true);
    assert!(viewer.values("explain:0").await["error"].is_string());
}

#[tokio::test]
async fn robots_chargers_and_the_ledger_tell_where_energy_is() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let cub = number(&scene, "CUB");
    let robot = watched(&mut viewer, &format!("robot:{cub}"), 5).await;
    assert_eq!(robot["battery"]["max"], 1000.0);
    assert_eq!(robot["controller"]["state"], "none");
    let devices = robot["devices"].as_array().unwrap();
    let named = |name: &str| devices.iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(named("motor")["controllable"], true);
    assert_eq!(named("led")["kind"], "led");
    assert_eq!(named("eye")["enabled"], false);
    let chargers = watched(&mut viewer, "chargers", 5).await;
    let charger = &chargers["items"][0];
    assert_eq!(charger["node"], number(&scene, "STATION"));
    assert_eq!(charger["robot"], cub);
    let energy = watched(&mut viewer, "energy", 5).await;
    let rows = energy["items"].as_array().unwrap();
    let received = |kind: &str, name: &str| {
        let row = rows.iter().find(|row| row["kind"] == kind).unwrap();
        row[name].as_f64().unwrap()
    };
    assert!(received("robot", "received") > 0.0);
    let difference = received("robot", "received") - received("charger", "given");
    assert!(difference.abs() < 1e-9, "{energy}");
}

#[tokio::test]
async fn motors_and_leds_obey_where_no_controller_drives() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let cub = number(&scene, "CUB");
    let motor = json!({ "do": "motor", "robot": cub, "device": "motor", "position": 0.5 });
    viewer.order(motor).await;
    viewer
        .order(json!({ "do": "led", "robot": cub, "device": "led", "value": 1 }))
        .await;
    let robot = watched(&mut viewer, &format!("robot:{cub}"), 120).await;
    let devices = robot["devices"].as_array().unwrap();
    let named = |name: &str| devices.iter().find(|one| one["name"] == name).unwrap();
    let position = named("motor")["value"].as_f64().unwrap();
    assert!((position - 0.5).abs() < 0.02, "{position}");
    assert_eq!(named("led")["value"], 1);
    // how fast the arm turns, which has a body
    let turn = json!({ "do": "motor", "robot": cub, "device": "motor", "velocity": -0.25 });
    viewer.order(turn).await;
    viewer.order(json!({ "do": "step", "count": 150 })).await;
    let robot = viewer
        .wait(|message| {
            message["devices"].is_array() && message["time"].as_f64().is_some_and(|at| at > 4.3)
        })
        .await;
    let motor = &robot["devices"].as_array().unwrap();
    let motor = motor.iter().find(|one| one["name"] == "motor").unwrap();
    let velocity = motor["velocity"].as_f64().unwrap();
    assert!((velocity + 0.25).abs() < 0.01, "{velocity}");
    let wrong = json!({ "do": "motor", "robot": cub, "device": "wing", "position": 1.0 });
    let reply = viewer.ask(wrong).await;
    assert!(
        reply["error"].as_str().unwrap().contains("motor"),
        "{reply}"
    );
}

#[tokio::test]
async fn slots_have_partners_and_say_why_they_refused_a_part() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let free = number(&scene, "FREE");
    let text = "Slot { type \"tool+\" endPoint Solid { name \"wrong\" } }";
    let wrong = json!({ "do": "insert", "node": free, "field": "endPoint", "text": text });
    let reply = viewer.ask(wrong).await;
    assert!(reply["error"].is_string(), "{reply}");
    viewer
        .order(json!({ "do": "watch", "topics": ["slots"] }))
        .await;
    let slots = viewer.values("slots").await;
    let items = slots["items"].as_array().unwrap();
    let of = |def: &str| {
        let number = number(&scene, def);
        items.iter().find(|item| item["node"] == number).unwrap()
    };
    assert_eq!(of("SOCKET")["partner"], number(&scene, "PLUG"));
    assert_eq!(of("SOCKET")["gender"], "+");
    assert_eq!(of("FREE")["partner"], Json::Null);
    assert_eq!(of("FREE")["refused"][0]["reason"], reply["error"]);
    assert_eq!(of("SOCKET")["refused"], json!([]));
    let events = viewer.message("events").await;
    assert_eq!(events["events"][0]["kind"], "slot");
}

#[tokio::test]
async fn rays_of_sensors_end_where_they_hit() {
    let world = LABORATORY.replace("name \"ray\"", "name \"ray\" type \"laser\"");
    let shown = Shown::new(&world, Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    // a sensor that nobody reads has no rays
    let values = watched(&mut viewer, "rays", 2).await;
    assert_eq!(values["items"], json!([]));
}

#[tokio::test]
async fn events_tell_what_happened() {
    let (_shown, mut viewer, scene) = laboratory().await;
    viewer.message("clock").await;
    viewer.order(json!({ "do": "step", "count": 10 })).await;
    let connected = |message: &Json| {
        let events = message["events"].as_array().into_iter().flatten();
        let mut kinds = events.map(|event| event["kind"].as_str().unwrap_or_default());
        kinds.any(|kind| kind == "charger")
    };
    let message = viewer.wait(connected).await;
    let event = &message["events"][0];
    assert_eq!(event["node"], number(&scene, "STATION"));
    assert!(event["text"].as_str().unwrap().contains("cub"), "{event}");
    let root = 0;
    let text = "Robot { name \"kit\" controller \"<none>\" }";
    viewer
        .order(json!({ "do": "insert", "node": root, "field": "children", "text": text }))
        .await;
    let added = viewer
        .wait(|message| message.to_string().contains("kit was added"))
        .await;
    assert_eq!(added["type"], "events");
}

#[tokio::test]
async fn the_start_page_lists_worlds_and_opens_them() {
    let entry = WorldEntry {
        file: "/worlds/<b>hello</b>.wbt".into(),
        title: "Hello".to_owned(),
        kind: WorldKind::Bundled,
    };
    let painter = |file: &std::path::Path| {
        assert!(file.ends_with("<b>hello</b>.wbt"));
        Some(b"\x89PNG picture".to_vec())
    };
    let worlds = WorldList::new(vec![entry], Box::new(painter))
        .with_trouble(Some("the last world is gone".to_owned()));
    let about = WorldAbout {
        worlds: Some(Arc::new(worlds)),
        ..WorldAbout::default()
    };
    let shown = Shown::with("WorldInfo { }", Pace::REAL_TIME.paused(true), about);
    let mut viewer = shown.viewer().await;
    let list = viewer.message("worlds").await;
    assert_eq!(list["trouble"], "the last world is gone");
    let world = &list["worlds"][0];
    assert_eq!(world["kind"], "bundled");
    let picture = world["picture"].as_str().unwrap();
    let answer = support::get(shown.server.port(), picture).await;
    assert!(answer.ends_with("PNG picture"), "{answer}");
    let key = picture.split('/').nth(3).unwrap();
    let other_key = picture.replace(key, &"0".repeat(key.len()));
    let beyond = picture.replace("/0.png", "/7.png");
    for path in [&other_key, &beyond, "/viewer/world/0.png"] {
        let missing = support::get(shown.server.port(), path).await;
        assert!(missing.starts_with("HTTP/1.1 404"), "{path}: {missing}");
    }
    let reply = viewer
        .ask(json!({ "do": "open", "file": "/etc/passwd" }))
        .await;
    assert!(reply["error"].is_string());
    // one that may only look gets no list of files
    let mut looker = shown.guest().await;
    looker.message("scene").await;
    let reply = looker.ask(json!({ "do": "fields", "node": 0 })).await;
    assert_eq!(reply["ok"], true);
    assert!(!looker.has("worlds"));
    let file = world["file"].clone();
    viewer.order(json!({ "do": "open", "file": file })).await;
    // the run ends, so that the program can open it
    shown.end();
}

#[tokio::test]
async fn a_velocity_alone_turns_a_motor_without_end() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let cub = number(&scene, "CUB");
    let wheel = json!({ "do": "motor", "robot": cub, "device": "motor", "velocity": -0.5 });
    viewer.order(wheel).await;
    let robot = watched(&mut viewer, &format!("robot:{cub}"), 60).await;
    let devices = robot["devices"].as_array().unwrap();
    let motor = devices.iter().find(|one| one["name"] == "motor").unwrap();
    let position = motor["value"].as_f64().unwrap();
    assert!((position + 0.48).abs() < 0.05, "{position}");
}

const BELT: &str = r#"
WorldInfo { basicTimeStep 16 gravity 0 }
Viewpoint { }
DEF TANK Robot {
  controller "<none>"
  translation 3 0 1
  boundingObject Box { size 0.1 0.1 0.1 }
  physics Physics { }
  children [
    Track {
      children [ TrackWheel { position -0.5 0 radius 0.1 } TrackWheel { position 0.5 0 radius 0.1 } ]
      animatedGeometry DEF PIECE Shape { geometry Box { size 0.05 0.2 0.02 } }
      geometriesCount 20
      device [ LinearMotor { name "belt" } ]
    }
  ]
}
"#;

/// Where the pieces of the belt are in their body, by number.
fn pieces(message: &Json, shape: u64) -> Vec<(u64, Vec<f64>)> {
    let instances = message["instances"].as_array().cloned();
    let instances = instances.unwrap_or_default().into_iter();
    let own = instances.filter(|one| one["node"] == shape);
    let place = |one: Json| {
        let parts = one["transform"]["position"].as_array().unwrap().clone();
        let parts = parts.iter().map(|part| part.as_f64().unwrap());
        (one["id"].as_u64().unwrap(), parts.collect())
    };
    own.map(place).collect()
}

#[tokio::test]
async fn pieces_of_a_belt_run_around_the_wheels() {
    let shown = Shown::new(BELT, Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let shape = number(&scene, "PIECE");
    let before = pieces(&scene, shape);
    assert_eq!(before.len(), 20);
    for (_, place) in &before {
        // on one of the straight parts, or on the round of a wheel
        let beyond = (place[0].abs() - 0.5).max(0.0);
        let from_middle = beyond.hypot(place[2]);
        assert!(
            (from_middle - 0.1).abs() < 1e-6 && place[1] == 0.0,
            "{place:?}"
        );
    }
    let tank = number(&scene, "TANK");
    let drive = json!({ "do": "motor", "robot": tank, "device": "belt", "velocity": 0.2 });
    viewer.order(drive).await;
    viewer.order(json!({ "do": "step", "count": 10 })).await;
    let after = pieces(&viewer.message("changes").await, shape);
    assert!(!after.is_empty());
    for (id, place) in &after {
        let (_, old) = before.iter().find(|(old, _)| old == id).unwrap();
        let way = (place[0] - old[0]).hypot(place[2] - old[2]);
        assert!(way > 1e-4 && way < 0.05, "{way}");
    }
}

const SENSORS: &str = r#"
WorldInfo { basicTimeStep 16 }
DEF FOX Robot {
  translation 0 0 1
  children [
    DEF SLIDER SliderJoint {
      jointParameters JointParameters { position 0.25 }
      device [ LinearMotor { name "lift" } PositionSensor { name "way" } ]
      endPoint Solid { }
    }
    HingeJoint { device [ RotationalMotor { name "arm" } PositionSensor { name "angle" } ] endPoint Solid { name "hand" } }
    Track { device [ PositionSensor { name "track" } ] }
    TouchSensor { name "bumper" }
    TouchSensor { name "force" type "force" }
    TouchSensor { name "force-3d" type "force-3d" }
  ]
}
"#;

#[tokio::test]
async fn units_are_those_of_what_a_device_measures() {
    let shown = Shown::new(SENSORS, Pace::REAL_TIME.paused(true));
    let mut viewer = shown.viewer().await;
    let scene = viewer.message("scene").await;
    let robot = watched(&mut viewer, &format!("robot:{}", number(&scene, "FOX")), 1).await;
    let devices = robot["devices"].as_array().unwrap();
    for (name, unit) in [
        ("lift", "m"),
        ("way", "m"),
        ("arm", "rad"),
        ("angle", "rad"),
        ("track", "m"),
        ("bumper", ""),
        ("force", "N"),
        ("force-3d", "N"),
    ] {
        let device = devices.iter().find(|one| one["name"] == name).unwrap();
        assert_eq!(device["unit"], unit, "{name}");
    }
}

#[tokio::test]
async fn fields_with_numbers_are_values_that_can_be_plotted() {
    let (_shown, mut viewer, scene) = laboratory().await;
    let topic = format!("node:{}", number(&scene, "LAMP"));
    let lamp = watched(&mut viewer, &topic, 1).await;
    assert_eq!(lamp["numbers"]["intensity"], 2.0);
    assert_eq!(lamp["numbers"]["location"], json!([0.0, 0.0, 5.0]));
    assert_eq!(lamp["numbers"]["on"], Json::Null);
    let falls = format!("node:{}", number(&scene, "CRATE"));
    let body = watched(&mut viewer, &falls, 2).await;
    // the field of a body that moves has its place now
    assert_eq!(body["numbers"]["translation"], body["position"]);
}
