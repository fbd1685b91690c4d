//! What differs between two descriptions, as a message.

use super::Description;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// The message that takes a page from one description to another; `None` if they
/// are equal. Poses of bodies go with frames and do not count.
pub fn changes(before: &Description, after: &Description) -> Option<Json> {
    let mut message = Map::new();
    let nodes = Difference::new(&before.nodes, &after.nodes, |node| node.id);
    let instances = Difference::new(&before.instances, &after.instances, |one| one.id);
    let materials = Difference::new(&before.materials, &after.materials, |one| one.id);
    let known: HashMap<u32, u32> = before
        .bodies
        .iter()
        .map(|body| (body.index, body.node))
        .collect();
    let bodies: Vec<_> = after
        .bodies
        .iter()
        .filter(|body| known.get(&body.index) != Some(&body.node))
        .collect();
    if !nodes.removed.is_empty() || !instances.removed.is_empty() {
        let removed = json!({ "nodes": nodes.removed, "instances": instances.removed });
        message.insert("removed".to_owned(), removed);
    }
    put(&mut message, "nodes", &nodes.new);
    put(&mut message, "bodies", &bodies);
    put_map(
        &mut message,
        "geometries",
        &before.geometries,
        &after.geometries,
    );
    put_map(&mut message, "textures", &before.textures, &after.textures);
    put(&mut message, "materials", &materials.new);
    put(&mut message, "instances", &instances.new);
    let mut whole = |name: &str, is_equal: bool, value: Json| {
        if !is_equal {
            message.insert(name.to_owned(), value);
        }
    };
    whole("lights", before.lights == after.lights, json!(after.lights));
    whole("labels", before.labels == after.labels, json!(after.labels));
    whole(
        "background",
        before.background == after.background,
        json!(after.background),
    );
    whole("up", before.up == after.up, json!(after.up));
    whole("fog", before.fog == after.fog, json!(after.fog));
    whole(
        "viewpoint",
        before.viewpoint == after.viewpoint,
        json!(after.viewpoint),
    );
    (!message.is_empty()).then(|| {
        message.insert("type".to_owned(), "changes".into());
        Json::Object(message)
    })
}

fn put<T: Serialize>(message: &mut Map<String, Json>, name: &str, items: &[T]) {
    if !items.is_empty() {
        message.insert(name.to_owned(), json!(items));
    }
}

fn put_map<K: Ord + Serialize, V: Serialize>(
    message: &mut Map<String, Json>,
    name: &str,
    before: &BTreeMap<K, V>,
    after: &BTreeMap<K, V>,
) {
    let new: BTreeMap<&K, &V> = after
        .iter()
        .filter(|(key, _)| !before.contains_key(key))
        .collect();
    if !new.is_empty() {
        message.insert(name.to_owned(), json!(new));
    }
}

/// What is new or another, and what is gone.
struct Difference<'a, T, K> {
    new: Vec<&'a T>,
    removed: Vec<K>,
}

impl<'a, T: PartialEq, K: Copy + Eq + Ord + Hash> Difference<'a, T, K> {
    fn new(before: &'a [T], after: &'a [T], key: impl Fn(&T) -> K) -> Self {
        let mut known: HashMap<K, &T> = before.iter().map(|item| (key(item), item)).collect();
        let new = after
            .iter()
            .filter(|item| known.remove(&key(item)) != Some(*item));
        let new = new.collect();
        let mut removed: Vec<K> = known.into_keys().collect();
        removed.sort_unstable();
        Self { new, removed }
    }
}
