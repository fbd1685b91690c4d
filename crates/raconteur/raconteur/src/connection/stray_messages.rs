//! Rejects messages for other sessions.
//!
//! The genuine node checks the receiving endpoint only, not the connection a
//! message came on, and so serves requests in the name of others. Here a
//! message must name the two ends of its own connection. The first stray
//! request is answered with an error, as the standard says; a peer that
//! continues is disconnected.

use std::time::Instant;

use super::{Closed, Connection, ConnectionEvent, Role, SendError};
use crate::error::{Error, ErrorCode};
use crate::message::{Endpoints, Header, Message, Routing};

/// Why a message is not for this end of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StrayMessage {
    /// A question to another node, outside of any session.
    Question,
    /// Another node's session.
    Node,
    /// Another endpoint.
    Endpoint,
}

impl StrayMessage {
    fn error(self) -> Error {
        match self {
            StrayMessage::Question | StrayMessage::Node => Error::new(
                ErrorCode::NodeNotFound,
                "Could not find route to remote node",
            ),
            StrayMessage::Endpoint => Error::new(ErrorCode::InvalidEndpoint, "Invalid endpoint"),
        }
    }
}

impl Connection {
    /// Hands a message on if it is for this connection's session or node.
    pub(super) fn deliver(&mut self, message: Message, now: Instant) -> Result<(), Closed> {
        match self.stray(&message) {
            None => {
                self.events.push_back(ConnectionEvent::Message(message));
                Ok(())
            }
            Some(stray) => self.refuse(&message, stray, now),
        }
    }

    fn stray(&self, message: &Message) -> Option<StrayMessage> {
        let header = &message.header;
        let special = message.entries.iter().all(|entry| entry.kind.is_special());
        if let Some(routing) = &header.routing {
            let ours = routing.receiver.is_any() || routing.receiver == self.identity.id;
            let theirs = match &self.session {
                Some(session) => routing.sender.is_any() || routing.sender == session.node,
                None => true,
            };
            if !ours && special {
                return Some(StrayMessage::Question);
            }
            if !ours || !theirs {
                return Some(StrayMessage::Node);
            }
        }
        let endpoints = header.endpoints_or_zero();
        let fits = match (&self.session, header.endpoints) {
            (Some(session), Some(endpoints)) => {
                endpoints.sender == session.remote && endpoints.receiver == session.local
                    || special && (endpoints.receiver == 0 || endpoints.sender == 0)
            }
            (Some(_), None) => true,
            (None, _) => special && (endpoints.receiver == 0 || self.role == Role::Client),
        };
        (!fits).then_some(StrayMessage::Endpoint)
    }

    /// Answers requests that cannot be delivered; everything else is dropped.
    fn refuse(
        &mut self,
        message: &Message,
        stray: StrayMessage,
        now: Instant,
    ) -> Result<(), Closed> {
        if stray != StrayMessage::Question {
            if self.strayed {
                return Err(Closed::ForeignSession);
            }
            self.strayed = true;
            tracing::warn!(
                endpoints = ?message.header.endpoints,
                "a peer named endpoints or a node that are not its own"
            );
        }
        let requests = message.entries.iter().filter(|entry| {
            // Packets have no answer.
            entry.kind.is_request() && entry.request_id != 0
        });
        let entries: Vec<_> = requests
            .map(|entry| {
                let mut answer = entry.response();
                stray.error().write_to(&mut answer);
                answer
            })
            .collect();
        if entries.is_empty() {
            return Ok(());
        }
        let routing = message.header.routing_or_zero();
        let endpoints = message.header.endpoints_or_zero();
        let answer = Message {
            header: Header {
                routing: Some(Routing {
                    sender: routing.receiver,
                    receiver: routing.sender,
                    ..Routing::default()
                }),
                endpoints: Some(Endpoints {
                    sender: endpoints.receiver,
                    receiver: endpoints.sender,
                }),
                ..Header::default()
            },
            entries,
        };
        match self.queue(&answer, now) {
            Err(SendError::SlowReader(bytes)) => Err(Closed::SlowReader(bytes)),
            Ok(()) | Err(SendError::Codec(_)) => Ok(()),
        }
    }
}
