//! Generators with the types of what they take and give.

use std::future::Future;
use std::marker::PhantomData;

use super::{Generator, generator};
use crate::error::Result;
use crate::value::{FromValue, IntoValue};

/// The result of a function with a generator in a typed service: each turn
/// takes an `I` and gives an `O`; `()` means nothing.
///
/// ```
/// use raconteur::members::TypedGenerator;
/// let count: TypedGenerator<(), f64> = TypedGenerator::from_items((0..3).map(f64::from));
/// let double = TypedGenerator::new(|number: f64| async move { Ok(Some(2.0 * number)) });
/// # let _ = (count, double);
/// ```
pub struct TypedGenerator<I, O> {
    inner: Box<dyn Generator>,
    marker: PhantomData<fn(I) -> O>,
}

impl<I, O> TypedGenerator<I, O>
where
    I: FromValue + Send + 'static,
    O: IntoValue + Send + 'static,
{
    /// A generator made of a closure that gives `None` at the end.
    pub fn new<F, R>(step: F) -> Self
    where
        F: FnMut(I) -> R + Send + 'static,
        R: Future<Output = Result<Option<O>>> + Send + 'static,
    {
        Self {
            inner: generator(step),
            marker: PhantomData,
        }
    }

    /// A generator that notices when the client closes or aborts it.
    ///
    /// ```
    /// use raconteur::members::{Generator, TypedGenerator, generator};
    /// let mut left = 3;
    /// let untyped = TypedGenerator::<(), i32>::new(move |()| {
    ///     left -= 1;
    ///     async move { Ok((left >= 0).then_some(left)) }
    /// })
    /// .into_inner();
    /// # struct Own(Box<dyn Generator>);
    /// # impl Generator for Own {
    /// #     fn next(&mut self, input: raconteur::value::Value) -> raconteur::service::BoxFuture<'_, raconteur::Result<raconteur::value::Value>> { self.0.next(input) }
    /// # }
    /// let again = TypedGenerator::<(), i32>::from_generator(Own(untyped));
    /// # let _ = again;
    /// ```
    pub fn from_generator(inner: impl Generator) -> Self {
        Self {
            inner: Box::new(inner),
            marker: PhantomData,
        }
    }

    /// The generator without its types, as the node needs it.
    pub fn into_inner(self) -> Box<dyn Generator> {
        self.inner
    }
}

impl<O: IntoValue + Send + 'static> TypedGenerator<(), O> {
    /// A generator that gives these items one by one.
    pub fn from_items(mut items: impl Iterator<Item = O> + Send + 'static) -> Self {
        Self::new(move |()| {
            let next = items.next();
            async move { Ok(next) }
        })
    }
}

impl<I, O> std::fmt::Debug for TypedGenerator<I, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedGenerator").finish_non_exhaustive()
    }
}
