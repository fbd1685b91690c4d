//! `hidden` items of PROTO instances.

use super::{ParseAborted, Parser};
use crate::ast::{HiddenItem, HiddenState};
use crate::diagnostic::Code;
use crate::source::Span;

impl Parser<'_, '_, '_> {
    /// Reads what follows the word `hidden`; `None` if the item does not make sense.
    pub(super) fn hidden_item(&mut self) -> Result<Option<HiddenItem>, ParseAborted> {
        let span = self.cursor.span();
        let name = self.cursor.text();
        let Some((what, field_type, solid, joint)) = split_name(name) else {
            self.reporter
                .error(Code::HiddenItem, span, format!("'{name}' is not a hidden state"))
                .hint(
                    "hidden items are translation_N, rotation_N, linearVelocity_N, angularVelocity_N, \
                     position_N_M, position2_N_M and position3_N_M",
                );
            self.refuse_file();
            self.cursor.advance();
            self.skip_value();
            return Ok(None);
        };
        self.cursor.advance();
        let value = self.single_plain(field_type, "hidden item")?;
        Ok(Some(HiddenItem {
            what,
            solid,
            joint,
            value,
            span,
        }))
    }

    /// The genuine program never finishes a file with an unknown hidden state, and names no place
    /// in it. So the file itself is wrong, and its first line says so, once.
    fn refuse_file(&mut self) {
        if std::mem::replace(&mut self.has_unknown_hidden, true) {
            return;
        }
        self.reporter
            .error(
                Code::HiddenItem,
                Span::new(0, 0),
                "Webots never finishes loading this file: it has an unknown hidden state",
            )
            .hint("remove the line of the hidden state that the other message names");
    }
}

fn split_name(name: &str) -> Option<(HiddenState, foxden_catalogue::FieldType, u32, Option<u32>)> {
    let mut parts = name.split('_');
    let word = parts.next()?;
    let (what, _, field_type) = HiddenState::ALL
        .into_iter()
        .find(|(_, known, _)| *known == word)?;
    let numbers: Vec<u32> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match (what.is_joint(), numbers[..].len()) {
        (false, 1) => Some((what, field_type, numbers[0], None)),
        (true, 2) => Some((what, field_type, numbers[0], Some(numbers[1]))),
        (true, 1) => Some((what, field_type, numbers[0], Some(0))),
        _ => None,
    }
}
