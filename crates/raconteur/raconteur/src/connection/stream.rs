//! Operations on the stream itself: opening it, asking who is there, TLS.

use std::time::Instant;

use super::capabilities::{Agreed, intersection, named, offered, within};
use super::{Closed, Connection, ConnectionEvent, Identity, Role, Stage};
use crate::codec::{MessageVersion, StringTable};
use crate::error::{Error, ErrorCode};
use crate::link::TlsTerms;
use crate::message::{Array, Data, Element, Endpoints, Entry, EntryType, Message, NodeId, Routing};

const CREATE: &str = "CreateConnection";
pub(super) const START_TLS: &str = "STARTTLS";
const WHO: &str = "GetRemoteNodeID";
const MUTUAL: &str = "mutualauth";

impl Connection {
    fn offer(&self) -> Vec<u32> {
        // A client offers string codes as reference clients do; the server decides.
        let string_table = self.settings.string_table || self.role == Role::Client;
        offered(self.settings.version, string_table)
    }

    pub(super) fn send_create(&mut self, now: Instant) {
        let words = Array::from_slice(&self.offer());
        let entry = Entry::new(EntryType::STREAM_OP, "", CREATE)
            .with(Element::new("capabilities", Data::Array(words)));
        self.send_stream_request(entry, now);
    }

    pub(super) fn send_start_tls(&mut self, now: Instant) {
        let mut entry = Entry::new(EntryType::STREAM_OP, "", START_TLS);
        if self.settings.mutual_tls {
            entry = entry.with(Element::text(MUTUAL, "true"));
        }
        self.send_stream_request(entry, now);
    }

    fn send_stream_request(&mut self, entry: Entry, now: Instant) {
        let routing = Routing {
            sender: self.identity.id,
            receiver: self.target.id.unwrap_or_default(),
            sender_name: self.identity.name.clone(),
            receiver_name: self.target.name.clone().unwrap_or_default().into(),
        };
        self.queue_stream(entry, routing, now);
    }

    /// Stream operations always travel in version 2.
    fn queue_stream(&mut self, entry: Entry, routing: Routing, now: Instant) {
        let mut message = Message::new(entry);
        message.header.routing = Some(routing);
        message.header.endpoints = Some(Endpoints::default());
        if self.role == Role::Client {
            self.next_id = self.next_id.wrapping_add(1);
            message.header.id = self.next_id;
        }
        // A message this small can always be written.
        let _ = self
            .outbox
            .push(&message, MessageVersion::V2, StringTable::Off, usize::MAX);
        self.heartbeat.sent(now);
    }

    pub(super) fn answer_capability(&mut self, message: &Message, now: Instant) {
        let request = &message.entries[0];
        let answer = request
            .response()
            .with(Element::scalar("return", named(&request.member)));
        let routing = self.answer_routing(&message.header.routing_or_zero());
        self.queue_stream(answer, routing, now);
    }

    fn answer_routing(&self, request: &Routing) -> Routing {
        Routing {
            sender: self.identity.id,
            receiver: request.sender,
            sender_name: self.identity.name.clone(),
            receiver_name: request.sender_name.clone(),
        }
    }

    pub(super) fn stream_operation(
        &mut self,
        message: Message,
        now: Instant,
    ) -> Result<(), Closed> {
        match (self.role, message.entries[0].kind) {
            (Role::Server, EntryType::STREAM_OP) => {
                self.serve(&message, now);
                Ok(())
            }
            (Role::Client, EntryType::STREAM_OP_RESPONSE) => self.answered(message, now),
            // The reference node ignores stream operations it cannot place.
            _ => Ok(()),
        }
    }

    fn serve(&mut self, message: &Message, now: Instant) {
        let request = &message.entries[0];
        let from = message.header.routing_or_zero();
        let mut answer = request.response();
        let mut start_tls = false;
        let outcome = self.is_for_us(&from).and_then(|()| match &*request.member {
            CREATE => self
                .is_verified(&from)
                .and_then(|()| self.agree(request, &mut answer)),
            WHO => Ok(()),
            START_TLS if self.settings.tls && self.remote.is_none() => {
                start_tls = true;
                self.tls_terms = TlsTerms {
                    peer: from.sender,
                    mutual: self.settings.mutual_tls && asks_for_mutual(request),
                };
                if self.tls_terms.mutual {
                    answer.elements.push(Element::text(MUTUAL, "true"));
                }
                Ok(())
            }
            START_TLS => Err(Error::connection("this node has no certificate for TLS")),
            _ => Err(Error::protocol("Invalid Stream Operation")),
        });
        let accepted = outcome.is_ok() && *request.member == *CREATE;
        if let Err(error) = outcome {
            error.write_to(&mut answer);
        }
        let routing = self.answer_routing(&from);
        self.queue_stream(answer, routing, now);
        if accepted {
            self.remote = Some(Identity {
                id: from.sender,
                name: from.sender_name,
            });
        }
        if start_tls {
            self.stage = Stage::Tls;
            self.opened = now;
            self.input.clear();
            self.events.push_back(ConnectionEvent::StartTls);
        }
    }

    fn is_for_us(&self, routing: &Routing) -> Result<(), Error> {
        let id = routing.receiver.is_any() || routing.receiver == self.identity.id;
        let name = routing.receiver_name.is_empty() || routing.receiver_name == self.identity.name;
        if id && name {
            Ok(())
        } else {
            Err(Error::new(ErrorCode::NodeNotFound, "Node not found"))
        }
    }

    /// A peer that showed a certificate stays the node that it names.
    fn is_verified(&self, from: &Routing) -> Result<(), Error> {
        match self.verified {
            Some(node) if node != from.sender => Err(Error::new(
                ErrorCode::AuthenticationError,
                "the certificate names another node than the message",
            )),
            _ => Ok(()),
        }
    }

    fn agree(&mut self, request: &Entry, answer: &mut Entry) -> Result<(), Error> {
        let Some(element) = request.element("capabilities") else {
            return Ok(());
        };
        let theirs = words(element)?;
        let common = intersection(&self.offer(), &theirs)?;
        self.agreed = Agreed::from_words(&common);
        answer.elements.push(Element::new(
            "capabilities",
            Data::Array(Array::from_slice(&common)),
        ));
        Ok(())
    }

    fn answered(&mut self, mut message: Message, now: Instant) -> Result<(), Closed> {
        let from = message.header.routing_or_zero();
        let entry = &mut message.entries[0];
        if entry.error != 0 {
            return Err(Closed::Refused(Error::read_from(entry)));
        }
        match (&*entry.member, &self.stage) {
            (START_TLS, Stage::WaitsForTls) => {
                self.check_target(&from)?;
                self.tls_terms = TlsTerms {
                    peer: from.sender,
                    mutual: self.settings.mutual_tls && asks_for_mutual(entry),
                };
                self.stage = Stage::Tls;
                self.input.clear();
                self.events.push_back(ConnectionEvent::StartTls);
                Ok(())
            }
            (CREATE, Stage::WaitsForCreate) => {
                self.check_target(&from)?;
                self.is_verified(&from).map_err(Closed::Refused)?;
                if let Some(element) = entry.element("capabilities") {
                    let answer = words(element).map_err(Closed::Refused)?;
                    if !within(&answer, &self.offer()) {
                        return Err(Closed::Refused(Error::protocol(
                            "the server uses capabilities that were not offered",
                        )));
                    }
                    self.agreed = Agreed::from_words(&answer);
                }
                self.remote = Some(Identity {
                    id: from.sender,
                    name: from.sender_name,
                });
                self.stage = Stage::Open;
                self.heartbeat.received(now);
                self.events.push_back(ConnectionEvent::Established);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_target(&self, from: &Routing) -> Result<(), Closed> {
        let id = match self.target.id {
            Some(id) if id != NodeId::ANY => from.sender == id,
            _ => !from.sender.is_any(),
        };
        let name = match &self.target.name {
            Some(name) => *from.sender_name == **name,
            None => true,
        };
        if id && name {
            Ok(())
        } else {
            Err(Closed::Refused(Error::new(
                ErrorCode::NodeNotFound,
                "another node answered than the one that was asked for",
            )))
        }
    }
}

fn asks_for_mutual(entry: &Entry) -> bool {
    entry.element(MUTUAL).and_then(Element::as_str) == Some("true")
}

fn words(element: &Element) -> Result<Vec<u32>, Error> {
    match &element.data {
        Data::Array(array) if array.len() <= 256 => array.to_vec(),
        _ => None,
    }
    .ok_or_else(|| Error::protocol("capabilities must be uint32[]"))
}
