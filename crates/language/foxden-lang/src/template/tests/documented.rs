//! Further rules of the template language.

use super::*;
use std::sync::Mutex;

#[test]
fn statements_are_pasted_as_they_are() {
    // A single statement behind `if` belongs to it.
    assert_eq!(folded("%< if (false) >% a %< else >% b", &[]), "b");
    // The value of an expression is remembered, not the expression.
    assert_eq!(folded("%<= 1 >% %< if (false) >%%<= 2 >%", &[]), "1 1");
    assert_eq!(folded("%<= 1; >%", &[]), "1");
    assert_eq!(folded("%< let a = 5\n>% %<= a >%", &[]), "5");
    assert_eq!(
        folded(
            "%< function twice(x) { return 2 * x; } >% %<= twice(4) >%",
            &[]
        ),
        "8"
    );
    assert_eq!(folded("%< var s = `a\n${1 + 1}`; >%%<= s >%", &[]), "a 2");
}

#[test]
fn seams_that_break_the_code_are_explained() {
    let error = failure("%< let a = 5 >%\nSolid { }", &[]);
    assert_eq!(error.kind, ErrorKind::Syntax);
    assert!(error.hint.unwrap().contains("semicolon"));
    let error = failure("%< let a = 5; // five >%\nSolid { }", &[]);
    assert_eq!(error.kind, ErrorKind::Syntax);
    assert_eq!(
        error.position.unwrap(),
        TemplatePosition {
            line: 7,
            column: 15
        }
    );
    assert!(error.hint.unwrap().contains("//"));
    for body in ["%<= >%", "%< # >%", "%< { >%", "%< } >%"] {
        assert_eq!(failure(body, &[]).kind, ErrorKind::Syntax, "{body}");
    }
}

#[test]
fn a_missing_end_is_reported_at_the_opening() {
    let error = failure("Solid {\n  %< let a = 1;\n}", &[]);
    assert_eq!(error.kind, ErrorKind::Unclosed);
    assert_eq!(
        error.position.unwrap(),
        TemplatePosition { line: 8, column: 3 }
    );
}

#[test]
fn a_return_value_is_the_text() {
    assert_eq!(run("a %< return 'b'; >% c", &[]).unwrap().text, "b");
}

#[test]
fn line_ends_become_line_feeds() {
    assert_eq!(run("a\r\n%<= 1\r\n >%\r\nb", &[]).unwrap().text, "a\n1\nb");
}

#[test]
fn chance_and_time_are_fixed() {
    let body = "%<= Math.random() >% %<= Math.random() >% %<= Date.now() >% %<= new Date().getHours() >% %<= Date() >%";
    let first = run(body, &[]).unwrap().text;
    assert_eq!(first, run(body, &[]).unwrap().text);
    let numbers: Vec<f64> = first
        .split(' ')
        .take(2)
        .map(|word| word.parse().unwrap())
        .collect();
    assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
    assert_ne!(numbers[0], numbers[1]);
    assert!(
        first.ends_with(" 0 0 Thu, 01 Jan 1970 00:00:00 GMT"),
        "{first}"
    );
    assert_eq!(
        folded(
            "%<= new Date(2020, 1, 3, 4).toISOString() >% %<= new Date('2020-01-01T05:00').getHours() >%",
            &[]
        ),
        "2020-02-03T04:00:00.000Z 5"
    );
    assert_eq!(
        folded(
            "%<= new Date(5) instanceof Date >% %<= new Date(new Date(7)).getTime() >%",
            &[]
        ),
        "true 7"
    );
}

#[test]
fn halves_of_surrogate_pairs_are_replaced() {
    assert_eq!(run("%<= '\\ud800' >%", &[]).unwrap().text, "\u{fffd}");
    assert_eq!(run("%<= '\\ud83d\\ude00' >%", &[]).unwrap().text, "😀");
}

#[derive(Default)]
struct OneFile {
    written: Mutex<Vec<(String, String)>>,
}

impl FileAccess for OneFile {
    fn exists(&self, path: &str) -> bool {
        path == "a.txt"
    }

    fn read(&self, path: &str) -> Result<String, FileError> {
        if self.exists(path) {
            Ok("content".to_owned())
        } else {
            Err(FileError::new(format!("no `{path}`")))
        }
    }

    fn write(&self, name: &str, content: &str) -> Result<(), FileError> {
        if name.contains('/') {
            return Err(FileError::new("outside"));
        }
        self.written
            .lock()
            .unwrap()
            .push((name.to_owned(), content.to_owned()));
        Ok(())
    }
}

#[test]
fn files_go_through_the_given_access() {
    let files = Arc::new(OneFile::default());
    let body = "%<= wbfile.fileExists('a.txt') >% %<= wbfile.fileExists('b.txt') >% \
                %<= wbfile.readTextFile('a.txt') >% [%<= wbfile.readTextFile('b.txt') >%] \
                %<= wbfile.writeTextFile('c.txt', 5) >% %<= wbfile.writeTextFile('../d', 'x') >%";
    let output = Evaluator::new(TemplateLimits::default())
        .evaluate(
            &Template::new(Language::JavaScript, body, 1, 1),
            &TemplateInputs {
                fields: &[],
                all_fields: false,
                context: &TemplateContext::default(),
                files: files.clone(),
            },
        )
        .unwrap();
    assert_eq!(output.text, "true false content [] true false");
    assert_eq!(
        *files.written.lock().unwrap(),
        [("c.txt".to_owned(), "5".to_owned())]
    );
    let lines: Vec<_> = output
        .console
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(
        lines,
        [
            "wbfile.readTextFile: no `b.txt`",
            "wbfile.writeTextFile: outside"
        ]
    );
}
