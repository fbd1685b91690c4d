//! What the genuine simulator made of these templates.

use super::*;
use FieldValue::{Float, Int, List};

#[test]
fn values_print_as_javascript_prints_them() {
    for (body, fields, expected) in [
        (
            "%<= fields.r.value >% %<= fields.n.value * 2 >% %<= 1 / 3 >%",
            vec![field("r", Float(1.25)), field("n", Int(2))],
            "1.25 4 0.3333333333333333",
        ),
        ("%<= 1e21 >% %<= 1e-7 >% %<= -0 >%", vec![], "1e+21 1e-7 0"),
        (
            "%<= 0.1+0.2 >% %<= 123456789012345680000 >%",
            vec![],
            "0.30000000000000004 123456789012345680000",
        ),
        (
            "%<= 0.000001 >% %<= 1e20 >%",
            vec![],
            "0.000001 100000000000000000000",
        ),
        (
            "%<= true >% %<= 0/0 >% %<= undefined >% %<= null >%",
            vec![],
            "true NaN undefined null",
        ),
        (
            "%<= [1, [2, 3]] >% %<= {} >%",
            vec![],
            "1,2,3 [object Object]",
        ),
        (
            "\"%<= fields.s.value + 'é' >%ü\"",
            vec![field("s", text("Größe"))],
            "\"Größeéü\"",
        ),
        (
            "%<= fields.v.value >%",
            vec![field("v", Float(1_234_567.891))],
            "1234570",
        ),
        (
            "%<= fields.v.value >%",
            vec![field("v", Float(std::f64::consts::PI))],
            "3.14159",
        ),
        (
            "%<= fields.v.value >%",
            vec![field("v", Int(i32::MIN))],
            "-2147483648",
        ),
        (
            "%<= fields.class.value >%",
            vec![field("class", Float(1.0))],
            "1",
        ),
    ] {
        assert_eq!(folded(body, &fields), expected, "{body}");
    }
}

#[test]
fn statements_may_span_text() {
    assert_eq!(
        folded(
            "[ %< for (let i = 0; i < fields.n.value; ++i) { >% P { t %<= i >% %<= i * i >% 0 } %< } >% ]",
            &[field("n", Int(3))]
        ),
        "[ P { t 0 0 0 } P { t 1 1 0 } P { t 2 4 0 } ]"
    );
    let chosen = "%< if (fields.k.value === \"box\") { >% Box %< } else if (fields.k.value === \"ball\") { >% Ball %< } >%";
    assert_eq!(folded(chosen, &[field("k", text("box"))]), "Box");
    assert_eq!(folded(chosen, &[field("k", text("ball"))]), "Ball");
    assert_eq!(folded(chosen, &[field("k", text("other"))]), "");
}

#[test]
fn plain_text_acts_as_a_template_literal() {
    assert_eq!(
        folded("name \"a${1+1}b\" %< let x = 1; >%", &[]),
        "name \"a2b\""
    );
    assert_eq!(
        folded(r#"name "a\\b" description "q\"q" %< let x = 1; >%"#, &[]),
        r#"name "a\b" description "q"q""#
    );
    for body in [
        "name \"a`b\" %< let x = 1; >%",
        "%< let x = 1; >%\n# it`s\nname \"%<= 1 >%\"",
    ] {
        let error = failure(body, &[]);
        assert_eq!(error.kind, ErrorKind::Syntax);
        assert!(error.hint.unwrap().contains("backtick"));
    }
}

#[test]
fn a_statement_in_a_comment_of_the_body_runs() {
    let error = failure(
        "%< let x = 1; >%\nSolid {\n # %< throw new Error(\"in comment\"); >%\n}",
        &[],
    );
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::Thrown, "in comment")
    );
    assert_eq!(error.position.unwrap().line, 9);
}

#[test]
fn an_opening_inside_a_statement_is_dropped() {
    assert_eq!(
        folded("%< let a = \"%<\"; >% name \"%<= a >%\"", &[]),
        "name \"\""
    );
}

#[test]
fn string_parameters_are_read_as_javascript_literals() {
    let body = "%< let x = 1; >% name \"%<= fields.s.value >%\"";
    assert_eq!(
        run(body, &[field("s", text("a\\nb"))]).unwrap().text,
        " name \"a\nb\""
    );
    for value in [text("it's"), List(vec![text("plain"), text("it's")])] {
        let error = failure(body, &[field("s", value)]);
        assert_eq!(error.kind, ErrorKind::Parameter);
        assert!(error.message.contains("single quote"), "{error}");
    }
}

#[test]
fn infinite_parameters_fail() {
    let error = failure(
        "%< console.log(fields.v.value); >% Solid { }",
        &[field("v", Float(f64::NEG_INFINITY))],
    );
    assert_eq!(error.kind, ErrorKind::Parameter);
    // One that the template does not name does no harm.
    assert_eq!(
        folded("a %< let x = 1; >%", &[field("v", Float(f64::INFINITY))]),
        "a"
    );
}

#[test]
fn parameters_are_seen_when_statements_name_them() {
    let all = ["a", "b", "c", "d"].map(|name| field(name, Float(1.0)));
    assert_eq!(
        folded(
            "%< // fields.a\n let s = 'fields.b'; >%\n# fields.c\nname \"fields.d\" %<= Object.keys(fields) >%",
            &all
        ),
        "# fields.c name \"fields.d\" a,b"
    );
    assert_eq!(
        folded(
            "\"%<= Object.keys(fields) + '|' + (fields['b'] ? fields['b'].value : 'none') >%\" %<= fields.a.value >%",
            &all
        ),
        "\"a|none\" 1"
    );
    assert_eq!(
        folded("%<= fields['a-b'] ? 1 : 0 >%", &[field("a-b", Float(2.0))]),
        "0"
    );
    let error = failure("%<= fields.zzz.value >%", &all);
    assert_eq!(error.kind, ErrorKind::Thrown);
    assert_eq!(
        error.position.unwrap(),
        TemplatePosition { line: 7, column: 5 }
    );
}

#[test]
fn all_parameters_are_seen_on_request() {
    let template = Template::new(Language::JavaScript, "%<= Object.keys(fields) >%", 1, 1);
    let output = Evaluator::new(TemplateLimits::default())
        .evaluate(
            &template,
            &TemplateInputs {
                fields: &[field("a", Float(1.0)), field("b", Float(2.0))],
                all_fields: true,
                context: &TemplateContext::default(),
                files: Arc::new(NoFiles),
            },
        )
        .unwrap();
    assert_eq!(output.text, "a,b");
}

#[test]
fn fields_and_context_hold_what_is_put_into_them() {
    assert_eq!(
        folded(
            "%< fields.r.value = 7; context.os = \"x\"; >% %<= fields.r.value >% %<= context.os >%",
            &[field("r", Float(1.0))]
        ),
        "7 x"
    );
    assert_eq!(failure("%< fields = 1; >%", &[]).kind, ErrorKind::Thrown);
    assert_eq!(
        failure("%< var fields = 1; >%", &[]).kind,
        ErrorKind::Syntax
    );
}

#[test]
fn code_is_strict() {
    let error = failure("Solid {\n %< undeclared = 5; >%\n}", &[]);
    assert_eq!(error.kind, ErrorKind::Thrown);
    assert!(error.message.contains("undeclared"), "{error}");
    assert_eq!(error.position.unwrap().line, 8);
}

#[test]
fn a_thrown_error_names_its_line() {
    let error = failure(
        "Solid {\n name \"x\"\n %<\n  // comment\n  throw new Error(\"my message\");\n >%\n}",
        &[],
    );
    assert_eq!(error.message, "my message");
    assert_eq!(error.position.unwrap().line, 11);
}

#[test]
fn a_thrown_text_becomes_the_body() {
    let output = run("%< throw \"just text\"; >%\nSolid { }", &[]).unwrap();
    assert_eq!(output.text, "just text");
    assert_eq!(
        output.lines.position(0),
        TemplatePosition { line: 7, column: 1 }
    );
    assert_eq!(output.console[0].level, ConsoleLevel::Warning);
}

#[test]
fn closing_delimiters_inside_strings_end_the_statement() {
    assert_eq!(
        failure("name \"%<= \"a >% b\" >%\"", &[]).kind,
        ErrorKind::Syntax
    );
}

#[test]
fn imports_need_single_quotes_and_a_semicolon() {
    let solid = "Solid { radarCrossSection %<= real() >% }";
    let good = format!(
        "%<\n import {{seed, real}} from 'wbrandom.js';\n import * as u from 'wbutility.js';\n seed(1);\n>%\n{solid}"
    );
    assert_eq!(
        folded(&good, &[]),
        "Solid { radarCrossSection 0.753459975329636 }"
    );
    let open = good.replace("'wbrandom.js';", "'wbrandom.js'");
    let error = failure(&open, &[]);
    assert_eq!(error.kind, ErrorKind::Module);
    assert_eq!(
        error.position.unwrap(),
        TemplatePosition { line: 8, column: 2 }
    );
    assert_eq!(
        error.hint.unwrap(),
        "write `import {seed, real} from 'wbrandom.js';`"
    );
    let double = good.replace('\'', "\"");
    let error = failure(&double, &[]);
    assert_eq!(error.kind, ErrorKind::Syntax);
    assert_eq!(error.position.unwrap().line, 8);
}

#[test]
fn an_unknown_module_is_named() {
    let error = failure("%<\n  import * as foo from 'foo.js';\n>%\nSolid { }", &[]);
    assert_eq!(error.kind, ErrorKind::Module);
    assert!(error.message.contains("`foo.js`"), "{error}");
    assert_eq!(error.position.unwrap().line, 8);
    let error = failure("%< import {nothing} from 'wbrandom.js'; >%", &[]);
    assert_eq!(error.kind, ErrorKind::Module);
    assert!(error.message.contains("nothing"), "{error}");
}

#[test]
fn the_console_joins_its_arguments() {
    let body = "%<
  console.log('log', 1, {a: 1}, [1, 2], true, null, undefined);
  console.info('info'); console.warn('warn'); console.debug('debug'); console.error('error');
>%";
    let lines = run(body, &[]).unwrap().console;
    assert_eq!(
        lines[0].text,
        "log1{\n \"a\": 1\n}[\n 1,\n 2\n]truenullundefined"
    );
    let rest: Vec<_> = lines[1..]
        .iter()
        .map(|line| (line.level, line.text.as_str()))
        .collect();
    assert_eq!(
        rest,
        [
            (ConsoleLevel::Info, "info"),
            (ConsoleLevel::Info, "warn"),
            (ConsoleLevel::Info, "debug"),
            (ConsoleLevel::Error, "error"),
        ]
    );
}

#[test]
fn the_context_has_its_keys_in_order() {
    assert_eq!(
        folded(
            "%<= Object.keys(context) >% %<= JSON.stringify(context.webots_version) >% %<= typeof context.id >%",
            &[]
        ),
        "os,world,proto,webots_home,project_path,temporary_files_path,id,coordinate_system,webots_version \
         {\"major\":\"R2025a\",\"revision\":\"0\"} string"
    );
}

#[test]
fn the_language_has_what_templates_use() {
    for (expression, expected) in [
        ("[1,2].map(x => x ** 2)", "1,4"),
        ("new Map([[1, 2]]).get(1)", "2"),
        ("'abc'.padStart(5, '*')", "**abc"),
        ("Object.entries({a: 1})", "a,1"),
        ("null ?? 3", "3"),
        ("({}).a?.b", "undefined"),
        ("Array.from({length: 3}, (v, i) => i)", "0,1,2"),
        ("[3, 1, 2].sort()", "1,2,3"),
        ("(function(a, b = 2) { return a + b; })(1)", "3"),
        ("Symbol.iterator.toString()", "Symbol(Symbol.iterator)"),
        ("typeof Promise", "function"),
        ("typeof require", "undefined"),
        ("typeof setTimeout", "undefined"),
        ("(0.1).toFixed(3)", "0.100"),
        ("(1234.5678).toPrecision(6)", "1234.57"),
        ("(255).toString(16)", "ff"),
        ("parseFloat('1.5m')", "1.5"),
        ("[1, [2, 3]].toString()", "1,2,3"),
        ("new Date(0).toISOString()", "1970-01-01T00:00:00.000Z"),
        (
            "Math.sign(-3) + Math.hypot(3, 4) + Math.trunc(4.7) + Math.log2(8) + Math.cbrt(27)",
            "14",
        ),
        ("eval('1 + 1')", "2"),
    ] {
        assert_eq!(
            folded(&format!("%<= {expression} >%"), &[]),
            expected,
            "{expression}"
        );
    }
}
