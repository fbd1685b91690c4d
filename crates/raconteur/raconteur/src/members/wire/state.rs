//! What both ends of a connected wire know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::watch;

use super::values::ValueSender;
use super::{TimedValue, Wire};
use crate::connection::WirePacket;
use crate::error::{Error, Result};
use crate::link::{Link, WriteMode};
use crate::members::send_check::{SendCheck, check_sending};
use crate::message::{Element, Entry};
use crate::schema::{Schema, Type};
use crate::value::{FromValue, IntoValue, Timestamp, Value};

/// What the receiving side of a wire connection knows.
#[derive(Clone, Debug, Default)]
pub(super) struct ReceivedValue {
    pub(super) value: Option<TimedValue>,
    pub(super) closed: bool,
}

/// A value on its way to the connections of a wire. It is checked and turned into bytes once for
/// all that are alike.
pub(super) struct OutgoingValue {
    pub(super) timed: Arc<TimedValue>,
    /// The type that it was found to be of.
    checked: Option<(Type, Arc<Schema>)>,
    packet: Option<WirePacket>,
}

impl OutgoingValue {
    pub(super) fn new(value: Value, time: Timestamp) -> Self {
        Self {
            timed: Arc::new((value, time)),
            checked: None,
            packet: None,
        }
    }

    /// An error if a connection is not for values of this type.
    fn check(&mut self, connection: &WireState) -> Result<()> {
        let is_known = self.checked.as_ref().is_some_and(|(value, schema)| {
            Arc::ptr_eq(schema, &connection.schema) && *value == connection.value
        });
        if !is_known {
            connection.value.check(&self.timed.0, &connection.schema)?;
            self.checked = Some((connection.value.clone(), connection.schema.clone()));
        }
        Ok(())
    }

    /// The packet for a connection.
    fn packet(&mut self, connection: &WireState) -> &mut WirePacket {
        let known = self
            .packet
            .take()
            .filter(|packet| packet.is_of(&connection.path, &connection.member));
        self.packet.insert(known.unwrap_or_else(|| {
            let (value, time) = &*self.timed;
            let elements = packet_elements(value.clone(), *time);
            WirePacket::new(connection.path.clone(), connection.member.clone(), elements)
        }))
    }
}

/// One end of a connected wire.
#[derive(Debug)]
pub(crate) struct WireState {
    pub(super) link: Arc<Link>,
    pub(super) path: ByteString,
    member: ByteString,
    /// The session: the endpoint of the client as the server knows it.
    pub(super) endpoint: u32,
    /// The service's wire; `None` on the client.
    pub(super) owner: Option<Wire>,
    pub(super) may_send: bool,
    may_receive: bool,
    value: Type,
    schema: Arc<Schema>,
    pub(super) sent: Mutex<Option<Arc<TimedValue>>>,
    pub(super) incoming: watch::Sender<ReceivedValue>,
    pub(super) observers: Mutex<Vec<ValueSender>>,
    pub(super) closed: AtomicBool,
}

#[allow(clippy::too_many_arguments, reason = "one constructor, two callers")]
impl WireState {
    pub fn new(
        link: Arc<Link>,
        path: ByteString,
        member: ByteString,
        endpoint: u32,
        owner: Option<Wire>,
        (may_send, may_receive): (bool, bool),
        value: Type,
        schema: Arc<Schema>,
    ) -> Arc<Self> {
        Arc::new(Self {
            link,
            path,
            member,
            endpoint,
            owner,
            may_send,
            may_receive,
            value,
            schema,
            sent: Mutex::new(None),
            incoming: watch::Sender::new(ReceivedValue::default()),
            observers: Mutex::default(),
            closed: AtomicBool::new(false),
        })
    }

    pub(super) fn send(&self, value: Value, at: Option<Timestamp>) -> Result<()> {
        let time = at.unwrap_or_else(Timestamp::now);
        self.send_by(WriteMode::Task, &mut OutgoingValue::new(value, time))
    }

    /// Sends a value that other connections get, too.
    pub(super) fn send_by(&self, way: WriteMode, outgoing: &mut OutgoingValue) -> Result<()> {
        check_sending(SendCheck {
            member: "wire",
            closed: self.closed.load(Ordering::Acquire),
            allowed: self.may_send,
            by_service: self.owner.is_some(),
        })?;
        outgoing.check(self)?;
        let mut sent = self.sent.lock();
        // Sent under the lock, so that time stamps leave in order.
        match sent.as_deref() {
            Some((_, last)) if *last >= outgoing.timed.1 => {
                let mut later = OutgoingValue::new(outgoing.timed.0.clone(), last.next());
                *sent = Some(later.timed.clone());
                self.link.send_packet(way, later.packet(self))
            }
            _ => {
                *sent = Some(outgoing.timed.clone());
                self.link.send_packet(way, outgoing.packet(self))
            }
        }
    }

    /// Sends the first value again, with the same time, a little later.
    ///
    /// Reference clients deal with messages on several threads and lose a
    /// packet that overtakes the answer to their connect request. A client
    /// that has the value drops the repetition by its time.
    pub(super) fn repeat(self: Arc<Self>, time: Timestamp) {
        tokio::spawn(async move {
            for pause in [50, 200, 1000] {
                tokio::time::sleep(Duration::from_millis(pause)).await;
                let sent = self.sent.lock();
                match sent.as_deref() {
                    Some((value, last))
                        if *last == time && !self.closed.load(Ordering::Acquire) =>
                    {
                        let mut again = OutgoingValue::new(value.clone(), time);
                        let packet = again.packet(&self);
                        let _ = self.link.send_packet(WriteMode::Task, packet);
                    }
                    _ => return,
                }
            }
        });
    }

    /// Takes a packet from the peer; `None` if it is old or out of place.
    pub fn receive(&self, entry: &mut Entry) -> Result<Option<TimedValue>> {
        if !self.may_receive || self.closed.load(Ordering::Acquire) {
            return Ok(None);
        }
        let (value, time) = read_packet(entry)?;
        self.value.check(&value, &self.schema)?;
        let mut fresh = false;
        self.incoming.send_if_modified(|incoming| {
            fresh = incoming.value.as_ref().is_none_or(|(_, last)| *last < time);
            if fresh {
                incoming.value = Some((value.clone(), time));
            }
            fresh
        });
        let received = (value, time);
        if fresh {
            let mut observers = self.observers.lock();
            observers.retain(|observer| observer.send(&received));
        }
        Ok(fresh.then_some(received))
    }

    /// The connection has ended, for any reason.
    pub fn end(&self) {
        self.closed.store(true, Ordering::Release);
        self.incoming.send_modify(|incoming| incoming.closed = true);
        self.observers.lock().clear();
    }

    pub fn owner(&self) -> Option<&Wire> {
        self.owner.as_ref()
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    pub fn key(&self) -> (ByteString, ByteString) {
        (self.path.clone(), self.member.clone())
    }
}

pub(crate) fn packet_elements(value: Value, time: Timestamp) -> Vec<Element> {
    vec![
        time.into_value().into_element("packettime"),
        value.into_element("packet"),
    ]
}

pub(crate) fn read_packet(entry: &mut Entry) -> Result<TimedValue> {
    let time = entry
        .take("packettime")
        .ok_or_else(|| Error::missing_element("packettime"))?;
    let value = entry
        .take("packet")
        .ok_or_else(|| Error::missing_element("packet"))?;
    Ok((
        Value::from_element(value)?,
        Timestamp::from_value(Value::from_element(time)?)?,
    ))
}
