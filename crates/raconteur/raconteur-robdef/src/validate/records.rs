//! Structures, pods and named arrays.

use std::collections::BTreeSet;

use super::{MAX_DEPTH, MAX_STEPS, Scope, Unique};
use crate::definitions::NamedType;
use crate::{
    ArrayShape, BaseType, Container, DataType, Field, NumberType, Record, ServiceDefinition, Span,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordKind {
    Structure,
    Pod,
    NamedArray,
}

/// Why a pod or named array cannot be laid out.
enum LayoutFault {
    Recursive,
    Deep,
    Mixed,
    Empty,
    Large,
    /// Reported at the field that is wrong.
    Elsewhere,
}

impl<'a> Scope<'_, 'a> {
    pub(super) fn record(&mut self, kind: RecordKind, record: &'a Record) {
        let mut unique = Unique::default();
        self.option_constants(&record.options, &mut unique);
        self.constants(&record.constants, &mut unique);
        for field in &record.fields {
            self.declared(&field.name, field.span, &mut unique);
            self.modifiers(
                &field.modifiers,
                &super::members::FIELD,
                field.span,
                &record.constants,
            );
            self.data_type(&field.data_type, field.span);
            match kind {
                RecordKind::Structure => {}
                RecordKind::Pod => self.pod_field(field),
                RecordKind::NamedArray => self.named_array_field(field),
            }
        }
        if kind == RecordKind::Structure {
            return;
        }
        let mut result = self
            .depth(self.definition, record, &mut Vec::new())
            .and_then(|_| self.namesake(record));
        if kind == RecordKind::NamedArray {
            result = result.and_then(|()| self.layout(self.definition, record).map(|_| ()));
        }
        let fault = result.err();
        let message = match fault {
            None | Some(LayoutFault::Elsewhere) => return,
            Some(LayoutFault::Recursive) => "the type contains itself, or a type of its name",
            Some(LayoutFault::Deep) => "types are nested too deep",
            Some(LayoutFault::Mixed) => "a named array holds numbers of one type only",
            Some(LayoutFault::Empty) => "a named array has at least one field",
            Some(LayoutFault::Large) => "the named array is too large",
        };
        self.error(record.span, message);
    }

    fn pod_field(&mut self, field: &Field) {
        let data_type = &field.data_type;
        let base = match &data_type.base {
            BaseType::Number(_) => true,
            BaseType::Named(name) => match self.resolve(name) {
                Some((NamedType::Pod(_) | NamedType::NamedArray(_), _)) => true,
                Some(_) => false,
                // Reported already.
                None => return,
            },
            BaseType::String | BaseType::VarValue => false,
        };
        let bounded = match &data_type.array {
            ArrayShape::Scalar => true,
            ArrayShape::Fixed(length) | ArrayShape::Bounded(length) => *length > 0,
            ArrayShape::MultiFixed(lengths) => !lengths.contains(&0),
            ArrayShape::Variable | ArrayShape::MultiVariable => false,
        };
        if !base || !bounded || data_type.container != Container::None {
            let message = "fields of pods are numbers, pods or named arrays of bounded size, \
                           without container";
            self.error(field.span, message);
        }
    }

    fn named_array_field(&mut self, field: &Field) {
        let data_type = &field.data_type;
        let base = match &data_type.base {
            BaseType::Number(_) => true,
            BaseType::Named(name) => match self.resolve(name) {
                Some((NamedType::NamedArray(_), _)) => true,
                Some(_) => false,
                None => return,
            },
            BaseType::String | BaseType::VarValue => false,
        };
        let fixed = matches!(data_type.array, ArrayShape::Scalar | ArrayShape::Fixed(_));
        if !base || !fixed || data_type.container != Container::None {
            let message = "fields of named arrays are numbers or named arrays, single or `[n]`, \
                           without container";
            self.error(field.span, message);
        }
    }

    /// Fails if a pod or named array contains one of the same name of another
    /// definition: the reference takes it for a circle.
    fn namesake(&mut self, record: &'a Record) -> Result<(), LayoutFault> {
        let others = self.checker.definitions.iter().any(|other| {
            other.name != self.definition.name
                && matches!(
                    self.checker
                        .named(&format!("{}.{}", other.name, record.name)),
                    Some(NamedType::Pod(_) | NamedType::NamedArray(_))
                )
        });
        if !others {
            return Ok(());
        }
        let mut seen = BTreeSet::new();
        let mut open = vec![(self.definition, record)];
        while let Some((definition, outer)) = open.pop() {
            for field in &outer.fields {
                let Some((owner, inner)) = self.inner(definition, &field.data_type) else {
                    continue;
                };
                if inner.name == record.name {
                    return Err(LayoutFault::Recursive);
                }
                self.checker.steps += 1;
                if self.checker.steps > MAX_STEPS {
                    return Err(LayoutFault::Deep);
                }
                if seen.insert((&owner.name, &inner.name)) {
                    open.push((owner, inner));
                }
            }
        }
        Ok(())
    }

    /// How deep a pod or named array is nested; fails where it contains itself.
    fn depth(
        &mut self,
        definition: &'a ServiceDefinition,
        record: &'a Record,
        path: &mut Vec<&'a str>,
    ) -> Result<usize, LayoutFault> {
        if path.contains(&record.name.as_str()) {
            return Err(LayoutFault::Recursive);
        }
        if path.len() >= MAX_DEPTH {
            return Err(LayoutFault::Deep);
        }
        let qualified = format!("{}.{}", definition.name, record.name);
        if let Some(depth) = self.checker.depths.get(&qualified) {
            return match depth + path.len() {
                total if total > MAX_DEPTH => Err(LayoutFault::Deep),
                _ => Ok(*depth),
            };
        }
        path.push(&record.name);
        let mut depth = 0;
        for field in &record.fields {
            if let Some((inner_definition, inner)) = self.inner(definition, &field.data_type) {
                depth = depth.max(self.depth(inner_definition, inner, path)?);
            }
        }
        path.pop();
        self.checker.depths.insert(qualified, depth + 1);
        Ok(depth + 1)
    }

    /// The pod or named array a field is made of.
    fn inner(
        &self,
        definition: &'a ServiceDefinition,
        data_type: &DataType,
    ) -> Option<(&'a ServiceDefinition, &'a Record)> {
        let BaseType::Named(name) = &data_type.base else {
            return None;
        };
        let qualified = definition.qualify(name);
        let (service, _) = qualified.rsplit_once('.')?;
        let owner = self.checker.definition(service)?;
        match self.checker.named(&qualified)? {
            NamedType::Pod(record) | NamedType::NamedArray(record) => Some((owner, record)),
            _ => None,
        }
    }

    /// The number type and count of a named array known not to be recursive.
    fn layout(
        &mut self,
        definition: &'a ServiceDefinition,
        record: &'a Record,
    ) -> Result<(NumberType, usize), LayoutFault> {
        let qualified = format!("{}.{}", definition.name, record.name);
        if let Some(layout) = self.checker.layouts.get(&qualified) {
            return Ok(*layout);
        }
        let mut found: Option<NumberType> = None;
        let mut count = 0_usize;
        for field in &record.fields {
            let items = match &field.data_type.array {
                ArrayShape::Fixed(length) => *length as usize,
                _ => 1,
            };
            let (number, each) = match &field.data_type.base {
                BaseType::Number(number) => (*number, 1),
                BaseType::Named(_) => {
                    let inner = self.inner(definition, &field.data_type);
                    let (owner, inner) = inner.ok_or(LayoutFault::Elsewhere)?;
                    self.layout(owner, inner)?
                }
                _ => return Err(LayoutFault::Elsewhere),
            };
            if found.is_some_and(|found| found != number) {
                return Err(LayoutFault::Mixed);
            }
            found = Some(number);
            count = each
                .checked_mul(items)
                .and_then(|more| count.checked_add(more))
                .filter(|count| *count <= u32::MAX as usize)
                .ok_or(LayoutFault::Large)?;
        }
        let layout = (found.ok_or(LayoutFault::Empty)?, count);
        self.checker.layouts.insert(qualified, layout);
        Ok(layout)
    }

    /// A type of a value: its names must mean something, its shape must fit.
    pub(super) fn data_type(&mut self, data_type: &DataType, span: Span) {
        let scalar = data_type.array == ArrayShape::Scalar;
        match &data_type.base {
            BaseType::Number(_) | BaseType::VarValue => {}
            BaseType::String if scalar => {}
            BaseType::String => self.error(span, "there are no arrays of strings"),
            BaseType::Named(name) => match self.resolve(name) {
                None => self.error(span, format!("there is no type `{name}` here")),
                Some((NamedType::Object(_), _)) => {
                    self.error(span, format!("`{name}` is an object, not a value"));
                }
                Some((NamedType::Pod(_) | NamedType::NamedArray(_), _)) => {}
                Some((NamedType::Structure(_) | NamedType::Enumeration(_), _)) if scalar => {}
                Some(_) => {
                    let message = "there are no arrays of structures or enumerations";
                    self.error(span, message);
                }
            },
        }
    }
}
