//! An object made of closures.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use super::{BoxFuture, Context, Object};
use crate::error::{Error, Result};
use crate::members::{Callback, Event, Generator, Memory, Pipe, Wire};
use crate::value::{FromArguments, FromValue, IntoArguments, IntoValue, Value};

type Getter = Box<dyn Fn(&Context) -> Result<Value> + Send + Sync>;
type Setter = Box<dyn Fn(Value, &Context) -> Result<()> + Send + Sync>;
type Call = Box<dyn Fn(Vec<Value>, Context) -> BoxFuture<'static, Result<Value>> + Send + Sync>;
type Generate = Box<dyn Fn(Vec<Value>, Context) -> Result<Box<dyn Generator>> + Send + Sync>;
type Find = Box<dyn Fn(Option<&str>, &Context) -> Result<Arc<dyn Object>> + Send + Sync>;

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
    properties: HashMap<String, (Getter, Setter)>,
    functions: HashMap<String, Call>,
    generators: HashMap<String, Generate>,
    objects: HashMap<String, Find>,
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
        mut self,
        name: &str,
        get: impl Fn(&Context) -> Result<G> + Send + Sync + 'static,
        set: impl Fn(S, &Context) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        let get: Getter = Box::new(move |context| get(context).map(IntoValue::into_value));
        let set: Setter = Box::new(move |value, context| set(S::from_value(value)?, context));
        self.properties.insert(name.to_owned(), (get, set));
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
        let call: Call = Box::new(move |arguments, context| match A::from_values(arguments) {
            Ok(arguments) => {
                let result = call(arguments, context);
                Box::pin(async { result.await.map(IntoValue::into_value) })
            }
            Err(error) => Box::pin(async { Err(error) }),
        });
        self.functions.insert(name.to_owned(), call);
        self
    }

    /// Adds a function that gives a generator.
    #[must_use]
    pub fn generator<A: FromArguments>(
        mut self,
        name: &str,
        begin: impl Fn(A, Context) -> Result<Box<dyn Generator>> + Send + Sync + 'static,
    ) -> Self {
        let begin: Generate =
            Box::new(move |arguments, context| begin(A::from_values(arguments)?, context));
        self.generators.insert(name.to_owned(), begin);
        self
    }

    /// Adds an object reference; the closure gets the index, if there is one.
    #[must_use]
    pub fn object(
        mut self,
        name: &str,
        find: impl Fn(Option<&str>, &Context) -> Result<Arc<dyn Object>> + Send + Sync + 'static,
    ) -> Self {
        self.objects.insert(name.to_owned(), Box::new(find));
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

fn found<'a, T>(members: &'a HashMap<String, T>, name: &str) -> Result<&'a T> {
    members
        .get(name)
        .ok_or_else(|| Error::member_not_found(name))
}

impl Object for DynamicObject {
    fn type_name(&self) -> &str {
        &self.type_name
    }

    fn get<'a>(&'a self, name: &'a str, context: &'a Context) -> BoxFuture<'a, Result<Value>> {
        let result = found(&self.properties, name).and_then(|(get, _)| get(context));
        Box::pin(async { result })
    }

    fn set<'a>(
        &'a self,
        name: &'a str,
        value: Value,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<()>> {
        let result = found(&self.properties, name).and_then(|(_, set)| set(value, context));
        Box::pin(async { result })
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Value>> {
        match found(&self.functions, name) {
            Ok(call) => call(arguments, context.clone()),
            Err(error) => Box::pin(async { Err(error) }),
        }
    }

    fn generate<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Box<dyn Generator>>> {
        let result =
            found(&self.generators, name).and_then(|begin| begin(arguments, context.clone()));
        Box::pin(async { result })
    }

    fn object<'a>(
        &'a self,
        name: &'a str,
        index: Option<&'a str>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Arc<dyn Object>>> {
        let result = found(&self.objects, name).and_then(|find| find(index, context));
        Box::pin(async { result })
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
