//! Files that mean harm, or that a broken program wrote: each gets an error in
//! bounded time and memory. A test that would run for ever or fill the memory
//! shows by not coming back; none looks at a clock.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_lang::diagnostic::{Code, MAXIMUM_PER_FILE, Severity};
use foxden_lang::source::MAXIMUM_FILE_SIZE;
use foxden_scene::{Loaded, MAXIMUM_NODES, MAXIMUM_SCENE_DEPTH, save_text, tree_text};
use support::{load_files, load_world, shown};

const HEAD: &str = "#VRML_SIM R2023b utf8\nWorldInfo {}\nViewpoint {}\n";
const SCRIPT: &str = "# template language: javascript\n";

fn world(body: impl AsRef<str>) -> Loaded {
    load_world(format!("{HEAD}{}", body.as_ref()))
}

/// A world that uses `X.proto`, whose text follows its header.
fn with_proto(body: &str, proto: &str) -> Loaded {
    with_protos(body, &[("X", proto)])
}

fn with_protos(body: &str, protos: &[(&str, &str)]) -> Loaded {
    let head = "#VRML_SIM R2023b utf8\n";
    let declarations: String = protos
        .iter()
        .map(|(name, _)| format!("EXTERNPROTO \"{name}.proto\"\n"))
        .collect();
    let mut files = vec![(
        "world.wbt".to_owned(),
        format!("{head}{declarations}WorldInfo {{}}\nViewpoint {{}}\n{body}"),
    )];
    for (name, text) in protos {
        files.push((format!("{name}.proto"), format!("{head}{text}")));
    }
    load_files(&files)
}

#[track_caller]
fn expect(loaded: &Loaded, code: Code) {
    let found = loaded
        .diagnostics
        .iter()
        .any(|finding| finding.code == code && finding.severity == Severity::Error);
    assert!(found, "no {code}: {}", shown(&loaded.diagnostics));
}

/// What a scene is good for afterwards: it can be shown and saved.
fn use_it(loaded: &Loaded) {
    let scene = &loaded.scene;
    assert!(!tree_text(scene, scene.root()).is_empty());
    assert!(save_text(scene).starts_with("#VRML_SIM"));
}

#[test]
fn a_million_open_braces() {
    for text in [
        "{",
        "[",
        "Solid {",
        "Solid { children [ ",
        "DEF A Group { children ",
    ] {
        let loaded = world(text.repeat(1_000_000));
        assert!(loaded.diagnostics.has_errors());
        assert!(loaded.diagnostics.len() <= MAXIMUM_PER_FILE);
    }
    let closed = world("}".repeat(1_000_000));
    assert!(closed.diagnostics.has_errors());
}

#[test]
fn nodes_nested_a_hundred_thousand_deep() {
    let depth = 100_000;
    let text = format!(
        "{}{}",
        "Group { children [ ".repeat(depth),
        "] }".repeat(depth)
    );
    let loaded = world(text);
    expect(&loaded, Code::TooDeep);
    use_it(&loaded);
}

#[test]
fn nodes_nested_as_deep_as_allowed() {
    let depth = MAXIMUM_SCENE_DEPTH;
    let text = format!(
        "{}{}",
        "Group { children [ ".repeat(depth),
        "] }".repeat(depth)
    );
    let loaded = world(text);
    assert!(
        !loaded.diagnostics.has_errors(),
        "{}",
        shown(&loaded.diagnostics)
    );
    use_it(&loaded);
}

#[test]
fn a_file_beyond_the_limit() {
    // the largest token a file can hold is the file; anything above the cap is not even decoded
    let mut text = HEAD.as_bytes().to_vec();
    text.extend_from_slice(b"Solid { name \"");
    text.resize(MAXIMUM_FILE_SIZE + 1, b'x');
    let loaded = load_world(text);
    expect(&loaded, Code::TooLarge);
}

#[test]
fn a_string_of_64_megabytes() {
    let loaded = world(format!("Solid {{ name \"{}\" }}", "x".repeat(64 << 20)));
    assert!(!loaded.diagnostics.has_errors());
    let unclosed = world(format!("Solid {{ name \"{}", "x".repeat(64 << 20)));
    expect(&unclosed, Code::UnclosedString);
    assert!(
        shown(&unclosed.diagnostics).len() < 10_000,
        "long lines are cut"
    );
}

#[test]
fn a_word_of_64_megabytes() {
    for letter in ["x", "1", "-", "."] {
        let loaded = world(letter.repeat(64 << 20));
        assert!(loaded.diagnostics.has_errors());
        assert!(shown(&loaded.diagnostics).len() < 20_000);
    }
}

#[test]
fn a_million_mistakes_on_one_line() {
    for mistake in [
        "Soild { } ",
        "Solid { translation 1 1 } ",
        "Robot { } ",
        "1.2.3 ",
        "] ",
        "\"\\q\" ",
    ] {
        let loaded = world(mistake.repeat(300_000));
        assert!(loaded.diagnostics.len() <= MAXIMUM_PER_FILE);
    }
    assert!(world("Soild { } ".repeat(1_000)).diagnostics.suppressed() >= 800);
}

#[test]
fn errors_behind_two_hundred_warnings_still_count() {
    let loaded = world(format!(
        "{}Soild {{ }}",
        "Solid { name \"a\" }\nBox {}\n".repeat(300)
    ));
    assert_eq!(loaded.diagnostics.len(), MAXIMUM_PER_FILE);
    assert!(loaded.diagnostics.has_errors());
}

#[test]
fn numbers_that_are_none() {
    for number in [
        "1e400", "-1e400", "1e-400", "nan", "NaN", "inf", "0x10", "1e", "1e+", "--1", ".",
    ] {
        let loaded = world(format!("DirectionalLight {{ intensity {number} }}"));
        assert!(loaded.diagnostics.has_errors(), "{number}");
    }
    let digits = "9".repeat(100_000);
    let loaded = world(format!(
        "DirectionalLight {{ intensity 0.{digits} }} DirectionalLight {{ intensity {digits} }}"
    ));
    expect(&loaded, Code::InvalidToken);
}

#[test]
fn bytes_that_are_no_text() {
    let mut bytes = HEAD.as_bytes().to_vec();
    bytes.extend((0..=255).cycle().take(100_000));
    let loaded = load_world(&bytes);
    assert!(loaded.diagnostics.has_errors());
    let loaded = load_world(
        [
            b"#VRML_SIM R2023b utf8\nSolid { name \"a\xFF\xC0b\" }\n".as_slice(),
            &[0xF0, 0x9F],
        ]
        .concat(),
    );
    assert!(loaded.diagnostics.has_errors() || !loaded.diagnostics.is_empty());
    for mark in [
        [0xFF, 0xFE].as_slice(),
        &[0xFE, 0xFF],
        &[0xEF, 0xBB, 0xBF],
        &[0xFF, 0xFE, 0x00],
    ] {
        assert!(load_world(mark).diagnostics.has_errors());
    }
}

const SAMPLE_WORLD: &str = "#VRML_SIM R2023b utf8\n\nEXTERNPROTO \"X.proto\"\nWorldInfo { title \"é\" }\nViewpoint { }\n\
    DEF A Solid { translation 1 2.5e-3 -3 # note\n children [ Shape { geometry DEF B Box { } } USE B \
    X { hidden translation_0 1 2 3 parts [ Shape { geometry Sphere { radius 2 } } ] names [ \"a\" \"b\\\"\" ] } ] }\n";

const SAMPLE_PROTO: &str = "#VRML_SIM R2023b utf8\n# template language: javascript\n# tags: nonDeterministic\n\
    PROTO X [ field MFNode { Shape{} } parts [ ] field SFString { \"a\" \"é\" } kind \"a\" field MFString names [ \"x\" ] unconnectedField SFColor tint 1 0 0 ]\n\
    { %< const size = fields.names.value.length; >% Solid { name \"%<= size >%\" translation %<= size >% 0 0 children IS parts } }\n";

#[test]
fn truncation_at_every_byte() {
    let whole = load_files(&[
        ("world.wbt".to_owned(), SAMPLE_WORLD),
        ("X.proto".to_owned(), SAMPLE_PROTO),
    ]);
    assert!(
        !whole.diagnostics.has_errors(),
        "{}",
        shown(&whole.diagnostics)
    );
    for end in 0..SAMPLE_WORLD.len() {
        let files = [
            ("world.wbt".to_owned(), &SAMPLE_WORLD.as_bytes()[..end]),
            ("X.proto".to_owned(), SAMPLE_PROTO.as_bytes()),
        ];
        use_it(&load_files(&files));
    }
    for end in 0..SAMPLE_PROTO.len() {
        let files = [
            ("world.wbt".to_owned(), SAMPLE_WORLD.as_bytes()),
            ("X.proto".to_owned(), &SAMPLE_PROTO.as_bytes()[..end]),
        ];
        let loaded = load_files(&files);
        use_it(&loaded);
        assert!(
            loaded.diagnostics.has_errors() || end >= SAMPLE_PROTO.trim_end().len(),
            "a PROTO cut at {end} is an error"
        );
    }
}

/// The same interface without a template, which would cost an engine for each of the thousands.
const PLAIN_PROTO: &str = "#VRML_SIM R2023b utf8\nPROTO X [ field MFNode parts [ ] unconnectedField MFString names [ ] ] { Solid { children IS parts } }";

#[test]
fn every_byte_replaced_by_an_odd_one() {
    for at in 0..SAMPLE_WORLD.len() {
        for odd in [b'{', b'}', b'[', b'"', b'%', 0xFF] {
            let mut text = SAMPLE_WORLD.as_bytes().to_vec();
            text[at] = odd;
            use_it(&load_files(&[
                ("world.wbt".to_owned(), text),
                ("X.proto".to_owned(), PLAIN_PROTO.as_bytes().to_vec()),
            ]));
        }
    }
}

#[test]
fn uses_that_double_at_every_step() {
    let mut text = "DEF A0 Group { children [ Shape { } ] }\n".to_owned();
    for at in 1..64 {
        let before = at - 1;
        text += &format!("DEF A{at} Group {{ children [ USE A{before} USE A{before} ] }}\n");
    }
    let loaded = world(text);
    expect(&loaded, Code::TooLarge);
    assert!(loaded.scene.ids().count() <= MAXIMUM_NODES + 1);
}

#[test]
fn uses_that_nest_deeper_and_deeper() {
    let mut text = String::new();
    let (open, close) = ("Group { children [ ".repeat(200), "] }".repeat(200));
    for at in 0..30 {
        let inner = if at == 0 {
            "Shape { }".to_owned()
        } else {
            format!("USE A{}", at - 1)
        };
        text += &format!("DEF A{at} {open}{inner}{close}\n");
    }
    let loaded = world(text);
    expect(&loaded, Code::TooDeep);
    use_it(&loaded);
}

#[test]
fn protos_that_contain_each_other() {
    let own = with_proto(
        "X { }",
        "EXTERNPROTO \"X.proto\"\nPROTO X [ ] { Group { children [ X { } X { } ] } }",
    );
    expect(&own, Code::RecursiveProto);
    let pair = with_protos(
        "X { }",
        &[
            (
                "X",
                "EXTERNPROTO \"Y.proto\"\nPROTO X [ ] { Group { children [ Y { } Y { } ] } }",
            ),
            (
                "Y",
                "EXTERNPROTO \"X.proto\"\nPROTO Y [ ] { Group { children [ X { } X { } ] } }",
            ),
        ],
    );
    expect(&pair, Code::RecursiveProto);
    let default = with_proto(
        "X { }",
        "EXTERNPROTO \"X.proto\"\nPROTO X [ field MFNode p [ X { } X { } ] ] { Group { children IS p } }",
    );
    expect(&default, Code::RecursiveProto);
    let base = with_protos(
        "X { }",
        &[
            ("X", "EXTERNPROTO \"Y.proto\"\nPROTO X [ ] { Y { } }"),
            ("Y", "EXTERNPROTO \"X.proto\"\nPROTO Y [ ] { X { } }"),
        ],
    );
    expect(&base, Code::RecursiveProto);
}

#[test]
fn a_template_that_contains_itself_for_ever() {
    let proto = format!(
        "{SCRIPT}EXTERNPROTO \"X.proto\"\nPROTO X [ field SFInt32 n 1 ] {{ Group {{ children [ X {{ n %<= fields.n.value + 1 >% }} X {{ n %<= -fields.n.value >% }} ] }} }}"
    );
    let loaded = with_proto("X { }", &proto);
    assert!(loaded.diagnostics.has_errors());
}

#[test]
fn protos_that_multiply() {
    // ten nodes each, ten levels: ten thousand million nodes
    let ten = |name: &str| format!("{name} {{ }} ").repeat(10);
    let texts: Vec<(String, String)> = (0..10)
        .map(|at| {
            let inside = if at == 9 { "Shape { } ".repeat(10) } else { ten(&format!("P{}", at + 1)) };
            (format!("P{at}"), format!("EXTERNPROTO \"P{}.proto\"\nPROTO P{at} [ ] {{ Group {{ children [ {inside} ] }} }}", (at + 1).min(9)))
        })
        .collect();
    let protos: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let loaded = with_protos("P0 { }", &protos);
    expect(&loaded, Code::TooLarge);
}

#[test]
fn parameters_that_multiply() {
    // each PROTO puts its parameter in twice
    let texts: Vec<(String, String)> = (0..40)
        .map(|at| (format!("P{at}"), format!("PROTO P{at} [ field MFNode p [ ] ] {{ Group {{ children [ Group {{ children IS p }} Group {{ children IS p }} ] }} }}")))
        .collect();
    let protos: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let mut body = "Shape { }".to_owned();
    for at in 0..40 {
        body = format!("P{at} {{ p [ {body} ] }}");
    }
    let loaded = with_protos(&body, &protos);
    expect(&loaded, Code::TooLarge);
}

#[test]
fn text_that_doubles_through_templates() {
    let count = 60;
    let texts: Vec<(String, String)> = (0..count)
        .map(|at| {
            let inner = match at + 1 == count {
                true => "Solid { name \"%<= fields.s.value >%\" }".to_owned(),
                false => format!("Group {{ children [ P{} {{ s \"%<= fields.s.value + fields.s.value >%\" }} ] }}", at + 1),
            };
            (format!("P{at}"), format!("{SCRIPT}EXTERNPROTO \"P{}.proto\"\nPROTO P{at} [ field SFString s \"0123456789\" ] {{ {inner} }}", at + 1))
        })
        .collect();
    let protos: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let loaded = with_protos("P0 { }", &protos);
    assert!(loaded.diagnostics.has_errors());
}

#[test]
fn templates_that_never_stop() {
    for statement in [
        "while (true) { }",
        "for (;;) { fields.a; }",
        "const f = () => f(); f();",
        "let s = 'x'; while (true) s += s;",
        "const a = []; while (true) a.push(new Array(1000).fill(1));",
        "'a'.repeat(2 ** 28).repeat(4);",
        "/(a+)+$/.test('a'.repeat(50) + 'b');",
        "new ArrayBuffer(2 ** 40);",
        "JSON.stringify(new Array(1e9).fill(0));",
    ] {
        let proto =
            format!("{SCRIPT}PROTO X [ field SFInt32 a 1 ] {{ %< {statement} >% Solid {{ }} }}");
        expect(&with_proto("X { }", &proto), Code::Template);
    }
    let endless = format!(
        "{SCRIPT}PROTO X [ field SFInt32 a 1 ] {{ Group {{ children [ %< while (true) {{ >% Shape {{ }} %< }} >% ] }} }}"
    );
    expect(&with_proto("X { }", &endless), Code::Template);
    for statement in [
        "while true do end",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} while true do t[#t + 1] = {} end",
    ] {
        let proto = format!("PROTO X [ field SFInt32 a 1 ] {{ %{{ {statement} }}% Solid {{ }} }}");
        expect(&with_proto("X { }", &proto), Code::Template);
    }
}

#[test]
fn a_line_of_a_template_is_not_repeated_for_each_instance() {
    let deep = "(".repeat(100_000);
    let proto = format!("PROTO X [ field SFInt32 a 1 ] {{ %{{= {deep} }}% Solid {{ }} }}");
    let instances: String = (0..50)
        .map(|number| format!("X {{ a {number} }} "))
        .collect();
    let loaded = with_proto(&instances, &proto);
    expect(&loaded, Code::Template);
    assert!(shown(&loaded.diagnostics).len() < 100_000);
}

#[test]
fn a_long_name_that_many_nodes_have_is_quoted_in_part() {
    let long = "x".repeat(100_000);
    let [one, other] = ["1", "2"].map(|middle| format!("{long}{middle}{long}"));
    let body = format!(
        "DEF S Solid {{ name \"{one}\" }} {} Solid {{ name \"{other}\" }}",
        "USE S ".repeat(20)
    );
    let loaded = with_protos(&body, &[]);
    let found = loaded.diagnostics.iter();
    let equal: Vec<_> = found
        .filter(|finding| finding.code == Code::DuplicateName)
        .collect();
    assert_eq!(equal.len(), 20);
    assert!(equal.iter().all(|finding| finding.message.len() < 300));
}

#[test]
fn a_template_that_writes_more_nodes_than_fit() {
    let proto = format!(
        "{SCRIPT}PROTO X [ field SFInt32 a 1 ] {{ Group {{ children [ %< for (let i = 0; i < 1e7; ++i) {{ >% Shape{{}} %< }} >% ] }} }}"
    );
    let loaded = with_proto("X { }", &proto);
    assert!(loaded.diagnostics.has_errors());
}

#[test]
fn a_proto_with_too_many_parameters() {
    let parameters: String = (0..70_000)
        .map(|at| format!("field SFInt32 p{at} 1\n"))
        .collect();
    let loaded = with_proto(
        "X { p69999 2 }",
        &format!("PROTO X [ {parameters} ] {{ Solid {{ }} }}"),
    );
    expect(&loaded, Code::TooLarge);
}

#[test]
fn a_chain_of_a_hundred_bases() {
    let texts: Vec<(String, String)> = (0..100)
        .map(|at| match at {
            99 => (
                format!("P{at}"),
                format!("PROTO P{at} [ ] {{ Solid {{ }} }}"),
            ),
            _ => (
                format!("P{at}"),
                format!(
                    "EXTERNPROTO \"P{0}.proto\"\nPROTO P{at} [ ] {{ P{0} {{ }} }}",
                    at + 1
                ),
            ),
        })
        .collect();
    let protos: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    expect(&with_protos("P0 { }", &protos), Code::RecursiveProto);
}

#[test]
fn a_use_of_a_node_that_went_with_a_failed_instance() {
    let proto = format!(
        "{SCRIPT}PROTO X [ field MFNode p [ ] ] {{ %< throw new Error('no'); >% Group {{ children IS p }} }}"
    );
    let loaded = with_proto(
        "X { p [ DEF A Shape { } ] }\nGroup { children [ USE A ] }",
        &proto,
    );
    expect(&loaded, Code::UnknownUse);
    use_it(&loaded);
    let refused = with_proto(
        "X { p DEF A Shape { } }\nGroup { children [ USE A ] }",
        "PROTO X [ field SFNode { Group{} } p NULL ] { Pose { children [ Slot { endPoint IS p } ] } }",
    );
    use_it(&refused);
}

#[test]
fn a_use_of_a_node_that_may_not_stand_where_it_is() {
    let loaded = world(
        "Solid { children [ DEF A Box { } ] }\nShape { geometry USE A }\nShape { geometry USE A }",
    );
    let saved = save_text(&loaded.scene);
    assert!(saved.contains("DEF A Box"), "{saved}");
    // each of the two has the name, so neither needs the other
    assert!(!saved.contains("USE A"), "{saved}");
}
