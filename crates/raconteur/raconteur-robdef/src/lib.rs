//! Robot Raconteur service definitions (`.robdef` files): a typed model, a
//! parser that reports every problem with its place, a printer, and the checks
//! the reference implementation makes before it accepts a definition.
//!
//! ```
//! let text = "service example.lamp\n\
//!             stdver 0.9.2\n\
//!             object Lamp\n\
//!                 property double brightness [nolock]\n\
//!             end\n";
//! let definition = raconteur_robdef::parse(text).expect("a good definition");
//! assert_eq!(definition.name, "example.lamp");
//! let again = raconteur_robdef::parse(&definition.to_string()).expect("the print parses");
//! assert_eq!(definition, again);
//! ```
#![forbid(unsafe_code)]

mod constant;
mod data_type;
mod definition;
mod definitions;
mod diagnostic;
mod member;
mod modifier;
mod parse;
mod print;
mod span;
mod validate;
mod version;

pub use constant::{Constant, ConstantField, ConstantValue, Literal};
pub use data_type::{ArrayShape, BaseType, Container, DataType, NumberType, TypeName};
pub use definition::{
    Enumeration, EnumerationValue, ExceptionName, Field, Import, Object, OptionLine, Record,
    ServiceDefinition, Using,
};
pub use definitions::{Definitions, MAX_DEFINITIONS, NamedType};
pub use diagnostic::{Diagnostic, Problems, Severity};
pub use member::{
    Callback, Event, Function, FunctionFlow, Member, MemberKind, Memory, ObjectReference,
    ObjectTarget, Parameter, Pipe, Property, ReferenceIndex, Wire,
};
pub use modifier::{Direction, LockExemption, Modifier, ModifierArgument, Modifiers};
pub use parse::{MAX_TEXT, parse, parse_with_warnings};
pub use span::Span;
pub use version::{Version, VersionError};
