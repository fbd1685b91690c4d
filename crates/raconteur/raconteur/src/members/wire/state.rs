//! What both ends of a connected wire know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::watch;

use super::values::ValueSender;
use super::{TimedValue, Wire};
use crate::error::{Error, Result};
use crate::link::{Link, WriteMode};
use crate::members::send_check::{SendCheck, check_sending};
use crate::message::{Element, Entry, EntryType, UNRELIABLE};
use crate::schema::{Schema, Type};
use crate::value::{FromValue, IntoValue, Timestamp, Value};

/// What the receiving side of a wire connection knows.
#[derive(Clone, Debug, Default)]
pub(super) struct ReceivedValue {
    pub(super) value: Option<TimedValue>,
    pub(super) closed: bool,
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
    pub(super) sent: Mutex<Option<TimedValue>>,
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
        self.send_by(WriteMode::Task, value, at)
    }

    pub(super) fn send_by(
        &self,
        way: WriteMode,
        value: Value,
        at: Option<Timestamp>,
    ) -> Result<()> {
        check_sending(SendCheck {
            member: "wire",
            closed: self.closed.load(Ordering::Acquire),
            allowed: self.may_send,
            by_service: self.owner.is_some(),
        })?;
        self.value.check(&value, &self.schema)?;
        let mut sent = self.sent.lock();
        let mut time = at.unwrap_or_else(Timestamp::now);
        if let Some((_, last)) = &*sent
            && *last >= time
        {
            time = last.next();
        }
        *sent = Some((value.clone(), time));
        // Sent under the lock, so that time stamps leave in order.
        self.link
            .send_by(way, packet(&self.path, &self.member, value, time))
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
                match &*sent {
                    Some((value, last))
                        if *last == time && !self.closed.load(Ordering::Acquire) =>
                    {
                        let packet = packet(&self.path, &self.member, value.clone(), time);
                        let _ = self.link.send(packet);
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

/// The entry that carries a wire's value.
fn packet(path: &ByteString, member: &ByteString, value: Value, time: Timestamp) -> Entry {
    Entry {
        metadata: ByteString::from_static(UNRELIABLE),
        elements: packet_elements(value, time),
        ..Entry::new(EntryType::WIRE_PACKET, path.clone(), member.clone())
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
