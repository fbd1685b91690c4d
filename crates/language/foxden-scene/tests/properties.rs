//! What holds for every text, every scene and every edit.
#![allow(clippy::unwrap_used)]

#[path = "support/random_world.rs"]
mod random_world;
mod support;
#[path = "support/trees.rs"]
mod trees;

use foxden_catalogue::{FieldKind, FieldType, NodeType};
use foxden_lang::diagnostic::{Diagnostics, Reporter};
use foxden_lang::fmt::{FileKind, format_text};
use foxden_lang::lexer::TokenKind;
use foxden_lang::source::Source;
use foxden_lang::syntax::SyntaxTree;
use foxden_scene::{
    FieldPlace, FieldRef, Library, NodeId, Scene, SourcedString, Value, load, save_text,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use random_world::{Choices, Maker, project};
use std::sync::Arc;
use support::{PROJECT, library, load_files, load_world, shown};
use trees::first_difference;

/// The same cases each time, so that a test fails for those who broke it.
/// `FOXDEN_PROPERTY_CASES=5000` looks for new ones.
fn config(cases: u32) -> ProptestConfig {
    let hunted = std::env::var("FOXDEN_PROPERTY_CASES")
        .ok()
        .and_then(|text| text.parse().ok());
    ProptestConfig {
        cases: hunted.unwrap_or(cases),
        rng_seed: match hunted {
            Some(_) => RngSeed::Random,
            None => RngSeed::Fixed(20_231_201),
        },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Pieces that texts of the language are made of, and some that they are not.
const PIECES: &[&str] = &[
    "#VRML_SIM R2023b utf8",
    "# template language: javascript",
    "\n",
    "\n",
    " ",
    "\r\n",
    "\t",
    ",",
    "\u{85}",
    "\u{3000}",
    "{",
    "}",
    "{",
    "}",
    "[",
    "]",
    "\"a\"",
    "\"",
    "\\",
    "\"b\\\"",
    "%<",
    ">%",
    "%<=",
    "%{",
    "}%",
    "%",
    "# note",
    "#",
    "Solid",
    "Group",
    "children",
    "translation",
    "DEF",
    "USE",
    "A",
    "IS",
    "NULL",
    "TRUE",
    "1",
    "-2.5e3",
    "1e400",
    ".",
    "+",
    "PROTO",
    "X",
    "field",
    "SFFloat",
    "MFNode",
    "EXTERNPROTO",
    "\"X.proto\"",
    "hidden",
    "translation_0",
    "é",
    "🦊",
    "\0",
    "'",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec((piece, any::<bool>()), 0..60).prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(piece, blank)| if blank { piece + " " } else { piece })
            .collect()
    })
}

fn read(text: &str, kind: FileKind) -> SyntaxTree {
    let source = Arc::new(Source::new("t", text));
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    match kind {
        FileKind::World => SyntaxTree::read_world(source.clone(), &mut reporter),
        FileKind::Proto => SyntaxTree::read_proto(source.clone(), &mut reporter),
    }
}

fn words(text: &str, kind: FileKind) -> Vec<(TokenKind, String)> {
    let tree = read(text, kind);
    (0..tree.tokens().len())
        .map(|at| (tree.tokens()[at].kind(), tree.text(at).to_owned()))
        .collect()
}

fn kinds() -> impl Strategy<Value = FileKind> {
    prop_oneof![Just(FileKind::World), Just(FileKind::Proto)]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..200)
}

/// Loads what a scene saves, beside the same PROTOs.
fn reloaded(scene: &Scene, files: &[(String, String)]) -> Scene {
    let mut files = files.to_vec();
    files[0].1 = save_text(scene);
    load_files(&files).scene
}

/// Every link leads to a node that knows it, and every node is in the tree.
fn check_links(scene: &Scene) {
    let mut reached = std::collections::BTreeSet::from([scene.root()]);
    for id in scene.ids() {
        let fields = all_fields(scene, id);
        for field in fields {
            for child in scene.nodes_in(field) {
                let node = scene
                    .get(*child)
                    .expect("a link leads to a node that exists");
                assert_eq!(
                    node.parent(),
                    Some(field),
                    "a node knows the field that holds it"
                );
                assert!(reached.insert(*child), "a node stands in one place only");
            }
        }
        if let Some(def) = scene.get(id).unwrap().used_def() {
            assert!(scene.get(def).is_some(), "a USE follows a node that exists");
        }
    }
    let known: std::collections::BTreeSet<NodeId> = scene.ids().collect();
    assert_eq!(known, reached, "no node is lost");
}

fn all_fields(scene: &Scene, id: NodeId) -> Vec<FieldRef> {
    let mut fields = scene.base_fields(id);
    fields.extend(scene.parameter_fields(id));
    fields
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn tokens_and_what_lies_between_are_the_text(text in text(), kind in kinds()) {
        let tree = read(&text, kind);
        let again: String = (0..tree.tokens().len())
            .map(|at| format!("{}{}", tree.trivia_before(at), tree.text(at)))
            .collect();
        prop_assert_eq!(again, text);
    }

    #[test]
    fn formatting_changes_white_space_only_and_once(text in text(), kind in kinds()) {
        if let Ok(once) = format_text("t", &text, kind) {
            let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(dense(&once), dense(&text));
            prop_assert_eq!(words(&once, kind), words(&text, kind));
            prop_assert_eq!(format_text("t", &once, kind).unwrap(), once);
        }
    }

    #[test]
    fn any_text_loads_or_tells(text in text()) {
        let loaded = load_files(&[("world.wbt".to_owned(), text.clone()), ("X.proto".to_owned(), text)]);
        check_links(&loaded.scene);
        prop_assert!(!save_text(&loaded.scene).is_empty());
    }

    #[test]
    fn any_bytes_load_or_tell(bytes in bytes()) {
        check_links(&load_world(bytes).scene);
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn what_is_saved_reads_back_to_the_same_tree(bytes in bytes()) {
        let files = project(&bytes);
        let loaded = load_files(&files);
        check_links(&loaded.scene);
        let again = reloaded(&loaded.scene, &files);
        prop_assert_eq!(save_text(&again), save_text(&loaded.scene));
        let difference = first_difference(&loaded.scene, &again);
        prop_assert_eq!(difference, None, "{}", files[0].1);
    }

    #[test]
    fn edits_keep_the_scene_whole(bytes in bytes(), edits in proptest::collection::vec(any::<u8>(), 0..120)) {
        let files = project(&bytes);
        let mut library = library(&files);
        let world = foxden_lang::resolve::Location::file(format!("{PROJECT}world.wbt"));
        let mut scene = load(&world, &mut library).unwrap().scene;
        let mut choices = Choices::new(&edits);
        while !choices.is_done() {
            edit(&mut scene, &mut library, &mut choices);
            check_links(&scene);
        }
        scene.settle(&mut library);
        check_links(&scene);
        let again = reloaded(&scene, &files);
        check_links(&again);
        prop_assert_eq!(save_text(&again), save_text(&scene));
        let difference = first_difference(&scene, &again);
        prop_assert_eq!(difference, None, "{}", save_text(&scene));
    }
}

/// One random edit; a refusal is fine.
fn edit(scene: &mut Scene, library: &mut Library, choices: &mut Choices<'_>) {
    let ids: Vec<_> = scene.ids().collect();
    let id = *choices.pick(&ids);
    let fields = scene.visible_fields(id);
    if fields.is_empty() {
        return;
    }
    let field = *choices.pick(&fields);
    if !is_kept(scene, field) {
        return;
    }
    match (scene.field_type(field).is_node(), choices.below(4)) {
        (_, 3) => drop(scene.settle(library)),
        (true, 0) => {
            let at = choices.below(3);
            let _ = scene.remove_node(library, field, at);
        }
        (true, _) => {
            let at = choices.below(3);
            let rules = match field.place {
                FieldPlace::Field(index) => {
                    scene.get(id).unwrap().model().fields[index.0 as usize].nodes
                }
                FieldPlace::Parameter(..) => &[],
            };
            let mut maker = Maker {
                choices: choices.clone(),
                defs: known_names(scene),
            };
            let text = maker.node(rules, 4);
            *choices = maker.choices;
            let _ = scene.insert_text(library, field, at, &text);
        }
        (false, _) => {
            let number = choices.below(256) as f64 / 8.0 - 4.0;
            let value = match scene.field_type(field) {
                FieldType::SFFloat => Value::Float(number),
                FieldType::SFInt32 => Value::Int(number as i32),
                FieldType::SFBool => Value::Bool(number > 3.0),
                FieldType::SFVec3f => Value::Vec3([number, 0.5, 1.0 - number]),
                FieldType::SFString => {
                    Value::String(SourcedString::from(format!("s{number}").as_str()))
                }
                FieldType::MFFloat => Value::FloatList(vec![number; choices.below(4)]),
                _ => return,
            };
            let _ = scene.set(field, value);
        }
    }
}

/// Whether files keep what is changed in a field: not in deprecated ones, which
/// are not written, not in a USE, which is written as its name, and not the
/// type of a Slot, which does not part a pair before the world is read again.
fn is_kept(scene: &Scene, field: FieldRef) -> bool {
    let node = scene.get(field.node).unwrap();
    let is_deprecated = match field.place {
        FieldPlace::Field(index) => {
            node.model().fields[index.0 as usize].kind == FieldKind::Deprecated
        }
        FieldPlace::Parameter(..) => false,
    };
    let is_in_use = std::iter::once(field.node)
        .chain(scene.ancestors(field.node))
        .any(|node| scene.get(node).unwrap().used_def().is_some());
    let is_slot_type = node.base_type() == NodeType::Slot && scene.field_name(field) == "type";
    !is_deprecated && !is_in_use && !is_slot_type
}

/// The DEF names of a scene, with what has them.
fn known_names(scene: &Scene) -> Vec<(String, String)> {
    scene
        .ids()
        .filter_map(|id| scene.get(id))
        .filter(|node| !node.is_in_body() && node.parameter_node().is_none())
        .filter_map(|node| Some((node.type_name().to_owned(), node.def()?.to_owned())))
        .collect()
}

#[test]
fn the_generator_makes_scenes_worth_testing() {
    let mut state = 7_u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(3000)
    .collect();
    let loaded = load_files(&project(&bytes));
    let scene = &loaded.scene;
    let count = |test: &dyn Fn(NodeId) -> bool| scene.ids().filter(|id| test(*id)).count();
    assert!(scene.ids().count() > 100, "{}", shown(&loaded.diagnostics));
    assert!(count(&|id| scene.get(id).unwrap().proto().is_some()) > 20);
    assert!(count(&|id| scene.get(id).unwrap().used_def().is_some()) > 20);
}
