//! From generated text back to the PROTO file.

use super::*;

fn source_of(body: &str, needle: &str) -> TemplatePosition {
    let output = run(body, &[]).unwrap();
    output.lines.position(output.text.find(needle).unwrap())
}

#[test]
fn copied_text_leads_to_its_own_place() {
    let body = "Solid {\n %<\n let a = 1;\n >%\n foo 1\n %<= '\\n\\n\\n' >%\n bar 2\n}";
    assert_eq!(
        source_of(body, "foo"),
        TemplatePosition {
            line: 11,
            column: 2
        }
    );
    assert_eq!(
        source_of(body, "bar"),
        TemplatePosition {
            line: 13,
            column: 2
        }
    );
}

#[test]
fn repeated_text_leads_to_the_loop_body() {
    let body = "[\n%< for (let i = 0; i < 3; ++i) { >%\n  foo %<= i >%\n%< } >%\n]";
    let output = run(body, &[]).unwrap();
    for (at, _) in output.text.match_indices("foo") {
        assert_eq!(
            output.lines.position(at),
            TemplatePosition { line: 9, column: 3 }
        );
    }
    assert_eq!(
        source_of(body, "2"),
        TemplatePosition { line: 9, column: 7 }
    );
}

#[test]
fn columns_count_utf16_units() {
    assert_eq!(
        source_of("😀é%<= 1 >%x", "x"),
        TemplatePosition {
            line: 7,
            column: 12
        }
    );
    assert_eq!(
        source_of("\r\nab\r\n%< ; >%\r\ncd", "cd"),
        TemplatePosition {
            line: 10,
            column: 1
        }
    );
}

#[test]
fn the_first_line_may_start_anywhere() {
    let template = Template::new(Language::JavaScript, "a %<= b >%", 3, 9);
    let error = evaluate_with(
        &mut Evaluator::new(TemplateLimits::default()),
        &template,
        &[],
    )
    .unwrap_err();
    assert_eq!(
        error.position.unwrap(),
        TemplatePosition {
            line: 3,
            column: 15
        }
    );
}

#[test]
fn errors_in_functions_lead_to_the_throwing_line() {
    let body = "%<\nfunction f() {\n  null.x;\n}\n>%\ntext\n%< f(); >%";
    assert_eq!(failure(body, &[]).position.unwrap().line, 9);
    let body =
        "%<\n import * as wbvector2 from 'wbvector2.js';\n>%\n\n%< wbvector2.add(undefined, 1); >%";
    assert_eq!(failure(body, &[]).position.unwrap().line, 11);
    let body = "a\n%< let x = ; >%";
    assert_eq!(failure(body, &[]).position.unwrap().line, 8);
}
