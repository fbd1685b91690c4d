//! Reads and checks the definitions.

use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream};
use raconteur_codegen::{DefinitionText, Sources, Unit};
use raconteur_robdef::{Definitions, Diagnostic, Problems, parse};

use crate::input::{MacroInput, error};

/// The definitions of one macro call, checked together.
pub fn load(request: MacroInput) -> Result<Sources, TokenStream> {
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let mut errors = TokenStream::new();
    let mut units = Vec::new();
    let mut definitions = Vec::new();
    for file in request.files {
        let path = folder.join(&file.path);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(cause) => {
                let message = format!("cannot read {}: {cause}", path.display());
                errors.extend(error(file.span, &message));
                continue;
            }
        };
        match parse(&text) {
            Ok(definition) => {
                units.push(Unit {
                    name: definition.name.clone(),
                    module: file.module,
                    text: DefinitionText::File(path),
                });
                definitions.push(definition);
            }
            Err(problems) => {
                for problem in problems.errors() {
                    errors.extend(error(file.span, &message(&path, problem)));
                }
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let definitions =
        Definitions::validate(definitions).map_err(|problems| locate(&problems, &units))?;
    let sources = Sources {
        units,
        definitions,
        nullable: request.nullable,
        stored: request.stored,
    };
    sources
        .check_nullable()
        .map_err(|problem| error(Span::call_site(), &problem.to_string()))?;
    Ok(sources)
}

fn message(path: &Path, problem: &Diagnostic) -> String {
    format!("{}:{}: {}", path.display(), problem.span, problem.message)
}

fn locate(problems: &Problems, units: &[Unit]) -> TokenStream {
    let mut errors = TokenStream::new();
    for problem in problems.errors() {
        let unit = units.iter().find(|unit| unit.name == problem.service);
        let path = match unit.map(|unit| &unit.text) {
            Some(DefinitionText::File(path)) => path,
            _ => Path::new(&problem.service),
        };
        errors.extend(error(Span::call_site(), &message(path, problem)));
    }
    errors
}
