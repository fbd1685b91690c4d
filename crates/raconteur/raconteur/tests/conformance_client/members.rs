//! Events, object references, pipes, callbacks, wires and memories.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use raconteur::client::ObjectRef;
use raconteur::value::MultiDim;
use raconteur::{Error, ErrorCode};
use tokio::time::timeout;

use crate::Peer;
use crate::structures::numbers;
use crate::test_service1::{Sub1Client, Sub2Client, TestrootClient};
use crate::test_service2::SubobjClient;
use crate::values::given;

const PATIENCE: Duration = Duration::from_secs(10);

pub async fn check(peer: &Peer) {
    let (session, root) = peer.first().await;
    events(&root).await;
    objects(&root).await;
    pipes(&root).await;
    callbacks(&root).await;
    wires(&root).await;
    memories(&root).await;
    session.disconnect().await;
}

async fn events(root: &TestrootClient) {
    let mut first = root.ev1().unwrap();
    let mut second = root.ev2().unwrap();
    root.func1().await.unwrap();
    root.func2(27.3, 98.23).await.unwrap();
    timeout(PATIENCE, first.next()).await.unwrap().unwrap();
    let (number, structure) = timeout(PATIENCE, second.next()).await.unwrap().unwrap();
    assert_eq!((number, structure), (27.3, numbers(vec![98.23])));
}

async fn objects(root: &TestrootClient) {
    let objects = [
        root.o1().await.unwrap(),
        root.o2(10).await.unwrap(),
        root.o2(34).await.unwrap(),
        root.o3(1).await.unwrap(),
        root.o4("myind").await.unwrap(),
        root.o4("ind!@#$%^&*().<>     ").await.unwrap(),
    ];
    for (index, object) in objects.iter().enumerate() {
        object.set_d1(vec![index as f64, 2.5]).await.unwrap();
    }
    for (index, object) in objects.iter().enumerate() {
        assert_eq!(object.d1().await.unwrap(), [index as f64, 2.5]);
    }
    assert_eq!(objects[1].i_ind().await.unwrap(), 10);
    let deep = objects[1].o2_2(32).await.unwrap();
    deep.set_data("Hello world!".into()).await.unwrap();
    let deeper = deep.o3_1("ind1").await.unwrap();
    deeper.set_data2("Test string 1".into()).await.unwrap();
    assert_eq!(deeper.data2().await.unwrap(), "Test string 1");
    assert_eq!(deeper.add(1.5).await.unwrap(), 43.5);

    // An object whose type changes; what was released is gone.
    let first = Sub1Client::new(changed(root, 0, Sub1Client::TYPE).await).unwrap();
    first.set_d1(vec![0.0]).await.unwrap();
    let below = first.o2_1().await.unwrap();
    below.set_data("x".into()).await.unwrap();
    let object = changed(root, 1, Sub2Client::TYPE).await;
    assert!(Sub1Client::new(object.clone()).is_err());
    assert!(first.set_d1(vec![0.0]).await.is_err());
    let second = Sub2Client::new(object).unwrap();
    second.set_data("Hello world!".into()).await.unwrap();
    let third = SubobjClient::new(changed(root, 2, SubobjClient::TYPE).await).unwrap();
    assert_eq!(third.add_val(2.0).await.unwrap(), 3.0);
}

/// The changing object, once it has the type. The genuine node works on each
/// question for a type twice; the second time may come after the object was
/// released and before it was changed, and bring the old one back.
async fn changed(root: &TestrootClient, operation: i32, type_name: &str) -> ObjectRef {
    let asking = async {
        loop {
            root.o6_op(operation).await.unwrap();
            match root.o6().await {
                Ok(object) if object.is_a(type_name) => return object,
                _ => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    };
    timeout(PATIENCE, asking).await.expect("the new type")
}

async fn pipes(root: &TestrootClient) {
    let one = root.p1().connect(None).await.unwrap();
    let other = root.p1().connect(Some(3432)).await.unwrap();
    let third = root.p2().connect(None).await.unwrap();
    one.request_acks(true);
    let packets = [vec![1.0, 2.0, 3.0, 4.0], vec![5.0], vec![-1.0, -5.32]];
    let mut sent: Vec<u32> = Vec::new();
    for packet in &packets {
        sent.push(one.send(packet.clone()).unwrap());
    }
    other.send(vec![3.21]).unwrap();
    third.send(numbers(vec![738.29])).unwrap();
    for packet in &packets {
        let received = timeout(PATIENCE, one.recv())
            .await
            .unwrap()
            .unwrap()
            .unwrap();
        assert_eq!(&received, packet);
    }
    let received = timeout(PATIENCE, other.recv()).await.unwrap().unwrap();
    assert_eq!(received.unwrap(), [3.21]);
    let received = timeout(PATIENCE, third.recv()).await.unwrap().unwrap();
    assert_eq!(received.unwrap(), numbers(vec![738.29]));
    let mut acknowledged = Vec::new();
    for _ in &sent {
        acknowledged.push(timeout(PATIENCE, one.next_ack()).await.unwrap().unwrap());
    }
    acknowledged.sort_unstable();
    assert_eq!(acknowledged, sent);
    eventually(|| root.pipe_check_error()).await;
    let broadcast = root.broadcastpipe().connect(None).await.unwrap();
    let number = timeout(PATIENCE, broadcast.recv())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    assert!((0.0..100.0).contains(&number));
    for end in [&one, &other] {
        end.close().await.unwrap();
    }
    third.close().await.unwrap();
    broadcast.close().await.unwrap();
}

/// Asks until the answer is good.
async fn eventually<F: Future<Output = raconteur::Result<()>>>(mut ask: impl FnMut() -> F) {
    let asking = async {
        while ask().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, asking).await.expect("a good answer");
}

async fn callbacks(root: &TestrootClient) {
    let called = Arc::new(AtomicU32::new(0));
    let count = |bit: u32| {
        let called = called.clone();
        move || called.fetch_or(bit, Ordering::Relaxed)
    };
    let (first, second, third, fourth, fifth) = (count(1), count(2), count(4), count(8), count(16));
    root.set_cb1(move |()| {
        first();
        async { Ok(()) }
    })
    .unwrap();
    root.set_cb2(move |(one, other)| {
        if (one, other) == (739.2, 0.392) {
            second();
        }
        async { Ok(()) }
    })
    .unwrap();
    root.set_cb3(move |(one, other)| {
        third();
        async move { Ok(one + other + 314.0 / 100.0) }
    })
    .unwrap();
    root.set_cb_meaning_of_life(move |()| {
        fourth();
        async { Ok(42) }
    })
    .unwrap();
    root.set_cb_errtest(move |()| {
        fifth();
        async { Err(Error::new(ErrorCode::OperationFailed, "This is a test")) }
    })
    .unwrap();
    root.test_callbacks().await.unwrap();
    assert_eq!(called.load(Ordering::Relaxed), 31);
}

async fn wires(root: &TestrootClient) {
    let mut one = root.w1().connect().await.unwrap();
    let mut other = root.w2().connect().await.unwrap();
    let mut third = root.w3().connect().await.unwrap();
    let matrix = MultiDim::new(vec![2, 5], (0..10).collect()).unwrap();
    one.send(vec![1.5, 2.5]).unwrap();
    other.send(numbers(vec![3.5])).unwrap();
    third.send(matrix.clone()).unwrap();
    let (value, time) = timeout(PATIENCE, one.next()).await.unwrap().unwrap();
    assert_eq!(value, [1.5, 2.5]);
    assert!(time.seconds() > 0);
    assert_eq!(one.value().unwrap().0, [1.5, 2.5]);
    assert_eq!(
        timeout(PATIENCE, other.next()).await.unwrap().unwrap().0,
        numbers(vec![3.5])
    );
    assert_eq!(
        timeout(PATIENCE, third.next()).await.unwrap().unwrap().0,
        matrix
    );
    let mut broadcast = root.broadcastwire().connect().await.unwrap();
    timeout(PATIENCE, broadcast.next()).await.unwrap().unwrap();
    one.close().await.unwrap();
    other.close().await.unwrap();
    third.close().await.unwrap();
    broadcast.close().await.unwrap();
}

async fn memories(root: &TestrootClient) {
    let line = root.m1().unwrap();
    assert_eq!(line.dimensions().await.unwrap(), [100]);
    let expected: Vec<f64> = given("m1", 0);
    assert_eq!(line.read(&[10], &[10]).await.unwrap(), expected[10..20]);
    line.write(&[20], &[8], &[0.5; 8]).await.unwrap();
    assert_eq!(
        line.read(&[19], &[3]).await.unwrap(),
        [expected[19], 0.5, 0.5]
    );
    line.write(&[20], &[8], &expected[20..28]).await.unwrap();
    assert!(line.read(&[95], &[10]).await.is_err());

    let cube = root.m2().unwrap();
    assert_eq!(cube.dimensions().await.unwrap(), [10; 5]);
    let items: Vec<f64> = (0..100_000).map(f64::from).collect();
    cube.write(&[0; 5], &[10; 5], &items).await.unwrap();
    assert_eq!(cube.read(&[0; 5], &[10; 5]).await.unwrap(), items);
    let piece = cube.read(&[4, 2, 2, 8, 0], &[2, 1, 1, 1, 2]).await.unwrap();
    let at = |last: u32| f64::from(4 + 20 + 200 + 8000 + last * 10_000);
    assert_eq!(piece, [at(0), at(0) + 1.0, at(1), at(1) + 1.0]);

    let image = root.m3().unwrap();
    let pixels: Vec<u8> = (0..1024_u32 * 1024)
        .map(|number| (number % 251) as u8)
        .collect();
    image.write(&[0, 0], &[1024, 1024], &pixels).await.unwrap();
    assert_eq!(image.read(&[0, 0], &[1024, 1024]).await.unwrap(), pixels);
    let corner = image.read(&[1022, 1023], &[2, 1]).await.unwrap();
    assert_eq!(corner, pixels[1024 * 1024 - 2..]);
}
