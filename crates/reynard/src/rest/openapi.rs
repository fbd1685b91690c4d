//! The description of the REST door.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

pub(super) async fn openapi() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| description().to_string());
    (
        [(header::CONTENT_TYPE, "application/json; charset=utf-8")],
        text.as_str(),
    )
        .into_response()
}

/// A path, what a GET gives, what a POST does, and the keys of its body: name,
/// type, whether it may be left out.
type Row = (
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
    &'static [(&'static str, &'static str, bool)],
);

const NUMBER: &str = "number";

const ROWS: &[Row] = &[
    (
        "/api/state",
        Some("Time (s), position (mm), joints (degrees) and their velocities"),
        None,
        &[],
    ),
    (
        "/api/color",
        Some("Colour, each part from 0 to 1"),
        Some("Sets the colour; clipped to 0 to 1"),
        &[
            ("r", NUMBER, false),
            ("g", NUMBER, false),
            ("b", NUMBER, false),
        ],
    ),
    (
        "/api/messages",
        Some("Messages typed on pages since the last time somebody asked"),
        None,
        &[],
    ),
    (
        "/api/teleport",
        None,
        Some("Puts Reynard somewhere (mm); clipped to the field"),
        &[("x", NUMBER, false), ("y", NUMBER, false)],
    ),
    (
        "/api/say",
        None,
        Some("Reynard says something on all pages"),
        &[("message", "string", false)],
    ),
    (
        "/api/arm",
        None,
        Some("Sets the joints (degrees); clipped to their limits"),
        &[
            ("q1", NUMBER, false),
            ("q2", NUMBER, false),
            ("q3", NUMBER, false),
        ],
    ),
    (
        "/api/set_arm_position",
        None,
        Some("The same as /api/arm"),
        &[
            ("q1", NUMBER, false),
            ("q2", NUMBER, false),
            ("q3", NUMBER, false),
        ],
    ),
    (
        "/api/drive_robot",
        None,
        Some(
            "Drives (mm/s) for timeout seconds, or until told otherwise; with wait the answer comes then",
        ),
        &[
            ("vel_x", NUMBER, false),
            ("vel_y", NUMBER, false),
            ("timeout", NUMBER, true),
            ("wait", "boolean", true),
        ],
    ),
    (
        "/api/drive_arm",
        None,
        Some("Turns the joints (degrees/s), likewise"),
        &[
            ("q1", NUMBER, false),
            ("q2", NUMBER, false),
            ("q3", NUMBER, false),
            ("timeout", NUMBER, true),
            ("wait", "boolean", true),
        ],
    ),
    (
        "/api/den",
        Some("Everything that pages are shown, in SI units"),
        None,
        &[],
    ),
    (
        "/api/den/tool",
        None,
        Some("Plugs a tool into the wrist: fork, lamp, probe or pen"),
        &[("tool", "string", false)],
    ),
    (
        "/api/den/lamp",
        None,
        Some("Moves the lamp (m) or switches it"),
        &[
            ("x", NUMBER, true),
            ("y", NUMBER, true),
            ("on", "boolean", true),
        ],
    ),
    ("/api/den/stop", None, Some("All robots stand still"), &[]),
    (
        "/api/den/reset",
        None,
        Some("Everything as it was at the start"),
        &[],
    ),
    (
        "/api/den/pause",
        None,
        Some("Stops time or lets it go on"),
        &[("paused", "boolean", false)],
    ),
    (
        "/api/den/step",
        None,
        Some("Makes steps and stops time"),
        &[("count", "integer", true)],
    ),
    (
        "/api/den/speed",
        None,
        Some("How fast time passes"),
        &[("speed", NUMBER, false)],
    ),
];

fn description() -> Value {
    let mut paths = Map::new();
    for (path, get, post, keys) in ROWS {
        let mut item = Map::new();
        let robot = json!([{
            "name": "robot", "in": "query", "required": false,
            "description": "Which robot, if there are several",
            "schema": {"type": "string"},
        }]);
        if let Some(summary) = get {
            item.insert(
                "get".into(),
                json!({
                    "summary": summary,
                    "parameters": robot,
                    "responses": {"200": {"description": "JSON", "content": {"application/json": {}}}},
                }),
            );
        }
        if let Some(summary) = post {
            let properties: Map<String, Value> = keys
                .iter()
                .map(|(name, kind, _)| ((*name).to_owned(), json!({"type": kind})))
                .collect();
            let required: Vec<&str> = keys
                .iter()
                .filter(|(_, _, is_optional)| !is_optional)
                .map(|(name, _, _)| *name)
                .collect();
            let mut schema = json!({"type": "object", "properties": properties});
            if !required.is_empty() {
                schema["required"] = json!(required);
            }
            item.insert(
                "post".into(),
                json!({
                    "summary": summary,
                    "parameters": robot,
                    "requestBody": {"content": {"application/json": {"schema": schema}}},
                    "responses": {
                        "200": {"description": "Done"},
                        "400": {"description": "JSON with the reason in 'error'"},
                    },
                }),
            );
        }
        paths.insert((*path).to_owned(), Value::Object(item));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Reynard the Robot",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Millimetres, degrees and seconds; SI units under /api/den.",
        },
        "paths": paths,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_says_what_it_takes() {
        let description = description();
        let drive = &description["paths"]["/api/drive_robot"]["post"];
        let schema = &drive["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(schema["required"], json!(["vel_x", "vel_y"]));
        assert_eq!(schema["properties"]["wait"]["type"], "boolean");
        assert!(description["paths"]["/api/state"]["get"].is_object());
    }
}
