//! Properties that keep what they are given.

use std::sync::Mutex;

/// A value that can be read and replaced.
#[derive(Default)]
pub struct Stored<T>(Mutex<T>);

impl<T: Clone> Stored<T> {
    pub fn new(value: T) -> Self {
        Stored(Mutex::new(value))
    }

    pub fn get(&self) -> T {
        self.0
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
            .clone()
    }

    pub fn set(&self, value: T) {
        *self.0.lock().unwrap_or_else(|poison| poison.into_inner()) = value;
    }
}

/// A property that is a field of type `Stored`.
macro_rules! stored {
    ($get:ident, $set:ident: $type:ty) => {
        async fn $get(&self, _: &Context) -> Result<$type> {
            Ok(self.$get.get())
        }

        async fn $set(&self, _: &Context, value: $type) -> Result<()> {
            self.$get.set(value);
            Ok(())
        }
    };
}

/// A property that gives one value and must be given another, or anything.
macro_rules! fixed {
    ($get:ident, $set:ident: $type:ty = $given:expr) => {
        async fn $get(&self, _: &Context) -> Result<$type> {
            Ok($given)
        }

        async fn $set(&self, _: &Context, _: $type) -> Result<()> {
            Ok(())
        }
    };
    ($get:ident, $set:ident: $type:ty = $given:expr, $expected:expr) => {
        async fn $get(&self, _: &Context) -> Result<$type> {
            Ok($given)
        }

        async fn $set(&self, _: &Context, value: $type) -> Result<()> {
            crate::values::expect(stringify!($get), value == $expected)
        }
    };
}
