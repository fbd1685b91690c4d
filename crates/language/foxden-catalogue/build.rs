//! Turns `nodes.json` into Rust tables, so that adding a node touches data only.

use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=nodes.json");
    let text = std::fs::read_to_string("nodes.json").expect("nodes.json is readable");
    let catalogue: Value = serde_json::from_str(&text).expect("nodes.json is JSON");
    let nodes = array(&catalogue["nodes"]);
    let mut code = String::new();
    node_types(&mut code, nodes);
    for node in nodes {
        node_model(&mut code, node);
    }
    renamed(&mut code, &catalogue["legacy"]["renamedNodes"]);
    removed(&mut code, &catalogue["legacy"]["removedNodes"]);
    legacy_fields(&mut code, &catalogue["legacy"]["fields"]);
    let folder = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&folder).join("catalogue.rs"), code).expect("OUT_DIR is writable");
}

fn node_types(code: &mut String, nodes: &[Value]) {
    line(
        code,
        "/// Every node type of the catalogue, the abstract ones included.",
    );
    line(
        code,
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]",
    );
    line(code, "#[repr(u8)]");
    line(code, "pub enum NodeType {");
    for node in nodes {
        let name = string(&node["name"]);
        line(code, &format!("/// The `{name}` node.\n{name},"));
    }
    line(code, "}");
    line(code, "pub(crate) static MODELS: &[&NodeModel] = &[");
    for node in nodes {
        line(code, &format!("&{},", constant(string(&node["name"]))));
    }
    line(code, "];");
    line(
        code,
        "pub(crate) fn type_by_name(name: &str) -> Option<NodeType> { Some(match name {",
    );
    for node in nodes {
        let name = string(&node["name"]);
        line(code, &format!("{name:?} => NodeType::{name},"));
    }
    line(code, "_ => return None }) }");
}

fn node_model(code: &mut String, node: &Value) {
    let name = string(&node["name"]);
    let flag = |key: &str| node[key].as_bool().unwrap_or(false);
    let ancestors: Vec<_> = array(&node["ancestors"])
        .iter()
        .map(|a| format!("NodeType::{}", string(a)))
        .collect();
    let fields: Vec<_> = array(&node["fields"]).iter().map(field_model).collect();
    let _ = writeln!(
        code,
        "pub(crate) static {}: NodeModel = NodeModel {{ node_type: NodeType::{name}, name: {name:?}, \
         ancestors: &[{}], fields: &[{}], is_abstract: {}, is_solid: {}, is_group: {}, is_device: {}, \
         is_geometry: {}, is_collidable: {}, is_top_level: {}, is_singleton: {}, is_experimental: {}, \
         is_extension: {}, controller_number: {:?} }};",
        constant(name),
        ancestors.join(","),
        fields.join(","),
        flag("abstract"),
        flag("isSolid"),
        flag("isGroup"),
        flag("isDevice"),
        flag("isGeometry"),
        flag("collidable"),
        flag("topLevelAllowed"),
        flag("singleton"),
        flag("experimental"),
        flag("extension"),
        node["controllerNumber"].as_i64(),
    );
}

fn field_model(field: &Value) -> String {
    let kind = match string(&field["kind"]) {
        "vrmlField" | "w3dField" | "field" => "Plain",
        "hiddenField" => "Hidden",
        "deprecatedField" => "Deprecated",
        other => panic!("unknown field kind {other}"),
    };
    let field_type = string(&field["type"]);
    format!(
        "FieldModel {{ name: {:?}, field_type: FieldType::{field_type}, kind: FieldKind::{kind}, \
         default: {}, nodes: &[{}], range: {}, reset: {}, values: &[{}], extensions: &[{}], is_url: {} }}",
        string(&field["name"]),
        default_value(field_type, &field["default"]),
        optional_array(&field["nodes"])
            .iter()
            .map(|n| admissible(string(n)))
            .collect::<Vec<_>>()
            .join(","),
        range(&field["range"]),
        reset(&field["invalidResetsTo"]),
        optional_array(&field["values"])
            .iter()
            .map(|v| format!("{:?}", as_text(v)))
            .collect::<Vec<_>>()
            .join(","),
        optional_array(&field["extensions"])
            .iter()
            .map(|v| format!("{:?}", string(v)))
            .collect::<Vec<_>>()
            .join(","),
        field["url"].as_bool().unwrap_or(false),
    )
}

fn default_value(field_type: &str, value: &Value) -> String {
    let item = field_type.strip_prefix("MF");
    if let Some(item) = item {
        let items: Vec<_> = array(value).iter().map(|v| bare(item, v)).collect();
        return match item {
            "Node" => {
                assert!(
                    items.is_empty(),
                    "node lists of built-in nodes default to empty"
                );
                "Default::Nodes".into()
            }
            _ => format!(
                "Default::{}List(&[{}])",
                item_variant(item),
                items.join(",")
            ),
        };
    }
    let item = &field_type[2..];
    match item {
        "Node" => {
            assert!(value.is_null(), "nodes of built-in nodes default to NULL");
            "Default::Node".into()
        }
        _ => format!("Default::{}({})", item_variant(item), bare(item, value)),
    }
}

fn item_variant(item: &str) -> &str {
    match item {
        "Int32" => "Int",
        "Vec2f" => "Vec2",
        "Vec3f" => "Vec3",
        other => other,
    }
}

fn bare(item: &str, value: &Value) -> String {
    match item {
        "Bool" => value.as_bool().expect("a boolean").to_string(),
        "Int32" => value.as_i64().expect("an integer").to_string(),
        "Float" => number(value),
        "String" => format!("{:?}", string(value)),
        "Node" => String::new(),
        _ => format!(
            "[{}]",
            array(value)
                .iter()
                .map(number)
                .collect::<Vec<_>>()
                .join(",")
        ),
    }
}

fn admissible(pattern: &str) -> String {
    match pattern {
        "child" => "Admissible::Child".into(),
        "boundingObject" => "Admissible::BoundingObject".into(),
        "endPoint" => "Admissible::EndPoint".into(),
        "slotEndPoint" => "Admissible::SlotEndPoint".into(),
        _ => match pattern.strip_suffix('+') {
            Some(base) => format!("Admissible::Family(NodeType::{base})"),
            None => format!("Admissible::Exactly(NodeType::{pattern})"),
        },
    }
}

/// Ranges are intervals of numbers in most rows; the others are prose for people.
fn range(value: &Value) -> String {
    let Some(text) = value.as_str() else {
        return "Range::Any".into();
    };
    let (head, scope) = match text {
        _ if text.ends_with(" per component") => (text.trim_end_matches(" per component"), "Items"),
        _ if text.starts_with("each component in ") => {
            (text.trim_start_matches("each component in "), "Items")
        }
        _ if text.contains("; 1 to 4 values") => (text.split(';').next().unwrap_or(""), "Items"),
        _ => (text, "Value"),
    };
    match text {
        "positive components" => {
            return "Range::Interval(Interval { low: Bound::Open(0.0), high: Bound::None, also: None })"
                .into();
        }
        "non-negative components" | "non-negative components, P > 0" => {
            return "Range::Interval(Interval { low: Bound::Closed(0.0), high: Bound::None, also: None })"
                .into();
        }
        "nonzero components" | "non-zero" => return "Range::NonZero".into(),
        "non-null vector" => return "Range::NonNull".into(),
        "[1,5] when ico, [3,32] otherwise" => return "Range::SphereSubdivision".into(),
        _ => {}
    }
    let _ = scope;
    let (interval, also) =
        if let Some(inner) = head.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
            let (also, interval) = inner.split_once(',').expect("an exception and an interval");
            (
                interval,
                format!("Some({:?})", also.parse::<f64>().expect("a number")),
            )
        } else {
            (head, "None".to_owned())
        };
    let is_interval = interval.starts_with(['(', '[']) && interval.ends_with([')', ']']);
    if !is_interval {
        return format!("Range::Documented({text:?})");
    }
    let (low, high) = interval[1..interval.len() - 1]
        .split_once(',')
        .expect("two bounds");
    let low = bound(low, interval.starts_with('['));
    let high = bound(high, interval.ends_with(']'));
    format!("Range::Interval(Interval {{ low: {low}, high: {high}, also: {also} }})")
}

fn bound(text: &str, closed: bool) -> String {
    let kind = if closed { "Closed" } else { "Open" };
    if text == "inf" {
        return "Bound::None".into();
    }
    match constant_number(text) {
        Some(number) => format!("Bound::{kind}({number:?})"),
        None => format!("Bound::Field {{ name: {text:?}, closed: {closed} }}"),
    }
}

fn constant_number(text: &str) -> Option<f64> {
    let pi = std::f64::consts::PI;
    Some(match text {
        "pi" => pi,
        "-pi" => -pi,
        "2*pi" => 2.0 * pi,
        "pi/2" => pi / 2.0,
        "-pi/2" => -pi / 2.0,
        _ => return text.parse().ok(),
    })
}

fn reset(value: &Value) -> String {
    let Some(text) = value.as_str() else {
        return "Reset::Keep".into();
    };
    match text {
        "abs" => "Reset::Absolute".into(),
        "clamp" => "Reset::Clamp".into(),
        "1 or 24" => "Reset::SphereSubdivision".into(),
        "minRange+1" => "Reset::FieldPlusOne(\"minRange\")".into(),
        _ => {
            let numbers: Option<Vec<f64>> = text.split(' ').map(constant_number).collect();
            match numbers.as_deref() {
                Some([x]) => format!("Reset::Number({x:?})"),
                Some([x, y]) => format!("Reset::Vec2([{x:?},{y:?}])"),
                Some([x, y, z]) => format!("Reset::Vec3([{x:?},{y:?},{z:?}])"),
                _ => format!("Reset::Field({text:?})"),
            }
        }
    }
}

fn renamed(code: &mut String, rows: &Value) {
    line(code, "pub(crate) static RENAMED: &[(&str, NodeType)] = &[");
    for row in array(rows) {
        if row["condition"].is_null() {
            line(
                code,
                &format!(
                    "({:?}, NodeType::{}),",
                    string(&row["from"]),
                    string(&row["to"])
                ),
            );
        }
    }
    line(code, "];");
}

fn removed(code: &mut String, rows: &Value) {
    line(code, "pub(crate) static REMOVED: &[(&str, &str)] = &[");
    for row in array(rows) {
        line(
            code,
            &format!(
                "({:?}, {:?}),",
                string(&row["node"]),
                string(&row["action"])
            ),
        );
    }
    line(code, "];");
}

fn legacy_fields(code: &mut String, rows: &Value) {
    line(
        code,
        "pub(crate) static LEGACY_FIELDS: &[(&str, &str, &str)] = &[",
    );
    for row in array(rows) {
        line(
            code,
            &format!(
                "({:?}, {:?}, {:?}),",
                string(&row["node"]),
                string(&row["field"]),
                string(&row["action"])
            ),
        );
    }
    line(code, "];");
}

fn number(value: &Value) -> String {
    match value {
        Value::String(text) if text == "inf" => "f64::INFINITY".into(),
        Value::String(text) if text == "-inf" => "f64::NEG_INFINITY".into(),
        _ => format!("{:?}", value.as_f64().expect("a number")),
    }
}

fn as_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn constant(name: &str) -> String {
    format!("MODEL_{}", name.to_uppercase())
}

fn array(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn optional_array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn line(code: &mut String, text: &str) {
    code.push_str(text);
    code.push('\n');
}
