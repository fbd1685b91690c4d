//! Properties that keep what they are given.

pub use raconteur::members::Property as Stored;

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

/// A memory that every client sees the same of.
macro_rules! memory {
    ($name:ident) => {
        fn $name(&self) -> Arc<dyn Memory> {
            self.$name.clone()
        }
    };
}
