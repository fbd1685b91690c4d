//! The first difference between what was recorded and what Foxden gives.

use serde_json::Value;

/// The first difference of two JSON values, as a path and what differs.
///
/// A recorded object `{"self": true}` stands for the recorder's own robot,
/// whatever that is. Fields that a compact recording leaves out are filled in
/// before, so both sides are complete here.
pub(crate) fn first_difference(recorded: &Value, found: &Value, path: &str) -> Option<String> {
    match (recorded, found) {
        (Value::Object(a), _) if a.contains_key("self") => None,
        (Value::Object(a), Value::Object(b)) => {
            for (key, recorded) in a {
                let at = label(path, key, recorded);
                match b.get(key) {
                    Some(found) => {
                        if let Some(difference) = first_difference(recorded, found, &at) {
                            return Some(difference);
                        }
                    }
                    None => return Some(format!("{at}: missing, recorded {}", short(recorded))),
                }
            }
            b.keys()
                .find(|key| !a.contains_key(*key))
                .map(|key| format!("{path}: '{key}' was not recorded"))
        }
        (Value::Array(a), Value::Array(b)) => {
            for (at, (recorded, found)) in a.iter().zip(b).enumerate() {
                let name = recorded.get("n").and_then(Value::as_str);
                let inside = match name {
                    Some(name) => format!("{path}.{name}"),
                    None => format!("{path}[{at}]"),
                };
                if let Some(difference) = first_difference(recorded, found, &inside) {
                    return Some(difference);
                }
            }
            (a.len() != b.len()).then(|| {
                let extra = if a.len() > b.len() {
                    &a[b.len()]
                } else {
                    &b[a.len()]
                };
                format!(
                    "{path}: {} items recorded, {} found; the first extra one is {}",
                    a.len(),
                    b.len(),
                    short(extra)
                )
            })
        }
        (Value::Number(a), Value::Number(b)) if same_number(a, b) => None,
        _ if recorded == found => None,
        _ => Some(format!(
            "{path}: recorded {}, found {}",
            short(recorded),
            short(found)
        )),
    }
}

fn same_number(a: &serde_json::Number, b: &serde_json::Number) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

fn label(path: &str, key: &str, value: &Value) -> String {
    match key {
        "tree" | "v" | "fields" => path.to_owned(),
        "internal" => format!("{path}(internal)"),
        _ if value.is_object() || value.is_array() => format!("{path}.{key}"),
        _ => format!("{path}:{key}"),
    }
}

fn short(value: &Value) -> String {
    let text = match value {
        Value::Object(node) if node.contains_key("t") => {
            format!("{} {}", node["t"], node.get("def").unwrap_or(&Value::Null))
        }
        other => other.to_string(),
    };
    if text.chars().count() > 160 {
        text.chars().take(160).collect::<String>() + "…"
    } else {
        text
    }
}
