//! Structures and containers of the first test service, filled with the values
//! of the reference suite.

use std::collections::BTreeMap;

use raconteur::value::{List, Value};

use crate::test_service1::{Teststruct1, Teststruct2};
use crate::test_service2::Ostruct2;
use crate::values::{given, given_matrix, sent, sent_matrix};

pub fn texts<K: Ord + Clone>(entries: &[(K, &str)]) -> BTreeMap<K, String> {
    let text = |(key, text): &(K, &str)| (key.clone(), (*text).to_owned());
    entries.iter().map(text).collect()
}

pub fn named(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    let text = |(key, text): &(&str, &str)| ((*key).to_owned(), (*text).to_owned());
    entries.iter().map(text).collect()
}

pub fn list(items: &[&str]) -> List<String> {
    List(items.iter().map(|item| (*item).to_owned()).collect())
}

pub fn numbers(mydat: Vec<f64>) -> Teststruct2 {
    Teststruct2 { mydat }
}

pub fn one<K: Ord, T>(key: K, value: T) -> BTreeMap<K, T> {
    BTreeMap::from([(key, value)])
}

pub fn structure_given() -> Teststruct1 {
    let parts = [numbers(given("struct1", 2)), numbers(given("struct1", 3))];
    let [first, second] = parts.clone();
    Teststruct1 {
        dat1: given("struct1", 0),
        str2: "Hello world!".into(),
        vec3: texts(&[
            (1, "Hello Client!"),
            (2, "Hello Client, again"),
            (4372, "This is yet another test string"),
        ]),
        dict4: named(&[
            ("teststring1", "Hello Client!"),
            ("teststring2", "Hello Client, again"),
            ("anotherstr", "This is yet another test string"),
        ]),
        list5: list(&[
            "Hello Client!",
            "Hello Client, again",
            "This is yet another test string",
        ]),
        struct1: numbers(given("struct1", 1)),
        dstruct2: BTreeMap::from([("test1".into(), first), ("anothertest".into(), second)]),
        lstruct3: List(parts.into()),
        multidimarray: given_matrix("struct1"),
        var3: Value::from("This is a vartype string"),
    }
}

pub fn structure_sent() -> Teststruct1 {
    let parts = [numbers(sent("struct1", 2)), numbers(sent("struct1", 3))];
    let [first, second] = parts.clone();
    Teststruct1 {
        dat1: sent("struct1", 0),
        str2: "Hello world 2!".into(),
        vec3: texts(&[
            (10, "Hello Server!"),
            (11, "Hello Server, again"),
            (46372, "Test string!"),
            (46373, "Test string again"),
        ]),
        dict4: named(&[
            ("cteststring1", "Hello Server!"),
            ("cteststring2", "Hello Server, again"),
        ]),
        list5: list(&["Hello Server!", "Hello Server, again"]),
        struct1: numbers(sent("struct1", 1)),
        dstruct2: BTreeMap::from([("ctest1".into(), first), ("anothertest".into(), second)]),
        lstruct3: List(parts.into()),
        multidimarray: sent_matrix("struct1"),
        var3: Value::from(sent::<f64>("struct1", 7)),
    }
}

pub fn ostruct(a1: Vec<f64>) -> Ostruct2 {
    Ostruct2 { a1 }
}

pub fn array<T: std::str::FromStr + Default + Copy, const N: usize>(items: &[T]) -> [T; N] {
    items.try_into().unwrap_or([T::default(); N])
}
