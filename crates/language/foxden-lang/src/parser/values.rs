//! Values by their type.

use super::{OpenList, ParseAborted, Parser};
use crate::ast::FieldContent;
use crate::diagnostic::Code;
use crate::header::FileVersion;
use crate::lexer::{TokenKind, string_value};
use crate::number;
use crate::source::Span;
use crate::value::{SourcedString, Value, normalized_rotation};
use foxden_catalogue::FieldType;

/// What messages call an SFString.
const STRING: &str = "a string in quotes";

impl Parser<'_, '_, '_> {
    /// Reads the value of a field of this type.
    pub(crate) fn value(
        &mut self,
        field_type: FieldType,
        field: &str,
    ) -> Result<FieldContent, ParseAborted> {
        match field_type {
            FieldType::SFNode => self.node_or_null().map(FieldContent::Node),
            FieldType::MFNode => self.node_list().map(FieldContent::Nodes),
            _ => self.plain(field_type, field).map(FieldContent::Plain),
        }
    }

    fn node_or_null(&mut self) -> Result<Option<crate::ast::Entry>, ParseAborted> {
        if self.cursor.is_word("NULL") {
            self.cursor.advance();
            return Ok(None);
        }
        self.node()
    }

    fn node_list(&mut self) -> Result<Vec<crate::ast::Entry>, ParseAborted> {
        if self.cursor.kind() != TokenKind::OpenBracket {
            return Ok(self.node_or_null()?.into_iter().collect());
        }
        let open = self.open_list();
        let mut nodes = Vec::new();
        while self.cursor.kind() != TokenKind::CloseBracket {
            if self.cursor.is_at_end() {
                let failure = self.unexpected(
                    "a node or ']'",
                    "add what is missing; the messages about unclosed parts name it",
                );
                self.reporter
                    .error(Code::Unclosed, open, "this list is never closed")
                    .hint("add the missing ]");
                return Err(failure);
            }
            nodes.extend(self.node_or_null()?);
        }
        self.cursor.advance();
        Ok(nodes)
    }

    /// Steps over the `[` of a list and gives its place.
    fn open_list(&mut self) -> Span {
        let span = self.cursor.span();
        self.open_list = Some(OpenList {
            span,
            depth: self.depth,
        });
        self.cursor.advance();
        span
    }

    fn plain(&mut self, field_type: FieldType, field: &str) -> Result<Value, ParseAborted> {
        if !field_type.is_multiple() {
            return self.single_plain(field_type, field);
        }
        let single = field_type.single();
        if self.cursor.kind() != TokenKind::OpenBracket {
            let mut list = Value::empty(field_type).ok_or(ParseAborted)?;
            let item = self.item(single, field)?;
            list.insert_item(0, item);
            return Ok(list);
        }
        self.open_list();
        let list = match single {
            FieldType::SFBool => Value::BoolList(self.items(|p| p.boolean(field))?),
            FieldType::SFInt32 => Value::IntList(self.items(|p| p.integer(field))?),
            FieldType::SFFloat => Value::FloatList(self.items(|p| p.float(field))?),
            FieldType::SFString => Value::StringList(self.items(|p| p.string(field))?),
            FieldType::SFVec2f => Value::Vec2List(self.items(|p| p.floats(field))?),
            FieldType::SFVec3f => Value::Vec3List(self.items(|p| p.floats(field))?),
            FieldType::SFRotation => Value::RotationList(self.items(|p| p.floats(field))?),
            FieldType::SFColor => Value::ColorList(self.items(|p| p.color(field))?),
            _ => return Err(ParseAborted),
        };
        self.cursor.advance();
        Ok(list)
    }

    fn items<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseAborted>,
    ) -> Result<Vec<T>, ParseAborted> {
        let mut items = Vec::new();
        while self.cursor.kind() != TokenKind::CloseBracket {
            items.push(item(self)?);
        }
        items.shrink_to_fit();
        Ok(items)
    }

    /// Reads one value; rotations get a unit axis.
    pub(crate) fn single_plain(
        &mut self,
        field_type: FieldType,
        field: &str,
    ) -> Result<Value, ParseAborted> {
        Ok(match self.item(field_type, field)? {
            Value::Rotation(rotation) => Value::Rotation(normalized_rotation(rotation)),
            other => other,
        })
    }

    /// Reads one value as it is written.
    fn item(&mut self, field_type: FieldType, field: &str) -> Result<Value, ParseAborted> {
        Ok(match field_type {
            FieldType::SFBool => Value::Bool(self.boolean(field)?),
            FieldType::SFInt32 => Value::Int(self.integer(field)?),
            FieldType::SFFloat => Value::Float(self.float(field)?),
            FieldType::SFString => Value::String(self.string(field)?),
            FieldType::SFVec2f => Value::Vec2(self.floats(field)?),
            FieldType::SFVec3f => Value::Vec3(self.floats(field)?),
            FieldType::SFRotation => Value::Rotation(self.floats(field)?),
            FieldType::SFColor => Value::Color(self.color(field)?),
            _ => return Err(self.unexpected("a plain value", "this field takes no node")),
        })
    }

    fn boolean(&mut self, field: &str) -> Result<bool, ParseAborted> {
        let value = self.cursor.is_word("TRUE");
        if !value && !self.cursor.is_word("FALSE") {
            return Err(self.wrong_type("TRUE or FALSE", field));
        }
        self.cursor.advance();
        Ok(value)
    }

    fn integer(&mut self, field: &str) -> Result<i32, ParseAborted> {
        let is_old_filtering = field == "filtering"
            && self.setting.version
                < (FileVersion {
                    major: 8,
                    minor: 6,
                    revision: 0,
                })
            && (self.cursor.is_word("TRUE") || self.cursor.is_word("FALSE"));
        if is_old_filtering {
            let value = if self.cursor.is_word("TRUE") { 4 } else { 0 };
            let span = self.cursor.span();
            self.reporter
                .warning(
                    Code::Conversion,
                    span,
                    format!("a boolean for 'filtering' was read as {value}"),
                )
                .hint("since release 8.6 this is an integer from 0 to 5");
            self.cursor.advance();
            return Ok(value);
        }
        if self.cursor.kind() != TokenKind::Number {
            return Err(self.wrong_type("an integer", field));
        }
        let word = self.cursor.text();
        let value = number::read_int(word).unwrap_or_else(|| {
            let span = self.cursor.span();
            self.reporter
                .error(
                    Code::NotAnInteger,
                    span,
                    format!("'{word}' is not a 32-bit integer and was read as 0"),
                )
                .hint("write the number without point or exponent");
            0
        });
        self.cursor.advance();
        Ok(value)
    }

    pub(super) fn float(&mut self, field: &str) -> Result<f64, ParseAborted> {
        if self.cursor.kind() != TokenKind::Number {
            return Err(self.wrong_type("a number", field));
        }
        let value = number::read_float(self.cursor.text());
        self.cursor.advance();
        Ok(value)
    }

    fn floats<const N: usize>(&mut self, field: &str) -> Result<[f64; N], ParseAborted> {
        let mut values = [0.0; N];
        for (at, value) in values.iter_mut().enumerate() {
            if self.cursor.kind() != TokenKind::Number && at > 0 {
                return Err(self.too_short(field, N, at));
            }
            *value = self.float(field)?;
        }
        Ok(values)
    }

    fn color(&mut self, field: &str) -> Result<[f64; 3], ParseAborted> {
        let start = self.cursor.span();
        let color: [f64; 3] = self.floats(field)?;
        let clamped = color.map(|component| component.clamp(0.0, 1.0));
        if color != clamped {
            self.reporter
                .error(
                    Code::ColorRange,
                    start,
                    format!(
                        "a colour has components from 0 to 1; this one was read as {clamped:?}"
                    ),
                )
                .hint("divide components of 0 to 255 by 255");
        }
        Ok(clamped)
    }

    fn string(&mut self, field: &str) -> Result<SourcedString, ParseAborted> {
        if self.cursor.kind() != TokenKind::String {
            return Err(self.wrong_type(STRING, field));
        }
        let value = string_value(self.cursor.text()).into();
        self.cursor.advance();
        Ok(SourcedString {
            value,
            file: self.setting.file,
        })
    }

    /// A vector, rotation or colour whose numbers end too soon.
    fn too_short(&mut self, field: &str, wanted: usize, given: usize) -> ParseAborted {
        let is_list = self.open_list.is_some_and(|list| list.depth == self.depth);
        let holder = match is_list {
            true => format!("an item of '{field}'"),
            false => format!("'{field}'"),
        };
        let hint = match self.cursor.kind() {
            TokenKind::Identifier | TokenKind::CloseBrace | TokenKind::CloseBracket => {
                format!("{holder} takes {wanted} numbers, but only {given} come before this")
            }
            _ => return self.wrong_type("a number", field),
        };
        self.unexpected(&format!("a number for '{field}'"), &hint)
    }

    fn wrong_type(&mut self, expected: &str, field: &str) -> ParseAborted {
        let hint = self.wrong_type_hint(expected, field);
        self.unexpected(&format!("{expected} for '{field}'"), &hint)
    }

    fn wrong_type_hint(&self, expected: &str, field: &str) -> String {
        let word = self.cursor.text();
        let list = self.open_list.filter(|list| list.depth == self.depth);
        match (self.cursor.kind(), list) {
            (TokenKind::OpenBracket, Some(_)) => {
                "a list cannot hold a list: remove the inner brackets".into()
            }
            (TokenKind::OpenBracket, None) => {
                format!("'{field}' takes a single value: remove the brackets")
            }
            (TokenKind::CloseBracket, Some(_)) => {
                format!("the last item of '{field}' is too short")
            }
            (TokenKind::Identifier, _) if matches!(word, "undefined" | "NaN" | "null") => {
                "if a template wrote this, check its expression".into()
            }
            (TokenKind::Identifier, _) if matches!(word, "nan" | "inf" | "infinity") => {
                "write a decimal number such as 0.5; infinity is +inf or -inf".into()
            }
            (TokenKind::Identifier, _) if word.eq_ignore_ascii_case("true") => "write TRUE".into(),
            (TokenKind::Identifier, _) if word.eq_ignore_ascii_case("false") => {
                "write FALSE".into()
            }
            (TokenKind::Identifier, _) if matches!(word, "=" | ":") => {
                format!("remove the '{word}': a value comes directly after its field")
            }
            // the list is closed after this word, so the word is a wrong item
            (TokenKind::Identifier, Some(_))
                if self.cursor.kind_after(1) == TokenKind::CloseBracket =>
            {
                match expected == STRING {
                    true => format!("put the item in quotes: \"{word}\""),
                    false => format!("each item of '{field}' must be {expected}"),
                }
            }
            (TokenKind::Identifier | TokenKind::CloseBrace | TokenKind::End, Some(list)) => {
                format!(
                    "close the list {}: add ] in front of this",
                    self.opening(list.span)
                )
            }
            (TokenKind::Identifier, None) if self.cursor.kind_after(1) == TokenKind::OpenBrace => {
                format!("'{field}' takes no node; give it {expected}")
            }
            (TokenKind::Identifier, None)
                if expected == STRING && !self.cursor.trivia_before().contains('\n') =>
            {
                format!("if this is the value of '{field}', put it in quotes: \"{word}\"")
            }
            (TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::Identifier, None) => {
                format!("the value of '{field}' is too short or missing")
            }
            _ => format!("give '{field}' {expected}"),
        }
    }
}
