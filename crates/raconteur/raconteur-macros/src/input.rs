//! Parses the input of `service!(…)`.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// One definition to write code for.
#[derive(Debug)]
pub struct DefinitionFile {
    /// The module to write it to; `None` for the place of the macro.
    pub module: Option<Ident>,
    /// Path from the folder of `Cargo.toml`.
    pub path: String,
    /// The position of the path.
    pub span: Span,
}

/// What the macro was asked for.
#[derive(Debug, Default)]
pub struct MacroInput {
    pub files: Vec<DefinitionFile>,
    /// `definition.Type.member` that may be null, each with its place.
    pub nullable: BTreeSet<String>,
    /// Whether services keep the values of their properties.
    pub stored: bool,
}

impl MacroInput {
    pub fn read(input: TokenStream) -> Result<Self, TokenStream> {
        let mut request = MacroInput::default();
        let mut tokens = input.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Literal(literal) => {
                    let path = text(&literal)?;
                    request.files.push(DefinitionFile {
                        module: None,
                        path,
                        span: literal.span(),
                    });
                }
                TokenTree::Ident(word) if word == "nullable" => {
                    request
                        .nullable
                        .insert(string(tokens.next(), word.span())?.0);
                }
                TokenTree::Ident(word) if word == "stored" => request.stored = true,
                TokenTree::Ident(word) if word == "pub" => continue,
                TokenTree::Ident(word) if word == "mod" => {
                    let Some(TokenTree::Ident(module)) = tokens.next() else {
                        return Err(error(word.span(), "a name must follow `mod`"));
                    };
                    match tokens.next() {
                        Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {}
                        _ => return Err(error(module.span(), "`= \"file\"` must follow")),
                    }
                    let (path, span) = string(tokens.next(), module.span())?;
                    request.files.push(DefinitionFile {
                        module: Some(module),
                        path,
                        span,
                    });
                }
                other => {
                    let message = "expected \"file.robdef\", `mod name = \"file.robdef\"`, \
                                   `nullable \"definition.Type.member\"` or `stored`";
                    return Err(error(other.span(), message));
                }
            }
            if let Some(TokenTree::Punct(punct)) = tokens.peek()
                && matches!(punct.as_char(), ';' | ',')
            {
                tokens.next();
            }
        }
        if request.files.is_empty() {
            return Err(error(Span::call_site(), "a file is expected here"));
        }
        Ok(request)
    }
}

fn string(token: Option<TokenTree>, before: Span) -> Result<(String, Span), TokenStream> {
    match token {
        Some(TokenTree::Literal(literal)) => Ok((text(&literal)?, literal.span())),
        Some(other) => Err(error(other.span(), "a text in quotes is expected here")),
        None => Err(error(before, "a text in quotes must follow")),
    }
}

/// The text of a plain string literal.
fn text(literal: &proc_macro2::Literal) -> Result<String, TokenStream> {
    let written = literal.to_string();
    written
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .filter(|inner| !inner.contains('\\'))
        .map(str::to_owned)
        .ok_or_else(|| {
            error(
                literal.span(),
                "a text in quotes without escapes is expected",
            )
        })
}

/// A compile error at a place.
pub fn error(span: Span, message: &str) -> TokenStream {
    quote_spanned!(span => ::core::compile_error!(#message);)
}
