//! Every member of every object gets values of other types than its own. Client libraries
//! refuse to send them, so the messages are written by hand.
#![allow(clippy::unwrap_used)]

// the client of the tests of the node
#[allow(dead_code)]
#[path = "../../../raconteur/raconteur/tests/support/raw.rs"]
mod raw;
mod support;

use raconteur::client::ObjectRef;
use raconteur::connection::Address;
use raconteur::message::{Array, Composite, Data, Element, Entry, EntryType};
use raconteur::schema::{Flow, MemberSchema, Schema, Type};
use raconteur::value::{IntoValue, List, Record, Value};
use raw::Raw;
use std::collections::BTreeMap;
use std::time::Duration;
use support::Served;

/// A request without an answer fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

/// Values of all kinds. Few types admit more than two of them.
fn values() -> Vec<Value> {
    let pose = |count: usize| {
        let numbers = Array::from_slice(&vec![f64::NAN; count]);
        Value::NamedArrays("com.robotraconteur.geometry.Pose".into(), numbers)
    };
    vec![
        "text".into_value(),
        true.into_value(),
        1.5_f32.into_value(),
        f64::NAN.into_value(),
        (-7_i8).into_value(),
        u64::MAX.into_value(),
        vec![1_i16, 2].into_value(),
        vec![f64::INFINITY; 7].into_value(),
        vec![0_u8; 1 << 16].into_value(),
        List(vec![1_i32, 2]).into_value(),
        Value::IntMap(BTreeMap::from([(-1, "a".into_value())])),
        Value::StringMap(BTreeMap::from([("a".into(), pose(7))])),
        Record::new("foxden.world.WorldTime").into_value(),
        Record::new("no.such.Type").with("x", pose(3)).into_value(),
        pose(7),
        pose(5),
        Value::Pods("com.robotraconteur.datetime.TimeSpec2".into(), vec![vec![]]),
        Value::Null,
    ]
}

/// Elements that are no value of any type.
fn malformed() -> Vec<Data> {
    let numbers = Data::Array(Array::from_slice(&[1.0, 2.0]));
    let deep = (0..40).fold(numbers.clone(), |inner, _| {
        Data::Nested(Composite::List, vec![Element::new(0, inner)])
    });
    let mut wrong = vec![deep, Data::String(b"\xff\xfe\0"[..].to_vec().into())];
    for kind in [
        Composite::Struct,
        Composite::IntMap,
        Composite::StringMap,
        Composite::List,
        Composite::Pod,
        Composite::PodArray,
        Composite::PodMultiDim,
        Composite::NamedArray,
        Composite::NamedMultiDim,
        Composite::MultiDim,
    ] {
        // without names, with names that occur twice, with dimensions that do not fit
        let same = vec![Element::new("", numbers.clone()); 3];
        let array = Element::new("array", numbers.clone());
        let dims = Element::new("dims", Data::Array(Array::from_slice(&[u32::MAX; 3])));
        wrong.push(Data::Nested(kind, same));
        wrong.push(Data::Nested(kind, vec![dims, array]));
    }
    wrong
}

/// A client that counts what it has sent.
struct Attacker {
    raw: Raw,
    values: Vec<Value>,
    malformed: Vec<Data>,
    requests: u32,
    refused: usize,
}

impl Attacker {
    async fn connect(served: &Served, service: &str) -> Self {
        let address = ("127.0.0.1", served.server.port());
        Self {
            raw: Raw::connect_to(address, service, 4_321).await,
            values: values(),
            malformed: malformed(),
            requests: 100,
            refused: 0,
        }
    }

    /// Sends a request that must be refused.
    async fn refuse(&mut self, entry: Entry) {
        self.requests += 1;
        let (id, sent) = (self.requests, format!("{entry:?}"));
        self.raw.send(&Address::Session, entry.request(id)).await;
        let answer = tokio::time::timeout(PATIENCE, self.raw.answer()).await;
        let answer = answer.unwrap_or_else(|_| panic!("no answer: {sent}"));
        assert_eq!(answer.request_id, id, "{sent}");
        assert_ne!(answer.error, 0, "{sent} was accepted");
        self.refused += 1;
    }

    /// Elements that a type does not admit.
    fn wrong(&self, name: &str, expected: &Type, schema: &Schema) -> Vec<Element> {
        let values = self.values.iter();
        let wrong = values.filter(|value| expected.check(value, schema).is_err());
        let wrong = wrong.map(|value| value.clone().into_element(name.to_owned()));
        let malformed = self.malformed.iter();
        let malformed = malformed.map(|data| Element::new(name.to_owned(), data.clone()));
        wrong.chain(malformed).collect()
    }

    async fn torment(&mut self, object: &ObjectRef, schema: &Schema) {
        let (path, members) = (object.path().to_owned(), object.schema().clone());
        for (name, member) in members.members() {
            let entry = |kind| Entry::new(kind, path.as_str(), name);
            match member {
                MemberSchema::Property { value, .. } => {
                    for wrong in self.wrong("value", value, schema) {
                        self.refuse(entry(EntryType::PROPERTY_SET).with(wrong))
                            .await;
                    }
                    self.refuse(entry(EntryType::PROPERTY_SET)).await;
                }
                MemberSchema::Wire { value, .. } => {
                    for wrong in self.wrong("packet", value, schema) {
                        let poke = entry(EntryType::WIRE_POKE_OUT_VALUE).with(wrong.clone());
                        self.refuse(poke).await;
                        // a packet has no answer
                        let packet = entry(EntryType::WIRE_PACKET).with(wrong);
                        self.raw.send(&Address::Session, packet).await;
                    }
                }
                MemberSchema::Pipe { value, .. } => {
                    for wrong in self.wrong("0", value, schema) {
                        let packet = entry(EntryType::PIPE_PACKET).with(wrong);
                        self.raw.send(&Address::Session, packet).await;
                    }
                }
                MemberSchema::Function {
                    parameters, flow, ..
                } => {
                    let lists: Vec<_> = parameters
                        .iter()
                        .map(|(name, expected)| self.wrong(name, expected, schema))
                        .collect();
                    let rounds = lists.iter().map(Vec::len).max().unwrap_or(0);
                    for round in 0..rounds {
                        let mut call = entry(EntryType::FUNCTION_CALL);
                        call.elements = lists
                            .iter()
                            .map(|list| list[round % list.len()].clone())
                            .collect();
                        self.refuse(call).await;
                    }
                    if rounds > 0 {
                        self.refuse(entry(EntryType::FUNCTION_CALL)).await;
                    }
                    if matches!(flow, Flow::Generator { .. }) {
                        self.refuse(entry(EntryType::GENERATOR_NEXT)).await;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The root object of a service, and the devices that it has.
async fn objects(root: ObjectRef) -> Vec<ObjectRef> {
    let mut objects = vec![root.clone()];
    if let Ok(devices) = root.get::<List<Record>>("devices").await {
        for device in devices.0 {
            let name: String = device.get("name").unwrap().clone().to().unwrap();
            objects.push(root.object_at("device", &name).await.unwrap());
        }
    }
    objects
}

/// Turns on sensors, which are off before their first use.
async fn use_wires(object: &ObjectRef) {
    for (name, member) in object.schema().members() {
        if matches!(member, MemberSchema::Wire { .. }) {
            // not every wire can be read
            let _ = object.peek_in::<Value>(name).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_wrong_types_are_refused_and_change_nothing() {
    let served = Served::start(&["busy"], None);
    let mut victims = Vec::new();
    for service in &served.services {
        let session = served.connect(service).await;
        let objects = objects(session.root()).await;
        for object in &objects {
            use_wires(object).await;
        }
        victims.push((service, session, objects));
    }
    let session = served.connect("world").await;
    let world = session.root();
    let hash = async || world.call::<u64>("getf_state_hash", ()).await.unwrap();
    let before = hash().await;
    let mut refused = 0;
    for (service, session, objects) in victims {
        let mut attacker = Attacker::connect(&served, service).await;
        for object in &objects {
            attacker.torment(object, &session.schema()).await;
        }
        refused += attacker.refused;
    }
    assert!(refused > 3_000, "{refused}");
    assert_eq!(hash().await, before);
    world.call::<()>("step", (5_u32,)).await.unwrap();
}
