//! Objects of a service.

use std::fmt::Display;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use bytestring::ByteString;
use tokio::sync::broadcast;

use super::callback::erase;
use super::connect::text;
use super::session::ClientState;
use super::{EventStream, RemoteGenerator, RemoteMemory};
use crate::error::{Error, ErrorCode, Result};
use crate::members::{
    PipeEndpoint, PipeSetup, PipeState, WireConnection, WireState, packet_elements, read_packet,
};
use crate::message::{Element, Entry, EntryType};
use crate::schema::{Direction, Flow, MemberSchema, ObjectSchema, Type};
use crate::service::path;
use crate::value::{
    ArrayItem, FromArguments, FromValue, IntoArguments, IntoValue, Timestamp, Value,
};

/// Events that wait for a listener.
const WAITING_EVENTS: usize = 1024;

/// An object of a service, used member by member. Clones are the same object.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// object.set("speed", 0.5).await?;
/// let speed: f64 = object.get("speed").await?;
/// let sum: f64 = object.call("add", (speed, 2.0)).await?;
/// let arm = object.object_at("arms", 2).await?;
/// # let _ = (sum, arm);
/// # Ok(()) }
/// ```
///
/// ```no_run
/// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
/// use raconteur::value::Timestamp;
///
/// assert!(robot.path().starts_with("robot"));
/// let mut steps = robot.generate::<(), f64>("steps", (10,)).await?;
/// # let _ = &mut steps;
/// let mut bumps = robot.event::<(f64,)>("bumped")?;
/// robot.callback("ask", |(question,): (String,)| async move { Ok(question.len() as i32) })?;
///
/// // Wires: stay connected, or look once.
/// let mut state = robot.wire::<Vec<f64>>("state").await?;
/// let (newest, time): (Vec<f64>, Timestamp) = robot.peek_in("state").await?;
/// robot.poke_out("target", vec![1.0, 2.0]).await?;
/// let (target, _) = robot.peek_out::<Vec<f64>>("target").await?;
///
/// // A pipe with any index that is free, and a memory.
/// let commands = robot.pipe::<String>("commands", None).await?;
/// commands.send("forward".to_owned())?;
/// let image = robot.memory::<u8>("image")?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct ObjectRef {
    state: Arc<ClientState>,
    path: ByteString,
    schema: Arc<ObjectSchema>,
}

impl ObjectRef {
    pub(super) fn new(
        state: Arc<ClientState>,
        path: ByteString,
        schema: Arc<ObjectSchema>,
    ) -> Self {
        state
            .object_types
            .lock()
            .insert(path.clone(), schema.clone());
        Self {
            state,
            path,
            schema,
        }
    }

    pub(super) fn state(&self) -> &ClientState {
        &self.state
    }

    /// Path of the object within its node.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Type and members of the object.
    pub fn schema(&self) -> &Arc<ObjectSchema> {
        &self.schema
    }

    fn entry(&self, kind: EntryType, member: &str) -> Entry {
        Entry::new(kind, self.path.clone(), member)
    }

    /// Reads a property.
    pub async fn get<T: FromValue>(&self, name: &str) -> Result<T> {
        let MemberSchema::Property {
            value, direction, ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        if *direction == Direction::WriteOnly {
            return Err(Error::write_only());
        }
        let mut answer = self
            .state
            .request(self.entry(EntryType::PROPERTY_GET, name))
            .await?;
        let result = Value::from_element(
            answer
                .take("value")
                .ok_or_else(|| Error::missing_element("value"))?,
        )?;
        value.check(&result, &self.state.schema())?;
        result.to()
    }

    /// A value to be written, once it is what the member takes.
    fn outgoing(&self, taken: &Type, direction: Direction, new: impl IntoValue) -> Result<Value> {
        if direction == Direction::ReadOnly {
            return Err(Error::read_only());
        }
        let new = new.into_value();
        taken.check(&new, &self.state.schema())?;
        Ok(new)
    }

    /// Writes a property.
    pub async fn set(&self, name: &str, new: impl IntoValue) -> Result<()> {
        let MemberSchema::Property {
            value, direction, ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        let new = self.outgoing(value, *direction, new)?;
        let entry = self
            .entry(EntryType::PROPERTY_SET, name)
            .with(new.into_element("value"));
        self.state.request(entry).await.map(drop)
    }

    /// Calls a function.
    pub async fn call<R: FromValue>(&self, name: &str, arguments: impl IntoArguments) -> Result<R> {
        let MemberSchema::Function {
            parameters,
            flow: Flow::Once(returns),
            ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        let schema = self.state.schema();
        let mut entry = self.entry(EntryType::FUNCTION_CALL, name);
        entry.elements = parameters.write(arguments.into_values(), &schema)?;
        let mut answer = self.state.request(entry).await?;
        match returns {
            None => R::from_value(Value::Null),
            Some(expected) => {
                let element = answer
                    .take("return")
                    .ok_or_else(|| Error::missing_element("return"))?;
                let result = Value::from_element(element)?;
                expected.check(&result, &schema)?;
                result.to()
            }
        }
    }

    /// Calls a function that gives a generator.
    pub async fn generate<I: IntoValue, O: FromValue>(
        &self,
        name: &str,
        arguments: impl IntoArguments,
    ) -> Result<RemoteGenerator<I, O>> {
        let MemberSchema::Function {
            parameters,
            flow: Flow::Generator { produces, consumes },
            ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        let mut entry = self.entry(EntryType::FUNCTION_CALL, name);
        entry.elements = parameters.write(arguments.into_values(), &self.state.schema())?;
        let answer = self.state.request(entry).await?;
        let index = answer
            .element("index")
            .and_then(Element::as_scalar)
            .ok_or_else(|| Error::missing_element("index"))?;
        Ok(RemoteGenerator {
            state: self.state.clone(),
            path: self.path.clone(),
            member: name.into(),
            index,
            consumes: consumes.clone(),
            produces: produces.is_some(),
            marker: PhantomData,
        })
    }

    /// Follows an object reference.
    pub async fn object(&self, name: &str) -> Result<ObjectRef> {
        self.follow(format!("{}.{name}", self.path), name).await
    }

    /// Follows an object reference with an index.
    pub async fn object_at(&self, name: &str, index: impl Display) -> Result<ObjectRef> {
        let index = path::escape(&index.to_string());
        self.follow(format!("{}.{name}[{index}]", self.path), name)
            .await
    }

    async fn follow(&self, path: String, name: &str) -> Result<ObjectRef> {
        let MemberSchema::Object { .. } = self.schema.require(name)? else {
            return Err(Error::member_not_found(name));
        };
        let entry = Entry::new(EntryType::OBJECT_TYPE_NAME, path.clone(), "")
            .with(Element::text("clientversion", "1.2.9"));
        let answer = self.state.request(entry).await?;
        let type_name = text(&answer, "objecttype")?;
        let schema = self.state.object_schema(&type_name).await?;
        Ok(ObjectRef::new(self.state.clone(), path.into(), schema))
    }

    /// Listens to an event.
    pub fn event<A: FromArguments>(&self, name: &str) -> Result<EventStream<A>> {
        let MemberSchema::Event { .. } = self.schema.require(name)? else {
            return Err(Error::member_not_found(name));
        };
        let mut events = self.state.events.lock();
        let sender = events
            .entry((self.path.clone(), name.into()))
            .or_insert_with(|| broadcast::channel(WAITING_EVENTS).0);
        Ok(EventStream::new(sender.subscribe()))
    }

    /// Sets the function that the service may call.
    pub fn callback<A, R, F>(
        &self,
        name: &str,
        function: impl Fn(A) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        A: FromArguments,
        R: IntoValue,
        F: Future<Output = Result<R>> + Send + 'static,
    {
        let MemberSchema::Callback { .. } = self.schema.require(name)? else {
            return Err(Error::member_not_found(name));
        };
        self.state
            .callbacks
            .lock()
            .insert((self.path.clone(), name.into()), erase(function));
        Ok(())
    }

    /// Connects a wire.
    pub async fn wire<T: FromValue + IntoValue>(&self, name: &str) -> Result<WireConnection<T>> {
        let MemberSchema::Wire {
            value, direction, ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        let wire = WireState::new(
            self.state.link.clone(),
            self.path.clone(),
            name.into(),
            self.state.endpoint,
            None,
            (
                *direction != Direction::ReadOnly,
                *direction != Direction::WriteOnly,
            ),
            value.clone(),
            self.state.schema(),
        );
        let key = (self.path.clone(), ByteString::from(name));
        // In place before the request: a packet may come before the answer.
        {
            let mut wires = self.state.wires.lock();
            if wires.get(&key).is_some_and(|wire| !wire.is_closed()) {
                return Err(Error::new(
                    ErrorCode::InvalidOperation,
                    "the wire is connected already",
                ));
            }
            wires.insert(key.clone(), wire.clone());
        }
        let request = self.entry(EntryType::WIRE_CONNECT, name);
        if let Err(error) = self.state.request(request).await {
            self.state.wires.lock().remove(&key);
            return Err(error);
        }
        Ok(WireConnection::new(wire))
    }

    /// The value that a wire would send now, without connecting it.
    pub async fn peek_in<T: FromValue>(&self, name: &str) -> Result<(T, Timestamp)> {
        self.peek(EntryType::WIRE_PEEK_IN_VALUE, name).await
    }

    /// The value that the service has last received on a wire.
    pub async fn peek_out<T: FromValue>(&self, name: &str) -> Result<(T, Timestamp)> {
        self.peek(EntryType::WIRE_PEEK_OUT_VALUE, name).await
    }

    async fn peek<T: FromValue>(&self, kind: EntryType, name: &str) -> Result<(T, Timestamp)> {
        let MemberSchema::Wire {
            value, direction, ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        match (kind, direction) {
            (EntryType::WIRE_PEEK_IN_VALUE, Direction::WriteOnly) => {
                return Err(Error::write_only());
            }
            (EntryType::WIRE_PEEK_OUT_VALUE, Direction::ReadOnly) => {
                return Err(Error::read_only());
            }
            _ => {}
        }
        let mut answer = self.state.request(self.entry(kind, name)).await?;
        let (result, time) = read_packet(&mut answer)?;
        value.check(&result, &self.state.schema())?;
        Ok((result.to()?, time))
    }

    /// Gives a wire's service one value, without connecting the wire.
    pub async fn poke_out(&self, name: &str, new: impl IntoValue) -> Result<()> {
        let MemberSchema::Wire {
            value, direction, ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        let new = self.outgoing(value, *direction, new)?;
        let mut entry = self.entry(EntryType::WIRE_POKE_OUT_VALUE, name);
        entry.elements = packet_elements(new, Timestamp::now());
        self.state.request(entry).await.map(drop)
    }

    /// Connects a pipe; without an index the service chooses one.
    pub async fn pipe<T: FromValue + IntoValue>(
        &self,
        name: &str,
        index: Option<i32>,
    ) -> Result<PipeEndpoint<T>> {
        let MemberSchema::Pipe {
            value,
            direction,
            unreliable,
            ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        let mut entry = self
            .entry(EntryType::PIPE_CONNECT, name)
            .with(Element::scalar("index", index.unwrap_or(-1)));
        if *unreliable {
            entry.elements.push(Element::scalar("unreliable", 1i32));
        }
        let key = (self.path.clone(), ByteString::from(name));
        self.state
            .early
            .lock()
            .entry(key.clone())
            .or_default()
            .requests += 1;
        let outcome = self.state.request(entry).await.and_then(|answer| {
            let index = answer
                .element("index")
                .and_then(Element::as_scalar::<i32>)
                .ok_or_else(|| Error::missing_element("index"))?;
            Ok(PipeState::new(PipeSetup {
                link: self.state.link.clone(),
                path: self.path.clone(),
                member: name.into(),
                index,
                endpoint: self.state.endpoint,
                owner: None,
                may_send: *direction != Direction::ReadOnly,
                may_receive: *direction != Direction::WriteOnly,
                unreliable: answer.element("unreliable").is_some(),
                value: value.clone(),
                schema: self.state.schema(),
            }))
        });
        let mut early = self.state.early.lock();
        let mut packets = Vec::new();
        if let Some(waiting) = early.get_mut(&key) {
            if let Ok(pipe) = &outcome {
                let all = std::mem::take(&mut waiting.packets);
                let (ours, others) = all
                    .into_iter()
                    .partition(|packet| packet.name.as_number() == Some(pipe.index()));
                packets = ours;
                waiting.packets = others;
            }
            waiting.requests -= 1;
            if waiting.requests == 0 {
                early.remove(&key);
            }
        }
        let pipe = outcome?;
        for packet in packets {
            pipe.receive(packet)?;
        }
        // Under the lock of early packets, so that none slips through between.
        self.state
            .pipes
            .lock()
            .insert((key.0, key.1, pipe.index()), pipe.clone());
        drop(early);
        Ok(PipeEndpoint::new(pipe))
    }

    /// A memory of the object.
    pub fn memory<T: ArrayItem>(&self, name: &str) -> Result<RemoteMemory<T>> {
        let MemberSchema::Memory {
            multidimensional,
            direction,
            ..
        } = self.schema.require(name)?
        else {
            return Err(Error::member_not_found(name));
        };
        Ok(RemoteMemory {
            state: self.state.clone(),
            path: self.path.clone(),
            member: name.into(),
            multidimensional: *multidimensional,
            direction: *direction,
            transfer: tokio::sync::OnceCell::new(),
            marker: PhantomData,
        })
    }
}

impl ClientState {
    /// The type of an object that has been referred to.
    pub(super) fn object_at(&self, path: &str) -> Option<Arc<ObjectSchema>> {
        self.object_types.lock().get(path).cloned()
    }
}
