//! Generated code for a definition full of odd names, and what types are for:
//! wrong values do not get through.
#![cfg(feature = "macros")]
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use raconteur::members::{ArrayMemory, Memory, TypedGenerator};
use raconteur::service::Context;
use raconteur::value::{FromValue, IntoValue, Value};
use raconteur::{ErrorCode, Node, Result};

raconteur::service!("tests/data/example.odd.robdef");

#[derive(Default)]
struct Odd {
    handles: LampMembers,
}

macro_rules! constant {
    ($($get:ident, $set:ident = $value:expr;)*) => {
        $(
            async fn $get(&self, _: &Context) -> Result<f64> {
                Ok($value)
            }

            async fn $set(&self, _: &Context, _: f64) -> Result<()> {
                Ok(())
            }
        )*
    };
}

#[allow(non_snake_case)]
impl Lamp for Odd {
    fn members_(&self) -> &LampMembers {
        &self.handles
    }

    constant! {
        brightness, set_brightness = 0.5;
        fooBar, set_fooBar = 1.0;
        foo_bar, set_foo_bar = 2.0;
        members, set_members = 3.0;
        new, set_new = 4.0;
        r#type, set_type = 5.0;
    }

    async fn serial(&self, _: &Context) -> Result<String> {
        Ok("7".into())
    }

    async fn set_secret(&self, _: &Context, _: String) -> Result<()> {
        Ok(())
    }

    async fn remember(&self, _: &Context, r#in: String) -> Result<Setting> {
        let setting = |mood, earlier| Setting { mood, earlier };
        let first = setting(Mood::Calm, None);
        match r#in.as_str() {
            "twice" => Ok(setting(Mood::Lively, Some(Box::new(first)))),
            "broken" => Err(Broken::new("no memory")),
            _ => Ok(first),
        }
    }

    async fn fade(&self, _: &Context, r#type: f64) -> Result<TypedGenerator<(), f64>> {
        Ok(TypedGenerator::from_items([r#type, 0.0].into_iter()))
    }

    async fn neighbours(&self, _: &Context, _: &str) -> Result<LampObject> {
        Ok(LampObject::new(Odd::default()))
    }

    async fn odd(&self, _: &Context, a: f64, b: f64, c: f64, d: f64, e: f64) -> Result<()> {
        assert_eq!([a, b, c, d, e], [1.0, 2.0, 3.0, 4.0, 5.0]);
        Ok(())
    }

    fn image(&self) -> Arc<dyn Memory> {
        Arc::new(ArrayMemory::new(vec![1_u8, 2, 3]))
    }
}

#[tokio::test]
async fn odd_names_work() {
    let node = Node::new("").unwrap();
    let service = LampObject::new(Odd::default()).service("odd").unwrap();
    node.register(service).unwrap();
    let listener = node
        .listen("127.0.0.1:0", Default::default())
        .await
        .unwrap();
    let session = node.connect(&listener.url("odd")).await.unwrap();
    let lamp = LampClient::new_(session.root()).unwrap();
    assert_eq!(lamp.fooBar().await.unwrap(), 1.0);
    assert_eq!(lamp.foo_bar().await.unwrap(), 2.0);
    assert_eq!(lamp.members().await.unwrap(), 3.0);
    assert_eq!(lamp.new().await.unwrap(), 4.0);
    assert_eq!(lamp.r#type().await.unwrap(), 5.0);
    lamp.set_type(1.0).await.unwrap();
    lamp.odd(1.0, 2.0, 3.0, 4.0, 5.0).await.unwrap();
    let setting = lamp.remember("twice".into()).await.unwrap();
    assert_eq!(setting.mood, Mood::Lively);
    assert_eq!(setting.earlier.unwrap().mood, Mood::Calm);
    let error = lamp.remember("broken".into()).await.unwrap_err();
    assert!(Broken::matches(&error));
    let faded = lamp.fade(0.5).await.unwrap().collect().await.unwrap();
    assert_eq!(faded, [0.5, 0.0]);
    let neighbour = lamp.neighbours("next door").await.unwrap();
    assert_eq!(neighbour.serial().await.unwrap(), "7");
    session.disconnect().await;
}

#[test]
fn values_of_other_types_are_refused() {
    assert_eq!(Mood::from_number(1), Some(Mood::Lively));
    assert_eq!(Alike::a1.number(), 2);
    let error = Mood::from_value(Value::from(9)).unwrap_err();
    assert_eq!(error.code, ErrorCode::DataTypeError);
    assert!(
        error.message.contains("9 is no value of example.odd.Mood"),
        "{error}"
    );
    let error = Setting::from_value(Value::Null).unwrap_err();
    assert_eq!(error.code, ErrorCode::NullValue);
    let mut value = Setting {
        mood: Mood::Calm,
        earlier: None,
    }
    .into_value();
    if let Value::Struct(record) = &mut value {
        record.type_name = "example.other.Setting".into();
    }
    assert!(Setting::from_value(value).is_err());
}

/// Properties that the generated code keeps.
mod stored {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    raconteur::service!("tests/data/example.stored.robdef", stored);

    impl Shelf for ShelfMembers {}

    /// An object with more than its members, that looks at one property.
    #[derive(Default)]
    struct Counting {
        members: ShelfMembers,
        writes: AtomicU32,
    }

    impl AsRef<ShelfMembers> for Counting {
        fn as_ref(&self) -> &ShelfMembers {
            &self.members
        }
    }

    impl Shelf for Counting {
        async fn set_label(&self, _: &Context, value: String) -> Result<()> {
            self.writes.fetch_add(1, Ordering::Relaxed);
            self.members.label.set(value);
            self.members.changed.fire((1,))
        }
    }

    async fn check(shelf: ShelfObject) {
        let node = Node::new("").unwrap();
        node.register(shelf.service("shelf").unwrap()).unwrap();
        let listener = node
            .listen("127.0.0.1:0", Default::default())
            .await
            .unwrap();
        let shelf = ShelfClient::connect(&listener.url("shelf")).await.unwrap();
        assert_eq!(shelf.label().await.unwrap(), "");
        shelf.set_label("jam".into()).await.unwrap();
        assert_eq!(shelf.label().await.unwrap(), "jam");
        shelf.set_sizes(vec![1.0, 2.0]).await.unwrap();
        assert_eq!(shelf.sizes().await.unwrap(), [1.0, 2.0]);
        assert_eq!(shelf.level().await.unwrap(), 0);
    }

    #[tokio::test]
    async fn properties_are_kept() {
        let members = ShelfMembers::default();
        check(ShelfObject::new(members.clone())).await;
        assert_eq!(members.label.get(), "jam");
        let counting = Arc::new(Counting::default());
        check(ShelfObject::shared(counting.clone())).await;
        assert_eq!(counting.writes.load(Ordering::Relaxed), 1);
    }
}
