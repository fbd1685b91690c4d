//! What requests bring and answers say, as JSON Schema.

use crate::den::TOOLS;
use foxden_runtime::pace::SPEEDS;
use foxden_runtime::run_handle::MOST_STEPS;
use serde_json::{Map, Value, json};

/// A key of a request's body.
pub(super) struct Key {
    name: &'static str,
    kind: Kind,
    is_optional: bool,
}

/// Texts that read as numbers.
const FLOAT: &str = r"^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$";

/// What a key may be.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Number,
    /// A number, or a text that reads as one.
    Seconds,
    Truth,
    /// True or false as Python takes it.
    Truthy,
    Anything,
    Tool,
    Steps,
    Speed,
}

impl Key {
    pub(super) const fn needed(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            is_optional: false,
        }
    }

    pub(super) const fn optional(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            is_optional: true,
        }
    }
}

impl Kind {
    fn schema(self) -> Value {
        match self {
            Self::Number => lenient_number(),
            Self::Seconds => {
                json!({"anyOf": [lenient_number(), {"type": "string", "pattern": FLOAT}]})
            }
            Self::Truth => truth(),
            Self::Truthy => {
                json!({"description": "what is neither false, null, 0 nor empty is true"})
            }
            Self::Anything => json!({}),
            Self::Tool => json!({"type": "string", "enum": TOOLS.map(|(tool, _)| tool)}),
            Self::Steps => json!({"type": "integer", "minimum": 0, "maximum": MOST_STEPS}),
            Self::Speed => {
                json!({"type": "number", "minimum": SPEEDS.start(), "maximum": SPEEDS.end()})
            }
        }
    }
}

pub(super) const COLOR: &[Key] = &[
    Key::needed("r", Kind::Number),
    Key::needed("g", Kind::Number),
    Key::needed("b", Kind::Number),
];

pub(super) const PLACE: &[Key] = &[
    Key::needed("x", Kind::Number),
    Key::needed("y", Kind::Number),
];

pub(super) const JOINTS: &[Key] = &[
    Key::needed("q1", Kind::Number),
    Key::needed("q2", Kind::Number),
    Key::needed("q3", Kind::Number),
];

pub(super) const DRIVE: &[Key] = &[
    Key::needed("vel_x", Kind::Number),
    Key::needed("vel_y", Kind::Number),
    Key::optional("timeout", Kind::Seconds),
    Key::optional("wait", Kind::Truthy),
];

pub(super) const DRIVE_ARM: &[Key] = &[
    Key::needed("q1", Kind::Number),
    Key::needed("q2", Kind::Number),
    Key::needed("q3", Kind::Number),
    Key::optional("timeout", Kind::Seconds),
    Key::optional("wait", Kind::Truthy),
];

/// The body of a request with these keys.
pub(super) fn body(keys: &[Key]) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| (key.name.to_owned(), key.kind.schema()))
        .collect();
    let needed = keys.iter().filter(|key| !key.is_optional);
    let names: Vec<&str> = needed.map(|key| key.name).collect();
    json!({"type": "object", "properties": properties, "required": names})
}

/// The body of `/api/den/lamp`: a place, a switch, or both.
pub(super) fn lamp() -> Value {
    json!({
        "type": "object",
        "properties": {"x": lenient_number(), "y": lenient_number(), "on": truth()},
        "anyOf": [{"required": ["x", "y"]}, {"required": ["on"]}],
        "dependentRequired": {"x": ["y"], "y": ["x"]},
    })
}

/// A number in a request: as in the original, flags are numbers too.
fn lenient_number() -> Value {
    json!({"type": ["number", "boolean"], "description": "true counts as 1, false as 0"})
}

fn number() -> Value {
    json!({"type": "number"})
}

fn truth() -> Value {
    json!({"type": "boolean"})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn list(item: &Value) -> Value {
    json!({"type": "array", "items": item})
}

/// A list of `count` numbers.
fn numbers(count: usize) -> Value {
    json!({"type": "array", "items": number(), "minItems": count, "maxItems": count})
}

fn or_nothing(schema: &Value) -> Value {
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// All of these fields.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let names = fields.each_ref().map(|(name, _)| (*name).to_owned());
    let properties: Map<String, Value> = fields
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect();
    json!({"type": "object", "properties": properties, "required": names.to_vec()})
}

/// Why a request was refused.
pub(super) fn problem() -> Value {
    object([("error", text())])
}

/// The answer of `/api/state`.
pub(super) fn state() -> Value {
    object(
        [
            "time", "x", "y", "q1", "q2", "q3", "vel_x", "vel_y", "vel_q1", "vel_q2", "vel_q3",
        ]
        .map(|name| (name, number())),
    )
}

/// The answer of `/api/color`.
pub(super) fn color() -> Value {
    let part = json!({"type": "number", "minimum": 0, "maximum": 1});
    object(["r", "g", "b"].map(|name| (name, part.clone())))
}

/// The answer of `/api/messages`.
pub(super) fn messages() -> Value {
    list(&text())
}

/// The answer of `/api/den`.
pub(super) fn frame() -> Value {
    let lamp = object([
        ("position", numbers(2)),
        ("on", truth()),
        ("color", numbers(3)),
        ("intensity", number()),
    ]);
    let charger = object([
        ("position", numbers(2)),
        ("radius", number()),
        ("energy", number()),
        ("capacity", number()),
        ("color", numbers(3)),
        ("robot", or_nothing(&text())),
    ]);
    let obstacle = object([
        ("name", text()),
        ("position", numbers(2)),
        ("shape", json!({"enum": ["box", "circle"]})),
    ]);
    object([
        ("type", json!({"const": "frame"})),
        ("time", number()),
        ("paused", truth()),
        ("speed", Kind::Speed.schema()),
        ("robots", list(&robot())),
        ("lamp", or_nothing(&lamp)),
        ("charger", or_nothing(&charger)),
        ("obstacles", list(&obstacle)),
    ])
}

fn robot() -> Value {
    let battery = object([("energy", number()), ("capacity", number())]);
    let ray = object([
        ("light", text()),
        ("from", numbers(2)),
        ("to", numbers(2)),
        ("blocked_at", or_nothing(&numbers(2))),
        ("irradiance", number()),
    ]);
    let sensor = object([
        ("name", text()),
        ("position", numbers(2)),
        ("value", or_nothing(&number())),
        ("rays", list(&ray)),
    ]);
    object([
        ("name", text()),
        ("position", numbers(2)),
        ("velocity", numbers(2)),
        ("arm", numbers(3)),
        ("arm_velocity", numbers(3)),
        ("color", numbers(3)),
        ("tool", text()),
        ("tool_point", numbers(2)),
        ("battery", or_nothing(&battery)),
        ("light", list(&sensor)),
        ("contacts", list(&text())),
    ])
}
