//! What to do about a mistake, in a sentence.

use super::Parser;
use crate::ast::{Node, NodeKind};
use crate::header::FileVersion;
use crate::lexer::TokenKind;
use crate::resolve::{official_address, official_proto, official_proto_names};
use foxden_catalogue::{FieldKind, FieldType, NodeType};

impl Parser<'_, '_, '_> {
    /// How to fix a word where a field is expected.
    pub(super) fn stray_word_hint(&self, node: &Node) -> String {
        match self.cursor.kind() {
            TokenKind::CloseBracket => return "no list is open here: remove the bracket".into(),
            TokenKind::OpenBrace => {
                return "this brace has no node in front of it: remove it".into();
            }
            TokenKind::Keyword if matches!(self.cursor.text(), "USE" | "DEF") => {
                return "write the field that holds the node in front of it, such as children [ … ]"
                    .into();
            }
            TokenKind::Keyword => return "this word is reserved".into(),
            _ => {}
        }
        let Some(last) = node.items.last() else {
            return format!(
                "fields start with their name; see {}",
                known_fields(&node.kind)
            );
        };
        let (name, field_type) = node.kind.field(last.field);
        if name == "gravity" {
            return "since R2020b gravity is one number, such as 9.81".into();
        }
        let comma = match self.cursor.decimal_comma() {
            Some((whole, fraction)) => format!(
                "; a comma separates numbers: write {whole}.{fraction} instead of {whole},{fraction}"
            ),
            None => String::new(),
        };
        match numbers_of(field_type) {
            Some(1) => format!("'{name}' takes one number{comma}"),
            Some(count) => format!("'{name}' takes {count} numbers{comma}"),
            None if field_type.is_multiple() => {
                format!("put several values of '{name}' between brackets: {name} [ … ]")
            }
            None => format!("'{name}' takes one value"),
        }
    }

    /// How to fix a word where a name is expected.
    pub(super) fn missing_name_hint(&self, expected: &str) -> String {
        let list = self.open_list.filter(|list| list.depth == self.depth);
        match (self.cursor.kind(), list) {
            (TokenKind::Keyword, Some(_)) if self.cursor.is_word("IS") => {
                "IS binds a whole field, not an item of a list: write 'field IS parameter'".into()
            }
            (TokenKind::Keyword, _) => {
                format!("'{}' is a reserved word", self.cursor.text())
            }
            (TokenKind::CloseBrace, Some(list)) => {
                format!(
                    "close the list {}: add ] in front of this",
                    self.opening(list.span)
                )
            }
            (TokenKind::CloseBrace, None) if self.depth == 0 => {
                "no node is open here: remove the brace, or look for one too many above".into()
            }
            (TokenKind::CloseBracket, None) if self.depth == 0 => {
                "no list is open here: remove the bracket".into()
            }
            (TokenKind::OpenBracket, Some(_)) => {
                "a list cannot hold a list: remove the inner brackets".into()
            }
            (TokenKind::OpenBrace, _) if expected == "a node" => {
                "write the name of the node in front of the brace".into()
            }
            _ if expected == "a node" => "a node is a name with braces: Solid { }".into(),
            _ => format!("write {expected} here"),
        }
    }
}

/// What a name may mean that is neither a node nor a declared PROTO.
pub(crate) fn unknown_name_hint(name: &str, declared: &[String], version: FileVersion) -> String {
    if let Some(proto) = official_proto(name) {
        let tag = proto.release_near(version).release_of_protos();
        return format!(
            "add below the header: EXTERNPROTO \"{}\"",
            official_address(&tag, &proto.path())
        );
    }
    let names = NodeType::all()
        .filter(|node_type| !node_type.model().is_abstract)
        .map(|node_type| -> &str { node_type.name() })
        .chain(declared.iter().map(String::as_str));
    match closest(name, names).or_else(|| closest(name, official_proto_names())) {
        Some(near) => format!(
            "did you mean {near}? Otherwise declare the PROTO below the header: \
             EXTERNPROTO \"…/{name}.proto\""
        ),
        None => {
            format!("if it is a PROTO, declare it below the header: EXTERNPROTO \"…/{name}.proto\"")
        }
    }
}

/// The names of the fields or parameters.
pub(super) fn known_fields(kind: &NodeKind) -> String {
    match kind {
        NodeKind::BuiltIn(node_type) => {
            let names: Vec<_> = node_type
                .model()
                .fields
                .iter()
                .filter(|field| field.kind != FieldKind::Deprecated)
                .map(|field| field.name)
                .collect();
            format!("the fields of {} are: {}", kind.name(), names.join(", "))
        }
        NodeKind::Instance(model) if model.parameters.is_empty() => {
            format!("the PROTO {} has no parameters", model.name)
        }
        NodeKind::Instance(model) => {
            let names: Vec<_> = model
                .parameters
                .iter()
                .take(100)
                .map(|parameter| &*parameter.name)
                .collect();
            format!("the parameters of {} are: {}", model.name, names.join(", "))
        }
    }
}

/// How many numbers one value of a type is.
fn numbers_of(field_type: FieldType) -> Option<usize> {
    match field_type {
        FieldType::SFInt32 | FieldType::SFFloat => Some(1),
        FieldType::SFVec2f => Some(2),
        FieldType::SFVec3f | FieldType::SFColor => Some(3),
        FieldType::SFRotation => Some(4),
        _ => None,
    }
}

/// The known name that is most like a misspelt one, if any is close.
pub fn closest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // Names of a thousand letters are no typing mistakes, and the cost of
    // comparing is the product of the lengths.
    if name.len() > 100 {
        return None;
    }
    let most = |candidate: &str| 1 + name.len().min(candidate.len()) / 4;
    let lower = name.to_lowercase();
    let own_letters = letters(name);
    known
        .filter(|candidate| candidate.len() <= 100)
        // the distance is at least the difference of the lengths and the number of letters
        // that only one of both has, which cost next to nothing
        .filter(|candidate| {
            if !(name.is_ascii() && candidate.is_ascii()) {
                return true;
            }
            let most = most(candidate);
            let other_letters = letters(candidate);
            let missing = (own_letters & !other_letters).count_ones();
            let added = (other_letters & !own_letters).count_ones();
            name.len().abs_diff(candidate.len()) <= most && missing.max(added) as usize <= most
        })
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|(distance, candidate)| *distance <= most(candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// The letters of a name as bits, capitals and small ones alike.
fn letters(name: &str) -> u32 {
    name.bytes().fold(0, |bits, byte| bits | 1 << (byte & 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `closest` does, without what it leaves out beforehand.
    fn closest_of_all<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
        let distance = |candidate: &str| {
            strsim::damerau_levenshtein(&name.to_lowercase(), &candidate.to_lowercase())
        };
        known
            .iter()
            .map(|candidate| (distance(candidate), *candidate))
            .filter(|(distance, candidate)| *distance <= 1 + name.len().min(candidate.len()) / 4)
            .min()
            .map(|(_, candidate)| candidate)
    }

    #[test]
    fn nothing_close_is_left_out() {
        let known: Vec<&str> = official_proto_names().collect();
        for right in known.iter().step_by(150) {
            for at in 0..right.len() {
                let mut shorter = (*right).to_owned();
                shorter.remove(at);
                let mut twice = shorter.clone();
                twice.remove(at / 2);
                let other = format!("{}q{}", &right[..at], &right[at + 1..]);
                let longer = format!("{}Zé{}", &right[..at], &right[at..]);
                for wrong in [shorter, twice, other, longer] {
                    let found = closest(&wrong, known.iter().copied());
                    assert_eq!(found, closest_of_all(&wrong, &known), "{wrong}");
                }
            }
        }
    }
}
