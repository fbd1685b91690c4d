//! The kinds of findings.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $slug:literal,)+) => {
        /// The kind of a finding; its name is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $slug,)+
                }
            }

            /// What it means, in a sentence.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

codes! {
    /// The first line is not a header.
    Header = "header",
    /// The file was written by a newer release.
    NewerFile = "newer-file",
    /// A word is neither number, name, string nor bracket.
    InvalidToken = "invalid-token",
    /// A backslash is before a character that cannot be escaped.
    InvalidEscape = "invalid-escape",
    /// A string does not end on its line.
    UnclosedString = "unclosed-string",
    /// A template statement is not opened or closed properly.
    TemplateDelimiter = "template-delimiter",
    /// Something else was expected here.
    Unexpected = "unexpected",
    /// A bracket or brace is never closed.
    Unclosed = "unclosed",
    /// Nodes or lists are nested too deeply.
    TooDeep = "too-deep",
    /// The file is too large.
    TooLarge = "too-large",
    /// A value is not of the field's type.
    WrongType = "wrong-type",
    /// A number is not an integer.
    NotAnInteger = "not-an-integer",
    /// A node or PROTO is not known.
    UnknownNode = "unknown-node",
    /// A field is not known to its node.
    UnknownField = "unknown-field",
    /// A parameter is not known to its PROTO.
    UnknownParameter = "unknown-parameter",
    /// A field or parameter is given twice.
    DuplicateField = "duplicate-field",
    /// A node name or field of an older release.
    Deprecated = "deprecated",
    /// A colour component is outside 0 to 1.
    ColorRange = "color-range",
    /// USE of a name that no DEF before it has.
    UnknownUse = "unknown-use",
    /// USE of a node that cannot be shared.
    UseNotAllowed = "use-not-allowed",
    /// IS outside of a PROTO body.
    MisplacedIs = "misplaced-is",
    /// IS names a parameter that the PROTO does not have.
    UnknownIs = "unknown-is",
    /// The types of parameter and field differ.
    IsTypeMismatch = "is-type-mismatch",
    /// A parameter is bound to nothing.
    UnboundParameter = "unbound-parameter",
    /// A derived PROTO redeclares a parameter of its base without passing it on.
    SharedParameter = "shared-parameter",
    /// A declaration of a PROTO is wrong or missing.
    ExternProto = "externproto",
    /// A PROTO is used without a declaration.
    UndeclaredProto = "undeclared-proto",
    /// A file cannot be found or read.
    MissingFile = "missing-file",
    /// A PROTO file is not well formed.
    BadProto = "bad-proto",
    /// A PROTO contains itself.
    RecursiveProto = "recursive-proto",
    /// The name of a PROTO is not that of its file.
    ProtoName = "proto-name",
    /// A template failed.
    Template = "template",
    /// A template wrote a line.
    TemplateOutput = "template-output",
    /// A value is outside a parameter's set.
    Restriction = "restriction",
    /// A node is where it is not allowed.
    Placement = "placement",
    /// A value is out of range.
    Range = "range",
    /// Slots do not fit.
    Slot = "slot",
    /// A world needs exactly one of these.
    Singleton = "singleton",
    /// Siblings have equal names.
    DuplicateName = "duplicate-name",
    /// A hidden item does not fit its instance.
    HiddenItem = "hidden-item",
    /// An older file was converted.
    Conversion = "conversion",
    /// Something is read and saved but has no effect in a simulation.
    NoEffect = "no-effect",
    /// A value is legal but not advisable.
    Advice = "advice",
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
