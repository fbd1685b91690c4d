//! JSON schemas of types, so that viewers know the fields of messages.

use raconteur_robdef::{
    ArrayShape, BaseType, Container, DataType, Definitions, NamedType, NumberType, Record,
    ServiceDefinition,
};
use serde_json::{Map, Value as Json, json};

/// Structures may contain each other; deeper ones are described as objects.
const DEEPEST: usize = 16;

/// The schema of the messages of a wire.
pub(super) fn message_schema(
    definitions: &Definitions,
    definition: &ServiceDefinition,
    data_type: &DataType,
) -> Json {
    let schema = SchemaWriter { definitions };
    json!({
        "type": "object",
        "properties": {
            "time": {
                "type": "object",
                "properties": { "sec": { "type": "integer" }, "nsec": { "type": "integer" } }
            },
            "value": schema.of(definition, data_type, 0),
        }
    })
}

struct SchemaWriter<'a> {
    definitions: &'a Definitions,
}

impl SchemaWriter<'_> {
    fn of(&self, definition: &ServiceDefinition, data_type: &DataType, depth: usize) -> Json {
        if data_type.container != Container::None {
            let item = self.of(definition, &data_type.without_container(), depth);
            return match data_type.container {
                Container::List => json!({ "type": "array", "items": item }),
                _ => json!({ "type": "object", "additionalProperties": item }),
            };
        }
        let item = self.base(definition, &data_type.base, depth);
        match &data_type.array {
            ArrayShape::Scalar => item,
            ArrayShape::MultiFixed(_) | ArrayShape::MultiVariable => json!({
                "type": "object",
                "properties": {
                    "dims": { "type": "array", "items": { "type": "integer" } },
                    "array": { "type": "array", "items": item },
                }
            }),
            _ => json!({ "type": "array", "items": item }),
        }
    }

    fn base(&self, definition: &ServiceDefinition, base: &BaseType, depth: usize) -> Json {
        let name = match base {
            BaseType::Number(NumberType::Double | NumberType::Single) => {
                return json!({ "type": "number" });
            }
            BaseType::Number(NumberType::CDouble | NumberType::CSingle) => {
                return json!({ "type": "array", "items": { "type": "number" } });
            }
            BaseType::Number(NumberType::Bool) => return json!({ "type": "boolean" }),
            BaseType::Number(_) => return json!({ "type": "integer" }),
            BaseType::String => return json!({ "type": "string" }),
            BaseType::VarValue => return json!({}),
            BaseType::Named(name) => name,
        };
        let full = definition.qualify(name);
        let owner = full
            .rsplit_once('.')
            .and_then(|(service, _)| self.definitions.definition(service));
        match (self.definitions.named(&full), owner) {
            (Some(NamedType::Enumeration(_)), _) => json!({ "type": "string" }),
            (
                Some(
                    NamedType::Structure(record)
                    | NamedType::Pod(record)
                    | NamedType::NamedArray(record),
                ),
                Some(owner),
            ) if depth < DEEPEST => self.record(owner, record, depth),
            _ => json!({ "type": "object" }),
        }
    }

    fn record(&self, owner: &ServiceDefinition, record: &Record, depth: usize) -> Json {
        let fields = record.fields.iter().map(|field| {
            let schema = self.of(owner, &field.data_type, depth + 1);
            (field.name.clone(), schema)
        });
        json!({ "type": "object", "properties": fields.collect::<Map<_, _>>() })
    }
}
