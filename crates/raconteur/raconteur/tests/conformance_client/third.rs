//! Pods, named arrays, enumerations, complex numbers, truth values,
//! generators, peek and poke, members exempt from locks, details of errors.

use std::time::Duration;

use raconteur::ErrorCode;
use raconteur::value::{List, MultiDim, Value};
use tokio::time::timeout;

use crate::sequence::{pod, small_pod, transform, transform_matrix, transforms};
use crate::test_service3::{TestException4, Testenum1, Testroot3Client};
use crate::values::{complex, complex_matrix, given, sent};
use crate::{Peer, code};

const PATIENCE: Duration = Duration::from_secs(10);

pub async fn check(peer: &Peer) {
    let (session, root) = peer.third().await;
    peek_and_poke(&root).await;
    exchange!(
        root,
        testenum1_prop,
        set_testenum1_prop,
        Testenum1::Hexval1,
        Testenum1::Anothervalue
    );
    pods_and_named_arrays(&root).await;
    generators(&root).await;
    memories(&root).await;
    complex_and_bool(&root).await;
    exempt_members(&root).await;
    details(&root).await;
    session.disconnect().await;
}

async fn peek_and_poke(root: &Testroot3Client) {
    assert_eq!(root.peekwire().peek_in().await.unwrap().0, 56_295_674);
    root.pokewire().poke_out(75_738_265).await.unwrap();
    assert_eq!(root.pokewire().peek_out().await.unwrap().0, 75_738_265);
    let wire = root.pokewire().connect().await.unwrap();
    wire.send(8_638_356).unwrap();
    let arrival = async {
        while root.pokewire().peek_out().await.unwrap().0 != 8_638_356 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, arrival).await.unwrap();
    wire.close().await.unwrap();
}

async fn pods_and_named_arrays(root: &Testroot3Client) {
    exchange!(
        root,
        testpod1_prop,
        set_testpod1_prop,
        pod(85_932_659),
        pod(563_921_043)
    );
    assert_eq!(root.testpod1_func2().await.unwrap(), pod(95_836_295));
    root.testpod1_func1(pod(29_546_592)).await.unwrap();
    exchange!(
        root,
        testnamedarray1,
        set_testnamedarray1,
        transform(3_956_378).translation,
        transform(74_637).translation
    );
    exchange!(
        root,
        testnamedarray2,
        set_testnamedarray2,
        transform(827_635),
        transform(1294)
    );
    exchange!(
        root,
        testnamedarray3,
        set_testnamedarray3,
        transforms(6, 19_274),
        transforms(8, 837_512)
    );
    exchange!(
        root,
        testnamedarray4,
        set_testnamedarray4,
        transform_matrix(5, 2, 6385),
        transform_matrix(7, 2, 66_134)
    );
    exchange!(
        root,
        testnamedarray5,
        set_testnamedarray5,
        transform_matrix(3, 2, 7732),
        transform_matrix(3, 2, 773_142)
    );
}

async fn generators(root: &Testroot3Client) {
    let numbers = root.gen_func1().await.unwrap().collect().await.unwrap();
    assert_eq!(numbers, (0..16).map(f64::from).collect::<Vec<_>>());
    let parts = root.gen_func2("gen_func2_a_param".into()).await.unwrap();
    let parts = parts.collect().await.unwrap();
    assert_eq!(
        parts,
        (0..16).map(|number| vec![number]).collect::<Vec<Vec<u8>>>()
    );

    let counting = root.gen_func4().await.unwrap();
    for _ in 0..3 {
        assert_eq!(counting.next(vec![]).await.unwrap(), Some(vec![]));
    }
    assert_eq!(
        counting.next(vec![2, 3, 4]).await.unwrap(),
        Some(vec![5, 6, 7])
    );
    counting.abort().await.unwrap();
    assert_eq!(
        code(counting.next(vec![]).await),
        Some(ErrorCode::OperationAborted)
    );
    let closing = root.gen_func4().await.unwrap();
    closing.next(vec![2, 3, 4]).await.unwrap();
    closing.close().await.unwrap();
    assert_eq!(closing.next(vec![]).await.unwrap(), None);
}

async fn memories(root: &Testroot3Client) {
    let pods: Vec<_> = (0..17).map(|index| small_pod(59_174 + index)).collect();
    let line = root.pod_m1().unwrap();
    assert_eq!(line.dimensions().await.unwrap(), [1024]);
    line.write(&[52], &[17], &pods).await.unwrap();
    assert_eq!(line.read(&[53], &[16]).await.unwrap(), pods[1..]);
    let square = root.pod_m2().unwrap();
    square.write(&[0, 0], &[3, 3], &pods[..9]).await.unwrap();
    assert_eq!(square.read(&[0, 0], &[3, 3]).await.unwrap(), pods[..9]);
    let named = transforms(21, 79_174);
    let line = root.namedarray_m1().unwrap();
    line.write(&[23], &[21], &named).await.unwrap();
    assert_eq!(line.read(&[24], &[18]).await.unwrap(), named[1..19]);
    let square = root.namedarray_m2().unwrap();
    square.write(&[0, 0], &[3, 3], &named[..9]).await.unwrap();
    assert_eq!(square.read(&[0, 0], &[3, 3]).await.unwrap(), named[..9]);
    let line = root.c_m1().unwrap();
    line.write(&[10], &[2], &[(1.5, 2.5), (3.5, 4.5)])
        .await
        .unwrap();
    assert_eq!(line.read(&[11], &[1]).await.unwrap(), [(3.5, 4.5)]);
    let line = root.c_m5().unwrap();
    line.write(&[100], &[3], &[true, false, true])
        .await
        .unwrap();
    assert_eq!(line.read(&[100], &[3]).await.unwrap(), [true, false, true]);
}

async fn complex_and_bool(root: &Testroot3Client) {
    let pair = (5.708705e+01, -2.328294e-03);
    exchange!(root, c1, set_c1, pair, pair);
    exchange!(
        root,
        c2,
        set_c2,
        complex(&sent::<f64>("c2", 0)),
        complex(&given::<f64>("c2", 0))
    );
    exchange!(
        root,
        c3,
        set_c3,
        complex_matrix("c3", "set"),
        complex_matrix("c3", "get")
    );
    exchange!(
        root,
        c5,
        set_c5,
        List(vec![complex(&sent::<f64>("c5", 0))]),
        List(vec![complex(&given::<f64>("c5", 0))])
    );
    exchange!(
        root,
        c7,
        set_c7,
        (9.303345e-12, -3.865684e-05),
        (-5.527021e-18, -9.848457e+03)
    );
    exchange!(
        root,
        c8,
        set_c8,
        complex(&sent::<f32>("c8", 0)),
        complex(&given::<f32>("c8", 0))
    );
    exchange!(
        root,
        c9,
        set_c9,
        complex_matrix("c9", "set"),
        complex_matrix("c9", "get")
    );
    exchange!(root, b1, set_b1, true, true);
    exchange!(
        root,
        b2,
        set_b2,
        vec![true, false, false, true, true, true, false, true],
        [true, false, true, true, false, true, false]
    );
    exchange!(
        root,
        b3,
        set_b3,
        MultiDim::new(vec![2, 1], vec![true, false]).unwrap(),
        MultiDim::new(vec![2, 2], vec![false, true, true, false]).unwrap()
    );
    exchange!(root, b4, set_b4, List(vec![true]), List(vec![true]));
    exchange!(
        root,
        b5,
        set_b5,
        List(vec![vec![true, false]]),
        List(vec![vec![false, true, false, false]])
    );
}

async fn exempt_members(root: &Testroot3Client) {
    let locked = root.nolock_test().await.unwrap();
    let refused = Some(ErrorCode::ObjectLockedError);
    assert_eq!(code(locked.p1().await), refused);
    assert_eq!(code(locked.set_p3(0.0).await), refused);
    assert_eq!(code(locked.f1().await), refused);
    assert_eq!(code(locked.q1().connect(None).await), refused);
    assert_eq!(code(locked.w1().connect().await), refused);
    assert_eq!(code(locked.m1().unwrap().dimensions().await), refused);
    assert_eq!(
        code(locked.m3().unwrap().write(&[0], &[1], &[5]).await),
        refused
    );
    locked.set_p2(1.5).await.unwrap();
    assert_eq!(locked.p2().await.unwrap(), 1.5);
    assert_eq!(locked.p3().await.unwrap(), 0.0);
    assert_eq!(locked.f2().await.unwrap(), 11);
    locked
        .q2()
        .connect(None)
        .await
        .unwrap()
        .close()
        .await
        .unwrap();
    locked.w2().connect().await.unwrap().close().await.unwrap();
    let memory = locked.m2().unwrap();
    memory.write(&[0], &[2], &[5, 6]).await.unwrap();
    assert_eq!(memory.read(&[0], &[2]).await.unwrap(), [5, 6]);
    assert_eq!(locked.m3().unwrap().read(&[0], &[1]).await.unwrap(), [0]);
}

async fn details(root: &Testroot3Client) {
    let error = root.test_exception_params1().await.unwrap_err();
    assert_eq!(error.name, "RobotRaconteur.InvalidOperation");
    assert_eq!(
        (error.message.as_str(), error.subname.as_str()),
        ("test error", "my_error")
    );
    let Some(Value::StringMap(parts)) = error.parameter.map(|parameter| *parameter) else {
        panic!("the error has no details");
    };
    assert_eq!(parts.get("param1"), Some(&Value::from(10)));
    assert_eq!(parts.get("param2"), Some(&Value::from("20")));
    let error = root.test_exception_params2().await.unwrap_err();
    assert!(TestException4::matches(&error), "{error}");
    assert_eq!(error.subname, "my_error2");
}
