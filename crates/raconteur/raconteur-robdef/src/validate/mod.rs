//! The checks the reference implementation makes before it uses definitions.
//! Everything wrong is reported, not the first thing only.

mod constants;
mod implements;
mod members;
mod names;
mod records;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use names::KEYWORDS;

use crate::definitions::{Lookup, MAX_DEFINITIONS, NamedType};
use crate::{Diagnostic, NumberType, ServiceDefinition, Severity, Span, TypeName, Version};

/// The number type and count of every good named array, by qualified name.
pub(crate) type Layouts = BTreeMap<String, (NumberType, usize)>;

/// The largest number of diagnostics that is stored.
const MAX_DIAGNOSTICS: usize = 200;

/// How deep pods and named arrays, imports and inheritance may be nested.
const MAX_DEPTH: usize = 64;

/// How many nested types are looked at in all when names are compared.
const MAX_STEPS: usize = 1_000_000;

pub(crate) struct Checker<'a> {
    definitions: &'a [ServiceDefinition],
    lookup: &'a Lookup,
    diagnostics: Vec<Diagnostic>,
    layouts: Layouts,
    depths: BTreeMap<String, usize>,
    steps: usize,
}

impl<'a> Checker<'a> {
    pub fn new(definitions: &'a [ServiceDefinition], lookup: &'a Lookup) -> Self {
        Checker {
            definitions,
            lookup,
            diagnostics: Vec::new(),
            layouts: Layouts::new(),
            depths: BTreeMap::new(),
            steps: 0,
        }
    }

    pub fn finish(self) -> (Vec<Diagnostic>, Layouts) {
        (self.diagnostics, self.layouts)
    }

    pub fn check_all(&mut self) {
        if self.definitions.len() > MAX_DEFINITIONS {
            let message = format!("more than {MAX_DEFINITIONS} definitions at once");
            return self.push(Severity::Error, "", Span::default(), message);
        }
        let mut seen = BTreeSet::new();
        for definition in self.definitions {
            if !seen.insert(&definition.name) {
                let message = "there are two definitions of this name";
                self.push(Severity::Error, &definition.name, Span::default(), message);
                continue;
            }
            Scope {
                checker: self,
                definition,
            }
            .check();
        }
    }

    fn push(&mut self, severity: Severity, service: &str, span: Span, message: impl Into<String>) {
        // Warnings leave space for errors, so that an error is never lost.
        let limit = match severity {
            Severity::Warning => MAX_DIAGNOSTICS / 2,
            Severity::Error => MAX_DIAGNOSTICS,
        };
        if self.diagnostics.len() < limit {
            self.diagnostics.push(Diagnostic {
                severity,
                service: service.to_owned(),
                span,
                message: message.into(),
            });
        }
    }

    fn named(&self, qualified: &str) -> Option<NamedType<'a>> {
        self.lookup.named(self.definitions, qualified)
    }

    fn definition(&self, name: &str) -> Option<&'a ServiceDefinition> {
        self.lookup.definition(self.definitions, name)
    }
}

/// The checks of one definition.
struct Scope<'c, 'a> {
    checker: &'c mut Checker<'a>,
    definition: &'a ServiceDefinition,
}

impl<'a> Scope<'_, 'a> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        let name = &self.definition.name;
        self.checker.push(Severity::Error, name, span, message);
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        let name = &self.definition.name;
        self.checker.push(Severity::Warning, name, span, message);
    }

    fn check(&mut self) {
        let definition = self.definition;
        let start = Span {
            line: 1,
            column: 1,
            length: 0,
        };
        if let Some(fault) = names::service_name_fault(&definition.name) {
            self.error(start, fault);
        }
        if definition
            .version
            .is_some_and(|version| version > Version::SUPPORTED)
        {
            let message = format!("versions above {} are not known", Version::SUPPORTED);
            self.error(start, message);
        }
        self.imports(start);
        let mut unique = Unique::default();
        self.option_constants(&definition.options, &mut unique);
        self.constants(&definition.constants, &mut unique);
        self.since_0_9(
            definition.constants.first().map(|item| item.span),
            "constant",
        );
        for exception in &definition.exceptions {
            self.declared(&exception.name, exception.span, &mut unique);
        }
        self.since_0_9(definition.using.first().map(|item| item.span), "using");
        for using in &definition.using {
            self.declared(&using.alias, using.span, &mut unique);
            self.using(&using.qualified, using.span);
        }
        self.since_0_9(
            definition.enumerations.first().map(|item| item.span),
            "enum",
        );
        for enumeration in &definition.enumerations {
            self.declared(&enumeration.name, enumeration.span, &mut unique);
            self.enumeration(enumeration);
        }
        for (kind, records) in [
            (records::RecordKind::Structure, &definition.structures),
            (records::RecordKind::Pod, &definition.pods),
            (records::RecordKind::NamedArray, &definition.named_arrays),
        ] {
            for record in records {
                self.declared(&record.name, record.span, &mut unique);
                self.record(kind, record);
            }
        }
        for object in &definition.objects {
            self.declared(&object.name, object.span, &mut unique);
            self.object(object);
        }
    }

    /// A name that must be allowed and not yet taken.
    fn declared(&mut self, name: &str, span: Span, unique: &mut Unique) {
        if let Some(fault) = names::name_fault(name) {
            self.error(span, fault);
        }
        if !unique.insert(name) {
            self.error(span, format!("the name `{name}` is used twice"));
        }
    }

    /// Features that definitions of a version before 0.9 do not have.
    fn since_0_9(&mut self, first: Option<Span>, feature: &str) {
        let old = self
            .definition
            .version
            .is_some_and(|version| version < Version::new(0, 9, 0, 0));
        if let (true, Some(span)) = (old, first) {
            self.error(span, format!("`{feature}` needs version 0.9 or newer"));
        }
    }

    fn imports(&mut self, start: Span) {
        let definition = self.definition;
        for import in &definition.imports {
            let Some(imported) = self.checker.definition(&import.name) else {
                let message = format!("the definition `{}` is not there", import.name);
                self.error(import.span, message);
                continue;
            };
            if let Some(version) = definition.version
                && imported.version.is_none_or(|other| other > version)
            {
                let message = format!("`{}` has a higher version or none", import.name);
                self.error(import.span, message);
            }
        }
        match self.import_depth() {
            None => self.error(start, "the definition imports itself, by way of others"),
            Some(depth) if depth > MAX_DEPTH => {
                self.error(
                    start,
                    format!("imports are nested more than {MAX_DEPTH} deep"),
                );
            }
            Some(_) => {}
        }
    }

    /// Walks the imports breadth first; `None` if they form a cycle.
    fn import_depth(&self) -> Option<usize> {
        let mut seen = BTreeSet::new();
        let mut level = vec![self.definition];
        let mut depth = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for definition in level {
                for import in &definition.imports {
                    if import.name == self.definition.name {
                        return None;
                    }
                    if seen.insert(&import.name) {
                        next.extend(self.checker.definition(&import.name));
                    }
                }
            }
            level = next;
            depth += 1;
        }
        Some(depth)
    }

    fn using(&mut self, qualified: &TypeName, span: Span) {
        let found = qualified.split().is_some_and(|(service, name)| {
            self.imported(service)
                .is_some_and(|definition| declares(definition, name))
        });
        if !found {
            self.error(span, format!("`{qualified}` is in no imported definition"));
        }
    }

    /// An imported definition; others are out of sight.
    fn imported(&self, service: &str) -> Option<&'a ServiceDefinition> {
        let imports = &self.definition.imports;
        let listed = imports.iter().any(|import| import.name == service);
        listed.then(|| self.checker.definition(service)).flatten()
    }

    /// The type that a name means here, and its full name.
    fn resolve(&self, name: &TypeName) -> Option<(NamedType<'a>, String)> {
        let qualified = self.definition.qualify(name);
        let local = !name.0.contains('.') && {
            let using = &self.definition.using;
            !using.iter().any(|using| using.alias == name.0)
        };
        if !local {
            let (service, _) = qualified.rsplit_once('.')?;
            self.imported(service)?;
        }
        let named = self.checker.named(&qualified)?;
        Some((named, qualified))
    }
}

/// Names already taken.
#[derive(Default)]
struct Unique(BTreeSet<String>);

impl Unique {
    fn insert(&mut self, name: &str) -> bool {
        self.0.insert(name.to_owned())
    }
}

/// True if a definition declares the name at its top level.
fn declares(definition: &ServiceDefinition, name: &str) -> bool {
    let records = [
        &definition.structures,
        &definition.pods,
        &definition.named_arrays,
    ];
    records
        .into_iter()
        .flatten()
        .any(|record| record.name == name)
        || definition.objects.iter().any(|item| item.name == name)
        || definition.constants.iter().any(|item| item.name == name)
        || definition.enumerations.iter().any(|item| item.name == name)
        || definition.exceptions.iter().any(|item| item.name == name)
}
