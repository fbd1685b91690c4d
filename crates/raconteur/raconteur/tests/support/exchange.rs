//! Everything a client can do with the service `kinds`.

use std::collections::BTreeMap;
use std::time::Duration;

use raconteur::client::Session;
use raconteur::message::Array;
use raconteur::value::{List, MultiDim, Record, Value};
use raconteur::{Error, ErrorCode};

use super::kinds::{Sample, point, sample};

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorCode {
    result.unwrap_err().code
}

async fn patient<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(Duration::from_secs(10), future)
        .await
        .expect("in time")
}

pub async fn everything(session: &Session) {
    assert_eq!(session.attributes()["room"], Value::from("den"));
    properties(session).await;
    failures(session).await;
    functions(session).await;
    objects(session).await;
    events_and_callbacks(session).await;
    pipes(session).await;
    wires(session).await;
    memories(session).await;
}

async fn properties(session: &Session) {
    let root = session.root();
    let vector = |numbers: &[f64]| {
        Value::NamedArrays("example.kinds.Vector".into(), Array::from_slice(numbers))
    };
    let mixed = Record::new("example.kinds.Mixed")
        .with("numbers", vec![1.0, 2.0])
        .with("text", "text")
        .with("by_number", BTreeMap::from([(-4, "minus four".to_owned())]))
        .with(
            "by_text",
            BTreeMap::from([("a".to_owned(), "b".to_owned())]),
        )
        .with("in_list", List(vec!["x".to_owned()]))
        .with("inner", point(1.0, "inner"))
        .with("matrix", MultiDim::new(vec![2, 3], vec![1.0; 6]).unwrap())
        .with("anything", vec![1i32, 2, 3])
        .with("one_sample", sample(3))
        .with("vectors", vector(&[0.0; 6]))
        .with("mood", 1i32)
        .with("flag", true)
        .with("complex", (1.0, -1.0));
    for (name, value) in [
        ("d", Value::from(0.25)),
        ("ds", vec![1.5; 1000].into()),
        ("d3", [1.0, 2.0, 3.0].into()),
        (
            "matrix22",
            MultiDim::new(vec![2, 2], vec![1.0, 2.0, 3.0, 4.0])
                .unwrap()
                .into(),
        ),
        ("s", 1.25f32.into()),
        ("i8", (-1i8).into()),
        ("u8s", vec![0u8, 255].into()),
        ("i16", i16::MIN.into()),
        ("u16", u16::MAX.into()),
        ("i32", i32::MIN.into()),
        ("u32s", vec![u32::MAX].into()),
        ("i64", i64::MIN.into()),
        ("u64", u64::MAX.into()),
        ("flag", false.into()),
        ("c", (0.5, -0.5).into()),
        ("cs", vec![(0.5f32, 1.0f32)].into()),
        ("text", "Grüße".into()),
        ("mood", (-2i32).into()),
        ("point", point(5.0, "p")),
        ("mixed", mixed.into()),
        ("vector", vector(&[1.0, 2.0, 3.0])),
        ("sample", sample(9)),
        ("points", Value::List(vec![point(1.0, "one")])),
        (
            "by_number",
            BTreeMap::from([(1, 1.0), (100_000, 2.0)]).into(),
        ),
        (
            "anything",
            Value::StringMap(BTreeMap::from([("k".to_owned(), Value::from("v"))])),
        ),
    ] {
        root.set(name, value.clone()).await.unwrap();
        assert_eq!(root.get::<Value>(name).await.unwrap(), value, "{name}");
    }
    root.set("point", Value::Null).await.unwrap();
    assert_eq!(root.get::<Option<Record>>("point").await.unwrap(), None);
    root.set("mixed", Value::Null).await.unwrap();
    let grid: Value = root.get("vector_grid").await.unwrap();
    assert!(matches!(grid, Value::NamedMultiDim(_, dims, _) if dims == [2, 1]));
}

async fn failures(session: &Session) {
    let root = session.root();
    assert_eq!(
        code(root.set("d3", vec![1.0]).await),
        ErrorCode::DataTypeError
    );
    assert_eq!(
        code(root.set("d", "text").await),
        ErrorCode::DataTypeMismatch
    );
    assert_eq!(
        code(root.get::<f64>("nonsense").await),
        ErrorCode::MemberNotFound
    );
    assert_eq!(root.get::<i32>("only_read").await.unwrap(), 5);
    assert_eq!(
        code(root.set("only_read", 1i32).await),
        ErrorCode::ReadOnlyMember
    );
    root.set("only_write", 1i32).await.unwrap();
    assert_eq!(
        code(root.get::<i32>("only_write").await),
        ErrorCode::WriteOnlyMember
    );
    assert_eq!(
        code(root.get::<f64>("failing").await),
        ErrorCode::OutOfRange
    );
    let spilled = root.call::<()>("spill", ("milk",)).await.unwrap_err();
    assert_eq!(spilled.code, ErrorCode::RemoteError);
    assert_eq!(spilled.name, "example.kinds.Spilled");
    assert_eq!(spilled.message, "milk");
    let error = root
        .call::<()>("fail_with_parameter", ())
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::OperationFailed);
    assert_eq!(error.subname, "narrow");
    assert_eq!(error.parameter.as_deref(), Some(&Value::from("more")));
}

async fn functions(session: &Session) {
    let root = session.root();
    assert_eq!(root.call::<f64>("add", (1.5, 2.0)).await.unwrap(), 3.5);
    root.call::<()>("nothing", ()).await.unwrap();
    assert_eq!(root.call::<String>("slow", (0.01,)).await.unwrap(), "late");
    let count = root.generate::<(), f64>("count", (3i32,)).await.unwrap();
    assert_eq!(count.collect().await.unwrap(), [1.0, 2.0, 3.0]);
    let count = root.generate::<(), f64>("count", (3i32,)).await.unwrap();
    assert_eq!(count.next(()).await.unwrap(), Some(1.0));
    count.close().await.unwrap();
    assert_eq!(count.next(()).await.unwrap(), None);
    let count = root.generate::<(), f64>("count", (3i32,)).await.unwrap();
    count.abort().await.unwrap();
    assert_eq!(code(count.next(()).await), ErrorCode::OperationAborted);
    let sum = root.generate::<f64, f64>("running_sum", ()).await.unwrap();
    assert_eq!(sum.next(1.5).await.unwrap(), Some(1.5));
    assert_eq!(sum.next(2.0).await.unwrap(), Some(3.5));
}

async fn objects(session: &Session) {
    let root = session.root();
    let part = root.object("part").await.unwrap();
    assert_eq!(part.get::<i32>("index").await.unwrap(), 1);
    let third = root.object_at("parts", 3).await.unwrap();
    assert_eq!(third.call::<f64>("add", (1.0,)).await.unwrap(), 4.0);
    let odd = "an odd.name[1]";
    let named = root.object_at("named", odd).await.unwrap();
    assert_eq!(named.get::<String>("label").await.unwrap(), odd);
    let child = named.object_at("child", "x").await.unwrap();
    child.set("label", "y").await.unwrap();
    assert_eq!(child.get::<String>("label").await.unwrap(), "y");
    part.monitor_enter(Some(Duration::from_secs(1)))
        .await
        .unwrap();
    part.set("label", "held").await.unwrap();
    part.monitor_exit().await.unwrap();
}

async fn events_and_callbacks(session: &Session) {
    let root = session.root();
    let mut happened = root.event::<(f64, Record)>("happened").unwrap();
    root.call::<()>("fire", (2.5, "bang")).await.unwrap();
    let (a, p) = patient(happened.next()).await.unwrap();
    assert_eq!(a, 2.5);
    assert_eq!(p.get("name"), Some(&Value::from("bang")));
    root.callback(
        "combine",
        |(a, b): (f64, f64)| async move { Ok(a * 10.0 + b) },
    )
    .unwrap();
    root.callback("fails", |(): ()| async {
        Err::<(), _>(Error::new(ErrorCode::InvalidState, "on purpose"))
    })
    .unwrap();
    assert_eq!(
        root.call::<f64>("call_back", (4.0, 2.0)).await.unwrap(),
        42.0
    );
}

async fn pipes(session: &Session) {
    let root = session.root();
    let echo = root.pipe::<Vec<f64>>("echo", None).await.unwrap();
    echo.request_acks(true);
    for number in 0..200u32 {
        assert_eq!(echo.send(vec![f64::from(number)]).unwrap(), number + 1);
    }
    for number in 0..200u32 {
        let packet = patient(echo.recv()).await.unwrap().unwrap();
        assert_eq!(packet, [f64::from(number)]);
    }
    assert!(patient(echo.next_ack()).await.is_some());
    let other = root.pipe::<Vec<f64>>("echo", Some(77)).await.unwrap();
    assert_eq!(other.index(), 77);
    other.close().await.unwrap();
    echo.close().await.unwrap();
    assert!(echo.send(vec![]).is_err());
    let ticker = root.pipe::<f64>("ticker", None).await.unwrap();
    for number in 0..5 {
        let packet = patient(ticker.recv()).await.unwrap().unwrap();
        assert_eq!(packet, f64::from(number));
    }
    assert_eq!(code(ticker.send(1.0)), ErrorCode::ReadOnlyMember);
    ticker.close().await.unwrap();
}

async fn wires(session: &Session) {
    let root = session.root();
    let mut wire = root.wire::<Vec<f64>>("echo_wire").await.unwrap();
    wire.send(vec![1.0, 2.0]).unwrap();
    let (value, first) = patient(wire.next()).await.unwrap();
    assert_eq!(value, [1.0, 2.0]);
    wire.send(vec![3.0]).unwrap();
    let (value, second) = patient(wire.next()).await.unwrap();
    assert_eq!(value, [3.0]);
    assert!(second > first);
    wire.close().await.unwrap();
    assert!(wire.is_closed());
    let (value, _) = root.peek_in::<Record>("point_wire").await.unwrap();
    assert_eq!(value.get("name"), Some(&Value::from("on the wire")));
    let mut point = root.wire::<Record>("point_wire").await.unwrap();
    patient(point.next()).await.unwrap();
    assert_eq!(point.value().unwrap().0, value);
    point.close().await.unwrap();
    assert_eq!(
        code(root.peek_in::<f64>("unset").await),
        ErrorCode::ValueNotSet
    );
    root.poke_out("target", 8.5).await.unwrap();
    assert_eq!(root.peek_out::<f64>("target").await.unwrap().0, 8.5);
}

async fn memories(session: &Session) {
    let root = session.root();
    let flat = root.memory::<f64>("flat").unwrap();
    assert_eq!(flat.dimensions().await.unwrap(), [50_000]);
    let piece = flat.read(&[10], &[40_000]).await.unwrap();
    assert_eq!(piece.len(), 40_000);
    assert_eq!((piece[0], piece[39_999]), (10.0, 40_009.0));
    flat.write(&[20], &[2], &[-1.0, -2.0]).await.unwrap();
    assert_eq!(
        flat.read(&[19], &[4]).await.unwrap(),
        [19.0, -1.0, -2.0, 22.0]
    );
    flat.write(&[20], &[2], &[20.0, 21.0]).await.unwrap();
    let cube = root.memory::<f64>("cube").unwrap();
    assert_eq!(cube.dimensions().await.unwrap(), [40, 30, 20]);
    let block = cube.read(&[0, 0, 0], &[40, 30, 20]).await.unwrap();
    assert!(block.iter().zip(0..24_000).all(|(a, b)| *a == f64::from(b)));
    cube.write(&[1, 1, 1], &[2, 1, 1], &[-1.0, -2.0])
        .await
        .unwrap();
    assert_eq!(
        cube.read(&[0, 1, 1], &[3, 1, 1]).await.unwrap(),
        [1240.0, -1.0, -2.0]
    );
    cube.write(&[1, 1, 1], &[2, 1, 1], &[1241.0, 1242.0])
        .await
        .unwrap();
    let samples = root.memory::<Sample>("sample_memory").unwrap();
    let all = samples.read(&[0], &[10]).await.unwrap();
    assert_eq!(all.len(), 10);
    samples.write(&[9], &[1], &all[9..]).await.unwrap();
    let fixed = root.memory::<u8>("fixed").unwrap();
    assert_eq!(fixed.read(&[0], &[3]).await.unwrap(), [1, 2, 3]);
    assert_eq!(
        code(fixed.write(&[0], &[1], &[1]).await),
        ErrorCode::ReadOnlyMember
    );
}
