//! Wires and pipes of a session.

use std::sync::Arc;

use crate::error::{Error, ErrorCode, Result};
use crate::members::{Pipe, PipeSetup, PipeState, Wire, WireState, packet_elements, read_packet};
use crate::message::{Element, Entry, EntryType};
use crate::schema::{Direction, Type};
use crate::service::{MOST_CHANNELS, Reply, ServerSession};

impl ServerSession {
    /// Handles a packet; an invalid packet gets no answer.
    pub(crate) fn packet(self: &Arc<Self>, mut entry: Entry) {
        if !self.is_admitted() {
            return;
        }
        if entry.kind == EntryType::WIRE_PACKET {
            let key = (entry.path.clone(), entry.member.clone());
            let found = self.wires.lock().get(&key).cloned();
            if let Some(state) = found {
                match state.receive(&mut entry) {
                    Ok(Some((value, time))) => {
                        if let Some(wire) = state.owner() {
                            wire.received(value, time, self.local_endpoint);
                        }
                    }
                    Ok(None) => {}
                    Err(error) => tracing::debug!("wire packet dropped: {error}"),
                }
            }
            return;
        }
        let acknowledges = entry.kind == EntryType::PIPE_PACKET_ACK;
        let (path, member) = (entry.path.clone(), entry.member.clone());
        for element in entry.elements {
            let Some(index) = element.name.as_number() else {
                continue;
            };
            let key = (path.clone(), member.clone(), index);
            let found = self.pipes.lock().get(&key).cloned();
            let Some(state) = found else { continue };
            if acknowledges {
                state.acknowledged(&element);
                continue;
            }
            match state.receive(element) {
                Ok(()) => {}
                Err(error) if error.code == ErrorCode::BufferLimitViolation => {
                    tracing::warn!("pipe {path}.{member} closed: {error}");
                    self.drop_pipe(&state);
                    let _ = self.link.send(state.closed_entry());
                }
                Err(error) => tracing::debug!("pipe packet dropped: {error}"),
            }
        }
    }

    fn drop_pipe(&self, state: &PipeState) {
        let (path, member) = state.key();
        self.pipes
            .lock()
            .remove(&(path.clone(), member, state.index()));
        state.end();
        if let Some(pipe) = state.owner() {
            pipe.remove(state.endpoint(), &path, state.index());
        }
    }

    pub(super) fn wire_request(
        self: &Arc<Self>,
        mut entry: Entry,
        wire: &Wire,
        value: &Type,
        direction: Direction,
        may_write: bool,
    ) -> Result<Reply> {
        let (sends, receives) = (
            direction != Direction::WriteOnly,
            direction != Direction::ReadOnly,
        );
        match entry.kind {
            EntryType::WIRE_CONNECT => {
                let state = WireState::new(
                    self.link.clone(),
                    entry.path.clone(),
                    entry.member.clone(),
                    self.local_endpoint,
                    Some(wire.clone()),
                    (sends, receives && may_write),
                    value.clone(),
                    self.service.schema.clone(),
                );
                let key = (entry.path.clone(), entry.member.clone());
                let mut wires = self.wires.lock();
                if wires.contains_key(&key) {
                    return Err(Error::new(
                        ErrorCode::InvalidOperation,
                        "the wire is connected already",
                    ));
                }
                if wires.len() >= MOST_CHANNELS {
                    return Err(Error::new(ErrorCode::OutOfSystemResource, "too many wires"));
                }
                wires.insert(key, state.clone());
                drop(wires);
                let wire = wire.clone();
                Ok(Reply {
                    elements: Vec::new(),
                    then: Some(Box::new(move || wire.accept(&state))),
                })
            }
            EntryType::WIRE_DISCONNECT => {
                let key = (entry.path.clone(), entry.member.clone());
                let state = self.wires.lock().remove(&key).ok_or_else(|| {
                    Error::new(ErrorCode::InvalidOperation, "the wire is not connected")
                })?;
                state.end();
                wire.remove(self.local_endpoint, &entry.path);
                Ok(Vec::new().into())
            }
            EntryType::WIRE_PEEK_IN_VALUE if !sends => Err(Error::write_only()),
            EntryType::WIRE_PEEK_IN_VALUE => {
                let (current, time) = wire.peek_sent()?;
                value.check(&current, &self.service.schema)?;
                Ok(packet_elements(current, time).into())
            }
            EntryType::WIRE_PEEK_OUT_VALUE | EntryType::WIRE_POKE_OUT_VALUE if !receives => {
                Err(Error::read_only())
            }
            EntryType::WIRE_PEEK_OUT_VALUE => {
                let (current, time) = wire.peek_received()?;
                Ok(packet_elements(current, time).into())
            }
            _ => {
                let (new, time) = read_packet(&mut entry)?;
                value.check(&new, &self.service.schema)?;
                wire.received(new, time, self.local_endpoint);
                Ok(Vec::new().into())
            }
        }
    }

    pub(super) fn pipe_request(
        self: &Arc<Self>,
        entry: &Entry,
        pipe: &Pipe,
        value: &Type,
        (direction, may_write): (Direction, bool),
        unreliable: bool,
    ) -> Result<Reply> {
        let index = entry
            .element("index")
            .and_then(Element::as_scalar::<i32>)
            .ok_or_else(|| Error::missing_element("index"))?;
        let key = |index| (entry.path.clone(), entry.member.clone(), index);
        if entry.kind == EntryType::PIPE_DISCONNECT {
            let state = self.pipes.lock().get(&key(index)).cloned().ok_or_else(|| {
                Error::new(ErrorCode::InvalidOperation, "the pipe is not connected")
            })?;
            self.drop_pipe(&state);
            return Ok(Vec::new().into());
        }
        if index < -1 {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                "a pipe index must not be negative",
            ));
        }
        let wants_unreliable = entry.element("unreliable").is_some();
        let mut pipes = self.pipes.lock();
        if pipes.len() >= MOST_CHANNELS {
            return Err(Error::new(ErrorCode::OutOfSystemResource, "too many pipes"));
        }
        // An index in use moves to the next free one; our own begin at 1.
        let first = if index == -1 { 1 } else { index };
        let index = (first..=i32::MAX)
            .find(|index| !pipes.contains_key(&key(*index)))
            .ok_or_else(|| Error::new(ErrorCode::OutOfSystemResource, "no free pipe index"))?;
        let state = PipeState::new(PipeSetup {
            link: self.link.clone(),
            path: entry.path.clone(),
            member: entry.member.clone(),
            index,
            endpoint: self.local_endpoint,
            owner: Some(pipe.clone()),
            may_send: direction != Direction::WriteOnly,
            may_receive: direction != Direction::ReadOnly && may_write,
            unreliable: unreliable && wants_unreliable,
            value: value.clone(),
            schema: self.service.schema.clone(),
        });
        pipes.insert(key(index), state.clone());
        drop(pipes);
        let pipe = pipe.clone();
        let mut answer = vec![Element::scalar("index", index)];
        if unreliable && wants_unreliable {
            answer.push(Element::scalar("unreliable", 1i32));
        }
        Ok(Reply {
            elements: answer,
            then: Some(Box::new(move || pipe.accept(&state))),
        })
    }
}
