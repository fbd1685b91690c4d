//! The parser: statements one after the other, blocks up to their `end`. A bad
//! statement is reported and skipped, so that one run shows every problem.

mod block;
mod constant;
mod cursor;
mod data_type;
mod enumeration;
mod lines;
mod member;
mod number;

use crate::{
    Constant, Diagnostic, ExceptionName, Import, OptionLine, Problems, ServiceDefinition, Severity,
    Span, TypeName, Using, Version,
};
use cursor::{Cursor, Fault};
pub(crate) use cursor::{is_dotted_name, is_name};
use lines::{Statement, Statements};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// After this many remarks the rest of the text is not looked at.
const MAX_DIAGNOSTICS: usize = 100;

/// Reads a definition. Imports are not followed and names are not checked; see
/// [`Definitions::validate`](crate::Definitions::validate) for that.
///
/// # Errors
/// Everything that is wrong with the text, each with its place.
///
/// ```
/// let text = "service lamp\nobject Lamp\n  property double[ brightness\n  wire level\nend\n";
/// let problems = raconteur_robdef::parse(text).unwrap_err();
/// let places: Vec<_> = problems.errors().map(|problem| problem.span.to_string()).collect();
/// assert_eq!(places, ["3:19", "4:13"]);
/// ```
pub fn parse(text: &str) -> Result<ServiceDefinition, Problems> {
    parse_with_warnings(text).map(|(definition, _)| definition)
}

/// Reads a definition like [`parse`] and also returns the warnings.
///
/// # Errors
/// Everything that is wrong with the text, each with its place.
///
/// ```
/// use raconteur_robdef::{MAX_TEXT, parse, parse_with_warnings};
/// let (definition, warnings) = parse_with_warnings("service example.lift\n")?;
/// assert_eq!((definition.name.as_str(), warnings.len()), ("example.lift", 0));
/// assert!(parse(&"#\n".repeat(MAX_TEXT)).is_err());
/// # Ok::<(), raconteur_robdef::Problems>(())
/// ```
pub fn parse_with_warnings(text: &str) -> Result<(ServiceDefinition, Vec<Diagnostic>), Problems> {
    let mut parser = Parser::new(text);
    if text.len() > MAX_TEXT {
        parser.error(
            Span::default(),
            format!("the definition is longer than {MAX_TEXT} bytes"),
        );
    } else {
        parser.file();
    }
    let Parser {
        definition,
        mut diagnostics,
        ..
    } = parser;
    for diagnostic in &mut diagnostics {
        diagnostic.service.clone_from(&definition.name);
    }
    Problems::check(diagnostics).map(|warnings| (definition, warnings))
}

/// How far the file has come; later kinds may not precede earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Nothing,
    Named,
    Imports,
    Using,
    Declarations,
    Types,
}

struct Parser<'a> {
    statements: Statements<'a>,
    /// A statement that was read but belongs to what comes next.
    waiting: Option<Statement>,
    definition: ServiceDefinition,
    diagnostics: Vec<Diagnostic>,
    stage: Stage,
    /// The version given by `stdver`, which rules the old forms.
    standard: Option<Version>,
    /// Whether `option version` was there, even with 0.0, which means none.
    has_version_option: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser {
            statements: Statements::new(text),
            waiting: None,
            definition: ServiceDefinition::default(),
            diagnostics: Vec::new(),
            stage: Stage::Nothing,
            standard: None,
            has_version_option: false,
        }
    }

    fn report(&mut self, severity: Severity, span: Span, message: impl Into<String>) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic {
                severity,
                service: String::new(),
                span,
                message: message.into(),
            });
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        if self.diagnostics.len() == MAX_DIAGNOSTICS {
            // Drop a warning, so that the error is stored.
            self.diagnostics.pop();
        }
        self.report(Severity::Error, span, message);
    }

    fn fault(&mut self, fault: Fault) {
        self.error(fault.span, fault.message);
    }

    /// The next statement that can be read at all.
    fn next(&mut self) -> Option<Statement> {
        if let Some(statement) = self.waiting.take() {
            return Some(statement);
        }
        while self.diagnostics.len() < MAX_DIAGNOSTICS {
            match self.statements.next()? {
                Ok(statement) => return Some(statement),
                Err(fault) => self.error(fault.span, fault.message),
            }
        }
        None
    }

    fn file(&mut self) {
        while let Some(statement) = self.next() {
            if let Err(fault) = self.statement(&statement) {
                self.fault(fault);
            }
        }
        if self.stage == Stage::Nothing && self.diagnostics.is_empty() {
            let span = Span {
                line: 1,
                column: 1,
                length: 0,
            };
            self.error(span, "a definition begins with `service` and its name");
        }
        if self.definition.version.is_none() {
            self.definition.version = self.standard;
        }
    }

    /// True from 0.9.2 on, where options and `end struct` are refused.
    fn is_strict(&self) -> bool {
        self.standard
            .is_some_and(|version| version >= Version::new(0, 9, 2, 0))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Fault> {
        let (keyword, mut cursor) = keyword(statement)?;
        let span = statement.whole();
        if !STATEMENTS.contains(&keyword) {
            return Err(Fault {
                span,
                message: format!(
                    "`{keyword}` begins no statement; known are {}",
                    STATEMENTS.join(", ")
                ),
            });
        }
        if keyword != "service" && self.stage == Stage::Nothing {
            // Say it once, then go on as if there had been a name.
            self.stage = Stage::Named;
            self.error(span, "the first statement must be `service` and its name");
        }
        match keyword {
            "service" => return self.service(statement, &mut cursor),
            "stdver" => return self.stdver(&mut cursor),
            "option" => return self.option(&mut cursor, span),
            _ => {}
        }
        let (latest, reached, order) = match keyword {
            "import" => (Stage::Imports, Stage::Imports, "`using` and declarations"),
            "using" => (Stage::Using, Stage::Using, "declarations"),
            "exception" | "constant" | "enum" => (
                Stage::Declarations,
                Stage::Declarations,
                "structures and objects",
            ),
            _ => (Stage::Types, Stage::Types, ""),
        };
        if self.stage > latest {
            self.error(span, format!("`{keyword}` must come before {order}"));
        } else {
            self.stage = reached;
        }
        match keyword {
            "import" => {
                let name = cursor.dotted("a definition's name")?.to_owned();
                self.definition.imports.push(Import { name, span });
                cursor.finish()
            }
            "using" => {
                let using = using(&mut cursor, span)?;
                self.definition.using.push(using);
                Ok(())
            }
            "exception" => {
                let name = cursor.dotted("a name")?.to_owned();
                cursor.finish()?;
                self.definition.exceptions.push(ExceptionName {
                    name,
                    documentation: statement.documentation.clone(),
                    span,
                });
                Ok(())
            }
            "constant" => {
                let constant = constant_statement(statement, &mut cursor)?;
                self.definition.constants.push(constant);
                Ok(())
            }
            "enum" => self.enumeration(statement, &mut cursor),
            "object" => self.object(statement, &mut cursor),
            _ => self.record(keyword, statement, &mut cursor),
        }
    }

    fn service(&mut self, statement: &Statement, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if self.stage != Stage::Nothing {
            return Err(Fault {
                span: statement.whole(),
                message: "`service` must be the first statement and occur only once".into(),
            });
        }
        self.stage = Stage::Named;
        self.definition.name = cursor.dotted("the definition's name")?.to_owned();
        self.definition
            .documentation
            .clone_from(&statement.documentation);
        cursor.finish()
    }

    fn stdver(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if self.stage > Stage::Named {
            return Err(cursor.fault("`stdver` must come right after `service`"));
        }
        let version = version(cursor)?;
        if version < Version::new(0, 9, 0, 0) {
            return Err(cursor.fault("`stdver` exists from 0.9 on; older is `option version`"));
        }
        if self.has_version_option {
            return Err(cursor.fault("the version is given twice"));
        }
        self.standard = Some(version);
        Ok(())
    }

    fn option(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Result<(), Fault> {
        let option = self.option_line(cursor, span)?;
        let Some(text) = option.text.strip_prefix("version") else {
            self.definition.options.push(option);
            return Ok(());
        };
        if !text.starts_with([' ', '\t']) {
            self.definition.options.push(option);
            return Ok(());
        }
        let version: Version = text
            .trim_matches([' ', '\t'])
            .parse()
            .map_err(|error| cursor.fault_from(0, cursor.position(), format!("{error}")))?;
        if std::mem::replace(&mut self.has_version_option, true) || self.standard.is_some() {
            return Err(cursor.fault_from(0, cursor.position(), "the version is given twice"));
        }
        // The reference takes 0.0 for no version at all.
        if version != Version::new(0, 0, 0, 0) {
            self.definition.version = Some(version);
        }
        Ok(())
    }

    /// The text after `option`, a form that newer definitions may not use.
    fn option_line(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Result<OptionLine, Fault> {
        let text = cursor.run(|_| true).trim_end_matches([' ', '\t']);
        if !text.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_') {
            return Err(Fault {
                span,
                message: "an option begins with a letter, digit or underscore".into(),
            });
        }
        if self.is_strict() {
            self.error(span, "`option` is not allowed from stdver 0.9.2 on");
        } else {
            self.report(Severity::Warning, span, "`option` is an old form");
        }
        Ok(OptionLine {
            text: text.to_owned(),
            span,
        })
    }
}

const STATEMENTS: [&str; 12] = [
    "service",
    "stdver",
    "option",
    "import",
    "using",
    "exception",
    "constant",
    "enum",
    "struct",
    "pod",
    "namedarray",
    "object",
];

/// The first word of a statement, and a cursor after it and its blanks.
fn keyword(statement: &Statement) -> Result<(&str, Cursor<'_>), Fault> {
    let mut cursor = Cursor::new(statement);
    cursor.blanks();
    let word = cursor.word();
    if word.is_empty() {
        return Err(cursor.fault("a statement begins with a keyword"));
    }
    if cursor.blanks() || cursor.is_empty() {
        Ok((word, cursor))
    } else {
        Err(cursor.fault(format!("a blank must follow `{word}`")))
    }
}

fn version(cursor: &mut Cursor<'_>) -> Result<Version, Fault> {
    let start = cursor.position();
    let text = cursor.run(|byte| !matches!(byte, b' ' | b'\t'));
    let version = text
        .parse()
        .map_err(|error| cursor.fault_from(start, start + text.len().max(1), format!("{error}")))?;
    cursor.finish()?;
    Ok(version)
}

fn using(cursor: &mut Cursor<'_>, span: Span) -> Result<Using, Fault> {
    let start = cursor.position();
    let qualified = TypeName(cursor.dotted("a qualified type")?.to_owned());
    let Some((_, own)) = qualified.split() else {
        let message = "a type qualified by its definition's name is expected here";
        return Err(cursor.fault_from(start, cursor.position(), message));
    };
    let mut alias = own.to_owned();
    cursor.blanks();
    if !cursor.is_empty() {
        if cursor.word() != "as" {
            return Err(cursor.fault("only `as` and a name may follow"));
        }
        // Exactly one, says the reference parser.
        if !(cursor.eat(' ') || cursor.eat('\t')) {
            return Err(cursor.fault("one blank is expected here"));
        }
        cursor.name("a name")?.clone_into(&mut alias);
        cursor.finish()?;
    }
    Ok(Using {
        qualified,
        alias,
        span,
    })
}

fn constant_statement(statement: &Statement, cursor: &mut Cursor<'_>) -> Result<Constant, Fault> {
    let (name, value) = constant::constant(cursor)?;
    Ok(Constant {
        name,
        documentation: statement.documentation.clone(),
        value,
        span: statement.whole(),
    })
}

/// Reads the constant hidden in an option of an old definition.
pub(crate) fn option_constant(text: &str) -> Option<(String, crate::ConstantValue)> {
    let statement = Statements::new(text).next()?.ok()?;
    let (word, mut cursor) = keyword(&statement).ok()?;
    if word != "constant" {
        return None;
    }
    constant::constant(&mut cursor).ok()
}
