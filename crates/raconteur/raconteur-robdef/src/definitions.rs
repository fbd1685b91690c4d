//! A set of definitions that belong together and have been checked.

use std::collections::BTreeMap;

use crate::validate::{Checker, Layouts};
use crate::{
    Diagnostic, Enumeration, NumberType, Object, Problems, Record, ServiceDefinition, TypeName,
};

/// The most definitions in a set.
pub const MAX_DEFINITIONS: usize = 256;

/// Definitions that were checked together: every import is in the set, every
/// name means something, objects hold what they implement.
///
/// ```
/// use raconteur_robdef::{Definitions, parse};
/// let colours = parse("service colours\nnamedarray rgb\nfield uint8[3] v\nend\n")?;
/// let lamp = parse("service lamp\nimport colours\nobject Lamp\nproperty colours.rgb colour\nend\n")?;
/// let set = Definitions::validate(vec![colours, lamp])?;
/// assert!(set.object("lamp.Lamp").is_some());
/// assert_eq!(set.named_array_layout("colours.rgb").map(|layout| layout.1), Some(3));
/// # Ok::<(), raconteur_robdef::Problems>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Definitions {
    definitions: Vec<ServiceDefinition>,
    warnings: Vec<Diagnostic>,
    lookup: Lookup,
    layouts: Layouts,
}

/// A named type of a set of definitions.
///
/// ```
/// use raconteur_robdef::{Definitions, MAX_DEFINITIONS, NamedType, TypeName, parse};
/// let lift = parse("service example.lift\n\nstruct Place\n    field int32 floor\nend\n")?;
/// let definitions = Definitions::validate(vec![lift])?;
/// assert!(definitions.iter().count() <= MAX_DEFINITIONS && definitions.warnings().is_empty());
/// assert!(matches!(definitions.named("example.lift.Place"), Some(NamedType::Structure(_))));
/// let lift = definitions.definition("example.lift").expect("it is there");
/// assert!(definitions.resolve(lift, &TypeName("Place".into())).is_some());
/// # Ok::<(), raconteur_robdef::Problems>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NamedType<'a> {
    /// A structure.
    Structure(&'a Record),
    /// A pod.
    Pod(&'a Record),
    /// A named array.
    NamedArray(&'a Record),
    /// An enumeration.
    Enumeration(&'a Enumeration),
    /// An object type.
    Object(&'a Object),
}

impl Definitions {
    /// Checks definitions as the reference implementation does before it uses
    /// them.
    ///
    /// # Errors
    /// Everything that is wrong with them, each with its place.
    pub fn validate(definitions: Vec<ServiceDefinition>) -> Result<Self, Problems> {
        let lookup = Lookup::new(&definitions);
        let mut checker = Checker::new(&definitions, &lookup);
        checker.check_all();
        let (diagnostics, layouts) = checker.finish();
        let warnings = Problems::check(diagnostics)?;
        Ok(Definitions {
            definitions,
            warnings,
            lookup,
            layouts,
        })
    }

    /// The definitions in the order given.
    pub fn iter(&self) -> impl Iterator<Item = &ServiceDefinition> {
        self.definitions.iter()
    }

    /// The warnings about valid definitions.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The definition of this name.
    pub fn definition(&self, name: &str) -> Option<&ServiceDefinition> {
        self.lookup.definition(&self.definitions, name)
    }

    /// The type of this qualified name.
    pub fn named(&self, qualified: &str) -> Option<NamedType<'_>> {
        self.lookup.named(&self.definitions, qualified)
    }

    /// The type meant by a name written in `definition`.
    pub fn resolve(
        &self,
        definition: &ServiceDefinition,
        name: &TypeName,
    ) -> Option<NamedType<'_>> {
        self.named(&definition.qualify(name))
    }

    /// The object type of this qualified name.
    pub fn object(&self, qualified: &str) -> Option<&Object> {
        match self.named(qualified)? {
            NamedType::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The number type a named array is made of and how many of them one item
    /// holds.
    pub fn named_array_layout(&self, qualified: &str) -> Option<(NumberType, usize)> {
        self.layouts.get(qualified).copied()
    }
}

/// Finds definitions and types by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lookup {
    definitions: BTreeMap<String, usize>,
    types: BTreeMap<String, (usize, NamedKind, usize)>,
}

#[derive(Debug, Clone, Copy)]
enum NamedKind {
    Structure,
    Pod,
    NamedArray,
    Object,
    Enumeration,
}

impl Lookup {
    pub fn new(definitions: &[ServiceDefinition]) -> Self {
        let mut lookup = Lookup::default();
        for (index, definition) in definitions.iter().enumerate() {
            lookup
                .definitions
                .entry(definition.name.clone())
                .or_insert(index);
            let names = |records: &[Record]| -> Vec<String> {
                records.iter().map(|record| record.name.clone()).collect()
            };
            let objects = definition.objects.iter().map(|object| object.name.clone());
            let enumerations = definition.enumerations.iter().map(|item| item.name.clone());
            // In the order the reference looks; the first of a name wins.
            for (kind, names) in [
                (NamedKind::Structure, names(&definition.structures)),
                (NamedKind::Pod, names(&definition.pods)),
                (NamedKind::NamedArray, names(&definition.named_arrays)),
                (NamedKind::Object, objects.collect()),
                (NamedKind::Enumeration, enumerations.collect()),
            ] {
                for (position, name) in names.into_iter().enumerate() {
                    lookup
                        .types
                        .entry(format!("{}.{name}", definition.name))
                        .or_insert((index, kind, position));
                }
            }
        }
        lookup
    }

    pub fn definition<'a>(
        &self,
        definitions: &'a [ServiceDefinition],
        name: &str,
    ) -> Option<&'a ServiceDefinition> {
        definitions.get(*self.definitions.get(name)?)
    }

    pub fn named<'a>(
        &self,
        definitions: &'a [ServiceDefinition],
        qualified: &str,
    ) -> Option<NamedType<'a>> {
        let (index, kind, position) = *self.types.get(qualified)?;
        let definition = definitions.get(index)?;
        Some(match kind {
            NamedKind::Structure => NamedType::Structure(definition.structures.get(position)?),
            NamedKind::Pod => NamedType::Pod(definition.pods.get(position)?),
            NamedKind::NamedArray => NamedType::NamedArray(definition.named_arrays.get(position)?),
            NamedKind::Object => NamedType::Object(definition.objects.get(position)?),
            NamedKind::Enumeration => {
                NamedType::Enumeration(definition.enumerations.get(position)?)
            }
        })
    }
}
