//! Requests of members.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::message::{Element, Entry, EntryType};
use crate::schema::{Direction, Flow, LockExemption, MemberSchema};
use crate::service::{Reply, ServerSession};
use crate::value::Value;

impl ServerSession {
    /// The elements that answer a request.
    pub(crate) async fn serve(self: &Arc<Self>, mut entry: Entry) -> Result<Reply> {
        match entry.kind {
            EntryType::ENDPOINT_CHECK_CAPABILITY | EntryType::SERVICE_CHECK_CAPABILITY => {
                return Ok(vec![Element::scalar("return", 0u32)].into());
            }
            EntryType::CLIENT_KEEP_ALIVE => return Ok(Vec::new().into()),
            EntryType::CLIENT_SESSION_OP => {
                return self.session_operation(entry).await.map(Reply::from);
            }
            _ => self.require_admitted()?,
        }
        let active = self.service.resolve(&entry.path, self).await?;
        if entry.kind == EntryType::OBJECT_TYPE_NAME {
            return Ok(vec![Element::text("objecttype", active.schema.type_name.clone())].into());
        }
        let member = active.schema.require(&entry.member)?;
        self.check_locks(&entry, member)?;
        let context = self.context(&entry.path);
        let schema = &self.service.schema;
        let object = &active.object;
        let wrong_kind = || Err(Error::member_not_found(&entry.member));
        match (entry.kind, member) {
            (
                EntryType::PROPERTY_GET,
                MemberSchema::Property {
                    value, direction, ..
                },
            ) => {
                if *direction == Direction::WriteOnly {
                    return Err(Error::write_only());
                }
                let result = object.get(&entry.member, &context).await?;
                value.check(&result, schema)?;
                Ok(vec![result.into_element("value")].into())
            }
            (
                EntryType::PROPERTY_SET,
                MemberSchema::Property {
                    value, direction, ..
                },
            ) => {
                if *direction == Direction::ReadOnly {
                    return Err(Error::read_only());
                }
                let element = entry
                    .take("value")
                    .ok_or_else(|| Error::missing_element("value"))?;
                let new = Value::from_element(element)?;
                value.check(&new, schema)?;
                object.set(&entry.member, new, &context).await?;
                Ok(Vec::new().into())
            }
            (
                EntryType::FUNCTION_CALL,
                MemberSchema::Function {
                    parameters, flow, ..
                },
            ) => {
                let arguments = parameters.read(&mut entry.elements, schema)?;
                match flow {
                    Flow::Once(returns) => {
                        let result = object.call(&entry.member, arguments, &context).await?;
                        match returns {
                            Some(expected) => {
                                expected.check(&result, schema)?;
                                Ok(vec![result.into_element("return")].into())
                            }
                            None => Ok(vec![Value::Null.into_element("return")].into()),
                        }
                    }
                    Flow::Generator { produces, consumes } => {
                        let generator = object.generate(&entry.member, arguments, &context).await?;
                        let index = self.generators.add(
                            &entry,
                            generator,
                            produces.clone(),
                            consumes.clone(),
                        )?;
                        Ok(vec![Element::scalar("index", index)].into())
                    }
                }
            }
            (
                EntryType::GENERATOR_NEXT,
                MemberSchema::Function {
                    flow: Flow::Generator { .. },
                    ..
                },
            ) => self.generators.next(entry, schema).await.map(Reply::from),
            (
                EntryType::WIRE_CONNECT
                | EntryType::WIRE_DISCONNECT
                | EntryType::WIRE_PEEK_IN_VALUE
                | EntryType::WIRE_PEEK_OUT_VALUE
                | EntryType::WIRE_POKE_OUT_VALUE,
                MemberSchema::Wire {
                    value, direction, ..
                },
            ) => match object.wire(&entry.member) {
                Some(wire) => self.wire_request(entry, &wire, value, *direction),
                None => wrong_kind(),
            },
            (
                EntryType::PIPE_CONNECT | EntryType::PIPE_DISCONNECT,
                MemberSchema::Pipe {
                    value,
                    direction,
                    unreliable,
                    ..
                },
            ) => match object.pipe(&entry.member) {
                Some(pipe) => self.pipe_request(&entry, &pipe, value, *direction, *unreliable),
                None => wrong_kind(),
            },
            (
                EntryType::MEMORY_READ | EntryType::MEMORY_WRITE | EntryType::MEMORY_GET_PARAM,
                MemberSchema::Memory {
                    value,
                    multidimensional,
                    direction,
                    ..
                },
            ) => match object.memory(&entry.member) {
                Some(memory) => self
                    .memory_request(entry, &*memory, value, *multidimensional, *direction)
                    .map(Reply::from),
                None => wrong_kind(),
            },
            (kind, _) if kind.name().is_none() => Err(Error::protocol("Unknown request type")),
            _ => wrong_kind(),
        }
    }

    /// Whether locks and monitors let a request pass.
    fn check_locks(&self, entry: &Entry, member: &MemberSchema) -> Result<()> {
        let exemption = match member {
            MemberSchema::Property { lock, .. }
            | MemberSchema::Function { lock, .. }
            | MemberSchema::Pipe { lock, .. }
            | MemberSchema::Wire { lock, .. }
            | MemberSchema::Memory { lock, .. } => *lock,
            _ => LockExemption::None,
        };
        let reads = matches!(
            entry.kind,
            EntryType::PROPERTY_GET | EntryType::MEMORY_READ | EntryType::MEMORY_GET_PARAM
        );
        let leaves = matches!(
            entry.kind,
            EntryType::WIRE_DISCONNECT | EntryType::PIPE_DISCONNECT
        );
        if leaves {
            return Ok(());
        }
        self.check_monitor(&entry.path)?;
        let exempt = exemption == LockExemption::All || exemption == LockExemption::Read && reads;
        if exempt {
            Ok(())
        } else {
            self.check_object_lock(&entry.path)
        }
    }
}
