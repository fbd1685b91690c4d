//! Structures, pods, named arrays and objects: statements up to `end`.

use super::cursor::{Cursor, Fault};
use super::lines::Statement;
use super::{Parser, STATEMENTS, constant_statement, keyword, member};
use crate::{Field, Member, Object, Record, TypeName};

/// Where a block came to its end.
enum Line {
    /// A statement inside.
    Inside(Statement),
    /// `end`, or the end could not be found (already reported).
    End,
}

impl Parser<'_> {
    /// The next statement of a block of `kind` that began at `head`.
    fn block_line(&mut self, kind: &str, head: &Statement) -> Line {
        let Some(statement) = self.next() else {
            self.error(head.whole(), format!("the `end` of this {kind} is missing"));
            return Line::End;
        };
        let mut words = statement.text.split_ascii_whitespace();
        match words.next() {
            Some("end") => {
                let of = words.next();
                let strict = self.is_strict();
                if of.is_some() && strict {
                    let message = "`end` has no name from stdver 0.9.2 on";
                    self.error(statement.whole(), message);
                } else if of.is_some_and(|word| word != kind) || words.next().is_some() {
                    let message = format!("`end` or `end {kind}` is expected here");
                    self.error(statement.whole(), message);
                }
                Line::End
            }
            // `constant` and `option` are allowed in blocks as well.
            Some(word) if STATEMENTS.contains(&word) && !matches!(word, "constant" | "option") => {
                let message = format!("`end` of the {kind} is expected before `{word}`");
                self.error(statement.whole(), message);
                self.waiting = Some(statement);
                Line::End
            }
            _ => Line::Inside(statement),
        }
    }

    /// The name after `struct`, `object` and so on. A bad one is reported and
    /// the block read nevertheless.
    pub(super) fn block_name(&mut self, cursor: &mut Cursor<'_>) -> String {
        let name = cursor.name("a name").map(str::to_owned);
        match name.and_then(|name| cursor.finish().map(|()| name)) {
            Ok(name) => name,
            Err(fault) => {
                self.fault(fault);
                String::new()
            }
        }
    }

    /// The statements of a block of `kind`, each handed to `inside`.
    pub(super) fn block(
        &mut self,
        kind: &str,
        head: &Statement,
        mut inside: impl FnMut(&mut Self, &Statement) -> Result<(), Fault>,
    ) {
        while let Line::Inside(statement) = self.block_line(kind, head) {
            if let Err(fault) = inside(self, &statement) {
                self.fault(fault);
            }
        }
    }

    pub(super) fn record(
        &mut self,
        kind: &str,
        head: &Statement,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Fault> {
        let mut record = Record {
            name: self.block_name(cursor),
            documentation: head.documentation.clone(),
            options: Vec::new(),
            constants: Vec::new(),
            fields: Vec::new(),
            span: head.whole(),
        };
        self.block(kind, head, |parser, statement| {
            let (word, mut cursor) = keyword(statement)?;
            match word {
                "option" => {
                    let option = parser.option_line(&mut cursor, statement.whole())?;
                    record.options.push(option);
                }
                "constant" => {
                    let constant = constant_statement(statement, &mut cursor)?;
                    record.constants.push(constant);
                    if !record.fields.is_empty() {
                        return Err(before_members(statement, word));
                    }
                }
                "field" => {
                    let (name, data_type, modifiers) = member::field(&mut cursor)?;
                    record.fields.push(Field {
                        name,
                        documentation: statement.documentation.clone(),
                        data_type,
                        modifiers,
                        span: statement.whole(),
                    });
                }
                _ => {
                    return Err(Fault {
                        span: statement.whole(),
                        message: format!("a {kind} holds only `field`, `constant` and `option`"),
                    });
                }
            }
            Ok(())
        });
        let records = match kind {
            "struct" => &mut self.definition.structures,
            "pod" => &mut self.definition.pods,
            _ => &mut self.definition.named_arrays,
        };
        records.push(record);
        Ok(())
    }

    pub(super) fn object(
        &mut self,
        head: &Statement,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Fault> {
        let mut object = Object {
            name: self.block_name(cursor),
            documentation: head.documentation.clone(),
            implements: Vec::new(),
            options: Vec::new(),
            constants: Vec::new(),
            members: Vec::new(),
            span: head.whole(),
        };
        self.block("object", head, |parser, statement| {
            let (word, mut cursor) = keyword(statement)?;
            let late = !object.members.is_empty();
            match word {
                "option" => {
                    let option = parser.option_line(&mut cursor, statement.whole())?;
                    object.options.push(option);
                }
                "implements" => {
                    let name = cursor.dotted("an object type")?.to_owned();
                    cursor.finish()?;
                    object.implements.push(TypeName(name));
                    if late {
                        return Err(before_members(statement, word));
                    }
                }
                "constant" => {
                    let constant = constant_statement(statement, &mut cursor)?;
                    object.constants.push(constant);
                    if late {
                        return Err(before_members(statement, word));
                    }
                }
                "property" | "function" | "event" | "objref" | "pipe" | "callback" | "wire"
                | "memory" => {
                    let written = member::member(word, &mut cursor)?;
                    object.members.push(Member {
                        name: written.name,
                        documentation: statement.documentation.clone(),
                        kind: written.kind,
                        modifiers: written.modifiers,
                        span: statement.whole(),
                    });
                }
                _ => {
                    return Err(Fault {
                        span: statement.whole(),
                        message: format!(
                            "`{word}` is no member; known are property, function, event, \
                             objref, pipe, callback, wire, memory"
                        ),
                    });
                }
            }
            Ok(())
        });
        self.definition.objects.push(object);
        Ok(())
    }
}

fn before_members(statement: &Statement, word: &str) -> Fault {
    Fault {
        span: statement.whole(),
        message: format!("`{word}` must come before the members"),
    }
}
