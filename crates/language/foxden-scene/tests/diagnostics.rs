//! The diagnostics that users get: each case of
//! `tests/diagnostics/*.md` is a heading, the files, and the messages.
//!
//! `UPDATE_EXPECT=1 cargo test -p foxden-scene --test diagnostics` writes the
//! messages of today into the documents; read the difference before you commit it.
#![allow(clippy::unwrap_used)]

mod support;

use expect_test::expect_file;
use support::messages;

/// The file that a block of code is, by the words after the three quotes.
fn file_of(info: &str) -> Option<String> {
    match info.split_once(' ') {
        None if info == "wbt" => Some("world.wbt".to_owned()),
        Some(("proto", name)) => Some(name.to_owned()),
        _ => None,
    }
}

/// The document with the messages of today in its blocks of text.
fn rewritten(document: &str) -> String {
    let mut output = String::new();
    let mut files: Vec<(String, String)> = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        output.push_str(line);
        output.push('\n');
        if line.starts_with("## ") {
            files.clear();
        }
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block: String = lines
            .by_ref()
            .take_while(|line| *line != "```")
            .map(|line| format!("{line}\n"))
            .collect();
        match file_of(info) {
            Some(file) => {
                output.push_str(&block);
                files.push((file, block));
            }
            None => output.push_str(&messages(&files)),
        }
        output.push_str("```\n");
    }
    output
}

macro_rules! documents {
    ($($name:ident),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                let document = include_str!(concat!("diagnostics/", stringify!($name), ".md"));
                expect_file![concat!("diagnostics/", stringify!($name), ".md")]
                    .assert_eq(&rewritten(document));
            }
        )+

        #[test]
        fn every_document_is_tested() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics");
            let mut found: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            found.sort();
            let mut tested = vec![$(concat!(stringify!($name), ".md")),+];
            tested.sort_unstable();
            assert_eq!(found, tested);
        }
    };
}

documents!(
    def_use,
    derived,
    header,
    hidden,
    is,
    lexical,
    names,
    older_files,
    placement,
    proto,
    repeated,
    sets,
    slots,
    syntax,
    templates,
    typical,
    typing,
    urls,
);
