//! Which names may be given.

use crate::parse::{is_dotted_name, is_name};

/// The words of the language; none may be given as a name.
pub(crate) const KEYWORDS: [&str; 40] = [
    "object",
    "end",
    "option",
    "service",
    "struct",
    "import",
    "implements",
    "field",
    "property",
    "function",
    "event",
    "objref",
    "pipe",
    "callback",
    "wire",
    "memory",
    "void",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "single",
    "double",
    "varvalue",
    "varobject",
    "exception",
    "using",
    "constant",
    "enum",
    "pod",
    "namedarray",
    "cdouble",
    "csingle",
    "bool",
    "stdver",
    "string",
];

/// What is wrong with a name, if anything.
pub(super) fn name_fault(name: &str) -> Option<String> {
    reserved_fault(name).or_else(|| {
        (!is_name(name)).then(|| {
            format!("`{name}` is no name: a letter, then letters, digits or `_`, not `_` last")
        })
    })
}

/// What is wrong with a definition's name, if anything.
pub(super) fn service_name_fault(name: &str) -> Option<String> {
    // The reference's own services carry its name.
    let own = name.starts_with("RobotRaconteurTestService")
        || matches!(name, "RobotRaconteur" | "RobotRaconteurServiceIndex");
    if name.ends_with("_signed") {
        return Some("names of definitions may not end with `_signed`".into());
    }
    if own {
        return None;
    }
    reserved_fault(name).or_else(|| {
        (!is_dotted_name(name)).then(|| format!("`{name}` is no name for a definition"))
    })
}

fn reserved_fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("the name is missing".into());
    }
    if matches!(name, "this" | "self" | "Me") || KEYWORDS.contains(&name) {
        return Some(format!("the name `{name}` is reserved"));
    }
    let lower = name.to_ascii_lowercase();
    ["get_", "set_", "rr", "robotraconteur", "async_"]
        .into_iter()
        .find(|prefix| lower.starts_with(prefix))
        .map(|prefix| format!("`{name}` begins with `{prefix}`, which is reserved"))
}
