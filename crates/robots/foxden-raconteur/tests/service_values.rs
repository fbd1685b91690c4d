//! Every member of every object gets values that have its type and make no sense.
#![allow(clippy::unwrap_used)]

mod support;

use raconteur::client::ObjectRef;
use raconteur::message::Array;
use raconteur::schema::{Flow, MemberSchema, Schema, Type};
use raconteur::value::{IntoValue, List, Record, Value};
use std::collections::BTreeMap;
use support::Served;

/// Named arrays of numbers, with how many they have.
const NAMED: [(&str, usize); 8] = [
    ("com.robotraconteur.geometry.Pose", 7),
    ("com.robotraconteur.geometry.Wrench", 6),
    ("com.robotraconteur.geometry.SpatialVelocity", 6),
    ("com.robotraconteur.geometry.Vector2", 2),
    ("com.robotraconteur.geometry.Vector3", 3),
    ("com.robotraconteur.geometry.Transform", 7),
    ("com.robotraconteur.color.ColorRGB", 3),
    ("com.robotraconteur.color.ColorRGBA", 4),
];

fn values() -> Vec<Value> {
    let mut values = vec![Value::Null, false.into_value()];
    for number in [f64::NAN, f64::INFINITY, -1e308, -1.0, 1e308] {
        values.push(number.into_value());
        values.push(vec![number; 6].into_value());
        values.push(vec![number as f32; 6].into_value());
        for (name, count) in NAMED {
            let numbers = Array::from_slice(&vec![number; count]);
            let velocity = Value::NamedArrays(name.into(), numbers);
            values.push(Value::IntMap(BTreeMap::from([(0, velocity.clone())])));
            values.push(Value::IntMap(BTreeMap::from([(
                i32::MAX,
                velocity.clone(),
            )])));
            values.push(velocity);
        }
    }
    values.extend([
        vec![f64::NAN; 1_000_000].into_value(),
        Vec::<f64>::new().into_value(),
        vec![255_u8; 1_000_000].into_value(),
        (-1_i32).into_value(),
        i32::MIN.into_value(),
        i32::MAX.into_value(),
        u32::MAX.into_value(),
        u64::MAX.into_value(),
        u16::MAX.into_value(),
        u8::MAX.into_value(),
        i16::MIN.into_value(),
        "".into_value(),
        "a/b.\"ü\" [1]\0\n".into_value(),
        "x".repeat(1 << 20).into_value(),
        "[".repeat(100_000).into_value(),
        "Robot { children [ ".repeat(10_000).into_value(),
        List::<Value>::default().into_value(),
        Value::IntMap(BTreeMap::new()),
        Value::StringMap(BTreeMap::new()),
    ]);
    values
}

/// Values that a type admits.
fn fitting(expected: &Type, schema: &Schema, values: &[Value]) -> Vec<Value> {
    let fits = |value: &&Value| expected.check(value, schema).is_ok();
    values.iter().filter(fits).cloned().collect()
}

/// Uses all members of an object; how often.
async fn torment(object: &ObjectRef, schema: &Schema, values: &[Value]) -> usize {
    let members = object.schema().clone();
    let mut count = 0;
    for (name, member) in members.members() {
        match member {
            // that is tried by another test: it ends the services
            MemberSchema::Function { .. } if name == "reload" => {}
            MemberSchema::Property { value, .. } => {
                let _ = object.get::<Value>(name).await;
                for wrong in fitting(value, schema, values) {
                    // it may be refused and may be taken, but is answered
                    let _ = object.set(name, wrong).await;
                    count += 1;
                }
            }
            MemberSchema::Wire { value, .. } => {
                let _ = object.peek_in::<Value>(name).await;
                for wrong in fitting(value, schema, values) {
                    let _ = object.poke_out(name, wrong).await;
                    count += 1;
                }
            }
            MemberSchema::Function {
                parameters, flow, ..
            } => {
                let lists = parameters.iter();
                let lists: Vec<Vec<Value>> = lists
                    .map(|(_, expected)| fitting(expected, schema, values))
                    .collect();
                let rounds = lists.iter().map(Vec::len).max().unwrap_or(1);
                for round in 0..rounds {
                    let pick = |list: &Vec<Value>| {
                        let at = round.checked_rem(list.len());
                        at.map_or(Value::Null, |at| list[at].clone())
                    };
                    let arguments: Vec<Value> = lists.iter().map(pick).collect();
                    match flow {
                        Flow::Once(_) => drop(object.call::<Value>(name, arguments).await),
                        _ => drop(object.generate::<(), Value>(name, arguments).await),
                    }
                    count += 1;
                }
            }
            _ => {}
        }
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn every_member_survives_values_without_sense() {
    let served = Served::start(&["busy"], None);
    let values = values();
    let mut count = 0;
    for service in &served.services {
        let session = served.connect(service).await;
        let root = session.root();
        if service.ends_with("robot") {
            // the same robot has two services
            root.call::<()>("enable", ()).await.unwrap();
            root.set("command_mode", 0).await.unwrap();
            root.set("command_mode", 1).await.unwrap();
        }
        count += torment(&root, &session.schema(), &values).await;
        if let Ok(devices) = root.get::<List<Record>>("devices").await {
            for device in devices.0 {
                let name: String = device.get("name").unwrap().clone().to().unwrap();
                let device = root.object_at("device", &name).await.unwrap();
                // definitions of devices are fetched with the object
                count += torment(&device, &session.schema(), &values).await;
            }
        }
        for group in ["inputs", "outputs"] {
            let Ok(group) = root.object_at("signal_groups", group).await else {
                continue;
            };
            if let Ok(signal) = group.object_at("signals", 0).await {
                count += torment(&signal, &session.schema(), &values).await;
            }
        }
        session.disconnect().await;
    }
    assert!(count > 1_000, "{count}");
    // the world lives, and nothing in it is not a number
    let session = served.connect("world").await;
    let world = session.root();
    world.call::<()>("step", (20_u32,)).await.unwrap();
    let (poses, _) = world.peek_in::<Record>("poses").await.unwrap();
    let Some(Value::NamedArrays(_, numbers)) = poses.get("poses") else {
        panic!("no poses");
    };
    let numbers = numbers.to_vec::<f64>().unwrap();
    assert!(
        numbers.iter().all(|number| number.is_finite()),
        "{numbers:?}"
    );
    let session = served.connect("robot").await;
    let (state, _) = session
        .root()
        .peek_in::<Record>("robot_state")
        .await
        .unwrap();
    let positions: Vec<f64> = state.get("joint_position").unwrap().clone().to().unwrap();
    assert!(positions.iter().all(|one| one.is_finite()), "{positions:?}");
}
