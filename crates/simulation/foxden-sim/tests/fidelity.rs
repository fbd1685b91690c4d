//! The table of fidelity has a row for everything, and no other.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_catalogue::NodeType;
use foxden_sim::fidelity::{self, Fidelity, ignored_in, listed_fields};
use foxden_sim::support_status::{SupportStatus, support_status};

#[test]
fn every_field_of_a_simulated_node_has_a_row() {
    let expected: Vec<String> = NodeType::all()
        .filter(|kind| support_status(*kind) == Some(SupportStatus::Simulated))
        .flat_map(|kind| listed_fields(kind).map(move |field| format!("{}.{field}", kind.name())))
        .collect();
    let rows: Vec<String> = fidelity::fields()
        .map(|(node, field, _)| format!("{node}.{field}"))
        .collect();
    let missing: Vec<_> = expected
        .iter()
        .filter(|item| !rows.contains(item))
        .collect();
    let extra: Vec<_> = rows
        .iter()
        .filter(|item| !expected.contains(item))
        .collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "{missing:?} {extra:?}"
    );
}

#[test]
fn every_function_of_the_library_has_a_row() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/library/functions.tsv"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut expected: Vec<&str> = lines.filter_map(|line| line.split('\t').next()).collect();
    let mut rows: Vec<&str> = fidelity::functions().map(|(name, _)| name).collect();
    expected.sort_unstable();
    rows.sort_unstable();
    assert_eq!(rows, expected);
}

#[test]
fn every_row_that_needs_a_reason_has_one() {
    let levels = fidelity::fields().map(|(_, _, fidelity)| fidelity);
    for fidelity in levels.chain(fidelity::functions().map(|(_, fidelity)| fidelity)) {
        let has_detail = fidelity.detail().is_some_and(|detail| !detail.is_empty());
        assert!(has_detail || fidelity == Fidelity::Picture, "{fidelity:?}");
    }
}

#[test]
fn what_is_ignored_is_found_once_for_each_kind_and_field() {
    let world = support::world(
        "WorldInfo { physics \"plugin\" title \"x\" }\nViewpoint {}\n\
         Robot { name \"r\" children [ Speaker { name \"a\" } Speaker { name \"b\" } ] }\n",
    );
    let found = ignored_in(world.scene());
    let name = |node| world.scene().get(node).unwrap().type_name().to_owned();
    let found: Vec<_> = found
        .iter()
        .map(|item| (name(item.node), item.field))
        .collect();
    assert_eq!(
        found,
        [
            ("WorldInfo".to_owned(), Some("physics")),
            ("Speaker".to_owned(), None)
        ]
    );
}
