//! Wires that are recorded to MCAP and played again.
#![cfg(feature = "recording")]
#![allow(clippy::unwrap_used)]

mod support;

use std::io::Cursor;
use std::sync::Arc;

use raconteur::Node;
use raconteur::client::MemberPath;
use raconteur::members::Wire;
use raconteur::recording::{Recorder, Recording, RecordingError, Replay};
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Service};
use raconteur::value::{Timestamp, Value};

const DEFINITION: &str = "service example.arm\n\nstdver 0.9\n\n\
    enum Mode\n    idle = 0, busy = 1\nend\n\n\
    struct State\n    field double[] joints\n    field Mode mode\n    field string{list} names\nend\n\n\
    object Tool\n    wire double force [readonly]\nend\n\n\
    object Arm\n    wire State state [readonly]\n    wire double goal [writeonly]\n    \
    property double speed\n    objref Tool{string} tools\nend\n";

struct Arm {
    state: Wire<Value>,
    force: Wire<f64>,
    schema: Arc<Schema>,
}

impl Arm {
    fn new() -> Self {
        Self {
            state: Wire::new(),
            force: Wire::new(),
            schema: Schema::parse(&[DEFINITION]).unwrap(),
        }
    }

    fn service(&self) -> Service {
        let tool: Arc<DynamicObject> =
            Arc::new(DynamicObject::new("example.arm.Tool").wire("force", &self.force));
        let goal: Wire<f64> = Wire::new();
        let arm = DynamicObject::new("example.arm.Arm")
            .wire("state", &self.state)
            .wire("goal", &goal)
            .object("tools", move |_, _| Ok(tool.clone()));
        Service::new("arm", self.schema.clone(), arm)
    }

    /// The state with a number in it.
    fn state_value(number: f64) -> Value {
        let joints = vec![number, f64::NAN, -0.125];
        let fields = [
            ("joints".into(), Value::from(joints)),
            ("mode".into(), Value::from(1)),
            (
                "names".into(),
                Value::List(vec![Value::from("a"), Value::from("ü")]),
            ),
        ];
        Value::Struct(raconteur::value::Record {
            type_name: "example.arm.State".into(),
            fields: fields.into_iter().collect(),
        })
    }
}

fn time(seconds: i64) -> Timestamp {
    Timestamp::new(seconds, 500).unwrap()
}

/// Records a few values of two wires, and gives the file.
async fn record() -> Vec<u8> {
    let arm = Arm::new();
    let server = Node::new("test.arm").unwrap();
    server.register(arm.service()).unwrap();
    let listener = server.listen("127.0.0.1:0", Default::default()).await;
    let listener = listener.unwrap();
    let session = raconteur::connect(&listener.url("arm")).await.unwrap();
    let wires: Vec<MemberPath> = vec![
        "state".parse().unwrap(),
        "tools[left hand].force".parse().unwrap(),
    ];
    let mut file = Cursor::new(Vec::new());
    let mut recorder = Recorder::new(&mut file).unwrap();
    // Each value is sent when the one before has arrived, since a wire
    // replaces values that have not left.
    let watcher = raconteur::connect(&listener.url("arm")).await.unwrap();
    let mut states = watcher.root().wire::<Value>("state").await.unwrap();
    let tool = watcher
        .root()
        .object_at("tools", "left hand")
        .await
        .unwrap();
    let mut forces = tool.wire::<f64>("force").await.unwrap();
    let script = async {
        while arm.state.connections() < 2 || arm.force.connections() < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        for number in 1..=5 {
            let value = Arm::state_value(f64::from(number));
            arm.state.send_at(value, time(i64::from(number))).unwrap();
            states.next().await.unwrap();
            arm.force
                .send_at(f64::from(number) / 3.0, time(i64::from(number)))
                .unwrap();
            forces.next().await.unwrap();
            // The recorder is another client, so its packets may be later.
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let summary = recorder.record(&session, &wires, script).await.unwrap();
    assert_eq!((summary.messages, summary.missed), (10, 0));
    recorder.finish().unwrap();
    file.into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_has_every_value_and_is_played_again() {
    let file = record().await;
    let recording = Recording::read(&file).unwrap();
    assert_eq!(recording.messages().len(), 10);
    let topics: Vec<String> = recording
        .wires()
        .iter()
        .map(|wire| format!("{}.{}", wire.service, wire.path))
        .collect();
    assert!(topics.contains(&"arm.tools[left hand].force".to_owned()));
    let forces: Vec<f64> = recording
        .messages()
        .iter()
        .filter(|message| recording.wires()[message.wire].path.member == "force")
        .map(|message| message.value.clone().to().unwrap())
        .collect();
    let expected: Vec<f64> = (1..=5).map(|number| f64::from(number) / 3.0).collect();
    assert_eq!(forces, expected);

    let replay = Replay::new(recording).unwrap();
    let server = Node::new("test.replay").unwrap();
    for service in replay.services() {
        server.register(service).unwrap();
    }
    let listener = server.listen("127.0.0.1:0", Default::default()).await;
    let session = raconteur::connect(&listener.unwrap().url("arm")).await;
    let session = session.unwrap();
    assert!(session.root().get::<f64>("speed").await.is_err());
    assert!(session.root().object_at("tools", "right").await.is_err());
    let tool = session
        .root()
        .object_at("tools", "left hand")
        .await
        .unwrap();
    let state = session.root().wire::<Value>("state").await.unwrap();
    let force = tool.wire::<f64>("force").await.unwrap();
    replay.wait_for_client().await;
    replay.play(1.0).await;
    let mut forces = force.clone();
    let (last, at) = loop {
        let next = forces.next().await.unwrap();
        if next.1 >= time(5) {
            break next;
        }
    };
    assert_eq!((last, at), (5.0 / 3.0, time(5)));
    let mut states = state.clone();
    let (last, _) = loop {
        let next = states.next().await.unwrap();
        if next.1 >= time(5) {
            break next;
        }
    };
    assert_eq!(format!("{last:?}"), format!("{:?}", Arm::state_value(5.0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_recorded_is_named() {
    let arm = Arm::new();
    let server = Node::new("test.arm").unwrap();
    server.register(arm.service()).unwrap();
    let listener = server.listen("127.0.0.1:0", Default::default()).await;
    let session = raconteur::connect(&listener.unwrap().url("arm")).await;
    let session = session.unwrap();
    for (member, is_other_kind) in [("speed", true), ("goal", true), ("nothing", false)] {
        let mut recorder = Recorder::new(Cursor::new(Vec::new())).unwrap();
        let wires = [member.parse().unwrap()];
        let stop = std::future::pending();
        let error = recorder.record(&session, &wires, stop).await.unwrap_err();
        let found = matches!(&error, RecordingError::NoWire(name) if name == member);
        assert_eq!(found, is_other_kind, "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_recordings_are_refused() {
    assert!(Recording::read(b"").is_err());
    assert!(Recording::read(b"service example.arm\n").is_err());
    let file = record().await;
    // A file that ends early, or has other bytes, is an error or a shorter
    // recording, and never a panic.
    for length in (0..file.len()).step_by(97) {
        let _ = Recording::read(&file[..length]);
    }
    for at in (0..file.len()).step_by(61) {
        let mut changed = file.clone();
        changed[at] ^= 0x55;
        if let Ok(recording) = Recording::read(&changed) {
            let _ = Replay::new(recording);
        }
    }
    let mut empty = Cursor::new(Vec::new());
    Recorder::new(&mut empty).unwrap().finish().unwrap();
    let empty = Recording::read(&empty.into_inner()).unwrap_err();
    assert!(matches!(empty, RecordingError::Format(_)), "{empty}");
}

/// An MCAP file with one record after its beginning.
fn file_with(opcode: u8, record: &[u8]) -> Vec<u8> {
    let length = (record.len() as u64).to_le_bytes();
    [mcap::MAGIC, &[opcode], &length, record, mcap::MAGIC].concat()
}

#[test]
fn lengths_beyond_a_record_are_refused() {
    use mcap::records::op;
    let times = [0; 16];
    let length = 4_u64.to_le_bytes();
    let long = u64::MAX.to_le_bytes();
    let huge = u32::MAX.to_le_bytes();
    let records = [
        // an attachment that ends before its content and its check sum
        (
            op::ATTACHMENT,
            [&times[..], b"\0\0\0\0", b"\0\0\0\0", &length].concat(),
        ),
        (
            op::ATTACHMENT,
            [&times[..], b"\0\0\0\0", b"\0\0\0\0", &length, b"abc"].concat(),
        ),
        (
            op::ATTACHMENT,
            [&times[..], b"\0\0\0\0", b"\0\0\0\0", &long, b"data\0\0\0\0"].concat(),
        ),
        (op::ATTACHMENT, [&times[..], &huge, b"name"].concat()),
        (op::CHANNEL, [b"\x01\0\0\0", &huge[..], b"topic"].concat()),
        (op::MESSAGE, vec![0; 21]),
    ];
    for (opcode, record) in records {
        let error = Recording::read(&file_with(opcode, &record)).unwrap_err();
        assert!(
            matches!(error, RecordingError::File(_)),
            "{record:?}: {error}"
        );
    }
}
