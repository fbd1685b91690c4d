//! Objects whose members are answered by the thread of the world.

use crate::job::{Scope, WorldLink, not_found};
use raconteur::Result;
use raconteur::members::{Event, Generator, Pipe, Wire};
use raconteur::service::{BoxFuture, Context, DynamicObject, Object};
use raconteur::value::{FromArguments, FromValue, IntoArguments, IntoValue, Value};
use std::future::ready;
use std::sync::Arc;

/// An object whose clients wait for each other, and for the thread of the world.
pub(crate) struct Members {
    object: DynamicObject,
    link: WorldLink,
    /// Called when a client uses a wire or pipe.
    on_use: Option<Box<dyn Fn() + Send + Sync>>,
    /// Streams end when the object is dropped.
    pub(crate) alive: Arc<()>,
}

impl Members {
    /// An object of a type without members.
    pub(crate) fn new(type_name: &'static str, link: &WorldLink) -> Self {
        Self {
            object: DynamicObject::new(type_name),
            link: link.clone(),
            on_use: None,
            alive: Arc::default(),
        }
    }

    /// Adds something to the object.
    fn with(mut self, add: impl FnOnce(DynamicObject, &WorldLink) -> DynamicObject) -> Self {
        self.object = add(self.object, &self.link);
        self
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
        self,
        name: &'static str,
        read: impl Fn(&mut Scope<'_>, &Context) -> Result<T> + Send + Sync + 'static,
    ) -> Self {
        let read = Arc::new(read);
        self.with(|object, link| {
            let link = link.clone();
            object.getter(name, move |context| {
                let (link, read) = (link.clone(), read.clone());
                async move {
                    let value = move |scope: &mut Scope<'_>| {
                        read(scope, &context).map(IntoValue::into_value)
                    };
                    link.query(value).await
                }
            })
        })
    }

    /// A property that never changes.
    pub(crate) fn fixed(self, name: &'static str, value: impl IntoValue) -> Self {
        let value = value.into_value();
        self.with(|object, _| object.getter(name, move |_| ready(Ok(value.clone()))))
    }

    /// A property that is written in the thread of the world.
    pub(crate) fn write<T: FromValue>(
        self,
        name: &'static str,
        write: impl Fn(&mut Scope<'_>, T, &Context) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        let write = Arc::new(write);
        self.with(|object, link| {
            let link = link.clone();
            object.setter(name, move |value: Value, context| {
                let (link, write) = (link.clone(), write.clone());
                async move {
                    link.change(move |scope| write(scope, T::from_value(value)?, &context))
                        .await
                }
            })
        })
    }

    /// A function that reads something in the thread of the world.
    pub(crate) fn query<A: FromArguments, R: IntoValue>(
        self,
        name: &'static str,
        query: impl Fn(&mut Scope<'_>, A) -> Result<R> + Send + Sync + 'static,
    ) -> Self {
        let query = Arc::new(query);
        self.with(|object, link| {
            let link = link.clone();
            object.function(name, move |arguments: Vec<Value>, _| {
                let (link, query) = (link.clone(), query.clone());
                async move {
                    let result = move |scope: &mut Scope<'_>| {
                        let result = query(scope, A::from_values(arguments)?)?;
                        Ok(result.into_value())
                    };
                    link.query(result).await
                }
            })
        })
    }

    /// A function that changes something in the thread of the world.
    pub(crate) fn call<A: FromArguments, R: IntoValue>(
        self,
        name: &'static str,
        call: impl Fn(&mut Scope<'_>, A, &Context) -> Result<R> + Send + Sync + 'static,
    ) -> Self {
        let call = Arc::new(call);
        self.with(|object, link| {
            let link = link.clone();
            object.function(name, move |arguments: Vec<Value>, context| {
                let (link, call) = (link.clone(), call.clone());
                async move {
                    let result = move |scope: &mut Scope<'_>| {
                        let result = call(scope, A::from_values(arguments)?, &context)?;
                        Ok(result.into_value())
                    };
                    link.change(result).await
                }
            })
        })
    }

    /// A function that waits for something.
    pub(crate) fn call_and_wait<A, R, F>(
        self,
        name: &'static str,
        call: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: FromArguments,
        R: IntoValue,
        F: Future<Output = Result<R>> + Send + 'static,
    {
        self.with(|object, _| object.function(name, call))
    }

    /// A function that returns a generator.
    pub(crate) fn generator<A: FromArguments>(
        self,
        name: &'static str,
        begin: impl Fn(A, Context) -> Result<Box<dyn Generator>> + Send + Sync + 'static,
    ) -> Self {
        self.with(|object, _| object.generator(name, begin))
    }

    /// A function that returns a generator, which the thread of the world makes.
    pub(crate) fn generator_in_world<A: FromArguments>(
        self,
        name: &'static str,
        begin: impl Fn(&mut Scope<'_>, A, &Context) -> Result<Box<dyn Generator>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let begin = Arc::new(begin);
        self.with(|object, link| {
            let link = link.clone();
            object.async_generator(name, move |arguments: Vec<Value>, context| {
                let (link, begin) = (link.clone(), begin.clone());
                async move {
                    link.change(move |scope| begin(scope, A::from_values(arguments)?, &context))
                        .await
                }
            })
        })
    }

    /// References to objects by name; the thread of the world makes them.
    pub(crate) fn objects(
        self,
        name: &'static str,
        find: impl Fn(&mut Scope<'_>, &str, &WorldLink) -> Result<Arc<dyn Object>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let find = Arc::new(find);
        self.with(|object, link| {
            let link = link.clone();
            object.async_object(name, move |index, _| {
                let (link, find) = (link.clone(), find.clone());
                async move {
                    let needed = "this reference needs a name in brackets";
                    let index = index.ok_or_else(|| not_found(needed))?;
                    let inner = link.clone();
                    link.query(move |scope| find(scope, &index, &inner)).await
                }
            })
        })
    }

    /// An event.
    pub(crate) fn event<A: IntoArguments>(self, name: &'static str, event: &Event<A>) -> Self {
        self.with(|object, _| object.event(name, event))
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
    pub(crate) fn wire(self, name: &'static str, wire: &Wire) -> Self {
        self.with(|object, _| object.wire(name, wire))
    }

    /// A pipe.
    pub(crate) fn pipe(self, name: &'static str, pipe: &Pipe) -> Self {
        self.with(|object, _| object.pipe(name, pipe))
    }
}

impl Object for Members {
    fn type_name(&self) -> &str {
        self.object.type_name()
    }

    fn get<'a>(&'a self, name: &'a str, context: &'a Context) -> BoxFuture<'a, Result<Value>> {
        Box::pin(self.link.in_turn(context, self.object.get(name, context)))
    }

    fn set<'a>(
        &'a self,
        name: &'a str,
        value: Value,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<()>> {
        let set = self.object.set(name, value, context);
        Box::pin(self.link.in_turn(context, set))
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Value>> {
        let called = self.object.call(name, arguments, context);
        Box::pin(self.link.in_turn(context, called))
    }

    fn generate<'a>(
        &'a self,
        name: &'a str,
        arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Box<dyn Generator>>> {
        let begun = self.object.generate(name, arguments, context);
        Box::pin(self.link.in_turn(context, begun))
    }

    fn object<'a>(
        &'a self,
        name: &'a str,
        index: Option<&'a str>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Arc<dyn Object>>> {
        let found = Object::object(&self.object, name, index, context);
        Box::pin(self.link.in_turn(context, found))
    }

    fn event(&self, name: &str) -> Option<Event> {
        Object::event(&self.object, name)
    }

    fn wire(&self, name: &str) -> Option<Wire> {
        self.on_use.iter().for_each(|action| action());
        Object::wire(&self.object, name)
    }

    fn pipe(&self, name: &str) -> Option<Pipe> {
        self.on_use.iter().for_each(|action| action());
        Object::pipe(&self.object, name)
    }
}
