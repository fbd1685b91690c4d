//! Service definitions, ready for use at run time.
//!
//! A [`Schema`] has checked definitions with their texts and the members of
//! every object type, and checks whether a [`Value`](crate::value::Value) fits
//! a declared type.

mod check;
mod member;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raconteur_robdef::{ArrayShape, DataType, Definitions, NamedType, ServiceDefinition, Version};

pub use check::Type;
pub use member::{Flow, MemberSchema, ObjectSchema, Parameters};
pub use raconteur_robdef::Direction;
pub use raconteur_robdef::LockExemption;

use crate::error::{Error, ErrorCode, Result};

/// Definitions, their texts and what follows from them.
///
/// ```
/// use raconteur::schema::Schema;
/// let schema = Schema::parse(&["service example.lamp\n\nobject Lamp\n    property double brightness\nend\n"])?;
/// assert!(schema.object("example.lamp.Lamp").is_some());
/// # Ok::<(), raconteur::Error>(())
/// ```
///
/// ```
/// use raconteur::schema::{Flow, MemberSchema, ObjectSchema, Parameters, Schema, Type};
/// use raconteur::value::Value;
///
/// let text = "service example.lift\n\nobject Lift\n    property double[3] place\n    function bool go(int32 floor)\nend\n";
/// let schema = Schema::parse(&[text])?;
/// assert_eq!(Schema::definition_of("example.lift.Lift"), "example.lift");
/// assert_eq!(schema.closure("example.lift"), ["example.lift"]);
/// assert_eq!(schema.text("example.lift").map(|text| text.len()), Some(text.len()));
/// assert!(schema.definition("example.lift").is_some());
/// assert_eq!(schema.definitions().iter().count(), 1);
/// assert!(schema.implements("example.lift.Lift").is_empty());
/// assert_eq!(schema.type_for_client("example.lift.Lift", None)?, "example.lift.Lift");
///
/// let lift: &ObjectSchema = schema.object("example.lift.Lift").expect("it is defined");
/// assert_eq!(lift.members().count(), 2);
/// if let Some(MemberSchema::Property { value, .. }) = lift.member("place") {
///     let place: &Type = value;
///     assert_eq!(place.numbers_per_item(), 1);
///     assert!(place.check(&Value::from(vec![1.0, 2.0, 3.0]), &schema).is_ok());
///     assert!(place.check(&Value::from(vec![1.0]), &schema).is_err());
/// }
/// if let Some(MemberSchema::Function { parameters, flow: Flow::Once(_), .. }) = lift.member("go") {
///     let parameters: &Parameters = parameters;
///     assert_eq!(parameters.iter().count(), 1);
/// }
/// # Ok::<(), raconteur::Error>(())
/// ```
#[derive(Debug)]
pub struct Schema {
    definitions: Definitions,
    texts: BTreeMap<String, Arc<str>>,
    records: BTreeMap<String, Vec<(String, Type)>>,
    objects: BTreeMap<String, Arc<ObjectSchema>>,
}

impl Schema {
    /// Parses and checks definitions; each import must be among them.
    pub fn parse<T: AsRef<str>>(texts: &[T]) -> Result<Arc<Self>> {
        let bad = |problem: String| Error::new(ErrorCode::ServiceDefinitionError, problem);
        let mut definitions = Vec::with_capacity(texts.len());
        let mut by_name = BTreeMap::new();
        for text in texts {
            let definition =
                raconteur_robdef::parse(text.as_ref()).map_err(|e| bad(e.to_string()))?;
            if by_name
                .insert(definition.name.clone(), Arc::from(text.as_ref()))
                .is_none()
            {
                definitions.push(definition);
            }
        }
        let definitions = Definitions::validate(definitions).map_err(|e| bad(e.to_string()))?;
        Ok(Arc::new(Self::compile(definitions, by_name)))
    }

    fn compile(definitions: Definitions, texts: BTreeMap<String, Arc<str>>) -> Self {
        let mut records = BTreeMap::new();
        let mut objects = BTreeMap::new();
        for definition in definitions.iter() {
            let kinds = [(&definition.structures, false), (&definition.pods, true)];
            for (record, is_pod) in kinds
                .into_iter()
                .flat_map(|(all, is_pod)| all.iter().map(move |record| (record, is_pod)))
            {
                let fields = record
                    .fields
                    .iter()
                    .map(|field| {
                        let data_type = if is_pod {
                            flattened(&field.data_type)
                        } else {
                            field.data_type.clone()
                        };
                        let field_type = Type::compile(&data_type, definition, &definitions);
                        (field.name.clone(), field_type)
                    })
                    .collect();
                records.insert(format!("{}.{}", definition.name, record.name), fields);
            }
            for object in &definition.objects {
                let schema = ObjectSchema::compile(object, definition, &definitions);
                objects.insert(schema.type_name.to_string(), Arc::new(schema));
            }
        }
        Self {
            definitions,
            texts,
            records,
            objects,
        }
    }

    /// The members of an object type.
    pub fn object(&self, qualified: &str) -> Option<&Arc<ObjectSchema>> {
        self.objects.get(qualified)
    }

    /// The text of a definition, as it was given.
    pub fn text(&self, name: &str) -> Option<&Arc<str>> {
        self.texts.get(name)
    }

    /// A definition as a tree.
    pub fn definition(&self, name: &str) -> Option<&ServiceDefinition> {
        self.definitions.definition(name)
    }

    /// All definitions, checked together.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// Names of a definition and everything it imports, itself first.
    pub fn closure(&self, name: &str) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let mut order = Vec::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            if let Some(definition) = self.definition(&name) {
                waiting.extend(
                    definition
                        .imports
                        .iter()
                        .rev()
                        .map(|import| import.name.clone()),
                );
                if self.texts.contains_key(&name) {
                    order.push(name);
                }
            }
        }
        order
    }

    /// The definition that a qualified type belongs to.
    pub fn definition_of(qualified: &str) -> &str {
        qualified
            .rsplit_once('.')
            .map_or("", |(service, _)| service)
    }

    /// Types that an object type implements, at every level.
    pub fn implements(&self, qualified: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut waiting = vec![qualified.to_owned()];
        while let Some(name) = waiting.pop() {
            let Some(definition) = self.definition(Self::definition_of(&name)) else {
                continue;
            };
            let Some(NamedType::Object(object)) = self.definitions.named(&name) else {
                continue;
            };
            for base in &object.implements {
                let base = definition.qualify(base);
                if !found.contains(&base) {
                    found.push(base.clone());
                    waiting.push(base);
                }
            }
        }
        found
    }

    /// The type that a client of some version can read: the type itself, or
    /// the first one it implements whose definition is old enough.
    pub fn type_for_client(&self, qualified: &str, client: Option<Version>) -> Result<String> {
        let Some(client) = client else {
            return Ok(qualified.to_owned());
        };
        let readable = |name: &String| {
            self.definition(Self::definition_of(name))
                .is_some_and(|definition| definition.version.is_none_or(|needed| needed <= client))
        };
        let own = qualified.to_owned();
        std::iter::once(own)
            .chain(self.implements(qualified))
            .find(readable)
            .ok_or_else(|| {
                Error::new(
                    ErrorCode::ObjectNotFound,
                    format!("no type of {qualified} is readable for version {client}"),
                )
            })
    }
}

/// The type of a pod's field on the wire: arrays of several dimensions travel
/// as plain arrays there, first index running fastest.
fn flattened(data_type: &DataType) -> DataType {
    let array = match &data_type.array {
        ArrayShape::MultiFixed(lengths) => ArrayShape::Fixed(
            lengths
                .iter()
                .fold(1, |product: u32, length| product.saturating_mul(*length)),
        ),
        other => other.clone(),
    };
    DataType {
        array,
        ..data_type.clone()
    }
}
