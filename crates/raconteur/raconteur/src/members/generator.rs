//! Generators: results that come step by step.

use std::future::Future;

use futures_util::future::BoxFuture;

use crate::error::{Error, Result};
use crate::value::{FromValue, IntoValue, Value};

/// What a function with a generator gives back on the service's side.
///
/// Most services use [`generator`] with a closure instead of this trait.
///
/// ```
/// use raconteur::members::Generator;
/// use raconteur::service::BoxFuture;
/// use raconteur::value::Value;
///
/// struct Ones;
/// impl Generator for Ones {
///     fn next(&mut self, _input: Value) -> BoxFuture<'_, raconteur::Result<Value>> {
///         Box::pin(async { Ok(Value::from(1.0)) })
///     }
/// }
/// # let _: Box<dyn Generator> = Box::new(Ones);
/// ```
pub trait Generator: Send + 'static {
    /// The next step. The end is [`Error::stop_iteration`].
    ///
    /// If the client closes or aborts the generator while a step is pending, the step's
    /// future is dropped and its request fails with
    /// [`ErrorCode::OperationAborted`](crate::ErrorCode::OperationAborted); then
    /// [`close`](Self::close) or [`abort`](Self::abort) is called.
    fn next(&mut self, input: Value) -> BoxFuture<'_, Result<Value>>;

    /// The client needs no more values.
    fn close(&mut self) -> BoxFuture<'_, Result<()>> {
        Box::pin(async { Ok(()) })
    }

    /// The client breaks off what the generator does.
    fn abort(&mut self) -> BoxFuture<'_, Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// A generator made of a closure; see [`generator`].
///
/// ```
/// use raconteur::members::{Generator, GeneratorFn, generator};
/// let mut left = 3;
/// // What `generator` gives is a boxed `GeneratorFn`.
/// let countdown: Box<dyn Generator> = generator(move |(): ()| {
///     left -= 1;
///     async move { Ok((left >= 0).then_some(left)) }
/// });
/// # let _ = countdown;
/// # type _Named = GeneratorFn<fn()>;
/// ```
pub struct GeneratorFn<F> {
    step: F,
    done: bool,
}

/// Makes a generator of a closure that takes the client's value and gives the
/// next one, or `None` at the end.
///
/// ```
/// use raconteur::members::generator;
/// let mut n = 0;
/// let counter = generator(move |(): ()| {
///     n += 1;
///     async move { Ok((n <= 3).then_some(f64::from(n))) }
/// });
/// # let _ = counter;
/// ```
pub fn generator<I, O, F, R>(mut step: F) -> Box<dyn Generator>
where
    I: FromValue + Send + 'static,
    O: IntoValue + Send + 'static,
    F: FnMut(I) -> R + Send + 'static,
    R: Future<Output = Result<Option<O>>> + Send + 'static,
{
    Box::new(GeneratorFn {
        step: move |input: Value| -> BoxFuture<'static, Result<Value>> {
            match I::from_value(input) {
                Ok(input) => {
                    let next = step(input);
                    Box::pin(async move {
                        next.await?
                            .map(IntoValue::into_value)
                            .ok_or_else(Error::stop_iteration)
                    })
                }
                Err(error) => Box::pin(async { Err(error) }),
            }
        },
        done: false,
    })
}

impl<F> Generator for GeneratorFn<F>
where
    F: FnMut(Value) -> BoxFuture<'static, Result<Value>> + Send + 'static,
{
    fn next(&mut self, input: Value) -> BoxFuture<'_, Result<Value>> {
        if self.done {
            return Box::pin(async { Err(Error::stop_iteration()) });
        }
        let step = (self.step)(input);
        Box::pin(async {
            let result = step.await;
            self.done = result.is_err();
            result
        })
    }

    fn close(&mut self) -> BoxFuture<'_, Result<()>> {
        self.done = true;
        Box::pin(async { Ok(()) })
    }
}
