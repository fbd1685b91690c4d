//! What both ends of a connected pipe know.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::Pipe;
use crate::error::{Error, ErrorCode, Result};
use crate::link::Link;
use crate::members::send_check::{SendCheck, check_sending};
use crate::message::{Composite, Data, Element, Entry, EntryType, UNRELIABLE};
use crate::schema::{Schema, Type};
use crate::value::Value;

/// Packets that wait for the receiving program.
const WAITING_PACKETS: usize = 8192;

/// Packets that wait for one that should have come before.
const OUT_OF_ORDER: usize = 1024;

#[derive(Debug)]
struct PacketOrder {
    next: u32,
    early: BTreeMap<u32, Value>,
    sender: Option<mpsc::Sender<Value>>,
}

/// One end of a connected pipe.
#[derive(Debug)]
pub(crate) struct PipeState {
    pub(super) link: Arc<Link>,
    pub(super) path: ByteString,
    pub(super) member: ByteString,
    pub(super) index: i32,
    pub(super) endpoint: u32,
    /// The service's pipe; `None` on the client.
    pub(super) owner: Option<Pipe>,
    may_send: bool,
    may_receive: bool,
    unreliable: bool,
    value: Type,
    schema: Arc<Schema>,
    number: Mutex<u32>,
    order: Mutex<PacketOrder>,
    pub(super) packets: tokio::sync::Mutex<mpsc::Receiver<Value>>,
    pub(super) request_ack: AtomicBool,
    ack_sender: Mutex<Option<mpsc::Sender<u32>>>,
    pub(super) acks: tokio::sync::Mutex<mpsc::Receiver<u32>>,
    /// Packets that requested an acknowledgement and did not get it yet.
    pub(super) backlog: AtomicU32,
    pub(super) closed: AtomicBool,
}

/// Where a pipe leads and how.
pub(crate) struct PipeSetup {
    pub link: Arc<Link>,
    pub path: ByteString,
    pub member: ByteString,
    pub index: i32,
    pub endpoint: u32,
    pub owner: Option<Pipe>,
    pub may_send: bool,
    pub may_receive: bool,
    pub unreliable: bool,
    pub value: Type,
    pub schema: Arc<Schema>,
}

impl PipeState {
    pub fn new(setup: PipeSetup) -> Arc<Self> {
        let (sender, packets) = mpsc::channel(WAITING_PACKETS);
        let (ack_sender, acks) = mpsc::channel(WAITING_PACKETS);
        Arc::new(Self {
            link: setup.link,
            path: setup.path,
            member: setup.member,
            index: setup.index,
            endpoint: setup.endpoint,
            owner: setup.owner,
            may_send: setup.may_send,
            may_receive: setup.may_receive,
            unreliable: setup.unreliable,
            value: setup.value,
            schema: setup.schema,
            number: Mutex::new(0),
            order: Mutex::new(PacketOrder {
                next: 1,
                early: BTreeMap::new(),
                sender: Some(sender),
            }),
            packets: tokio::sync::Mutex::new(packets),
            request_ack: AtomicBool::new(false),
            ack_sender: Mutex::new(Some(ack_sender)),
            acks: tokio::sync::Mutex::new(acks),
            backlog: AtomicU32::new(0),
            closed: AtomicBool::new(false),
        })
    }

    pub fn index(&self) -> i32 {
        self.index
    }

    pub fn owner(&self) -> Option<&Pipe> {
        self.owner.as_ref()
    }

    pub fn key(&self) -> (ByteString, ByteString) {
        (self.path.clone(), self.member.clone())
    }

    pub fn endpoint(&self) -> u32 {
        self.endpoint
    }

    pub(super) fn send(&self, value: Value, ack: bool) -> Result<u32> {
        check_sending(SendCheck {
            member: "pipe",
            closed: self.closed.load(Ordering::Acquire),
            allowed: self.may_send,
            by_service: self.owner.is_some(),
        })?;
        self.value.check(&value, &self.schema)?;
        // Held while sending, so that packets leave in order.
        let mut number = self.number.lock();
        *number = number.wrapping_add(1);
        let mut children = vec![
            Element::scalar("packetnumber", *number),
            value.into_element("packet"),
        ];
        if ack {
            children.push(Element::scalar("requestack", 1u32));
            self.backlog.fetch_add(1, Ordering::Relaxed);
        }
        let mut entry = Entry::new(
            EntryType::PIPE_PACKET,
            self.path.clone(),
            self.member.clone(),
        )
        .with(Element::new(
            self.index,
            Data::Nested(Composite::StringMap, children),
        ));
        if self.unreliable {
            entry.metadata = ByteString::from_static(UNRELIABLE);
        }
        self.link.send(entry)?;
        Ok(*number)
    }

    /// Takes one packet element from the peer.
    pub fn receive(&self, element: Element) -> Result<()> {
        if !self.may_receive || self.closed.load(Ordering::Acquire) {
            return Ok(());
        }
        let number = element
            .child("packetnumber")
            .and_then(Element::as_scalar::<u32>)
            .ok_or_else(|| Error::missing_element("packetnumber"))?;
        let wants_ack = element.child("requestack").is_some();
        let Data::Nested(_, children) = element.data else {
            return Err(Error::data_type("a packet must be a map"));
        };
        let packet = children
            .into_iter()
            .find(|child| child.name == *"packet")
            .ok_or_else(|| Error::missing_element("packet"))?;
        let value = Value::from_element(packet)?;
        self.value.check(&value, &self.schema)?;
        if self.deliver(number, value) {
            if wants_ack {
                let ack = Entry::new(
                    EntryType::PIPE_PACKET_ACK,
                    self.path.clone(),
                    self.member.clone(),
                )
                .with(Element::scalar(self.index, number));
                self.link.send(ack)?;
            }
            Ok(())
        } else {
            Err(Error::new(
                ErrorCode::BufferLimitViolation,
                "the pipe's packets are not taken",
            ))
        }
    }

    /// Puts a packet in its place; false if too many wait.
    fn deliver(&self, number: u32, value: Value) -> bool {
        let mut order = self.order.lock();
        let PacketOrder {
            next,
            early,
            sender: Some(sender),
        } = &mut *order
        else {
            return true;
        };
        // How far the number is ahead of the expected one, as a signed distance.
        let ahead = number.wrapping_sub(*next) as i32;
        if self.unreliable {
            if ahead >= 0 {
                *next = number.wrapping_add(1);
                // An unreliable packet is dropped when the queue is full.
                let _ = sender.try_send(value);
            }
            return true;
        }
        if ahead < 0 {
            return true;
        }
        early.insert(number, value);
        while let Some(value) = early.remove(next) {
            *next = next.wrapping_add(1);
            if sender.try_send(value).is_err() {
                return false;
            }
        }
        early.len() <= OUT_OF_ORDER
    }

    pub fn acknowledged(&self, element: &Element) {
        if let Some(number) = element.as_scalar::<u32>() {
            let _ = self
                .backlog
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
            if let Some(sender) = &*self.ack_sender.lock() {
                let _ = sender.try_send(number);
            }
        }
    }

    /// The connection has ended, for any reason.
    pub fn end(&self) {
        self.closed.store(true, Ordering::Release);
        self.order.lock().sender = None;
        *self.ack_sender.lock() = None;
    }

    /// Informs the client that the service closes the pipe.
    pub fn closed_entry(&self) -> Entry {
        Entry::new(
            EntryType::PIPE_CLOSED,
            self.path.clone(),
            self.member.clone(),
        )
        .with(Element::scalar("index", self.index))
    }
}
