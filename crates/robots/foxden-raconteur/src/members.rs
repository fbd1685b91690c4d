//! Objects whose members are answered by the thread of the world.

use crate::job::{Scope, WorldLink, not_found};
use raconteur::members::{Event, Generator, Pipe, Wire};
use raconteur::service::{BoxFuture, Context, Object};
use raconteur::value::{FromArguments, FromValue, IntoArguments, IntoValue, Value};
use raconteur::{Error, ErrorCode, Result};
use std::collections::HashMap;
use std::sync::Arc;

type Get = Box<dyn Fn(Context) -> BoxFuture<'static, Result<Value>> + Send + Sync>;
type Set = Box<dyn Fn(Value, Context) -> BoxFuture<'static, Result<()>> + Send + Sync>;
type Call = Box<dyn Fn(Vec<Value>, Context) -> BoxFuture<'static, Result<Value>> + Send + Sync>;
type Generate = Box<
    dyn Fn(Vec<Value>, Context) -> BoxFuture<'static, Result<Box<dyn Generator>>> + Send + Sync,
>;
type Find =
    Box<dyn Fn(String, Context) -> BoxFuture<'static, Result<Arc<dyn Object>>> + Send + Sync>;

/// An object as a table of members.
pub(crate) struct Members {
    type_name: &'static str,
    link: WorldLink,
    gets: HashMap<&'static str, Get>,
    sets: HashMap<&'static str, Set>,
    calls: HashMap<&'static str, Call>,
    generators: HashMap<&'static str, Generate>,
    objects: HashMap<&'static str, Find>,
    events: HashMap<&'static str, Event>,
    wires: HashMap<&'static str, Wire>,
    pipes: HashMap<&'static str, Pipe>,
    /// Called when a client uses a wire or pipe.
    on_use: Option<Box<dyn Fn() + Send + Sync>>,
    /// Streams end when the object is dropped.
    pub(crate) alive: Arc<()>,
}

impl Members {
    /// An object of a type without members.
    pub(crate) fn new(type_name: &'static str, link: &WorldLink) -> Self {
        Self {
            type_name,
            link: link.clone(),
            gets: HashMap::new(),
            sets: HashMap::new(),
            calls: HashMap::new(),
            generators: HashMap::new(),
            objects: HashMap::new(),
            events: HashMap::new(),
            wires: HashMap::new(),
            pipes: HashMap::new(),
            on_use: None,
            alive: Arc::default(),
        }
    }

    /// The link to the world.
    pub(crate) fn link(&self) -> &WorldLink {
        &self.link
    }

    /// A property that is read in the thread of the world.
    pub(crate) fn read<T: IntoValue>(
        self,
        name: &'static str,
        read: impl Fn(&mut Scope<'_>) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        self.read_for(name, move |scope, _| read(scope))
    }

    /// A property that each client may see differently.
    pub(crate) fn read_for<T: IntoValue>(
        mut self,
        name: &'static str,
        read: impl Fn(&mut Scope<'_>, &Context) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        let (link, read) = (self.link.clone(), Arc::new(read));
        let get: Get = Box::new(move |context| {
            let (link, read) = (link.clone(), read.clone());
            Box::pin(async move {
                link.query(move |scope| read(scope, &context).map(IntoValue::into_value))
                    .await
            })
        });
        self.gets.insert(name, get);
        self
    }

    /// A property that never changes.
    pub(crate) fn fixed(mut self, name: &'static str, value: impl IntoValue) -> Self {
        let value = value.into_value();
        let get: Get = Box::new(move |_| {
            let value = value.clone();
            Box::pin(async move { Ok(value) })
        });
        self.gets.insert(name, get);
        self
    }

    /// A property that is written in the thread of the world.
    pub(crate) fn write<T: FromValue>(
        mut self,
        name: &'static str,
        write: impl Fn(&mut Scope<'_>, T, &Context) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        let (link, write) = (self.link.clone(), Arc::new(write));
        let set: Set = Box::new(move |value, context| {
            let (link, write) = (link.clone(), write.clone());
            Box::pin(async move {
                link.change(move |scope| write(scope, T::from_value(value)?, &context))
                    .await
            })
        });
        self.sets.insert(name, set);
        self
    }

    /// A function that reads something in the thread of the world.
    pub(crate) fn query<A: FromArguments, R: IntoValue>(
        mut self,
        name: &'static str,
        query: impl Fn(&mut Scope<'_>, A) -> Result<R> + Send + Sync + 'static,
    ) -> Self {
        let (link, query) = (self.link.clone(), Arc::new(query));
        let call: Call = Box::new(move |arguments, _| {
            let (link, query) = (link.clone(), query.clone());
            Box::pin(async move {
                link.query(move |scope| {
                    let result = query(scope, A::from_values(arguments)?)?;
                    Ok(result.into_value())
                })
                .await
            })
        });
        self.calls.insert(name, call);
        self
    }

    /// A function that changes something in the thread of the world.
    pub(crate) fn call<A: FromArguments, R: IntoValue>(
        mut self,
        name: &'static str,
        call: impl Fn(&mut Scope<'_>, A, &Context) -> Result<R> + Send + Sync + 'static,
    ) -> Self {
        let (link, call) = (self.link.clone(), Arc::new(call));
        let call: Call = Box::new(move |arguments, context| {
            let (link, call) = (link.clone(), call.clone());
            Box::pin(async move {
                link.change(move |scope| {
                    let result = call(scope, A::from_values(arguments)?, &context)?;
                    Ok(result.into_value())
                })
                .await
            })
        });
        self.calls.insert(name, call);
        self
    }

    /// A function that waits for something.
    pub(crate) fn call_and_wait<A, R, F>(
        mut self,
        name: &'static str,
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
        self.calls.insert(name, call);
        self
    }

    /// A function that returns a generator.
    pub(crate) fn generator<A: FromArguments>(
        mut self,
        name: &'static str,
        begin: impl Fn(A, Context) -> Result<Box<dyn Generator>> + Send + Sync + 'static,
    ) -> Self {
        let begin: Generate = Box::new(move |arguments, context| {
            let begun = A::from_values(arguments).and_then(|arguments| begin(arguments, context));
            Box::pin(async { begun })
        });
        self.generators.insert(name, begin);
        self
    }

    /// A function that returns a generator, which the thread of the world makes.
    pub(crate) fn generator_in_world<A: FromArguments>(
        mut self,
        name: &'static str,
        begin: impl Fn(&mut Scope<'_>, A, &Context) -> Result<Box<dyn Generator>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let (link, begin) = (self.link.clone(), Arc::new(begin));
        let begin: Generate = Box::new(move |arguments, context| {
            let (link, begin) = (link.clone(), begin.clone());
            Box::pin(async move {
                link.change(move |scope| begin(scope, A::from_values(arguments)?, &context))
                    .await
            })
        });
        self.generators.insert(name, begin);
        self
    }

    /// References to objects by name; the thread of the world makes them.
    pub(crate) fn objects(
        mut self,
        name: &'static str,
        find: impl Fn(&mut Scope<'_>, &str, &WorldLink) -> Result<Arc<dyn Object>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let (link, find) = (self.link.clone(), Arc::new(find));
        let find: Find = Box::new(move |index, _| {
            let (link, find) = (link.clone(), find.clone());
            Box::pin(async move {
                let inner = link.clone();
                link.query(move |scope| find(scope, &index, &inner)).await
            })
        });
        self.objects.insert(name, find);
        self
    }

    /// An event.
    pub(crate) fn event<A: IntoArguments>(mut self, name: &'static str, event: &Event<A>) -> Self {
        self.events.insert(name, event.untyped());
        self
    }

    /// Does something in the thread of the world whenever a client uses a wire or pipe.
    pub(crate) fn on_use(
        mut self,
        action: impl Fn(&mut Scope<'_>) + Send + Sync + 'static,
    ) -> Self {
        let (link, action) = (self.link.clone(), Arc::new(action));
        self.on_use = Some(Box::new(move || {
            let action = action.clone();
            link.post(move |scope| action(scope));
        }));
        self
    }

    /// A wire.
    pub(crate) fn wire(mut self, name: &'static str, wire: &Wire) -> Self {
        self.wires.insert(name, wire.clone());
        self
    }

    /// A pipe.
    pub(crate) fn pipe(mut self, name: &'static str, pipe: &Pipe) -> Self {
        self.pipes.insert(name, pipe.clone());
        self
    }
}

fn missing<T: Send + 'static>(name: &str) -> BoxFuture<'static, Result<T>> {
    let error = Error::new(
        ErrorCode::MemberNotFound,
        format!("there is no member {name} of that kind"),
    );
    Box::pin(async { Err(error) })
}

impl Object for Members {
    fn type_name(&self) -> &str {
        self.type_name
    }

    fn get<'a>(&'a self, name: &'a str, context: &'a Context) -> BoxFuture<'a, Result<Value>> {
        match self.gets.get(name) {
            Some(get) => Box::pin(self.link.in_turn(context, get(context.clone()))),
            None => missing(name),
        }
    }

    fn set<'a>(
        &'a self,
        name: &'a str,
        value: Value,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<()>> {
        match self.sets.get(name) {
            Some(set) => Box::pin(self.link.in_turn(context, set(value, context.clone()))),
            None => missing(name),
        }
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Value>> {
        match self.calls.get(name) {
            Some(call) => Box::pin(self.link.in_turn(context, call(arguments, context.clone()))),
            None => missing(name),
        }
    }

    fn generate<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Box<dyn Generator>>> {
        match self.generators.get(name) {
            Some(begin) => Box::pin(
                self.link
                    .in_turn(context, begin(arguments, context.clone())),
            ),
            None => missing(name),
        }
    }

    fn object<'a>(
        &'a self,
        name: &'a str,
        index: Option<&'a str>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Arc<dyn Object>>> {
        match (self.objects.get(name), index) {
            (Some(find), Some(index)) => {
                let found = find(index.to_owned(), context.clone());
                Box::pin(self.link.in_turn(context, found))
            }
            (Some(_), None) => {
                Box::pin(async { Err(not_found("this reference needs a name in brackets")) })
            }
            (None, _) => missing(name),
        }
    }

    fn event(&self, name: &str) -> Option<Event> {
        self.events.get(name).cloned()
    }

    fn wire(&self, name: &str) -> Option<Wire> {
        self.on_use.iter().for_each(|action| action());
        self.wires.get(name).cloned()
    }

    fn pipe(&self, name: &str) -> Option<Pipe> {
        self.on_use.iter().for_each(|action| action());
        self.pipes.get(name).cloned()
    }
}
