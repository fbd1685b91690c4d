//! A service with every kind of member, made of closures.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use raconteur::members::{ArrayMemory, Callback, Event, Pipe, Wire, generator};
use raconteur::schema::Schema;
use raconteur::service::{DynamicObject, Object, Service};
use raconteur::value::{ArrayItem, Fields, MultiDim, Record, Value};
use raconteur::{Error, ErrorCode};

pub const DEFINITION: &str = include_str!("../data/example.kinds.robdef");

pub fn point(x: f64, name: &str) -> Value {
    Value::Struct(
        Record::new("example.kinds.Point")
            .with("x", x)
            .with("name", name),
    )
}

/// A property that keeps what it is given.
fn stored(object: DynamicObject, name: &str, initial: Value) -> DynamicObject {
    let cell = Arc::new(Mutex::new(initial));
    let other = cell.clone();
    object.property(
        name,
        move |_| Ok(cell.lock().clone()),
        move |value: Value, _| {
            *other.lock() = value;
            Ok(())
        },
    )
}

fn part(label: String, index: i32) -> Arc<dyn Object> {
    let children = Mutex::new(BTreeMap::<String, Arc<dyn Object>>::new());
    let object = DynamicObject::new("example.kinds.Part")
        .property("index", move |_| Ok(index), |_: i32, _| Ok(()))
        .function("add", move |(a,): (f64,), _| async move {
            Ok(a + f64::from(index))
        })
        .object("child", move |name, _| {
            let name = name.unwrap_or_default().to_owned();
            let mut children = children.lock();
            let child = children
                .entry(name.clone())
                .or_insert_with(|| part(name, 100));
            Ok(child.clone())
        })
        .with_monitor();
    Arc::new(stored(object, "label", Value::from(label)))
}

pub fn everything() -> DynamicObject {
    let happened: Event<(f64, Value)> = Event::new();
    let combine: Callback<(f64, f64), f64> = Callback::new();
    let fails: Callback<(), ()> = Callback::new();
    let echo: Pipe = Pipe::new();
    echo.on_connect(|endpoint| {
        tokio::spawn(async move {
            while let Some(Ok(packet)) = endpoint.recv().await {
                if endpoint.send(packet).is_err() {
                    break;
                }
            }
        });
    });
    let ticker: Pipe<f64> = Pipe::new();
    ticker.on_connect(|endpoint| {
        for number in 0..5 {
            let _ = endpoint.send(f64::from(number));
        }
    });
    let echo_wire: Wire = Wire::new();
    echo_wire.on_connect(|mut connection| {
        tokio::spawn(async move {
            while let Some((value, _)) = connection.next().await {
                let _ = connection.send(value);
            }
        });
    });
    let point_wire: Wire = Wire::new();
    point_wire.send(point(4.5, "on the wire")).unwrap();

    let mut object = DynamicObject::new("example.kinds.Everything");
    let zero = |count: usize| Value::from(vec![0.0; count]);
    for (name, value) in [
        ("d", Value::from(1.5)),
        ("ds", Value::from(vec![1.0, 2.0])),
        ("d3", zero(3)),
        ("d3max", zero(2)),
        (
            "matrix",
            MultiDim::new(vec![2, 1], vec![1.0, 2.0]).unwrap().into(),
        ),
        (
            "matrix22",
            MultiDim::new(vec![2, 2], vec![1.0; 4]).unwrap().into(),
        ),
        ("s", 2.5f32.into()),
        ("i8", (-8i8).into()),
        ("u8s", vec![1u8, 2].into()),
        ("i16", (-16i16).into()),
        ("u16", 16u16.into()),
        ("i32", (-32i32).into()),
        ("u32s", vec![32u32].into()),
        ("i64", (-64i64).into()),
        ("u64", 64u64.into()),
        ("flag", true.into()),
        ("c", (1.0, 2.0).into()),
        ("cs", vec![(1.0f32, 2.0f32)].into()),
        ("text", "hello".into()),
        ("point", point(1.0, "a")),
        ("mixed", Value::Null),
        ("mood", 1i32.into()),
        ("by_number", BTreeMap::from([(7, 1.0), (-3, 2.0)]).into()),
        (
            "by_text",
            BTreeMap::from([("a".to_owned(), vec![1.0, 2.0])]).into(),
        ),
        (
            "points",
            Value::List(vec![point(1.0, "a"), point(2.0, "b")]),
        ),
        ("anything", "any".into()),
        ("anythings", Value::StringMap(BTreeMap::new())),
        ("sample", sample(1)),
        (
            "samples",
            Value::Pods("example.kinds.Sample".into(), Vec::new()),
        ),
        (
            "vector",
            Value::NamedArrays(
                "example.kinds.Vector".into(),
                raconteur::message::Array::from_slice(&[1.0, 2.0, 3.0]),
            ),
        ),
        (
            "vectors",
            Value::NamedArrays(
                "example.kinds.Vector".into(),
                raconteur::message::Array::from_slice(&[1.0; 6]),
            ),
        ),
        (
            "vector_grid",
            Value::NamedMultiDim(
                "example.kinds.Vector".into(),
                vec![2, 1],
                raconteur::message::Array::from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            ),
        ),
        ("only_read", 5i32.into()),
        ("only_write", 0i32.into()),
    ] {
        object = stored(object, name, value);
    }
    let fire = happened.clone();
    let call = combine.clone();
    let failing = fails.clone();
    let numbered = Mutex::new(BTreeMap::<String, Arc<dyn Object>>::new());
    let named = Mutex::new(BTreeMap::<String, Arc<dyn Object>>::new());
    let single = part("single".into(), 1);
    object
        .property(
            "failing",
            |_| Err::<f64, _>(Error::new(ErrorCode::OutOfRange, "cannot be read")),
            |_: f64, _| Err(Error::new(ErrorCode::InvalidArgument, "cannot be written")),
        )
        .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) })
        .function("nothing", |(): (), _| async { Ok(()) })
        .function("spill", |(what,): (String,), _| async {
            Err::<(), _>(Error::declared("example.kinds.Spilled", what))
        })
        .function("fail_with_parameter", |(): (), _| async {
            Err::<(), _>(
                Error::new(ErrorCode::OperationFailed, "with parameter")
                    .with_details("narrow", Some(Value::from("more"))),
            )
        })
        .function("slow", |(seconds,): (f64,), _| async move {
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
            Ok("late")
        })
        .generator("count", |(n,): (i32,), _| {
            let mut at = 0;
            Ok(generator(move |(): ()| {
                at += 1;
                let value = (at <= n).then_some(f64::from(at));
                async move { Ok(value) }
            }))
        })
        .generator("running_sum", |(): (), _| {
            let mut sum = 0.0;
            Ok(generator(move |next: f64| {
                sum += next;
                let sum = sum;
                async move { Ok(Some(sum)) }
            }))
        })
        .function("fire", move |(a, b): (f64, String), _| {
            let event = fire.clone();
            async move { event.fire((a, point(a, &b))) }
        })
        .function("call_back", move |arguments: (f64, f64), context| {
            let (callback, failing) = (call.clone(), failing.clone());
            async move {
                if let Ok(()) = failing.call(context.endpoint(), ()).await {
                    return Err(Error::new(ErrorCode::OperationFailed, "did not fail"));
                }
                callback.call(context.endpoint(), arguments).await
            }
        })
        .event("happened", &happened)
        .callback("combine", &combine)
        .callback("fails", &fails)
        .object("part", move |_, _| Ok(single.clone()))
        .object("parts", move |index, _| {
            let index = index.unwrap_or_default().to_owned();
            let number = index
                .parse()
                .map_err(|_| Error::new(ErrorCode::ObjectNotFound, "no number"))?;
            let mut all = numbered.lock();
            Ok(all
                .entry(index.clone())
                .or_insert_with(|| part(index, number))
                .clone())
        })
        .object("named", move |name, _| {
            let name = name.unwrap_or_default().to_owned();
            let mut all = named.lock();
            Ok(all
                .entry(name.clone())
                .or_insert_with(|| part(name, 0))
                .clone())
        })
        .pipe("echo", &echo)
        .pipe("points_pipe", &echo)
        .pipe("ticker", &ticker)
        .wire("echo_wire", &echo_wire)
        .wire("point_wire", &point_wire)
        .wire("target", &Wire::<f64>::new())
        .wire("unset", &Wire::<f64>::new())
        .memory(
            "flat",
            ArrayMemory::new((0..50_000).map(f64::from).collect()),
        )
        .memory(
            "cube",
            ArrayMemory::multidimensional(
                MultiDim::new(vec![40, 30, 20], (0..24_000).map(f64::from).collect()).unwrap(),
            ),
        )
        .memory("sample_memory", ArrayMemory::new(samples(10)))
        .memory("fixed", ArrayMemory::new(vec![1u8, 2, 3]))
}

pub fn sample(id: i16) -> Value {
    Value::Pods(
        "example.kinds.Sample".into(),
        vec![vec![
            ("id".into(), id.into()),
            ("position".into(), vec![1.0, 2.0, 3.0].into()),
            ("tags".into(), vec![1u8, 2].into()),
            (
                "speed".into(),
                Value::NamedArrays(
                    "example.kinds.Vector".into(),
                    raconteur::message::Array::from_slice(&[0.5, 0.25, 0.125]),
                ),
            ),
        ]],
    )
}

/// Pods of a memory, kept as their fields.
#[derive(Clone)]
pub struct Sample(Fields);

impl ArrayItem for Sample {
    fn array_to_value(items: Vec<Self>) -> Value {
        let items = items.into_iter().map(|item| item.0).collect();
        Value::Pods("example.kinds.Sample".into(), items)
    }

    fn array_from_value(value: Value) -> raconteur::Result<Vec<Self>> {
        match value {
            Value::Pods(_, items) => Ok(items.into_iter().map(Sample).collect()),
            other => Err(Error::new(ErrorCode::DataTypeError, other.kind())),
        }
    }

    fn multidim_to_value(array: MultiDim<Self>) -> Value {
        let (dims, items) = array.into_parts();
        let items = items.into_iter().map(|item| item.0).collect();
        Value::PodMultiDim("example.kinds.Sample".into(), dims, items)
    }

    fn multidim_from_value(value: Value) -> raconteur::Result<MultiDim<Self>> {
        Err(Error::new(ErrorCode::DataTypeError, value.kind()))
    }
}

fn samples(count: i16) -> Vec<Sample> {
    (0..count)
        .filter_map(|id| match sample(id) {
            Value::Pods(_, mut items) => items.pop().map(Sample),
            _ => None,
        })
        .collect()
}

pub fn schema() -> Arc<Schema> {
    Schema::parse(&[DEFINITION]).unwrap()
}

pub fn service() -> Service {
    Service::new("kinds", schema(), everything()).attribute("room", "den")
}
