//! No input makes the parser panic, and what it accepts survives printing.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use raconteur_robdef::{Definitions, MAX_TEXT, parse};

/// Pieces that definitions are made of, so that random texts get far.
fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "service",
        "stdver",
        "option",
        "import",
        "using",
        "as",
        "constant",
        "enum",
        "struct",
        "pod",
        "namedarray",
        "object",
        "end",
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
        "int32",
        "uint8",
        "double",
        "string",
        "varvalue",
        "varobject",
        "bool",
        "0.9.2",
        "0.8",
        "version",
        "a.b",
        "a",
        "b",
        "S",
        "[]",
        "[3]",
        "[3-]",
        "[*]",
        "[2,2]",
        "[",
        "]",
        "{list}",
        "{int32}",
        "{generator}",
        "{",
        "}",
        "(",
        ")",
        ",",
        "=",
        "1",
        "-0x5",
        "2.5e3",
        "\"t\\u00e4\"",
        "\\",
        "#",
        "##",
        "readonly",
        "[readonly]",
        "[hello(1, a)]",
        ":",
        "\n",
        "\n",
        "\n",
        "\r\n",
        " ",
        " ",
        " ",
        " ",
        "\t",
    ]);
    prop_oneof![8 => words.prop_map(str::to_owned), 1 => "[ -~]{0,6}", 1 => "\\PC{0,3}"]
}

fn name() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9]{0,5}x[0-9]"
}

fn base() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
        "uint64", "cdouble", "csingle", "bool", "varvalue",
    ])
}

fn data_type() -> impl Strategy<Value = String> {
    let shape = prop_oneof![
        Just(String::new()),
        Just("[]".to_owned()),
        Just("[*]".to_owned()),
        (1_u32..99).prop_map(|length| format!("[{length}]")),
        (1_u32..99).prop_map(|length| format!("[{length}-]")),
        (1_u32..9, 1_u32..9).prop_map(|(one, other)| format!("[{one},{other}]")),
        (1_u32..9).prop_map(|one| format!("[{one},]")),
    ];
    let container = prop::sample::select(vec!["", "{list}", "{int32}", "{string}"]);
    (base(), shape, container)
        .prop_map(|(base, shape, container)| format!("{base}{shape}{container}"))
}

fn member() -> impl Strategy<Value = String> {
    let modifiers = prop::sample::select(vec!["", " [readonly]", " [nolock, other(1, 2.5)]"]);
    let plain = prop::sample::select(vec!["property", "pipe", "wire"]);
    let parameters = || {
        prop::collection::btree_map(name(), data_type(), 0..4).prop_map(|list| {
            list.into_iter()
                .map(|(name, data_type)| format!("{data_type} {name}"))
                .collect::<Vec<_>>()
                .join(", ")
        })
    };
    let memory = prop::sample::select(vec!["[]", "[*]"]);
    let objref = prop::sample::select(vec!["Root", "Root[]", "Root{int32}", "varobject{string}"]);
    prop_oneof![
        (plain, data_type(), name(), modifiers).prop_map(
            |(kind, data_type, name, modifiers)| format!("{kind} {data_type} {name}{modifiers}")
        ),
        (data_type(), name(), parameters())
            .prop_map(|(returns, name, list)| format!("function {returns} {name}({list})")),
        (name(), parameters()).prop_map(|(name, list)| format!("event {name}({list})")),
        (base(), name(), parameters())
            .prop_map(|(base, name, list)| format!("function {base}{{generator}} {name}({list})")),
        (name(), parameters()).prop_map(|(name, list)| format!("callback void {name}({list})")),
        (
            base().prop_filter("numbers", |base| *base != "varvalue"),
            memory,
            name()
        )
            .prop_map(|(base, shape, name)| format!("memory {base}{shape} {name}")),
        (objref, name()).prop_map(|(target, name)| format!("objref {target} {name}")),
    ]
}

/// A whole definition that must be accepted, apart from doubled names.
fn definition() -> impl Strategy<Value = String> {
    let documentation = || {
        prop_oneof![
            Just(String::new()),
            "( [ -~]{0,9})?".prop_map(|text| format!("##{text}\n"))
        ]
    };
    let constants = prop::collection::vec((any::<i32>(), any::<f64>(), "\\PC{0,8}"), 0..3);
    let values = prop::collection::btree_set(any::<i32>(), 1..5);
    let members = prop::collection::vec((documentation(), member()), 0..12);
    (documentation(), constants, values, members).prop_map(|(top, constants, values, members)| {
        let mut text = format!("{top}service t.s\nstdver 0.9.2\n");
        for (index, (whole, real, words)) in constants.into_iter().enumerate() {
            text += &format!("constant int32 whole{index} {whole}\n");
            if real.is_finite() {
                text += &format!("constant double[] real{index} {{{real:?}}}\n");
            }
            text += &format!("constant string words{index} {}\n", quoted(&words));
        }
        text += "enum Values\n";
        for (index, value) in values.into_iter().enumerate() {
            text += &format!("    v{index} = {value},\n");
        }
        text += "end\nobject Root\n";
        for (documentation, member) in members {
            text += &format!("{documentation}{member}\n");
        }
        text + "end\n"
    })
}

fn quoted(words: &str) -> String {
    let mut text = String::from("\"");
    for unit in words.encode_utf16() {
        text += &format!("\\u{unit:04x}");
    }
    text + "\""
}

proptest! {
    #[test]
    fn any_text_is_answered(pieces in prop::collection::vec(piece(), 0..80)) {
        let text = format!("service t.s\n{}", pieces.concat());
        match parse(&text) {
            Ok(definition) => {
                let again = parse(&definition.to_string()).unwrap();
                prop_assert_eq!(&definition, &again);
                let _ = Definitions::validate(vec![definition]);
            }
            Err(problems) => {
                prop_assert!(problems.errors().next().is_some());
                let lines = u32::try_from(text.split('\n').count()).unwrap();
                for problem in problems.iter() {
                    prop_assert!((1..=lines).contains(&problem.span.line), "{}", problem);
                }
            }
        }
    }

    #[test]
    fn good_definitions_survive_printing(text in definition()) {
        let definition = parse(&text).map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        let printed = definition.to_string();
        let again = parse(&printed).map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        prop_assert_eq!(&definition, &again);
        prop_assert_eq!(printed, again.to_string());
    }
}

#[test]
fn too_long_a_text_is_refused_at_once() {
    let text = format!("service t.s\n{}", "#\n".repeat(MAX_TEXT));
    let problems = parse(&text).unwrap_err();
    assert_eq!(problems.iter().count(), 1);
}

#[test]
fn deep_nesting_is_refused() {
    let mut text = String::from("service t.s\n");
    for index in 0..10_000 {
        text += &format!("pod P{index}\nfield P{} a\nend\n", index + 1);
    }
    text += "pod P10000\nfield int32 a\nend\n";
    let problems = Definitions::validate(vec![parse(&text).unwrap()]).unwrap_err();
    assert!(problems.to_string().contains("nested too deep"));
}

#[test]
fn wide_nesting_is_checked_in_linear_time() {
    let mut text = String::from("service t.s\n");
    for index in 0..60 {
        let fields = (0..40).map(|field| format!("field P{} f{field}\n", index + 1));
        text += &format!("pod P{index}\n{}end\n", fields.collect::<String>());
    }
    text += "pod P60\nfield int32 a\nend\n";
    assert!(Definitions::validate(vec![parse(&text).unwrap()]).is_ok());
}

#[test]
fn every_problem_is_reported_with_its_place() {
    let text = "service t.s\n\
                stdver 0.9.2\n\
                struct S\n\
                \x20   field int99[ a\n\
                \x20   field int32 good\n\
                \x20   property int32 b\n\
                end struct\n\
                object O\n\
                \x20   wire int32 w [readonly\n\
                \x20   function void f(int32 a \\\n\
                \x20       int32 b)\n";
    let problems = parse(text).unwrap_err();
    let places: Vec<String> = problems
        .errors()
        .map(|problem| problem.span.to_string())
        .collect();
    assert_eq!(places, ["4:17", "6:5", "7:1", "9:19", "11:9", "8:1"]);
}
