//! Errors of the commands.

use std::path::PathBuf;

use raconteur::{Error, ErrorCode};

/// A command that did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The node could not be reached, or refused.
    #[error("{0}")]
    Node(#[from] Error),
    /// There is no such member.
    #[error("{type_name} has no member `{member}`")]
    NoMember {
        type_name: String,
        member: String,
        /// The members that exist.
        known: Vec<String>,
    },
    /// The member is of another kind.
    #[error("`{member}` is a {kind}, which cannot be used like this")]
    WrongKind { member: String, kind: &'static str },
    /// A value that does not fit its type.
    #[error("{0}")]
    Value(#[from] raconteur::json::JsonError),
    /// Too many or too few parameters.
    #[error("`{declaration}` takes {expected} parameters, not {given}")]
    Parameters {
        declaration: String,
        expected: usize,
        given: usize,
    },
    /// A path to a member that cannot be read.
    #[error("{0}")]
    Path(#[from] raconteur::client::InvalidPath),
    /// Recording or replay failed.
    #[error("{0}")]
    Recording(#[from] raconteur::recording::RecordingError),
    /// No code can be written for the definitions.
    #[error("{0}")]
    Codegen(#[from] raconteur_codegen::CodegenError),
    /// Definitions that cannot be read, with their places.
    #[error("{0}")]
    Definition(String),
    /// A file could not be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, String),
    /// The certificates to trust could not be read.
    #[error("cannot read the certificates in {}: {}", .0.display(), .1)]
    Certificates(PathBuf, String),
    /// The output is full or closed.
    #[error("the output could not be written: {0}")]
    Output(std::io::Error),
    /// The password could not be read.
    #[error("cannot read the password: {0}")]
    Password(String),
}

impl Failure {
    /// A hint for the user.
    pub fn hint(&self) -> Option<String> {
        match self {
            Failure::NoMember { known, .. } if !known.is_empty() => {
                Some(format!("there are {}", known.join(", ")))
            }
            Failure::WrongKind { kind, .. } => Some(match *kind {
                "property" => "use `raconteur get` and `raconteur set`".into(),
                "function" => "use `raconteur call`".into(),
                "wire" => "use `raconteur watch`, or get and set to peek and poke".into(),
                "pipe" | "event" => "use `raconteur watch`".into(),
                "objref" => "write the member behind it, or use `raconteur info`".into(),
                _ => return None,
            }),
            Failure::Certificates(..) => {
                Some("--trust names a file with root certificates in PEM".into())
            }
            Failure::Node(error) => match error.code {
                ErrorCode::AuthenticationError => {
                    Some("log in with --user and RACONTEUR_PASSWORD or --password-file".into())
                }
                ErrorCode::ServiceNotFound => {
                    Some("`raconteur list URL` shows the services of a node".into())
                }
                _ => None,
            },
            _ => None,
        }
    }
}
