//! Members of object types with their names resolved.

use std::collections::HashMap;
use std::sync::Arc;

use bytestring::ByteString;
use raconteur_robdef::{
    Definitions, Direction, FunctionFlow, LockExemption, MemberKind, Object, Parameter,
    ReferenceIndex, ServiceDefinition,
};

use super::{Schema, Type};
use crate::error::{Error, Result};
use crate::message::Element;
use crate::value::Value;

/// An object type.
#[derive(Debug)]
pub struct ObjectSchema {
    /// Qualified name.
    pub type_name: ByteString,
    members: HashMap<String, MemberSchema>,
    order: Vec<String>,
}

/// Parameters in order.
#[derive(Clone, Debug, Default)]
pub struct Parameters(Arc<[(ByteString, Type)]>);

/// How a function gives its result.
#[derive(Clone, Debug)]
pub enum Flow {
    /// Once; `None` is void.
    Once(Option<Type>),
    /// Value by value.
    Generator {
        /// What each step gives, if anything.
        produces: Option<Type>,
        /// What each step takes, if anything.
        consumes: Option<Type>,
    },
}

/// A member of an object type.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are those of the definition")]
pub enum MemberSchema {
    /// Property.
    Property {
        value: Type,
        direction: Direction,
        lock: LockExemption,
    },
    /// Function.
    Function {
        parameters: Parameters,
        flow: Flow,
        lock: LockExemption,
    },
    /// Event.
    Event { parameters: Parameters },
    /// Reference to another object.
    Object { index: ReferenceIndex },
    /// Pipe.
    Pipe {
        value: Type,
        direction: Direction,
        unreliable: bool,
        lock: LockExemption,
    },
    /// Callback.
    Callback {
        parameters: Parameters,
        returns: Option<Type>,
    },
    /// Wire.
    Wire {
        value: Type,
        direction: Direction,
        lock: LockExemption,
    },
    /// Memory.
    Memory {
        value: Type,
        multidimensional: bool,
        direction: Direction,
        lock: LockExemption,
    },
}

impl ObjectSchema {
    pub(super) fn compile(
        object: &Object,
        definition: &ServiceDefinition,
        definitions: &Definitions,
    ) -> Self {
        let members = object
            .members
            .iter()
            .map(|member| {
                let schema = MemberSchema::compile(object, member, definition, definitions);
                (member.name.clone(), schema)
            })
            .collect();
        Self {
            type_name: format!("{}.{}", definition.name, object.name).into(),
            members,
            order: object.members.iter().map(|m| m.name.clone()).collect(),
        }
    }

    /// The member of that name.
    pub fn member(&self, name: &str) -> Option<&MemberSchema> {
        self.members.get(name)
    }

    /// The member of that name, or the error that peers send.
    pub(crate) fn require(&self, name: &str) -> Result<&MemberSchema> {
        self.member(name)
            .ok_or_else(|| Error::member_not_found(name))
    }

    /// Members in the order of the definition.
    pub fn members(&self) -> impl Iterator<Item = (&str, &MemberSchema)> {
        self.order
            .iter()
            .filter_map(|name| self.members.get_key_value(name))
            .map(|(name, member)| (name.as_str(), member))
    }
}

impl Parameters {
    fn compile(
        parameters: &[Parameter],
        definition: &ServiceDefinition,
        definitions: &Definitions,
    ) -> Self {
        Self(
            parameters
                .iter()
                .map(|parameter| {
                    (
                        ByteString::from(parameter.name.as_str()),
                        Type::compile(&parameter.data_type, definition, definitions),
                    )
                })
                .collect(),
        )
    }

    /// Names and types in order.
    pub fn iter(&self) -> impl Iterator<Item = (&ByteString, &Type)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// Takes the parameters out of the elements of an entry; what is not
    /// declared is ignored.
    pub(crate) fn read(&self, elements: &mut Vec<Element>, schema: &Schema) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(self.0.len());
        for (name, expected) in self.0.iter() {
            let at = elements
                .iter()
                .position(|element| element.name == **name)
                .ok_or_else(|| Error::missing_element(name))?;
            let value = Value::from_element(elements.swap_remove(at))?;
            expected.check(&value, schema)?;
            values.push(value);
        }
        Ok(values)
    }

    /// Turns values into named elements.
    pub(crate) fn write(&self, values: Vec<Value>, schema: &Schema) -> Result<Vec<Element>> {
        if values.len() != self.0.len() {
            return Err(Error::new(
                crate::ErrorCode::InvalidArgument,
                format!("{} parameters instead of {}", values.len(), self.0.len()),
            ));
        }
        self.0
            .iter()
            .zip(values)
            .map(|((name, expected), value)| {
                expected.check(&value, schema)?;
                Ok(value.into_element(name.clone()))
            })
            .collect()
    }
}

impl MemberSchema {
    fn compile(
        object: &Object,
        member: &raconteur_robdef::Member,
        definition: &ServiceDefinition,
        definitions: &Definitions,
    ) -> Self {
        let compile = |data_type| Type::compile(data_type, definition, definitions);
        let parameters = |list: &[Parameter]| Parameters::compile(list, definition, definitions);
        let direction = member.modifiers.direction();
        let lock = member.modifiers.lock_exemption();
        match &member.kind {
            MemberKind::Property(property) => Self::Property {
                value: compile(&property.data_type),
                direction,
                lock,
            },
            MemberKind::Function(function) => Self::Function {
                parameters: parameters(&function.parameters),
                flow: match &function.flow {
                    FunctionFlow::Once(returns) => Flow::Once(returns.as_ref().map(compile)),
                    FunctionFlow::Produces(produces) => Flow::Generator {
                        produces: Some(compile(produces)),
                        consumes: None,
                    },
                    FunctionFlow::Consumes(consumes) => Flow::Generator {
                        produces: None,
                        consumes: Some(compile(&consumes.data_type)),
                    },
                    FunctionFlow::Exchanges { produces, consumes } => Flow::Generator {
                        produces: Some(compile(produces)),
                        consumes: Some(compile(&consumes.data_type)),
                    },
                },
                lock,
            },
            MemberKind::Event(event) => Self::Event {
                parameters: parameters(&event.parameters),
            },
            MemberKind::ObjectReference(reference) => Self::Object {
                index: reference.index,
            },
            MemberKind::Pipe(pipe) => Self::Pipe {
                value: compile(&pipe.data_type),
                direction,
                unreliable: object.pipe_is_unreliable(&member.name),
                lock,
            },
            MemberKind::Callback(callback) => Self::Callback {
                parameters: parameters(&callback.parameters),
                returns: callback.returns.as_ref().map(compile),
            },
            MemberKind::Wire(wire) => Self::Wire {
                value: compile(&wire.data_type),
                direction,
                lock,
            },
            MemberKind::Memory(memory) => Self::Memory {
                value: Type::memory(
                    &memory.base,
                    memory.multidimensional,
                    definition,
                    definitions,
                ),
                multidimensional: memory.multidimensional,
                direction,
                lock,
            },
        }
    }
}
