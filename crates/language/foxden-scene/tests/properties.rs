//! What holds for every text, every scene and every edit.
#![allow(clippy::unwrap_used)]

#[path = "support/random_edits.rs"]
mod random_edits;
#[path = "support/random_world.rs"]
mod random_world;
mod support;
#[path = "support/trees.rs"]
mod trees;

use foxden_lang::diagnostic::{Diagnostics, Reporter};
use foxden_lang::fmt::{FileKind, format_text};
use foxden_lang::lexer::TokenKind;
use foxden_lang::source::Source;
use foxden_lang::syntax::SyntaxTree;
use foxden_scene::{NodeId, load, save_text};
use proptest::prelude::*;
use random_edits::edit;
use random_world::{Choices, project};
use std::sync::Arc;
use support::{PROJECT, library, load_files, load_world, read_back, shown};
use trees::{check_links, first_difference};

/// `cargo xtask properties` sets the number of cases and the seed.
fn config(cases: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(cases),
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
        let (saved, again) = read_back(loaded.scene, &files);
        prop_assert_eq!(save_text(&again), save_text(&saved));
        let difference = first_difference(&saved, &again);
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
        let (saved, again) = read_back(scene, &files);
        check_links(&again);
        prop_assert_eq!(save_text(&again), save_text(&saved));
        let difference = first_difference(&saved, &again);
        prop_assert_eq!(difference, None, "{}", save_text(&saved));
    }
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
