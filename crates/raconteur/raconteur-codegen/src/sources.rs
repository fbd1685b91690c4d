//! The definitions that code is written for.

use std::collections::BTreeSet;
use std::path::PathBuf;

use proc_macro2::Ident;
use raconteur_robdef::{Definitions, NamedType};

/// How the written code contains the text of a definition.
#[derive(Clone, Debug)]
pub enum DefinitionText {
    /// By `include_str!` of a file.
    File(PathBuf),
    /// As a literal.
    Literal(String),
}

/// A definition with the place of its code.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Name of the definition.
    pub name: String,
    /// The module its code goes to; `None` for the place of the others.
    pub module: Option<Ident>,
    /// The text of the definition.
    pub text: DefinitionText,
}

/// All definitions of one piece of code, checked together.
#[derive(Debug)]
pub struct Sources {
    /// The definitions in the order of their code.
    pub units: Vec<Unit>,
    /// The definitions by name.
    pub definitions: Definitions,
    /// Full names of members and fields that may be null.
    pub nullable: BTreeSet<String>,
    /// Whether services keep the values of their properties.
    pub stored: bool,
}

impl Sources {
    /// Checks that each name of `nullable` is one of a field or member.
    ///
    /// # Errors
    /// For the first name that is not.
    pub fn check_nullable(&self) -> Result<(), CodegenError> {
        match self.nullable.iter().find(|name| !self.is_member(name)) {
            Some(name) => Err(CodegenError::Nullable(name.clone())),
            None => Ok(()),
        }
    }

    /// True for the full name of a field or member.
    fn is_member(&self, full: &str) -> bool {
        let Some((owner, name)) = full.rsplit_once('.') else {
            return false;
        };
        match self.definitions.named(owner) {
            Some(NamedType::Object(object)) => object.member(name).is_some(),
            Some(NamedType::Structure(record)) => {
                record.fields.iter().any(|field| field.name == name)
            }
            _ => false,
        }
    }
}

/// Definitions that no code can be written for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodegenError {
    /// The definitions are wrong; one line for each problem.
    #[error("{0}")]
    Definition(String),
    /// A name of `nullable` that does not exist.
    #[error("`nullable`: there is no member or field `{0}`")]
    Nullable(String),
    /// Two definitions would have the same module.
    #[error("the definitions {0} and {1} would both be the module `{2}`")]
    Module(String, String, String),
    /// The code that was written cannot be read back, which is a defect of
    /// this crate.
    #[error("the code that was written is not valid: {0}")]
    Code(String),
}
