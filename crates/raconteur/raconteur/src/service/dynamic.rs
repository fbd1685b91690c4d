//! An object made of closures.

use std::collections::HashMap;
use std::future::{Future, ready};
use std::sync::Arc;

use super::{BoxFuture, Context, Object};
use crate::error::{Error, Result};
use crate::members::{Callback, Event, Generator, Memory, Pipe, Wire};
use crate::value::{FromArguments, FromValue, IntoArguments, IntoValue, Value};

/// What a member does with its input for a client.
type Action<I, O> = Box<dyn Fn(I, Context) -> BoxFuture<'static, Result<O>> + Send + Sync>;

/// An object whose members are given one by one, for small services and tests.
///
/// ```
/// use raconteur::members::Wire;
/// use raconteur::service::DynamicObject;
/// let height = Wire::<f64>::new();
/// let lift = DynamicObject::new("example.lift.Lift")
///     .property("floor", |_| Ok(3), |_: i32, _| Ok(()))
///     .function("add", |(a, b): (f64, f64), _| async move { Ok(a + b) })
///     .wire("height", &height);
/// # let _ = lift;
/// ```
#[derive(Default)]
pub struct DynamicObject {
    type_name: String,
    getters: HashMap<String, Action<(), Value>>,
    setters: HashMap<String, Action<Value, ()>>,
    functions: HashMap<String, Action<Vec<Value>, Value>>,
    generators: HashMap<String, Action<Vec<Value>, Box<dyn Generator>>>,
    objects: HashMap<String, Action<Option<String>, Arc<dyn Object>>>,
    events: HashMap<String, Event>,
    wires: HashMap<String, Wire>,
    pipes: HashMap<String, Pipe>,
    callbacks: HashMap<String, Callback>,
    memories: HashMap<String, Arc<dyn Memory>>,
    monitor: bool,
}

impl DynamicObject {
    /// An object without members.
    pub fn new(type_name: impl Into<String>) -> Self {
        Self {
            type_name: type_name.into(),
            ..Self::default()
        }
    }

    /// Adds a property.
    #[must_use]
    pub fn property<G: IntoValue, S: FromValue>(
        self,
        name: &str,
        get: impl Fn(&Context) -> Result<G> + Send + Sync + 'static,
        set: impl Fn(S, &Context) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.getter(name, move |context| {
            ready(get(&context).map(IntoValue::into_value))
        })
        .setter(name, move |value, context| ready(set(value, &context)))
    }

    /// Adds what reads a property and may take its time. Without a
    /// [setter](Self::setter) it cannot be written.
    ///
    /// ```
    /// use raconteur::members::generator;
    /// use raconteur::service::{DynamicObject, Object};
    /// use raconteur::{Error, ErrorCode};
    /// use std::sync::Arc;
    ///
    /// async fn ask_motor() -> raconteur::Result<f64> {
    ///     Ok(0.5)
    /// }
    /// let motor = DynamicObject::new("example.motor.Motor")
    ///     .getter("speed", |_| ask_motor())
    ///     .setter("speed", |speed: f64, context| async move {
    ///         println!("{speed} for {}", context.endpoint());
    ///         Ok(())
    ///     })
    ///     .async_generator("turns", |(most,): (i32,), _| async move {
    ///         let mut turn = 0;
    ///         let turns = generator(move |(): ()| {
    ///             turn += 1;
    ///             async move { Ok((turn <= most).then_some(turn)) }
    ///         });
    ///         Ok(turns)
    ///     })
    ///     .async_object("gear", |index, _| async move {
    ///         match index.as_deref() {
    ///             Some("1") => Ok(Arc::new(DynamicObject::new("example.motor.Gear")) as Arc<dyn Object>),
    ///             _ => Err(Error::new(ErrorCode::ObjectNotFound, "there is one gear")),
    ///         }
    ///     });
    /// # let _ = motor;
    /// ```
    #[must_use]
    pub fn getter<G, F>(
        mut self,
        name: &str,
        get: impl Fn(Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        G: IntoValue,
        F: Future<Output = Result<G>> + Send + 'static,
    {
        let get: Action<(), Value> = Box::new(move |(), context| {
            let value = get(context);
            Box::pin(async { value.await.map(IntoValue::into_value) })
        });
        self.getters.insert(name.to_owned(), get);
        self
    }

    /// Adds what writes a property and may take its time. Without a
    /// [getter](Self::getter) it cannot be read.
    #[must_use]
    pub fn setter<S, F>(
        mut self,
        name: &str,
        set: impl Fn(S, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        S: FromValue,
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let set: Action<Value, ()> = Box::new(move |value, context| match S::from_value(value) {
            Ok(value) => Box::pin(set(value, context)),
            Err(error) => failed(error),
        });
        self.setters.insert(name.to_owned(), set);
        self
    }

    /// Adds a function.
    #[must_use]
    pub fn function<A, R, F>(
        mut self,
        name: &str,
        call: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: FromArguments,
        R: IntoValue,
        F: Future<Output = Result<R>> + Send + 'static,
    {
        let call: Action<Vec<Value>, Value> =
            Box::new(move |arguments, context| match A::from_values(arguments) {
                Ok(arguments) => {
                    let result = call(arguments, context);
                    Box::pin(async { result.await.map(IntoValue::into_value) })
                }
                Err(error) => failed(error),
            });
        self.functions.insert(name.to_owned(), call);
        self
    }

    /// Adds a function that gives a generator.
    #[must_use]
    pub fn generator<A: FromArguments>(
        self,
        name: &str,
        begin: impl Fn(A, Context) -> Result<Box<dyn Generator>> + Send + Sync + 'static,
    ) -> Self {
        self.async_generator(name, move |arguments, context| {
            ready(begin(arguments, context))
        })
    }

    /// Adds a function that gives a generator and may take its time.
    #[must_use]
    pub fn async_generator<A, F>(
        mut self,
        name: &str,
        begin: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: FromArguments,
        F: Future<Output = Result<Box<dyn Generator>>> + Send + 'static,
    {
        let begin: Action<Vec<Value>, Box<dyn Generator>> =
            Box::new(move |arguments, context| match A::from_values(arguments) {
                Ok(arguments) => Box::pin(begin(arguments, context)),
                Err(error) => failed(error),
            });
        self.generators.insert(name.to_owned(), begin);
        self
    }

    /// Adds an object reference; the closure gets the index, if there is one.
    #[must_use]
    pub fn object(
        self,
        name: &str,
        find: impl Fn(Option<&str>, &Context) -> Result<Arc<dyn Object>> + Send + Sync + 'static,
    ) -> Self {
        self.async_object(name, move |index, context| {
            ready(find(index.as_deref(), &context))
        })
    }

    /// Adds an object reference that may take its time.
    #[must_use]
    pub fn async_object<F>(
        mut self,
        name: &str,
        find: impl Fn(Option<String>, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Arc<dyn Object>>> + Send + 'static,
    {
        let find: Action<Option<String>, Arc<dyn Object>> =
            Box::new(move |index, context| Box::pin(find(index, context)));
        self.objects.insert(name.to_owned(), find);
        self
    }

    /// Adds an event.
    #[must_use]
    pub fn event<A: IntoArguments>(mut self, name: &str, event: &Event<A>) -> Self {
        self.events.insert(name.to_owned(), event.untyped());
        self
    }

    /// Adds a wire.
    #[must_use]
    pub fn wire<T: FromValue + IntoValue + 'static>(mut self, name: &str, wire: &Wire<T>) -> Self {
        self.wires.insert(name.to_owned(), wire.untyped());
        self
    }

    /// Adds a pipe.
    #[must_use]
    pub fn pipe<T: FromValue + IntoValue + 'static>(mut self, name: &str, pipe: &Pipe<T>) -> Self {
        self.pipes.insert(name.to_owned(), pipe.untyped());
        self
    }

    /// Adds a callback.
    #[must_use]
    pub fn callback<A: IntoArguments, R: FromValue>(
        mut self,
        name: &str,
        callback: &Callback<A, R>,
    ) -> Self {
        self.callbacks.insert(name.to_owned(), callback.untyped());
        self
    }

    /// Adds a memory.
    #[must_use]
    pub fn memory(mut self, name: &str, memory: impl Memory) -> Self {
        self.memories.insert(name.to_owned(), Arc::new(memory));
        self
    }

    /// Lets clients hold the object for themselves for a while.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use raconteur::members::{ArrayMemory, Callback, Event, Pipe, generator};
    /// use raconteur::service::{DynamicObject, Object};
    ///
    /// let (bumped, ask) = (Event::<(f64,)>::new(), Callback::<(String,), i32>::new());
    /// let commands = Pipe::<String>::new();
    /// let robot = DynamicObject::new("example.robot.Robot")
    ///     .generator("count", |(): (), _| {
    ///         let mut next = 0;
    ///         Ok(generator(move |(): ()| {
    ///             next += 1;
    ///             async move { Ok((next < 10).then_some(next)) }
    ///         }))
    ///     })
    ///     .object("arm", |index, _| {
    ///         println!("arm {index:?}");
    ///         Ok(Arc::new(DynamicObject::new("example.robot.Arm")) as Arc<dyn Object>)
    ///     })
    ///     .event("bumped", &bumped)
    ///     .callback("ask", &ask)
    ///     .pipe("commands", &commands)
    ///     .memory("image", ArrayMemory::new(vec![0_u8; 64]))
    ///     .with_monitor();
    /// # let _ = robot;
    /// ```
    #[must_use]
    pub fn with_monitor(mut self) -> Self {
        self.monitor = true;
        self
    }
}

impl std::fmt::Debug for DynamicObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DynamicObject")
            .field("type_name", &self.type_name)
            .finish_non_exhaustive()
    }
}

fn failed<T: Send + 'static>(error: Error) -> BoxFuture<'static, Result<T>> {
    Box::pin(ready(Err(error)))
}

/// What a member does, if there is one of that name.
fn act<I, O: Send + 'static>(
    members: &HashMap<String, Action<I, O>>,
    name: &str,
    input: I,
    context: &Context,
) -> BoxFuture<'static, Result<O>> {
    match members.get(name) {
        Some(action) => action(input, context.clone()),
        None => failed(Error::member_not_found(name)),
    }
}

impl Object for DynamicObject {
    fn type_name(&self) -> &str {
        &self.type_name
    }

    fn get<'a>(&'a self, name: &'a str, context: &'a Context) -> BoxFuture<'a, Result<Value>> {
        act(&self.getters, name, (), context)
    }

    fn set<'a>(
        &'a self,
        name: &'a str,
        value: Value,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<()>> {
        act(&self.setters, name, value, context)
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Value>> {
        act(&self.functions, name, arguments, context)
    }

    fn generate<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Box<dyn Generator>>> {
        act(&self.generators, name, arguments, context)
    }

    fn object<'a>(
        &'a self,
        name: &'a str,
        index: Option<&'a str>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Arc<dyn Object>>> {
        act(&self.objects, name, index.map(str::to_owned), context)
    }

    fn event(&self, name: &str) -> Option<Event> {
        self.events.get(name).cloned()
    }

    fn wire(&self, name: &str) -> Option<Wire> {
        self.wires.get(name).cloned()
    }

    fn pipe(&self, name: &str) -> Option<Pipe> {
        self.pipes.get(name).cloned()
    }

    fn callback(&self, name: &str) -> Option<Callback> {
        self.callbacks.get(name).cloned()
    }

    fn memory(&self, name: &str) -> Option<Arc<dyn Memory>> {
        self.memories.get(name).cloned()
    }

    fn has_monitor(&self) -> bool {
        self.monitor
    }
}
