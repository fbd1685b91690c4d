//! Properties of every type, and functions.

use std::collections::BTreeMap;

use raconteur::value::{IntoValue, List, MultiDim, Value};
use raconteur::{Error, ErrorCode};

use crate::structures::{
    array, list, named, numbers, one, ostruct, structure_given, structure_sent, texts,
};
use crate::test_service1::{Testexception1, TestrootClient};
use crate::test_service2::Testexception3;
use crate::values::{given, given_matrix, sent, sent_matrix};
use crate::{Peer, code};

pub async fn check(peer: &Peer) {
    let (session, root) = peer.first().await;
    // The reference suite's stand-alone server has no attributes.
    if let Some(attribute) = session.attributes().get("test") {
        assert_eq!(attribute, &Value::from("This is a test attribute"));
    }
    plain(&root).await;
    containers(&root).await;
    structures(&root).await;
    varvalues(&root).await;
    failures(&root).await;
    functions(&root).await;
    session.disconnect().await;
}

async fn plain(root: &TestrootClient) {
    exchange!(root, d1, set_d1, 3.456, 12.345);
    exchange!(root, d2, set_d2: [f64]);
    exchange!(
        root,
        d3,
        set_d3,
        array(&sent("d3", 0)),
        array::<f64, 16>(&given("d3", 0))
    );
    exchange!(root, d4, set_d4: [f64]);
    exchange!(root, d5, set_d5, sent_matrix("d5"), given_matrix("d5"));
    exchange!(root, d6, set_d6, sent_matrix("d6"), given_matrix("d6"));
    exchange!(root, s1, set_s1, 3847.9283, 7.8573);
    exchange!(root, s2, set_s2, vec![1.5], given::<f32>("s2", 0));
    exchange!(root, i8_1, set_i8_1, 45, -66);
    exchange!(root, i8_2, set_i8_2: [i8]);
    exchange!(root, u8_1, set_u8_1, 232, 222);
    exchange!(root, u8_2, set_u8_2: [u8]);
    exchange!(
        root,
        u8_3,
        set_u8_3,
        sent_matrix("u8_3"),
        given_matrix("u8_3")
    );
    exchange!(root, i16_1, set_i16_1, 2387, -13428);
    exchange!(root, i16_2, set_i16_2: [i16]);
    exchange!(root, u16_1, set_u16_1, 54732, 60981);
    exchange!(root, u16_2, set_u16_2: [u16]);
    exchange!(root, i32_1, set_i32_1, -9_837_284, 898_734);
    exchange!(root, i32_2, set_i32_2: [i32]);
    exchange!(root, u32_1, set_u32_1, 1_550_099_195, 547_919_123);
    exchange!(root, u32_2, set_u32_2: [u32]);
    exchange!(
        root,
        i64_1,
        set_i64_1,
        8_621_740_821_050_813_024,
        -1_357_833_931_563_696_072
    );
    exchange!(root, i64_2, set_i64_2: [i64]);
    exchange!(
        root,
        u64_1,
        set_u64_1,
        1_465_640_522_145_789_825,
        13_389_861_970_863_644_378
    );
    exchange!(root, u64_2, set_u64_2: [u64]);
    exchange!(
        root,
        str1,
        set_str1,
        "Hello Server!".into(),
        "Hello Client!"
    );
}

async fn containers(root: &TestrootClient) {
    exchange!(
        root,
        is_d1,
        set_is_d1,
        BTreeMap::from([
            (928, 4.074501e-07),
            (394_820, -4.535303e+05),
            (623, -2.956241e-20)
        ]),
        BTreeMap::from([
            (9285, 1.643392e-01),
            (74822, 1.537133e+09),
            (4, 1.369505e-03)
        ])
    );
    exchange!(
        root,
        is_d2,
        set_is_d2,
        BTreeMap::from([
            ("testval3".into(), 5.242474e+10),
            ("testval4".into(), 2.208636e+08)
        ]),
        BTreeMap::from([
            ("testval1".into(), -1.079664e+16),
            ("testval2".into(), 2.224846)
        ])
    );
    exchange!(
        root,
        is_d3,
        set_is_d3,
        BTreeMap::from([(47, sent("is_d3", 0)), (324, sent("is_d3", 1))]),
        BTreeMap::from([(12, given("is_d3", 0)), (832, given("is_d3", 1))])
    );
    exchange!(
        root,
        is_d4,
        set_is_d4,
        BTreeMap::from([
            ("testval3".into(), sent("is_d4", 0)),
            ("testval4".into(), sent("is_d4", 1))
        ]),
        BTreeMap::from([
            ("testval1".into(), given("is_d4", 0)),
            ("testval2".into(), given("is_d4", 1))
        ])
    );
    exchange!(
        root,
        is_d5,
        set_is_d5,
        one(328, sent_matrix("is_d5")),
        one(564, given_matrix("is_d5"))
    );
    exchange!(
        root,
        is_d6,
        set_is_d6,
        one("testval2".into(), sent_matrix("is_d6")),
        one("testval1".into(), given_matrix("is_d6"))
    );
    exchange!(
        root,
        is_str1,
        set_is_str1,
        texts(&[(24, "Hello client")]),
        texts(&[(23, "Hello server")])
    );
    exchange!(
        root,
        is_str2,
        set_is_str2,
        named(&[("testval2", "Hello client")]),
        named(&[("testval1", "Hello server")])
    );
    exchange!(
        root,
        list_d1,
        set_list_d1,
        List(vec![4.074501e-07, -4.535303e+05, -2.956241e-20]),
        List(given("list_d1", 0))
    );
    exchange!(
        root,
        list_d3,
        set_list_d3,
        List(vec![sent("list_d3", 0), sent("list_d3", 1)]),
        List(vec![given("list_d3", 0), given("list_d3", 1)])
    );
    exchange!(
        root,
        list_d5,
        set_list_d5,
        List(vec![sent_matrix("list_d5")]),
        List(vec![given_matrix("list_d5")])
    );
    exchange!(
        root,
        list_str1,
        set_list_str1,
        list(&["Hello client"]),
        list(&["Hello server"])
    );
}

async fn structures(root: &TestrootClient) {
    exchange!(
        root,
        struct1,
        set_struct1,
        structure_sent(),
        structure_given()
    );
    exchange!(
        root,
        struct2,
        set_struct2,
        numbers(sent("struct2", 0)),
        numbers(given("struct2", 0))
    );
    exchange!(
        root,
        struct3,
        set_struct3,
        ostruct(sent("struct3", 0)),
        ostruct(given("struct3", 0))
    );
    exchange!(
        root,
        is_struct1,
        set_is_struct1,
        one(372, numbers(sent("is_struct1", 0))),
        one(748, numbers(given("is_struct1", 0)))
    );
    exchange!(
        root,
        is_struct2,
        set_is_struct2,
        one("testval2".into(), numbers(sent("is_struct2", 0))),
        one("testval1".into(), numbers(given("is_struct2", 0)))
    );
    exchange!(
        root,
        list_struct1,
        set_list_struct1,
        List(vec![numbers(sent("list_struct1", 0))]),
        List(vec![numbers(given("list_struct1", 0))])
    );
    exchange!(root, nulltest, set_nulltest, None, None);
}

async fn varvalues(root: &TestrootClient) {
    let text = |text: &str| text.to_owned();
    exchange!(
        root,
        var_num,
        set_var_num,
        sent::<i32>("var_num", 0).into_value(),
        given::<i32>("var_num", 0).into_value()
    );
    exchange!(
        root,
        var_str,
        set_var_str,
        "Hello Server!".into(),
        Value::from("Hello Client!")
    );
    exchange!(
        root,
        var_struct,
        set_var_struct,
        numbers(sent("var_struct", 0)).into_value(),
        numbers(given("var_struct", 0)).into_value()
    );
    exchange!(
        root,
        var_vector,
        set_var_vector,
        one(11, text("Hello Server!")).into_value(),
        one(10, text("Hello Client!")).into_value()
    );
    exchange!(
        root,
        var_dictionary,
        set_var_dictionary,
        named(&[("test2", "Hello Server!")]).into_value(),
        named(&[("test1", "Hello Client!")]).into_value()
    );
    exchange!(
        root,
        var_list,
        set_var_list,
        list(&["Hello Server!"]).into_value(),
        list(&["Hello Client!"]).into_value()
    );
    exchange!(
        root,
        var_multidimarray,
        set_var_multidimarray,
        sent_matrix::<f64>("var_multidimarray").into_value(),
        given_matrix::<f64>("var_multidimarray").into_value()
    );
}

async fn failures(root: &TestrootClient) {
    assert!(root.errtest().await.is_err());
    assert!(root.set_errtest(1.0).await.is_err());
    // What does not fit the definition does not leave.
    assert!(root.set_d4(vec![0.0; 17]).await.is_err());
    let flat = MultiDim::new(vec![9], vec![0.0; 9]).unwrap();
    assert!(root.set_d6(flat).await.is_err());
    let untyped = root.untyped();
    assert!(untyped.get::<Value>("nothing").await.is_err());
    assert!(untyped.set("d1", "text").await.is_err());
    assert!(untyped.get::<String>("d1").await.is_err());
}

async fn functions(root: &TestrootClient) {
    root.func1().await.unwrap();
    assert_eq!(root.func3(2.0, 3.45).await.unwrap(), 5.45);
    assert_eq!(root.meaning_of_life().await.unwrap(), 42);
    assert!(root.func_errtest().await.is_err());
    assert_eq!(
        code(root.func_errtest1().await),
        Some(ErrorCode::DataTypeError)
    );
    let declared = |error: Error, matches: fn(&Error) -> bool, text: &str| {
        assert!(matches(&error), "{error}");
        assert_eq!(error.message, text);
    };
    let error = root.func_errtest2().await.unwrap_err();
    declared(error, Testexception1::matches, "This is a test 2");
    let error = root.func_errtest3().await.unwrap_err();
    declared(error, Testexception3::matches, "This is a test 3");
}
