//! Values from the text of a single field, as people type it.

use super::Value;
use foxden_catalogue::FieldType;

/// Why a text is no value of a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueTextError {
    /// It holds nodes.
    #[error("a field of type {0} holds nodes; insert or remove them instead")]
    Nodes(FieldType),
    /// A word is not of the type.
    #[error("'{word}' is not {wanted}")]
    Word {
        /// The word.
        word: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// The text has more or fewer items than the type.
    #[error("a value of type {field_type} has {wanted}, not {given} items")]
    Count {
        /// The type.
        field_type: FieldType,
        /// How many it has.
        wanted: &'static str,
        /// How many there are.
        given: usize,
    },
    /// A string has no end, or a bracket has no partner.
    #[error("the text is not complete: {0}")]
    Unfinished(&'static str),
}

/// A piece of a text.
enum Piece {
    Word(String),
    Quoted(String),
}

fn pieces(text: &str) -> Result<Vec<Piece>, ValueTextError> {
    let text = text.trim();
    let inside = match (text.strip_prefix('['), text.ends_with(']')) {
        (Some(rest), true) => &rest[..rest.len() - 1],
        (None, false) => text,
        // a string may end with a bracket
        (None, true) if text.contains('"') => text,
        _ => return Err(ValueTextError::Unfinished("a bracket has no partner")),
    };
    let mut pieces = Vec::new();
    let mut letters = inside.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() || letter == ',' {
            continue;
        }
        if letter == '"' {
            let mut quoted = String::new();
            loop {
                match letters.next() {
                    None => return Err(ValueTextError::Unfinished("a string needs a closing \"")),
                    Some('"') => break,
                    Some('\\') if matches!(letters.peek(), Some('"' | '\\')) => {
                        quoted.extend(letters.next());
                    }
                    Some(other) => quoted.push(other),
                }
            }
            pieces.push(Piece::Quoted(quoted));
            continue;
        }
        let mut word = letter.to_string();
        while let Some(next) = letters.peek() {
            if next.is_whitespace() || *next == ',' || *next == '"' {
                break;
            }
            word.extend(letters.next());
        }
        pieces.push(Piece::Word(word));
    }
    Ok(pieces)
}

fn word(piece: &Piece, wanted: &'static str) -> ValueTextError {
    let (Piece::Word(text) | Piece::Quoted(text)) = piece;
    ValueTextError::Word {
        word: text.chars().take(40).collect(),
        wanted,
    }
}

fn number(piece: &Piece) -> Result<f64, ValueTextError> {
    match piece {
        Piece::Word(text) => text.parse().ok().filter(|number: &f64| !number.is_nan()),
        Piece::Quoted(_) => None,
    }
    .ok_or_else(|| word(piece, "a number"))
}

fn integer(piece: &Piece) -> Result<i32, ValueTextError> {
    match piece {
        Piece::Word(text) => text.parse().ok(),
        Piece::Quoted(_) => None,
    }
    .ok_or_else(|| word(piece, "an integer"))
}

fn truth(piece: &Piece) -> Result<bool, ValueTextError> {
    match piece {
        Piece::Word(text) if text == "TRUE" || text == "true" => Ok(true),
        Piece::Word(text) if text == "FALSE" || text == "false" => Ok(false),
        _ => Err(word(piece, "TRUE or FALSE")),
    }
}

impl Value {
    /// A value from the text of a field. Brackets around lists and commas may be
    /// left out, and quotes around a single string that has none in it.
    ///
    /// ```
    /// use foxden_catalogue::FieldType;
    /// use foxden_lang::value::Value;
    /// let value = Value::from_text(FieldType::SFVec3f, "0 1.5, -2")?;
    /// assert_eq!(value, Value::Vec3([0.0, 1.5, -2.0]));
    /// # Ok::<(), foxden_lang::value::ValueTextError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is no value of the type.
    pub fn from_text(field_type: FieldType, text: &str) -> Result<Self, ValueTextError> {
        if field_type.is_node() {
            return Err(ValueTextError::Nodes(field_type));
        }
        if field_type == FieldType::SFString && !text.trim_start().starts_with('"') {
            return Ok(Self::String(text.into()));
        }
        let pieces = pieces(text)?;
        let count = |wanted: &'static str| ValueTextError::Count {
            field_type,
            wanted,
            given: pieces.len(),
        };
        let one = || match pieces.as_slice() {
            [piece] => Ok(piece),
            _ => Err(count("one item")),
        };
        fn groups<const N: usize>(
            pieces: &[Piece],
            error: impl Fn() -> ValueTextError,
        ) -> Result<Vec<[f64; N]>, ValueTextError> {
            let numbers = pieces.iter().map(number).collect::<Result<Vec<f64>, _>>()?;
            let (chunks, rest) = numbers.as_chunks::<N>();
            match rest.is_empty() {
                true => Ok(chunks.to_vec()),
                false => Err(error()),
            }
        }
        fn single<const N: usize>(
            pieces: &[Piece],
            error: impl Fn() -> ValueTextError,
        ) -> Result<[f64; N], ValueTextError> {
            match groups::<N>(pieces, &error)?.as_slice() {
                [one] => Ok(*one),
                _ => Err(error()),
            }
        }
        fn all<T>(
            pieces: &[Piece],
            read: fn(&Piece) -> Result<T, ValueTextError>,
        ) -> Result<Vec<T>, ValueTextError> {
            pieces.iter().map(read).collect()
        }
        Ok(match field_type {
            FieldType::SFBool => Self::Bool(truth(one()?)?),
            FieldType::SFInt32 => Self::Int(integer(one()?)?),
            FieldType::SFFloat => Self::Float(number(one()?)?),
            FieldType::SFString => match one()? {
                Piece::Word(text) | Piece::Quoted(text) => Self::String(text.as_str().into()),
            },
            FieldType::SFVec2f => Self::Vec2(single(&pieces, || count("2 numbers"))?),
            FieldType::SFVec3f => Self::Vec3(single(&pieces, || count("3 numbers"))?),
            FieldType::SFColor => Self::Color(single(&pieces, || count("3 numbers"))?),
            FieldType::SFRotation => Self::Rotation(single(&pieces, || count("4 numbers"))?),
            FieldType::MFBool => Self::BoolList(all(&pieces, truth)?),
            FieldType::MFInt32 => Self::IntList(all(&pieces, integer)?),
            FieldType::MFFloat => Self::FloatList(all(&pieces, number)?),
            FieldType::MFString => Self::StringList(all(&pieces, |piece| match piece {
                Piece::Quoted(text) => Ok(text.as_str().into()),
                Piece::Word(_) => Err(word(piece, "a string in quotes")),
            })?),
            FieldType::MFVec2f => Self::Vec2List(groups(&pieces, || count("pairs"))?),
            FieldType::MFVec3f => Self::Vec3List(groups(&pieces, || count("groups of 3 numbers"))?),
            FieldType::MFColor => {
                Self::ColorList(groups(&pieces, || count("groups of 3 numbers"))?)
            }
            FieldType::MFRotation => {
                Self::RotationList(groups(&pieces, || count("groups of 4 numbers"))?)
            }
            FieldType::SFNode | FieldType::MFNode => return Err(ValueTextError::Nodes(field_type)),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_with_and_without_brackets() {
        let read = |kind, text| Value::from_text(kind, text).unwrap();
        assert_eq!(read(FieldType::SFBool, " TRUE "), Value::Bool(true));
        assert_eq!(
            read(FieldType::SFString, "a \"b\""),
            Value::String("a \"b\"".into())
        );
        assert_eq!(
            read(FieldType::SFString, r#""a \"b\" \\""#),
            Value::String(r#"a "b" \"#.into())
        );
        assert_eq!(
            read(FieldType::MFFloat, "[1, 2 3]"),
            Value::FloatList(vec![1.0, 2.0, 3.0])
        );
        assert_eq!(read(FieldType::MFFloat, ""), Value::FloatList(Vec::new()));
        assert_eq!(
            read(FieldType::MFVec2f, "0 1 2 3"),
            Value::Vec2List(vec![[0.0, 1.0], [2.0, 3.0]])
        );
        assert_eq!(
            read(FieldType::MFString, r#"["a, b" "c]"]"#),
            Value::StringList(vec!["a, b".into(), "c]".into()])
        );
    }

    #[test]
    fn other_texts_are_refused_with_a_reason() {
        let refused = |kind, text| Value::from_text(kind, text).unwrap_err().to_string();
        assert!(refused(FieldType::SFVec3f, "1 2").contains("3 numbers"));
        assert!(refused(FieldType::SFFloat, "fast").contains("'fast' is not a number"));
        assert!(refused(FieldType::SFFloat, "nan").contains("not a number"));
        assert!(refused(FieldType::SFInt32, "1.5").contains("integer"));
        assert!(refused(FieldType::MFString, "a").contains("quotes"));
        assert!(refused(FieldType::SFString, "\"a").contains("closing"));
        assert!(refused(FieldType::MFFloat, "[1").contains("bracket"));
        assert!(refused(FieldType::SFNode, "Solid { }").contains("nodes"));
    }
}
