//! Reads and checks the definitions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, TokenStream};
use raconteur_robdef::{Definitions, Diagnostic, Problems, parse};

use crate::input::{MacroInput, error};

/// A definition with the place of its code.
pub struct Unit {
    /// Name of the definition.
    pub name: String,
    /// The module its code goes to; `None` for the place of the macro.
    pub module: Option<Ident>,
    /// The file, for `include_str!`.
    pub file: PathBuf,
}

/// All definitions of one macro call, checked together.
pub struct Loaded {
    pub units: Vec<Unit>,
    pub definitions: Definitions,
    pub nullable: BTreeSet<String>,
    /// Whether services keep the values of their properties.
    pub stored: bool,
}

pub fn load(request: MacroInput) -> Result<Loaded, TokenStream> {
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
                    file: path,
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
    for name in &request.nullable {
        if !is_member(&definitions, name) {
            let message = format!("`nullable`: there is no member or field `{name}`");
            errors.extend(error(proc_macro2::Span::call_site(), &message));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Loaded {
        units,
        definitions,
        nullable: request.nullable,
        stored: request.stored,
    })
}

fn message(path: &Path, problem: &Diagnostic) -> String {
    format!("{}:{}: {}", path.display(), problem.span, problem.message)
}

fn locate(problems: &Problems, units: &[Unit]) -> TokenStream {
    let mut errors = TokenStream::new();
    for problem in problems.errors() {
        let unit = units.iter().find(|unit| unit.name == problem.service);
        let path = unit.map_or(Path::new(&problem.service), |unit| unit.file.as_path());
        errors.extend(error(
            proc_macro2::Span::call_site(),
            &message(path, problem),
        ));
    }
    errors
}

/// True for the full name of a field or member.
fn is_member(definitions: &Definitions, full: &str) -> bool {
    use raconteur_robdef::NamedType;
    let Some((owner, name)) = full.rsplit_once('.') else {
        return false;
    };
    match definitions.named(owner) {
        Some(NamedType::Object(object)) => object.member(name).is_some(),
        Some(NamedType::Structure(record)) => record.fields.iter().any(|field| field.name == name),
        _ => false,
    }
}
