//! Objects, and the object types they implement.

use std::collections::{BTreeMap, BTreeSet};

use super::{Scope, Unique};
use crate::definitions::NamedType;
use crate::{
    BaseType, Callback, DataType, FunctionFlow, Member, MemberKind, Object, ObjectTarget,
    Parameter, ServiceDefinition,
};

impl<'a> Scope<'_, 'a> {
    pub(super) fn object(&mut self, object: &'a Object) {
        let mut unique = Unique::default();
        self.option_constants(&object.options, &mut unique);
        self.constants(&object.constants, &mut unique);
        self.since_0_9(object.constants.first().map(|item| item.span), "constant");
        let mut own = BTreeMap::new();
        for member in &object.members {
            self.declared(&member.name, member.span, &mut unique);
            self.member(member, &object.constants);
            own.entry(member.name.as_str()).or_insert(member);
        }
        let mut parents = Vec::new();
        let mut listed = BTreeSet::new();
        for name in &object.implements {
            match self.resolve(name) {
                Some((NamedType::Object(parent), qualified)) => {
                    parents.push((parent, qualified.clone()));
                    listed.insert(qualified);
                }
                _ => self.error(
                    object.span,
                    format!("there is no object type `{name}` here"),
                ),
            }
        }
        let itself = format!("{}.{}", self.definition.name, object.name);
        if listed.contains(&itself) {
            return self.error(object.span, "the object implements itself");
        }
        for (parent, qualified) in parents {
            let Some(owner) = self.owner(&qualified) else {
                continue;
            };
            for inherited in &parent.implements {
                let inherited = owner.qualify(inherited);
                if !listed.contains(&inherited) {
                    let message =
                        format!("`{qualified}` implements `{inherited}`, so this must as well");
                    self.error(object.span, message);
                }
            }
            self.inherited_members(object, &own, parent, owner);
        }
    }

    fn owner(&self, qualified: &str) -> Option<&'a ServiceDefinition> {
        let (service, _) = qualified.rsplit_once('.')?;
        self.checker.definition(service)
    }

    fn inherited_members(
        &mut self,
        object: &Object,
        own: &BTreeMap<&str, &'a Member>,
        parent: &Object,
        owner: &ServiceDefinition,
    ) {
        for member in &parent.members {
            match own.get(member.name.as_str()) {
                None => {
                    let message = format!("`{}` of `{}` is missing", member, parent.name);
                    self.error(object.span, message);
                }
                Some(mine) => {
                    let same = mine.modifiers == member.modifiers
                        && qualified(&mine.kind, self.definition) == qualified(&member.kind, owner);
                    if !same {
                        let message = format!("this must be `{}` as in `{}`", member, parent.name);
                        self.error(mine.span, message);
                    }
                }
            }
        }
    }
}

/// The member with every name qualified, so that members of two definitions
/// can be compared.
fn qualified(kind: &MemberKind, definition: &ServiceDefinition) -> MemberKind {
    let mut kind = kind.clone();
    let base = |base: &mut BaseType| {
        if let BaseType::Named(name) = base {
            name.0 = definition.qualify(name);
        }
    };
    let data_type = |data_type: &mut DataType| base(&mut data_type.base);
    let parameters = |parameters: &mut Vec<Parameter>| {
        for parameter in parameters {
            data_type(&mut parameter.data_type);
        }
    };
    match &mut kind {
        MemberKind::Property(property) => data_type(&mut property.data_type),
        MemberKind::Pipe(pipe) => data_type(&mut pipe.data_type),
        MemberKind::Wire(wire) => data_type(&mut wire.data_type),
        MemberKind::Memory(memory) => base(&mut memory.base),
        MemberKind::Event(event) => parameters(&mut event.parameters),
        MemberKind::Callback(Callback {
            parameters: list,
            returns,
        }) => {
            parameters(list);
            returns.iter_mut().for_each(data_type);
        }
        MemberKind::Function(function) => {
            parameters(&mut function.parameters);
            match &mut function.flow {
                FunctionFlow::Once(returns) => returns.iter_mut().for_each(data_type),
                FunctionFlow::Produces(produces) => data_type(produces),
                FunctionFlow::Consumes(consumes) => data_type(&mut consumes.data_type),
                FunctionFlow::Exchanges { produces, consumes } => {
                    data_type(produces);
                    data_type(&mut consumes.data_type);
                }
            }
        }
        MemberKind::ObjectReference(reference) => {
            if let ObjectTarget::Named(name) = &mut reference.target {
                name.0 = definition.qualify(name);
            }
        }
    }
    kind
}
