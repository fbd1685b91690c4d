//! The description of the REST server.

use super::Rest;
use super::answer::json as answer;
use super::schema::{self, KeyKind, SchemaKey};
use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};

pub(super) async fn openapi(State(rest): State<Rest>) -> Response {
    let frame = rest.handle.frame();
    let robots: Vec<&str> = frame.robots.iter().map(|robot| &*robot.name).collect();
    answer(&description(&robots))
}

/// Something that can be asked for.
struct ApiOperation {
    path: &'static str,
    summary: &'static str,
    verb: Verb,
    /// Whether it is for one robot, which may be named.
    is_for_robot: bool,
}

/// How it is asked for.
enum Verb {
    /// What is answered.
    Get(fn() -> Value),
    /// What it brings.
    Post(RequestBody),
}

/// What a request brings.
enum RequestBody {
    /// Nothing; what comes is not read.
    Nothing,
    /// These keys.
    Keys(&'static [SchemaKey]),
    /// Something with rules of its own.
    Other(fn() -> Value),
}

impl RequestBody {
    fn schema(&self) -> Option<Value> {
        match self {
            Self::Nothing => None,
            Self::Keys(keys) => Some(schema::body(keys)),
            Self::Other(schema) => Some(schema()),
        }
    }
}

const fn robot(path: &'static str, summary: &'static str, verb: Verb) -> ApiOperation {
    ApiOperation {
        path,
        summary,
        verb,
        is_for_robot: true,
    }
}

const fn den(path: &'static str, summary: &'static str, verb: Verb) -> ApiOperation {
    ApiOperation {
        path,
        summary,
        verb,
        is_for_robot: false,
    }
}

const OPERATIONS: &[ApiOperation] = &[
    robot(
        "/api/state",
        "Time (s), position (mm), joints (degrees) and their velocities",
        Verb::Get(schema::state),
    ),
    robot(
        "/api/color",
        "Colour, each part from 0 to 1",
        Verb::Get(schema::color),
    ),
    robot(
        "/api/color",
        "Sets the colour; clipped to 0 to 1",
        Verb::Post(RequestBody::Keys(schema::COLOR)),
    ),
    den(
        "/api/messages",
        "Messages typed on pages since the last time somebody asked",
        Verb::Get(schema::messages),
    ),
    robot(
        "/api/teleport",
        "Puts Reynard somewhere (mm); clipped to the field",
        Verb::Post(RequestBody::Keys(schema::PLACE)),
    ),
    robot(
        "/api/say",
        "Reynard says something on all pages; what is no text is shown as JSON",
        Verb::Post(RequestBody::Keys(&[SchemaKey::needed(
            "message",
            KeyKind::Anything,
        )])),
    ),
    robot(
        "/api/arm",
        "Sets the joints (degrees); clipped to their limits",
        Verb::Post(RequestBody::Keys(schema::JOINTS)),
    ),
    robot(
        "/api/set_arm_position",
        "The same as /api/arm",
        Verb::Post(RequestBody::Keys(schema::JOINTS)),
    ),
    robot(
        "/api/drive_robot",
        "Drives (mm/s) for timeout seconds, or until the next command; with wait the answer comes then",
        Verb::Post(RequestBody::Keys(schema::DRIVE)),
    ),
    robot(
        "/api/drive_arm",
        "Turns the joints (degrees/s), likewise",
        Verb::Post(RequestBody::Keys(schema::DRIVE_ARM)),
    ),
    den(
        "/api/den",
        "Everything that pages are shown, in SI units",
        Verb::Get(schema::frame),
    ),
    robot(
        "/api/den/tool",
        "Plugs a tool into the wrist",
        Verb::Post(RequestBody::Keys(&[SchemaKey::needed(
            "tool",
            KeyKind::Tool,
        )])),
    ),
    den(
        "/api/den/lamp",
        "Moves the lamp (m; clipped to the field) or switches it",
        Verb::Post(RequestBody::Other(schema::lamp)),
    ),
    den(
        "/api/den/stop",
        "All robots stand still",
        Verb::Post(RequestBody::Nothing),
    ),
    den(
        "/api/den/reset",
        "Everything as it was at the start",
        Verb::Post(RequestBody::Nothing),
    ),
    den(
        "/api/den/pause",
        "Stops time or lets it go on",
        Verb::Post(RequestBody::Keys(&[SchemaKey::needed(
            "paused",
            KeyKind::Truth,
        )])),
    ),
    den(
        "/api/den/step",
        "Makes steps and stops time",
        Verb::Post(RequestBody::Keys(&[SchemaKey::optional(
            "count",
            KeyKind::Steps,
        )])),
    ),
    den(
        "/api/den/speed",
        "How fast time passes",
        Verb::Post(RequestBody::Keys(&[SchemaKey::needed(
            "speed",
            KeyKind::Speed,
        )])),
    ),
];

impl ApiOperation {
    fn described(&self, robots: &[&str]) -> (&'static str, Value) {
        let mut value = json!({"summary": self.summary, "responses": self.responses()});
        if self.is_for_robot {
            value["parameters"] = json!([{
                "name": "robot", "in": "query", "required": false,
                "description": "Which robot, if there are several",
                "schema": {"type": "string", "enum": robots},
            }]);
        }
        let Verb::Post(body) = &self.verb else {
            return ("get", value);
        };
        if let Some(schema) = body.schema() {
            value["requestBody"] = json!({
                "required": true,
                "content": {"application/json": {"schema": schema}},
            });
        }
        ("post", value)
    }

    fn responses(&self) -> Value {
        let mut responses = Map::new();
        let good = match self.verb {
            Verb::Get(schema) => json!({
                "description": "JSON",
                "content": {"application/json": {"schema": schema()}},
            }),
            Verb::Post(_) => json!({"description": "Done"}),
        };
        responses.insert("200".into(), good);
        let has_body = matches!(
            self.verb,
            Verb::Post(RequestBody::Keys(_) | RequestBody::Other(_))
        );
        let is_lamp = self.path == "/api/den/lamp";
        let reasons = [
            ("400", has_body, "The body is not what it should be"),
            (
                "403",
                true,
                "A page of another site, or a foreign name of this host",
            ),
            ("404", self.is_for_robot, "There is no robot of that name"),
            ("404", is_lamp, "This world has no lamp"),
            ("408", has_body, "The body did not arrive in time"),
            ("409", self.path == "/api/den/tool", "The tool does not fit"),
            ("413", has_body, "The body is too large"),
            ("503", true, "The simulation has ended"),
        ];
        for (status, _, reason) in reasons
            .into_iter()
            .filter(|(_, is_possible, _)| *is_possible)
        {
            let content = json!({"application/json": {"schema": schema::problem()}});
            let described = json!({"description": reason, "content": content});
            responses.insert(status.into(), described);
        }
        Value::Object(responses)
    }
}

fn description(robots: &[&str]) -> Value {
    let mut paths = json!({});
    for operation in OPERATIONS {
        let (verb, described) = operation.described(robots);
        paths[operation.path][verb] = described;
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
        let paths = &description(&["reynard", "reynard_2"])["paths"];
        let drive = &paths["/api/drive_robot"]["post"];
        let schema = &drive["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(schema["required"], json!(["vel_x", "vel_y"]));
        assert_eq!(schema["properties"]["vel_x"]["type"][0], "number");
        let names = &drive["parameters"][0]["schema"]["enum"];
        assert_eq!(names, &json!(["reynard", "reynard_2"]));
        assert!(paths["/api/color"]["get"].is_object());
        assert!(paths["/api/color"]["post"].is_object());
        assert!(paths["/api/den/stop"]["post"]["requestBody"].is_null());
        assert!(paths["/api/den/tool"]["post"]["responses"]["409"].is_object());
    }
}
