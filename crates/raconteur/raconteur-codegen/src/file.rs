//! Whole files of Rust code.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use raconteur_robdef::{Definitions, parse};

use crate::sources::{CodegenError, DefinitionText, Sources, Unit};

/// How a file is written.
#[derive(Clone, Debug, Default)]
pub struct CodegenOptions {
    /// Full names of members and fields that may be null, such as
    /// `example.lamp.Lamp.shade`.
    pub nullable: BTreeSet<String>,
    /// Whether services keep the values of their properties.
    pub stored: bool,
}

/// The text of a Rust file for definitions.
///
/// One definition is written to the top of the file. Several are written to a
/// module each, which is named like the definition with `_` for dots.
///
/// # Errors
/// If a definition is wrong; the message names each problem with definition,
/// line and column.
pub fn rust_file(definitions: &[&str], options: &CodegenOptions) -> Result<String, CodegenError> {
    let mut units = Vec::new();
    let mut parsed = Vec::new();
    let mut problems = Vec::new();
    for text in definitions {
        match parse(text) {
            Ok(definition) => {
                let module = (definitions.len() > 1).then(|| module(&definition.name));
                units.push(Unit {
                    name: definition.name.clone(),
                    module,
                    text: DefinitionText::Literal((*text).to_owned()),
                });
                parsed.push(definition);
            }
            Err(found) => problems.extend(found.errors().map(describe)),
        }
    }
    check_problems(problems)?;
    for (at, unit) in units.iter().enumerate() {
        let same = units[..at].iter().find(|other| other.module == unit.module);
        if let (Some(other), Some(module)) = (same, &unit.module) {
            let (one, two) = (other.name.clone(), unit.name.clone());
            return Err(CodegenError::Module(one, two, module.to_string()));
        }
    }
    let definitions = Definitions::validate(parsed).map_err(|found| {
        let all: Vec<String> = found.errors().map(describe).collect();
        CodegenError::Definition(all.join("\n"))
    })?;
    let sources = Sources {
        units,
        definitions,
        nullable: options.nullable.clone(),
        stored: options.stored,
    };
    sources.check_nullable()?;
    let code = crate::generate(&sources);
    let file = syn::parse2(code).map_err(|error| CodegenError::Code(error.to_string()))?;
    let names: Vec<&str> = sources.units.iter().map(|unit| &*unit.name).collect();
    Ok(format!(
        "// Written by `raconteur generate` from {}. Changes are lost when it is written again.\n\n{}",
        names.join(", "),
        prettyplease::unparse(&file)
    ))
}

fn check_problems(problems: Vec<String>) -> Result<(), CodegenError> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(CodegenError::Definition(problems.join("\n")))
    }
}

fn describe(problem: &raconteur_robdef::Diagnostic) -> String {
    if problem.service.is_empty() {
        format!("{}: {}", problem.span, problem.message)
    } else {
        format!("{}:{}: {}", problem.service, problem.span, problem.message)
    }
}

/// The module of a definition among others.
fn module(name: &str) -> Ident {
    let text: String = name
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .collect::<String>()
        .to_ascii_lowercase();
    Ident::new(&text, Span::call_site())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const COLOURS: &str =
        "service example.colours\n\nstdver 0.9\n\nstruct Colour\n    field double red\nend\n";
    const LAMP: &str = "service example.lamp\n\nstdver 0.9\n\nimport example.colours\n\n\
        object Lamp\n    property example.colours.Colour colour\nend\n";

    #[test]
    fn several_definitions_get_a_module_each() {
        let code = rust_file(&[COLOURS, LAMP], &CodegenOptions::default()).unwrap();
        assert!(code.contains("pub mod example_colours {"), "{code}");
        assert!(code.contains("pub mod example_lamp {"), "{code}");
        assert!(code.contains("super::example_colours::Colour"), "{code}");
        assert!(code.contains("service example.lamp"), "{code}");
        assert!(!code.contains("include_str"), "{code}");
    }

    #[test]
    fn problems_are_named_with_their_place() {
        let missing = rust_file(&[LAMP], &CodegenOptions::default()).unwrap_err();
        assert!(missing.to_string().contains("example.lamp:"), "{missing}");
        let broken = rust_file(&["service a\n\nobject\n"], &CodegenOptions::default()).unwrap_err();
        assert!(broken.to_string().contains("3:"), "{broken}");
        let options = CodegenOptions {
            nullable: BTreeSet::from(["example.colours.Colour.blue".to_owned()]),
            ..CodegenOptions::default()
        };
        let unknown = rust_file(&[COLOURS], &options).unwrap_err();
        assert_eq!(
            unknown,
            CodegenError::Nullable("example.colours.Colour.blue".into())
        );
        let twice = rust_file(&[COLOURS, COLOURS], &CodegenOptions::default());
        assert!(matches!(
            twice,
            Err(CodegenError::Module(..) | CodegenError::Definition(_))
        ));
    }
}
