//! The REST server with plain sockets: what the original answers, and what it
//! should have answered.

use super::support::{Server, start, until};
use reynard::worlds::WorldSource;
use serde_json::{Value, json};
use std::cell::Cell;
use std::time::Instant;

async fn place(server: &Server) -> (f64, f64) {
    let state = server.state().await;
    (state["x"].as_f64().unwrap(), state["y"].as_f64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_keys_and_units_of_the_original() {
    let begin = Instant::now();
    let server = start(WorldSource::Classic).await;
    let state = server.state().await;
    let keys: Vec<&String> = state.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "time", "x", "y", "q1", "q2", "q3", "vel_x", "vel_y", "vel_q1", "vel_q2", "vel_q3"
        ]
    );
    assert!(state["time"].as_f64().unwrap() <= begin.elapsed().as_secs_f64());
    let color = server.get("/api/color").await;
    assert_eq!(color.body, r#"{"r":0.929,"g":0.49,"b":0.192}"#);
    assert!(color.head.contains("content-type: application/json"));

    let answer = server
        .post("/api/teleport", r#"{"x": 100, "y": -50.5, "z": []}"#)
        .await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    assert_eq!(place(&server).await, (100.0, -50.5));
    for path in ["/api/arm", "/api/set_arm_position"] {
        server.post(path, r#"{"q1": 10, "q2": 20, "q3": 30}"#).await;
        let state = server.state().await;
        assert_eq!(
            [&state["q1"], &state["q2"], &state["q3"]],
            [&json!(10.0), &json!(20.0), &json!(30.0)]
        );
        server.post(path, r#"{"q1": 0, "q2": 0, "q3": 0}"#).await;
    }
    server
        .post("/api/color", r#"{"r": 0.25, "g": -1, "b": 2}"#)
        .await;
    let color = server.get("/api/color").await.json();
    assert_eq!(color, json!({"r": 0.25, "g": 0.0, "b": 1.0}));
    assert_eq!(
        server.post("/api/say", r#"{"message": "hi"}"#).await.status,
        200
    );
    assert_eq!(
        server.post("/api/say", r#"{"message": [1]}"#).await.status,
        200
    );
    assert_eq!(server.get("/api/messages").await.body, "[]");
    server.opened.handle.talk().hear("how are you?");
    let messages = server.get("/api/messages").await.json();
    assert_eq!(messages, json!(["how are you?"]));
    assert_eq!(server.get("/api/messages").await.body, "[]");
}

#[tokio::test(flavor = "multi_thread")]
async fn drives_and_waits() {
    let server = start(WorldSource::Classic).await;
    let clock = server.opened.handle.clock();
    clock.pause(true).await.unwrap();
    let is_answered = Cell::new(false);
    let drive = async {
        let body = r#"{"vel_x": 100, "vel_y": 1e9, "timeout": "0.5", "wait": "0"}"#;
        assert_eq!(server.post("/api/drive_robot", body).await.status, 200);
        is_answered.set(true);
    };
    let steps = async {
        until("he sets out", async || {
            server.state().await["vel_x"] == json!(100.0)
        })
        .await;
        clock.step(9).await.unwrap();
        assert!(!is_answered.get(), "the wait is over too early");
        clock.step(2).await.unwrap();
    };
    tokio::join!(drive, steps);
    // eleven steps: the stop is looked for after the motion
    assert_eq!(place(&server).await, (55.0, 55.0));
    let state = server.state().await;
    assert_eq!(
        (&state["vel_x"], &state["vel_y"]),
        (&json!(0.0), &json!(0.0))
    );

    // without an end, and with a wait that has nothing to wait for
    clock.pause(false).await.unwrap();
    let body = r#"{"vel_x": -100, "vel_y": 0, "wait": true}"#;
    assert_eq!(server.post("/api/drive_robot", body).await.status, 200);
    until("he reaches the edge", async || {
        place(&server).await.0 < -150.0
    })
    .await;
    server.post("/api/teleport", r#"{"x": -995, "y": 0}"#).await;
    server
        .post("/api/drive_robot", r#"{"vel_x": -1e999, "vel_y": 0}"#)
        .await;
    until("he is held", async || place(&server).await.0 == -1000.0).await;
    assert_eq!(server.state().await["vel_x"], json!(-100.0));
    server
        .post("/api/drive_robot", r#"{"vel_x": true, "vel_y": false}"#)
        .await;
    assert_eq!(server.state().await["vel_x"], json!(1.0));

    let body = r#"{"q1": -1000, "q2": 20, "q3": 0, "timeout": 0.001}"#;
    server.post("/api/drive_arm", body).await;
    until("the arm has moved", async || {
        server.state().await["q1"] == json!(-5.0)
    })
    .await;
    assert_eq!(server.state().await["q2"], json!(1.0));
    let body = r#"{"q1": -1000, "q2": 0, "q3": 0, "timeout": 0.2}"#;
    server.post("/api/drive_arm", body).await;
    until("the joint is at its limit", async || {
        server.state().await["q1"] == json!(-10.0)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn values_beyond_limits_are_clipped() {
    let server = start(WorldSource::Classic).await;
    for (body, wanted) in [
        (r#"{"x": 5000, "y": -5000}"#, (1000.0, -500.0)),
        (r#"{"x": -Infinity, "y": Infinity}"#, (-1000.0, 500.0)),
        (r#"{"x": 1e999, "y": 1}"#, (1000.0, 1.0)),
    ] {
        assert_eq!(server.post("/api/teleport", body).await.status, 200);
        assert_eq!(place(&server).await, wanted, "{body}");
    }
    server
        .post("/api/arm", r#"{"q1": 999, "q2": -999, "q3": 999}"#)
        .await;
    let state = server.state().await;
    assert_eq!(
        [&state["q1"], &state["q2"], &state["q3"]],
        [&json!(180.0), &json!(-140.0), &json!(175.0)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_reported_with_the_right_status() {
    let server = start(WorldSource::Classic).await;
    let before = place(&server).await;
    for (path, body, reason) in [
        ("/api/teleport", "{", "no JSON"),
        ("/api/teleport", "[1, 2]", "object"),
        ("/api/teleport", r#"{"x": 1}"#, "'y' is missing"),
        (
            "/api/teleport",
            r#"{"x": "1", "y": 2}"#,
            "'x' must be a number",
        ),
        ("/api/teleport", r#"{"x": NaN, "y": 2}"#, "must be a number"),
        (
            "/api/drive_robot",
            r#"{"vel_x": NaN, "vel_y": 0}"#,
            "a velocity must be a number",
        ),
        (
            "/api/drive_robot",
            r#"{"vel_x": 0, "vel_y": 0, "timeout": []}"#,
            "'timeout'",
        ),
        (
            "/api/drive_arm",
            r#"{"q1": 0, "q2": NaN, "q3": 0}"#,
            "must be a number",
        ),
        (
            "/api/arm",
            r#"{"q1": 0, "q2": null, "q3": 0}"#,
            "'q2' must be a number",
        ),
        (
            "/api/color",
            r#"{"r": NaN, "g": 0, "b": 0}"#,
            "must be a number",
        ),
        ("/api/color", r#"{"r": 0, "g": 0}"#, "'b' is missing"),
        ("/api/say", "{}", "'message' is missing"),
    ] {
        let answer = server.post(path, body).await;
        assert_eq!(answer.status, 400, "{path} {body}");
        assert!(answer.error().contains(reason), "{path} {body}: {answer:?}");
    }
    assert_eq!(place(&server).await, before);
    for path in ["/api/nothing", "/api/state/", "/api", "/api/"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.error().is_empty());
    }
    assert_eq!(server.get("/api/teleport").await.status, 405);
    let answer = server.ask("PUT", "/api/state", &[], b"").await;
    assert_eq!(answer.status, 405);
    assert!(answer.head.contains("allow: get"), "{answer:?}");
    let answer = server.post("/nowhere", "{}").await;
    assert_eq!(answer.status, 405);
    assert!(!answer.error().is_empty());
    let answer = server.ask("HEAD", "/api/state", &[], b"").await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_den_has_paths_of_its_own() {
    let server = start(WorldSource::Den).await;
    let den = server.get("/api/den").await.json();
    assert_eq!(den["robots"][0]["battery"]["capacity"], json!(1000.0));
    assert_eq!(den["obstacles"].as_array().unwrap().len(), 2);
    assert_eq!(
        server
            .post("/api/den/pause", r#"{"paused": true}"#)
            .await
            .status,
        200
    );
    let before = server.get("/api/den").await.json();
    assert_eq!(before["paused"], json!(true));
    assert_eq!(
        server
            .post("/api/den/step", r#"{"count": 20.0}"#)
            .await
            .status,
        200
    );
    let after = server.get("/api/den").await.json();
    let passed = after["time"].as_f64().unwrap() - before["time"].as_f64().unwrap();
    assert!((passed - 1.0).abs() < 1e-9, "{passed}");
    let spent = before["robots"][0]["battery"]["energy"].as_f64().unwrap()
        - after["robots"][0]["battery"]["energy"].as_f64().unwrap();
    assert!((spent - 1.0).abs() < 1e-9, "{spent}");
    for (body, status) in [
        (r#"{"tool": "pen"}"#, 200),
        (r#"{"tool": "GardenRake"}"#, 409),
        (r#"{"tool": "spoon"}"#, 400),
        (r#"{"tool": "Solid { } Robot"}"#, 400),
    ] {
        assert_eq!(
            server.post("/api/den/tool", body).await.status,
            status,
            "{body}"
        );
    }
    server
        .post("/api/den/lamp", r#"{"x": 0.25, "y": 9, "on": false}"#)
        .await;
    let den = server.get("/api/den").await.json();
    assert_eq!(den["robots"][0]["tool"], json!("pen"));
    assert_eq!(den["lamp"]["position"], json!([0.25, 0.5]));
    assert_eq!(den["lamp"]["on"], json!(false));
    assert_eq!(server.post("/api/den/reset", "").await.status, 200);
    let den = server.get("/api/den").await.json();
    assert_eq!(den["robots"][0]["tool"], json!("fork"));
    assert_eq!(den["lamp"]["on"], json!(true));
    for (path, body) in [
        ("speed", r#"{"speed": 0}"#),
        ("speed", r#"{"speed": NaN}"#),
        ("step", r#"{"count": -1}"#),
        ("step", r#"{"count": 1e9}"#),
        ("step", r#"{"count": 1.5}"#),
        ("lamp", "{}"),
        ("lamp", r#"{"x": NaN, "y": 0}"#),
        ("pause", r#"{"paused": 1}"#),
    ] {
        let path = format!("/api/den/{path}");
        assert_eq!(server.post(&path, body).await.status, 400, "{path} {body}");
    }
    let classic = start(WorldSource::Classic).await;
    assert_eq!(
        classic
            .post("/api/den/lamp", r#"{"on": true}"#)
            .await
            .status,
        404
    );
}

/// Whether a value is what a schema says, field by field.
fn conforms(schema: &Value, value: &Value) -> bool {
    if let Some(ways) = schema["anyOf"].as_array() {
        return ways.iter().any(|way| conforms(way, value));
    }
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().unwrap();
            let has = |name: &str| value.get(name).is_some();
            value.is_object()
                && schema["required"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|name| has(name.as_str().unwrap()))
                && fields
                    .iter()
                    .all(|(name, field)| conforms(field, &value[name]))
        }
        Some("array") => value
            .as_array()
            .is_some_and(|items| items.iter().all(|item| conforms(&schema["items"], item))),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => {
            schema["const"] == *value
                || schema["enum"]
                    .as_array()
                    .is_some_and(|all| all.contains(value))
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_true() {
    for source in [WorldSource::Den, WorldSource::Classic] {
        let server = start(source).await;
        server.opened.handle.talk().hear("how are you?");
        let description = server.get("/api/openapi.json").await.json();
        for (path, verbs) in description["paths"].as_object().unwrap() {
            let answer = server.get(path).await;
            let schema = &verbs["get"]["responses"]["200"]["content"]["application/json"]["schema"];
            match verbs.get("get") {
                Some(_) => assert!(conforms(schema, &answer.json()), "{path}: {answer:?}"),
                None => assert_eq!(answer.status, 405, "{path}"),
            }
            // what is refused is refused as described
            if let Some(post) = verbs.get("post") {
                let refused = server.post(path, "nonsense").await;
                let status = refused.status.to_string();
                assert!(
                    post["responses"].get(&status).is_some(),
                    "{path}: {refused:?}"
                );
            }
        }
    }
}
