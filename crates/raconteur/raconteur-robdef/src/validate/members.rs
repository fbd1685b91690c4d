//! Members: their types and modifiers.

use std::collections::BTreeSet;

use super::Scope;
use crate::definitions::NamedType;
use crate::{
    BaseType, Constant, FunctionFlow, Member, MemberKind, ModifierArgument, Modifiers,
    ObjectTarget, Parameter, Span,
};

/// The modifiers that mean something for a kind of member.
pub(super) struct Known(&'static [&'static str]);

/// Fields take what properties take.
pub(super) const FIELD: Known = Known(&[
    "readonly",
    "writeonly",
    "nolock",
    "nolockread",
    "perclient",
    "urgent",
]);

fn known(kind: &MemberKind) -> Known {
    match kind {
        MemberKind::Property(_) => FIELD,
        MemberKind::Function(_) => Known(&["nolock", "urgent"]),
        MemberKind::Event(_) | MemberKind::Callback(_) => Known(&["urgent"]),
        MemberKind::ObjectReference(_) => Known(&[]),
        MemberKind::Pipe(_) => Known(&["readonly", "writeonly", "unreliable", "nolock"]),
        MemberKind::Wire(_) => Known(&["readonly", "writeonly", "nolock"]),
        MemberKind::Memory(_) => Known(&["readonly", "writeonly", "nolock", "nolockread"]),
    }
}

/// Modifiers that exclude each other.
const EXCLUSIVE: [[&str; 2]; 2] = [["readonly", "writeonly"], ["nolock", "nolockread"]];

impl Scope<'_, '_> {
    pub(super) fn member(&mut self, member: &Member, constants: &[Constant]) {
        let span = member.span;
        self.modifiers(&member.modifiers, &known(&member.kind), span, constants);
        match &member.kind {
            MemberKind::Property(property) => self.data_type(&property.data_type, span),
            MemberKind::Pipe(pipe) => self.data_type(&pipe.data_type, span),
            MemberKind::Wire(wire) => self.data_type(&wire.data_type, span),
            MemberKind::Event(event) => self.parameters(&event.parameters, None, span),
            MemberKind::Callback(callback) => {
                self.parameters(&callback.parameters, None, span);
                if let Some(returns) = &callback.returns {
                    self.data_type(returns, span);
                }
            }
            MemberKind::Function(function) => {
                let (produces, consumes) = match &function.flow {
                    FunctionFlow::Once(returns) => (returns.as_ref(), None),
                    FunctionFlow::Produces(produces) => (Some(produces), None),
                    FunctionFlow::Consumes(consumes) => (None, Some(consumes)),
                    FunctionFlow::Exchanges { produces, consumes } => {
                        (Some(produces), Some(consumes))
                    }
                };
                self.parameters(&function.parameters, consumes, span);
                if let Some(produces) = produces {
                    self.data_type(produces, span);
                }
            }
            MemberKind::Memory(memory) => {
                if let BaseType::Named(name) = &memory.base {
                    let found = self.resolve(name).map(|(named, _)| named);
                    if !matches!(found, Some(NamedType::Pod(_) | NamedType::NamedArray(_))) {
                        self.error(span, format!("`{name}` is no pod or named array"));
                    }
                }
            }
            MemberKind::ObjectReference(reference) => {
                if let ObjectTarget::Named(name) = &reference.target
                    && !matches!(self.resolve(name), Some((NamedType::Object(_), _)))
                {
                    self.error(span, format!("there is no object type `{name}` here"));
                }
            }
        }
    }

    fn parameters(&mut self, plain: &[Parameter], last: Option<&Parameter>, span: Span) {
        let mut names = BTreeSet::new();
        for parameter in plain.iter().chain(last) {
            self.data_type(&parameter.data_type, span);
            if !names.insert(&parameter.name) {
                let message = format!("there are two parameters `{}`", parameter.name);
                self.error(span, message);
            }
        }
    }

    pub(super) fn modifiers(
        &mut self,
        modifiers: &Modifiers,
        known: &Known,
        span: Span,
        constants: &[Constant],
    ) {
        if modifiers.0.is_empty() {
            return;
        }
        self.since_0_9(Some(span), "[modifiers]");
        let mut seen = BTreeSet::new();
        for modifier in &modifiers.0 {
            let name = modifier.name.as_str();
            if !modifier.arguments.is_empty() || !known.0.contains(&name) {
                self.warning(span, format!("`{name}` means nothing to this member"));
            } else if !seen.insert(name) {
                self.warning(span, format!("`{name}` is given twice"));
            }
            for argument in &modifier.arguments {
                if let ModifierArgument::Constant(constant) = argument
                    && !constants.iter().any(|item| item.name == *constant)
                {
                    self.warning(span, format!("there is no constant `{constant}` here"));
                }
            }
        }
        for [one, other] in EXCLUSIVE {
            if seen.contains(one) && seen.contains(other) {
                self.warning(span, format!("`{one}` and `{other}` exclude each other"));
            }
        }
    }
}
