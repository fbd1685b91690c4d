//! Names of the definition as Rust names.

use proc_macro2::{Ident, Span};

const KEYWORDS: [&str; 51] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
    "return", "static", "struct", "trait", "true", "type", "unsafe", "use", "where", "while",
    "abstract", "become", "box", "do", "final", "macro", "override", "priv", "typeof", "unsized",
    "virtual", "yield", "try", "gen", "union", "raw", "safe",
];

/// Words that cannot be raw identifiers either.
const FORBIDDEN: [&str; 4] = ["crate", "self", "super", "Self"];

fn identifier(text: &str) -> Ident {
    if FORBIDDEN.contains(&text) {
        Ident::new(&format!("{text}_"), Span::call_site())
    } else if KEYWORDS.contains(&text) {
        Ident::new_raw(text, Span::call_site())
    } else if text.starts_with(|first: char| first.is_ascii_digit()) {
        Ident::new(&format!("_{text}"), Span::call_site())
    } else {
        Ident::new(text, Span::call_site())
    }
}

/// The words of a name: `myTestName2`, `my_test_name2` are my, test, name2.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let letters: Vec<char> = name.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(index + 1);
        let begins = letter.is_ascii_uppercase()
            && (before.is_some_and(|before| !before.is_ascii_uppercase())
                || after.is_some_and(|after| after.is_ascii_lowercase()));
        if (*letter == '_' || begins) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if *letter != '_' {
            word.push(letter.to_ascii_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn snake_text(name: &str) -> String {
    words(name).join("_")
}

fn camel_text(name: &str) -> String {
    let mut text = String::new();
    for word in words(name) {
        let mut letters = word.chars();
        text.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}

/// For functions, fields and modules.
pub fn snake(name: &str) -> Ident {
    identifier(&snake_text(name))
}

/// Like [`snake`] with something after it.
pub fn snake_before(name: &str, after: &str) -> Ident {
    identifier(&format!("{}{after}", snake_text(name)))
}

/// Like [`snake`]; a name that looks like another of `all` then stays as it is.
pub fn snake_among<'a>(all: impl IntoIterator<Item = &'a str>, name: &str) -> Ident {
    identifier(&among(all, name, snake_text))
}

/// For types and enumeration values; a name that looks like another of `all`
/// then stays as it is.
pub fn camel_among<'a>(all: impl IntoIterator<Item = &'a str>, name: &str) -> Ident {
    identifier(&among(all, name, camel_text))
}

fn among<'a>(
    all: impl IntoIterator<Item = &'a str>,
    name: &str,
    convert: fn(&str) -> String,
) -> String {
    let converted = convert(name);
    let clash = all
        .into_iter()
        .any(|other| other != name && convert(other) == converted);
    if clash { name.to_owned() } else { converted }
}

/// A name with something before it; the name may be raw.
pub fn prefixed(before: &str, name: &Ident) -> Ident {
    let text = name.to_string();
    identifier(&format!("{before}{}", text.trim_start_matches("r#")))
}

/// A name with something after it; the name may be raw.
pub fn suffixed(name: &Ident, after: &str) -> Ident {
    let text = name.to_string();
    identifier(&format!("{}{after}", text.trim_start_matches("r#")))
}

/// For constants.
pub fn shout(name: &str) -> Ident {
    identifier(&words(name).join("_").to_ascii_uppercase())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_words() {
        assert_eq!(
            snake("LocalNodeServicesChanged").to_string(),
            "local_node_services_changed"
        );
        assert_eq!(snake("NodeID").to_string(), "node_id");
        assert_eq!(
            snake("ServiceIndexConnectionURL").to_string(),
            "service_index_connection_url"
        );
        assert_eq!(camel_among([], "teststruct1").to_string(), "Teststruct1");
        assert_eq!(camel_among([], "robot_state").to_string(), "RobotState");
        assert_eq!(shout("int32const_array").to_string(), "INT32CONST_ARRAY");
        assert_eq!(snake("in").to_string(), "r#in");
        assert_eq!(snake("self").to_string(), "self_");
        assert_eq!(snake("1a").to_string(), "_1a");
    }

    #[test]
    fn names_that_look_alike_stay_apart() {
        let all = ["a_1", "a1", "b"];
        let names = all.map(|name| camel_among(all, name).to_string());
        assert_eq!(names, ["a_1", "a1", "B"]);
        assert_eq!(prefixed("set_", &snake("type")).to_string(), "set_type");
        assert_eq!(suffixed(&snake("members"), "_").to_string(), "members_");
    }
}
