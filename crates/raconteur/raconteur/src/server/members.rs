//! Requests of members.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::message::{Element, Entry, EntryType};
use crate::schema::{Direction, Flow, LockExemption, MemberSchema, Type};
use crate::service::{Access, Object, Reply, ServerSession, access_of};
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
        let object_type = &active.schema.type_name;
        if let Some(access) = access_of(entry.kind, member) {
            self.check_permission(object_type, &entry.member, access)?;
        }
        // A client that may only read can open a channel of both directions,
        // but what it sends is dropped.
        let may_write = || {
            let access = self.check_permission(object_type, &entry.member, Access::Write);
            access.is_ok()
        };
        self.check_locks(&entry, member)?;
        let schema = &self.service.schema;
        let object = &*active.object;
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
                self.get_property(&entry, object, value).await
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
                self.set_property(entry, object, value).await
            }
            (
                EntryType::FUNCTION_CALL,
                MemberSchema::Function {
                    parameters, flow, ..
                },
            ) => {
                let arguments = parameters.read(&mut entry.elements, schema)?;
                self.call_function(&entry, object, arguments, flow).await
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
                Some(wire) => {
                    let may_write = may_write();
                    self.wire_request(entry, &wire, value, *direction, may_write)
                }
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
                Some(pipe) => {
                    let access = (*direction, may_write());
                    self.pipe_request(&entry, &pipe, value, access, *unreliable)
                }
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

    async fn get_property(
        self: &Arc<Self>,
        entry: &Entry,
        object: &dyn Object,
        expected: &Type,
    ) -> Result<Reply> {
        let context = self.context(&entry.path);
        let value = object.get(&entry.member, &context).await?;
        expected.check(&value, &self.service.schema)?;
        Ok(vec![value.into_element("value")].into())
    }

    async fn set_property(
        self: &Arc<Self>,
        mut entry: Entry,
        object: &dyn Object,
        expected: &Type,
    ) -> Result<Reply> {
        let element = entry
            .take("value")
            .ok_or_else(|| Error::missing_element("value"))?;
        let value = Value::from_element(element)?;
        expected.check(&value, &self.service.schema)?;
        let context = self.context(&entry.path);
        object.set(&entry.member, value, &context).await?;
        Ok(Vec::new().into())
    }

    async fn call_function(
        self: &Arc<Self>,
        entry: &Entry,
        object: &dyn Object,
        arguments: Vec<Value>,
        flow: &Flow,
    ) -> Result<Reply> {
        let context = self.context(&entry.path);
        let answer = match flow {
            Flow::Once(returns) => {
                let result = object.call(&entry.member, arguments, &context).await?;
                match returns {
                    Some(expected) => {
                        expected.check(&result, &self.service.schema)?;
                        result.into_element("return")
                    }
                    None => Value::Null.into_element("return"),
                }
            }
            Flow::Generator { produces, consumes } => {
                let generator = object.generate(&entry.member, arguments, &context).await?;
                let (produces, consumes) = (produces.clone(), consumes.clone());
                let index = self.generators.add(entry, generator, produces, consumes)?;
                Element::scalar("index", index)
            }
        };
        Ok(vec![answer].into())
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
