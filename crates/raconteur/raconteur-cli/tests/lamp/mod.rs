//! A small service with a bit of everything.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use raconteur::members::{ArrayMemory, Memory, TypedGenerator};
use raconteur::service::Context;
use raconteur::value::{MultiDim, Value};
use raconteur::{Listener, Node, Result};

raconteur::service!("tests/example.lamp.robdef");

/// Properties that keep what they are given.
#[derive(Default)]
struct Kept {
    brightness: f64,
    label: String,
    mood: Mood,
    colour: Colour,
    setting: Option<Setting>,
    switches: Vec<Switch>,
    matrix: MultiDim<f32>,
    phase: (f64, f64),
    anything: Value,
    counts: BTreeMap<String, i32>,
}

#[derive(Default)]
struct Example {
    members: LampMembers,
    kept: Mutex<Kept>,
    neighbours: Mutex<BTreeMap<String, LampObject>>,
}

macro_rules! kept {
    ($get:ident, $set:ident: $type:ty) => {
        async fn $get(&self, _: &Context) -> Result<$type> {
            Ok(self.kept.lock().unwrap().$get.clone())
        }

        async fn $set(&self, _: &Context, value: $type) -> Result<()> {
            self.kept.lock().unwrap().$get = value;
            Ok(())
        }
    };
}

impl Lamp for Example {
    fn members(&self) -> &LampMembers {
        &self.members
    }

    kept!(brightness, set_brightness: f64);
    kept!(label, set_label: String);
    kept!(mood, set_mood: Mood);
    kept!(colour, set_colour: Colour);
    kept!(switches, set_switches: Vec<Switch>);
    kept!(matrix, set_matrix: MultiDim<f32>);
    kept!(phase, set_phase: (f64, f64));
    kept!(anything, set_anything: Value);
    kept!(counts, set_counts: BTreeMap<String, i32>);

    async fn setting(&self, _: &Context) -> Result<Setting> {
        let kept = self.kept.lock().unwrap();
        kept.setting.clone().ok_or_else(|| Broken::new("never set"))
    }

    async fn set_setting(&self, _: &Context, value: Setting) -> Result<()> {
        self.kept.lock().unwrap().setting = Some(value);
        Ok(())
    }

    async fn level(&self, _: &Context) -> Result<u8> {
        Ok(7)
    }

    async fn add(&self, _: &Context, a: f64, b: f64) -> Result<f64> {
        Ok(a + b)
    }

    async fn fail(&self, _: &Context, reason: String) -> Result<()> {
        Err(Broken::new(reason))
    }

    async fn count(&self, _: &Context, to: i32) -> Result<TypedGenerator<(), i32>> {
        Ok(TypedGenerator::from_items(1..=to))
    }

    async fn scale(&self, _: &Context, factor: f64) -> Result<TypedGenerator<f64, f64>> {
        Ok(TypedGenerator::new(move |value: f64| async move {
            Ok(Some(factor * value))
        }))
    }

    async fn neighbours(&self, _: &Context, index: &str) -> Result<LampObject> {
        let mut neighbours = self.neighbours.lock().unwrap();
        let lamp = neighbours
            .entry(index.to_owned())
            .or_insert_with(|| LampObject::new(Example::default()));
        Ok(lamp.clone())
    }

    fn samples(&self) -> Arc<dyn Memory> {
        Arc::new(ArrayMemory::new(vec![1_i16, 2, 3]))
    }
}

pub struct Server {
    listener: Listener,
}

impl Server {
    pub fn url(&self, service: &str) -> String {
        self.listener.url(service)
    }
}

/// Serves a lamp that speaks up every now and then.
pub async fn start() -> Server {
    let lamp = Example::default();
    let members = lamp.members.clone();
    members.power.send(40.5).unwrap();
    members.log.on_connect(|endpoint| {
        for word in ["lit", "dimmed"] {
            let _ = endpoint.send(word.to_owned());
        }
    });
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let _ = members.power.send(40.5);
            let _ = members.broke.fire(("old age".to_owned(), 7));
        }
    });
    let node = Node::new("test.lamps").unwrap();
    let service = LampObject::new(lamp).service("lamp").unwrap();
    node.register(service.attribute("room", "kitchen")).unwrap();
    let listener = node
        .listen("127.0.0.1:0", Default::default())
        .await
        .unwrap();
    Server { listener }
}
