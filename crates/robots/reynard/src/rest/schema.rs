//! What requests bring and answers say, as JSON Schema.

use crate::den::TOOLS;
use foxden_runtime::pace::SPEEDS;
use foxden_runtime::run_handle::MOST_STEPS;
use serde_json::{Map, Value, json};

/// A key of a request's body.
pub(super) struct SchemaKey {
    name: &'static str,
    kind: KeyKind,
    is_optional: bool,
}

/// Texts that read as numbers.
const FLOAT: &str = r"^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$";

/// What a key may be.
#[derive(Clone, Copy)]
pub(super) enum KeyKind {
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

impl SchemaKey {
    pub(super) const fn needed(name: &'static str, kind: KeyKind) -> Self {
        Self {
            name,
            kind,
            is_optional: false,
        }
    }

    pub(super) const fn optional(name: &'static str, kind: KeyKind) -> Self {
        Self {
            name,
            kind,
            is_optional: true,
        }
    }
}

impl KeyKind {
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

pub(super) const COLOR: &[SchemaKey] = &[
    SchemaKey::needed("r", KeyKind::Number),
    SchemaKey::needed("g", KeyKind::Number),
    SchemaKey::needed("b", KeyKind::Number),
];

pub(super) const PLACE: &[SchemaKey] = &[
    SchemaKey::needed("x", KeyKind::Number),
    SchemaKey::needed("y", KeyKind::Number),
];

pub(super) const JOINTS: &[SchemaKey] = &[
    SchemaKey::needed("q1", KeyKind::Number),
    SchemaKey::needed("q2", KeyKind::Number),
    SchemaKey::needed("q3", KeyKind::Number),
];

pub(super) const DRIVE: &[SchemaKey] = &[
    SchemaKey::needed("vel_x", KeyKind::Number),
    SchemaKey::needed("vel_y", KeyKind::Number),
    SchemaKey::optional("timeout", KeyKind::Seconds),
    SchemaKey::optional("wait", KeyKind::Truthy),
];

pub(super) const DRIVE_ARM: &[SchemaKey] = &[
    SchemaKey::needed("q1", KeyKind::Number),
    SchemaKey::needed("q2", KeyKind::Number),
    SchemaKey::needed("q3", KeyKind::Number),
    SchemaKey::optional("timeout", KeyKind::Seconds),
    SchemaKey::optional("wait", KeyKind::Truthy),
];

/// The body of a request with these keys.
pub(super) fn body(keys: &[SchemaKey]) -> Value {
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
        ("speed", KeyKind::Speed.schema()),
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
