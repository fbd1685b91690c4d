//! Constants.

use crate::{ArrayShape, NumberType, Span};

/// A named constant of a definition, structure or object.
///
/// ```
/// use raconteur_robdef::{Constant, ConstantField, ConstantValue, Literal, parse};
/// let text = "service example.limits\n\nconstant int32 MOST 0x10\nconstant struct BOTH {most: MOST}\n";
/// let definition = parse(text)?;
/// let most: &Constant = &definition.constants[0];
/// assert!(matches!(
///     most.value,
///     ConstantValue::Number { value: Literal::Integer { value: 16, hexadecimal: true }, .. }
/// ));
/// if let ConstantValue::Record { fields, .. } = &definition.constants[1].value {
///     let field: &ConstantField = &fields[0];
///     assert_eq!(field.constant, "MOST");
/// }
/// # Ok::<(), raconteur_robdef::Problems>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// Its type and value.
    pub value: ConstantValue,
    /// Where it is written.
    pub span: Span,
}

/// Type and value of a constant.
#[derive(Debug, Clone, PartialEq)]
pub enum ConstantValue {
    /// One number.
    Number {
        /// Its type: real or whole, not complex and not a truth value.
        number: NumberType,
        /// Its value, in the range of the type.
        value: Literal,
    },
    /// Several numbers of one type.
    Numbers {
        /// Their type.
        number: NumberType,
        /// `[]`, `[n]` or `[n-]`; the length is not checked against it, just
        /// as in the reference implementation.
        shape: ArrayShape,
        /// The values.
        values: Vec<Literal>,
    },
    /// A text, escapes resolved.
    Text(String),
    /// Other constants gathered under field names.
    Record {
        /// The type written, usually `struct`.
        type_name: String,
        /// The fields in order.
        fields: Vec<ConstantField>,
    },
}

/// A number as written in a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// A whole number.
    Integer {
        /// Its value.
        value: i128,
        /// True if it was written in hexadecimal.
        hexadecimal: bool,
    },
    /// A real number.
    Real(f64),
}

/// A field of a record constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstantField {
    /// The field's name.
    pub name: String,
    /// The name of the constant that is its value.
    pub constant: String,
}
